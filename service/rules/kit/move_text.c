/* A move as parts and as a text. */
#include "rules/kit/move_text.h"

#include <string.h>

enum { KEY_SIZE = 64 };

void move_text_begin(struct members *members, struct sink *to, const char *verb)
{
    sink_object(to, "parts");
    members_begin(members, to);
    sink_string(&members->sink, "verb", verb);
}

/* "move.VERB". */
static void write_key(const char *verb, char out[KEY_SIZE])
{
    static const char family[] = "move.";
    size_t length = sizeof family - 1;

    memcpy(out, family, length);
    for (; *verb && length < KEY_SIZE - 1; verb++)
        out[length++] = *verb == ' ' ? '-' : *verb;
    out[length] = '\0';
}

void move_text_end(struct members *members, const struct phrases *phrases,
                   const char *verb, const char *key)
{
    char plain[KEY_SIZE];

    sink_close(members->to);
    if (!key)
        write_key(verb, plain);
    phrases_write(phrases, members, key ? key : plain);
}
