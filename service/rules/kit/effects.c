/* Lists of effects, and the frames in which they are performed. */
#include "rules/kit/effects.h"

#include <string.h>

uint8_t effect_list_length(const struct effect *list)
{
    uint8_t length = 0;

    while (list[length].op != EFFECT_END)
        length = (uint8_t)(length + 1 + list[length].len);
    return length;
}

void frame_open_all(struct frame *f, const struct effect *list)
{
    f->open = 0;
    for (const struct effect *e = list; e < list + f->len; e = effect_next(e))
        f->open |= (uint16_t)(1u << (e - list));
}

bool frame_is_duplicate(const struct frame *f, const struct effect *list,
                        const struct effect *one, const struct effect *other)
{
    return f->open & 1u << (other - list) && one->len == other->len &&
           !memcmp(one, other, (1u + one->len) * sizeof *one);
}

void frame_close(struct frame *f, const struct effect *list,
                 const struct effect *part)
{
    const struct effect *last = part;

    for (const struct effect *e = part; e < list + f->len; e = effect_next(e))
        if (frame_is_duplicate(f, list, part, e))
            last = e;
    f->open &= (uint16_t) ~(1u << (last - list));
}

static bool is_part(const uint8_t *traits, const struct effect *e)
{
    return !(traits[e->op] & SURE);
}

int part_number(const uint8_t *traits, const struct effect *list,
                const struct effect *part)
{
    int number = 0;

    for (const struct effect *e = list; e < part; e = effect_next(e))
        number += is_part(traits, e);
    return number;
}

/* Whether a part is open and the first of its identical open parts. */
static bool is_offered(const struct frame *f, const struct effect *list,
                       const struct effect *part)
{
    if (!(f->open & 1u << (part - list)))
        return false;
    for (const struct effect *e = list; e < part; e = effect_next(e))
        if (frame_is_duplicate(f, list, part, e))
            return false;
    return true;
}

const struct effect *part_offered(const uint8_t *traits, const struct frame *f,
                                  const struct effect *list, int number)
{
    const struct effect *e = list;

    while (e < list + f->len && (!is_part(traits, e) || number-- > 0))
        e = effect_next(e);
    return e < list + f->len && is_offered(f, list, e) ? e : NULL;
}

struct open_parts open_parts_of(const uint8_t *traits, const struct frame *f,
                                const struct effect *list)
{
    return (struct open_parts){
        .traits = traits, .frame = f, .list = list, .next = list, .number = -1};
}

const struct effect *open_parts_next(struct open_parts *parts)
{
    const struct effect *end = parts->list + parts->frame->len;

    while (parts->next < end) {
        const struct effect *e = parts->next;

        parts->next = effect_next(e);
        parts->number += is_part(parts->traits, e);
        if (is_part(parts->traits, e) &&
            is_offered(parts->frame, parts->list, e))
            return e;
    }
    return NULL;
}

unsigned frames_mark_done(struct frame *stack, int depth)
{
    unsigned flags = 0;

    for (int i = depth - 1; i >= 0; i--) {
        stack[i].flags |= FRAME_DONE;
        flags |= stack[i].flags;
        if (stack[i].flags & FRAME_APART)
            break;
    }
    return flags;
}
