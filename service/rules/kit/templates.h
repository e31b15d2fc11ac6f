/* Templates by key, and what is in them; for phrases.c.
 *
 * A template is a list of segments: a literal and then a name in braces.  All
 * templates of a game are read when its first text is made.  From then on
 * threads share what was read, and nothing of it changes. */
#ifndef RULES_KIT_TEMPLATES_H
#define RULES_KIT_TEMPLATES_H

#include "rules/kit/once.h"
#include "rules/kit/phrases.h"

enum {
    TEMPLATES_MAX = 1024, /* of a game */
    TEMPLATE_SLOTS = 2 * TEMPLATES_MAX,
    SEGMENTS_MAX = 4096,      /* of all of them in all languages */
    NO_TEMPLATE = UINT16_MAX, /* instead of the place of a template */
};

/* A part of a text, without a NUL. */
struct word {
    const char *at;
    size_t length;
};

/* Whether a key is a word.  Both are short: a call would take longer. */
static inline bool is_word(const char *key, struct word word)
{
    size_t i = 0;

    while (i < word.length && key[i] == word.at[i])
        i++;
    return i == word.length && !key[i];
}

/* The templates whose keys are the family, a period and a text.  As keys
 * ascend, one follows the other. */
struct family {
    uint16_t first, end;
    uint16_t prefix; /* length of the family and the period */
    uint32_t hash;   /* of them */
};

/* A literal, and the name in braces after it: "{name:family}". */
struct segment {
    const char *at;
    uint16_t literal, name;    /* lengths */
    char mark;                 /* ':', '?' or '}'; NUL: no name */
    bool is_player;            /* the family is "player" */
    uint16_t plain, one, none; /* the templates "family", "family.one" and
                                  "family.none" */
    struct family family;
};

/* The templates of a game, read. */
struct templates {
    struct once reading;
    const struct phrase_template *all; /* in English: for the keys */
    struct family whole;               /* all of them: the prefix is empty */
    uint16_t one[TEMPLATES_MAX];       /* the template "KEY.one" */
    uint16_t slot[TEMPLATE_SLOTS];     /* a hash table: templates */
    /* The first segment of each template, one language after the other, and at
     * last their end. */
    uint16_t first[LANGUAGES * TEMPLATES_MAX + 1];
    struct segment segment[SEGMENTS_MAX];
};

/* The segments of a template. */
struct segments {
    const struct segment *at, *end;
};

/* Read the templates of a game. */
void templates_read(const struct phrases *phrases);

static inline const struct templates *
templates_of(const struct phrases *phrases)
{
    struct templates *t = phrases->read;

    if (once_begin(&t->reading)) {
        templates_read(phrases);
        once_end(&t->reading);
    }
    return t;
}

/* The place of the template with this key, or NO_TEMPLATE. */
uint16_t template_find(const struct templates *templates, const char *key);

/* The place of the template of a family that a text chooses, or NO_TEMPLATE. */
uint16_t template_of(const struct templates *templates,
                     const struct family *family, struct word v);

static inline struct segments
template_segments(const struct templates *templates, enum language language,
                  uint16_t template)
{
    const uint16_t *first =
        &templates->first[language * templates->whole.end + template];

    return (struct segments){&templates->segment[first[0]],
                             &templates->segment[first[1]]};
}

static inline struct word segment_name(const struct segment *segment)
{
    return (struct word){segment->at + segment->literal + 1, segment->name};
}

/* The family, or the key after '?'. */
static inline struct word segment_family(const struct segment *segment)
{
    return (struct word){segment->at + segment->literal + segment->name + 2,
                         segment->family.prefix - 1U};
}

#endif
