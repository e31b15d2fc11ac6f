/* `then ...`: looks at what came of the moves. */
#include "case_story.h"
#include "rules/sink.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/production.h"
#include "rules/underwater_cities/engine/score.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/view/view.h"

#include <ctype.h>

static int score_value(const struct uwc_state *s, int seat, const char *item)
{
    struct scores scores;

    uwc_score(s, &scores);
    if (!strcmp(item, "total"))
        return scores.total[seat];
    if (!strcmp(item, "rank"))
        return scores.rank[seat];
    for (int i = 0; i < scores.items; i++)
        if (!strcmp(scores.item[i].name, item))
            return scores.item[i].points[seat];
    return -9999;
}

static int value_of(const struct story *t, const struct uwc_state *s, int seat,
                    const char *what)
{
    const struct seat *me = &s->seat[seat];
    const struct {
        const char *name;
        int value;
    } things[] = {
        {"points", me->points},
        {"hand", set_count(&me->hand)},
        {"draws", s->draws},
        {"space", me->space},
        {"claims", me->claim_count},
        {"cities", __builtin_popcount(me->city)},
        {"symbiotic", __builtin_popcount(me->symbiotic)},
        {"farms", __builtin_popcountll(me->building[0])},
        {"plants", __builtin_popcountll(me->building[1])},
        {"laboratories", __builtin_popcountll(me->building[2])},
        {"tunnels", __builtin_popcount(me->tunnel)},
        {"upgraded", __builtin_popcountll(me->upgraded) +
                         __builtin_popcount(me->tunnel_upgraded)},
        {"paid", me->specials_paid},
        {"feeding", feeding_need(me)},
        {"surplus", hand_surplus(&s->seat[seat])},
        {"gained-tiles", __builtin_popcount(me->gained_tiles)},
        {"left", me->left},
        {"contracts", __builtin_popcount(me->contracts)},
        {"brown", me->brown},
        {"right", me->blue[0]},
        {"below", me->blue[1]},
        {"undoable", t->playing ? (int)replay_undoable(&t->replay, seat) : 0},
    };

    if (!strncmp(what, "score:", 6))
        return score_value(s, seat, what + 6);
    for (size_t i = 0; i < sizeof things / sizeof *things; i++)
        if (!strcmp(things[i].name, what))
            return things[i].value;
    for (int r = 0; r < RESOURCES; r++)
        if (!strcmp(resource_words[r], what))
            return me->stock[r];
    if (score_value(s, seat, what) != -9999)
        return score_value(s, seat, what);
    story_fail(t, "unknown thing '%s'", what);
}

static void then_of_seat(struct story *t, int seat)
{
    for (int i = 2; i + 1 < t->count; i += 2) {
        const char *what = t->words[i], *how = t->words[i + 1];
        int now = value_of(t, &t->now, seat, what);
        int was = value_of(t, &t->before, seat, what);
        int want = story_number(t, *how == '=' ? how + 1 : how);

        if (*how == '=' ? now != want : now - was != want)
            story_fail(t, "seat %d has %d %s (before: %d), not %s", seat, now,
                       what, was, how);
    }
}

static void then_phase(const struct story *t)
{
    static const char *const words[] = {
        [PHASE_TURN] = "turn",
        [PHASE_FIRST_HANDS] = "first-hands",
        [PHASE_PRODUCTION] = "production",
        [PHASE_ERA_HANDS] = "era-hands",
        [PHASE_OVER] = "over",
        [PHASE_TILES] = "tiles",
    };

    if (strcmp(words[t->now.phase], t->words[2]) != 0)
        story_fail(t, "the phase is %s", words[t->now.phase]);
}

static void then_equal(const struct story *t, int value)
{
    if (value != story_number(t, t->words[2]))
        story_fail(t, "%s is %d", t->words[1], value);
}

/* Exactly these slots hold neutral tiles. */
static void then_neutral(const struct story *t)
{
    unsigned want = 0, is = 0;

    for (int i = 2; i < t->count; i++)
        want |= 1u << story_slot(t, t->words[i]);
    for (int i = 0; i < UWC_SLOTS; i++)
        if (t->now.slots[i] & UWC_NEUTRAL)
            is |= 1u << i;
    if (is != want)
        story_fail(t, "neutral tiles lie on slots %x, not %x", is, want);
}

/* Exactly these seats have a tile there. */
static void then_slot(const struct story *t)
{
    unsigned want = 0, is = t->now.slots[story_slot(t, t->words[2])];

    for (int i = 3; i < t->count; i++)
        want |= 1u << story_number(t, t->words[i]);
    if ((is & ~(unsigned)UWC_NEUTRAL) != want)
        story_fail(t, "%s has tiles %x", t->words[2], is);
}

/* Exactly these contracts are laid out. */
static void then_contracts(const struct story *t)
{
    unsigned want = 0, is = 0;

    for (int i = 2; i < t->count; i++)
        want |= 1u << story_number(t, t->words[i]);
    for (int i = 0; i < UWC_CONTRACTS_OPEN; i++)
        is |= t->now.contract[i] ? 1u << t->now.contract[i] : 0u;
    if (is != want)
        story_fail(t, "contracts laid out: %x, not %x", is, want);
}

/* The last move cannot be taken back for exactly these reasons. */
static void then_seals(const struct story *t)
{
    unsigned want = 0;

    for (int i = 2; i < t->count; i++)
        want |= !strcmp(t->words[i], "reveal")  ? IRREVERSIBLE_REVEAL
                : !strcmp(t->words[i], "final") ? IRREVERSIBLE_FINAL
                                                : 128u;
    if (t->irreversible != want)
        story_fail(t, "the last move's seals are %x", t->irreversible);
}

static void then_outcome(const struct story *t)
{
    static const char *const words[] = {[OUTCOME_RANKED] = "ranked",
                                        [OUTCOME_WON] = "won",
                                        [OUTCOME_LOST] = "lost"};
    struct scores scores;

    uwc_score(&t->now, &scores);
    if (strcmp(words[scores.outcome], t->words[2]) != 0)
        story_fail(t, "the outcome is %s", words[scores.outcome]);
}

/* "then goal NAME REACHED NEEDED" */
static void then_goal(const struct story *t)
{
    struct scores scores;

    uwc_score(&t->now, &scores);
    for (int i = 0; i < scores.goals; i++)
        if (!strcmp(scores.goal[i].name, t->words[2])) {
            if (scores.goal[i].reached != story_number(t, t->words[3]) ||
                scores.goal[i].needed != story_number(t, t->words[4]))
                story_fail(t, "reached is %d of %d", scores.goal[i].reached,
                           scores.goal[i].needed);
            return;
        }
    story_fail(t, "no such goal");
}

static void then_order(const struct story *t)
{
    for (int i = 0; i < t->now.seats; i++)
        if (t->now.order[i] != story_number(t, t->words[2 + i]))
            story_fail(t, "place %d is seat %d's", i, t->now.order[i]);
}

static void then_acts(const struct story *t)
{
    unsigned want = 0;

    for (int i = 2; i < t->count; i++)
        want |= 1u << story_number(t, t->words[i]);
    if (uwc_to_act(&t->now) != want)
        story_fail(t, "to act: %x", uwc_to_act(&t->now));
}

/* "then discarded C ...": these lie in the discards; "then no-discard C". */
static void then_discarded(const struct story *t, bool expected)
{
    for (int i = 2; i < t->count; i++)
        if (set_has(&t->now.discards, story_number(t, t->words[i])) != expected)
            story_fail(t, "card %s", t->words[i]);
}

static uint64_t view_hash(const struct uwc_state *s, int viewer)
{
    struct sink_hash sink;

    sink_hash_init(&sink);
    uwc_view(s, viewer, &sink.sink);
    return sink.hash;
}

/* "then unseen V ...": these see just what they saw at the mark. */
static void then_unseen(const struct story *t)
{
    for (int i = 2; i < t->count; i++) {
        int viewer = !strcmp(t->words[i], "spectator")
                         ? RULES_SPECTATOR
                         : story_number(t, t->words[i]);

        if (view_hash(&t->marked, viewer) != view_hash(&t->now, viewer))
            story_fail(t, "%s sees a difference", t->words[i]);
    }
}

static void then_marked(const struct story *t)
{
    if (memcmp(&t->marked, &t->now, sizeof t->now) != 0)
        story_fail(t, "this is not what was marked");
}

/* Things of the table and how they are looked at. */
static bool then_of_table(const struct story *t, const char *what)
{
    static const struct {
        const char *what;
        void (*look)(const struct story *t);
    } looks[] = {
        {"phase", then_phase},   {"acts", then_acts},
        {"order", then_order},   {"neutral", then_neutral},
        {"slot", then_slot},     {"contracts", then_contracts},
        {"seals", then_seals},   {"outcome", then_outcome},
        {"goal", then_goal},     {"unseen", then_unseen},
        {"marked", then_marked},
    };
    const struct {
        const char *what;
        int value;
    } values[] = {
        {"round", t->now.round},
        {"drawable", pile_drawable(&t->now)},
        {"deck", t->now.deck_count},
        {"discards", set_count(&t->now.discards)},
        {"specials", t->now.special_count},
        {"tiles", t->now.tile_count},
    };

    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (!strcmp(looks[i].what, what)) {
            looks[i].look(t);
            return true;
        }
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (!strcmp(values[i].what, what)) {
            then_equal(t, values[i].value);
            return true;
        }
    return false;
}

void story_then(struct story *t)
{
    const char *what = t->words[1];

    if (!t->moved)
        t->before = t->now;
    t->moved = false;
    if (isdigit((unsigned char)*what)) {
        t->moved = true; /* several `then` lines share one before */
        then_of_seat(t, story_number(t, what));
    } else if (!strcmp(what, "discarded") || !strcmp(what, "no-discard")) {
        then_discarded(t, *what == 'd');
    } else if (!then_of_table(t, what)) {
        story_fail(t, "unknown: then %s", what);
    }
}
