/* Effects as text: every list of effects reads as its player would say it.
 * The words are made from the data, so text and behaviour cannot disagree. */
#include "rules/sink.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/words/card_text.h"
#include "rules/underwater_cities/words/effect_data.h"
#include "rules/underwater_cities/words/text.h"
#include "rules/underwater_cities/words/texts.h"
#include "rules/underwater_cities/words/verb_text.h"

#include <stdio.h>
#include <string.h>

static void put_clause(struct text *t, const struct effect *list,
                       const struct effect *end);

static void sink_clause(struct sink *sink, const struct effect *list,
                        const struct effect *end)
{
    char words[PHRASE_TEXT_MAX];
    struct text t;

    text_begin(&t, sink->language, words, sizeof words);
    put_clause(&t, list, end);
    sink_string(sink, "effects", words);
}

static void sink_block(struct sink *sink, const struct effect *block)
{
    sink_clause(sink, block + 1, effect_next(block));
}

/* ---- texts of verbs with a list ---- */

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

/* The template of the separator before the last option of a block. */
static const char *last_or(const struct effect *block)
{
    const struct effect *end = effect_next(block);

    for (const struct effect *o = block + 1; o < end; o = effect_next(o))
        if (o->len != 1)
            return "or.long";
    return "or";
}

/* "1 kelp and 2 cards". */
static void put_gains(struct text *t, const struct effect *e, int count)
{
    char words[PHRASE_TEXT_MAX];
    struct members members;

    text_members(&members, t->language);
    sink_gains(&members.sink, e, count);
    phrases_fill_part(&uwc_texts, &members, "gains", t->language, words);
    text_put(t, words);
}

/* "options": "1 kelp or 1 steelplast", or with gains and more in them. */
static void sink_options(struct sink *sink, const struct effect *block,
                         bool are_gains)
{
    const struct effect *end = effect_next(block);
    char words[PHRASE_TEXT_MAX];
    struct text t;

    text_begin(&t, sink->language, words, sizeof words);
    for (const struct effect *o = block + 1; o < end; o = effect_next(o)) {
        if (o != block + 1 && are_gains && effect_next(o) < end)
            text_put(&t, ", ");
        else if (o != block + 1)
            text_plain(&t, are_gains ? last_or(block) : "or.list");
        if (are_gains)
            put_gains(&t, o + 1, o->len);
        else
            put_clause(&t, o + 1, effect_next(o));
    }
    sink_string(sink, "options", words);
}

const char *text_choose(struct sink *sink, const struct effect *block,
                        int count)
{
    const bool are_gains = only_gains(block);

    sink_options(sink, block, are_gains);
    sink_times(sink, count);
    return are_gains ? "effect.choose.gains" : "effect.choose";
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

const char *text_pay(struct sink *sink, const struct effect *e, int count)
{
    price_write(sink, "price", e->price);
    sink_block(sink, e);
    sink_times(sink, count);
    return is_simple(e) ? "effect.pay" : "effect.pay.list";
}

const char *text_each(struct sink *sink, const struct effect *e, int count)
{
    sink_gains(sink, e + 1, e->len);
    sink_every(sink, e);
    if (e->cap)
        sink_number(sink, "most", e->cap);
    sink_times(sink, count);
    return "effect.each";
}

const char *text_if(struct sink *sink, const struct effect *e, int count)
{
    sink_number(sink, e->cap ? "space" : "n", e->n);
    if (!e->cap)
        sink_string(sink, "count", countable_words[e->what]);
    sink_block(sink, e);
    sink_times(sink, count);
    return e->cap ? "effect.if.space" : "effect.if";
}

const char *text_swap(struct sink *sink, const struct effect *e, int count)
{
    sink_options(sink, e, true);
    sink_times(sink, count);
    if (e->what == SWAP_BIOMATTER)
        return "effect.swap.biomatter";
    return e->what == FARM    ? "effect.swap.farm"
           : e->what == PLANT ? "effect.swap.plant"
                              : "effect.swap.laboratory";
}

const char *text_option(struct sink *sink, const struct effect *e, int count)
{
    (void)count;
    sink_block(sink, e);
    return "effect.option";
}

/* ---- verbs ---- */

/* By verb; NULL: PLAIN. */
static const char *(*const own_texts[OPS])(struct sink *sink,
                                           const struct effect *e,
                                           int count) = {
#define TEXT_PLAIN     NULL
#define TEXT_OWN(name) text_##name
#define VERB(NAME, name, word, kind, form, moves, judged, worth, says,         \
             operands)                                                         \
    [OP_##NAME] = TEXT_##says,
#include "rules/underwater_cities/content/effects.def"
#undef VERB
};

static void put_verb(struct text *t, const struct effect *e, int count)
{
    char plain[48], words[PHRASE_TEXT_MAX];
    const char *key = plain;
    struct members members;

    text_members(&members, t->language);
    if (own_texts[e->op]) {
        key = own_texts[e->op](&members.sink, e, count);
    } else {
        const bool has_operands = op_operands[e->op]->holds;

        operands_write(&members.sink, e);
        if (has_operands)
            sink_times(&members.sink, count);
        else
            sink_number(&members.sink, "n", count);
        snprintf(plain, sizeof plain, "effect.%s%s", op_words[e->op],
                 has_operands || count > 1 ? "" : ".one");
    }
    phrases_fill_part(&uwc_texts, &members, key, t->language, words);
    text_put(t, words);
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

/* How many effects one verb speaks for. */
static int spoken_for(const struct effect *e, const struct effect *end)
{
    return e->op == OP_GAIN ? gains_from(e, end) : same_from(e, end);
}

/* Write one verb with all that it speaks for; returns what comes after. */
static const struct effect *put_effect(struct text *t, const struct effect *e,
                                       const struct effect *end)
{
    const int count = spoken_for(e, end);

    put_verb(t, e, count);
    return e + count * (e->len + 1);
}

/* ---- lists ---- */

/* Whether the list says more than two things, or a thing with parts. */
static bool is_long(const struct effect *list, const struct effect *end)
{
    int things = 0;

    for (const struct effect *e = list; e < end; things++) {
        if (e->len > 0)
            return true;
        e += spoken_for(e, end);
    }
    return things > 2;
}

static void put_clause(struct text *t, const struct effect *list,
                       const struct effect *end)
{
    const bool with_semicolons = is_long(list, end);

    for (const struct effect *e = list; e < end;) {
        if (e != list && with_semicolons)
            text_put(t, "; ");
        else if (e != list)
            text_plain(t, "and");
        e = put_effect(t, e, end);
    }
}

void sink_effects(struct sink *sink, const struct effect *list)
{
    sink_clause(sink, list, list + effect_list_length(list));
}

void effects_sentences(struct text *t, const struct effect *list,
                       const struct effect *end)
{
    for (const struct effect *e = list; e < end && e->op != OP_END;) {
        const struct effect *const first = e;
        struct members members;

        e += spoken_for(e, end) * (e->len + 1);
        text_members(&members, t->language);
        sink_clause(&members.sink, first, e);
        text_sentence(t, "card-text.sentence", &members);
    }
}

/* ---- texts ---- */

/* Texts that were made last: the legal moves of a turn have the same ones. */
enum { MEMOS = 1 << 7, MEMO_EFFECTS = 10, MEMO_TEXT = 160 };
struct memo {
    enum language language;
    size_t count; /* 0: none */
    struct effect list[MEMO_EFFECTS];
    char text[MEMO_TEXT];
};
static _Thread_local struct memo memos[MEMOS];

static bool has_text(const struct memo *memo, const struct effect *list,
                     size_t count, enum language language)
{
    return memo->count == count && memo->language == language &&
           memcmp(memo->list, list, count * sizeof *list) == 0;
}

static void make_text(struct memo *memo, const struct effect *list,
                      size_t count, struct text *t)
{
    effects_sentences(t, list, list + count);
    if (count > MEMO_EFFECTS || t->length >= MEMO_TEXT ||
        t->length + 1 >= t->cap)
        return;
    memo->language = t->language;
    memo->count = count;
    memcpy(memo->list, list, count * sizeof *list);
    memcpy(memo->text, t->out, t->length + 1);
}

size_t effects_text(const struct effect *list, const struct effect *end,
                    enum language language, char *out, size_t cap)
{
    const size_t count = (size_t)(end - list);
    const uintptr_t hash = ((uintptr_t)list / sizeof *list) ^ count;
    struct memo *memo = &memos[(2 * hash + (unsigned)language) % MEMOS];
    struct text t;

    text_begin(&t, language, out, cap);
    if (count && has_text(memo, list, count, language))
        text_put(&t, memo->text);
    else
        make_text(memo, list, count, &t);
    return t.length;
}

void sink_effects_text(struct sink *sink, const char *key,
                       const struct effect *list, const struct effect *end)
{
    char words[CARD_TEXT_MAX];
    const size_t length =
        effects_text(list, end, sink->language, words, sizeof words);

    if (length)
        words[length - 1] = '\0';
    sink_string(sink, key, words);
}
