/* The members of an object, kept while they are written, so that a text can be
 * made from them (phrases.h).
 *
 * A game writes its members to `sink`, which passes them on.  Members beyond
 * the bounds are passed on and not kept. */
#ifndef RULES_MEMBERS_H
#define RULES_MEMBERS_H

#include "rules/sink.h"

enum { MEMBERS_MAX = 160, MEMBERS_DEPTH = 8, MEMBERS_TEXTS = 2048 };

enum member_kind {
    MEMBER_NUMBER,
    MEMBER_TRUTH,
    MEMBER_TEXT,
    MEMBER_OBJECT,
    MEMBER_ARRAY,
};

/* A member or element.  The contents of an object or array follow it. */
struct member {
    const char *key; /* NULL: an element */
    int64_t number;  /* or truth */
    uint16_t text;   /* where it begins in texts, and its length */
    uint16_t length;
    uint16_t end; /* the index after it and what it contains */
    uint8_t kind; /* enum member_kind */
};

/* A member that is null is not kept: it counts as missing. */
struct members {
    struct sink sink;
    struct sink *to;
    unsigned depth, lost_depth; /* objects and arrays that are open */
    uint16_t open[MEMBERS_DEPTH];
    uint16_t count;
    size_t used; /* of texts */
    struct member member[MEMBERS_MAX];
    char texts[MEMBERS_TEXTS];
};

/* Begin with the members of the object that is open in `to`, which is
 * borrowed.  NULL: they are only kept. */
void members_begin(struct members *members, struct sink *to);

#endif
