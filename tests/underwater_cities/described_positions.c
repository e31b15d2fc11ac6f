/* Every function accepts every position: positions of all kinds that the
 * coverage meets are viewed, described, explained and resampled for every
 * viewer. */
#include "coverage.h"
#include "depth.h"
#include "positions.h"
#include "rules/underwater_cities/engine/candidates.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/game.h"
#include "rules/underwater_cities/view/view.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/words.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <string.h>

enum { EACH_KIND = 2, KINDS = 1 << 14, PARTS = 8 };

static uint64_t told(const struct uwc_state *s, int seat, struct move m)
{
    struct sink_hash sink;

    sink_hash_init(&sink);
    uwc_describe(s, seat, m, &sink.sink);
    return sink.hash;
}

/* The steps of a decision, and the way back when it is taken back.  There may
 * be none: to choose an option does nothing until it is performed. */
static void both_ways_are_told(const struct journal *journal)
{
    for (int viewer = RULES_OMNISCIENT; viewer < journal->seats; viewer++) {
        cr_assert_null(strstr(position_journal(journal, viewer), "undone"));
        cr_assert_eq(strstr(position_undone(journal, viewer), "undone true") !=
                         NULL,
                     journal->count > 0);
    }
}

/* Each listed move has a distinct text, and its steps can be described. */
static void moves_are_told(const struct uwc_state *s, int seat)
{
    static struct move moves[RULES_MOVES_MAX];
    const size_t count = uwc_moves(s, seat, moves, RULES_MOVES_MAX);

    for (size_t i = 0; i < count; i++) {
        static struct journal journal;

        if (i > 0)
            cr_assert_neq(told(s, seat, moves[i]), told(s, seat, moves[i - 1]),
                          "two moves with the same words");
        if (i % 8 > 0)
            continue;
        position_record(s, seat, moves[i], &journal);
        both_ways_are_told(&journal);
    }
}

static void leaving_is_told(const struct uwc_state *s, int seat)
{
    static struct journal journal;
    struct uwc_state gone = *s;

    if (s->seat[seat].left || !uwc_to_act(s))
        return;
    journal_begin(&journal, s->seats);
    game_leave_recorded(&underwater_cities, &gone, seat, false, &journal);
    cr_assert(journal.count > 0 && !journal.is_full);
    both_ways_are_told(&journal);
}

/* Another world looks the same to its viewer, and its view leads to one more
 * that does. */
static void worlds_look_the_same(const struct uwc_state *s,
                                 struct random *random)
{
    static char text[DOCUMENT_MAX];

    for (int viewer = RULES_SPECTATOR; viewer < s->seats; viewer++) {
        static struct source_text_node nodes[NODES_MAX];
        struct source_text source;
        struct uwc_state other = *s, determinized;

        uwc_resample(&other, viewer, random);
        cr_assert_eq(uwc_check(&other), RULES_OK);
        snprintf(text, sizeof text, "%s", position_view(s, viewer));
        cr_assert_str_eq(text, position_view(&other, viewer));
        cr_assert(source_text_init(&source, text, nodes, NODES_MAX));
        cr_assert_eq(
            uwc_determinize(&determinized, &source.source, viewer, random),
            RULES_OK);
        cr_assert_eq(uwc_check(&determinized), RULES_OK);
    }
}

/* Every stored decision that is not legal here is refused with a text, and so
 * is every other move of the notation that the coverage stored. */
static void refusals_are_told(struct coverage *t, int seat)
{
    for (uint32_t i = 0; i < COVERAGE_POOL; i += 7) {
        struct move m = t->pool[(i + t->pooled) % COVERAGE_POOL];
        struct refusal refusal = {.rule = ""};

        if (!move_is_canonical(m))
            continue;
        if (random_below(&t->random, 3) == 0)
            m.bits ^= UINT32_C(1) << (7 + random_below(&t->random, 16));
        if (!move_is_canonical(m))
            continue;
        game_explain(&underwater_cities, &t->now, seat, m, NULL, &refusal);
        cr_assert(refusal.rule[0] && refusal.reason[0]);
        (void)told(&t->now, seat, m);
    }
}

/* All that is worth trying here, tried where something is missing: stock,
 * supplies, slots that are free or taken. */
static void wants_are_told(const struct uwc_state *s, int seat)
{
    static struct candidates c;

    candidates_all(s, seat, &c);
    for (int lack = 0; lack < 6; lack++) {
        struct uwc_state poor = *s;

        if (lack > 0)
            memset(poor.seat[seat].stock, 0, sizeof poor.seat[seat].stock);
        if (lack == 2)
            poor.special_count = poor.tile_count = 0;
        if (lack == 3 || lack == 4)
            memset(poor.slots, lack == 3 ? 1 << seat : 0, UWC_SLOT_ALWAYS);
        if (lack == 5)
            poor.seat[seat].symbiotic = poor.seat[seat].city;
        for (size_t i = 0; i < c.count; i += 1 + c.count / 64) {
            struct uwc_state copy = poor;
            struct refusal refusal = {.rule = ""};

            if (uwc_try(&copy, seat, c.move[i]) == REFUSED_OK)
                continue;
            game_explain(&underwater_cities, &poor, seat, c.move[i], NULL,
                         &refusal);
            cr_assert(refusal.rule[0] && refusal.reason[0]);
        }
    }
}

/* Made-up moves are refused and described. */
static void nonsense_is_told(const struct uwc_state *s)
{
    const uint8_t *mine = s->seat[0].claims;
    const uint8_t as[] = {0,   1,   5,       40,      64,     79,
                          181, 206, mine[1], mine[2], mine[3]};
    static const uint8_t bs[] = {0, 1, 8, 16, 32};

    for (int seat = -1; seat <= s->seats; seat++)
        for (int verb = 0; verb <= MOVE_VERBS; verb++)
            for (size_t i = 0; i < sizeof as * sizeof bs; i++) {
                struct uwc_state copy = *s;
                struct refusal refusal = {.rule = ""};
                const struct move m =
                    move_make((enum verb)verb, (int)i % 2, as[i % sizeof as],
                              bs[i / sizeof as], 0);

                (void)told(s, seat, m);
                if (uwc_apply(&copy, seat, m) == RULES_OK)
                    continue;
                cr_assert_eq(memcmp(&copy, s, sizeof copy), 0);
                game_explain(&underwater_cities, s, seat, m, NULL, &refusal);
                cr_assert(refusal.rule[0] && refusal.reason[0]);
            }
    cr_assert_eq(uwc_moves(s, -1, NULL, 0), 0);
    cr_assert_eq(uwc_moves(s, s->seats, NULL, 0), 0);
}

static unsigned kind_of(const struct uwc_state *s)
{
    const unsigned top = s->depth ? s->stack[s->depth - 1].source + 1u : 0;

    return ((s->phase * 12u + top) * 4u + s->card_progress) * 8u +
           (s->depth > 1) * 4u + (s->reveal[0] != 0) * 2u + s->top_hidden;
}

static int kinds;

/* The first time that a part of this kind is open, in either role of the
 * special deck's top card. */
static bool is_new_part(const struct uwc_state *s)
{
    static bool seen[OPS][4];
    bool news = false;

    for (int part = 0; s->depth && part < 16; part++) {
        const struct effect *e = uwc_part(s, part);
        bool *place = e ? &seen[e->op][e->op == OP_PERFORM ? e->what & 3
                                       : s->top_hidden     ? 1
                                                           : e->cap != 0]
                        : NULL;

        if (place && !*place)
            news = *place = true;
    }
    return news;
}

static void look(struct coverage *t)
{
    static uint8_t seen[KINDS];
    const seat_set acts = uwc_to_act(&t->now);
    const unsigned kind = kind_of(&t->now);

    if (is_new_part(&t->now)) {
        nonsense_is_told(&t->now);
        wants_are_told(&t->now, __builtin_ctz(acts));
    }
    if (seen[kind] >= EACH_KIND || random_below(&t->random, 3))
        return;
    if (!seen[kind])
        nonsense_is_told(&t->now);
    kinds += !seen[kind]++;
    worlds_look_the_same(&t->now, &t->random);
    for (int seat = 0; seat < t->now.seats; seat++) {
        leaving_is_told(&t->now, seat);
        for (int viewer = RULES_OMNISCIENT; viewer < t->now.seats; viewer++)
            (void)position_prompt(&t->now, seat, viewer);
        refusals_are_told(t, seat);
        if (acts >> seat & 1)
            moves_are_told(&t->now, seat);
        if (acts >> seat & 1)
            wants_are_told(&t->now, seat);
    }
}

ParameterizedTestParameters(described_positions, every_kind_of_position)
{
    static unsigned parts[PARTS] = {0, 1, 2, 3, 4, 5, 6, 7};

    return cr_make_param_array(unsigned, parts, PARTS);
}

ParameterizedTest(unsigned *part, described_positions, every_kind_of_position,
                  .init = deep_only, .timeout = 600)
{
    static struct coverage coverage;

    coverage.settings =
        position_variant(1 + (int)*part % 4, *part < 4 ? 13 : 6);
    coverage.look = look;
    coverage.match = (int)*part * 4;
    for (int i = 0; i < 4; i++)
        coverage_play_match(&coverage);
    cr_expect_gt(kinds, 15);
}
