/* What the cards of the template do: their effects as lists, and the effects in
 * progress as frames (rules/kit/effects.h).
 *
 * Of a card's list the winner performs one part.  A trade opens the list that
 * it holds, of which all parts are performed. */
#include "rules/template/template.h"

#include <string.h>

/* The verb of an effect is that of the moves that perform it. */
static const uint8_t traits[TEMPLATE_VERBS] = {
    [TEMPLATE_TAKE] = PART,
    [TEMPLATE_DRAW] = PART,
    [TEMPLATE_TRADE] = PART | BLOCK | OPENS,
    [TEMPLATE_DISCARD] = PART,
};

#define TAKE                                                                   \
    {                                                                          \
        .op = TEMPLATE_TAKE                                                    \
    }
#define DRAW                                                                   \
    {                                                                          \
        .op = TEMPLATE_DRAW                                                    \
    }
#define DISCARD(count)                                                         \
    {                                                                          \
        .op = TEMPLATE_DISCARD, .n = count                                     \
    }
#define TRADE(...) BLOCK_OF(TEMPLATE_TRADE, 0, 0, 0, 0, 0, __VA_ARGS__)

static const struct effect *const low = EFFECTS(TAKE, DRAW);
static const struct effect *const high =
    EFFECTS(TAKE, DRAW, TRADE(DISCARD(2), DRAW, TAKE));

enum { FRAME_ALL = FRAME_OWN }; /* all parts of the list must be performed */

const struct effect *template_effects(int card)
{
    return card <= TEMPLATE_CARDS / 2 ? low : high;
}

/* The list of a frame; its id is the card. */
static const struct effect *list_of(const struct frame *f)
{
    return template_effects(f->id) + f->pc;
}

static struct frame *top(struct template_state *s)
{
    return &s->stack[s->depth - 1];
}

static void push(struct template_state *s, long pc, int len, unsigned flags)
{
    struct frame *f = &s->stack[s->depth++];

    *f = (struct frame){.id = s->chosen[s->winner],
                        .pc = (uint8_t)pc,
                        .len = (uint8_t)len,
                        .flags = (uint8_t)flags};
    frame_open_all(f, list_of(f));
}

void template_begin_effect(struct template_state *s)
{
    push(s, 0, effect_list_length(template_effects(s->chosen[s->winner])), 0);
}

const struct effect *template_part(const struct template_state *s,
                                   uint32_t verb)
{
    const struct frame *f = &s->stack[s->depth ? s->depth - 1 : 0];
    struct open_parts parts = open_parts_of(traits, f, list_of(f));
    const struct effect *part = NULL;

    do
        part = s->depth ? open_parts_next(&parts) : NULL;
    while (part && part->op != verb);
    return part;
}

static bool is_done(const struct frame *f)
{
    return f->flags & FRAME_ALL ? !f->open : f->flags & FRAME_DONE;
}

void template_close_part(struct template_state *s, const struct effect *part)
{
    frame_close(top(s), list_of(top(s)), part);
    (void)frames_mark_done(s->stack, s->depth);
}

/* Open the list of a trade, on top of the list that holds it. */
static void open_trade(struct template_state *s, const struct effect *trade)
{
    frame_close(top(s), list_of(top(s)), trade);
    push(s, trade + 1 - template_effects(top(s)->id), trade->len, FRAME_ALL);
}

static int lowest_chosen(const struct template_state *s)
{
    int lowest = TEMPLATE_CARDS;

    for (int seat = 0; seat < s->seats; seat++)
        if (s->chosen[seat] && s->chosen[seat] < lowest)
            lowest = s->chosen[seat];
    return lowest;
}

/* Why a part cannot be performed with these cards. */
static enum template_why check(const struct template_state *s, int seat,
                               const struct effect *part, uint32_t cards)
{
    if (!part)
        return TEMPLATE_NOT_NOW;
    if (cards & ~s->hand[seat])
        return TEMPLATE_NOT_IN_HAND;
    if (__builtin_popcount(cards) != part->n)
        return TEMPLATE_COUNT;
    return part->op == TEMPLATE_DRAW && !template_can_draw(s)
               ? TEMPLATE_DECK_EMPTY
               : TEMPLATE_FINE;
}

enum template_why template_perform(struct template_state *s, int seat,
                                   struct move move)
{
    const uint32_t cards = template_cards_of(move);
    const struct effect *part = template_part(s, template_verb_of(move));
    const enum template_why why = check(s, seat, part, cards);

    if (why != TEMPLATE_FINE)
        return why;
    if (part->op == TEMPLATE_TRADE) {
        open_trade(s, part);
        template_note(s, TEMPLATE_STEP_TRADE, seat, 0, 0, JOURNAL_PUBLIC);
        return TEMPLATE_FINE;
    }
    if (part->op == TEMPLATE_TAKE)
        template_add_points(s, seat, lowest_chosen(s));
    if (part->op == TEMPLATE_DRAW)
        template_draw(s, seat);
    if (part->op == TEMPLATE_DISCARD)
        template_discard(s, seat, cards);
    template_close_part(s, part);
    while (s->depth && is_done(top(s)))
        memset(&s->stack[--s->depth], 0, sizeof *s->stack);
    return TEMPLATE_FINE;
}
