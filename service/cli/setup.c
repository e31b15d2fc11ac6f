/* Matches as the command line asks for them: game, seats, options, seed and
 * bots; and their records. */
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* Streams of a seed.  Each match has one for its secret and one for each
 * seat's bot. */
enum { STREAMS_PER_MATCH = 1 + RULES_SEATS_MAX };

/* Undone decisions need room, too. */
enum { RECORD_ROOM = 4 };

void seed_stream(uint64_t seed, uint64_t number, struct random *random)
{
    uint8_t key[32] = "fathom seed";

    for (int i = 0; i < 8; i++)
        key[24 + i] = (uint8_t)(seed >> 8 * i);
    random_init(random, key, number);
}

void seed_secret(uint64_t seed, uint64_t match,
                 uint8_t secret[RULES_SECRET_SIZE])
{
    struct random random;

    seed_stream(seed, match * STREAMS_PER_MATCH, &random);
    for (int i = 0; i < RULES_SECRET_SIZE; i++)
        secret[i] = (uint8_t)random_below(&random, 256);
}

void seed_bots(uint64_t seed, uint64_t match,
               struct random random[RULES_SEATS_MAX])
{
    for (uint64_t seat = 0; seat < RULES_SEATS_MAX; seat++)
        seed_stream(seed, match * STREAMS_PER_MATCH + 1 + seat, &random[seat]);
}

static int option_error(const struct game *game, const struct option *option,
                        const char *text)
{
    fprintf(stderr,
            "fathom: \"%s\" is not a value of option %s of %s; see "
            "fathom games\n",
            text, option->name, game->id);
    return CLI_USAGE;
}

/* The value of an option in words: yes and no, a choice, or a number. */
static int option_value(const struct game *game, const struct option *option,
                        const char *text, int16_t *out)
{
    char *end;
    long number;

    switch (option->kind) {
    case OPTION_BOOL:
        if (strcmp(text, "yes") && strcmp(text, "no") && strcmp(text, "true") &&
            strcmp(text, "false"))
            return option_error(game, option, text);
        *out = *text == 'y' || *text == 't';
        return CLI_OK;
    case OPTION_CHOICE:
        for (int16_t i = 0; option->choices[i]; i++)
            if (!strcmp(option->choices[i], text)) {
                *out = i;
                return CLI_OK;
            }
        return option_error(game, option, text);
    case OPTION_INT:
        number = strtol(text, &end, 10);
        if (!*text || *end || number < option->min || number > option->max)
            return option_error(game, option, text);
        *out = (int16_t)number;
        return CLI_OK;
    }
    return CLI_USAGE;
}

static int option_read(struct setup *setup, const char *text)
{
    const char *equals = strchr(text, '=');
    const size_t length = equals ? (size_t)(equals - text) : strlen(text);
    const struct option *options = setup->game->options;

    for (size_t i = 0; options[i].name; i++)
        if (strlen(options[i].name) == length &&
            !memcmp(options[i].name, text, length))
            return option_value(setup->game, &options[i],
                                equals ? equals + 1 : "yes",
                                &setup->settings.values[i]);
    fprintf(stderr, "fathom: %s has no option \"%.*s\"; see fathom games\n",
            setup->game->id, (int)length, text);
    return CLI_USAGE;
}

static int seed_read(const struct arguments *args, uint64_t *seed)
{
    const char *text = flag_text(args, "seed");
    char *end;

    if (!text) {
        if (getrandom(seed, sizeof *seed, 0) != sizeof *seed) {
            perror("fathom: getrandom");
            return CLI_FAILED;
        }
        *seed &= UINT32_MAX; /* short enough to type again */
        return CLI_OK;
    }
    errno = 0;
    *seed = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && !*end && !errno)
        return CLI_OK;
    fprintf(stderr, "fathom: --seed must be a number, not \"%s\"\n", text);
    return CLI_USAGE;
}

/* Whether the game does not allow these settings together; says why. */
static bool refused(const struct setup *setup)
{
    const struct game *game = setup->game;
    const char *why = NULL;
    size_t option = 0;

    if (!game_check_settings(game, &setup->settings))
        return false;
    if (game->refuses)
        why = game->refuses(&setup->settings, &option);
    fprintf(stderr, "fathom: %s\n",
            why ? why : "The game does not allow these settings.");
    return true;
}

int setup_read(const struct arguments *args, struct setup *setup)
{
    const struct game *game = game_find(args->word);
    long seats;

    if (!game) {
        fprintf(stderr, "fathom: unknown game \"%s\"; see fathom games\n",
                args->word);
        return CLI_USAGE;
    }
    seats = game->min_seats > 2 ? game->min_seats : 2;
    if (seats > game->max_seats)
        seats = game->max_seats;
    if (!flag_number(args, "seats", game->min_seats, game->max_seats, &seats))
        return CLI_USAGE;
    setup->game = game;
    game_defaults(game, (uint8_t)seats, &setup->settings);
    for (int i = 0; i < args->options; i++)
        if (option_read(setup, args->option[i]))
            return CLI_USAGE;
    if (refused(setup))
        return CLI_USAGE;
    return seed_read(args, &setup->seed);
}

bool record_new(struct record *record, const struct setup *setup)
{
    *record = (struct record){.game = setup->game,
                              .settings = setup->settings,
                              .cap = RECORD_ROOM * setup->game->decisions_max};
    record->entries = calloc(record->cap, sizeof *record->entries);
    if (!record->entries)
        perror("fathom");
    return record->entries != NULL;
}

void record_free(struct record *record)
{
    free(record->entries);
    record->entries = NULL;
}

enum rules_err record_play(struct record *record, void *state, int seat,
                           struct move move)
{
    const enum rules_err err = record->game->apply(state, seat, move);

    if (!err)
        record_append(record, (struct entry){.kind = ENTRY_MOVE,
                                             .seat = (uint8_t)seat,
                                             .move = move});
    return err;
}

static void write_to_file(void *to, const char *text, size_t length)
{
    fwrite(text, 1, length, to);
}

bool record_save(const struct record *record, const char *path)
{
    FILE *file = fopen(path, "w");
    bool ok;

    if (!file) {
        fprintf(stderr, "fathom: %s: %s\n", path, strerror(errno));
        return false;
    }
    ok = record_write(record, write_to_file, file) == RULES_OK;
    ok = !ferror(file) && ok;
    if (fclose(file) || !ok) {
        fprintf(stderr, "fathom: cannot write %s\n", path);
        return false;
    }
    return true;
}
