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

/* The price, unless it is the usual one of the piece. */
static void write_special_price(struct sink *sink, const struct effect *e)
{
    if (e->price != PRICE_USUAL)
        price_write(sink, "price", e->price);
}

static void write_upgrade(struct sink *sink, const struct effect *e)
{
    write_pieces(sink, e->what);
    if (e->cap) {
        sink_array(sink, "one_of");
        sink_string(sink, NULL, resource_words[CREDIT]);
        sink_string(sink, NULL, resource_words[SCIENCE]);
        sink_close(sink);
    } else {
        write_special_price(sink, e);
    }
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

/* How often something counts: once for every `every`, at most `most`. */
static void write_count(struct sink *sink, const struct effect *e)
{
    sink_string(sink, "count", countable_words[e->what]);
    sink_number(sink, "every", e->per);
    if (e->cap)
        sink_number(sink, "most", e->cap);
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
    sink_number(sink, "points", e->n);
    sink_number(sink, "most", e->cap);
}

static void write_operands(struct sink *sink, const struct effect *e)
{
    switch ((enum op)e->op) {
    case OP_GAIN:
        sink_string(sink, "what", resource_words[e->what]);
        sink_number(sink, "n", e->n);
        break;
    case OP_ADVANCE:
    case OP_PICK:
    case OP_HAND_LIMIT: sink_number(sink, "n", e->n); break;
    case OP_BUILD:
        write_pieces(sink, e->what);
        write_special_price(sink, e);
        sink_truth(sink, "on_expansion_site", e->cap);
        break;
    case OP_BUILD_UPGRADED:
    case OP_TRIAL_RUN: write_pieces(sink, e->what); break;
    case OP_UPGRADE: write_upgrade(sink, e); break;
    case OP_PERFORM: sink_string(sink, "slots", reach_words[e->what]); break;
    case OP_EXCHANGE:
        sink_string(sink, "what", resource_words[e->what]);
        sink_string(sink, "other", resource_words[e->per]);
        sink_number(sink, "n", e->n);
        break;
    case OP_PAY: price_write(sink, "price", e->price); break;
    case OP_IF: write_condition(sink, e); break;
    case OP_EACH: write_count(sink, e); break;
    case OP_SWAP:
        sink_string(sink, "instead_of",
                    e->what == SWAP_BIOMATTER ? resource_words[BIOMATTER]
                                              : piece_word(e->what));
        break;
    case OP_DISCOUNT:
        write_pieces(sink, e->what);
        sink_string(sink, "what", resource_words[e->per]);
        sink_number(sink, "n", e->n);
        break;
    case OP_FINAL_EACH:
        write_count(sink, e);
        sink_number(sink, "points", e->n);
        break;
    case OP_FINAL_TRADE: write_trade(sink, e); break;
    case OP_END:
    case OP_CONVERT:
    case OP_USE_ACTION:
    case OP_READY:
    case OP_TAKE_SPECIAL:
    case OP_TAKE_TILE:
    case OP_CHOOSE:
    case OP_OPTION:
    case OPS: break;
    }
}

/* The blocks of a list nest a few levels deep (the lint of the tables). */
static void write_list(struct sink *sink, const char *key,
                       const struct effect *list, int length)
{
    sink_array(sink, key);
    for (const struct effect *e = list; e < list + length; e = effect_next(e)) {
        sink_object(sink, NULL);
        sink_string(sink, "do", op_words[e->op]);
        write_operands(sink, e);
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

/* The operand of an event, by the kind that events.def gives. */
enum operand {
    OPERAND_NONE,
    OPERAND_SPACE,
    OPERAND_PIECES,
    OPERAND_SLOT_KIND,
    OPERAND_RESOURCE,
};

static void write_event(struct sink *sink, const struct trigger *when)
{
    static const uint8_t operands[EVENTS] = {
#define EVENT(NAME, word, operand) [EVENT_##NAME] = OPERAND_##operand,
#include "rules/underwater_cities/content/events.def"
#undef EVENT
    };

    sink_string(sink, "event", event_words[when->event]);
    switch ((enum operand)operands[when->event]) {
    case OPERAND_NONE: break;
    case OPERAND_SPACE: sink_number(sink, "space", when->param); break;
    case OPERAND_PIECES: write_pieces(sink, when->param); break;
    case OPERAND_SLOT_KIND:
        sink_string(sink, "slot_kind", slot_kind_words[when->param]);
        break;
    case OPERAND_RESOURCE:
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
