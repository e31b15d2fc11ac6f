/* fathom position: what it shows, plays, writes and refuses. */
#include "run.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AT = 40 }; /* decisions before the position that is looked at */

static const char uwc[] = "underwater-cities";

/* The record and the position after some decisions of a match. */
struct sample {
    char *record, *position;
};

static struct sample sample_of(const char *game, const char *flags, int at)
{
    static struct ran ran;
    struct sample sample = {temporary(""), temporary("")};
    char line[512];

    snprintf(line, sizeof line,
             "simulate %s --matches 1 --bots random --record %s --position %s "
             "--at %d %s",
             game, sample.record, sample.position, at, flags);
    run(&ran, line);
    cr_assert_eq(ran.status, CLI_OK, "%s", ran.err);
    return sample;
}

static void forget(struct sample *sample)
{
    unlink(sample->record);
    unlink(sample->position);
    free(sample->record);
    free(sample->position);
}

/* Run "position FILE flags". */
static void look(struct ran *ran, const struct sample *sample,
                 const char *flags)
{
    char line[4096];

    snprintf(line, sizeof line, "position %s %s", sample->position, flags);
    run(ran, line);
}

/* Decision n of a record's text, from 0, without its newline (new). */
static char *decision(const char *text, int n)
{
    const char *at = strstr(text, "\n\n") + 2;

    while (n-- > 0)
        at = strchr(at, '\n') + 1;
    return strndup(at, strcspn(at, "\n"));
}

Test(position, what_was_written_is_read_and_written_the_same)
{
    static struct ran ran;

    for (size_t g = 0; games[g]; g++)
        for (int at = 0; at < 5; at++) {
            struct sample sample = sample_of(games[g]->id, "", at);
            char *text = content_of(sample.position);

            look(&ran, &sample, "--json");
            cr_expect_eq(ran.status, CLI_OK);
            cr_expect_str_eq(ran.out, text);
            free(text);
            forget(&sample);
        }
}

Test(position, shows_the_table_the_points_the_prompt_and_every_move)
{
    static struct ran ran, list;
    struct sample sample = sample_of(uwc, "", AT);
    char numbered[16];
    int moves = 0;

    look(&ran, &sample, "");
    look(&list, &sample, "--moves");

    cr_assert_eq(ran.status, CLI_OK);
    cr_assert_eq(list.status, CLI_OK);
    for (const char *at = list.out; *at; at = strchr(at, '\n') + 1)
        moves++;
    cr_expect_gt(moves, 0);
    snprintf(numbered, sizeof numbered, "\n%4d  ", moves);
    cr_expect_not_null(strstr(ran.out, numbered));
    snprintf(numbered, sizeof numbered, "\n%4d  ", moves + 1);
    cr_expect_null(strstr(ran.out, numbered));
    cr_expect_not_null(strstr(ran.out, "\nSeat "));
    cr_expect_not_null(strstr(ran.out, "\ntotal"));
    cr_expect_not_null(strstr(ran.out, "production: "));
    cr_expect_not_null(strstr(ran.out, "feeding "));
    cr_expect_not_null(strstr(ran.out, "breakdown: "));
    forget(&sample);
}

Test(position, moves_lead_where_the_match_went)
{
    static struct ran moved, replayed;

    for (size_t g = 0; games[g]; g++) {
        struct sample sample = sample_of(games[g]->id, "", 2);
        char *text = content_of(sample.record);
        char line[4096] = "--json";

        for (int n = 2; n < 9; n++) {
            char *words = decision(text, n);

            strncat(line, " --move '", sizeof line - strlen(line) - 1);
            strncat(line, words, sizeof line - strlen(line) - 1);
            strncat(line, "'", sizeof line - strlen(line) - 1);
            free(words);
        }
        look(&moved, &sample, line);
        snprintf(line, sizeof line, "replay %s --at 9 --position -",
                 sample.record);
        run(&replayed, line);

        cr_assert_eq(moved.status, CLI_OK, "%s", moved.err);
        cr_assert_eq(replayed.status, CLI_OK, "%s", replayed.err);
        cr_expect_str_eq(moved.out, replayed.out);
        free(text);
        forget(&sample);
    }
}

Test(position, a_move_may_be_taken_back)
{
    static struct ran ran;
    struct sample sample = sample_of(uwc, "", 0);
    char *text = content_of(sample.position);

    look(&ran, &sample, "--moves --seat 1");
    ran.out[strcspn(ran.out, "\n")] = '\0';
    char line[256];
    snprintf(line, sizeof line, "--json --move '%.80s' --move '1 undo 1'",
             ran.out);
    look(&ran, &sample, line);

    cr_assert_eq(ran.status, CLI_OK, "%s", ran.err);
    cr_expect_str_eq(ran.out, text);
    look(&ran, &sample, "--move '1 undo 1'");
    cr_expect_eq(ran.status, CLI_FAILED);
    cr_expect_not_null(strstr(ran.err, "can undo 0 moves"));
    free(text);
    forget(&sample);
}

Test(position, an_illegal_move_is_refused_with_rule_and_reason)
{
    static struct ran ran;
    struct sample sample = sample_of(uwc, "--seats 2", 0);

    look(&ran, &sample, "--move 'end'");
    cr_expect_eq(ran.status, CLI_FAILED);
    cr_expect_str_empty(ran.out);
    cr_expect_not_null(strstr(ran.err, "\"end\" is not legal (not-now): "));
    look(&ran, &sample, "--move 'dance wildly'");
    cr_expect_eq(ran.status, CLI_FAILED);
    cr_expect_not_null(strstr(ran.err, "is not a move"));
    forget(&sample);

    sample = sample_of(uwc, "--seats 2", AT);
    look(&ran, &sample, "--moves");
    look(&ran, &sample,
         ran.out[0] == '0' ? "--move '1 end'" : "--move '0 end'");
    cr_expect_eq(ran.status, CLI_FAILED);
    cr_expect_not_null(strstr(ran.err, "has no decision to make"));
    forget(&sample);
}

Test(position, a_seat_sees_what_it_may_and_no_more)
{
    static struct ran all, seat;
    struct sample sample = sample_of(uwc, "", AT);

    look(&all, &sample, "");
    look(&seat, &sample, "--seat 1");

    cr_expect_null(strstr(all.out, "secret "));
    cr_expect_null(strstr(all.out, "\nhidden:"));
    look(&all, &sample, "--hidden");
    cr_expect_not_null(strstr(all.out, "secret "));
    cr_expect_not_null(strstr(all.out, "\nhidden:"));
    cr_assert_eq(seat.status, CLI_OK);
    cr_expect_null(strstr(seat.out, "secret "));
    look(&seat, &sample, "--seat 2");
    cr_expect_eq(seat.status, CLI_USAGE);
    forget(&sample);
}

Test(position, reads_standard_input_and_bare_views)
{
    static struct ran ran;
    struct sample sample = sample_of(uwc, "--seats 3", AT);
    char *text = content_of(sample.position);
    json_t *document = json_loads(text, 0, NULL);
    char *bare = json_dumps(json_object_get(document, "position"), 0);

    run_with(&ran, "position - --json", bare);
    cr_expect_eq(ran.status, CLI_OK, "%s", ran.err);
    cr_expect_str_eq(ran.out, text);
    run_with(&ran, "position - --json --game underwater-cities", bare);
    cr_expect_str_eq(ran.out, text);
    run_with(&ran, "position - --json --game template", bare);
    cr_expect_eq(ran.status, CLI_FAILED);
    cr_expect_not_null(strstr(ran.err, "not a position of template"));
    free(bare);
    free(text);
    json_decref(document);
    forget(&sample);
}

Test(position, an_invalid_position_is_refused)
{
    static const char *const texts[] = {
        "",
        "{",
        "{}",
        "[]",
        "hello",
        "{\"position\": {}}",
        "{\"game\": \"chess\", \"position\": {}}",
        "{\"game\": \"underwater-cities\", \"position\": {\"round\": 3}}",
    };
    static struct ran ran;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        run_with(&ran, "position -", texts[i]);
        cr_expect_eq(ran.status, CLI_FAILED, "%s", texts[i]);
        cr_expect_str_empty(ran.out);
        cr_expect_neq(ran.err[0], '\0');
    }
    run(&ran, "position /no/such/file");
    cr_expect_eq(ran.status, CLI_FAILED);
    run(&ran, "position");
    cr_expect_eq(ran.status, CLI_USAGE);
}

Test(position, a_refused_position_is_reported_with_place_and_reason)
{
    static const struct {
        const char *text, *error;
    } rows[] = {
        {"{\"seats\": [{}, {\"points\": -1}]}",
         "fathom: not a position of underwater-cities: /seats/1/points: This "
         "must be a whole number from 0 to 5000.\n"},
        {"{\"game\": \"underwater-cities\", \"position\": {\"seats\": "
         "[{\"hand\":"
         " {\"cards\": [7, 7]}}]}}",
         "fathom: not a position of underwater-cities: "
         "/position/seats/0/hand/cards/1: Card 7 is listed twice.\n"},
        {"{\"game\": \"template\", \"position\": {\"players\": []}}",
         "fathom: not a position of template: /position/players: A position "
         "has 2 to 4 players.\n"},
        {"{\"seats\": [{}], \"a/b~\": 1}",
         "fathom: not a position of underwater-cities: /a~1b~0: A position has "
         "no such member.\n"},
    };
    static struct ran ran;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        run_with(&ran, "position -", rows[i].text);
        cr_expect_eq(ran.status, CLI_FAILED);
        cr_expect_str_eq(ran.err, rows[i].error);
    }
}

Test(position, cards_are_shown_with_their_names)
{
    static struct ran ran;

    run_with(&ran, "position -",
             "{\"seats\": [{\"hand\": {\"cards\": [3, 1]}}, {}]}");
    cr_assert_eq(ran.status, CLI_OK, "%s", ran.err);
    cr_expect_not_null(strstr(ran.out, "1 Seabed Quarry, "), "%s", ran.out);
    cr_expect_not_null(strstr(ran.out, "card 206, name Personal Assistant"));
    run_with(&ran, "position -",
             "{\"seats\": [{}, {}], \"current_turn\": {\"slot\": \"yellow3\","
             " \"card\": 63}}");
    cr_assert_eq(ran.status, CLI_OK, "%s", ran.err);
    cr_expect_not_null(strstr(ran.out, "card 63 Smuggling"), "%s", ran.out);
    run_with(&ran, "position -",
             "{\"players\": [{\"hand\": [3]}, {\"hand\":"
             " [4]}]}");
    cr_assert_eq(ran.status, CLI_OK, "%s", ran.err);
    cr_expect_not_null(strstr(ran.out, "hand [3]"), "cards without names");
}

Test(position, a_seat_leaves_once)
{
    static struct ran ran;
    struct sample sample = sample_of(uwc, "--seats 3", 0);

    look(&ran, &sample, "--move '1 leave' --json");
    cr_expect_eq(ran.status, CLI_OK, "%s", ran.err);
    look(&ran, &sample, "--move '1 leave' --move '1 leave'");
    cr_expect_eq(ran.status, CLI_FAILED);
    cr_expect_not_null(strstr(ran.err, "seat 1 has left"));
    forget(&sample);
}

/* The next block of a language in a document, copied out; NULL after the
 * last. */
static const char *next_block(const char *page, const char *begin, char *out,
                              size_t cap)
{
    const char *block = strstr(page, begin), *end;

    if (!block)
        return NULL;
    block += strlen(begin);
    end = strstr(block, "\n```");
    cr_assert_not_null(end);
    snprintf(out, cap, "%.*s", (int)(end - block), block);
    return end;
}

Test(position, the_examples_of_the_document_are_positions)
{
    static struct ran ran;
    static char block[1 << 14];
    char *page = content_of("docs/positions.md");
    const char *at = page;
    int examples = 0;

    while ((at = next_block(at, "```json\n", block, sizeof block))) {
        examples++;
        run_with(&ran, "position - --game underwater-cities --moves", block);
        cr_expect_eq(ran.status, CLI_OK, "%s", ran.err);
        cr_expect_not_null(strstr(ran.out, "0 place "), "%s", ran.out);
    }
    cr_expect_gt(examples, 0);
    free(page);
}

Test(position, a_match_played_alone_shows_its_goals)
{
    static struct ran ran;
    struct sample sample = sample_of(uwc, "--seats 1", AT);

    look(&ran, &sample, "");
    cr_assert_eq(ran.status, CLI_OK, "%s", ran.err);
    cr_expect_not_null(strstr(ran.out, " of 7\n"));
    cr_expect_not_null(strstr(ran.out, " of 100\n"));
    forget(&sample);
}

/* Writes to the end of a text of RAN_OUT_MAX bytes. */
static void append(void *to, const char *text, size_t length)
{
    strncat(to, text, length);
}

Test(replay, a_record_that_begins_at_a_position_leads_where_its_moves_lead)
{
    static struct ran moved, replayed;
    static char view[1 << 17], text[RAN_OUT_MAX];
    static struct sink_text sink;
    struct sample sample = sample_of(uwc, "", AT);
    struct position position;
    struct record record = {.game = game_find(uwc)};
    struct entry entry = {.kind = ENTRY_MOVE};
    struct move move;
    char line[256];

    cr_assert_not_null(position_load(sample.position, NULL, &position));
    sink_text_init(&sink, view, sizeof view);
    record.game->view(&position, RULES_OMNISCIENT, &sink.sink);
    cr_assert(!sink.overflow);
    entry.seat = (uint8_t)__builtin_ctz(record.game->to_act(&position));
    record.game->moves(&position, entry.seat, &move, 1);
    entry.move = move;
    record.game->settings(&position, &record.settings);
    record.position = view;
    record.position_length = sink.length;
    record.entries = &entry;
    record.count = record.cap = 1;
    cr_assert_eq(record_write(&record, append, text), RULES_OK);

    char *path = temporary(text);
    snprintf(line, sizeof line, "replay %s --position -", path);
    run(&replayed, line);
    look(&moved, &sample, "--moves");
    moved.out[strcspn(moved.out, "\n")] = '\0';
    snprintf(line, sizeof line, "--json --move '%.80s'", moved.out);
    look(&moved, &sample, line);

    cr_assert_eq(replayed.status, CLI_OK, "%s", replayed.err);
    cr_expect_str_eq(replayed.out, moved.out);
    unlink(path);
    free(path);
    forget(&sample);
}
