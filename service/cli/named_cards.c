/* Names of cards beside their numbers.
 *
 * By their keys, members and arrays of a view hold numbers of cards; these keys
 * mean the same in every game. */
#include "cli/named_cards.h"

#include "cli/sink_paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the names ---- */

/* The number comes before the name. */
struct reading {
    struct card_names *names;
    long card;
};

static void take_leaf(void *context, const struct leaf *leaf)
{
    struct reading *reading = context;

    if (!strcmp(leaf->path, "cards.*.card"))
        reading->card = strtol(leaf->value, NULL, 10);
    if (!strcmp(leaf->path, "cards.*.name") && reading->card > 0 &&
        reading->card < NAMED_CARDS_MAX)
        snprintf(reading->names->name[reading->card], NAMED_CARDS_LENGTH, "%s",
                 leaf->value);
}

void card_names_read(struct card_names *names, const struct game *game)
{
    struct reading reading = {.names = names};
    struct sink_paths paths;

    memset(names, 0, sizeof *names);
    sink_paths_init(&paths, take_leaf, &reading);
    game->components(&paths.sink);
}

/* ---- the sink ---- */

static bool is_one_of(const char *key, const char *const *keys)
{
    for (; key && *keys; keys++)
        if (!strcmp(key, *keys))
            return true;
    return false;
}

static bool is_card_key(const char *key)
{
    static const char *const keys[] = {"card", "claiming", "last_discard",
                                       "top_special", NULL};

    return is_one_of(key, keys);
}

static bool is_list_key(const char *key)
{
    static const char *const keys[] = {
        "cards",    "deck",           "discards",  "display", "hand",
        "specials", "known_specials", "set_aside", "asking",  NULL};

    return is_one_of(key, keys);
}

static const char *name_of(const struct named_cards *c, int64_t card)
{
    return card > 0 && card < NAMED_CARDS_MAX ? c->names->name[card] : "";
}

static void write_card(struct named_cards *c, struct sink_key key, int64_t card)
{
    char text[24 + NAMED_CARDS_LENGTH];

    snprintf(text, sizeof text, "%lld %s", (long long)card, name_of(c, card));
    if (*name_of(c, card))
        c->to->text(c->to, key, text, strlen(text));
    else
        c->to->number(c->to, key, card);
}

/* Write the member "card" that waited: its name does not follow. */
static struct sink *flush(struct named_cards *c)
{
    if (c->card)
        write_card(c, sink_key("card"), c->card);
    c->card = 0;
    return c->to;
}

static void put_number(struct sink *sink, struct sink_key key, int64_t value)
{
    struct named_cards *c = (struct named_cards *)sink;

    if (c->skipped)
        return;
    (void)flush(c);
    if (key.word && !strcmp(key.word, "card"))
        c->card = value;
    else if (is_card_key(key.word) || c->is_list[c->depth])
        write_card(c, key, value);
    else
        c->to->number(c->to, key, value);
}

static void put_text(struct sink *sink, struct sink_key key, const char *value,
                     size_t length)
{
    struct named_cards *c = (struct named_cards *)sink;

    if (c->skipped)
        return;
    if (c->card && key.word && !strcmp(key.word, "name")) {
        sink_number(c->to, "card", c->card);
        c->card = 0;
    }
    flush(c)->text(c->to, key, value, length);
}

static void put_truth(struct sink *sink, struct sink_key key, bool value)
{
    struct named_cards *c = (struct named_cards *)sink;

    if (!c->skipped)
        flush(c)->truth(c->to, key, value);
}

static void put_null(struct sink *sink, struct sink_key key)
{
    struct named_cards *c = (struct named_cards *)sink;

    if (!c->skipped)
        flush(c)->null(c->to, key);
}

static void put_open(struct sink *sink, struct sink_key key,
                     enum sink_shape shape)
{
    struct named_cards *c = (struct named_cards *)sink;
    const bool is_hidden = !c->shows_hidden && c->depth == 0 && key.word &&
                           !strcmp(key.word, "hidden");

    if (c->skipped || is_hidden) {
        c->skipped++;
        return;
    }
    flush(c)->open(c->to, key, shape);
    c->depth++;
    if (c->depth < NAMED_CARDS_DEPTH)
        c->is_list[c->depth] = shape == SINK_ARRAY && is_list_key(key.word);
}

static void put_close(struct sink *sink)
{
    struct named_cards *c = (struct named_cards *)sink;

    if (c->skipped) {
        c->skipped--;
        return;
    }
    flush(c)->close(c->to);
    c->depth--;
}

void named_cards_init(struct named_cards *cards, struct sink *to,
                      const struct card_names *names, bool shows_hidden)
{
    *cards = (struct named_cards){
        .sink = {put_number, put_truth, put_text, put_null, put_open, put_close,
                 LANGUAGE_EN, false, NULL},
        .to = to,
        .names = names,
        .shows_hidden = shows_hidden,
    };
}
