/* The texts of verbs that hold no list. */
#include "rules/underwater_cities/words/verb_text.h"

#include "rules/sink.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/words/effect_data.h"

void sink_times(struct sink *sink, int count)
{
    if (count > 1)
        sink_number(sink, "times", count);
}

void sink_gains(struct sink *sink, const struct effect *e, int count)
{
    sink_object(sink, "gains");
    for (int i = 0; i < count; i++)
        sink_number(sink, resource_words[e[i].what], e[i].n);
    sink_close(sink);
}

void sink_every(struct sink *sink, const struct effect *e)
{
    sink_number(sink, "every", e->per);
    sink_string(sink, "count", countable_words[e->what]);
}

/* An amount of a resource, as an object. */
static void sink_amount(struct sink *sink, const char *key, int resource, int n)
{
    sink_object(sink, key);
    sink_number(sink, resource_words[resource], n);
    sink_close(sink);
}

/* "n" and "pieces": up to 2 farms. */
static void sink_pieces(struct sink *sink, const struct effect *e, int count)
{
    sink_number(sink, "n", count);
    sink_string(sink, "pieces", pieces_word(e->what));
    sink_truth(sink, "each", count > 1);
}

const char *text_gain(struct sink *sink, const struct effect *e, int count)
{
    sink_gains(sink, e, count);
    return "effect.gain";
}

const char *text_build(struct sink *sink, const struct effect *e, int count)
{
    sink_pieces(sink, e, count);
    if (e->cap)
        sink_string(sink, "where", "expansion");
    if (e->price == PRICE_USUAL)
        return "effect.build";
    if (e->price == PRICE_FREE)
        return "effect.build.free";
    price_write(sink, "price", e->price);
    return "effect.build.for";
}

const char *text_build_upgraded(struct sink *sink, const struct effect *e,
                                int count)
{
    sink_pieces(sink, e, count);
    return count > 1 ? "effect.build-upgraded" : "effect.build-upgraded.one";
}

const char *text_upgrade(struct sink *sink, const struct effect *e, int count)
{
    sink_pieces(sink, e, count);
    if (e->cap)
        return "effect.upgrade.either";
    if (e->price == PRICE_USUAL)
        return "effect.upgrade";
    if (e->price == PRICE_FREE)
        return "effect.upgrade.free";
    price_write(sink, "price", e->price);
    return "effect.upgrade.for";
}

const char *text_final_each(struct sink *sink, const struct effect *e,
                            int count)
{
    sink_number(sink, "points", e->n);
    sink_every(sink, e);
    if (e->cap)
        sink_number(sink, "most", e->cap);
    sink_times(sink, count);
    return "effect.final-each";
}

const char *text_final_trade(struct sink *sink, const struct effect *e,
                             int count)
{
    (void)count;
    if (e->price)
        price_write(sink, "price", e->price);
    else
        sink_amount(sink, "price", e->what, e->per);
    sink_number(sink, "points", e->n);
    sink_number(sink, "n", e->cap);
    return e->cap == 0   ? "effect.final-trade"
           : e->cap == 1 ? "effect.final-trade.once"
                         : "effect.final-trade.times";
}

const char *text_discount(struct sink *sink, const struct effect *e, int count)
{
    sink_string(sink, "pieces", pieces_word(e->what));
    sink_amount(sink, "amount", e->per, e->n * count);
    return "effect.discount";
}

const char *text_advance(struct sink *sink, const struct effect *e, int count)
{
    sink_number(sink, "steps", e->n * count);
    return "effect.advance";
}

const char *text_trial_run(struct sink *sink, const struct effect *e, int count)
{
    sink_string(sink, "pieces", pieces_word(e->what));
    sink_times(sink, count);
    return "effect.trial-run";
}
