/* A card's effects as one line of plain words. */
#include "card_dump.h"
#include "rules/underwater_cities/content/vocabulary.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void card_lists(const struct card *card, struct card_list out[CARD_LISTS])
{
    const struct card_list lists[CARD_LISTS] = {
        {"instant", card->instant},   {"action", card->action},
        {"once", card->once},         {"when", card->when.effects},
        {"standing", card->standing}, {"produce", card->produce},
        {"final", card->final},
    };

    memcpy(out, lists, sizeof lists);
}

/* Append to a dump what fits. */
static void add(char *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(char *out, const char *format, ...)
{
    const size_t length = strlen(out);
    va_list args;

    va_start(args, format);
    (void)vsnprintf(out + length, CARD_DUMP_MAX - length, format, args);
    va_end(args);
}

void card_dump(const struct card *card, char out[CARD_DUMP_MAX])
{
    struct card_list lists[CARD_LISTS];

    out[0] = '\0';
    card_lists(card, lists);
    for (int i = 0; i < CARD_LISTS; i++) {
        if (!lists[i].effects)
            continue;
        add(out, "%s%s:", out[0] ? " | " : "", lists[i].name);
        if (lists[i].effects == card->when.effects)
            add(out, " %s %d", event_words[card->when.event], card->when.param);
        for (const struct effect *e = lists[i].effects; e->op != OP_END; e++)
            add(out, " %s(%d %d %d %d %d %04x)", op_words[e->op], e->what, e->n,
                e->per, e->cap, e->len, e->price);
    }
}
