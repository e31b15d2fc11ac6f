/* Moves as notation and back, whatever the state.
 *
 * moves.def says which fields each verb has, and fields.c how each field is
 * written and read.  A move that was read is written again and must be the very
 * text that was given, so that each move has one spelling.  Only the cards of a
 * discard may stand in any order. */
#include "rules/underwater_cities/words/notation.h"

#include "rules/kit/notation.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/words/fields.h"
#include "rules/underwater_cities/words/words.h"

#include <string.h>

const struct verb_shape verb_shapes[MOVE_VERBS] = {
#define MOVE(NAME, word, a, b, x, part, sentence)                              \
    [MOVE_##NAME] = {word, FIELD_##a, FIELD_##b, FIELD_##x, part},
#include "rules/underwater_cities/engine/moves.def"
#undef MOVE
};

/* Write a move that does not name ranks; false if that has no notation. */
static bool write_move(struct notation *n, struct move m)
{
    const struct verb_shape *shape = &verb_shapes[move_verb(m)];

    notation_word(n, shape->word);
    if (!field_write(n, (enum move_field)shape->a, move_value_a(m)) ||
        (shape->a != FIELD_PLACE &&
         !field_write(n, (enum move_field)shape->b, move_b(m))) ||
        !field_write(n, (enum move_field)shape->x, move_x(m)))
        return false;
    if (move_part(m)) {
        notation_word(n, "part");
        notation_number(n, move_part(m));
    }
    return shape->names_part || !move_part(m);
}

/* Write a discard; false if not all of its cards are in the hand. */
static bool write_discard(struct notation *n, struct move m,
                          const struct card_set *hand)
{
    uint8_t named[UWC_HAND_MAX];
    const int count = hand ? hand_cards(hand, move_ranks(m), named) : 0;

    notation_word(n, verb_shapes[MOVE_DISCARD].word);
    for (int i = 0; i < count; i++)
        notation_number(n, named[i]);
    return count && count == __builtin_popcount(move_ranks(m));
}

bool move_is_canonical(struct move m)
{
    char text[RULES_NOTATION_MAX];
    struct notation n;

    notation_begin(&n, text);
    return m.bits & MOVE_RANKS ? move_ranks(m) != 0
                               : move_verb(m) < MOVE_VERBS && write_move(&n, m);
}

size_t move_write(struct move m, const struct card_set *hand, char *out)
{
    struct notation n;
    bool is_written;

    notation_begin(&n, out);
    is_written = m.bits & MOVE_RANKS
                     ? write_discard(&n, m, hand)
                     : move_verb(m) < MOVE_VERBS && write_move(&n, m);
    return is_written ? n.length : notation_of_bits(m, out);
}

/* Read a discard, whose word has been taken: cards that are not named twice. */
static bool read_discard(struct words *words, const struct card_set *hand,
                         struct move *out)
{
    struct card_set named = {{0}};
    uint32_t ranks = 0;
    int missing = CARD_NONE, card;

    do {
        if (!words_take_number(words, 1, CARD_LAST, &card) ||
            set_has(&named, card))
            return false;
        set_add(&named, card);
        if (hand && set_has(hand, card))
            ranks |= UINT32_C(1) << hand_rank(hand, card);
        else if (!missing)
            missing = card;
    } while (!words_are_over(words));
    *out = missing ? move_make(MOVE_DISCARD, 0, missing, 0, 0)
                   : move_discard(ranks);
    return true;
}

/* Read a move of one verb, whose word has been taken. */
static bool read_move(struct words *words, enum verb verb, struct move *out)
{
    const struct verb_shape *shape = &verb_shapes[verb];
    int a, b, x, part = 0;

    if (!field_read(words, (enum move_field)shape->a, &a) ||
        !field_read(words, (enum move_field)shape->b, &b) ||
        !field_read(words, (enum move_field)shape->x, &x))
        return false;
    if (shape->names_part && words_take(words, "part") &&
        !words_take_number(words, 1, 15, &part))
        return false;
    if (shape->a == FIELD_PLACE)
        b = a >> 8;
    *out = move_make(verb, part, a & 255, b, x);
    return words_are_over(words);
}

/* Whether the text is how the move is written. */
static bool is_notation_of(const char *text, struct move m)
{
    char again[RULES_NOTATION_MAX];

    move_write(m, NULL, again);
    return strcmp(text, again) == 0;
}

/* "special three" begins like "special": of all verbs whose words fit, one at
 * most reads the whole text. */
bool move_read(const char *text, const struct card_set *hand, struct move *out)
{
    struct words words;

    if (!words_begin(&words, text))
        return false;
    for (int verb = 0; verb < MOVE_VERBS; verb++) {
        struct words rest = words;
        struct move m;

        if (!words_take(&rest, verb_shapes[verb].word))
            continue;
        if (verb == MOVE_DISCARD)
            return read_discard(&rest, hand, out);
        if (read_move(&rest, (enum verb)verb, &m) && is_notation_of(text, m)) {
            *out = m;
            return true;
        }
    }
    return false;
}
