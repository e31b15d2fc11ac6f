/* Effects as data say all that the tables say: reading them gives the same
 * list. */
#include "rules/sink.h"
#include "rules/underwater_cities/content/cards.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/view/view.h"

#include <criterion/criterion.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 19, NODES = 1 << 15, LIST_MAX = 64 };

static char text[TEXT_BYTES];
static struct source_text_node nodes[NODES];
static struct source_text source;

static void read_components(void)
{
    struct sink_text sink;

    sink_text_init(&sink, text, sizeof text);
    uwc_components(&sink.sink);
    cr_assert(!sink.overflow);
    cr_assert(source_text_init(&source, text, nodes, NODES));
}

TestSuite(effect_data, .init = read_components);

static source_node member(source_node object, const char *key)
{
    return source.source.member(&source.source, object, key);
}

static source_node element(source_node array, size_t index)
{
    return source.source.element(&source.source, array, index);
}

static size_t length(source_node array)
{
    return array == SOURCE_NONE ? 0
                                : source.source.length(&source.source, array);
}

static int number(source_node object, const char *key)
{
    int64_t out = 0;

    (void)source.source.number(&source.source, member(object, key), &out);
    return (int)out;
}

/* The place of a word of a member in a table; 0 if there is no such member. */
static int word(source_node node, const char *const *words, int count)
{
    const char *value;

    if (!source.source.text(&source.source, node, &value))
        return 0;
    for (int i = 0; i < count; i++)
        if (words[i] && strcmp(words[i], value) == 0)
            return i;
    return 0;
}

static int pieces(source_node object)
{
    const source_node array = member(object, "pieces");
    int out = 0;

    for (size_t i = 0; i < length(array); i++)
        out |= 1 << word(element(array, i), piece_words, PIECE_KINDS);
    return out;
}

static uint16_t price(source_node object)
{
    const source_node at = member(object, "price");

    if (at == SOURCE_NONE)
        return PRICE_USUAL;
    return PRICE(number(at, "credit"), number(at, "kelp"),
                 number(at, "steelplast"), number(at, "science"),
                 number(at, "biomatter"));
}

static int resource(source_node object, const char *key)
{
    return word(member(object, key), resource_words, GAINS);
}

/* The operands of a block whose price holds more than a PRICE can. */
static void read_trade(source_node object, struct effect *e)
{
    const source_node at = member(object, "price");

    for (int r = 0; r < RESOURCES; r++)
        if (number(at, resource_words[r]) > 7) {
            e->what = (uint8_t)r;
            e->per = (uint8_t)number(at, resource_words[r]);
            return;
        }
    e->price = price(object);
}

static void read_operands(source_node object, struct effect *e)
{
    const int count =
        word(member(object, "count"), countable_words, COUNTABLES);

    e->n = (uint8_t)number(object, "n");
    e->what = (uint8_t)(pieces(object) | resource(object, "what") | count);
    e->price = price(object);
    switch ((enum op)e->op) {
    case OP_BUILD: {
        bool is_on = false;

        source.source.truth(&source.source, member(object, "on_expansion_site"),
                            &is_on);
        e->cap = is_on;
        break;
    }
    case OP_UPGRADE: e->cap = member(object, "one_of") != SOURCE_NONE; break;
    case OP_PERFORM:
        e->what = (uint8_t)word(member(object, "slots"), reach_words,
                                REACH_ANY_COLOURED + 1);
        break;
    case OP_EXCHANGE: e->per = (uint8_t)resource(object, "other"); break;
    case OP_IF:
        e->cap = member(object, "space") != SOURCE_NONE;
        e->n = (uint8_t)(number(object, "space") + number(object, "at_least"));
        break;
    case OP_EACH:
    case OP_FINAL_EACH:
        e->per = (uint8_t)number(object, "every");
        e->cap = (uint8_t)number(object, "most");
        e->n = (uint8_t)number(object, "points");
        break;
    case OP_SWAP:
        e->what = (uint8_t)(1 << word(member(object, "instead_of"), piece_words,
                                      PIECE_KINDS));
        if (resource(object, "instead_of") == BIOMATTER)
            e->what = SWAP_BIOMATTER;
        break;
    case OP_DISCOUNT:
        e->what = (uint8_t)pieces(object);
        e->per = (uint8_t)resource(object, "what");
        break;
    case OP_FINAL_TRADE:
        e->price = 0;
        read_trade(object, e);
        e->n = (uint8_t)number(object, "points");
        e->cap = (uint8_t)number(object, "most");
        break;
    default: break;
    }
}

/* Append the effects of an array to a list; returns its length. */
static size_t read_list(source_node array, struct effect *out, size_t count)
{
    for (size_t i = 0; i < length(array); i++) {
        const source_node object = element(array, i);
        struct effect *e = &out[count++];

        cr_assert_lt(count, LIST_MAX);
        memset(e, 0, sizeof *e);
        e->op = (uint8_t)word(member(object, "do"), op_words, OPS);
        read_operands(object, e);
        if (op_traits[e->op] & BLOCK) {
            const size_t begin = count;

            count = read_list(member(object, "effects"), out, count);
            e->len = (uint8_t)(count - begin);
        }
    }
    return count;
}

/* The effects of the card at this moment are those of the list. */
static size_t expect_moment(int card, source_node moments, size_t at,
                            const char *when, const struct effect *list)
{
    struct effect out[LIST_MAX];
    const source_node moment = element(moments, at);
    const char *word_there = "";

    if (!list)
        return at;
    source.source.text(&source.source, member(moment, "when"), &word_there);
    cr_expect_str_eq(word_there, when, "card %d", card);
    const size_t count = read_list(member(moment, "effects"), out, 0);

    cr_assert_eq(count, effect_list_length(list), "card %d, %s", card, when);
    for (size_t i = 0; i < count; i++)
        cr_expect(memcmp(&out[i], &list[i], sizeof out[i]) == 0,
                  "card %d, %s, effect %zu: %s", card, when, i,
                  op_words[list[i].op]);
    return at + 1;
}

Test(effect_data, reading_the_effects_of_a_card_gives_its_table)
{
    for (int card = 1; card < CARD_COUNT; card++) {
        const struct card *c = cards[card];
        const source_node moments =
            member(element(member(0, "cards"), (size_t)card - 1), "effects");
        size_t at = 0;

        at = expect_moment(card, moments, at, "played", c->instant);
        at = expect_moment(card, moments, at, "action", c->action);
        at = expect_moment(card, moments, at, "once-per-turn", c->once);
        at = expect_moment(card, moments, at, "event", c->when.effects);
        at = expect_moment(card, moments, at, "always", c->standing);
        at = expect_moment(card, moments, at, "production", c->produce);
        at = expect_moment(card, moments, at, "end", c->final);
        cr_expect_eq(at, length(moments), "card %d", card);
        cr_expect_gt(at, 0, "card %d", card);
    }
}

Test(effect_data, an_event_names_its_operand)
{
    /* card 10: whenever you upgrade a farm or desalination plant */
    const source_node moment =
        element(member(element(member(0, "cards"), 9), "effects"), 0);
    const char *event = "";

    source.source.text(&source.source, member(moment, "event"), &event);
    cr_expect_str_eq(event, "upgraded-one");
    cr_expect_eq(pieces(moment), FARM | PLANT);
}
