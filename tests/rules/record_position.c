/* Records that begin at a position, and records with moves taken back. */
#include "rules/record_position.h"
#include "rules/replay.h"

#include "rules_match.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 1 << 14 };

static struct entry entries[TEST_ENTRIES_MAX];
static struct record back;
static struct record_error error;
static alignas(max_align_t) uint8_t state[RULES_STATE_MAX];

static enum rules_err reads(const char *text)
{
    back = (struct record){.entries = entries, .cap = TEST_ENTRIES_MAX};
    error = (struct record_error){0};
    return record_read(text, &back, state, &error);
}

#define HEAD                                                                   \
    "game template\n"                                                          \
    "ruleset 3\n"                                                              \
    "deck numbers 1\n"                                                         \
    "seats 3\n"                                                                \
    "secret 000102030405060708090a0b0c0d0e0f"                                  \
    "101112131415161718191a1b1c1d1e1f\n"

/* Seat 1 has chosen of two, and the cards of the others are known. */
#define POSITION                                                               \
    "position\n"                                                               \
    "winner \"high\"\n"                                                        \
    "sudden false\n"                                                           \
    "dealt 4\n"                                                                \
    "phase \"choosing\"\n"                                                     \
    "deck 18\n"                                                                \
    "discards []\n"                                                            \
    "players.0.points 7\n"                                                     \
    "players.0.cards 2\n"                                                      \
    "players.0.left false\n"                                                   \
    "players.0.has_chosen false\n"                                             \
    "players.0.hand.0 3\n"                                                     \
    "players.0.hand.1 5\n"                                                     \
    "players.1.points 0\n"                                                     \
    "players.1.cards 2\n"                                                      \
    "players.1.left false\n"                                                   \
    "players.1.has_chosen true\n"                                              \
    "players.1.chosen 9\n"                                                     \
    "players.1.hand.0 8\n"                                                     \
    "players.1.hand.1 9\n"                                                     \
    "players.2.points 0\n"                                                     \
    "players.2.cards 2\n"                                                      \
    "players.2.left false\n"                                                   \
    "players.2.has_chosen false\n"                                             \
    "players.2.hand.0 1\n"                                                     \
    "players.2.hand.1 2\n"                                                     \
    "hidden.secret \"000102030405060708090a0b0c0d0e0f"                         \
    "101112131415161718191a1b1c1d1e1f\"\n"                                     \
    "hidden.stream 6\n"

/* Part of a text in place of another, which must be there. */
static const char *with(const char *text, const char *old, const char *new)
{
    static char out[TEXT_MAX];
    const char *at = strstr(text, old);

    cr_assert_not_null(at, "\"%s\" is not in the sample", old);
    snprintf(out, sizeof out, "%.*s%s%s", (int)(at - text), text, new,
             at + strlen(old));
    return out;
}

static int points_of(int seat)
{
    struct scores scores;

    back.game->score(state, &scores);
    return scores.item[0].points[seat];
}

Test(record_position, is_where_the_match_begins)
{
    cr_assert_eq(reads(HEAD POSITION "\n"), RULES_OK, "line %zu: %s",
                 error.line, error.reason);

    cr_expect_eq(points_of(0), 7);
    cr_expect_eq(back.game->to_act(state), 1 | 4);
    cr_expect_eq(back.position_length, strlen(POSITION) - strlen("position\n"));
}

Test(record_position, is_played_on_from)
{
    cr_assert_eq(reads(HEAD POSITION "\n0 choose 3\n2 choose 2\n1 take\n"),
                 RULES_OK, "line %zu: %s", error.line, error.reason);

    cr_expect_eq(points_of(1), 2, "the lowest card of 3, 9 and 2");
    cr_expect_eq(back.count, 3);
}

/* What record_write made of it, as a text of its own. */
static const char *written(const struct record *record)
{
    static struct test_match m;

    m.record = *record;
    return test_match_text(&m);
}

Test(record_position, is_written_as_it_was_read)
{
    static const char text[] =
        HEAD "hand 4\nwinner high\nsudden false\n" POSITION "\n0 choose 3\n";
    static char first[TEXT_MAX];

    cr_assert_eq(reads(text), RULES_OK);
    snprintf(first, sizeof first, "%s", written(&back));
    cr_expect(strstr(first, POSITION "\n0 choose 3\n"), "%s", first);
    cr_assert_eq(reads(first), RULES_OK, "line %zu: %s", error.line,
                 error.reason);

    cr_expect_str_eq(written(&back), first);
}

Test(record_position, needs_no_newline_at_the_texts_end)
{
    char text[TEXT_MAX] = HEAD POSITION;

    text[strlen(text) - 1] = '\0';
    cr_assert_eq(reads(text), RULES_OK, "line %zu: %s", error.line,
                 error.reason);
    cr_expect_eq(points_of(0), 7);
    cr_expect(strstr(written(&back), POSITION "\n"),
              "the newline is there when it is written");
}

Test(record_position, an_invalid_one_is_refused_with_line_and_reason)
{
    static const char good[] = HEAD POSITION "\n";
    static const struct {
        const char *old, *new;
        size_t line;
        enum rules_err err;
        const char *reason;
    } cases[] = {
        {"dealt 4", "dealt", 9, RULES_BAD_POSITION, "a path, a space"},
        {"dealt 4", "sudden true", 9, RULES_BAD_POSITION, "paths are unique"},
        {"hidden.stream 6", "hidden.stream 06", 33, RULES_BAD_POSITION,
         "a path, a space"},
        {"dealt 4", "dealt 9", 6, RULES_BAD_POSITION,
         "not a position of Template: /dealt: This must be a whole number from "
         "3 to 6."},
        {"hand.1 5", "hand.1 3", 6, RULES_BAD_POSITION,
         "/hand/1: Card 3 is already in another place."},
        {POSITION, "position\n", 6, RULES_BAD_POSITION,
         "/players: This member is required."},
        {"dealt 4", "dealt 5", 6, RULES_BAD_SETTINGS,
         "settings of the position"},
        {"seats 3", "seats 4", 6, RULES_BAD_SETTINGS,
         "settings of the position"},
        {"ruleset 3\n", "", 5, RULES_BAD_SETTINGS, "\"ruleset\""},
    };

    cr_assert_eq(reads(good), RULES_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = with(good, cases[i].old, cases[i].new);

        cr_expect_eq(reads(text), cases[i].err, "%s", cases[i].new);
        cr_expect_eq(error.line, cases[i].line, "\"%s\": line %zu",
                     cases[i].new, error.line);
        cr_expect(strstr(error.reason, cases[i].reason), "\"%s\": %s",
                  cases[i].new, error.reason);
    }
}

Test(record_position, decisions_after_it_are_counted_by_their_line)
{
    cr_expect_eq(reads(HEAD POSITION "\n0 choose 3\n0 fly\n"),
                 RULES_BAD_NOTATION);
    cr_expect_eq(error.line, 36, "line %zu", error.line);
}

Test(record_position, that_is_longer_than_any_is_refused)
{
    static char text[1 << 18] = HEAD POSITION "x \"";
    size_t length = strlen(text);

    memset(text + length, 'y', RECORD_POSITION_MAX);
    cr_expect_eq(reads(text), RULES_BAD_POSITION);
    cr_expect(strstr(error.reason, "131071 bytes"), "%s", error.reason);
}

Test(record_position, with_a_nul_in_it_is_none)
{
    static const char text[] = "dealt 4\n\0seats 3\n";
    struct record_position_fault fault = {.line = 9};

    cr_expect_eq(record_position_read(game_find("template"), text,
                                      sizeof text - 1, state, &fault),
                 RULES_BAD_POSITION);
    cr_expect_eq(fault.line, 0);
}

/* All along a match: written, read, the same state; and a record begun there
 * replays to it. */
Test(record_position, of_every_game_is_written_and_read)
{
    static char text[RECORD_POSITION_MAX];
    static struct test_match m;
    struct settings settings;

    for (size_t i = 0; games[i]; i++) {
        struct record record = {.game = games[i], .position = text};

        game_defaults(games[i], games[i]->max_seats, &settings);
        test_match_start(&m, games[i], &settings, 3);
        do {
            if (m.record.count % 32 != 0)
                continue;
            record.settings = settings;
            record.position_length =
                record_position_write(games[i], m.state, text, sizeof text);
            cr_assert_gt(record.position_length, 0);
            cr_assert_eq(text[record.position_length], '\0');
            memset(state, 0x5a, sizeof state);
            cr_assert_eq(record_replay(&record, 0, state, NULL), RULES_OK);
            cr_assert_arr_eq(state, m.state, games[i]->state_size, "%s",
                             games[i]->id);
        } while (test_match_step_random(&m));
    }
}

Test(record_position, that_does_not_fit_its_room_is_not_written)
{
    static struct test_match m;
    struct settings settings;
    char text[200];

    game_defaults(game_find("template"), 2, &settings);
    test_match_start(&m, game_find("template"), &settings, 3);
    cr_expect_eq(
        record_position_write(game_find("template"), m.state, text, 200), 0);
}

/* Seats 0 and 1 choose, 0 takes its choice back and chooses again. */
Test(record_undo, strikes_the_seats_own_last_moves)
{
    cr_assert_eq(reads(HEAD POSITION "\n"
                                     "0 choose 3\n"
                                     "0 undo 1\n"
                                     "2 choose 2\n"
                                     "0 choose 5\n"
                                     "1 take\n"),
                 RULES_OK, "line %zu: %s", error.line, error.reason);

    cr_expect_eq(back.count, 5);
    cr_expect_eq(back.entries[1].kind, ENTRY_UNDO);
    cr_expect_eq(back.entries[1].move.bits, 1);
    cr_expect_eq(points_of(1), 2);
    cr_expect_null(strstr(written(&back), "3\n0 choose"));
    cr_expect(strstr(written(&back), "\n0 undo 1\n2 choose 2\n0 choose 5\n"));
}

/* A match from its start, whose hands hold the cards below. */
#define DEALT                                                                  \
    "game template\n"                                                          \
    "ruleset 3\n"                                                              \
    "deck numbers 1\n"                                                         \
    "seats 3\n"                                                                \
    "secret cccddee88a8dbdccc79689c8f43f163a"                                  \
    "53700d9e84f74ebea0e16fdfb3b923e7\n\n"

/* Seat 2 chose after seat 0 did, which takes its choice back. */
Test(record_undo, leaves_the_choices_of_others)
{
    alignas(max_align_t) uint8_t without[RULES_STATE_MAX];

    cr_assert_eq(reads(DEALT "2 choose 20\n"), RULES_OK, "line %zu: %s",
                 error.line, error.reason);
    memcpy(without, state, back.game->state_size);

    cr_assert_eq(reads(DEALT "0 choose 8\n2 choose 20\n0 undo 1\n"), RULES_OK,
                 "line %zu: %s", error.line, error.reason);

    cr_expect_eq(back.game->to_act(state), 1 | 2);
    cr_expect_arr_eq(state, without, back.game->state_size);
}

Test(record_undo, that_cannot_be_is_refused_with_line_and_reason)
{
    static const struct {
        const char *lines;
        enum rules_err err;
        const char *reason;
    } cases[] = {
        {"0 undo 1", RULES_ILLEGAL_MOVE, "cannot undo a move here: it has"},
        {"0 choose 3\n2 undo 1", RULES_ILLEGAL_MOVE, "it has not moved yet"},
        {"0 choose 3\n0 undo 2", RULES_ILLEGAL_MOVE, "can undo 1 of its"},
        {"0 choose 3\n0 undo 0", RULES_ILLEGAL_MOVE, "at least one move"},
        {"0 choose 3\n0 undo 01", RULES_BAD_NOTATION, "\"undo N\""},
        {"0 choose 3\n0 undo", RULES_BAD_NOTATION, "\"undo N\""},
        {"0 choose 3\n0 undo one", RULES_BAD_NOTATION, "\"undo N\""},
        {"0 choose 3\n0 undo 70000", RULES_BAD_NOTATION, "\"undo N\""},
        {"0 choose 3\n0 undo 1\n0 undo 1", RULES_ILLEGAL_MOVE, "cannot undo"},
        {"0 choose 3\n2 choose 2\n2 undo 1", RULES_ILLEGAL_MOVE,
         "hidden information was revealed"},
        {"0 choose 3\n1 leave\n0 undo 1", RULES_ILLEGAL_MOVE,
         "earlier decisions are final"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[TEXT_MAX];
        size_t line = 35;

        for (const char *p = cases[i].lines; *p; p++)
            line += *p == '\n';
        snprintf(text, sizeof text, HEAD POSITION "\n%s\n", cases[i].lines);

        cr_expect_eq(reads(text), cases[i].err, "\"%s\"", cases[i].lines);
        cr_expect_eq(error.line, line, "\"%s\": line %zu", cases[i].lines,
                     error.line);
        cr_expect(strstr(error.reason, cases[i].reason), "\"%s\": %s",
                  cases[i].lines, error.reason);
    }
}
