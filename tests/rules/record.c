/* Records: a written record reads back to the same match, and a text that is
 * not a record of a legal match is refused with the line and the reason. */
#include "rules/replay.h"

#include "rules_match.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

/* What record_read left. */
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
    "seats 2\n"                                                                \
    "hand 3\n"                                                                 \
    "winner high\n"                                                            \
    "sudden false\n"
#define SECRET                                                                 \
    "secret 000102030405060708090a0b0c0d0e0f"                                  \
    "101112131415161718191a1b1c1d1e1f\n"

/* A short match of the template, to its end. */
static const char *sample(void)
{
    static struct test_match m;
    struct settings settings;

    game_defaults(game_find("template"), 3, &settings);
    test_match_start(&m, game_find("template"), &settings, 7);
    for (int i = 0; i < 5; i++)
        test_match_step_random(&m);
    test_match_step(&m, (struct entry){.kind = ENTRY_LEAVE, .seat = 1});
    while (test_match_step_random(&m))
        continue;
    return test_match_text(&m);
}

/* Part of a text in place of another, which must be there. */
static const char *with(const char *text, const char *old, const char *new)
{
    static char out[1 << 14];
    const char *at = strstr(text, old);

    cr_assert_not_null(at, "\"%s\" is not in the sample", old);
    snprintf(out, sizeof out, "%.*s%s%s", (int)(at - text), text, new,
             at + strlen(old));
    return out;
}

Test(record, reads_back_what_was_written)
{
    static char text[1 << 14];
    static struct test_match again;

    snprintf(text, sizeof text, "%s", sample());

    cr_assert_eq(reads(text), RULES_OK, "line %zu: %s", error.line,
                 error.reason);
    again.record = back;
    cr_expect_str_eq(test_match_text(&again), text);
    cr_expect_eq(back.game->to_act(state), 0, "the state is at the end");
    cr_expect_eq(back.settings.seats, 3);
}

Test(record, begins_with_a_head_of_names_and_values)
{
    cr_assert_eq(reads(HEAD SECRET "\n"), RULES_OK, "line %zu: %s", error.line,
                 error.reason);

    cr_expect_eq(back.count, 0);
    cr_expect_eq(back.secret[1], 1);
    cr_expect_eq(back.secret[31], 31);
    cr_expect_eq(back.settings.values[0], 3);
}

Test(record, names_may_come_in_any_order_and_options_may_be_left_out)
{
    cr_expect_eq(reads("game template\n" SECRET
                       "seats 4\ndeck numbers 1\nwinner low\nruleset 3\n"),
                 RULES_OK);

    cr_expect_eq(back.settings.seats, 4);
    cr_expect_eq(back.settings.values[0], 4, "the default of \"hand\"");
    cr_expect_eq(back.settings.values[1], 1);
}

Test(record, ends_at_an_empty_line)
{
    cr_expect_eq(reads(HEAD SECRET "\n1 leave\n\nscores 1 2\n"), RULES_OK);
    cr_expect_eq(back.count, 1);
}

/* Where a text is refused, and a word of the reason. */
struct refused {
    const char *old, *new;
    size_t line;
    const char *reason;
};

/* A newer program may know what this one does not. */
static enum rules_err error_of(const char *head)
{
    return strcmp(head, "game chess") == 0 || strcmp(head, "ruleset 4") == 0 ||
                   strcmp(head, "deck numbers 2") == 0
               ? RULES_NEWER
               : RULES_BAD_SETTINGS;
}

Test(record, a_bad_head_is_refused_with_line_and_reason)
{
    static const char good[] = HEAD SECRET "\n";
    static const struct refused cases[] = {
        {"game template", "game chess", 1, "Unknown game \"chess\""},
        {"game template\n", "", 1, "must begin with"},
        {"game template", "", 1, "must begin with"},
        {"ruleset 3", "ruleset 4", 2, "ruleset 4"},
        {"ruleset 3", "ruleset one", 2, "number"},
        {"ruleset 3\n", "", 8, "\"ruleset\""},
        {"deck numbers 1", "deck numbers 2", 3, "deck numbers 2"},
        {"deck numbers 1", "deck letters 1", 3, "deck letters 1"},
        {"deck numbers 1\n", "", 8, "\"deck\""},
        {"seats 2", "seats 5", 4, "2 to 4 seats"},
        {"seats 2", "seats 1", 4, "2 to 4 seats"},
        {"seats 2", "seats two", 4, "2 to 4 seats"},
        {"seats 2", "seats 02", 4, "2 to 4 seats"},
        {"seats 2", "seats", 4, "a name and a value"},
        {"seats 2\n", "", 8, "\"seats\""},
        {"hand 3", "hand 2", 5, "no value \"2\""},
        {"hand 3", "hand 7", 5, "no value \"7\""},
        {"hand 3", "hand -3", 5, "no value \"-3\""},
        {"hand 3", "hand 99999999999", 5, "no value"},
        {"winner high", "winner tall", 6, "no value \"tall\""},
        {"sudden false", "sudden no", 7, "no value \"no\""},
        {"sudden false", "hand 3", 7, "twice"},
        {"sudden false", "ruleset 3", 7, "twice"},
        {"sudden false", "colour red", 7, "no option \"colour\""},
        {"secret 00", "secret 0", 8, "64 hex digits"},
        {"secret 00", "secret 000", 8, "64 hex digits"},
        {"secret 00", "secret 0G", 8, "64 hex digits"},
        {"secret 00", "secret 0A", 8, "64 hex digits"},
        {SECRET, "", 8, "\"secret\""},
    };

    cr_assert_eq(reads(good), RULES_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = with(good, cases[i].old, cases[i].new);

        cr_expect_eq(reads(text), error_of(cases[i].new), "%s", cases[i].new);
        cr_expect_eq(error.line, cases[i].line, "\"%s\": line %zu",
                     cases[i].new, error.line);
        cr_expect(strstr(error.reason, cases[i].reason), "\"%s\": %s",
                  cases[i].new, error.reason);
    }
}

/* The line of the option, or the last line of the head when its default is
 * meant. */
Test(record, settings_that_do_not_go_together_are_refused_in_the_games_words)
{
    static const char head[] = "game underwater-cities\n"
                               "ruleset 3\n"
                               "deck fathom-1 1\n"
                               "boards advanced\n"
                               "contracts true\n" SECRET "seats 1\n\n";
    const struct game *game = game_find("underwater-cities");
    struct settings settings;
    size_t option = 0;

    game_defaults(game, 1, &settings);
    settings.values[2] = 1;

    cr_expect_eq(reads(head), RULES_BAD_SETTINGS);
    cr_expect_str_eq(error.reason, game->refuses(&settings, &option));
    cr_expect_eq(error.line, 5, "line %zu", error.line);
    cr_expect_eq(reads(with(head, "seats 1", "seats 2")), RULES_OK, "%s",
                 error.reason);
}

Test(record, options_left_out_have_the_default_of_the_seat_count)
{
    static const char head[] = "game underwater-cities\n"
                               "ruleset 3\n"
                               "deck fathom-1 1\n" SECRET "seats 1\n\n";

    cr_expect_eq(reads(head), RULES_OK, "%s", error.reason);
    cr_expect_eq(back.settings.values[1], 1, "alone on an advanced board");
    cr_expect_eq(reads(with(head, "seats 1", "seats 4")), RULES_OK);
    cr_expect_eq(back.settings.values[1], 0, "together on a basic one");
}

Test(record, a_bad_decision_is_refused_with_line_and_reason)
{
    static const struct {
        const char *line;
        enum rules_err err;
        const char *reason;
    } cases[] = {
        {"x", RULES_BAD_NOTATION, "a seat from 0 to 1"},
        {"2 take", RULES_BAD_NOTATION, "a seat from 0 to 1"},
        {"0", RULES_BAD_NOTATION, "a seat from 0 to 1"},
        {"0take", RULES_BAD_NOTATION, "a seat from 0 to 1"},
        {"0 ", RULES_BAD_NOTATION, "is not a move"},
        {"0 fly", RULES_BAD_NOTATION, "\"fly\" is not a move of template"},
        {"0  take", RULES_BAD_NOTATION, "is not a move"},
        {"0 take", RULES_ILLEGAL_MOVE, "not-now"},
        {"1 leave\n0 take", RULES_NOT_TO_ACT, "no decision to make"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        size_t line = strchr(cases[i].line, '\n') ? 11 : 10;

        snprintf(text, sizeof text, HEAD SECRET "\n%s\n", cases[i].line);

        cr_expect_eq(reads(text), cases[i].err, "\"%s\"", cases[i].line);
        cr_expect_eq(error.line, line, "\"%s\": line %zu", cases[i].line,
                     error.line);
        cr_expect(strstr(error.reason, cases[i].reason), "\"%s\": %s",
                  cases[i].line, error.reason);
    }
}

Test(record, a_line_longer_than_any_record_has_is_refused)
{
    char text[4096] = HEAD SECRET "\n0 ";
    size_t length = strlen(text);

    memset(text + length, 'x', 2000);
    cr_expect_eq(reads(text), RULES_BAD_NOTATION);
    cr_expect_eq(error.line, 10);
    memset(text, 'y', 2000);
    cr_expect_eq(reads(text), RULES_BAD_SETTINGS);
    cr_expect_eq(error.line, 1);
}

Test(record, more_decisions_than_there_is_room_for_are_refused)
{
    back = (struct record){.entries = entries, .cap = 5};

    cr_expect_eq(record_read(sample(), &back, state, &error),
                 RULES_BAD_NOTATION);
    cr_expect_eq(back.count, 5);
    cr_expect(strstr(error.reason, "more than 5"), "%s", error.reason);
}

Test(record, the_error_may_be_left_out)
{
    back = (struct record){.entries = entries, .cap = 5};
    cr_expect_eq(record_read("game chess\n", &back, state, NULL), RULES_NEWER);
}

/* Any byte of a record turned into another: read as a record or refused, never
 * worse. */
Test(record, faulty_text_is_refused_safely)
{
    static char text[1 << 14];
    struct random random;
    uint8_t key[32] = {6};
    size_t length;

    random_init(&random, key, 0);
    for (int i = 0; i < 3000; i++) {
        snprintf(text, sizeof text, "%s", sample());
        length = strlen(text);
        for (int n = 0; n < 1 + i % 3; n++)
            text[random_below(&random, (uint32_t)length)] =
                (char)random_below(&random, 256);
        if (reads(text))
            cr_assert(error.line > 0 && error.reason[0]);
    }
}

Test(record, append_never_goes_past_the_room)
{
    struct entry two[2];
    struct record record = {.entries = two, .cap = 2};

    cr_expect(record_append(&record, (struct entry){.seat = 1}));
    cr_expect(record_append(&record, (struct entry){.seat = 2}));
    cr_expect_not(record_append(&record, (struct entry){.seat = 3}));
    cr_expect_eq(record.count, 2);
    cr_expect_eq(two[1].seat, 2);
}

Test(record, replay_names_the_entry_that_does_not_apply)
{
    size_t failed = 99;

    cr_assert_eq(reads(sample()), RULES_OK);
    cr_expect_eq(record_replay(&back, back.count, state, &failed), RULES_OK);
    back.entries[3].move.bits ^= 1u << 31;
    cr_expect_neq(record_replay(&back, back.count, state, &failed), RULES_OK);
    cr_expect_eq(failed, 3);
    cr_expect_eq(record_replay(&back, 3, state, NULL), RULES_OK);
}

Test(record, writing_a_match_that_does_not_apply_fails)
{
    static struct test_match m;

    cr_assert_eq(reads(sample()), RULES_OK);
    back.entries[3].move.bits ^= 1u << 31;
    m.record = back;
    test_match_text(&m);

    cr_expect_neq(test_match_text(&m)[0], '\0', "the beginning is there");
    back.settings.seats = 9;
    m.record = back;
    cr_expect_str_eq(test_match_text(&m), "");
}

Test(record, the_hash_of_a_state_depends_on_every_byte)
{
    const struct game *game = game_find("template");
    uint64_t hash;

    cr_assert_eq(reads(sample()), RULES_OK);
    hash = record_state_hash(game, state);
    for (size_t i = 0; i < game->state_size; i++) {
        state[i] ^= 1;
        cr_expect_neq(record_state_hash(game, state), hash, "byte %zu", i);
        state[i] ^= 1;
    }
    cr_expect_eq(record_state_hash(game, state), hash);
}
