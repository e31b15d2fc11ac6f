/* Effects as English: every list of effects reads as its player would say it.
 * The words are made from the data, so text and behaviour cannot disagree. */
#include "rules/underwater_cities/words/text.h"

#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/words/card_text.h"

#include <ctype.h>
#include <string.h>

void text_begin(struct text *t, char *out, size_t cap)
{
    *t = (struct text){.out = out, .cap = cap};
    if (cap > 0)
        out[0] = '\0';
}

void text_put(struct text *t, const char *words)
{
    while (*words && t->length + 1 < t->cap)
        t->out[t->length++] = *words++;
    if (t->cap > 0)
        t->out[t->length] = '\0';
}

void text_number(struct text *t, int n)
{
    char digits[12];
    size_t at = sizeof digits - 1;
    unsigned left = n < 0 ? 0U - (unsigned)n : (unsigned)n;

    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (n < 0)
        digits[--at] = '-';
    text_put(t, digits + at);
}

void text_capital(struct text *t, size_t at)
{
    if (at < t->length)
        t->out[at] = (char)toupper((unsigned char)t->out[at]);
}

static void put_amount(struct text *t, int n, enum resource resource)
{
    text_number(t, n);
    text_put(t, " ");
    text_put(t, resource_noun(resource, n));
}

/* The separator between item i and the one before it, of n items. */
static const char *comma_or(int i, int n, const char *last)
{
    return i == 0 ? "" : i == n - 1 ? last : ", ";
}

static void put_price(struct text *t, uint16_t price)
{
    int kinds = 0;
    int put = 0;

    for (int r = 0; r < RESOURCES; r++)
        kinds += price_of(price, (enum resource)r) > 0;
    for (int r = 0; r < RESOURCES; r++) {
        const int n = price_of(price, (enum resource)r);

        if (n == 0)
            continue;
        text_put(t, comma_or(put++, kinds, " and "));
        put_amount(t, n, (enum resource)r);
    }
}

/* The words after something that can be done several times. */
static void put_times(struct text *t, int count)
{
    if (count > 1) {
        text_put(t, ", up to ");
        text_number(t, count);
        text_put(t, " times");
    }
}

/* The noun of a set of pieces that has one. */
static const char *piece_group(unsigned pieces, int count)
{
    static const struct {
        unsigned pieces;
        const char *noun[2];
    } groups[] = {
        {BUILDINGS, {"building", "buildings"}},
        {STRUCTURES, {"structure", "structures"}},
        {CITIES, {"city", "cities"}},
        {CITY, {"nonsymbiotic city", "nonsymbiotic cities"}},
        {SYMBIOTIC, {"symbiotic city", "symbiotic cities"}},
        {FARM, {"farm", "farms"}},
        {PLANT, {"desalination plant", "desalination plants"}},
        {LABORATORY, {"laboratory", "laboratories"}},
        {TUNNEL, {"tunnel", "tunnels"}},
        {STRUCTURES | CITIES, {"structure or city", "structures or cities"}},
    };

    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (groups[i].pieces == pieces)
            return groups[i].noun[count != 1];
    return NULL;
}

void text_each_piece(struct text *t, unsigned pieces)
{
    int kinds = 0;
    int put = 0;

    for (unsigned i = 0; i < PIECE_KINDS; i++)
        kinds += (pieces >> i & 1) != 0;
    for (unsigned i = 0; i < PIECE_KINDS; i++) {
        if (!(pieces >> i & 1))
            continue;
        text_put(t, comma_or(put++, kinds, " or "));
        text_put(t, piece_noun(1U << i));
    }
}

void text_pieces(struct text *t, unsigned pieces, int count)
{
    const char *group = piece_group(pieces, count);

    if (group)
        text_put(t, group);
    else
        text_each_piece(t, pieces);
}

/* "1 farm", or "up to 2 farms" where a part stands there twice. */
static void put_pieces(struct text *t, unsigned pieces, int count)
{
    if (count > 1)
        text_put(t, "up to ");
    text_number(t, count);
    text_put(t, " ");
    text_pieces(t, pieces, count);
}

static void put_build(struct text *t, const struct effect *e, int count)
{
    text_put(t, "build ");
    put_pieces(t, e->what, count);
    if (e->cap)
        text_put(t,
                 count > 1 ? " on expansion sites" : " on an expansion site");
    if (e->price == PRICE_USUAL) {
        text_put(t, " at usual cost");
    } else if (e->price == PRICE_FREE) {
        text_put(t, " for free");
    } else {
        text_put(t, " for ");
        put_price(t, e->price);
        text_put(t, count > 1 ? " each" : "");
    }
}

static void put_upgrade(struct text *t, const struct effect *e, int count)
{
    text_put(t, "upgrade ");
    put_pieces(t, e->what, count);
    text_put(t, " for ");
    if (e->cap)
        text_put(t, "1 credit or 1 science");
    else if (e->price == PRICE_USUAL)
        text_put(t, "1 science");
    else if (e->price == PRICE_FREE)
        text_put(t, "free");
    else
        put_price(t, e->price);
    text_put(t, count > 1 && e->price != PRICE_FREE ? " each" : "");
}

static void put_perform(struct text *t, const struct effect *e, int count)
{
    static const char *const where[] = {
        [REACH_AVAILABLE] = "any available slot",
        [REACH_AVAILABLE_COLOURED] = "any available coloured slot",
        [REACH_OCCUPIED] = "any slot that only others occupy",
        [REACH_ANY_COLOURED] = "any coloured slot not occupied by you",
    };

    text_put(t, "perform the action of ");
    text_put(t, where[e->what]);
    put_times(t, count);
}

/* n gains that follow each other: "1 kelp and 2 cards". */
static void put_gains(struct text *t, const struct effect *e, int n)
{
    for (int i = 0; i < n; i++) {
        text_put(t, comma_or(i, n, " and "));
        put_amount(t, e[i].n, (enum resource)e[i].what);
    }
}

static void put_gain(struct text *t, const struct effect *e, int count)
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

static void put_choice(struct text *t, const struct effect *block, int count)
{
    const struct effect *end = effect_next(block);

    if (only_gains(block)) {
        text_put(t, "gain ");
        put_gain_options(t, block);
        put_times(t, count);
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

static void put_pay(struct text *t, const struct effect *e, int count)
{
    text_put(t, "pay ");
    put_price(t, e->price);
    text_put(t, is_simple(e) ? " to " : ": ");
    text_clause(t, e + 1, effect_next(e));
    put_times(t, count);
}

static void put_every(struct text *t, enum countable countable, int every)
{
    text_put(t, " for every ");
    if (every > 1) {
        text_number(t, every);
        text_put(t, " ");
    }
    text_put(t, countable_noun(countable, every));
}

static void put_each(struct text *t, const struct effect *e, int count)
{
    text_put(t, "gain ");
    put_gains(t, e + 1, e->len);
    put_every(t, (enum countable)e->what, e->per);
    if (e->cap) {
        text_put(t, ", at most ");
        text_number(t, e->cap);
        text_put(t, e->cap == 1 ? " time" : " times");
    }
    put_times(t, count);
}

static void put_condition(struct text *t, const struct effect *e, int count)
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
    put_times(t, count);
}

static void put_swap(struct text *t, const struct effect *e, int count)
{
    if (e->what == SWAP_BIOMATTER) {
        text_put(t, "1 biomatter produced may become ");
        put_gain_options(t, e);
        put_times(t, count);
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
    put_times(t, count);
}

static void put_final_each(struct text *t, const struct effect *e, int count)
{
    text_put(t, "score ");
    put_amount(t, e->n, POINT);
    put_every(t, (enum countable)e->what, e->per);
    if (e->cap) {
        text_put(t, ", at most ");
        put_amount(t, e->cap, POINT);
    }
    put_times(t, count);
}

static void put_final_trade(struct text *t, const struct effect *e, int count)
{
    (void)count;
    text_put(t, "you may pay ");
    if (e->price)
        put_price(t, e->price);
    else
        put_amount(t, e->per, (enum resource)e->what);
    text_put(t, " for ");
    put_amount(t, e->n, POINT);
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

static void put_discount(struct text *t, const struct effect *e, int count)
{
    text_pieces(t, e->what, 2);
    text_put(t, " cost you ");
    put_amount(t, e->n * count, (enum resource)e->per);
    text_put(t, " less");
}

/* The verbs that say only how often. */
static void put_counted(struct text *t, const char *verb, int count,
                        const char *noun)
{
    text_put(t, verb);
    if (count > 1)
        text_put(t, "up to ");
    text_number(t, count);
    text_put(t, noun);
}

static void put_advance(struct text *t, const struct effect *e, int count)
{
    const int steps = e->n * count;

    text_put(t, "advance ");
    text_number(t, steps);
    text_put(t, steps == 1 ? " step" : " steps");
    text_put(t, " on the Federation track");
}

static void put_build_upgraded(struct text *t, const struct effect *e,
                               int count)
{
    text_put(t, "build ");
    put_pieces(t, e->what, count);
    text_put(t, " at usual cost and upgrade ");
    text_put(t, count > 1 ? "each" : "it");
    text_put(t, " for 1 science");
}

static void put_convert(struct text *t, const struct effect *e, int count)
{
    (void)e;
    put_counted(t, "turn ", count,
                count > 1 ? " nonsymbiotic cities into symbiotic ones"
                          : " nonsymbiotic city into a symbiotic one");
}

static void put_use(struct text *t, const struct effect *e, int count)
{
    (void)e;
    put_counted(t, "use ", count, " of your action cards");
}

static void put_ready(struct text *t, const struct effect *e, int count)
{
    (void)e;
    put_counted(t, "ready ", count, " of your used action cards");
}

static void put_take_special(struct text *t, const struct effect *e, int count)
{
    (void)e;
    put_counted(t, "take ", count,
                count > 1 ? " special cards" : " special card");
}

static void put_take_tile(struct text *t, const struct effect *e, int count)
{
    (void)e;
    text_put(t, "draw 2 blue metropolis tiles and gain 1 of them");
    put_times(t, count);
}

static void put_trial(struct text *t, const struct effect *e, int count)
{
    text_put(t, "gain what 1 upgraded ");
    text_pieces(t, e->what, 1);
    text_put(t, " of your network produces by itself");
    put_times(t, count);
}

static void put_pick(struct text *t, const struct effect *e, int count)
{
    text_put(t, "gain ");
    text_number(t, e->n);
    text_put(t, e->n == 1 ? " resource of your choice"
                          : " resources of different types");
    put_times(t, count);
}

static void put_exchange(struct text *t, const struct effect *e, int count)
{
    text_put(t, "exchange ");
    put_amount(t, e->n, (enum resource)e->what);
    text_put(t, " for ");
    put_amount(t, e->n, (enum resource)e->per);
    text_put(t, " or the other way round");
    put_times(t, count);
}

static void put_option(struct text *t, const struct effect *e, int count)
{
    (void)count;
    text_clause(t, e + 1, effect_next(e));
}

static void put_hand_limit(struct text *t, const struct effect *e, int count)
{
    text_put(t, "your hand limit is ");
    text_number(t, e->n * count);
    text_put(t, " higher");
}

/* Write an effect.  `count` is how often it follows itself in the list, itself
 * included; for gains, how many gains follow each other. */
static void put_verb(struct text *t, const struct effect *e, int count)
{
    switch ((enum op)e->op) {
    case OP_GAIN: put_gain(t, e, count); break;
    case OP_ADVANCE: put_advance(t, e, count); break;
    case OP_BUILD: put_build(t, e, count); break;
    case OP_BUILD_UPGRADED: put_build_upgraded(t, e, count); break;
    case OP_UPGRADE: put_upgrade(t, e, count); break;
    case OP_CONVERT: put_convert(t, e, count); break;
    case OP_USE_ACTION: put_use(t, e, count); break;
    case OP_READY: put_ready(t, e, count); break;
    case OP_PERFORM: put_perform(t, e, count); break;
    case OP_TAKE_SPECIAL: put_take_special(t, e, count); break;
    case OP_TAKE_TILE: put_take_tile(t, e, count); break;
    case OP_TRIAL_RUN: put_trial(t, e, count); break;
    case OP_PICK: put_pick(t, e, count); break;
    case OP_EXCHANGE: put_exchange(t, e, count); break;
    case OP_PAY: put_pay(t, e, count); break;
    case OP_IF: put_condition(t, e, count); break;
    case OP_EACH: put_each(t, e, count); break;
    case OP_CHOOSE: put_choice(t, e, count); break;
    case OP_OPTION: put_option(t, e, count); break;
    case OP_SWAP: put_swap(t, e, count); break;
    case OP_HAND_LIMIT: put_hand_limit(t, e, count); break;
    case OP_DISCOUNT: put_discount(t, e, count); break;
    case OP_FINAL_EACH: put_final_each(t, e, count); break;
    case OP_FINAL_TRADE: put_final_trade(t, e, count); break;
    case OP_END:
    case OPS: break;
    }
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
