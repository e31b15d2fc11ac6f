/* Why a move is refused, as members and as a text. */
#include "rules/kit/refusal_text.h"

#include <stdio.h>

enum { KEY_SIZE = 64 };

void refusal_text_begin(struct members *members, struct sink *to,
                        const char *rule)
{
    members_begin(members, to);
    sink_string(&members->sink, "rule", rule);
}

void refusal_text_end(struct members *members, const struct phrases *phrases,
                      const char *rule, const char *key)
{
    char plain[KEY_SIZE];

    snprintf(plain, sizeof plain, "refusal.%s", rule);
    phrases_write(phrases, members, key ? key : plain);
}

void refusal_text(const struct phrases *phrases, const char *rule,
                  struct sink *sink)
{
    struct members members;

    refusal_text_begin(&members, sink, rule);
    refusal_text_end(&members, phrases, rule, NULL);
}
