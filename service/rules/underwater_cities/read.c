/* A state from the document of its omniscient view.
 *
 * Only the facts are read, each from its one place; members that repeat or
 * explain them (texts, counts, scores, supplies) are not looked at.  Whether
 * the facts agree with each other is for uwc_check to say. */
#include "view.h"

#include "decide.h"
#include "document.h"
#include "notation.h"
#include "sink.h"
#include "words.h"

/* A document being read.  The first thing that is missing or out of range
 * makes it bad for good; until the end is reached the reading goes on with
 * zeros. */
struct reader {
    const struct source *source;
    bool bad;
};

static source_node member(struct reader *r, source_node object, const char *key)
{
    source_node node = r->source->member(r->source, object, key);

    r->bad |= node == SOURCE_NONE;
    return node;
}

static source_node element(struct reader *r, source_node array, size_t i)
{
    source_node node = r->source->element(r->source, array, i);

    r->bad |= node == SOURCE_NONE;
    return node;
}

/* The length of an array, refused beyond max. */
static size_t length(struct reader *r, source_node array, size_t max)
{
    size_t n = array == SOURCE_NONE ? 0 : r->source->length(r->source, array);

    if (n <= max)
        return n;
    r->bad = true;
    return 0;
}

static int64_t number_at(struct reader *r, source_node node, int64_t min,
                         int64_t max)
{
    int64_t n;

    if (r->source->number(r->source, node, &n) && n >= min && n <= max)
        return n;
    r->bad = true;
    return 0;
}

static int64_t number(struct reader *r, source_node object, const char *key,
                      int64_t min, int64_t max)
{
    return number_at(r, member(r, object, key), min, max);
}

/* A number from 1, or null for 0. */
static int maybe_number(struct reader *r, source_node node, int max)
{
    if (r->source->is_null(r->source, node))
        return 0;
    return (int)number_at(r, node, 1, max);
}

static bool truth(struct reader *r, source_node object, const char *key)
{
    bool value = false;

    if (!r->source->truth(r->source, member(r, object, key), &value))
        r->bad = true;
    return value;
}

/* A text that must be one of some words: its index. */
static int word_at(struct reader *r, source_node node, const char *const *words,
                   size_t count)
{
    const char *text;

    if (r->source->text(r->source, node, &text))
        for (size_t i = 0; i < count; i++)
            if (!strcmp(text, words[i]))
                return (int)i;
    r->bad = true;
    return 0;
}

#define WORD(r, object, key, words)                                            \
    (uint8_t) word_at(r, member(r, object, key), words,                        \
                      sizeof(words) / sizeof *(words))

/* An array of small numbers into count bytes; returns how many there are. */
static uint8_t bytes(struct reader *r, source_node array, uint8_t *out,
                     size_t cap, int64_t min, int64_t max)
{
    size_t n = length(r, array, cap);

    for (size_t i = 0; i < n; i++)
        out[i] = (uint8_t)number_at(r, element(r, array, i), min, max);
    return (uint8_t)n;
}

static void card_set(struct reader *r, source_node array, struct card_set *set)
{
    size_t n = length(r, array, CARD_LAST);

    for (size_t i = 0; i < n; i++)
        set_add(set, (int)number_at(r, element(r, array, i), 1, CARD_LAST));
    r->bad |= (size_t)set_count(set) != n;
}

static uint8_t slot_at(struct reader *r, source_node node)
{
    const char *text;
    char word[12];

    if (r->source->is_null(r->source, node))
        return UWC_NO_SLOT;
    if (r->source->text(r->source, node, &text))
        for (int i = 0; i < UWC_SLOTS; i++) {
            slot_write(i, word, sizeof word);
            if (!strcmp(text, word))
                return (uint8_t)i;
        }
    r->bad = true;
    return UWC_NO_SLOT;
}

static void read_match(struct reader *r, struct uwc_state *s)
{
    static const char *const draws[] = {"immediate", "deferred"};
    static const char *const sides[] = {"basic", "advanced"};
    source_node options = member(r, 0, "options");

    s->seats = (uint8_t)length(r, member(r, 0, "seats"), RULES_SEATS_MAX);
    r->bad |= s->seats == 0;
    s->phase = WORD(r, 0, "phase", phase_words);
    s->round = (uint8_t)number(r, 0, "round", 1, UWC_ROUNDS);
    s->turn = (uint8_t)number(r, 0, "turn", 0, UWC_TURNS * s->seats);
    s->deferred = WORD(r, options, "draws", draws);
    s->advanced = WORD(r, options, "boards", sides);
    s->contracts = truth(r, options, "contracts");
    r->bad |= bytes(r, member(r, 0, "order"), s->order, s->seats, 0,
                    s->seats - 1) != s->seats;
}

static void read_federation(struct reader *r, struct uwc_state *s)
{
    source_node track = member(r, 0, "federation");

    r->bad |= length(r, track, s->seats) != s->seats;
    for (size_t i = 0; i < s->seats && !r->bad; i++) {
        source_node at = element(r, track, i);
        int seat = (int)number(r, at, "seat", 0, s->seats - 1);
        int space = maybe_number(r, member(r, at, "space"), 4);

        s->track[i] = (uint8_t)seat;
        s->seat[seat].space = (uint8_t)(space ? space : UWC_BELOW_TRACK);
    }
}

static void read_turn(struct reader *r, struct uwc_state *s)
{
    source_node turn = member(r, 0, "current_turn");

    s->step = WORD(r, turn, "step", step_words);
    s->slot = slot_at(r, member(r, turn, "slot"));
    s->card = (uint8_t)maybe_number(r, member(r, turn, "card"), CARD_LAST);
    s->slot_progress = WORD(r, turn, "slot_progress", progress_words);
    s->card_progress = WORD(r, turn, "card_progress", progress_words);
    s->part_done = truth(r, turn, "part_done");
    s->tunnels_built =
        (uint8_t)number(r, turn, "tunnels_built", 0, UWC_TUNNEL_SITES);
    s->draws = (uint8_t)number(r, turn, "pending_draws", 0, 100);
    s->claiming =
        (uint8_t)maybe_number(r, member(r, turn, "claiming"), CARD_LAST);
    s->last_discard =
        (uint8_t)maybe_number(r, member(r, turn, "last_discard"), CARD_LAST);
}

/* Tiles on slots; a slot that is named twice is refused. */
static void read_slots(struct reader *r, struct uwc_state *s)
{
    source_node slots = member(r, 0, "slots");
    size_t n = length(r, slots, UWC_SLOTS);
    unsigned seen = 0;

    for (size_t i = 0; i < n; i++) {
        source_node at = element(r, slots, i);
        source_node tiles = member(r, at, "tiles");
        uint8_t slot = slot_at(r, member(r, at, "slot"));
        size_t count = length(r, tiles, RULES_SEATS_MAX);

        if (slot == UWC_NO_SLOT || seen >> slot & 1) {
            r->bad = true;
            return;
        }
        seen |= 1u << slot;
        for (size_t k = 0; k < count; k++)
            s->slots[slot] |= (uint8_t)(1u << number_at(r, element(r, tiles, k),
                                                        0, s->seats - 1));
        if (truth(r, at, "neutral"))
            s->slots[slot] |= UWC_NEUTRAL;
    }
    s->cloned = truth(r, member(r, 0, "cloning_tile"), "used");
}

static void read_piles(struct reader *r, struct uwc_state *s)
{
    source_node display = member(r, member(r, 0, "piles"), "display");
    source_node hidden = member(r, 0, "hidden");

    r->bad |= length(r, display, sizeof s->display) != sizeof s->display;
    for (size_t i = 0; i < sizeof s->display; i++)
        s->display[i] =
            (uint8_t)maybe_number(r, element(r, display, i), CARD_LAST);
    card_set(r, member(r, 0, "discards"), &s->discards);
    s->deck_count = bytes(r, member(r, hidden, "deck"), s->deck, sizeof s->deck,
                          1, CARD_LAST);
    s->special_count = bytes(r, member(r, hidden, "specials"), s->specials,
                             CARD_LAST - SPECIAL_FIRST + 1, 1, CARD_LAST);
    s->top_hidden = truth(r, hidden, "top_hidden");
    s->tile_count = bytes(r, member(r, hidden, "metropolises"), s->tiles,
                          sizeof s->tiles, 1, UWC_BLUE_TILES);
    r->bad |= bytes(r, member(r, hidden, "revealed"), s->reveal,
                    sizeof s->reveal, 0, CARD_LAST) != sizeof s->reveal;
}

static void read_frames(struct reader *r, struct uwc_state *s)
{
    source_node frames = member(r, member(r, 0, "hidden"), "frames");

    s->depth = (uint8_t)length(r, frames, UWC_FRAMES_MAX);
    for (size_t i = 0; i < s->depth; i++) {
        source_node at = element(r, frames, i);
        struct frame *f = &s->stack[i];

        f->source = WORD(r, at, "source", frame_words);
        f->id = (uint8_t)number(r, at, "id", 0, 255);
        f->pc = (uint8_t)number(r, at, "pc", 0, 255);
        f->len = (uint8_t)number(r, at, "len", 0, 255);
        f->open = (uint16_t)number(r, at, "open", 0, UINT16_MAX);
        f->flags = (uint8_t)number(r, at, "flags", 0, 255);
        f->gave = (uint8_t)number(r, at, "gave", 0, 255);
    }
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void read_secret(struct reader *r, struct uwc_state *s)
{
    source_node hidden = member(r, 0, "hidden");
    const char *hex;

    s->stream = (uint64_t)number(r, hidden, "stream", 0, INT64_MAX);
    if (!r->source->text(r->source, member(r, hidden, "secret"), &hex) ||
        strlen(hex) != 2 * RULES_SECRET_SIZE) {
        r->bad = true;
        return;
    }
    for (size_t i = 0; i < RULES_SECRET_SIZE; i++) {
        int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);

        r->bad |= high < 0 || low < 0;
        s->secret[i] = (uint8_t)((unsigned)(high & 15) << 4 | (low & 15));
    }
}

/* ---- a seat ---- */

static void read_claims(struct reader *r, source_node at, struct seat *me)
{
    source_node claims = member(r, at, "claims");

    me->claim_count = (uint8_t)length(r, claims, UWC_CLAIMS_MAX);
    for (size_t i = 0; i < me->claim_count; i++) {
        source_node claim = element(r, claims, i);

        me->claims[i] = (uint8_t)number(r, claim, "card", 1, ASSISTANT);
        if (truth(r, claim, "used"))
            me->used |= UINT32_C(1) << i;
    }
    me->specials_paid =
        (uint8_t)number(r, at, "specials_paid", 0, CARD_LAST - SPECIAL3_FIRST);
}

static void read_hand(struct reader *r, source_node at, struct seat *me)
{
    source_node hand = member(r, at, "hand");
    struct card_set known = {{0}};

    card_set(r, member(r, hand, "cards"), &me->hand);
    card_set(r, member(r, hand, "known_specials"), &known);
    for (int card = set_next(&known, 0); card; card = set_next(&known, card)) {
        r->bad |= !card_is_special(card);
        if (card_is_special(card))
            me->open_specials |= UINT32_C(1) << (card - SPECIAL3_FIRST);
    }
}

/* The buildings of one city site, in any order. */
static void read_buildings(struct reader *r, source_node city, int site,
                           struct seat *me)
{
    static const char letters[] = "abcdx";
    source_node list = member(r, city, "buildings");
    size_t n = length(r, list, UWC_SITES_PER_CITY);

    for (size_t i = 0; i < n; i++) {
        source_node at = element(r, list, i);
        source_node building = member(r, at, "building");
        const char *text, *letter;
        uint64_t bit;

        if (!r->source->text(r->source, member(r, at, "site"), &text) ||
            text[0] != '1' + site || !text[1] || text[2]) {
            r->bad = true;
            return;
        }
        letter = strchr(letters, text[1]);
        if (!letter) {
            r->bad = true;
            return;
        }
        bit = UINT64_C(1) << (site * UWC_SITES_PER_CITY + (letter - letters));
        if (!r->source->is_null(r->source, building))
            me->building[word_at(r, building, piece_words, 3)] |= bit;
        if (truth(r, at, "upgraded"))
            me->upgraded |= bit;
    }
}

static void read_cities(struct reader *r, source_node board, struct seat *me)
{
    source_node cities = member(r, board, "cities");
    const char *const kinds[] = {piece_word(CITY), piece_word(SYMBIOTIC)};

    r->bad |= length(r, cities, UWC_CITY_SITES) != UWC_CITY_SITES;
    for (int i = 0; i < UWC_CITY_SITES; i++) {
        source_node at = element(r, cities, (size_t)i);
        source_node city = member(r, at, "city");

        number(r, at, "site", 1 + i, 1 + i);
        if (!r->source->is_null(r->source, city)) {
            me->city |= (uint16_t)(1u << i);
            if (word_at(r, city, kinds, 2))
                me->symbiotic |= (uint16_t)(1u << i);
        }
        read_buildings(r, at, i, me);
    }
}

static void read_tunnels(struct reader *r, source_node board, struct seat *me)
{
    source_node tunnels = member(r, board, "tunnels");

    r->bad |= length(r, tunnels, UWC_TUNNEL_SITES) != UWC_TUNNEL_SITES;
    for (int i = 0; i < UWC_TUNNEL_SITES; i++) {
        source_node at = element(r, tunnels, (size_t)i);

        number(r, at, "site", 1 + i, 1 + i);
        if (truth(r, at, "built"))
            me->tunnel |= (uint16_t)(1u << i);
        if (truth(r, at, "upgraded"))
            me->tunnel_upgraded |= (uint16_t)(1u << i);
    }
}

static void read_board(struct reader *r, source_node at, struct seat *me)
{
    source_node board = member(r, at, "board");
    source_node metropolises = member(r, board, "metropolises");
    uint8_t beside[UWC_BLUE_TILES], count;

    me->board = (uint8_t)(number(r, board, "number", 1, BOARDS) - 1);
    read_cities(r, board, me);
    read_tunnels(r, board, me);
    r->bad |= length(r, metropolises, METROPOLIS_PLACES) != METROPOLIS_PLACES;
    me->brown = (uint8_t)number(r, element(r, metropolises, 0), "tile", 1,
                                UWC_BROWN_TILES);
    for (size_t i = 0; i < 2; i++)
        me->blue[i] = (uint8_t)number(r, element(r, metropolises, 1 + i),
                                      "tile", 1, UWC_BLUE_TILES);
    count = bytes(r, member(r, board, "tiles_beside"), beside, sizeof beside, 1,
                  UWC_BLUE_TILES);
    for (int i = 0; i < count; i++)
        me->gained_tiles |= (uint16_t)((1u << beside[i]) >> 1);
}

static void read_choices(struct reader *r, size_t seat, struct seat *me)
{
    source_node choices = member(r, member(r, 0, "hidden"), "choices");
    source_node at = element(r, choices, seat);

    me->owes = (uint8_t)number(r, at, "owes", 0, 255);
    me->aside = (uint32_t)number(r, at, "aside", 0, UINT32_MAX);
    me->asked = (uint32_t)number(r, at, "asked", 0, UINT32_MAX);
    r->bad |= bytes(r, member(r, at, "answers"), me->answer, me->claim_count, 0,
                    15) != me->claim_count;
}

static void read_seat(struct reader *r, struct uwc_state *s, size_t seat)
{
    source_node at = element(r, member(r, 0, "seats"), seat);
    source_node resources = member(r, at, "resources");
    source_node production = member(r, at, "production");
    struct seat *me = &s->seat[seat];

    number(r, at, "seat", (int64_t)seat, (int64_t)seat);
    me->left = (uint8_t)maybe_number(r, member(r, at, "left"), s->seats);
    if (me->left)
        s->leavers++;
    for (int i = 0; i < RESOURCES; i++)
        me->stock[i] =
            (int16_t)number(r, resources, resource_words[i], 0, 1000);
    me->points = (int16_t)number(r, at, "points", 0, 5000);
    me->always_tiles = (uint8_t)number(r, at, "always_tiles", 0, UWC_TURNS);
    me->produced_biomatter =
        (uint8_t)number(r, production, "produced_biomatter", 0, 200);
    read_claims(r, at, me);
    read_hand(r, at, me);
    read_board(r, at, me);
    read_choices(r, seat, me);
}

enum rules_err uwc_read(void *state, const struct source *source)
{
    struct uwc_state *s = state;
    struct reader r = {.source = source};

    memset(s, 0, sizeof *s);
    read_match(&r, s);
    if (r.bad)
        return RULES_BAD_POSITION;
    read_federation(&r, s);
    read_turn(&r, s);
    read_slots(&r, s);
    read_piles(&r, s);
    read_frames(&r, s);
    read_secret(&r, s);
    for (size_t i = 0; i < s->seats; i++)
        read_seat(&r, s, i);
    return r.bad ? RULES_BAD_POSITION : uwc_check(s);
}
