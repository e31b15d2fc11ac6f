/* Resampling: replaces everything that a viewer cannot know by a random choice
 * that leaves its view as it is.
 *
 * The result depends only on the view and the random stream, not on the hidden
 * parts of the state before: unknown cards are sorted by number before they are
 * shuffled, and every state with this view draws the same random numbers. */
#include "rules/kit/choice.h"
#include "rules/kit/pool.h"
#include "rules/underwater_cities/engine/production.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/view/check.h"
#include "rules/underwater_cities/view/view.h"
#include "rules/underwater_cities/words/document.h"

/* A seat whose hidden cards are dealt again. */
static bool unknown(const struct uwc_state *s, int seat, int viewer)
{
    return seat < s->seats && !viewer_sees(viewer, seat);
}

/* ---- era cards ---- */

/* Era cards that the viewer cannot place: of the current era, and of older
 * ones (in other hands, or out of the game). */
static void collect_era_cards(const struct uwc_state *s, int viewer,
                              struct card_set *current, struct card_set *old)
{
    const struct era_deck *era = &era_decks[uwc_era(s)];

    for (int card = ERA1_FIRST; card < era->first; card++)
        set_add(old, card);
    set_add_list(current, s->deck, s->deck_count);
    set_remove(old, s->card);
    for (int i = 0; i < s->seats; i++) {
        const struct seat *me = &s->seat[i];

        set_remove_list(old, me->claims, me->claim_count);
        for (int card = set_next(&me->hand, 0); card && card < SPECIAL3_FIRST;
             card = set_next(&me->hand, card)) {
            if (viewer_sees(viewer, i))
                set_remove(old, card);
            else if (card >= era->first)
                set_add(current, card);
        }
    }
}

static int era_cards_in(const struct card_set *hand)
{
    int count = 0;

    for (int card = set_next(hand, 0); card && card < SPECIAL3_FIRST;
         card = set_next(hand, card))
        count++;
    return count;
}

/* Replace the era cards of a hand. */
static void deal_hand(struct card_set *hand, struct pool *from)
{
    int count = era_cards_in(hand);

    for (int card = set_next(hand, 0); card && card < SPECIAL3_FIRST;
         card = set_next(hand, card))
        set_remove(hand, card);
    pool_deal_set(from, hand, (size_t)count);
}

/* How many cards of older eras the others hold follows from what is known:
 * every card of the current era is somewhere. */
static void resample_era_cards(struct uwc_state *s, int viewer,
                               struct random *random)
{
    struct card_set current = {{0}}, old = {{0}};
    struct pool deck = {.count = 0}, older = {.count = 0}, hands = {.count = 0};
    size_t wanted = 0;

    collect_era_cards(s, viewer, &current, &old);
    pool_take_set(&deck, &current);
    pool_take_set(&older, &old);
    pool_shuffle(&deck, random);
    pool_shuffle(&older, random);
    for (int i = 0; i < s->seats; i++)
        if (unknown(s, i, viewer))
            wanted += (size_t)era_cards_in(&s->seat[i].hand);
    while (pool_left(&deck) > s->deck_count)
        pool_take(&hands, pool_deal(&deck));
    while (hands.count < wanted)
        pool_take(&hands, pool_deal(&older));
    pool_shuffle(&hands, random);
    for (int i = 0; i < s->seats; i++)
        if (unknown(s, i, viewer))
            deal_hand(&s->seat[i].hand, &hands);
    pool_deal_list(&deck, s->deck, s->deck_count);
}

/* ---- special cards ---- */

/* Whether a special in a hand is known to all. */
static bool is_open(const struct seat *seat, int card)
{
    return seat->open_specials >> (card - SPECIAL3_FIRST) & 1;
}

static void resample_specials(struct uwc_state *s, int viewer,
                              struct random *random)
{
    bool revealed =
        revealed_kind(s) == FRAME_SPECIALS && unknown(s, uwc_active(s), viewer);
    int below = s->special_count - top_special_known(s);
    struct card_set hidden[RULES_SEATS_MAX] = {{{0}}}, all = {{0}};
    struct pool pool = {.count = 0};

    for (int i = 0; i < s->seats; i++)
        for (int card = SPECIAL_FIRST; card <= CARD_LAST; card++)
            if (unknown(s, i, viewer) && set_has(&s->seat[i].hand, card) &&
                !is_open(&s->seat[i], card)) {
                set_add(&hidden[i], card);
                set_add(&all, card);
            }
    for (int i = 0; revealed && i < 3 && s->reveal[i]; i++)
        set_add(&all, s->reveal[i]);
    set_add_list(&all, s->specials, (size_t)below);
    pool_take_set(&pool, &all);
    pool_shuffle(&pool, random);
    for (int i = 0; i < s->seats; i++) {
        set_remove_set(&s->seat[i].hand, &hidden[i]);
        pool_deal_set(&pool, &s->seat[i].hand, (size_t)set_count(&hidden[i]));
    }
    for (int i = 0; revealed && i < 3 && s->reveal[i]; i++)
        s->reveal[i] = pool_deal(&pool);
    pool_deal_list(&pool, s->specials, (size_t)below);
}

/* ---- tiles ---- */

static void resample_tiles(struct uwc_state *s, int viewer,
                           struct random *random)
{
    bool revealed =
        revealed_kind(s) == FRAME_TILES && unknown(s, uwc_active(s), viewer);
    struct card_set all = {{0}};
    struct pool pool = {.count = 0};

    set_add_list(&all, s->tiles, s->tile_count);
    for (int i = 0; revealed && i < 3 && s->reveal[i]; i++)
        set_add(&all, s->reveal[i]);
    pool_take_set(&pool, &all);
    pool_shuffle(&pool, random);
    for (int i = 0; revealed && i < 3 && s->reveal[i]; i++)
        s->reveal[i] = pool_deal(&pool);
    pool_deal_list(&pool, s->tiles, s->tile_count);
}

/* ---- simultaneous choices ---- */

/* Any set of the surplus; nothing of a seat that still chooses.  A seat that
 * left gives the highest (ruling 90). */
static void resample_set_aside(struct uwc_state *s, int seat,
                               struct random *random)
{
    struct seat *me = &s->seat[seat];
    const int held = set_count(&me->hand);
    uint32_t sets;

    me->set_aside = 0;
    if (me->is_choosing || hand_surplus(me) <= 0)
        return;
    sets = choice_sets(held, hand_surplus(me));
    me->set_aside = choice_at(hand_surplus(me),
                              me->left ? sets - 1 : random_below(random, sets));
}

/* Make up to this many production choices at random; return how many were
 * made. */
static int answer_some(struct uwc_state *s, int seat, int most,
                       const uint8_t option[UWC_CLAIMS_MAX])
{
    struct seat *me = &s->seat[seat];
    int count = 0;

    memset(me->answer, 0, sizeof me->answer);
    me->asked = production_choices(s, seat);
    while (me->asked && count < most) {
        int i = __builtin_ctz(me->asked);

        me->answer[i] = option[i];
        me->asked = production_next(s, seat, i);
        count++;
    }
    return count;
}

static void resample_answers(struct uwc_state *s, int seat,
                             struct random *random)
{
    struct seat *me = &s->seat[seat];
    uint8_t option[UWC_CLAIMS_MAX] = {0};
    int all, some;

    for (int i = 0; i < me->claim_count; i++)
        option[i] = (uint8_t)random_below(
            random, 1 + (uint32_t)production_options(me->claims[i]));
    all = answer_some(s, seat, UWC_CLAIMS_MAX, option);
    some =
        me->is_choosing && all ? (int)random_below(random, (uint32_t)all) : all;
    answer_some(s, seat, some, option);
}

static void resample_choices(struct uwc_state *s, int seat,
                             struct random *random)
{
    struct seat *me = &s->seat[seat];
    bool hands = s->phase == PHASE_FIRST_HANDS || s->phase == PHASE_ERA_HANDS;

    if (s->phase == PHASE_TILES) {
        me->swapped = !me->is_choosing && random_below(random, 2);
    } else if (hands) {
        resample_set_aside(s, seat, random);
    } else if (s->phase == PHASE_PRODUCTION && !me->left) {
        resample_answers(s, seat, random);
    } else {
        me->set_aside = me->asked = 0;
        me->is_choosing = me->swapped = 0;
        memset(me->answer, 0, sizeof me->answer);
    }
}

void uwc_resample(void *state, int viewer, struct random *random)
{
    struct uwc_state *s = state;

    if (viewer == RULES_OMNISCIENT)
        return;
    resample_era_cards(s, viewer, random);
    resample_specials(s, viewer, random);
    resample_tiles(s, viewer, random);
    for (int i = 0; i < s->seats; i++)
        if (unknown(s, i, viewer))
            resample_choices(s, i, random);
    secret_stream_resample(&s->chance, random);
}
