/* The effect lists behind the frames of a state, and their parts. */
#include "rules/underwater_cities/engine/frame_lists.h"

#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/slots.h"

/* The lists of a last use and of a compulsory upgrade. */
static const struct effect last_use[] = {USE_ACTION(), {.op = OP_END}};
static const struct effect upgrade_built[] = {UPGRADE(STRUCTURES),
                                              {.op = OP_END}};
static const struct effect nothing[] = {{.op = OP_END}};

const struct effect *source_list(const struct uwc_state *s,
                                 enum source_kind source, int id)
{
    switch (source) {
    case FRAME_SLOT: return slot_of(s->seats, id)->effects;
    case FRAME_INSTANT: return cards[id]->instant;
    case FRAME_ACTION: return cards[id]->action;
    case FRAME_ONCE: return cards[id]->once;
    case FRAME_TRIGGER: return cards[id]->when.effects;
    case FRAME_CONTRACT: return contracts[id].reward;
    case FRAME_LAST_USE: return last_use;
    case FRAME_UPGRADE: return upgrade_built;
    case FRAME_SPECIALS:
    case FRAME_TILES: break;
    }
    return nothing;
}

const struct effect *uwc_frame_list(const struct uwc_state *s,
                                    const struct frame *frame)
{
    return source_list(s, (enum source_kind)frame->source, frame->id) +
           frame->pc;
}

static bool is_part(const struct effect *e)
{
    return !(op_traits[e->op] & SURE);
}

int uwc_part_number(const struct effect *list, const struct effect *part)
{
    int number = 0;

    for (const struct effect *e = list; e < part; e = effect_next(e))
        number += is_part(e);
    return number;
}

bool part_is_duplicate(const struct frame *f, const struct effect *list,
                       const struct effect *one, const struct effect *other)
{
    return f->open & 1u << (other - list) && one->len == other->len &&
           !memcmp(one, other, (1u + one->len) * sizeof *one);
}

/* Whether a part is open and the first of its identical open parts. */
static bool is_offered(const struct frame *f, const struct effect *list,
                       const struct effect *part)
{
    if (!(f->open & 1u << (part - list)))
        return false;
    for (const struct effect *e = list; e < part; e = effect_next(e))
        if (part_is_duplicate(f, list, part, e))
            return false;
    return true;
}

const struct effect *uwc_part(const struct uwc_state *s, int part)
{
    const struct frame *f = &s->stack[s->depth - 1];
    const struct effect *list = uwc_frame_list(s, f), *e = list;

    while (e < list + f->len && (!is_part(e) || part-- > 0))
        e = effect_next(e);
    return e < list + f->len && is_offered(f, list, e) ? e : NULL;
}

struct open_parts open_parts_of_top(const struct uwc_state *s)
{
    const struct frame *f = &s->stack[s->depth - 1];
    const struct effect *list = uwc_frame_list(s, f);

    return (struct open_parts){
        .frame = f, .list = list, .next = list, .number = -1};
}

const struct effect *open_parts_next(struct open_parts *parts)
{
    const struct effect *end = parts->list + parts->frame->len;

    while (parts->next < end) {
        const struct effect *e = parts->next;

        parts->next = effect_next(e);
        parts->number += is_part(e);
        if (is_part(e) && is_offered(parts->frame, parts->list, e))
            return e;
    }
    return NULL;
}
