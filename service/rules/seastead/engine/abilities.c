/* The abilities of specialists (rules 1.5.5). */
#include "rules/seastead/engine/abilities.h"

#include "rules/seastead/engine/board.h"
#include "rules/seastead/engine/goods.h"
#include "rules/seastead/engine/handlers.h"

void specialist_flip(struct state *s, int seat, int n, bool up)
{
    s->seat[seat].face_up ^= (uint16_t)(1u << (n - 1));
    note(s, STEP_FLIP, seat, n, up);
}

unsigned ability_windows(const struct state *s)
{
    const struct frame *f = &s->stack[s->depth ? s->depth - 1 : 0];

    if (!s->depth)
        return WINDOW_START;
    if (f->kind == FRAME_REACT)
        return WINDOW_AFTER_DIVE | WINDOW_AFTER_PRICE;
    if (f->kind != FRAME_WINDOW && (f->kind != FRAME_FACE || f->n))
        return 0;
    return s->action == ACTION_DIVE ? WINDOW_DIVE : WINDOW_BUILD;
}

/* The types on the half of the active player. */
static unsigned types_taken(const struct state *s)
{
    const struct half *h = &dive_card(s)->half[half_of(s, s->turn)];
    unsigned types = 0;

    if (h->kind != HALF_FIXED || h->wild)
        return ALL_RESOURCES;
    for (int r = 0; r < RESOURCES; r++)
        types |= h->amount[r] ? 1u << r : 0;
    return types;
}

static int ships_out(const struct state *s, int seat)
{
    int count = 0;

    for (int l = 0; l < LOCATIONS; l++)
        count += s->ship[l] == seat + 1;
    return count;
}

/* The opponent may take something, too. */
static void push_shared(struct state *s, int seat, int mine, unsigned types)
{
    if (!is_solo(s))
        push_take(s, 1 - seat, 1, types, 0);
    push_take(s, seat, mine, types, 0);
}

static void push_trades(struct state *s, int seat)
{
    push(s, (struct frame){
                .kind = FRAME_TRADE, .seat = (uint8_t)seat, .n = 3, .a = 1});
}

bool ability_begin(struct state *s, int seat, int specialist,
                   const struct frame *reaction)
{
    switch ((enum ability)specialists[specialist].ability) {
    case ABILITY_FOUNDER: push_shared(s, seat, 2, ALL_RESOURCES); break;
    case ABILITY_FISHER: push_shared(s, seat, 3, 1u << FISH); break;
    case ABILITY_INVESTOR:
        push_take(s, seat, reaction->n, reaction->b, 0);
        break;
    case ABILITY_AGENT:
        push_take(s, seat, reaction->n, types_taken(s), 0);
        break;
    case ABILITY_SALVAGER: push_plain(s, FRAME_MOVE, seat); break;
    case ABILITY_ARCHITECT: push_plain(s, FRAME_EXCHANGE, seat); break;
    case ABILITY_CLEAN: push_count(s, FRAME_CLEAN, seat, 2); break;
    case ABILITY_RECYCLE: push_count(s, FRAME_RECYCLE, seat, 2); break;
    case ABILITY_SAIL: push_count(s, FRAME_SAIL, seat, 2); break;
    case ABILITY_TRADE: push_trades(s, seat); break;
    case ABILITY_PRICE: break;
    case ABILITY_HALF_AGAIN: push_count(s, FRAME_GATHER, seat, 0); break;
    case ABILITY_EXTRA_TURN:
        if (s->extra)
            return false;
        s->extra = 1;
        return true;
    case ABILITY_SWAP: push_plain(s, FRAME_SWAP, seat); break;
    case ABILITY_HIRE: push_plain(s, FRAME_HIRE, seat); break;
    case ABILITY_FLEET:
        push_take(s, seat, ships_out(s, seat), ALL_RESOURCES, 0);
        break;
    }
    return false;
}

/* A move does not count as building: no effect, bonus or discount; its owner
 * moves a ship that is there (S18, BS24). */
enum refusal_reason do_move(struct state *s, int seat, struct move m, bool dry)
{
    const int from = move_a(m), to = move_b(m);

    if (owner_at(s, from) != seat)
        return REFUSED_NOT_YOURS;
    if (!board_is_movable(s, from, seat))
        return REFUSED_PIECE_KIND;
    if (s->building[to])
        return REFUSED_OCCUPIED;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    board_move(s, from, to);
    ships_displace(s, to);
    return REFUSED_OK;
}

/* Both change places at once (BS25). */
enum refusal_reason do_exchange(struct state *s, int seat, struct move m,
                                bool dry)
{
    const int a = move_a(m), b = move_b(m);

    if (owner_at(s, a) != seat || owner_at(s, b) != 1 - seat)
        return REFUSED_NOT_YOURS;
    if (!board_is_movable(s, a, seat) || !board_is_movable(s, b, 1 - seat))
        return REFUSED_PIECE_KIND;
    if (flotilla_of(a) != flotilla_of(b))
        return REFUSED_OTHER_FLOTILLA;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    board_exchange(s, a, b);
    return REFUSED_OK;
}
