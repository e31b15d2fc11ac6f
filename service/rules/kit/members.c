/* Keeping members while they are written. */
#include "rules/kit/members.h"

#include "rules/short_copy.h"

#include <string.h>

static struct members *members_of(struct sink *sink)
{
    return (struct members *)(void *)sink;
}

/* Room for one more member, or NULL. */
static struct member *keep(struct members *m, const char *key,
                           enum member_kind kind)
{
    struct member *member = &m->member[m->count];

    if (m->lost_depth || m->count == MEMBERS_MAX)
        return NULL;
    m->count++;
    member->key = key;
    member->number = 0;
    member->kind = (uint8_t)kind;
    member->end = m->count;
    return member;
}

static void put_number(struct sink *sink, const char *key, int64_t value)
{
    struct members *m = members_of(sink);
    struct member *member = keep(m, key, MEMBER_NUMBER);

    if (member)
        member->number = value;
    if (m->to)
        sink_number(m->to, key, value);
}

static void put_truth(struct sink *sink, const char *key, bool value)
{
    struct members *m = members_of(sink);
    struct member *member = keep(m, key, MEMBER_TRUTH);

    if (member)
        member->number = value;
    if (m->to)
        sink_truth(m->to, key, value);
}

static void put_text(struct sink *sink, const char *key, const char *value)
{
    struct members *m = members_of(sink);
    const size_t size = strlen(value) + 1;

    if (size <= sizeof m->texts - m->used) {
        struct member *member = keep(m, key, MEMBER_TEXT);

        if (member) {
            member->text = (uint16_t)m->used;
            member->length = (uint16_t)(size - 1);
            short_copy(m->texts + m->used, value, size);
            m->used += size;
        }
    }
    if (m->to)
        sink_string(m->to, key, value);
}

static void put_null(struct sink *sink, const char *key)
{
    struct members *m = members_of(sink);

    if (m->to)
        sink_null(m->to, key);
}

static void put_open(struct sink *sink, const char *key, enum sink_shape shape)
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
