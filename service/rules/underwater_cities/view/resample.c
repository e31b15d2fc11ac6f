/* Resampling: replaces everything that a viewer cannot know by a random choice
 * that leaves its view as it is.
 *
 * The result depends only on the view and the random stream, not on the hidden
 * parts of the state before: unknown cards are sorted by number before they are
 * shuffled, and every state with this view draws the same random numbers. */
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

/* ---- a discard under way ---- */

/* Exchange a card of the hand for one that is in the deck, in another unknown
 * hand, or (older eras) out of the game, so that the hand has a card above a
 * number. */
static bool raise_from_deck(struct uwc_state *s, struct card_set *hand, int low,
                            int above)
{
    for (int i = 0; era_of_card(low) == uwc_era(s) && i < s->deck_count; i++)
        if (s->deck[i] > above) {
            set_remove(hand, low);
            set_add(hand, s->deck[i]);
            s->deck[i] = (uint8_t)low;
            return true;
        }
    return false;
}

static bool raise_from_hands(struct uwc_state *s, int seat, int viewer, int low,
                             int above)
{
    for (int i = 0; i < s->seats; i++) {
        struct card_set *hand = &s->seat[i].hand;
        int high = set_next(hand, above);

        if (i == seat || !unknown(s, i, viewer) || !high ||
            high >= SPECIAL3_FIRST)
            continue;
        set_remove(&s->seat[seat].hand, low);
        set_add(&s->seat[seat].hand, high);
        set_remove(hand, high);
        set_add(hand, low);
        return true;
    }
    return false;
}

/* An old card makes room for one of the current era from another unknown hand
 * that can then be raised from the deck. */
static bool raise_by_way(struct uwc_state *s, int seat, int viewer, int low,
                         int above)
{
    const struct era_deck *era = &era_decks[uwc_era(s)];

    for (int i = 0; low < era->first && i < s->seats; i++) {
        struct card_set *hand = &s->seat[i].hand;
        int card = set_next(hand, era->first - 1);

        if (i == seat || !unknown(s, i, viewer) || !card ||
            card >= SPECIAL3_FIRST || !raise_from_deck(s, hand, card, above))
            continue;
        return raise_from_hands(s, seat, viewer, low, above);
    }
    return false;
}

static bool raise_from_old(struct uwc_state *s, int seat, int viewer, int low,
                           int above)
{
    struct card_set current = {{0}}, old = {{0}};
    int high = above;

    collect_era_cards(s, viewer, &current, &old);
    for (int i = 0; i < s->seats; i++)
        set_remove_set(&old, &s->seat[i].hand);
    high = set_next(&old, above);
    if (!high || era_of_card(low) == uwc_era(s))
        return false;
    set_remove(&s->seat[seat].hand, low);
    set_add(&s->seat[seat].hand, high);
    return true;
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

/* ---- a discard under way, continued ---- */

/* The same for a special that is not known to all: from the deck, or from
 * another unknown hand. */
static bool raise_special(struct uwc_state *s, int seat, int viewer, int low,
                          int above)
{
    int below = s->special_count - top_special_known(s);
    struct seat *me = &s->seat[seat];

    if (is_open(me, low))
        return false;
    for (int i = 0; i < below; i++)
        if (s->specials[i] > above) {
            set_remove(&me->hand, low);
            set_add(&me->hand, s->specials[i]);
            s->specials[i] = (uint8_t)low;
            return true;
        }
    for (int i = 0; i < s->seats; i++)
        for (int card = CARD_LAST; card > above; card--) {
            struct seat *other = &s->seat[i];

            if (i == seat || !unknown(s, i, viewer) ||
                !set_has(&other->hand, card) || is_open(other, card))
                continue;
            set_remove(&me->hand, low);
            set_add(&me->hand, card);
            set_remove(&other->hand, card);
            set_add(&other->hand, low);
            return true;
        }
    return false;
}

static bool raise_card(struct uwc_state *s, int seat, int viewer, int low,
                       int above)
{
    if (card_is_special(low))
        return raise_special(s, seat, viewer, low, above);
    return raise_from_deck(s, &s->seat[seat].hand, low, above) ||
           raise_from_old(s, seat, viewer, low, above) ||
           raise_from_hands(s, seat, viewer, low, above) ||
           raise_by_way(s, seat, viewer, low, above);
}

/* The surplus is discarded by number (ruling 18): what is still to go must lie
 * above the last discard. */
static void repair_discard(struct uwc_state *s, int viewer)
{
    int seat = uwc_active(s), above = s->last_discard;
    struct card_set *hand = &s->seat[seat].hand;
    bool raised = s->phase == PHASE_TURN && s->step == STEP_DISCARD &&
                  unknown(s, seat, viewer);

    while (raised) {
        int high = 0;

        raised = false;
        for (int card = set_next(hand, above); card;
             card = set_next(hand, card))
            high++;
        if (high >= hand_surplus(&s->seat[seat]))
            return;
        for (int low = set_next(hand, 0); low && low < above && !raised;) {
            int next = set_next(hand, low);

            raised = raise_card(s, seat, viewer, low, above);
            low = next;
        }
    }
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

/* Some set of the surplus; of a seat that still owes, only its first cards. */
static void resample_set_aside(struct uwc_state *s, int seat,
                               struct random *random)
{
    struct seat *me = &s->seat[seat];
    int held = set_count(&me->hand), surplus, put;
    uint8_t ranks[32];

    me->set_aside = 0;
    surplus = hand_surplus(&s->seat[seat]);
    if (surplus <= 0 || held > 32)
        return;
    for (int i = 0; i < held; i++)
        ranks[i] = (uint8_t)i;
    if (!me->left) /* who left gives the highest (ruling 90) */
        random_shuffle(random, ranks, (size_t)held);
    for (int i = 0; i < surplus && i < held; i++)
        me->set_aside |= UINT32_C(1) << ranks[held - 1 - i];
    put = me->is_choosing ? (int)random_below(random, (uint32_t)surplus)
                          : surplus;
    while (__builtin_popcount(me->set_aside) > put)
        me->set_aside &= ~(UINT32_C(1) << (31 - __builtin_clz(me->set_aside)));
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
    repair_discard(s, viewer);
    resample_tiles(s, viewer, random);
    for (int i = 0; i < s->seats; i++)
        if (unknown(s, i, viewer))
            resample_choices(s, i, random);
    secret_stream_resample(&s->chance, random);
}
