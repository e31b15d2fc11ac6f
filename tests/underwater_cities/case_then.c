/* `then ...`: looks at what came of the moves. */
#include "case_story.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/production.h"
#include "rules/underwater_cities/engine/seat_cards.h"

/* The things of a seat that are numbers. */
bool uwc_value(const struct story *t, const void *state, int seat,
               const char *what, int *out)
{
    const struct uwc_state *s = state;
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
        {"surplus", hand_surplus(me)},
        {"gained-tiles", __builtin_popcount(me->gained_tiles)},
        {"left", me->left},
        {"contracts", __builtin_popcount(me->contracts)},
        {"brown", me->brown},
        {"right", me->blue[0]},
        {"below", me->blue[1]},
    };

    (void)t;
    for (size_t i = 0; i < sizeof things / sizeof *things; i++)
        if (!strcmp(things[i].name, what)) {
            *out = things[i].value;
            return true;
        }
    for (int r = 0; r < RESOURCES; r++)
        if (!strcmp(resource_words[r], what)) {
            *out = me->stock[r];
            return true;
        }
    return false;
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

    if (strcmp(words[story_sees(t)->phase], t->words[2]) != 0)
        story_fail(t, "the phase is %s", words[story_sees(t)->phase]);
}

/* Exactly these slots hold neutral tiles. */
static void then_neutral(const struct story *t)
{
    unsigned want = 0, is = 0;

    for (int i = 2; i < t->count; i++)
        want |= 1u << story_slot(t, t->words[i]);
    for (int i = 0; i < UWC_SLOTS; i++)
        if (story_sees(t)->slots[i] & UWC_NEUTRAL)
            is |= 1u << i;
    if (is != want)
        story_fail(t, "neutral tiles lie on slots %x, not %x", is, want);
}

/* Exactly these seats have a tile there. */
static void then_slot(const struct story *t)
{
    unsigned want = 0, is = story_sees(t)->slots[story_slot(t, t->words[2])];

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
        is |=
            story_sees(t)->contract[i] ? 1u << story_sees(t)->contract[i] : 0u;
    if (is != want)
        story_fail(t, "contracts laid out: %x, not %x", is, want);
}

static void then_order(const struct story *t)
{
    for (int i = 0; i < story_sees(t)->seats; i++)
        if (story_sees(t)->order[i] != story_number(t, t->words[2 + i]))
            story_fail(t, "place %d is seat %d's", i, story_sees(t)->order[i]);
}

/* "then discarded C ...": these cards are in the discards; "then no-discard C
 * ...": they are not. */
static void then_discarded(const struct story *t)
{
    const bool expected = *t->words[1] == 'd';

    for (int i = 2; i < t->count; i++)
        if (set_has(&story_sees(t)->discards, story_number(t, t->words[i])) !=
            expected)
            story_fail(t, "card %s", t->words[i]);
}

/* Things of the table and how they are looked at. */
bool uwc_then(const struct story *t, const char *what)
{
    const struct uwc_state *s = story_sees(t);
    static const struct {
        const char *what;
        void (*look)(const struct story *t);
    } looks[] = {
        {"phase", then_phase},          {"order", then_order},
        {"neutral", then_neutral},      {"slot", then_slot},
        {"contracts", then_contracts},  {"discarded", then_discarded},
        {"no-discard", then_discarded},
    };
    const struct {
        const char *what;
        int value;
    } values[] = {
        {"round", s->round},
        {"drawable", pile_drawable(s)},
        {"deck", s->deck_count},
        {"discards", set_count(&s->discards)},
        {"specials", s->special_count},
        {"tiles", s->tile_count},
    };

    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (!strcmp(looks[i].what, what)) {
            looks[i].look(t);
            return true;
        }
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (!strcmp(values[i].what, what)) {
            story_expect_number(t, values[i].value);
            return true;
        }
    return false;
}
