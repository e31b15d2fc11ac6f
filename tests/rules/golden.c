/* Playthroughs: whole matches stored as records in tests/golden/playthroughs,
 * one for each game, seat count and value of an option.  They must replay, with
 * the same legal moves at every decision and the same scores at the end.  All
 * combinations of options are played as well; tests/golden/matches.txt has a
 * line for each, with a hash of the same facts.
 *
 * FATHOM_GOLDEN=write plays them again.  A difference means that an old record
 * now gives another match: if that is intended, raise the rules version. */
#include "rules_match.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEED = 20261120,
    GOLDENS_MAX = 128,
    BYTES = 1 << 18,
    LINE_BYTES = 256,
    BACK_EVERY = 32, /* decisions after which somebody takes back, if it can */
};

static const char matches_path[] = "tests/golden/matches.txt";

struct golden {
    struct settings settings;
    size_t game;
    char name[96]; /* of the file: the option that is not as usual */
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

#define FNV_BASIS UINT64_C(0xcbf29ce484222325)

static uint64_t add_text(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
    return hash;
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
            hash = add_text(hash, name);
        }
    }
    return hash;
}

/* A golden file from a record: its text and, after an empty line, the hash of
 * all listings and the scores. */
static const char *golden_text(const struct record *record)
{
    static struct test_match m;
    static struct replay replay;
    static char out[BYTES];
    const struct game *game = record->game;
    uint64_t hash = FNV_BASIS;
    struct scores scores;
    size_t length;

    m.record = *record;
    cr_assert_eq(record_begin(record, m.state), RULES_OK);
    replay_begin(&replay, game, m.state);
    for (size_t i = 0; i < record->count; i++) {
        hash = add_listings(hash, game, replay.state, record->settings.seats);
        cr_assert_eq(replay_step(&replay, &record->entries[i]), RULES_OK);
    }
    cr_assert_eq(game->to_act(replay.state), 0,
                 "the match is played to its end");
    game->score(replay.state, &scores);
    snprintf(out, sizeof out, "%s\n", test_match_text(&m));
    length = strlen(out);
    snprintf(out + length, sizeof out - length, "listings %016" PRIx64 "\n",
             hash);
    add_scores(out, &scores);
    return out;
}

/* The last seat to decide undoes this number of its moves, or all it can. */
static void take_back(struct test_match *m, struct replay *replay, size_t n)
{
    struct entry last = m->entries[m->record.count - 1];
    size_t most = replay_undoable(replay, last.seat);
    struct entry entry = {.kind = ENTRY_UNDO,
                          .seat = last.seat,
                          .move = {(uint32_t)(n < most ? n : most)}};

    if (most == 0)
        return;
    cr_assert_eq(replay_step(replay, &entry), RULES_OK);
    record_append(&m->record, entry);
    memcpy(m->state, replay->state, m->game->state_size);
}

/* A match from the seed by seats that step so, with moves taken back. */
static const char *playthrough(const struct game *game,
                               const struct settings *settings,
                               bool (*step)(struct test_match *))
{
    static struct test_match m;
    static struct replay replay;
    size_t decisions = 0;

    test_match_start(&m, game, settings, SEED);
    replay_begin(&replay, game, m.state);
    while (step(&m)) {
        cr_assert_eq(replay_step(&replay, &m.entries[m.record.count - 1]),
                     RULES_OK);
        if (++decisions % BACK_EVERY == 0)
            take_back(&m, &replay, decisions / BACK_EVERY % 4 + 1);
    }
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

static bool is_writing(void)
{
    const char *mode = getenv("FATHOM_GOLDEN");

    return mode && strcmp(mode, "write") == 0;
}

/* "template-3", or "template-3-winner-low" for what is not as usual; false when
 * more than one option is. */
static bool name_of(const struct game *game, const struct settings *settings,
                    char *out, size_t cap)
{
    struct settings usual;
    int length = snprintf(out, cap, "%s-%d", game->id, settings->seats);
    int others = 0;

    game_defaults(game, settings->seats, &usual);
    for (size_t i = 0; game->options[i].name; i++) {
        const struct option *option = &game->options[i];
        int value = settings->values[i];
        char digits[16];

        if (value == usual.values[i])
            continue;
        others++;
        snprintf(digits, sizeof digits, "%d", value);
        snprintf(out + length, cap - (size_t)length, "-%s-%s", option->name,
                 option->kind == OPTION_BOOL     ? value ? "true" : "false"
                 : option->kind == OPTION_CHOICE ? option->choices[value]
                                                 : digits);
    }
    return others <= 1;
}

ParameterizedTestParameters(golden, a_playthrough_replays_as_it_did)
{
    static struct golden goldens[GOLDENS_MAX];
    size_t count = 0;

    for (size_t g = 0; games[g]; g++) {
        for (int seats = games[g]->min_seats; seats <= games[g]->max_seats;
             seats++) {
            struct golden one = {.game = g};

            for (int v = -1;
                 test_settings_allowed(games[g], seats, &v, &one.settings);)
                if (name_of(games[g], &one.settings, one.name,
                            sizeof one.name) &&
                    count < GOLDENS_MAX)
                    goldens[count++] = one;
        }
    }
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
    const char *kept, *now;
    char path[256];

    snprintf(path, sizeof path, "tests/golden/playthroughs/%s.txt",
             golden->name);
    if (is_writing())
        write_file(path,
                   playthrough(game, &golden->settings, test_match_step_eager));

    kept = read_file(path);

    cr_assert(kept, "%s is missing: FATHOM_GOLDEN=write makes it", path);
    cr_assert_eq(record_read(kept, &record, state, &error), RULES_OK,
                 "%s: line %zu: %s", path, error.line, error.reason);
    now = golden_text(&record);
    cr_expect(strcmp(now, kept) == 0, "%s differs from line %d on", path,
              first_difference(now, kept));
}

/* "template, 3 seats, ..: HASH over the playthrough", for the settings' line of
 * the file. */
static const char *match_line(const struct game *game,
                              const struct settings *settings)
{
    static char line[LINE_BYTES];

    snprintf(line, sizeof line, "%s: %016" PRIx64 "\n",
             test_settings_text(game, settings),
             add_text(FNV_BASIS,
                      playthrough(game, settings, test_match_step_hungry)));
    return line;
}

Test(golden, matches_are_played_again_on_request)
{
    struct settings settings;
    FILE *file;

    if (!is_writing())
        return;
    file = fopen(matches_path, "w");
    cr_assert_not_null(file);
    for (size_t g = 0; games[g]; g++)
        for (int seats = games[g]->min_seats; seats <= games[g]->max_seats;
             seats++)
            for (int v = -1;
                 test_settings_allowed(games[g], seats, &v, &settings);)
                fputs(match_line(games[g], &settings), file);
    cr_assert_eq(fclose(file), 0);
}

ParameterizedTestParameters(golden, a_match_of_every_combination_is_the_same)
{
    static struct golden goldens[GOLDENS_MAX];
    size_t count = 0;

    for (size_t g = 0; games[g]; g++)
        for (int seats = games[g]->min_seats; seats <= games[g]->max_seats;
             seats++)
            goldens[count++] = (struct golden){
                .game = g, .settings = {.seats = (uint8_t)seats}};
    return cr_make_param_array(struct golden, goldens, count);
}

ParameterizedTest(struct golden *golden, golden,
                  a_match_of_every_combination_is_the_same)
{
    const struct game *game = games[golden->game];
    int seats = golden->settings.seats;
    const char *kept;
    struct settings settings;

    if (is_writing())
        return;
    kept = read_file(matches_path);
    cr_assert(kept, "%s is missing: FATHOM_GOLDEN=write makes it",
              matches_path);
    for (int v = -1; test_settings_allowed(game, seats, &v, &settings);) {
        const char *line = match_line(game, &settings);

        cr_expect(strstr(kept, line), "%s has no line %s", matches_path, line);
    }
}
