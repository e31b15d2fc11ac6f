/* A move as data and as a sentence. */
#include "rules/kit/phrases.h"
#include "rules/otys/engine/handlers.h"
#include "rules/otys/view/view.h"
#include "rules/otys/words/words.h"

#include <stdio.h>

static const char *const field_names[] = {
    [FIELD_NONE] = NULL,
    [FIELD_KEY] = "key",
    [FIELD_KEY_LEVEL] = "level",
    [FIELD_OWN_KEY] = "key",
    [FIELD_DIVER] = "diver",
    [FIELD_TOKEN] = "token",
    [FIELD_COLOUR] = "resource",
    [FIELD_LEVEL] = "level",
    [FIELD_PAYMENT] = "payment",
    [FIELD_ROW] = "row",
    [FIELD_TECHNICIAN] = "technician",
    [FIELD_SEAT] = "seat",
    [FIELD_CONTRACT] = "contract",
    [FIELD_AMOUNTS] = "amounts",
};

static void write_amounts(struct sink *sink, const char *name, int amounts)
{
    sink_object(sink, name);
    for (int c = 0; c < COLOURS; c++)
        if (amount_of(amounts, c))
            sink_number(sink, colour_words[c], amount_of(amounts, c));
    sink_close(sink);
}

static void write_field(struct sink *sink, enum move_field field,
                        const char *name, int value)
{
    switch (field) {
    case FIELD_NONE: break;
    case FIELD_KEY:
    case FIELD_OWN_KEY: sink_string(sink, name, key_words[value - 1]); break;
    case FIELD_DIVER: sink_string(sink, name, diver_words[value]); break;
    case FIELD_COLOUR: sink_string(sink, name, colour_words[value]); break;
    case FIELD_PAYMENT:
        sink_string(sink, name, value ? "points" : "credits");
        break;
    case FIELD_TECHNICIAN:
        sink_string(sink, name, technician_words[value]);
        break;
    case FIELD_KEY_LEVEL:
        if (value)
            sink_number(sink, name, value);
        break;
    case FIELD_TOKEN:
    case FIELD_LEVEL:
    case FIELD_ROW:
    case FIELD_SEAT:
    case FIELD_CONTRACT: sink_number(sink, name, value); break;
    case FIELD_AMOUNTS:
        if (value)
            write_amounts(sink, name, value);
        break;
    }
}

static void write_fields(struct move m, struct sink *sink)
{
    const uint8_t *field = move_kinds[move_verb(m)].field;
    const int value[3] = {move_a(m), move_b(m), move_c(m)};

    for (int i = 0; i < 3; i++)
        write_field(sink, (enum move_field)field[i],
                    i == 2 && field[2] == field[0] ? "for"
                                                   : field_names[field[i]],
                    value[i]);
}

/* Some moves say something else where they are made: what a sponsor does, where
 * a key can be used. */
static const char *variant_of(const struct state *s, struct move m, char *out)
{
    const bool is_turn = !s->depth;
    const int sponsor = s->sponsor[s->level];

    *out = '\0';
    if (move_verb(m) == MOVE_KEY && move_b(m))
        return "-x";
    if (move_verb(m) == MOVE_SELL && move_b(m))
        return "-points";
    if (move_verb(m) == MOVE_PROPEL && s->propeller == FROM_KEY_LEVEL)
        return "-from";
    if (move_verb(m) == MOVE_COMPLETE && move_c(m))
        return "-with";
    if (move_verb(m) == MOVE_COPY && s->spy_variant)
        return "-variant";
    if (move_verb(m) == MOVE_OXYGEN && !is_turn &&
        s->stack[s->depth - 1].kind == FRAME_SHELTER)
        return "-shelter";
    if (move_verb(m) == MOVE_PASS && !is_turn &&
        s->stack[s->depth - 1].kind == FRAME_GAIN)
        return "-gain";
    if (move_verb(m) == MOVE_SPONSOR)
        snprintf(out, 4, "-%d%c", sponsor % 10,
                 is_advanced(s, sponsor) ? 'b' : 'a');
    return out;
}

/* A sale or purchase, where it can be made. */
static bool is_trade(const struct state *s, struct move m)
{
    return (move_verb(m) == MOVE_SELL || move_verb(m) == MOVE_BUY) &&
           s->depth && s->stack[s->depth - 1].kind == FRAME_DIVER &&
           s->stack[s->depth - 1].a == TRADER;
}

void words_describe(const void *state, int seat, struct move move,
                    struct sink *sink)
{
    struct members members;
    char key[32], variant[4];

    (void)seat;
    if (!move_is_well_formed(move))
        return;
    sink_object(sink, "parts");
    members_begin(&members, sink);
    sink_string(&members.sink, "verb", move_kinds[move_verb(move)].word);
    write_fields(move, &members.sink);
    if (is_trade(state, move))
        sink_number(&members.sink, "price", trade_price(state, move));
    sink_close(sink);
    snprintf(key, sizeof key, "move.%s%s", move_kinds[move_verb(move)].word,
             variant_of(state, move, variant));
    phrases_write(&words_texts, &members, key);
}

/* Statistics count the contracts that are completed. */
bool words_played(const void *state, int seat, struct move move,
                  char out[RULES_CARD_SIZE])
{
    (void)state, (void)seat;
    if (move_verb(move) != MOVE_COMPLETE)
        return false;
    snprintf(out, RULES_CARD_SIZE, "%d", move_a(move));
    return true;
}
