/* Every document that a game writes is as openapi.yaml describes it: of whole
 * matches of all games with all options, the views, moves, prompts and steps;
 * besides, the components and the rules that refuse moves. */
#include "depth.h"
#include "replies.h"
#include "rules_match.h"

#include "api/json/sink_json.h"
#include "rules/journal.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NAME = 64,
    LISTED = 3,      /* moves of a decision */
    VIEW_EVERY = 24, /* decisions; a view is long */
    LEAVE_EVERY = 200,
};

/* A document that is being written. */
struct document {
    struct text text;
    struct sink_json json;
};

static struct sink *begin(struct document *document)
{
    *document = (struct document){.text = {0}};
    sink_json_init(&document->json, &document->text);
    sink_object(&document->json.sink, NULL);
    return &document->json.sink;
}

/* "UnderwaterCities" and the kind of document. */
static void write_schema(const struct game *game, const char *kind,
                         char out[NAME])
{
    bool is_first = true;
    size_t length = 0;

    for (const char *c = game->id; *c && length + 1 < NAME; c++) {
        if (isalnum((unsigned char)*c))
            out[length++] = (char)(is_first ? toupper((unsigned char)*c) : *c);
        is_first = !isalnum((unsigned char)*c);
    }
    snprintf(out + length, NAME - length, "%s", kind);
}

/* Keep the document, or one member of it, for the check of the whole run. */
static void keep(struct document *document, const struct game *game,
                 const char *kind, const char *member)
{
    char schema[NAME];
    size_t length;
    json_t *whole;
    char *bytes;

    sink_close(&document->json.sink);
    bytes = text_take(&document->text, &length);
    cr_assert_not_null(bytes);
    whole = json_loadb(bytes, length, 0, NULL);
    cr_assert_not_null(whole, "%.*s", (int)length, bytes);
    write_schema(game, kind, schema);
    replies_keep_event(member ? json_object_get(whole, member) : whole, schema);
    json_decref(whole);
    free(bytes);
}

static void keep_view(const struct test_match *m, int viewer)
{
    struct document document;

    game_view(m->game, m->state, viewer, begin(&document));
    keep(&document, m->game, "View", NULL);
}

static void keep_prompt(const struct test_match *m, int seat, int viewer)
{
    struct document document;
    struct sink *sink = begin(&document);

    sink_number(sink, "seat", seat);
    m->game->prompt(m->state, seat, viewer, sink);
    keep(&document, m->game, "Prompt", NULL);
}

static void keep_move(const struct test_match *m, int seat, struct move move)
{
    struct document document;

    m->game->describe(m->state, seat, move, begin(&document));
    keep(&document, m->game, "Move", "parts");
}

static void keep_rule(const struct game *game, const char *rule)
{
    json_t *word = json_string(rule);
    char schema[NAME];

    write_schema(game, "Rule", schema);
    replies_keep_event(word, schema);
    json_decref(word);
}

/* A few of the seat's moves, and why one of another decision is refused. */
static void keep_moves(struct test_match *m, int seat)
{
    static struct move moves[RULES_MOVES_MAX];
    const size_t count = m->game->moves(m->state, seat, moves, RULES_MOVES_MAX);
    const struct move other = {random_below(&m->chooser, 1U << 31)};
    struct refusal refusal;

    for (int i = 0; i < LISTED && count; i++)
        keep_move(m, seat, moves[random_below(&m->chooser, (uint32_t)count)]);
    game_explain(m->game, m->state, seat, other, NULL, &refusal);
    if (strcmp(refusal.rule, "legal") != 0)
        keep_rule(m->game, refusal.rule);
}

/* What the last entry of the record did, and what taking it back does. */
static void keep_steps(const struct test_match *m, const void *before,
                       int viewer)
{
    static struct journal journal, undone;
    static uint8_t state[RULES_STATE_MAX];
    const struct entry *entry = &m->record.entries[m->record.count - 1];
    const struct journal *const both[] = {&journal, &undone};

    memcpy(state, before, sizeof state);
    journal_begin(&journal, m->settings.seats);
    journal_begin(&undone, m->settings.seats);
    if (entry->kind == ENTRY_LEAVE)
        game_leave_recorded(m->game, state, entry->seat, entry->move.bits != 0,
                            &journal);
    else
        game_play_recorded(m->game, state, entry->seat, entry->move,
                           (uint8_t)game_forced_passes(m->game, before,
                                                       entry->seat, entry->move,
                                                       m->state),
                           &journal);
    journal_add_undone(&undone, &journal);
    for (int j = 0; j < 2; j++) {
        for (size_t i = 0; i < both[j]->count; i++) {
            struct document document;

            game_step(m->game, both[j], i, viewer, begin(&document));
            keep(&document, m->game, "Step", NULL);
        }
    }
}

static void keep_decision(struct test_match *m, int number, int viewer)
{
    const seat_set to_act = m->game->to_act(m->state);

    if (number % VIEW_EVERY == 0)
        keep_view(m, viewer);
    for (int seat = 0; seat < m->settings.seats; seat++) {
        if (!(to_act >> seat & 1))
            continue;
        keep_prompt(m, seat, viewer);
        keep_moves(m, seat);
    }
}

/* A random seat leaves now and then. */
static bool step(struct test_match *m)
{
    if (random_below(&m->chooser, LEAVE_EVERY) == 0 &&
        m->game->to_act(m->state))
        return test_match_step(
                   m, (struct entry){.kind = ENTRY_LEAVE,
                                     .seat = (uint8_t)random_below(
                                         &m->chooser, m->settings.seats)}) ==
               RULES_OK;
    return test_match_step_eager(m);
}

static void keep_match(const struct game *game, const struct settings *settings,
                       uint64_t seed)
{
    static struct test_match m;
    static alignas(max_align_t) uint8_t before[RULES_STATE_MAX];
    const uint32_t viewers = (uint32_t)settings->seats + 2;

    cr_assert_eq(test_match_start(&m, game, settings, seed), RULES_OK);
    for (int number = (int)(seed % VIEW_EVERY);; number++) {
        const int viewer =
            (int)random_below(&m.chooser, viewers) + RULES_OMNISCIENT;

        keep_decision(&m, number, viewer);
        memcpy(before, m.state, sizeof before);
        if (!step(&m))
            break;
        keep_steps(&m, before, viewer);
    }
    keep_view(&m, RULES_OMNISCIENT);
}

/* Of the combinations of options one in 11 or 29 is played.  These have no
 * factor in common with the numbers of values of options, so in games with many
 * combinations every value occurs. */
static void keep_matches(const struct game *game)
{
    const uint64_t every = 23;
    struct settings settings;
    uint64_t count = 0;

    for (int seats = game->min_seats; seats <= game->max_seats; seats++)
        for (int n = -1; test_settings_allowed(game, seats, &n, &settings);)
            if (count++ % every == 0)
                keep_match(game, &settings, count);
}

Test(documents, of_matches_are_as_documented, .init = deep_only, .timeout = 600)
{
    for (size_t i = 0; games[i]; i++)
        keep_matches(games[i]);
}

Test(documents, of_components_are_as_documented)
{
    for (size_t i = 0; games[i]; i++) {
        struct document document;
        struct sink *sink = begin(&document);

        sink_string(sink, "game", games[i]->id);
        games[i]->components(sink);
        keep(&document, games[i], "Components", NULL);
    }
}
