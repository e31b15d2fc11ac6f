/* Determinization: constructs a state that has the given view.  Hidden cards
 * and tiles are first filled in so that the state is possible; then
 * uwc_resample makes them random. */
#include "rules/kit/pool.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/view/check.h"
#include "rules/underwater_cities/view/reader.h"
#include "rules/underwater_cities/view/view.h"
#include "rules/underwater_cities/words/document.h"

/* The state that is being built, and the view it is built from. */
struct determinization {
    struct reader *r;
    struct uwc_state *s;
    int viewer;
    struct random *random;
};

static source_node seat_node(const struct determinization *d, int seat)
{
    return reader_element(d->r, reader_member(d->r, 0, "seats"), (size_t)seat);
}

static int hand_number(const struct determinization *d, int seat,
                       const char *key)
{
    return (int)reader_number(
        d->r, reader_member(d->r, seat_node(d, seat), "hand"), key, 0, 60);
}

static int pile_number(const struct determinization *d, const char *key,
                       int max)
{
    return (int)reader_number(d->r, reader_member(d->r, 0, "piles"), key, 0,
                              max);
}

/* Take from a set what anybody can see: claims, the card in play, and the
 * hands that the viewer sees. */
static void remove_seen(const struct determinization *d, struct card_set *set)
{
    const struct uwc_state *s = d->s;

    set_remove(set, s->card);
    for (int i = 0; i < s->seats; i++) {
        const struct seat *me = &s->seat[i];

        set_remove_list(set, me->claims, me->claim_count);
        set_remove_set(set, &me->hand);
    }
}

/* ---- era cards ---- */

/* Deal the era cards that the viewer cannot see to the deck and to the hidden
 * hands.  Every unseen card of the current era is in one of them: those that
 * are more than the deck holds are in hands.  The other cards of these hands
 * are of earlier eras. */
static void determinize_era_cards(const struct determinization *d)
{
    struct uwc_state *s = d->s;
    const struct era_deck *era = &era_decks[uwc_era(s)];
    struct card_set current = {{0}}, old = {{0}};
    struct pool deck = {.count = 0}, older = {.count = 0}, hands = {.count = 0};
    size_t wanted = 0;

    for (int card = ERA1_FIRST; card < era->first + era->size; card++)
        set_add(card < era->first ? &old : &current, card);
    remove_seen(d, &current);
    remove_seen(d, &old);
    set_remove_set(&current, &s->discards);
    pool_take_set(&deck, &current);
    pool_take_set(&older, &old);
    pool_shuffle(&deck, d->random);
    pool_shuffle(&older, d->random);
    s->deck_count = (uint8_t)pile_number(d, "deck", (int)sizeof s->deck);
    for (int i = 0; i < s->seats; i++)
        if (!viewer_sees(d->viewer, i))
            wanted += (size_t)hand_number(d, i, "era_cards");
    if (!wanted && check_undealt(s))
        return; /* no era card was dealt yet */
    while (pool_left(&deck) > s->deck_count && hands.count < wanted)
        pool_take(&hands, pool_deal(&deck));
    while (pool_left(&older) && hands.count < wanted)
        pool_take(&hands, pool_deal(&older));
    if (pool_left(&deck) != s->deck_count || hands.count != wanted) {
        d->r->bad = true;
        return;
    }
    pool_deal_list(&deck, s->deck, s->deck_count);
    for (int i = 0; i < s->seats; i++)
        if (!viewer_sees(d->viewer, i))
            pool_deal_set(&hands, &s->seat[i].hand,
                          (size_t)hand_number(d, i, "era_cards"));
}

/* ---- revealed cards and tiles that a seat chooses from ---- */

/* The seat that chooses sees them; other viewers know only their number. */
static void determinize_reveal(const struct determinization *d,
                               struct pool *pool)
{
    struct uwc_state *s = d->s;
    source_node revealed = reader_member(d->r, 0, "revealed");
    int count = (int)reader_number(d->r, revealed, "count", 0, 3);

    if (viewer_sees(d->viewer, uwc_active(s)))
        reader_bytes(d->r, reader_member(d->r, revealed, "items"), s->reveal,
                     sizeof s->reveal, 1, CARD_LAST);
    else if ((size_t)count <= pool_left(pool))
        pool_deal_list(pool, s->reveal, (size_t)count);
    else
        d->r->bad = true;
}

/* ---- specials ---- */

/* Add the special cards that were taken face up: it is public in which hand
 * they are (ruling 73). */
static void hold_known_specials(const struct determinization *d)
{
    for (int i = 0; i < d->s->seats; i++) {
        struct seat *me = &d->s->seat[i];

        for (int card = SPECIAL3_FIRST; card <= CARD_LAST; card++)
            if (me->open_specials >> (card - SPECIAL3_FIRST) & 1)
                set_add(&me->hand, card);
    }
}

static void determinize_hidden_specials(const struct determinization *d,
                                        struct pool *pool)
{
    for (int i = 0; i < d->s->seats; i++) {
        struct seat *me = &d->s->seat[i];
        int hidden;

        if (viewer_sees(d->viewer, i))
            continue;
        hidden = hand_number(d, i, "specials") -
                 __builtin_popcount(me->open_specials);
        if (hidden < 0 || (size_t)hidden > pool_left(pool)) {
            d->r->bad = true;
            return;
        }
        pool_deal_set(pool, &me->hand, (size_t)hidden);
    }
}

static void determinize_specials(const struct determinization *d)
{
    struct uwc_state *s = d->s;
    source_node piles = reader_member(d->r, 0, "piles");
    int top = reader_maybe_or(d->r, piles, "top_special", CARD_LAST, 0);
    enum { MOST = CARD_LAST - SPECIAL_FIRST + 1 };
    struct card_set unknown = {{0}};
    struct pool pool = {.count = 0};
    bool choosing = revealed_kind(s) == FRAME_SPECIALS;

    s->special_count = (uint8_t)pile_number(d, "specials", MOST);
    s->top_hidden = !top && s->special_count && !choosing;
    for (int card = SPECIAL_FIRST; card <= CARD_LAST; card++)
        set_add(&unknown, card);
    hold_known_specials(d);
    remove_seen(d, &unknown);
    set_remove(&unknown, top);
    if (choosing && viewer_sees(d->viewer, uwc_active(s)))
        determinize_reveal(d, &pool);
    set_remove_list(&unknown, s->reveal, sizeof s->reveal);
    pool_take_set(&pool, &unknown);
    pool_shuffle(&pool, d->random);
    if (choosing && !viewer_sees(d->viewer, uwc_active(s)))
        determinize_reveal(d, &pool);
    determinize_hidden_specials(d, &pool);
    for (int i = 0; i < s->special_count; i++) {
        bool is_top = top && i == s->special_count - 1;

        if (!is_top && !pool_left(&pool)) {
            d->r->bad = true;
            return;
        }
        s->specials[i] = is_top ? (uint8_t)top : pool_deal(&pool);
    }
}

/* ---- tiles ---- */

static void determinize_tiles(const struct determinization *d)
{
    struct uwc_state *s = d->s;
    struct card_set unknown = {{0}};
    struct pool pool = {.count = 0};
    bool choosing = revealed_kind(s) == FRAME_TILES;
    bool seen = choosing && viewer_sees(d->viewer, uwc_active(s));

    for (int tile = 1; tile <= UWC_BLUE_TILES; tile++)
        set_add(&unknown, tile);
    for (int i = 0; i < s->seats; i++) {
        const struct seat *me = &s->seat[i];

        set_remove_list(&unknown, me->blue, sizeof me->blue);
        for (unsigned left = me->gained_tiles; left; left &= left - 1)
            set_remove(&unknown, __builtin_ctz(left) + 1);
    }
    if (seen) {
        determinize_reveal(d, &pool);
        set_remove_list(&unknown, s->reveal, sizeof s->reveal);
    }
    pool_take_set(&pool, &unknown);
    pool_shuffle(&pool, d->random);
    if (choosing && !seen)
        determinize_reveal(d, &pool);
    s->tile_count =
        (uint8_t)pile_number(d, "metropolises", (int)sizeof s->tiles);
    if (s->tile_count > pool_left(&pool)) {
        d->r->bad = true;
        return;
    }
    pool_deal_list(&pool, s->tiles, s->tile_count);
}

/* ---- simultaneous choices ---- */

static void own_aside(const struct determinization *d, source_node at,
                      struct seat *me)
{
    struct card_set set_aside = {{0}};
    int rank = 0;

    read_cards_at(d->r, reader_member(d->r, at, "set_aside"), &set_aside);
    for (int card = set_next(&me->hand, 0); card && rank < 32;
         card = set_next(&me->hand, card), rank++)
        if (set_has(&set_aside, card))
            me->set_aside |= UINT32_C(1) << rank;
}

static void own_answers(const struct determinization *d, source_node at,
                        struct seat *me)
{
    source_node answers = reader_member(d->r, at, "answers");
    struct card_set asking = {{0}};

    read_cards_at(d->r, reader_member(d->r, at, "asking"), &asking);
    for (int i = 0; i < me->claim_count; i++)
        if (set_has(&asking, me->claims[i]))
            me->asked |= UINT32_C(1) << i;
    for (size_t k = reader_length(d->r, answers, UWC_CLAIMS_MAX); k > 0; k--) {
        source_node answer = reader_element(d->r, answers, k - 1);
        int i = claim_index(
            me, (int)reader_number(d->r, answer, "card", 1, CARD_LAST));

        if (i < 0)
            d->r->bad = true;
        else
            me->answer[i] =
                (uint8_t)reader_number(d->r, answer, "option", 1, 15);
    }
}

static void own_arrangement(const struct determinization *d, source_node at,
                            struct seat *me)
{
    source_node arranged = reader_member(d->r, at, "arranged");

    me->swapped =
        !me->is_choosing && reader_number(d->r, arranged, "upper_right", 1,
                                          UWC_BLUE_TILES) == me->blue[1];
}

/* The view names the seats that still choose, and the viewer's own choice.
 * uwc_resample makes the choices of other seats random. */
static void determinize_choices(const struct determinization *d)
{
    for (int i = 0; i < d->s->seats; i++) {
        struct seat *me = &d->s->seat[i];
        source_node at = seat_node(d, i);

        me->is_choosing = reader_truth(d->r, at, "choosing");
        if (!viewer_sees(d->viewer, i))
            continue;
        if (d->s->phase == PHASE_FIRST_HANDS || d->s->phase == PHASE_ERA_HANDS)
            own_aside(d, at, me);
        else if (d->s->phase == PHASE_PRODUCTION)
            own_answers(d, at, me);
        else if (d->s->phase == PHASE_TILES)
            own_arrangement(d, at, me);
    }
}

enum rules_err uwc_determinize(void *state, const struct source *view,
                               int viewer, struct random *random)
{
    struct uwc_state *s = state;
    struct reader r = {.source = view, .is_view = true};
    const struct determinization d = {&r, s, viewer, random};

    if (viewer == RULES_OMNISCIENT)
        return uwc_read(state, view, NULL);
    read_open(&r, s, viewer);
    if (r.bad)
        return RULES_BAD_POSITION;
    determinize_era_cards(&d);
    determinize_specials(&d);
    determinize_tiles(&d);
    determinize_choices(&d);
    if (r.bad)
        return RULES_BAD_POSITION;
    uwc_resample(s, viewer, random);
    return uwc_check(s);
}
