/* Effects as data. */
#include "rules/underwater_cities/words/effect_data.h"

#include "rules/sink.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/content/vocabulary.h"

void price_write(struct sink *sink, const char *key, uint16_t price)
{
    sink_object(sink, key);
    for (int r = 0; r < RESOURCES; r++)
        if (price_of(price, (enum resource)r))
            sink_number(sink, resource_words[r],
                        price_of(price, (enum resource)r));
    sink_close(sink);
}

static void write_pieces(struct sink *sink, unsigned pieces)
{
    sink_array(sink, "pieces");
    for (int i = 0; i < PIECE_KINDS; i++)
        if (pieces >> i & 1)
            sink_string(sink, NULL, piece_words[i]);
    sink_close(sink);
}

/* One of two resources, as the player likes. */
static void write_either(struct sink *sink, const char *key)
{
    sink_array(sink, key);
    sink_string(sink, NULL, resource_words[CREDIT]);
    sink_string(sink, NULL, resource_words[SCIENCE]);
    sink_close(sink);
}

static void write_condition(struct sink *sink, const struct effect *e)
{
    if (e->cap) {
        sink_number(sink, "space", e->n);
    } else {
        sink_string(sink, "count", countable_words[e->what]);
        sink_number(sink, "at_least", e->n);
    }
}

static void write_trade(struct sink *sink, const struct effect *e)
{
    if (e->price) {
        price_write(sink, "price", e->price);
    } else {
        sink_object(sink, "price");
        sink_number(sink, resource_words[e->what], e->per);
        sink_close(sink);
    }
}

static void write_operand(struct sink *sink, const struct operand *operand,
                          const struct effect *e)
{
    const char *key = operand->key;
    const int field = effect_field(e, operand);

    switch ((enum holds)operand->holds) {
    case HOLDS_NUMBER: sink_number(sink, key, field); break;
    case HOLDS_LIMIT:
        if (field)
            sink_number(sink, key, field);
        break;
    case HOLDS_RESOURCE: sink_string(sink, key, resource_words[field]); break;
    case HOLDS_PIECES: write_pieces(sink, (unsigned)field); break;
    case HOLDS_COUNTABLE: sink_string(sink, key, countable_words[field]); break;
    case HOLDS_REACH: sink_string(sink, key, reach_words[field]); break;
    case HOLDS_FLAG: sink_truth(sink, key, field); break;
    case HOLDS_EITHER:
        if (field)
            write_either(sink, key);
        break;
    case HOLDS_PRICE:
        if (e->price != PRICE_USUAL)
            price_write(sink, key, e->price);
        break;
    case HOLDS_COST: price_write(sink, key, e->price); break;
    case HOLDS_SWAPPED:
        sink_string(sink, key,
                    field == SWAP_BIOMATTER ? resource_words[BIOMATTER]
                                            : piece_word((unsigned)field));
        break;
    case HOLDS_CONDITION: write_condition(sink, e); break;
    case HOLDS_TRADE: write_trade(sink, e); break;
    case HOLDS_NOTHING: break;
    }
}

void operands_write(struct sink *sink, const struct effect *e)
{
    for (const struct operand *o = op_operands[e->op]; o->holds; o++)
        write_operand(sink, o, e);
}

/* The blocks of a list nest a few levels deep (the lint of the tables). */
static void write_list(struct sink *sink, const char *key,
                       const struct effect *list, int length)
{
    sink_array(sink, key);
    for (const struct effect *e = list; e < list + length; e = effect_next(e)) {
        sink_object(sink, NULL);
        sink_string(sink, "do", op_words[e->op]);
        operands_write(sink, e);
        if (op_traits[e->op] & BLOCK)
            write_list(sink, "effects", e + 1, e->len);
        sink_close(sink);
    }
    sink_close(sink);
}

void effects_write(struct sink *sink, const char *key,
                   const struct effect *list)
{
    write_list(sink, key, list, list ? effect_list_length(list) : 0);
}

/* What the operand of an event is, by the kind that events.def gives. */
enum event_operand {
    EVENT_OPERAND_NONE,
    EVENT_OPERAND_SPACE,
    EVENT_OPERAND_PIECES,
    EVENT_OPERAND_SLOT_KIND,
    EVENT_OPERAND_RESOURCE,
};

static void write_event(struct sink *sink, const struct trigger *when)
{
    static const uint8_t operands[EVENTS] = {
#define EVENT(NAME, word, operand) [EVENT_##NAME] = EVENT_OPERAND_##operand,
#include "rules/underwater_cities/content/events.def"
#undef EVENT
    };

    sink_string(sink, "event", event_words[when->event]);
    switch ((enum event_operand)operands[when->event]) {
    case EVENT_OPERAND_NONE: break;
    case EVENT_OPERAND_SPACE: sink_number(sink, "space", when->param); break;
    case EVENT_OPERAND_PIECES: write_pieces(sink, when->param); break;
    case EVENT_OPERAND_SLOT_KIND:
        sink_string(sink, "slot_kind", slot_kind_words[when->param]);
        break;
    case EVENT_OPERAND_RESOURCE:
        sink_string(sink, "what", resource_words[when->param]);
        break;
    }
}

/* Effects that come at one moment; nothing without a list. */
static void write_moment(struct sink *sink, const char *when,
                         const struct effect *list)
{
    if (!list)
        return;
    sink_object(sink, NULL);
    sink_string(sink, "when", when);
    effects_write(sink, "effects", list);
    sink_close(sink);
}

void card_effects_write(struct sink *sink, int card)
{
    const struct card *c = cards[card];

    sink_array(sink, "effects");
    write_moment(sink, "played", c->instant);
    write_moment(sink, "action", c->action);
    write_moment(sink, "once-per-turn", c->once);
    if (c->when.event != EVENT_NONE) {
        sink_object(sink, NULL);
        sink_string(sink, "when", "event");
        write_event(sink, &c->when);
        effects_write(sink, "effects", c->when.effects);
        sink_close(sink);
    }
    write_moment(sink, "always", c->standing);
    write_moment(sink, "production", c->produce);
    write_moment(sink, "end", c->final);
    sink_close(sink);
}
