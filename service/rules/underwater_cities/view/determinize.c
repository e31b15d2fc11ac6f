/* A state that has the given view: hidden parts are filled in to fit, then
 * dealt again by uwc_resample. */
#include "rules/underwater_cities/engine/pool.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/view/check.h"
#include "rules/underwater_cities/view/reader.h"
#include "rules/underwater_cities/view/view.h"
#include "rules/underwater_cities/words/document.h"

/* The state that is being built, and the view it is built from. */
struct imagination {
    struct reader *r;
    struct uwc_state *s;
    int viewer;
    struct random *random;
};

static source_node seat_node(const struct imagination *im, int seat)
{
    return reader_element(im->r, reader_member(im->r, 0, "seats"),
                          (size_t)seat);
}

static int hand_number(const struct imagination *im, int seat, const char *key)
{
    return (int)reader_number(
        im->r, reader_member(im->r, seat_node(im, seat), "hand"), key, 0, 60);
}

static int pile_number(const struct imagination *im, const char *key, int max)
{
    return (int)reader_number(im->r, reader_member(im->r, 0, "piles"), key, 0,
                              max);
}

/* Take from a set what anybody can see: claims, the card in play, and the
 * hands that the viewer sees. */
static void remove_seen(const struct imagination *im, struct card_set *set)
{
    const struct uwc_state *s = im->s;

    set_remove(set, s->card);
    for (int i = 0; i < s->seats; i++) {
        const struct seat *me = &s->seat[i];

        for (int k = 0; k < me->claim_count; k++)
            set_remove(set, me->claims[k]);
        for (int w = 0; w < 4; w++)
            set->word[w] &= ~me->hand.word[w];
    }
}

/* ---- era cards ---- */

/* Every card of the current era is somewhere.  The cards that are neither open
 * nor fit into the deck are in the other seats' hands; the rest of these hands
 * are older cards. */
static void determinize_era_cards(const struct imagination *im)
{
    struct uwc_state *s = im->s;
    const struct era_deck *era = &era_decks[uwc_era(s)];
    struct card_set current = {{0}}, old = {{0}};
    struct pool deck = {.count = 0}, older = {.count = 0}, hands = {.count = 0};
    size_t wanted = 0;

    for (int card = ERA1_FIRST; card < era->first + era->size; card++)
        set_add(card < era->first ? &old : &current, card);
    remove_seen(im, &current);
    remove_seen(im, &old);
    for (int w = 0; w < 4; w++)
        current.word[w] &= ~s->discards.word[w];
    pool_take_set(&deck, &current);
    pool_take_set(&older, &old);
    pool_shuffle(&deck, im->random);
    pool_shuffle(&older, im->random);
    s->deck_count = (uint8_t)pile_number(im, "deck", (int)sizeof s->deck);
    for (int i = 0; i < s->seats; i++)
        if (!viewer_sees(im->viewer, i))
            wanted += (size_t)hand_number(im, i, "era_cards");
    if (!wanted && check_undealt(s))
        return; /* the others' hands are empty, too */
    while (pool_left(&deck) > s->deck_count && hands.count < wanted)
        hands.item[hands.count++] = pool_deal(&deck);
    while (pool_left(&older) && hands.count < wanted)
        hands.item[hands.count++] = pool_deal(&older);
    if (pool_left(&deck) != s->deck_count || hands.count != wanted) {
        im->r->bad = true;
        return;
    }
    for (int i = 0; i < s->deck_count; i++)
        s->deck[i] = pool_deal(&deck);
    for (int i = 0; i < s->seats; i++)
        if (!viewer_sees(im->viewer, i))
            for (int n = hand_number(im, i, "era_cards"); n > 0; n--)
                set_add(&s->seat[i].hand, pool_deal(&hands));
}

/* ---- what was revealed to choose from ---- */

/* The chooser sees it; for others only how much there is matters. */
static void determinize_reveal(const struct imagination *im, struct pool *pool)
{
    struct uwc_state *s = im->s;
    source_node revealed = reader_member(im->r, 0, "revealed");
    int count = (int)reader_number(im->r, revealed, "count", 0, 3);

    if (viewer_sees(im->viewer, uwc_active(s)))
        reader_bytes(im->r, reader_member(im->r, revealed, "items"), s->reveal,
                     sizeof s->reveal, 1, CARD_LAST);
    else if ((size_t)count <= pool_left(pool))
        for (int i = 0; i < count; i++)
            s->reveal[i] = pool_deal(pool);
    else
        im->r->bad = true;
}

/* What the top frame lets somebody choose from. */
static enum source_kind revealing(const struct uwc_state *s)
{
    enum source_kind top =
        s->depth ? (enum source_kind)s->stack[s->depth - 1].source : FRAME_SLOT;

    return top == FRAME_SPECIALS || top == FRAME_TILES ? top : FRAME_SLOT;
}

static void forget(struct card_set *set, const uint8_t *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        set_remove(set, items[i]);
}

/* ---- specials ---- */

/* Specials known to be in a hand: taken face up (ruling 73). */
static void hold_known_specials(const struct imagination *im)
{
    for (int i = 0; i < im->s->seats; i++) {
        struct seat *me = &im->s->seat[i];

        for (int card = SPECIAL3_FIRST; card <= CARD_LAST; card++)
            if (me->open_specials >> (card - SPECIAL3_FIRST) & 1)
                set_add(&me->hand, card);
    }
}

static void determinize_hidden_specials(const struct imagination *im,
                                        struct pool *pool)
{
    for (int i = 0; i < im->s->seats; i++) {
        struct seat *me = &im->s->seat[i];
        int hidden;

        if (viewer_sees(im->viewer, i))
            continue;
        hidden = hand_number(im, i, "specials") -
                 __builtin_popcount(me->open_specials);
        if (hidden < 0 || (size_t)hidden > pool_left(pool)) {
            im->r->bad = true;
            return;
        }
        while (hidden-- > 0)
            set_add(&me->hand, pool_deal(pool));
    }
}

static void determinize_specials(const struct imagination *im)
{
    struct uwc_state *s = im->s;
    source_node piles = reader_member(im->r, 0, "piles");
    int top = reader_maybe(im->r, reader_member(im->r, piles, "top_special"),
                           CARD_LAST);
    enum { MOST = CARD_LAST - SPECIAL_FIRST + 1 };
    struct card_set unknown = {{0}};
    struct pool pool = {.count = 0};
    bool choosing = revealing(s) == FRAME_SPECIALS;

    s->special_count = (uint8_t)pile_number(im, "specials", MOST);
    s->top_hidden = !top && s->special_count && !choosing;
    for (int card = SPECIAL_FIRST; card <= CARD_LAST; card++)
        set_add(&unknown, card);
    hold_known_specials(im);
    remove_seen(im, &unknown);
    set_remove(&unknown, top);
    if (choosing && viewer_sees(im->viewer, uwc_active(s)))
        determinize_reveal(im, &pool);
    forget(&unknown, s->reveal, sizeof s->reveal);
    pool_take_set(&pool, &unknown);
    pool_shuffle(&pool, im->random);
    if (choosing && !viewer_sees(im->viewer, uwc_active(s)))
        determinize_reveal(im, &pool);
    determinize_hidden_specials(im, &pool);
    for (int i = 0; i < s->special_count; i++) {
        bool is_top = top && i == s->special_count - 1;

        if (!is_top && !pool_left(&pool)) {
            im->r->bad = true;
            return;
        }
        s->specials[i] = is_top ? (uint8_t)top : pool_deal(&pool);
    }
}

/* ---- tiles ---- */

static void determinize_tiles(const struct imagination *im)
{
    struct uwc_state *s = im->s;
    struct card_set unknown = {{0}};
    struct pool pool = {.count = 0};
    bool choosing = revealing(s) == FRAME_TILES;
    bool seen = choosing && viewer_sees(im->viewer, uwc_active(s));

    for (int tile = 1; tile <= UWC_BLUE_TILES; tile++)
        set_add(&unknown, tile);
    for (int i = 0; i < s->seats; i++) {
        const struct seat *me = &s->seat[i];

        forget(&unknown, me->blue, sizeof me->blue);
        for (unsigned left = me->gained_tiles; left; left &= left - 1)
            set_remove(&unknown, __builtin_ctz(left) + 1);
    }
    if (seen) {
        determinize_reveal(im, &pool);
        forget(&unknown, s->reveal, sizeof s->reveal);
    }
    pool_take_set(&pool, &unknown);
    pool_shuffle(&pool, im->random);
    if (choosing && !seen)
        determinize_reveal(im, &pool);
    s->tile_count =
        (uint8_t)pile_number(im, "metropolises", (int)sizeof s->tiles);
    if (s->tile_count > pool_left(&pool)) {
        im->r->bad = true;
        return;
    }
    for (int i = 0; i < s->tile_count; i++)
        s->tiles[i] = pool_deal(&pool);
}

/* ---- simultaneous choices ---- */

static void own_aside(const struct imagination *im, source_node at,
                      struct seat *me)
{
    struct card_set set_aside = {{0}};
    int rank = 0;

    reader_cards(im->r, reader_member(im->r, at, "set_aside"), &set_aside);
    for (int card = set_next(&me->hand, 0); card && rank < 32;
         card = set_next(&me->hand, card), rank++)
        if (set_has(&set_aside, card))
            me->set_aside |= UINT32_C(1) << rank;
}

static void own_answers(const struct imagination *im, source_node at,
                        struct seat *me)
{
    source_node answers = reader_member(im->r, at, "answers");
    struct card_set asking = {{0}};

    reader_cards(im->r, reader_member(im->r, at, "asking"), &asking);
    for (int i = 0; i < me->claim_count; i++)
        if (set_has(&asking, me->claims[i]))
            me->asked |= UINT32_C(1) << i;
    for (size_t k = reader_length(im->r, answers, UWC_CLAIMS_MAX); k > 0; k--) {
        source_node answer = reader_element(im->r, answers, k - 1);
        int i = claim_index(
            me, (int)reader_number(im->r, answer, "card", 1, CARD_LAST));

        if (i < 0)
            im->r->bad = true;
        else
            me->answer[i] =
                (uint8_t)reader_number(im->r, answer, "option", 1, 15);
    }
}

static void own_arrangement(const struct imagination *im, source_node at,
                            struct seat *me)
{
    source_node arranged = reader_member(im->r, at, "arranged");

    me->swapped =
        !me->is_choosing && reader_number(im->r, arranged, "upper_right", 1,
                                          UWC_BLUE_TILES) == me->blue[1];
}

/* Which seats still choose is open; the viewer sees its own choice.
 * uwc_resample deals the other seats' choices. */
static void determinize_choices(const struct imagination *im)
{
    for (int i = 0; i < im->s->seats; i++) {
        struct seat *me = &im->s->seat[i];
        source_node at = seat_node(im, i);

        me->is_choosing = reader_truth(im->r, at, "choosing");
        if (!viewer_sees(im->viewer, i))
            continue;
        if (im->s->phase == PHASE_FIRST_HANDS ||
            im->s->phase == PHASE_ERA_HANDS)
            own_aside(im, at, me);
        else if (im->s->phase == PHASE_PRODUCTION)
            own_answers(im, at, me);
        else if (im->s->phase == PHASE_TILES)
            own_arrangement(im, at, me);
    }
}

enum rules_err uwc_determinize(void *state, const struct source *view,
                               int viewer, struct random *random)
{
    struct uwc_state *s = state;
    struct reader r = {.source = view};
    const struct imagination im = {&r, s, viewer, random};

    if (viewer == RULES_OMNISCIENT)
        return uwc_read(state, view);
    read_open(&r, s, viewer);
    if (r.bad)
        return RULES_BAD_POSITION;
    determinize_era_cards(&im);
    determinize_specials(&im);
    determinize_tiles(&im);
    determinize_choices(&im);
    if (r.bad)
        return RULES_BAD_POSITION;
    uwc_resample(s, viewer, random);
    return uwc_check(s);
}
