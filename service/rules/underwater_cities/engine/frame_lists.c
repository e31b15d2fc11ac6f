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

int uwc_part_number(const struct effect *list, const struct effect *part)
{
    return part_number(op_traits, list, part);
}

const struct effect *uwc_part(const struct uwc_state *s, int part)
{
    const struct frame *f = &s->stack[s->depth - 1];

    return part_offered(op_traits, f, uwc_frame_list(s, f), part);
}

struct open_parts open_parts_of_top(const struct uwc_state *s)
{
    const struct frame *f = &s->stack[s->depth - 1];

    return open_parts_of(op_traits, f, uwc_frame_list(s, f));
}
