/* Templates by key, and what is in them; for phrases.c.
 *
 * A template is a list of segments: a literal and then a name in braces.  The
 * places of templates and the segments are kept, because a list of moves needs
 * the same few again and again. */
#ifndef RULES_KIT_TEMPLATES_H
#define RULES_KIT_TEMPLATES_H

#include "rules/kit/phrases.h"

/* A part of a text, without a NUL. */
struct word {
    const char *at;
    size_t length;
};

/* The place of a template in struct phrases that is not there. */
enum { NO_TEMPLATE = UINT16_MAX };

/* A literal, and the name in braces after it: "{name:family}". */
struct segment {
    const struct phrases *phrases;
    const char *at;
    uint16_t literal, name, family; /* lengths; 0: missing */
    uint16_t length;                /* of all */
    uint16_t plain, one, none;      /* the templates "family", "family.one" and
                                       "family.none" */
    char mark;                      /* ':', '?' or '}'; NUL: no name */
};

static inline struct word segment_name(const struct segment *segment)
{
    return (struct word){segment->at + segment->literal + 1, segment->name};
}

static inline struct word segment_family(const struct segment *segment)
{
    return (struct word){segment->at + segment->literal + segment->name + 2,
                         segment->family};
}

/* The place of the template with this key, or NO_TEMPLATE. */
uint16_t template_find(const struct phrases *phrases, const char *key);

/* The same for "family" followed by two more texts. */
uint16_t template_find_of(const struct phrases *phrases, struct word family,
                          const char *v, const char *end);

/* The segment that begins here in a template; valid until the next call. */
const struct segment *template_segment(const struct phrases *phrases,
                                       const char *at);

#endif
