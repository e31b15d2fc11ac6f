/* Special cards and metropolis tiles: taking one, or drawing some to choose
 * from. */
#include "rules/underwater_cities/engine/build.h"
#include "rules/underwater_cities/engine/effects/verbs.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/frames.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/piles.h"

/* ---- take-special ---- */

/* Take a face-up special (ruling 71); it is public while in hand (73). */
static enum refusal_reason take_special(struct uwc_state *s, int seat, int card)
{
    struct seat *me = &s->seat[seat];
    struct journal_place from = place_of(PLACE_SPECIALS);
    int i = 0;

    if (s->top_hidden && s->special_count)
        return REFUSED_NOT_NOW;
    frame_mark_done(s);
    if (card == CARD_NONE) {
        if (!s->special_count)
            return REFUSED_SUPPLY;
        card = pile_special_top(s);
        s->top_hidden = s->deferred && s->special_count;
    } else {
        while (i < 6 && s->display[i] != card)
            i++;
        if (i == 6)
            return REFUSED_SUPPLY;
        s->display[i] = 0;
        from = place_at(PLACE_DISPLAY, 0, i);
    }
    if (pile_take_special(s, seat, card, from, JOURNAL_PUBLIC))
        me->open_specials |= UINT32_C(1) << (card - SPECIAL3_FIRST);
    return REFUSED_OK;
}

/* Put the top one under the deck and look at three (rulings 21, 71). */
static enum refusal_reason draw_three(struct uwc_state *s, int seat)
{
    int card;

    if (s->top_hidden || s->reveal[0])
        return REFUSED_NOT_NOW;
    if (s->special_count < 2)
        return REFUSED_SUPPLY;
    card = pile_special_top(s);
    pile_special_under(s, card);
    journal_move(s, JOURNAL_CARD, seat, card, place_of(PLACE_SPECIALS),
                 place_of(PLACE_SPECIALS));
    for (int i = 0; i < 3 && s->special_count; i++) {
        s->reveal[i] = pile_special_top(s);
        journal_reveal(s, seat, false, s->reveal[i], true);
    }
    return frame_push(s, FRAME_SPECIALS, 0, 0, 0, FRAME_MUST);
}

/* Turn up the next special before a second is taken (ruling 21): the part
 * stays open. */
static enum refusal_reason turn_up(struct uwc_state *s, const struct effect *e)
{
    if (!s->top_hidden || !s->special_count)
        return REFUSED_NOT_NOW;
    s->top_hidden = 0;
    frame_top(s)->open |=
        (uint16_t)(1u << (e - uwc_frame_list(s, frame_top(s))));
    return REFUSED_OK;
}

enum refusal_reason effect_take_special_perform(struct uwc_state *s, int seat,
                                                const struct effect *e,
                                                struct move m)
{
    if (move_verb(m) == MOVE_THREE)
        return draw_three(s, seat);
    if (move_verb(m) == MOVE_TURN_UP)
        return turn_up(s, e);
    return take_special(s, seat, move_a(m));
}

void effect_take_special_candidates(const struct uwc_state *s, int seat,
                                    const struct effect *e, int part,
                                    struct candidates *c)
{
    (void)seat, (void)e;
    if (s->top_hidden && s->special_count) {
        candidates_add(c, MOVE_TURN_UP, part, 0, 0, 0);
        return;
    }
    for (int i = 0; i < 6; i++)
        if (s->display[i])
            candidates_add(c, MOVE_SPECIAL, part, s->display[i], 0, 0);
    if (s->special_count)
        candidates_add(c, MOVE_SPECIAL, part, CARD_NONE, 0, 0);
    if (s->special_count > 1)
        candidates_add(c, MOVE_THREE, part, 0, 0, 0);
}

unsigned effect_take_special_missing(struct means *m, const struct effect *e)
{
    bool is_there = m->s->special_count > 0;

    (void)e;
    for (int i = 0; i < 6; i++)
        is_there = is_there || m->s->display[i];
    return missing_unless(is_there, MISSING_SPECIALS);
}

/* Cards drawn count for nothing (ruling 21). */
unsigned effect_take_special_gains(const struct seat *me,
                                   const struct effect *e)
{
    (void)me, (void)e;
    return 0;
}

enum verdict effect_take_special_verdict(struct verdict_context *o,
                                         const struct effect *e, struct move m)
{
    (void)e;
    return move_verb(m) == MOVE_THREE ? VERDICT_TRIAL
                                      : verdict_performs(o, true);
}

/* ---- take-tile ---- */

enum refusal_reason effect_take_tile_perform(struct uwc_state *s, int seat,
                                             const struct effect *e,
                                             struct move m)
{
    (void)e, (void)m;
    if (s->reveal[0])
        return REFUSED_NOT_NOW;
    if (!s->tile_count)
        return REFUSED_SUPPLY;
    for (int i = 0; i < 2 && s->tile_count; i++) {
        s->reveal[i] = pile_tile_top(s);
        journal_reveal(s, seat, true, s->reveal[i], true);
    }
    return frame_push(s, FRAME_TILES, 0, 0, 0, FRAME_MUST);
}

void effect_take_tile_candidates(const struct uwc_state *s, int seat,
                                 const struct effect *e, int part,
                                 struct candidates *c)
{
    (void)s, (void)seat, (void)e;
    candidates_add(c, MOVE_TILES, part, 0, 0, 0);
}

unsigned effect_take_tile_missing(struct means *m, const struct effect *e)
{
    (void)e;
    return missing_unless(m->s->tile_count && !m->s->reveal[0], MISSING_TRIAL);
}

/* Tiles drawn count for nothing (ruling 21). */
unsigned effect_take_tile_gains(const struct seat *me, const struct effect *e)
{
    (void)me, (void)e;
    return 0;
}

enum verdict effect_take_tile_verdict(struct verdict_context *o,
                                      const struct effect *e, struct move m)
{
    const struct uwc_state *s = o->means.s;

    (void)e, (void)m;
    return verdict_performs(o, s->tile_count && !s->reveal[0]);
}

/* ---- what was drawn ---- */

enum refusal_reason effect_keep(struct uwc_state *s, int seat, int pick)
{
    enum source_kind source = (enum source_kind)frame_top(s)->source;
    const struct journal_place choice = place_at(PLACE_CHOICE, seat, 0);
    int i = 0;

    if (source != FRAME_SPECIALS && source != FRAME_TILES)
        return REFUSED_NOT_NOW;
    while (i < 3 && s->reveal[i] != pick)
        i++;
    if (i == 3 || !pick)
        return REFUSED_OPTION;
    s->reveal[i] = 0;
    pile_return_reveal(s, source);
    frame_mark_done(s);
    frame_drop(s);
    if (source == FRAME_TILES) {
        s->seat[seat].gained_tiles |= (uint16_t)(1u << (pick - 1));
        journal_move(s, JOURNAL_METROPOLIS_TILE, seat, pick, choice,
                     place_at(PLACE_BOARD, seat, 0));
        build_gain_tile(s, seat, pick);
    } else {
        (void)pile_take_special(s, seat, pick, choice, (seat_set)(1U << seat));
        s->top_hidden = s->deferred && s->special_count;
    }
    return REFUSED_OK;
}
