/* Moves as notation and back, whatever the state.
 *
 * One table says which fields each verb has and how each is written.  Parsing
 * is lenient only inwards: what was read is written again and must be the very
 * text that was given, so that each move has one spelling. */
#include "rules/underwater_cities/words/notation.h"

#include "rules/underwater_cities/content/limits.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/words/words.h"

#include <stdio.h>
#include <string.h>

/* One verb's notation.  FIELD_PLACE takes a and b. */
struct shape {
    const char *word;
    uint8_t a, b, x; /* enum move_field */
    bool part;       /* may name a part of an effect list */
};

static const struct shape shapes[MOVE_VERBS] = {
#define MOVE(NAME, word, a, b, x, part)                                        \
    [MOVE_##NAME] = {word, FIELD_##a, FIELD_##b, FIELD_##x, part},
#include "rules/underwater_cities/engine/moves.def"
#undef MOVE
};

const char *verb_word(enum verb verb)
{
    return shapes[verb].word;
}

bool verb_names_part(enum verb verb)
{
    return shapes[verb].part;
}

static bool is_structure(int n)
{
    return n < UWC_CITY_SITES * UWC_SITES_PER_CITY ||
           (n >= UWC_TUNNEL_BASE && n < UWC_TUNNEL_BASE + UWC_TUNNEL_SITES);
}

/* Whether a piece can stand on a site of this number at all. */
static bool is_place(int piece, int site)
{
    switch (piece) {
    case FARM:
    case PLANT:
    case LABORATORY: return site < UWC_CITY_SITES * UWC_SITES_PER_CITY;
    case TUNNEL: return site < UWC_TUNNEL_SITES;
    case CITY:
    case SYMBIOTIC: return site < UWC_CITY_SITES;
    }
    return false;
}

/* Whether a field may hold this value. */
static bool field_fits(enum move_field field, int value, int next)
{
    switch (field) {
    case FIELD_NONE: return value == 0;
    case FIELD_SLOT: return value < UWC_SLOTS;
    case FIELD_HAND_CARD: return value <= CARD_LAST;
    case FIELD_CARD: return value >= 1 && value <= ASSISTANT;
    case FIELD_DROP: return value <= ASSISTANT;
    case FIELD_PLACE: return is_place(next, value);
    case FIELD_STRUCTURE: return is_structure(value);
    case FIELD_PAYING:
        return value == 0 || value == 1 + CREDIT || value == 1 + SCIENCE;
    case FIELD_CITY: return value < UWC_CITY_SITES;
    case FIELD_COUNT: return value >= 1 && value <= 15;
    case FIELD_ANSWER: return value <= 15;
    case FIELD_CONTRACT: return value >= 1 && value <= UWC_CONTRACTS;
    case FIELD_TILE: return value >= 1 && value <= UWC_BLUE_TILES;
    case FIELD_SPECIAL:
        return value == 0 || (value >= SPECIAL3_FIRST && value < SPECIAL_FIRST);
    case FIELD_REVEALED:
        return (value >= 1 && value <= UWC_BLUE_TILES) ||
               (value >= SPECIAL_FIRST && value <= CARD_LAST);
    case FIELD_RESOURCES: return value >= 1 && value < 1 << RESOURCES;
    case FIELD_RESOURCE: return value < RESOURCES;
    case FIELD_CLONE: return value <= 1;
    case FIELD_PAYMENT: return true;
    }
    return false;
}

bool move_is_canonical(struct move m)
{
    const struct shape *shape;

    if (move_verb(m) >= MOVE_VERBS)
        return false;
    shape = &shapes[move_verb(m)];
    return (shape->part || move_part(m) == 0) &&
           field_fits(shape->a, move_a(m), move_b(m)) &&
           (shape->a == FIELD_PLACE || field_fits(shape->b, move_b(m), 0)) &&
           field_fits(shape->x, move_x(m), 0);
}

/* ---- writing ---- */

/* A text being written into RULES_NOTATION_MAX bytes. */
struct writing {
    char *out;
    size_t length;
};

static void put(struct writing *w, const char *text)
{
    if (w->length && w->length < RULES_NOTATION_MAX - 1)
        w->out[w->length++] = ' ';
    while (*text && w->length < RULES_NOTATION_MAX - 1)
        w->out[w->length++] = *text++;
    w->out[w->length] = '\0';
}

static void put_number(struct writing *w, int n)
{
    char digits[12];

    snprintf(digits, sizeof digits, "%d", n);
    put(w, digits);
}

/* A word and one more letter, like snprintf but quicker: a view has a hundred
 * of them. */
static size_t write_word(const char *word, char letter, char *out, size_t cap)
{
    size_t length = strlen(word);
    size_t fits = length < cap ? length : cap - 1;

    memcpy(out, word, fits);
    if (letter && length++ < cap - 1)
        out[fits++] = letter;
    out[fits] = '\0';
    return length;
}

size_t slot_write(int slot, char *out, size_t cap)
{
    if (slot == UWC_SLOT_ALWAYS)
        return write_word("always", '\0', out, cap);
    return write_word(colour_words[1 + slot / 5], (char)('1' + slot % 5), out,
                      cap);
}

size_t building_site_write(int site, char *out, size_t cap)
{
    int within = site % UWC_SITES_PER_CITY;
    const char city[] = {(char)('1' + site / UWC_SITES_PER_CITY), '\0'};

    _Static_assert(UWC_CITY_SITES <= 9, "the number of a city is one digit");

    return write_word(
        city, (char)(within == UWC_EXPANSION ? 'x' : 'a' + within), out, cap);
}

size_t structure_write(int structure, char *out, size_t cap)
{
    if (structure < UWC_TUNNEL_BASE)
        return building_site_write(structure, out, cap);
    return (size_t)snprintf(out, cap, "tunnel %d",
                            1 + structure - UWC_TUNNEL_BASE);
}

static void put_card(struct writing *w, int card)
{
    if (card == ASSISTANT)
        put(w, "assistant");
    else
        put_number(w, card);
}

static void put_structure(struct writing *w, int structure)
{
    char word[16];

    structure_write(structure, word, sizeof word);
    put(w, word);
}

static void put_place(struct writing *w, int site, int piece)
{
    put(w, piece_word((unsigned)piece));
    if (piece & BUILDINGS)
        put_structure(w, site);
    else
        put_number(w, 1 + site);
}

static void put_resources(struct writing *w, int mask)
{
    for (int r = 0; r < RESOURCES; r++)
        if (mask >> r & 1)
            put(w, resource_words[r]);
}

static void put_payment(struct writing *w, int payment)
{
    if (!payment)
        return;
    put(w, "biomatter");
    if (payment_kelp(payment)) {
        put_number(w, payment_kelp(payment));
        put(w, resource_words[KELP]);
    }
    if (payment_steelplast(payment)) {
        put_number(w, payment_steelplast(payment));
        put(w, resource_words[STEELPLAST]);
    }
}

/* Write the word, if given, and the card.  Write nothing if the card is 0. */
static void put_after(struct writing *w, const char *word, int card)
{
    if (!card)
        return;
    if (word)
        put(w, word);
    put_card(w, card);
}

static void put_slot(struct writing *w, int slot)
{
    char word[12];

    slot_write(slot, word, sizeof word);
    put(w, word);
}

static void put_revealed(struct writing *w, int value)
{
    if (value <= UWC_BLUE_TILES)
        put(w, "tile");
    put_number(w, value);
}

/* Write one field.  next is the b of a FIELD_PLACE. */
static void put_field(struct writing *w, enum move_field field, int value,
                      int next)
{
    switch (field) {
    case FIELD_NONE: return;
    case FIELD_SLOT: put_slot(w, value); return;
    case FIELD_HAND_CARD: put_after(w, NULL, value); return;
    case FIELD_CARD: put_card(w, value); return;
    case FIELD_DROP: put_after(w, "drop", value); return;
    case FIELD_PLACE: put_place(w, value, next); return;
    case FIELD_STRUCTURE: put_structure(w, value); return;
    case FIELD_PAYING:
        if (value) {
            put(w, "paying");
            put(w, resource_words[value - 1]);
        }
        return;
    case FIELD_CITY: put_number(w, 1 + value); return;
    case FIELD_COUNT:
    case FIELD_ANSWER:
    case FIELD_CONTRACT:
    case FIELD_TILE: put_number(w, value); return;
    case FIELD_SPECIAL:
        if (value)
            put_number(w, value);
        else
            put(w, "top");
        return;
    case FIELD_REVEALED: put_revealed(w, value); return;
    case FIELD_RESOURCES: put_resources(w, value); return;
    case FIELD_RESOURCE: put(w, resource_words[value]); return;
    case FIELD_CLONE:
        if (value)
            put(w, "clone");
        return;
    case FIELD_PAYMENT: put_payment(w, value); return;
    }
}

size_t move_write(struct move m, char *out)
{
    struct writing w = {.out = out};
    const struct shape *shape;

    if (!move_is_canonical(m))
        return (size_t)snprintf(out, RULES_NOTATION_MAX, "?%08x",
                                (unsigned)m.bits);
    shape = &shapes[move_verb(m)];
    put(&w, shape->word);
    put_field(&w, shape->a, move_a(m), move_b(m));
    if (shape->a != FIELD_PLACE)
        put_field(&w, shape->b, move_b(m), 0);
    put_field(&w, shape->x, move_x(m), 0);
    if (move_part(m)) {
        put(&w, "part");
        put_number(&w, move_part(m));
    }
    return w.length;
}

size_t uwc_format(const void *state, int seat, struct move move, char *out)
{
    (void)state;
    (void)seat;
    return move_write(move, out);
}

/* ---- reading ---- */

/* A text being read, word by word. */
struct reading {
    const char *at;
};

/* Take this word if it comes next. */
static bool take(struct reading *r, const char *word)
{
    size_t n = strlen(word);
    const char *at = *r->at == ' ' ? r->at + 1 : r->at;

    if (strncmp(at, word, n) || (at[n] && at[n] != ' '))
        return false;
    r->at = at + n;
    return true;
}

/* Take a number of up to three digits; a letter may follow. */
static bool take_digits(struct reading *r, int *out)
{
    const char *at = *r->at == ' ' ? r->at + 1 : r->at;
    int n = 0, digits = 0;

    for (; digits < 4 && at[digits] >= '0' && at[digits] <= '9'; digits++)
        n = n * 10 + (at[digits] - '0');
    if (!digits || digits > 3)
        return false;
    r->at = at + digits;
    *out = n;
    return true;
}

static bool take_number(struct reading *r, int *out)
{
    struct reading before = *r;

    if (take_digits(r, out) && (!*r->at || *r->at == ' '))
        return true;
    *r = before;
    return false;
}

/* A number that is written one higher. */
static bool take_site(struct reading *r, int *out)
{
    if (!take_number(r, out) || *out < 1)
        return false;
    --*out;
    return true;
}

static bool take_card(struct reading *r, int *out)
{
    if (take(r, "assistant")) {
        *out = ASSISTANT;
        return true;
    }
    return take_number(r, out);
}

static bool take_slot(struct reading *r, int *out)
{
    char word[12];

    for (int slot = 0; slot < UWC_SLOTS; slot++) {
        slot_write(slot, word, sizeof word);
        if (take(r, word)) {
            *out = slot;
            return true;
        }
    }
    return false;
}

static bool take_building_site(struct reading *r, int *out)
{
    static const char letters[] = "abcdx";
    const char *letter;
    int city;

    if (!take_digits(r, &city) || city < 1 || !*r->at)
        return false;
    letter = strchr(letters, *r->at);
    if (!letter)
        return false;
    r->at++;
    *out = (city - 1) * UWC_SITES_PER_CITY + (int)(letter - letters);
    return true;
}

static bool take_structure(struct reading *r, int *out)
{
    if (!take(r, "tunnel"))
        return take_building_site(r, out);
    if (!take_site(r, out) || *out >= UWC_TUNNEL_SITES)
        return false;
    *out += UWC_TUNNEL_BASE;
    return true;
}

static bool take_place(struct reading *r, int *site, int *piece)
{
    for (int i = 0; i < PIECE_KINDS; i++) {
        if (!take(r, piece_words[i]))
            continue;
        *piece = 1 << i;
        return *piece & BUILDINGS ? take_building_site(r, site)
                                  : take_site(r, site);
    }
    return false;
}

static bool take_resource(struct reading *r, int *out)
{
    for (*out = 0; *out < RESOURCES; ++*out)
        if (take(r, resource_words[*out]))
            return true;
    return false;
}

static bool take_resources(struct reading *r, int *mask)
{
    int resource;

    *mask = 0;
    while (take_resource(r, &resource))
        *mask |= 1 << resource;
    return *mask != 0;
}

static bool take_payment(struct reading *r, int *payment)
{
    int n, kelp = 0, steelplast = 0;

    *payment = 0;
    if (!take(r, "biomatter"))
        return true;
    while (take_number(r, &n)) {
        if (take(r, resource_words[KELP]))
            kelp = n;
        else if (take(r, resource_words[STEELPLAST]))
            steelplast = n;
        else
            return false;
    }
    if (kelp > 7 || steelplast > 15)
        return false;
    *payment = payment_make(kelp, steelplast);
    return true;
}

/* Read one field.  Values out of range are found later. */
static bool take_field(struct reading *r, enum move_field field, int *value,
                       int *next)
{
    *value = 0;
    switch (field) {
    case FIELD_NONE: return true;
    case FIELD_SLOT: return take_slot(r, value);
    case FIELD_HAND_CARD: take_number(r, value); return true;
    case FIELD_CARD: return take_card(r, value);
    case FIELD_DROP: return !take(r, "drop") || take_card(r, value);
    case FIELD_PLACE: return take_place(r, value, next);
    case FIELD_STRUCTURE: return take_structure(r, value);
    case FIELD_PAYING:
        if (!take(r, "paying"))
            return true;
        if (!take_resource(r, value))
            return false;
        ++*value;
        return true;
    case FIELD_CITY: return take_site(r, value);
    case FIELD_COUNT:
    case FIELD_ANSWER:
    case FIELD_CONTRACT:
    case FIELD_TILE: return take_number(r, value);
    case FIELD_SPECIAL: return take(r, "top") || take_number(r, value);
    case FIELD_REVEALED: take(r, "tile"); return take_number(r, value);
    case FIELD_RESOURCES: return take_resources(r, value);
    case FIELD_RESOURCE: return take_resource(r, value);
    case FIELD_CLONE: *value = take(r, "clone"); return true;
    case FIELD_PAYMENT: return take_payment(r, value);
    }
    return false;
}

/* Read a move of one verb, whose word has been taken. */
static bool take_move(struct reading *r, enum verb verb, struct move *out)
{
    const struct shape *shape = &shapes[verb];
    int a, b = 0, x, part = 0, unused;

    if (!take_field(r, shape->a, &a, &b))
        return false;
    if (shape->a != FIELD_PLACE && !take_field(r, shape->b, &b, &unused))
        return false;
    if (!take_field(r, shape->x, &x, &unused))
        return false;
    if (shape->part && take(r, "part") && !take_number(r, &part))
        return false;
    if (*r->at || a > 255 || b > 255 || part > 15)
        return false;
    *out = move_make(verb, part, a, b, x);
    return true;
}

/* "special three" begins like "special": of all verbs whose words fit, one at
 * most reads the whole text. */
static bool read_move(const char *text, struct move *out)
{
    for (int verb = 0; verb < MOVE_VERBS; verb++) {
        struct reading r = {.at = text};

        if (*text != ' ' && take(&r, shapes[verb].word) &&
            take_move(&r, (enum verb)verb, out))
            return true;
    }
    return false;
}

bool move_read(const char *text, struct move *out)
{
    char again[RULES_NOTATION_MAX];
    struct move m;

    if (!read_move(text, &m) || !move_is_canonical(m))
        return false;
    move_write(m, again);
    if (strcmp(text, again))
        return false;
    *out = m;
    return true;
}
