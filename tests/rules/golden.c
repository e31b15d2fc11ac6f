/* Playthroughs: one whole match for each game and seat count lies in
 * tests/golden/playthroughs as a record.  It must replay, with the same legal
 * moves at every decision and the same scores at the end.
 *
 * FATHOM_GOLDEN=write plays them anew.  A difference means that an old record
 * means another match now: if that is wanted, raise the rules version. */
#include "rules_match.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 20261120, GOLDENS_MAX = 64, BYTES = 1 << 18 };

struct golden {
    size_t game;
    int seats;
};

/* The lines of the scores: a word, then a number for each seat. */
static void add_line(char *out, const char *name, const int *numbers, int seats)
{
    size_t length = strlen(out);

    length += (size_t)snprintf(out + length, BYTES - length, "%s", name);
    for (int seat = 0; seat < seats; seat++)
        length += (size_t)snprintf(out + length, BYTES - length, " %d",
                                   numbers[seat]);
    snprintf(out + length, BYTES - length, "\n");
}

static void add_scores(char *out, const struct scores *scores)
{
    int numbers[RULES_SEATS_MAX] = {0};

    for (int i = 0; i < scores->items; i++) {
        for (int seat = 0; seat < scores->seats; seat++)
            numbers[seat] = scores->item[i].points[seat];
        add_line(out, scores->item[i].name, numbers, scores->seats);
    }
    for (int seat = 0; seat < scores->seats; seat++)
        numbers[seat] = scores->total[seat];
    add_line(out, "total", numbers, scores->seats);
    for (int seat = 0; seat < scores->seats; seat++)
        numbers[seat] = scores->rank[seat];
    add_line(out, "rank", numbers, scores->seats);
}

/* All legal moves of the seats to act, by name, into a hash. */
static uint64_t add_listings(uint64_t hash, const struct game *game,
                             const void *state, int seats)
{
    static struct move moves[RULES_MOVES_MAX];
    char name[RULES_NOTATION_MAX];

    for (int seat = 0; seat < seats; seat++) {
        size_t count = game->moves(state, seat, moves, RULES_MOVES_MAX);

        for (size_t i = 0; i < count; i++) {
            game->format(state, seat, moves[i], name);
            for (const char *p = name; *p || p == name; p++)
                hash = (hash ^ (uint8_t)*p) * UINT64_C(0x100000001b3);
        }
    }
    return hash;
}

/* A golden file from a record: its text and, after an empty line, the hash of
 * all listings and the scores. */
static const char *golden_text(const struct record *record)
{
    static struct test_match m;
    static char out[BYTES];
    const struct game *game = record->game;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    struct scores scores;
    size_t length;

    m.record = *record;
    record_replay(record, 0, m.state, NULL);
    for (size_t i = 0; i < record->count; i++) {
        hash = add_listings(hash, game, m.state, record->settings.seats);
        cr_assert_eq(record_step(game, m.state, &record->entries[i]), RULES_OK);
    }
    cr_assert_eq(game->to_act(m.state), 0, "the match is played to its end");
    game->score(m.state, &scores);
    snprintf(out, sizeof out, "%s\n", test_match_text(&m));
    length = strlen(out);
    snprintf(out + length, sizeof out - length, "listings %016" PRIx64 "\n",
             hash);
    add_scores(out, &scores);
    return out;
}

/* A match by eager seats from the seed. */
static const char *playthrough(const struct game *game, int seats)
{
    static struct test_match m;
    struct settings settings;

    game_defaults(game, (uint8_t)seats, &settings);
    test_match_start(&m, game, &settings, SEED);
    while (test_match_step_eager(&m))
        continue;
    return golden_text(&m.record);
}

static const char *read_file(const char *path)
{
    static char text[BYTES];
    FILE *file = fopen(path, "r");
    size_t length;

    if (!file)
        return NULL;
    length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0,
              "%s cannot be written", path);
}

/* The number of the first line in which two texts differ. */
static int first_difference(const char *a, const char *b)
{
    int line = 1;

    for (; *a && *a == *b; a++, b++)
        line += *a == '\n';
    return line;
}

ParameterizedTestParameters(golden, a_playthrough_replays_as_it_did)
{
    static struct golden goldens[GOLDENS_MAX];
    size_t count = 0;

    for (size_t game = 0; games[game]; game++)
        for (int seats = games[game]->min_seats;
             seats <= games[game]->max_seats; seats++)
            goldens[count++] = (struct golden){game, seats};
    return cr_make_param_array(struct golden, goldens, count);
}

ParameterizedTest(struct golden *golden, golden,
                  a_playthrough_replays_as_it_did)
{
    static struct entry entries[TEST_ENTRIES_MAX];
    alignas(max_align_t) uint8_t state[RULES_STATE_MAX];
    struct record record = {.entries = entries, .cap = TEST_ENTRIES_MAX};
    struct record_error error = {0};
    const struct game *game = games[golden->game];
    const char *mode = getenv("FATHOM_GOLDEN");
    const char *kept, *now;
    char path[256];

    snprintf(path, sizeof path, "tests/golden/playthroughs/%s-%d.txt", game->id,
             golden->seats);
    if (mode && strcmp(mode, "write") == 0)
        write_file(path, playthrough(game, golden->seats));

    kept = read_file(path);

    cr_assert(kept, "%s is missing: FATHOM_GOLDEN=write makes it", path);
    cr_assert_eq(record_read(kept, &record, state, &error), RULES_OK,
                 "%s: line %zu: %s", path, error.line, error.reason);
    now = golden_text(&record);
    cr_expect(strcmp(now, kept) == 0, "%s differs from line %d on", path,
              first_difference(now, kept));
}
