/* The notation of moves, written and read by the table of their fields. */
#include "rules/kit/notation.h"

#include "rules/otys/view/view.h"
#include "rules/otys/words/words.h"

static const char *const payment_words[2] = {"credits", "points"};

/* ---- writing ---- */

static void write_amounts(struct notation *out, int amounts)
{
    for (int c = 0; c < COLOURS; c++)
        if (amount_of(amounts, c)) {
            notation_number(out, amount_of(amounts, c));
            notation_word(out, colour_words[c]);
        }
}

static void write_field(struct notation *out, enum move_field field, int value)
{
    switch (field) {
    case FIELD_NONE: break;
    case FIELD_KEY:
    case FIELD_OWN_KEY: notation_word(out, key_words[value - 1]); break;
    case FIELD_KEY_LEVEL:
        if (value)
            notation_number(out, value);
        break;
    case FIELD_DIVER: notation_word(out, diver_words[value]); break;
    case FIELD_COLOUR: notation_word(out, colour_words[value]); break;
    case FIELD_PAYMENT: notation_word(out, payment_words[value]); break;
    case FIELD_TECHNICIAN: notation_word(out, technician_words[value]); break;
    case FIELD_TOKEN:
    case FIELD_LEVEL:
    case FIELD_ROW:
    case FIELD_SEAT:
    case FIELD_CONTRACT: notation_number(out, value); break;
    case FIELD_AMOUNTS: write_amounts(out, value); break;
    }
}

size_t words_format(const void *state, int seat, struct move move, char *out)
{
    const struct move_kind *kind = &move_kinds[move_verb(move) % MOVE_VERBS];
    struct notation notation;

    (void)state, (void)seat;
    if (!move_is_well_formed(move))
        return notation_of_bits(move, out);
    notation_begin(&notation, out);
    notation_word(&notation, kind->word);
    write_field(&notation, (enum move_field)kind->field[0], move_a(move));
    write_field(&notation, (enum move_field)kind->field[1], move_b(move));
    write_field(&notation, (enum move_field)kind->field[2], move_c(move));
    return notation.length;
}

/* ---- reading ---- */

static bool read_number(struct words *words, int least, int most, int *out)
{
    return words_take_number(words, least, most, out);
}

static bool read_word(struct words *words, const char *const *list, int count,
                      int first, int *out)
{
    const int i = words_take_one(words, list, count);

    *out = first + i;
    return i >= 0;
}

/* Amounts of ascending colours, each at least 1; at the end none. */
static bool read_amounts(struct words *words, int *out)
{
    int n, colour, last = -1;

    for (*out = 0; !words_are_over(words); last = colour) {
        if (!read_number(words, 1, 3, &n) ||
            !read_word(words, colour_words, COLOURS, 0, &colour) ||
            colour <= last)
            return false;
        *out |= n << (2 * colour);
    }
    return true;
}

static bool read_field(struct words *w, enum move_field field, int *out)
{
    *out = 0;
    switch (field) {
    case FIELD_NONE: return true;
    case FIELD_KEY: return read_word(w, key_words, KEY_NEUTRAL, 1, out);
    case FIELD_OWN_KEY: return read_word(w, key_words, OWN_KEYS, 1, out);
    case FIELD_KEY_LEVEL:
        return words_are_over(w) || read_number(w, 1, LEVELS, out);
    case FIELD_DIVER: return read_word(w, diver_words, DIVERS, 0, out);
    case FIELD_COLOUR: return read_word(w, colour_words, COLOURS, 0, out);
    case FIELD_PAYMENT: return read_word(w, payment_words, 2, 0, out);
    case FIELD_TECHNICIAN:
        return read_word(w, technician_words, TECHNICIANS, 0, out);
    case FIELD_TOKEN: return read_number(w, 1, TOKENS, out);
    case FIELD_LEVEL: return read_number(w, 1, LEVELS, out);
    case FIELD_ROW: return read_number(w, 1, STORE_ROWS, out);
    case FIELD_SEAT: return read_number(w, 0, SEATS - 1, out);
    case FIELD_CONTRACT: return read_number(w, 1, CONTRACTS, out);
    case FIELD_AMOUNTS: return read_amounts(w, out);
    }
    return false;
}

static int read_verb(struct words *words)
{
    for (int v = 0; v < MOVE_VERBS; v++)
        if (words_take(words, move_kinds[v].word))
            return v;
    return -1;
}

/* Strict: a move has one spelling. */
enum rules_err words_parse(const void *state, int seat, const char *text,
                           struct move *out)
{
    struct words words;
    struct move move;
    int verb, value[3];

    (void)state, (void)seat;
    if (!words_begin(&words, text))
        return RULES_BAD_NOTATION;
    verb = read_verb(&words);
    if (verb < 0)
        return RULES_BAD_NOTATION;
    for (int i = 0; i < 3; i++)
        if (!read_field(&words, (enum move_field)move_kinds[verb].field[i],
                        &value[i]))
            return RULES_BAD_NOTATION;
    move = move_make((enum verb)verb, value[0], value[1], value[2]);
    if (!words_are_over(&words) || !move_is_well_formed(move))
        return RULES_BAD_NOTATION;
    *out = move;
    return RULES_OK;
}
