/* What cards are worth to a seat, in hundredths of a point: played, and in
 * play. */
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/conditions.h"
#include "rules/underwater_cities/estimate/evaluate.h"

/* Rates by rough experience. */
enum {
    WORTH_TRIGGER = 108, /* per cent of what a permanent's trigger is rated */
    WORTH_EACH = 43,     /* per cent of one more of what is counted, in a
                            Production to come */
    WORTH_ONCE = 9,      /* a per cent of a free use, each turn to come */
    WORTH_USE_PER_ERA = 33, /* per cent of an action's worth, each era */
    WORTH_GROWTH = 6,       /* per cent of a point, each turn to come, for
                               what an end-scoring card will count */
};

/* What an end-scoring card counts now, and may count in the end. */
static int32_t final_worth(const struct estimate *o, const struct effect *list,
                           bool now)
{
    int32_t worth = 0;

    for (const struct effect *e = list; e && e->op != OP_END;
         e = effect_next(e)) {
        int points;

        if (e->op == OP_FINAL_TRADE) {
            /* to come: a better use of what is left over */
            worth += now ? 0 : 40 * (e->cap < 5 ? e->cap : 5);
            continue;
        }
        if (e->op != OP_FINAL_EACH)
            continue;
        points = board_count(o->s, o->number, (enum countable)e->what) /
                 (e->per ? e->per : 1) * e->n;
        if (e->cap && points >= e->cap) {
            worth += now ? 100 * e->cap : 0;
            continue;
        }
        worth += now ? 100 * points
                     : WORTH_GROWTH * o->turns * e->n / (e->per ? e->per : 1);
    }
    return worth;
}

/* What a permanent's reactions will still bring: how often they happen in a
 * hundred turns, by rough experience. */
static int32_t trigger_worth(const struct estimate *o,
                             const struct trigger *when)
{
    static const int16_t per_100[EVENTS] = {
        [EVENT_REACH_SPACE] = 20,    [EVENT_SECOND_BUILDING] = 6,
        [EVENT_SECOND_UPGRADED] = 4, [EVENT_SECOND_TUNNEL] = 5,
        [EVENT_BUILT] = 16,          [EVENT_UPGRADED_ONE] = 11,
        [EVENT_CONNECTED] = 6,       [EVENT_MISMATCHED] = 18,
        [EVENT_USED_SLOT] = 12,      [EVENT_SLOT_GAVE] = 17,
    };
    struct estimate fresh = *o;
    int32_t times = per_100[when->event];

    if (when->event == EVENT_BUILT || when->event == EVENT_UPGRADED_ONE ||
        when->event == EVENT_SECOND_BUILDING ||
        when->event == EVENT_SECOND_UPGRADED)
        times *= __builtin_popcount(when->param);
    return value_of_effects(&fresh, when->effects, NULL) * times * o->turns /
           100 * WORTH_TRIGGER / 100;
}

/* What a production card will count more than today: per Production to come,
 * as much as grows in half the turns left. */
static int32_t growth_worth(const struct estimate *o, const struct effect *list)
{
    int32_t worth = 0;

    for (const struct effect *e = list; e && e->op != OP_END;
         e = effect_next(e)) {
        const int per = e->per ? e->per : 1;
        struct estimate inside = *o;

        if (e->op != OP_EACH && e->op != OP_IF)
            continue;
        if (e->op == OP_IF && effect_condition(o->s, o->number, e))
            continue;
        if (e->op == OP_EACH && e->cap &&
            board_count(o->s, o->number, (enum countable)e->what) >=
                e->cap * per)
            continue;
        for (int r = 0; r < RESOURCES; r++)
            inside.unit[r] = o->productions ? o->flow[r] / o->productions : 0;
        worth += value_of_effects(&inside, e + 1, effect_next(e)) *
                 o->productions * o->turns * WORTH_EACH / (1000 * per);
    }
    return worth;
}

/* The remaining value of a claimed effect: uses, triggers, growth. */
static int32_t claim_worth(struct estimate *o, const struct card *card,
                           bool used)
{
    const int eras = o->productions - (used ? 1 : 0);
    struct estimate free_hand = *o;
    int32_t worth = 0;

    if (card->action && eras > 0 && o->turns > 0)
        worth += value_of_effects(&free_hand, card->action, NULL) * eras *
                 WORTH_USE_PER_ERA / 100;
    if (card->once)
        worth += value_of_effects(&free_hand, card->once, NULL) * o->turns *
                 WORTH_ONCE / 100;
    if (card->when.effects)
        worth += trigger_worth(o, &card->when);
    if (card->standing)
        worth += value_of_effects(&free_hand, card->standing, NULL);
    worth += growth_worth(o, card->produce);
    worth += final_worth(o, card->final, false);
    return worth;
}

/* What a production card gives in every Production to come. */
static int32_t produce_worth(const struct estimate *o, const struct card *card)
{
    struct estimate later = *o;

    if (!card->produce)
        return 0;
    for (int r = 0; r < RESOURCES; r++)
        later.unit[r] = o->productions ? o->flow[r] / o->productions : 0;
    return value_of_effects(&later, card->produce, NULL) * o->productions;
}

int32_t value_of_card(struct estimate *o, int number)
{
    const struct card *card = cards[number];
    int32_t worth = 0;

    if (card->credits > o->purse[CREDIT])
        return 0;
    o->purse[CREDIT] = (int16_t)(o->purse[CREDIT] - card->credits);
    if (card->instant)
        worth += value_of_effects(o, card->instant, NULL);
    worth += claim_worth(o, card, false) + produce_worth(o, card) +
             final_worth(o, card->final, true) -
             card->credits * o->unit[CREDIT];
    return worth > 0 ? worth : 0;
}

int32_t value_of_claim(struct estimate *o, int index)
{
    const struct card *card = cards[o->seat->claims[index]];
    const bool used = card->type == ACTION && (o->seat->used >> index & 1);
    int32_t worth = claim_worth(o, card, used);

    for (const struct effect *e = card->produce; e && e->op != OP_END;
         e = effect_next(e))
        if (e->op == OP_SWAP)
            worth += value_of_effects(o, e, effect_next(e));
    return worth + final_worth(o, card->final, true);
}
