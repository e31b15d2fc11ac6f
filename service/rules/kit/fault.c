/* Where a position is wrong, and why: sentences, and JSON Pointers. */
#include "rules/kit/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct position_fault *fault_place(struct position_fault *fault,
                                   const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(fault->pointer, sizeof fault->pointer, format, args);
    va_end(args);
    return fault;
}

bool fault_reason(struct position_fault *fault, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(fault->reason, sizeof fault->reason, format, args);
    va_end(args);
    return false;
}

/* ---- pointers ---- */

/* A long pointer is cut between two characters of UTF-8. */
static void add_text(struct position_fault *fault, const char *text,
                     size_t length)
{
    const size_t begun = strlen(fault->pointer);
    size_t room = sizeof fault->pointer - 1 - begun;

    if (length < room)
        room = length;
    else
        while (room > 0 && ((unsigned char)text[room] & 0xc0) == 0x80)
            room--;
    memcpy(fault->pointer + begun, text, room);
    fault->pointer[begun + room] = '\0';
}

void fault_add_key(struct position_fault *fault, const char *key, size_t length)
{
    add_text(fault, "/", 1);
    for (size_t i = 0; i < length;) {
        const size_t plain = strcspn(key + i, "~/");
        const size_t count = plain < length - i ? plain : length - i;

        add_text(fault, key + i, count);
        i += count;
        if (i < length)
            add_text(fault, key[i++] == '~' ? "~0" : "~1", 2);
    }
}

static void add_index(struct position_fault *fault, size_t index)
{
    char digits[24];

    snprintf(digits, sizeof digits, "/%zu", index);
    add_text(fault, digits, strlen(digits));
}

/* A document is nested a few levels deep, and readers go no deeper than what
 * they know. */
void fault_point(struct position_fault *fault, const struct source *source,
                 source_node node)
{
    struct source_place place;

    if (!source->place(source, node, &place)) {
        fault->pointer[0] = '\0';
        return;
    }
    fault_point(fault, source, place.container);
    if (place.key)
        fault_add_key(fault, place.key, place.key_length);
    else
        add_index(fault, place.index);
}

/* ---- steps ---- */

/* Whether a value of the document is this number or text. */
static bool is_value(const struct source *source, source_node node,
                     const char *value)
{
    const char *text;
    char digits[24];
    int64_t number;

    if (source->text(source, node, &text))
        return strcmp(text, value) == 0;
    if (!source->number(source, node, &number))
        return false;
    snprintf(digits, sizeof digits, "%lld", (long long)number);
    return strcmp(digits, value) == 0;
}

/* The element of an array that a step "site=8" or "=17" names. */
static source_node find_element(const struct source *source, source_node array,
                                char *step)
{
    char *value = strchr(step, '=');
    source_node node = source->next(source, array, SOURCE_NONE);

    *value++ = '\0';
    for (; node != SOURCE_NONE; node = source->next(source, array, node))
        if (is_value(source, *step ? source->member(source, node, step) : node,
                     value))
            break;
    return node;
}

static source_node find_child(const struct source *source, source_node parent,
                              const char *step)
{
    size_t index = 0;

    if (!source->has_shape(source, parent, SINK_ARRAY))
        return source->member(source, parent, step);
    for (const char *c = step; *c >= '0' && *c <= '9'; c++)
        index = index * 10 + (size_t)(*c - '0');
    return source->element(source, parent, index);
}

/* Follow one step; false: the pointer ends before it. */
static bool follow(struct position_fault *fault, const struct source *source,
                   source_node *node, char *step)
{
    if (strchr(step, '=')) {
        *node = find_element(source, *node, step);
        if (*node == SOURCE_NONE)
            return false;
        fault_point(fault, source, *node);
        return true;
    }
    *node = find_child(source, *node, step);
    if (*node != SOURCE_NONE)
        fault_point(fault, source, *node);
    else
        fault_add_key(fault, step, strlen(step));
    return true;
}

void fault_locate(struct position_fault *fault, const struct source *source)
{
    char steps[sizeof fault->pointer];
    char *step = steps;
    source_node node = 0;

    memcpy(steps, fault->pointer, sizeof steps);
    fault->pointer[0] = '\0';
    while (step && *step) {
        char *end = strchr(step, '/');

        if (end)
            *end = '\0';
        if (!follow(fault, source, &node, step))
            return;
        step = end ? end + 1 : NULL;
    }
}
