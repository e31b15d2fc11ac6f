/* Equivalent candidates, and what distinguishes them. */
#include "rules/underwater_cities/engine/similar_moves.h"

#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/structures.h"

/* Whether a list gives more than points and cards. */
static bool list_helps(const struct effect *list)
{
    for (const struct effect *e = list; e->op != OP_END; e++)
        if (e->op != OP_GAIN || e->what < RESOURCES)
            return true;
    return false;
}

static void count_matters(struct turn_interests *m, int what)
{
    if (what >= COUNT_UPGRADED_FARMS && what <= COUNT_UPGRADED_TUNNELS)
        m->counted |= (uint8_t)(FARM << (what - COUNT_UPGRADED_FARMS));
    else if (what == COUNT_UPGRADED || what == COUNT_UPGRADED_SETS)
        m->counted = STRUCTURES;
    else if (what <= COUNT_BUILDINGS || what == COUNT_FULL_CITIES)
        m->buildings = true;
}

static void list_matters(struct turn_interests *m, const struct effect *list)
{
    for (const struct effect *e = list; e && e->op != OP_END; e++) {
        if (e->op == OP_TRIAL_RUN)
            m->counted = STRUCTURES;
        if ((e->op == OP_IF && !e->cap) || e->op == OP_EACH)
            count_matters(m, e->what);
    }
}

static void contract_matters(struct turn_interests *m, int contract)
{
    for (int i = 0; i < CONTRACT_CRITERIA_MAX; i++)
        if (contracts[contract].criteria[i].count)
            count_matters(m, contracts[contract].criteria[i].what);
}

/* Computed at most once per search step, when first needed. */
static void find_matters(struct turn_interests *m, const struct uwc_state *s,
                         int seat)
{
    const struct seat *me = &s->seat[seat];

    if (m->known)
        return;
    *m = (struct turn_interests){.known = true};
    for (int i = 0; i < s->depth; i++)
        list_matters(m, uwc_frame_list(s, &s->stack[i]));
    if (s->card)
        list_matters(m, cards[s->card]->instant);
    for (int i = 0; i < me->claim_count; i++) {
        const struct card *card = cards[me->claims[i]];

        list_matters(m, card->action);
        list_matters(m, card->once);
        list_matters(m, card->when.effects);
        if (card->when.event == EVENT_SECOND_UPGRADED &&
            list_helps(card->when.effects))
            m->pairs |= card->when.param;
        if (card->when.event == EVENT_SECOND_BUILDING)
            m->buildings = true;
    }
    for (int i = 0; i < UWC_CONTRACTS_OPEN; i++)
        contract_matters(m, s->contract[i]);
    /* A new piece may be upgraded next; its site is then relevant, too. */
    m->buildings = m->buildings || m->counted || m->pairs;
}

void tried_begin(struct tried *t)
{
    t->matters.known = false;
    t->part = -1;
}

static unsigned place_of(enum piece piece, int structure)
{
    return 1u << (piece == TUNNEL ? structure - UWC_TUNNEL_BASE
                                  : structure / UWC_SITES_PER_CITY);
}

/* Whether an equivalent upgrade was tried: of the same piece, for the same
 * payment, and at the same city or at places that nothing distinguishes.
 * Connected structures count alike; others may become connected. */
static bool upgrade_before(struct tried *t, const struct uwc_state *s, int seat,
                           struct move m)
{
    const struct seat *me = &s->seat[seat];
    const enum piece piece = structure_piece(me, move_a(m));
    uint16_t *tried = &t->upgrade[piece][move_b(m)];
    const unsigned before = *tried, place = place_of(piece, move_a(m));
    unsigned alike;

    *tried |= (uint16_t)place;
    if (!before || before & place)
        return before != 0;
    find_matters(&t->matters, s, seat);
    if (t->matters.pairs & piece)
        return false;
    if (!(t->matters.counted & piece))
        return true;
    alike =
        piece == TUNNEL ? board_productive_tunnels(me) : board_connected(me);
    return alike & place && alike & before;
}

/* The same for a building on a site without bonus and surcharge. */
static bool build_before(struct tried *t, const struct uwc_state *s, int seat,
                         struct move m)
{
    const enum piece piece = (enum piece)move_b(m);
    uint16_t *tried = &t->build[piece][move_x(m) & 63];
    const unsigned before = *tried, place = place_of(piece, move_a(m));

    *tried |= (uint16_t)place;
    if (!before || before & place)
        return before != 0;
    find_matters(&t->matters, s, seat);
    return !t->matters.buildings;
}

bool tried_before(struct tried *t, const struct uwc_state *s, int seat,
                  struct move m)
{
    const struct seat *me = &s->seat[seat];
    const enum piece piece = (enum piece)move_b(m);

    if (move_verb(m) != MOVE_UPGRADE && move_verb(m) != MOVE_BUILD)
        return false;
    if (move_part(m) != t->part)
        *t = (struct tried){.matters = t->matters, .part = move_part(m)};
    if (move_verb(m) == MOVE_UPGRADE)
        return upgrade_before(t, s, seat, m);
    return piece & BUILDINGS && !board_bonus(me, piece, move_a(m)) &&
           !board_surcharge(me, piece, move_a(m)) &&
           build_before(t, s, seat, m);
}

bool is_useless(struct tried *t, const struct uwc_state *before,
                const struct uwc_state *after, int seat, struct move m)
{
    const struct seat *me = &before->seat[seat];

    if (move_verb(m) != MOVE_UPGRADE || after->depth > before->depth ||
        before->stack[before->depth - 1].source == FRAME_UPGRADE)
        return false;
    for (int r = 0; r < RESOURCES; r++)
        if (after->seat[seat].stock[r] > me->stock[r])
            return false;
    find_matters(&t->matters, before, seat);
    return !((t->matters.counted | t->matters.pairs) &
             structure_piece(me, move_a(m)));
}
