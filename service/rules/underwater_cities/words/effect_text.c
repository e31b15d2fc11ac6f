/* Effects as English: every list of effects reads as its player would say it.
 * The words are made from the data, so text and behaviour cannot disagree. */
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/words/card_text.h"
#include "rules/underwater_cities/words/verb_text.h"

#include <string.h>

/* n gains that follow each other: "1 kelp and 2 cards". */
static void put_gains(struct text *t, const struct effect *e, int n)
{
    for (int i = 0; i < n; i++) {
        text_put(t, text_comma(i, n, " and "));
        text_amount(t, e[i].n, (enum resource)e[i].what);
    }
}

void text_gain(struct text *t, const struct effect *e, int count)
{
    text_put(t, "gain ");
    put_gains(t, e, count);
}

/* How many gains follow each other from here. */
static int gains_from(const struct effect *e, const struct effect *end)
{
    int n = 0;

    while (e + n < end && e[n].op == OP_GAIN)
        n++;
    return n;
}

/* The options of a block, if all of them hold gains alone. */
static bool only_gains(const struct effect *block)
{
    const struct effect *end = effect_next(block);

    for (const struct effect *o = block + 1; o < end; o = effect_next(o))
        if (gains_from(o + 1, effect_next(o)) != o->len)
            return false;
    return true;
}

/* "1 kelp or 1 steelplast"; with a comma where an option has two gains. */
static void put_gain_options(struct text *t, const struct effect *block)
{
    const struct effect *end = effect_next(block);
    bool is_plain = true;

    for (const struct effect *o = block + 1; o < end; o = effect_next(o))
        is_plain = is_plain && o->len == 1;
    for (const struct effect *o = block + 1; o < end; o = effect_next(o)) {
        if (o != block + 1)
            text_put(t, effect_next(o) == end ? is_plain ? " or " : ", or "
                                              : ", ");
        put_gains(t, o + 1, o->len);
    }
}

void text_choose(struct text *t, const struct effect *block, int count)
{
    const struct effect *end = effect_next(block);

    if (only_gains(block)) {
        text_put(t, "gain ");
        put_gain_options(t, block);
        text_times(t, count);
        return;
    }
    text_put(t, "choose: ");
    for (const struct effect *o = block + 1; o < end; o = effect_next(o)) {
        if (o != block + 1)
            text_put(t, "; or ");
        text_clause(t, o + 1, effect_next(o));
    }
}

/* Whether the block's list reads well after "to". */
static bool is_simple(const struct effect *block)
{
    const struct effect *end = effect_next(block);

    for (const struct effect *e = block + 1; e < end; e = effect_next(e))
        if (e->len > 0 && !(e->op == OP_EACH) &&
            !(e->op == OP_CHOOSE && only_gains(e)))
            return false;
    return true;
}

void text_pay(struct text *t, const struct effect *e, int count)
{
    text_put(t, "pay ");
    text_price(t, e->price);
    text_put(t, is_simple(e) ? " to " : ": ");
    text_clause(t, e + 1, effect_next(e));
    text_times(t, count);
}

void text_each(struct text *t, const struct effect *e, int count)
{
    text_put(t, "gain ");
    put_gains(t, e + 1, e->len);
    text_every(t, (enum countable)e->what, e->per);
    if (e->cap) {
        text_put(t, ", at most ");
        text_number(t, e->cap);
        text_put(t, e->cap == 1 ? " time" : " times");
    }
    text_times(t, count);
}

void text_if(struct text *t, const struct effect *e, int count)
{
    if (e->cap) {
        text_put(t, "if you are on space ");
        text_number(t, e->n);
        text_put(t, " of the Federation track, ");
    } else {
        text_put(t, "with at least ");
        text_number(t, e->n);
        text_put(t, " ");
        text_put(t, countable_noun((enum countable)e->what, e->n));
        text_put(t, ", ");
    }
    text_clause(t, e + 1, effect_next(e));
    text_times(t, count);
}

void text_swap(struct text *t, const struct effect *e, int count)
{
    if (e->what == SWAP_BIOMATTER) {
        text_put(t, "1 biomatter produced may become ");
        put_gain_options(t, e);
        text_times(t, count);
        return;
    }
    text_put(t, "1 connected ");
    text_pieces(t, e->what, 1);
    text_put(t, " may give ");
    put_gain_options(t, e);
    text_put(t, " instead of its 1 ");
    text_put(t, e->what == FARM    ? resource_words[KELP]
                : e->what == PLANT ? resource_words[CREDIT]
                                   : resource_words[SCIENCE]);
    text_times(t, count);
}

void text_option(struct text *t, const struct effect *e, int count)
{
    (void)count;
    text_clause(t, e + 1, effect_next(e));
}

/* The text of each verb: its own function, or one text, or two. */
static const struct {
    void (*own)(struct text *t, const struct effect *e, int count);
    const char *one, *many;
} verb_texts[OPS] = {
#define TEXT_OWN(name)                                                         \
    {                                                                          \
        .own = text_##name                                                     \
    }
#define TEXT_SAYS(text)                                                        \
    {                                                                          \
        .one = text, .many = text                                              \
    }
#define TEXT_SAYS_EITHER(single, several)                                      \
    {                                                                          \
        .one = single, .many = several                                         \
    }
#define VERB(NAME, name, word, kind, form, moves, judged, worth, says,         \
             operands)                                                         \
    [OP_##NAME] = TEXT_##says,
#include "rules/underwater_cities/content/effects.def"
#undef VERB
};

/* A text of effects.def: the count replaces "{}", or follows. */
static void put_plain(struct text *t, const char *text, int count)
{
    const char *braces = strstr(text, "{}");

    if (!braces) {
        text_put(t, text);
        text_times(t, count);
        return;
    }
    text_put_bytes(t, text, (size_t)(braces - text));
    if (count > 1)
        text_put(t, "up to ");
    text_number(t, count);
    text_put(t, braces + 2);
}

static void put_verb(struct text *t, const struct effect *e, int count)
{
    if (verb_texts[e->op].own)
        verb_texts[e->op].own(t, e, count);
    else
        put_plain(t, count > 1 ? verb_texts[e->op].many : verb_texts[e->op].one,
                  count);
}

/* How many parts like this one follow each other, itself included. */
static int same_from(const struct effect *e, const struct effect *end)
{
    const size_t size = (size_t)(e->len + 1) * sizeof *e;
    const struct effect *next = effect_next(e);
    int n = 1;

    while (next + e->len < end && memcmp(e, next, size) == 0) {
        next = effect_next(next);
        n++;
    }
    return n;
}

/* Write one verb with all that it speaks for; returns what comes after. */
static const struct effect *put_effect(struct text *t, const struct effect *e,
                                       const struct effect *end)
{
    const int count = e->op == OP_GAIN ? gains_from(e, end) : same_from(e, end);

    put_verb(t, e, count);
    return e + count * (e->len + 1);
}

/* Whether the list says more than two things, or a thing with parts. */
static bool is_long(const struct effect *list, const struct effect *end)
{
    int things = 0;

    for (const struct effect *e = list; e < end;) {
        const int count =
            e->op == OP_GAIN ? gains_from(e, end) : same_from(e, end);

        if (e->len > 0)
            return true;
        e += count;
        things++;
    }
    return things > 2;
}

void text_clause(struct text *t, const struct effect *list,
                 const struct effect *end)
{
    const char *between = is_long(list, end) ? "; " : " and ";

    for (const struct effect *e = list; e < end;) {
        if (e != list)
            text_put(t, between);
        e = put_effect(t, e, end);
    }
}

size_t effects_text(const struct effect *list, const struct effect *end,
                    char *out, size_t cap)
{
    struct text t;

    text_begin(&t, out, cap);
    for (const struct effect *e = list; e < end && e->op != OP_END;) {
        const size_t from = t.length + (e != list);

        text_put(&t, e == list ? "" : " ");
        e = put_effect(&t, e, end);
        text_put(&t, ".");
        text_capital(&t, from);
    }
    return t.length;
}
