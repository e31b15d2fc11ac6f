/* The client of journal_fold.h: cards and tiles go from place to place. */
#include "journal_fold.h"

#include "rules/underwater_cities/engine/seat_cards.h"

#include <criterion/criterion.h>

static void swap_in(uint8_t *items, size_t count, int a, int b)
{
    for (size_t i = 0; i < count; i++)
        if (items[i] == a || items[i] == b)
            items[i] = (uint8_t)(a ^ b ^ items[i]);
}

/* Exchange two cards wherever they lie hidden: what the client took for one was
 * the other. */
static void exchange(struct fold *f, int a, int b)
{
    struct uwc_state *s = &f->s;

    if (a == b)
        return;
    cr_assert_neq(f->viewer, RULES_OMNISCIENT, "%d is not %d", a, b);
    if (f->is_tile) {
        swap_in(s->tiles, s->tile_count, a, b);
        swap_in(s->reveal, sizeof s->reveal, a, b);
        return;
    }
    swap_in(s->deck, s->deck_count, a, b);
    swap_in(s->specials, s->special_count, a, b);
    swap_in(s->reveal, sizeof s->reveal, a, b);
    for (int i = 0; i < s->seats; i++) {
        struct card_set *hand = &s->seat[i].hand;

        if (set_has(hand, a) == set_has(hand, b))
            continue;
        cr_assert_neq(i, f->viewer, "the viewer knows its hand");
        hand->word[a >> 6] ^= UINT64_C(1) << (a & 63);
        hand->word[b >> 6] ^= UINT64_C(1) << (b & 63);
    }
}

/* A card of the hand that the viewer took for this one. */
static int stand_in(const struct fold *f, const struct seat *me, int card)
{
    for (int c = set_next(&me->hand, 0); c; c = set_next(&me->hand, c)) {
        const bool is_open =
            card_is_special(c) && me->open_specials >> (c - SPECIAL3_FIRST) & 1;

        if (!is_open && card_is_special(c) == card_is_special(card))
            return c;
    }
    cr_assert_fail("no card like %d in the hand, viewer %d", card, f->viewer);
    return 0;
}

static int take_from_hand(struct fold *f, int seat, int card)
{
    struct seat *me = &f->s.seat[seat];

    cr_assert(card, "a card that leaves a hand is known");
    if (!set_has(&me->hand, card))
        exchange(f, stand_in(f, me, card), card);
    hand_remove(me, card);
    if (f->s.phase == PHASE_FIRST_HANDS || f->s.phase == PHASE_ERA_HANDS)
        me->set_aside = 0; /* all that were set aside go */
    return card;
}

/* The top of a pile: this one, or if it is not known, any. */
static int take_top(struct fold *f, uint8_t *pile, uint8_t *count, int item)
{
    cr_assert(*count, "the pile is empty");
    if (item && !(item == pile[*count - 1]))
        exchange(f, item, pile[*count - 1]);
    item = pile[--*count];
    pile[*count] = 0;
    return item;
}

static void put_under(uint8_t *pile, uint8_t *count, int item)
{
    memmove(pile + 1, pile, (*count)++);
    pile[0] = (uint8_t)item;
}

/* One of those that a seat chooses from. */
static int take_from_choice(struct fold *f, int item)
{
    uint8_t *reveal = f->s.reveal;
    int i = 0;

    while (i < 3 && (item ? reveal[i] != item : !reveal[i]))
        i++;
    if (i == 3) { /* the client took another one for it */
        for (i = 0; i < 3 && !reveal[i];)
            i++;
        cr_assert_lt(i, 3, "nothing to choose from");
        exchange(f, item, reveal[i]);
    }
    item = reveal[i];
    reveal[i] = 0;
    return item;
}

static void add_to_choice(struct fold *f, int item)
{
    int i = 0;

    while (i < 3 && f->s.reveal[i])
        i++;
    cr_assert_lt(i, 3);
    f->s.reveal[i] = (uint8_t)item;
}

static int take_from_display(struct fold *f, int card)
{
    cr_assert_eq(f->s.display[f->from.id], card);
    f->s.display[f->from.id] = 0;
    return card;
}

static int take_from_play(struct fold *f, int card)
{
    struct seat *me = &f->s.seat[f->from.seat];
    const int i = claim_index(me, card);
    const uint32_t below = (UINT32_C(1) << i) - 1;

    cr_assert_geq(i, 0);
    me->claim_count--;
    memmove(me->claims + i, me->claims + i + 1, (size_t)(me->claim_count - i));
    me->claims[me->claim_count] = 0;
    me->used = (me->used & below) | (me->used >> 1 & ~below);
    return card;
}

static int take_card(struct fold *f, int card)
{
    struct uwc_state *s = &f->s;

    switch ((enum place_kind)f->from.kind) {
    case PLACE_DECK: return take_top(f, s->deck, &s->deck_count, card);
    case PLACE_SPECIALS:
        return take_top(f, s->specials, &s->special_count, card);
    case PLACE_HAND: return take_from_hand(f, f->from.seat, card);
    case PLACE_CHOICE: return take_from_choice(f, card);
    case PLACE_DISPLAY: return take_from_display(f, card);
    case PLACE_IN_PLAY: return take_from_play(f, card);
    case PLACE_TURN:
        cr_assert_eq(s->card, card);
        s->card = CARD_NONE;
        return card;
    default: cr_assert_fail("a card from place %d", f->from.kind);
    }
    return 0;
}

/* A special that everybody saw remains known in the hand. */
static void put_in_hand(struct fold *f, int card)
{
    struct seat *me = &f->s.seat[f->to.seat];

    set_add(&me->hand, card);
    if (f->from.kind == PLACE_SPECIALS || f->from.kind == PLACE_DISPLAY)
        me->open_specials |= UINT32_C(1) << (card - SPECIAL3_FIRST);
}

static void put_card(struct fold *f, int card)
{
    struct uwc_state *s = &f->s;
    struct seat *me = &s->seat[f->to.seat];

    switch ((enum place_kind)f->to.kind) {
    case PLACE_HAND: put_in_hand(f, card); break;
    case PLACE_DISCARDS: set_add(&s->discards, card); break;
    case PLACE_SPECIALS: put_under(s->specials, &s->special_count, card); break;
    case PLACE_CHOICE: add_to_choice(f, card); break;
    case PLACE_IN_PLAY: me->claims[me->claim_count++] = (uint8_t)card; break;
    case PLACE_TURN: s->card = (uint8_t)card; break;
    case PLACE_OUT: break;
    default: cr_assert_fail("a card to place %d", f->to.kind);
    }
}

/* Whether everybody sees what is there. */
static bool is_open_place(const struct journal_place *place)
{
    return place->kind == PLACE_DISPLAY || place->kind == PLACE_TURN ||
           place->kind == PLACE_IN_PLAY || place->kind == PLACE_DISCARDS ||
           place->kind == PLACE_OUT;
}

static bool is_own_place(const struct fold *f,
                         const struct journal_place *place)
{
    return (place->kind == PLACE_HAND || place->kind == PLACE_CHOICE) &&
           place->seat == f->viewer;
}

/* A card is named to those who see where it comes from or goes to: the top
 * special is face up, and cards are discarded face up. */
static void check_named(const struct fold *f, bool is_named)
{
    const bool is_top = f->from.kind == PLACE_SPECIALS && !f->s.top_hidden &&
                        f->to.kind != PLACE_CHOICE;
    const bool is_discard =
        f->from.kind == PLACE_HAND && f->to.kind == PLACE_SPECIALS;

    cr_assert_eq(is_named,
                 f->viewer == RULES_OMNISCIENT || is_top || is_discard ||
                     is_open_place(&f->from) || is_open_place(&f->to) ||
                     is_own_place(f, &f->from) || is_own_place(f, &f->to),
                 "viewer %d: from %d to %d", f->viewer, f->from.kind,
                 f->to.kind);
}

void fold_card(struct fold *f)
{
    const int named = fold_maybe(f, "card");

    f->is_tile = false;
    check_named(f, named != 0);
    put_card(f, take_card(f, named));
    /* The next special is face down until a step turns it up. */
    if (f->from.kind != PLACE_HAND && f->to.kind == PLACE_HAND &&
        f->from.kind != PLACE_DECK && f->from.kind != PLACE_DISPLAY)
        f->s.top_hidden = f->s.special_count > 0;
}

void fold_tile(struct fold *f)
{
    struct uwc_state *s = &f->s;
    int tile = fold_maybe(f, "tile");

    f->is_tile = true;
    cr_assert_eq(tile != 0, f->viewer == RULES_OMNISCIENT ||
                                f->viewer == f->seat ||
                                f->to.kind == PLACE_BOARD);
    if (f->from.kind == PLACE_TILES) {
        tile = take_top(f, s->tiles, &s->tile_count, tile);
        add_to_choice(f, tile);
        return;
    }
    tile = take_from_choice(f, tile);
    if (f->to.kind == PLACE_BOARD)
        s->seat[f->to.seat].gained_tiles |= (uint16_t)(1u << (tile - 1));
    else
        put_under(s->tiles, &s->tile_count, tile);
}

void fold_turn_up(struct fold *f)
{
    struct uwc_state *s = &f->s;

    cr_assert(s->special_count);
    f->is_tile = false;
    exchange(f, fold_number(f, "card"), s->specials[s->special_count - 1]);
    s->top_hidden = 0;
}
