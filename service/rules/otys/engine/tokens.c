/* Reward tokens: the Explorer and sponsor 2 (rules 2.6, 2.7). */
#include "rules/otys/engine/goods.h"
#include "rules/otys/engine/handlers.h"

/* The place of a token on the colony board, or -1. */
static int place_of_token(const struct state *s, int token)
{
    for (int i = 0; i < DISPLAY; i++)
        if (s->display[i] == token)
            return i;
    return -1;
}

/* The immediate effect.  A resource or an upgrade is chosen; what is not
 * possible is lost. */
static void give(struct state *s, int seat, int token)
{
    const struct effect *e = &front_effects[tokens[token].front];

    if (e->op == OP_TAKE)
        push_with(s, FRAME_PICK, seat, tokens[token].colours);
    else if (e->op == OP_BATTERIES)
        goods_batteries(s, seat, e->n);
    else if (e->op == OP_DRAW)
        spy_draw(s, seat);
    else if (e->op == OP_UPGRADE)
        push_plain(s, FRAME_UPGRADE, seat);
    else
        goods_offer_points(s, seat, POINTS_TOKENS, e->n);
}

static void discard(struct state *s, int seat, int token,
                    struct journal_place from)
{
    set_add(&s->discards, token);
    note_move(s, STEP_TOKEN, seat, token, from, place_of(PLACE_DISCARDS));
}

void tokens_refill(struct state *s, int place)
{
    if (!s->bag_count && set_count(&s->discards)) {
        (void)pile_refill(pile_bag(s), &s->discards, &s->chance);
        note(s, STEP_BAG, -1, 0, s->bag_count);
    }
    s->display[place] = pile_draw(pile_bag(s));
    if (!s->display[place])
        return;
    recorder_reveal(s);
    note_move(s, STEP_TOKEN, -1, s->display[place], place_of(PLACE_BAG),
              place_at(PLACE_DISPLAY, 0, place));
}

/* The replacement is drawn before the effect (AO5). */
enum refusal_reason do_explore(struct state *s, int seat, struct move m,
                               bool dry)
{
    const int token = move_a(m), place = place_of_token(s, token);
    const int cost = diver_cost(s, top(s), diver_effects(s, top(s))->credits);

    if (top(s)->a != EXPLORER)
        return REFUSED_OTHER_DIVER;
    if (place < 0 || place / TOKENS_EACH != s->level)
        return REFUSED_NOT_DISPLAYED;
    if (s->seat[seat].credits < cost)
        return REFUSED_CREDITS;
    if (dry)
        return REFUSED_OK;
    (void)diver_begin(s);
    goods_pay(s, seat, cost);
    note_move(s, STEP_TOKEN, seat, token, place_at(PLACE_DISPLAY, 0, place),
              place_at(PLACE_TAKEN, seat, 0));
    tokens_refill(s, place);
    push_with(s, FRAME_PLACE, seat, token);
    give(s, seat, token);
    return REFUSED_OK;
}

/* The older token of the level is discarded. */
void run_place(struct state *s, const struct frame *f)
{
    uint8_t *reward = &s->seat[f->seat].reward[s->level];
    const struct journal_place here = place_at(PLACE_REWARD, f->seat, s->level);

    if (*reward)
        discard(s, f->seat, *reward, here);
    *reward = f->a;
    note_move(s, STEP_TOKEN, f->seat, f->a, place_at(PLACE_TAKEN, f->seat, 0),
              here);
}

/* Sponsor 2, advanced: the immediate effect only, then the token is discarded
 * and replaced. */
enum refusal_reason do_token(struct state *s, int seat, struct move m, bool dry)
{
    const int place = place_of_token(s, move_a(m));

    if (!sponsor_does(s, OP_USE_TOKEN))
        return REFUSED_OTHER_SPONSOR;
    if (place < 0 ||
        (s->token_level == KEY_LEVEL && place / TOKENS_EACH != s->level))
        return REFUSED_NOT_DISPLAYED;
    if (dry)
        return REFUSED_OK;
    sponsor_use(s, seat);
    push_with(s, FRAME_REPLACE, seat, place);
    give(s, seat, move_a(m));
    return REFUSED_OK;
}

void run_replace(struct state *s, const struct frame *f)
{
    const int token = s->display[f->a];

    s->display[f->a] = 0;
    discard(s, f->seat, token, place_at(PLACE_DISPLAY, 0, f->a));
    tokens_refill(s, f->a);
}
