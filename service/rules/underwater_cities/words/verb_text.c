/* The texts of verbs that hold no list. */
#include "rules/underwater_cities/words/verb_text.h"

#include "rules/underwater_cities/content/vocabulary.h"

void text_build(struct text *t, const struct effect *e, int count)
{
    text_put(t, "build ");
    text_number_of_pieces(t, e->what, count);
    if (e->cap)
        text_put(t,
                 count > 1 ? " on expansion sites" : " on an expansion site");
    if (e->price == PRICE_USUAL) {
        text_put(t, " at usual cost");
    } else if (e->price == PRICE_FREE) {
        text_put(t, " for free");
    } else {
        text_put(t, " for ");
        text_price(t, e->price);
        text_put(t, count > 1 ? " each" : "");
    }
}

void text_upgrade(struct text *t, const struct effect *e, int count)
{
    text_put(t, "upgrade ");
    text_number_of_pieces(t, e->what, count);
    text_put(t, " for ");
    if (e->cap)
        text_put(t, "1 credit or 1 science");
    else if (e->price == PRICE_USUAL)
        text_put(t, "1 science");
    else if (e->price == PRICE_FREE)
        text_put(t, "free");
    else
        text_price(t, e->price);
    text_put(t, count > 1 && e->price != PRICE_FREE ? " each" : "");
}

void text_perform(struct text *t, const struct effect *e, int count)
{
    static const char *const where[] = {
        [REACH_AVAILABLE] = "any available slot",
        [REACH_AVAILABLE_COLOURED] = "any available coloured slot",
        [REACH_OCCUPIED] = "any slot that only others occupy",
        [REACH_ANY_COLOURED] = "any coloured slot not occupied by you",
    };

    text_put(t, "perform the action of ");
    text_put(t, where[e->what]);
    text_times(t, count);
}

void text_final_each(struct text *t, const struct effect *e, int count)
{
    text_put(t, "score ");
    text_amount(t, e->n, POINT);
    text_every(t, (enum countable)e->what, e->per);
    if (e->cap) {
        text_put(t, ", at most ");
        text_amount(t, e->cap, POINT);
    }
    text_times(t, count);
}

void text_final_trade(struct text *t, const struct effect *e, int count)
{
    (void)count;
    text_put(t, "you may pay ");
    if (e->price)
        text_price(t, e->price);
    else
        text_amount(t, e->per, (enum resource)e->what);
    text_put(t, " for ");
    text_amount(t, e->n, POINT);
    if (e->cap == 1) {
        text_put(t, ", once");
    } else if (e->cap == 0) {
        text_put(t, ", as often as you like");
    } else {
        text_put(t, ", up to ");
        text_number(t, e->cap);
        text_put(t, " times");
    }
}

void text_discount(struct text *t, const struct effect *e, int count)
{
    text_pieces(t, e->what, 2);
    text_put(t, " cost you ");
    text_amount(t, e->n * count, (enum resource)e->per);
    text_put(t, " less");
}

void text_advance(struct text *t, const struct effect *e, int count)
{
    const int steps = e->n * count;

    text_put(t, "advance ");
    text_number(t, steps);
    text_put(t, steps == 1 ? " step" : " steps");
    text_put(t, " on the Federation track");
}

void text_build_upgraded(struct text *t, const struct effect *e, int count)
{
    text_put(t, "build ");
    text_number_of_pieces(t, e->what, count);
    text_put(t, " at usual cost and upgrade ");
    text_put(t, count > 1 ? "each" : "it");
    text_put(t, " for 1 science");
}

void text_trial_run(struct text *t, const struct effect *e, int count)
{
    text_put(t, "gain what 1 upgraded ");
    text_pieces(t, e->what, 1);
    text_put(t, " of your network produces by itself");
    text_times(t, count);
}

void text_pick(struct text *t, const struct effect *e, int count)
{
    text_put(t, "gain ");
    text_number(t, e->n);
    text_put(t, e->n == 1 ? " resource of your choice"
                          : " resources of different types");
    text_times(t, count);
}

void text_exchange(struct text *t, const struct effect *e, int count)
{
    text_put(t, "exchange ");
    text_amount(t, e->n, (enum resource)e->what);
    text_put(t, " for ");
    text_amount(t, e->n, (enum resource)e->per);
    text_put(t, " or the other way round");
    text_times(t, count);
}

void text_hand_limit(struct text *t, const struct effect *e, int count)
{
    text_put(t, "your hand limit is ");
    text_number(t, e->n * count);
    text_put(t, " higher");
}
