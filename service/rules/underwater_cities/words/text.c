/* A bounded writer, and the words of amounts and pieces. */
#include "rules/underwater_cities/words/text.h"

#include "rules/underwater_cities/content/vocabulary.h"

#include <ctype.h>
#include <string.h>

void text_begin(struct text *t, char *out, size_t cap)
{
    *t = (struct text){.out = out, .cap = cap};
    if (cap > 0)
        out[0] = '\0';
}

void text_put_bytes(struct text *t, const char *bytes, size_t n)
{
    while (n-- > 0 && t->length + 1 < t->cap)
        t->out[t->length++] = *bytes++;
    if (t->cap > 0)
        t->out[t->length] = '\0';
}

void text_put(struct text *t, const char *words)
{
    text_put_bytes(t, words, strlen(words));
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

void text_amount(struct text *t, int n, enum resource resource)
{
    text_number(t, n);
    text_put(t, " ");
    text_put(t, resource_noun(resource, n));
}

const char *text_comma(int i, int n, const char *last)
{
    return i == 0 ? "" : i == n - 1 ? last : ", ";
}

void text_price(struct text *t, uint16_t price)
{
    int kinds = 0;
    int put = 0;

    for (int r = 0; r < RESOURCES; r++)
        kinds += price_of(price, (enum resource)r) > 0;
    for (int r = 0; r < RESOURCES; r++) {
        const int n = price_of(price, (enum resource)r);

        if (n == 0)
            continue;
        text_put(t, text_comma(put++, kinds, " and "));
        text_amount(t, n, (enum resource)r);
    }
}

void text_times(struct text *t, int count)
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
        text_put(t, text_comma(put++, kinds, " or "));
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

void text_number_of_pieces(struct text *t, unsigned pieces, int count)
{
    if (count > 1)
        text_put(t, "up to ");
    text_number(t, count);
    text_put(t, " ");
    text_pieces(t, pieces, count);
}

void text_every(struct text *t, enum countable countable, int every)
{
    text_put(t, " for every ");
    if (every > 1) {
        text_number(t, every);
        text_put(t, " ");
    }
    text_put(t, countable_noun(countable, every));
}
