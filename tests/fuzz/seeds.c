/* The corpora's seeds, from matches that random seats play: a record of each
 * game and number of seats, positions along the way, and notations of them. */
#include "fuzz.h"

#include "rules/record_position.h"
#include "rules/sink.h"
#include "rules_match.h"

#include <stdio.h>
#include <string.h>

void fuzz_write_seeds(const char *folder);

/* A match of the corpora: its name says the seats, its number the variant (0:
 * the usual options) and how far it came. */
struct seed {
    struct test_match match;
    int variant;
};

static FILE *create(const char *folder, const char *target,
                    const struct seed *seed, int number)
{
    const struct test_match *m = &seed->match;
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s/%s-%d-%d", folder, target, m->game->id,
             m->settings.seats, 1000 * seed->variant + number);
    file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(1);
    }
    return file;
}

/* The legal moves of this position, and a line that is not a move. */
static void write_notation(const char *folder, const struct seed *seed,
                           int steps)
{
    static struct move list[RULES_MOVES_MAX];
    const struct test_match *m = &seed->match;
    FILE *file = create(folder, "notation", seed, steps);
    seat_set seats = m->game->to_act(m->state);
    char text[RULES_NOTATION_MAX];

    fprintf(file, "%s %d %d", m->game->id, m->settings.seats, steps);
    if (seed->variant)
        fprintf(file, " %d", seed->variant);
    fprintf(file, "\n");
    for (int seat = 0; seat < m->settings.seats; seat++) {
        size_t count = 0;

        if (seats >> seat & 1)
            count = m->game->moves(m->state, seat, list, RULES_MOVES_MAX);
        for (size_t i = 0; i < count; i += 1 + count / 6) {
            m->game->format(m->state, seat, list[i], text);
            fprintf(file, "%s\n", text);
        }
    }
    fprintf(file, "#%x\nnonsense 1\n", 0x12345u);
    fclose(file);
}

static void write_position(const char *folder, const struct seed *seed,
                           int steps, int viewer)
{
    static char text[FUZZ_INPUT_MAX];
    const struct test_match *m = &seed->match;
    FILE *file =
        create(folder, "positions", seed, viewer < 0 ? steps : steps + 1);
    struct sink_text sink;

    sink_text_init(&sink, text, sizeof text);
    m->game->view(m->state, viewer, &sink.sink);
    if (viewer < 0)
        fprintf(file, "%s\n%s", m->game->id, text);
    else
        fprintf(file, "%s %d\n%s", m->game->id, viewer, text);
    fclose(file);
}

static void write_record(const char *folder, const struct seed *seed,
                         int number)
{
    FILE *file = create(folder, "records", seed, number);

    fputs(test_match_text(&seed->match), file);
    fclose(file);
}

/* Where seats take back: their last move, or the last three. */
static void maybe_take_back(struct test_match *m, struct replay *replay,
                            int steps)
{
    struct entry last = m->entries[m->record.count - 1];
    struct entry back = {
        .kind = ENTRY_UNDO, .seat = last.seat, .move = {steps % 2 ? 1 : 3}};

    FUZZ_CLAIM(replay_step(replay, &last) == RULES_OK);
    if (steps % 7 || replay_step(replay, &back))
        return;
    record_append(&m->record, back);
    memcpy(m->state, replay->state, m->game->state_size);
}

/* A match that begins where this one is, with moves taken back. */
static void write_sandbox(const char *folder, const struct seed *seed)
{
    enum { DECISIONS = 25, NUMBER = 900 };
    static char position[RECORD_POSITION_MAX];
    static struct seed sandbox;
    static struct replay replay;
    struct test_match *m = &sandbox.match;

    sandbox = *seed;
    m->record.entries = m->entries;
    m->record.count = 0;
    m->record.position = position;
    m->record.position_length =
        record_position_write(m->game, m->state, position, sizeof position);
    replay_begin(&replay, m->game, m->state);
    for (int i = 1; i < DECISIONS && test_match_step_random(m); i++)
        maybe_take_back(m, &replay, i);
    write_record(folder, &sandbox, NUMBER);
}

/* Notations, positions and the beginning of the record, on the way. */
static void write_step(const char *folder, const struct seed *seed, int steps)
{
    int seats = seed->match.settings.seats;

    if (steps % 40 == 0 && steps <= 160)
        write_notation(folder, seed, steps);
    if (steps == 5 * seats || steps == 100 * seats)
        write_position(folder, seed, steps, RULES_OMNISCIENT);
    if (steps == 5 * seats || steps == 60 * seats)
        write_position(folder, seed, steps, steps % seats);
    if (steps == 60)
        write_record(folder, seed, steps);
    if (steps == 2 * seats && seats <= 2)
        write_sandbox(folder, seed);
}

/* The same seed as the notation target's positions. */
static void write_match(const char *folder, const struct game *game,
                        const struct settings *settings, int variant)
{
    static struct seed seed;
    static struct replay replay;
    int steps = 0;

    seed.variant = variant;
    if (test_match_start(&seed.match, game, settings, 7))
        return;
    do
        write_step(folder, &seed, steps++);
    while (test_match_step_random(&seed.match));
    write_record(folder, &seed, steps);
    if (variant == 0)
        return;

    seed.variant = variant + 100;
    test_match_start(&seed.match, game, settings, 8);
    replay_begin(&replay, game, seed.match.state);
    for (steps = 1; test_match_step_random(&seed.match); steps++)
        maybe_take_back(&seed.match, &replay, steps);
    write_record(folder, &seed, 0);
}

/* The usual options, and of every seat count the last combination: it has the
 * unusual value of each. */
void fuzz_write_seeds(const char *folder)
{
    for (int i = 0; games[i]; i++) {
        for (int seats = games[i]->min_seats; seats <= games[i]->max_seats;
             seats++) {
            struct settings settings, last = {.seats = 0};
            int variants = 0;

            for (int v = -1;
                 test_settings_allowed(games[i], seats, &v, &settings);
                 variants++)
                last = settings;
            game_defaults(games[i], (uint8_t)seats, &settings);
            write_match(folder, games[i], &settings, 0);
            write_match(folder, games[i], &last, variants);
        }
    }
}
