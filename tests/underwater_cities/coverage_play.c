/* The matches of a tour: players drawn to what they have not done yet, some of
 * them rich, some with large networks, so that what is dear or late comes
 * about too. */
#include "coverage.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/view/view.h"

#include <criterion/criterion.h>
#include <string.h>

/* ---- what is wanted ---- */

/* A number for what a move does, as far as it has not been done: on which
 * board, with which card or site. */
static uint32_t key_of(const struct coverage *t, int seat, struct move m)
{
    uint32_t key = (uint32_t)move_verb(m) << 16 | (uint32_t)move_a(m) << 8 |
                   (uint32_t)move_b(m);

    if (move_verb(m) == MOVE_PLACE)
        key &= ~UINT32_C(255); /* any card */
    if (move_verb(m) == MOVE_BUILD)
        key = (uint32_t)t->now.seat[seat].board << 16 |
              (uint32_t)move_a(m) << 8 |
              (move_b(m) == TUNNEL  ? 1u
               : move_b(m) & CITIES ? 2u
                                    : 3u);
    return (key * UINT32_C(2654435761)) >> 16 & (COVERAGE_KEYS - 1);
}

/* Whether there is more to see of a card than that it works: it brings tiles,
 * and some have never been gained; or it has a condition beside other parts,
 * and none has ever refused a move. */
static bool brings_more(const struct coverage *t, int card)
{
    const struct effect *list = cards[card]->instant;
    bool tiles = false, all = true;

    for (const struct effect *e = list; e && e->op != OP_END; e++) {
        if (e->op == OP_IF && list->op == OP_ADVANCE &&
            !t->why[REFUSED_CONDITION])
            return true;
        tiles = tiles || e->op == OP_TAKE_TILE;
    }
    for (int tile = 1; tile <= UWC_BLUE_TILES; tile++)
        all = all && t->gained[tile];
    return tiles && !all;
}

/* Whether a permanent in play waits for its first step onto a space. */
static bool waits_for_steps(const struct coverage *t)
{
    const struct seat *me = &t->now.seat[uwc_active(&t->now)];

    for (int i = 0; i < me->claim_count; i++)
        if (!t->card[me->claims[i]] &&
            cards[me->claims[i]]->when.event == EVENT_REACH_SPACE)
            return true;
    return false;
}

/* How much a placement is wanted. */
static unsigned placing_weight(const struct coverage *t, struct move m)
{
    const int card = move_b(m);
    const int slot = move_a(m);

    if (slot_of(t->now.seats, slot)->kind == SLOT_FEDERATION &&
        waits_for_steps(t))
        return 100;
    if (!card || slot == UWC_SLOT_ALWAYS)
        return 1;
    if (cards[card]->colour != slot_colour(slot))
        return 2;
    return t->card[card] && !brings_more(t, card) ? 4 : 80;
}

/* How much a discard is wanted: for its cards that were played before. */
static unsigned discarding_weight(const struct coverage *t, int seat,
                                  struct move m)
{
    uint8_t named[UWC_HAND_MAX];
    const int count = hand_cards(&t->now.seat[seat].hand, move_ranks(m), named);
    unsigned worth = 1;

    for (int i = 0; i < count; i++)
        worth += t->card[named[i]] ? 20 : 0;
    return worth;
}

/* How much a move is wanted; 0: only if there is no other. */
static unsigned weight(const struct coverage *t, int seat, struct move m)
{
    switch (move_verb(m)) {
    case MOVE_PLACE: return placing_weight(t, m);
    case MOVE_CARD:
        return t->card[t->now.card] && !brings_more(t, t->now.card) ? 10 : 60;
    case MOVE_ADVANCE: return waits_for_steps(t) ? 30 * (unsigned)move_a(m) : 5;
    case MOVE_SPECIAL: return move_a(m) && t->card[move_a(m)] ? 1 : 6;
    case MOVE_DISCARD: return discarding_weight(t, seat, m);
    case MOVE_ANSWER: return move_b(m) ? 10 : 1;
    case MOVE_ONCE:
    case MOVE_USE: return t->card[move_a(m)] ? 4 : 40;
    case MOVE_CLAIM:
    case MOVE_TILES: return 30;
    case MOVE_KEEP:
        return move_a(m) <= UWC_BLUE_TILES && !t->gained[move_a(m)] ? 80 : 10;
    case MOVE_PASS: return !t->verb[MOVE_PASS];
    case MOVE_END: return 0;
    default: return 5; /* the others are wanted alike */
    }
}

static unsigned attraction(const struct coverage *t, int seat, struct move m)
{
    const unsigned w = weight(t, seat, m);

    return w && !t->key[key_of(t, seat, m)] ? w + 30 : w;
}

static struct move choose(struct coverage *t, int seat,
                          const struct move *moves, size_t count)
{
    unsigned sum = 0;
    uint32_t at;

    for (size_t i = 0; i < count; i++)
        sum += attraction(t, seat, moves[i]);
    if (sum == 0)
        return moves[random_below(&t->random, (uint32_t)count)];
    at = random_below(&t->random, sum);
    for (size_t i = 0; i < count; i++) {
        const unsigned w = attraction(t, seat, moves[i]);

        if (at < w)
            return moves[i];
        at -= w;
    }
    return moves[0];
}

/* ---- moves that do not fit ---- */

enum { MISFITS = UWC_CONTRACTS + 2 * UWC_SLOTS };

/* Moves that hardly fit anywhere, to begin with. */
static void remember_misfits(struct coverage *t)
{
    int at = 0;

    for (int n = 1; n <= UWC_CONTRACTS; n++)
        t->pool[at++] = move_make(MOVE_CLAIM, 0, n, 0, 0);
    for (int slot = 0; slot < UWC_SLOTS; slot++)
        for (int clone = 0; clone < 2; clone++)
            t->pool[at++] = move_make(MOVE_PLACE, 0, slot, ERA1_FIRST, clone);
}

static void remember(struct coverage *t, const struct move *moves, size_t count)
{
    for (int i = 0; i < 3; i++)
        t->pool[MISFITS + t->pooled++ % (COVERAGE_POOL - MISFITS)] =
            moves[random_below(&t->random, (uint32_t)count)];
}

/* Moves that were legal somewhere, some with a number changed, tried here. */
static void try_others(struct coverage *t, int seat)
{
    const uint32_t known = t->pooled + MISFITS < COVERAGE_POOL
                               ? t->pooled + MISFITS
                               : COVERAGE_POOL;

    for (int i = 0; i < 6; i++) {
        struct move m =
            t->pool[random_below(&t->random, i < 2 ? MISFITS : known)];

        if (move_verb(m) == MOVE_PLACE) /* a card that is there */
            m = move_make(MOVE_PLACE, 0, move_a(m),
                          set_next(&t->now.seat[seat].hand, 0), move_x(m));
        else if (random_below(&t->random, 3) == 0)
            m.bits ^= UINT32_C(1) << (7 + random_below(&t->random, 16));
        coverage_note_refusal(t, seat, m);
    }
}

/* What asks for a condition, met or not. */
static void try_conditions(struct coverage *t, int seat)
{
    const struct uwc_state *s = &t->now;

    for (int part = 0; s->depth && part < 16; part++) {
        const struct effect *e = uwc_part(s, part);

        if (e && (e->op == OP_IF || e->op == OP_EACH))
            coverage_note_refusal(t, seat, move_make(MOVE_DO, part, 0, 0, 0));
    }
}

/* ---- matches ---- */

/* Decide for one seat that owes a decision. */
static void step(struct coverage *t, int seat)
{
    static struct move moves[RULES_MOVES_MAX];
    const size_t count = uwc_moves(&t->now, seat, moves, RULES_MOVES_MAX);
    const struct uwc_state before = t->now;
    struct move m;

    cr_assert_gt(count, 0, "a seat that is to act has a move");
    if (t->look)
        t->look(t);
    remember(t, moves, count);
    try_others(t, seat);
    try_conditions(t, seat);
    m = choose(t, seat, moves, count);
    t->key[key_of(t, seat, m)] = true;
    cr_assert_eq(uwc_apply(&t->now, seat, m), RULES_OK);
    coverage_note_cards(t, &before, seat, m);
    coverage_note_rest(t, &before, seat, m);
}

/* Some matches are rich. */
static void enrich(struct uwc_state *s)
{
    for (int seat = 0; seat < s->seats; seat++)
        for (int r = 0; r < RESOURCES; r++)
            s->seat[seat].stock[r] = 14;
}

/* One more piece, wherever it may stand; the last tunnel to a metropolis is
 * left to the player. */
static void grow_once(struct coverage *t, struct seat *me)
{
    const uint32_t kind = random_below(&t->random, 6);
    const uint32_t site = random_below(&t->random, 45);

    if (kind == 0 && board_city_sites(me) >> site % 9 & 1) {
        me->city |= (uint16_t)(1u << site % 9);
        if (site & 1 && supply_left(&t->now, SYMBIOTIC) > 0)
            me->symbiotic |= (uint16_t)(1u << site % 9);
    } else if (kind == 1 && site % 16 < 12 &&
               board_tunnel_sites(me) >> site % 16 & 1) {
        me->tunnel |= (uint16_t)(1u << site % 16);
    } else if (kind == 2 && me->tunnel >> site % 16 & 1) {
        me->tunnel_upgraded |= (uint16_t)(1u << site % 16);
    } else if (kind < 5 && board_building_sites(me, false) >> site & 1) {
        me->building[kind - 2 > 2 ? 2 : kind - 2] |= UINT64_C(1) << site;
    } else if ((me->building[0] | me->building[1] | me->building[2]) >> site &
               1) {
        me->upgraded |= UINT64_C(1) << site;
    }
}

/* Some have large networks, and few specials are left. */
static void grow(struct coverage *t)
{
    for (int seat = 0; seat < t->now.seats; seat++)
        for (int i = 0; i < 60; i++)
            if (supply_left(&t->now, TUNNEL) > 6 &&
                supply_left(&t->now, CITY) > 2)
                grow_once(t, &t->now.seat[seat]);
    if (t->match % 8 == 7)
        while (t->now.special_count > 2)
            (void)pile_special_top(&t->now);
}

/* Resources given to the seats at the beginning of a round. */
static void give(struct coverage *t)
{
    if (t->match % 4 == 0)
        return;
    enrich(&t->now);
    if (t->match % 4 == 3 && t->now.round % 3 == 2)
        grow(t);
    cr_assert_eq(uwc_check(&t->now), RULES_OK, "a gift that cannot be");
}

void coverage_play_match(struct coverage *t)
{
    const uint8_t secret[RULES_SECRET_SIZE] = {(uint8_t)t->match, 'c'};
    int given = 0;

    if (!t->pooled)
        remember_misfits(t);
    random_init(&t->random, secret, 1000);
    if (t->settings.seats == 1)
        t->settings.values[UWC_SOLO_START] = (int16_t)(1 + t->match % 4);
    cr_assert_eq(uwc_start(&t->now, &t->settings, secret), RULES_OK);
    while (uwc_to_act(&t->now)) {
        if (t->now.phase == PHASE_TURN && t->now.turn == 0 &&
            t->now.step == STEP_PLACE && given < t->now.round) {
            given = t->now.round;
            give(t);
        }
        step(t, __builtin_ctz(uwc_to_act(&t->now)));
    }
    coverage_note_scoring(t);
    coverage_note_result(t);
    t->match++;
}
