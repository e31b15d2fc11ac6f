/* Logs of older rules versions, in tests/golden/older_rulesets: a record, with
 * the hash of the state after each decision.  The programs that played them
 * wrote them, so they cannot be generated again. */
#include "rules/record.h"
#include "rules/replay.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 16, LINES = 2048 };

/* A log being replayed. */
struct log {
    char text[BYTES];
    const char *line[LINES]; /* of the decisions */
    size_t count, next;
    struct entry entries[LINES];
    struct record record;
    struct replay replay;
};

static struct log it;

/* A parameter: a log, and the version that wrote it. */
struct older {
    char name[32];
    unsigned version;
    /* Its matches keep their rules (continue_version); otherwise the log has a
     * move that is refused now. */
    bool keeps_rules;
    /* The present rules do not lead to all of its states. */
    bool differs;
};

/* "GAME-VERSION" */
static const char cities[] = "underwater-cities-2";

static void read_text(const char *name)
{
    char path[96];
    FILE *file;

    snprintf(path, sizeof path, "tests/golden/older_rulesets/%s.txt", name);
    file = fopen(path, "r");
    cr_assert_not_null(file);
    it.text[fread(it.text, 1, BYTES - 1, file)] = '\0';
    (void)fclose(file);
}

static enum rules_err read_record(const char *text, struct record_error *error)
{
    it.record.entries = it.entries;
    it.record.cap = LINES;
    return record_read(text, &it.record, it.replay.state, error);
}

/* Read the head of the log and find the lines of its decisions. */
static void begin(const char *name)
{
    struct record_error error;
    char *at, *rest = NULL;

    read_text(name);
    at = strstr(it.text, "\n\n");
    cr_assert_not_null(at);
    at[1] = '\0';
    cr_assert_eq(read_record(it.text, &error), RULES_OK, "%s", error.reason);
    replay_begin(&it.replay, it.record.game, it.replay.state);
    for (at = strtok_r(at + 2, "\n", &rest); at;
         at = strtok_r(NULL, "\n", &rest)) {
        cr_assert_lt(it.count, LINES);
        it.line[it.count++] = at;
    }
}

/* The next decision, "SEAT NOTATION # HASH", and whether the present rules
 * list it. */
static struct entry next_entry(uint64_t *hash, bool *is_listed)
{
    _Alignas(16) uint8_t copy[RULES_STATE_MAX];
    const struct game *game = it.record.game;
    const char *line = it.line[it.next], *mark = strstr(line, " # ");
    struct entry entry = {.kind = ENTRY_MOVE, .seat = (uint8_t)(line[0] - '0')};
    char notation[RULES_NOTATION_MAX];

    cr_assert_not_null(mark);
    snprintf(notation, sizeof notation, "%.*s", (int)(mark - line - 2),
             line + 2);
    *hash = strtoull(mark + 3, NULL, 16);
    cr_assert_eq(
        game->parse(it.replay.state, entry.seat, notation, &entry.move),
        RULES_OK, "%s", line);
    memcpy(copy, it.replay.state, game->state_size);
    *is_listed = game->apply(copy, entry.seat, entry.move) == RULES_OK;
    return entry;
}

/* Apply the next decision.  Returns whether the present rules list it. */
static bool step(void)
{
    bool is_listed;
    uint64_t hash;
    const struct entry entry = next_entry(&hash, &is_listed);

    cr_assert_eq(replay_step_known(&it.replay, &entry, hash), RULES_OK, "%s",
                 it.line[it.next]);
    it.next++;
    return is_listed;
}

static struct criterion_test_params logs(void)
{
    static struct older list[] = {
        {"underwater-cities-2", 2, .keeps_rules = false},
        {"seastead-1", 1, .keeps_rules = false},
        {"seastead-2-match", 2, .keeps_rules = true},
        {"seastead-2-solo", 2, .keeps_rules = true},
        {"seastead-2-copy", 2, .keeps_rules = true, .differs = true},
        {"seastead-2-copy-away", 2, .keeps_rules = true, .differs = true},
        {"seastead-2-timekeeper", 2, .keeps_rules = true, .differs = true},
        {"seastead-2-freediver", 2, .keeps_rules = true, .differs = true},
        {"seastead-2-pairs", 2, .keeps_rules = true, .differs = true},
        {"seastead-2-boss", 2, .keeps_rules = true, .differs = true},
        {"seastead-2-ship", 2, .keeps_rules = true, .differs = true},
        {"seastead-2-exchange", 2, .keeps_rules = true, .differs = true},
        {"otys-1", 1, .keeps_rules = false},
    };

    return cr_make_param_array(struct older, list, sizeof list / sizeof *list);
}

ParameterizedTestParameters(older_rulesets,
                            a_log_leads_to_the_states_that_were_played)
{
    return logs();
}

ParameterizedTest(struct older *older, older_rulesets,
                  a_log_leads_to_the_states_that_were_played)
{
    size_t refused = 0;

    begin(older->name);
    cr_expect_eq(it.record.ruleset, older->version);
    while (it.next < it.count)
        refused += !step();
    cr_expect_eq(it.record.game->to_act(it.replay.state), 0);
    cr_expect_eq(refused == 0, older->keeps_rules, "%zu refused", refused);
}

ParameterizedTestParameters(older_rulesets,
                            a_log_needs_the_rules_that_it_was_played_by)
{
    return logs();
}

/* The present rules change a decision of the log. */
ParameterizedTest(struct older *older, older_rulesets,
                  a_log_needs_the_rules_that_it_was_played_by)
{
    bool is_same = true;

    if (!older->differs)
        return;
    begin(older->name);
    it.record.ruleset = it.record.game->rules_version;
    cr_assert_eq(record_begin(&it.record, it.replay.state), RULES_OK);
    replay_begin(&it.replay, it.record.game, it.replay.state);
    while (is_same && it.next < it.count) {
        bool is_listed;
        uint64_t hash;
        const struct entry entry = next_entry(&hash, &is_listed);

        is_same = is_listed && !replay_step(&it.replay, &entry) &&
                  record_hash_is(it.record.game, it.replay.state, hash);
        it.next++;
    }
    cr_expect_not(is_same);
}

/* How many of its moves the seat that decided last can undo. */
static size_t can_undo(void)
{
    return replay_undoable(&it.replay, it.line[it.next - 1][0] - '0');
}

/* In the second half, after a move that can be undone. */
static bool is_half_way(void)
{
    return it.next >= it.count / 2 && can_undo() > 0;
}

ParameterizedTestParameters(older_rulesets,
                            a_match_of_an_older_version_continues)
{
    return logs();
}

ParameterizedTest(struct older *older, older_rulesets,
                  a_match_of_an_older_version_continues)
{
    static struct move moves[RULES_MOVES_MAX];
    const struct game *game;
    seat_set seats;

    begin(older->name);
    game = it.record.game;
    while (step() && (!older->keeps_rules || !is_half_way()))
        continue;
    /* It can be undone, as any other. */
    cr_expect_gt(can_undo(), 0);
    while ((seats = game->to_act(it.replay.state)) != 0) {
        const int seat = __builtin_ctz(seats);

        cr_assert_gt(game->moves(it.replay.state, seat, moves, RULES_MOVES_MAX),
                     0);
        cr_assert_eq(game->apply(it.replay.state, seat, moves[0]), RULES_OK);
    }
}

/* ---- discards, which were made card by card ---- */

/* The choice of a seat that has discarded some of its cards. */
static struct choice rest_of_choice(int seat, size_t discarded)
{
    struct choice choice;

    for (size_t i = 0; i < discarded; i++) {
        char line[] = "0 discard ";

        line[0] = (char)('0' + seat);
        cr_assert_eq(strncmp(it.line[it.next], line, strlen(line)), 0, "%s",
                     it.line[it.next]);
        step();
    }
    cr_assert(it.record.game->choice(it.replay.state, seat, &choice));
    return choice;
}

/* Play the match to its end from its state, with a seat's choice first. */
static void play_on(int seat, const struct choice *choice)
{
    static struct move moves[RULES_MOVES_MAX];
    const struct game *game = it.record.game;
    void *state = it.replay.state;
    seat_set seats = (seat_set)(1u << seat);
    size_t at = 0;

    do {
        seat = __builtin_ctz(seats);
        const size_t count = game->moves(state, seat, moves, RULES_MOVES_MAX);

        cr_assert_gt(count, 0);
        if (at == 0)
            cr_expect_eq(count, choice->count == 2 ? 10 : 4);
        cr_assert_eq(game->apply(state, seat, moves[at++ % count]), RULES_OK);
        seats = game->to_act(state);
    } while (seats);
}

Test(older_rulesets, a_first_hand_is_chosen_on_with_a_set)
{
    struct move move;
    struct choice choice;

    begin(cities);
    choice = rest_of_choice(0, 1); /* 39; next were 47 and 58 */
    cr_expect_eq(choice.count, 2);
    cr_expect_eq(choice.items, 5);
    cr_expect_eq(it.record.game->parse(it.replay.state, 0, "discard 58", &move),
                 RULES_OK);
    cr_expect_eq(it.record.game->apply(it.replay.state, 0, move),
                 RULES_ILLEGAL_MOVE);
    for (int i = 0; i < choice.items; i++)
        cr_expect_str_neq(choice.item[i].word, "39", "it is set aside");
    cr_assert_lt(strtol(choice.item[0].word, NULL, 10), 39,
                 "a lower card may follow");
    play_on(0, &choice);
}

Test(older_rulesets, a_surplus_is_chosen_on_with_a_set)
{
    struct choice choice;

    begin(cities);
    while (strncmp(it.line[it.next], "0 discard 8 ", 12) != 0)
        step();
    choice = rest_of_choice(0, 1); /* of two */
    cr_expect_eq(choice.count, 1);
    cr_expect_eq(choice.items, 4);
    play_on(0, &choice);
}

/* ---- records ---- */

/* The log's text as a record, without hashes. */
static void take_hashes_off(const char *name)
{
    char *to = it.text;

    read_text(name);
    for (const char *from = it.text; *from;) {
        if (!strncmp(from, " # ", 3))
            from += strcspn(from, "\n");
        *to++ = *from++;
    }
    *to = '\0';
}

static struct {
    char text[BYTES];
    size_t length;
} written;

static void keep(void *to, const char *text, size_t length)
{
    (void)to;
    cr_assert_lt(written.length + length, BYTES);
    memcpy(written.text + written.length, text, length);
    written.length += length;
}

Test(older_rulesets, a_record_keeps_its_ruleset_when_it_is_written_again)
{
    struct record_error error = {0};

    take_hashes_off(cities);
    cr_assert_eq(read_record(it.text, &error), RULES_OK, "%s", error.reason);
    cr_expect_eq(it.record.ruleset, 2);
    cr_assert_eq(record_write(&it.record, keep, NULL), RULES_OK);
    cr_expect_str_eq(written.text, it.text);
}

ParameterizedTestParameters(older_rulesets, a_record_of_each_log_is_valid)
{
    return logs();
}

ParameterizedTest(struct older *older, older_rulesets,
                  a_record_of_each_log_is_valid)
{
    struct record_error error = {0};

    take_hashes_off(older->name);
    cr_expect_eq(read_record(it.text, &error), RULES_OK, "%s", error.reason);
    cr_expect_eq(it.record.game->to_act(it.replay.state), 0);
}

Test(older_rulesets, a_record_of_a_ruleset_that_is_not_continued_is_refused)
{
    static const char *const rulesets[] = {"ruleset 1", "ruleset 4"};

    for (size_t i = 0; i < sizeof rulesets / sizeof *rulesets; i++) {
        struct record_error error = {0};

        take_hashes_off(cities);
        memcpy(strstr(it.text, "ruleset 2"), rulesets[i], strlen(rulesets[i]));
        cr_expect_eq(read_record(it.text, &error),
                     i == 0 ? RULES_BAD_SETTINGS : RULES_NEWER);
        cr_expect_not_null(strstr(error.reason, rulesets[i]), "%s",
                           error.reason);
    }
}

/* ---- states whose bytes have changed ---- */

static uint64_t reversed(const void *state, uint16_t version)
{
    return version == 1 ? ~record_state_hash(games[0], state) : 0;
}

Test(older_rulesets, a_hash_of_an_older_version_is_computed_by_the_game)
{
    struct game game = *games[0];
    struct settings settings;
    const uint8_t secret[RULES_SECRET_SIZE] = {1};
    uint64_t hash;

    game_defaults(&game, 2, &settings);
    cr_assert_eq(game.start(it.replay.state, &settings, secret), RULES_OK);
    hash = record_state_hash(&game, it.replay.state);
    cr_expect(record_hash_is(&game, it.replay.state, hash));
    cr_expect_not(record_hash_is(&game, it.replay.state, ~hash));
    game.oldest_version = 1;
    cr_expect_not(record_hash_is(&game, it.replay.state, ~hash));
    game.old_hash = reversed;
    cr_expect(record_hash_is(&game, it.replay.state, ~hash));
    cr_expect(record_hash_is(&game, it.replay.state, hash));
    cr_expect_not(record_hash_is(&game, it.replay.state, hash + 1));
}
