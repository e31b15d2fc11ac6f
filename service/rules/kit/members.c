/* Keeping members while they are written. */
#include "rules/kit/members.h"

#include "rules/short_copy.h"

#include <string.h>

static struct members *members_of(struct sink *sink)
{
    return (struct members *)(void *)sink;
}

/* Room for one more member, or NULL. */
static struct member *keep(struct members *m, struct sink_key key,
                           enum member_kind kind)
{
    struct member *member = &m->member[m->count];

    if (m->lost_depth || m->count == MEMBERS_MAX)
        return NULL;
    m->count++;
    member->key = key.word;
    member->number = 0;
    member->kind = (uint8_t)kind;
    member->end = m->count;
    return member;
}

static void put_number(struct sink *sink, struct sink_key key, int64_t value)
{
    struct members *m = members_of(sink);
    struct member *member = keep(m, key, MEMBER_NUMBER);

    if (member)
        member->number = value;
    if (m->to)
        m->to->number(m->to, key, value);
}

static void put_truth(struct sink *sink, struct sink_key key, bool value)
{
    struct members *m = members_of(sink);
    struct member *member = keep(m, key, MEMBER_TRUTH);

    if (member)
        member->number = value;
    if (m->to)
        m->to->truth(m->to, key, value);
}

static void put_text(struct sink *sink, struct sink_key key, const char *value,
                     size_t length)
{
    struct members *m = members_of(sink);

    if (length < sizeof m->texts - m->used) {
        struct member *member = keep(m, key, MEMBER_TEXT);

        if (member) {
            member->text = (uint16_t)m->used;
            member->length = (uint16_t)length;
            *short_copy(m->texts + m->used, value, length) = '\0';
            m->used += length + 1;
        }
    }
    if (m->to)
        m->to->text(m->to, key, value, length);
}

static void put_null(struct sink *sink, struct sink_key key)
{
    struct members *m = members_of(sink);

    if (m->to)
        m->to->null(m->to, key);
}

static void put_open(struct sink *sink, struct sink_key key,
                     enum sink_shape shape)
{
    struct members *m = members_of(sink);
    const enum member_kind kind =
        shape == SINK_OBJECT ? MEMBER_OBJECT : MEMBER_ARRAY;

    if (m->depth == MEMBERS_DEPTH || !keep(m, key, kind))
        m->lost_depth++;
    else
        m->open[m->depth++] = (uint16_t)(m->count - 1);
    if (m->to)
        m->to->open(m->to, key, shape);
}

static void put_close(struct sink *sink)
{
    struct members *m = members_of(sink);

    if (m->lost_depth)
        m->lost_depth--;
    else if (m->depth)
        m->member[m->open[--m->depth]].end = m->count;
    if (m->to)
        sink_close(m->to);
}

void members_begin(struct members *members, struct sink *to)
{
    members->sink = (struct sink){.number = put_number,
                                  .truth = put_truth,
                                  .text = put_text,
                                  .null = put_null,
                                  .open = put_open,
                                  .close = put_close,
                                  .language = to ? to->language : LANGUAGE_EN,
                                  .names = to ? to->names : NULL};
    members->to = to;
    members->depth = members->lost_depth = 0;
    members->count = 0;
    members->used = 0;
}
