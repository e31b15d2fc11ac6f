/* A state from the document of its omniscient view.
 *
 * Only the facts are read, each from its one place; members that repeat or
 * explain them (texts, counts, scores, supplies) are not looked at.  Whether
 * the facts agree with each other is for uwc_check to say. */
#include "rules/sink.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/view/reader.h"
#include "rules/underwater_cities/view/view.h"
#include "rules/underwater_cities/words/document.h"

static void read_options(struct reader *r, struct uwc_state *s)
{
    static const char *const draws[] = {"immediate", "deferred"};
    static const char *const sides[] = {"basic", "advanced"};
    source_node options = reader_member(r, 0, "options");

    s->deferred = READER_WORD(r, options, "draws", draws);
    s->advanced = READER_WORD(r, options, "boards", sides);
    s->contracts = reader_truth(r, options, "contracts");
    s->chosen_tiles =
        READER_WORD(r, options, "blue_metropolis_placement", placement_words);
    s->solo_start = (uint8_t)reader_number(r, options, "solo_start", 1, 4);
    if (s->seats > 1) {
        r->bad |= s->solo_start != 1;
        s->solo_start = 0;
    }
}

static void read_match(struct reader *r, struct uwc_state *s)
{
    s->seats = (uint8_t)reader_length(r, reader_member(r, 0, "seats"),
                                      RULES_SEATS_MAX);
    r->bad |= s->seats == 0;
    s->phase = READER_WORD(r, 0, "phase", phase_words);
    s->round = (uint8_t)reader_number(r, 0, "round", 1, UWC_ROUNDS);
    s->turn = (uint8_t)reader_number(r, 0, "turn", 0, UWC_TURNS * s->seats);
    read_options(r, s);
    r->bad |= reader_bytes(r, reader_member(r, 0, "order"), s->order, s->seats,
                           0, s->seats - 1) != s->seats;
}

static void read_federation(struct reader *r, struct uwc_state *s)
{
    source_node track = reader_member(r, 0, "federation");

    r->bad |= reader_length(r, track, s->seats) != s->seats;
    for (size_t i = 0; i < s->seats && !r->bad; i++) {
        source_node at = reader_element(r, track, i);
        int seat = (int)reader_number(r, at, "seat", 0, s->seats - 1);
        int space = reader_maybe(r, reader_member(r, at, "space"), 4);

        s->track[i] = (uint8_t)seat;
        s->seat[seat].space = (uint8_t)(space ? space : UWC_BELOW_TRACK);
    }
}

static void read_turn(struct reader *r, struct uwc_state *s)
{
    source_node turn = reader_member(r, 0, "current_turn");

    s->step = READER_WORD(r, turn, "step", step_words);
    s->slot = reader_slot(r, reader_member(r, turn, "slot"));
    s->card =
        (uint8_t)reader_maybe(r, reader_member(r, turn, "card"), CARD_LAST);
    s->slot_progress = READER_WORD(r, turn, "slot_progress", progress_words);
    s->card_progress = READER_WORD(r, turn, "card_progress", progress_words);
    s->part_done = reader_truth(r, turn, "part_done");
    s->tunnels_built =
        (uint8_t)reader_number(r, turn, "tunnels_built", 0, UWC_TUNNEL_SITES);
    s->draws = (uint8_t)reader_number(r, turn, "pending_draws", 0, 100);
    s->claim_after_use =
        (uint8_t)reader_maybe(r, reader_member(r, turn, "claiming"), CARD_LAST);
    s->last_discard = (uint8_t)reader_maybe(
        r, reader_member(r, turn, "last_discard"), CARD_LAST);
}

/* Tiles on slots; a slot that is named twice is refused. */
static void read_slots(struct reader *r, struct uwc_state *s)
{
    source_node slots = reader_member(r, 0, "slots");
    size_t n = reader_length(r, slots, UWC_SLOTS);
    unsigned seen = 0;

    for (size_t i = 0; i < n; i++) {
        source_node at = reader_element(r, slots, i);
        source_node tiles = reader_member(r, at, "tiles");
        uint8_t slot = reader_slot(r, reader_member(r, at, "slot"));
        size_t count = reader_length(r, tiles, RULES_SEATS_MAX);

        if (slot == UWC_NO_SLOT || seen >> slot & 1) {
            r->bad = true;
            return;
        }
        seen |= 1u << slot;
        for (size_t k = 0; k < count; k++)
            s->slots[slot] |=
                (uint8_t)(1u << reader_number_at(r, reader_element(r, tiles, k),
                                                 0, s->seats - 1));
        if (reader_truth(r, at, "neutral"))
            s->slots[slot] |= UWC_NEUTRAL;
    }
    s->cloned = reader_truth(r, reader_member(r, 0, "cloning_tile"), "used");
}

/* What only a match of one seat has. */
static void read_solo(struct reader *r, struct uwc_state *s)
{
    source_node solo = reader_member(r, 0, "solo");

    s->fourth = UWC_NO_SLOT;
    if (s->seats > 1)
        return;
    s->stepped = reader_truth(r, solo, "stepped");
    s->fourth = reader_slot(r, reader_member(r, solo, "fourth_tile"));
}

/* Those drawn for the match, in their places. */
static void read_contracts(struct reader *r, struct uwc_state *s)
{
    source_node drawn = reader_member(r, 0, "contracts");
    size_t wanted = s->contracts ? UWC_CONTRACTS_OPEN : 0;

    r->bad |= reader_length(r, drawn, wanted) != wanted;
    for (size_t i = 0; i < wanted && !r->bad; i++) {
        source_node at = reader_element(r, drawn, i);
        source_node claimed = reader_member(r, at, "claimed_by");
        int number = (int)reader_number(r, at, "contract", 1, UWC_CONTRACTS);

        if (r->bad)
            return;
        if (r->source->is_null(r->source, claimed))
            s->contract[i] = (uint8_t)number;
        else
            s->seat[reader_number_at(r, claimed, 0, s->seats - 1)].contracts |=
                (uint8_t)(1u << (number - 1));
    }
}

static void read_piles(struct reader *r, struct uwc_state *s)
{
    source_node display =
        reader_member(r, reader_member(r, 0, "piles"), "display");

    r->bad |= reader_length(r, display, sizeof s->display) != sizeof s->display;
    for (size_t i = 0; i < sizeof s->display; i++)
        s->display[i] =
            (uint8_t)reader_maybe(r, reader_element(r, display, i), CARD_LAST);
    reader_cards(r, reader_member(r, 0, "discards"), &s->discards);
}

/* Decks, piles and what was drawn from them to choose from. */
static void read_hidden_piles(struct reader *r, struct uwc_state *s)
{
    source_node hidden = reader_member(r, 0, "hidden");

    s->deck_count = reader_bytes(r, reader_member(r, hidden, "deck"), s->deck,
                                 sizeof s->deck, 1, CARD_LAST);
    s->special_count =
        reader_bytes(r, reader_member(r, hidden, "specials"), s->specials,
                     CARD_LAST - SPECIAL_FIRST + 1, 1, CARD_LAST);
    s->top_hidden = reader_truth(r, hidden, "top_hidden");
    s->tile_count = reader_bytes(r, reader_member(r, hidden, "metropolises"),
                                 s->tiles, sizeof s->tiles, 1, UWC_BLUE_TILES);
    r->bad |= reader_bytes(r, reader_member(r, hidden, "revealed"), s->reveal,
                           sizeof s->reveal, 0, CARD_LAST) != sizeof s->reveal;
}

static void read_frames(struct reader *r, struct uwc_state *s)
{
    source_node frames = reader_member(r, 0, "effects");

    s->depth = (uint8_t)reader_length(r, frames, UWC_FRAMES_MAX);
    for (size_t i = 0; i < s->depth; i++) {
        source_node effect = reader_element(r, frames, i);
        source_node at = reader_member(r, effect, "frame");
        struct frame *f = &s->stack[i];

        f->source = READER_WORD(r, effect, "source", frame_words);
        f->id = (uint8_t)reader_number(r, at, "id", 0, 255);
        f->pc = (uint8_t)reader_number(r, at, "pc", 0, 255);
        f->len = (uint8_t)reader_number(r, at, "len", 0, 255);
        f->open = (uint16_t)reader_number(r, at, "open", 0, UINT16_MAX);
        f->flags = (uint8_t)reader_number(r, at, "flags", 0, 255);
        f->gave = (uint8_t)reader_number(r, at, "gave", 0, 255);
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
    source_node hidden = reader_member(r, 0, "hidden");
    const char *hex;

    s->stream = (uint64_t)reader_number(r, hidden, "stream", 0, INT64_MAX);
    if (!r->source->text(r->source, reader_member(r, hidden, "secret"), &hex) ||
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
    source_node claims = reader_member(r, at, "claims");

    me->claim_count = (uint8_t)reader_length(r, claims, UWC_CLAIMS_MAX);
    for (size_t i = 0; i < me->claim_count; i++) {
        source_node claim = reader_element(r, claims, i);

        me->claims[i] = (uint8_t)reader_number(r, claim, "card", 1, ASSISTANT);
        if (reader_truth(r, claim, "used"))
            me->used |= UINT32_C(1) << i;
    }
    me->specials_paid = (uint8_t)reader_number(r, at, "specials_paid", 0,
                                               CARD_LAST - SPECIAL3_FIRST);
}

static void read_hand(struct reader *r, source_node at, struct seat *me,
                      bool is_seen)
{
    source_node hand = reader_member(r, at, "hand");
    struct card_set known = {{0}};

    if (is_seen)
        reader_cards(r, reader_member(r, hand, "cards"), &me->hand);
    reader_cards(r, reader_member(r, hand, "known_specials"), &known);
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
    source_node list = reader_member(r, city, "buildings");
    size_t n = reader_length(r, list, UWC_SITES_PER_CITY);

    for (size_t i = 0; i < n; i++) {
        source_node at = reader_element(r, list, i);
        source_node building = reader_member(r, at, "building");
        const char *text, *letter;
        uint64_t bit;

        if (!r->source->text(r->source, reader_member(r, at, "site"), &text) ||
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
            me->building[reader_word_at(r, building, piece_words, 3)] |= bit;
        if (reader_truth(r, at, "upgraded"))
            me->upgraded |= bit;
    }
}

static void read_cities(struct reader *r, source_node board, struct seat *me)
{
    source_node cities = reader_member(r, board, "cities");
    const char *const kinds[] = {piece_word(CITY), piece_word(SYMBIOTIC)};

    r->bad |= reader_length(r, cities, UWC_CITY_SITES) != UWC_CITY_SITES;
    for (int i = 0; i < UWC_CITY_SITES; i++) {
        source_node at = reader_element(r, cities, (size_t)i);
        source_node city = reader_member(r, at, "city");

        reader_number(r, at, "site", 1 + i, 1 + i);
        if (!r->source->is_null(r->source, city)) {
            me->city |= (uint16_t)(1u << i);
            if (reader_word_at(r, city, kinds, 2))
                me->symbiotic |= (uint16_t)(1u << i);
        }
        read_buildings(r, at, i, me);
    }
}

static void read_tunnels(struct reader *r, source_node board, struct seat *me)
{
    source_node tunnels = reader_member(r, board, "tunnels");

    r->bad |= reader_length(r, tunnels, UWC_TUNNEL_SITES) != UWC_TUNNEL_SITES;
    for (int i = 0; i < UWC_TUNNEL_SITES; i++) {
        source_node at = reader_element(r, tunnels, (size_t)i);

        reader_number(r, at, "site", 1 + i, 1 + i);
        if (reader_truth(r, at, "built"))
            me->tunnel |= (uint16_t)(1u << i);
        if (reader_truth(r, at, "upgraded"))
            me->tunnel_upgraded |= (uint16_t)(1u << i);
    }
}

/* The tiles of a board; blue ones lie beside it while they are to be laid. */
static void read_tiles(struct reader *r, source_node board, struct seat *me,
                       bool is_laying)
{
    source_node metropolises = reader_member(r, board, "metropolises");
    source_node to_lay = reader_member(r, board, "tiles_to_lay");

    r->bad |=
        reader_length(r, metropolises, METROPOLIS_PLACES) != METROPOLIS_PLACES;
    me->brown = (uint8_t)reader_number(r, reader_element(r, metropolises, 0),
                                       "tile", 1, UWC_BROWN_TILES);
    for (size_t i = 0; i < 2; i++)
        me->blue[i] = (uint8_t)reader_number(
            r,
            reader_element(r, is_laying ? to_lay : metropolises,
                           !is_laying + i),
            "tile", 1, UWC_BLUE_TILES);
}

static void read_board(struct reader *r, source_node at, struct seat *me,
                       bool is_laying)
{
    source_node board = reader_member(r, at, "board");
    uint8_t beside[UWC_BLUE_TILES], count;

    me->board = (uint8_t)(reader_number(r, board, "number", 1, BOARDS) - 1);
    read_cities(r, board, me);
    read_tunnels(r, board, me);
    read_tiles(r, board, me, is_laying);
    count = reader_bytes(r, reader_member(r, board, "tiles_beside"), beside,
                         sizeof beside, 1, UWC_BLUE_TILES);
    for (int i = 0; i < count; i++)
        me->gained_tiles |= (uint16_t)((1u << beside[i]) >> 1);
}

static void read_choices(struct reader *r, size_t seat, struct seat *me)
{
    source_node choices =
        reader_member(r, reader_member(r, 0, "hidden"), "choices");
    source_node at = reader_element(r, choices, seat);

    me->is_choosing = (uint8_t)reader_number(r, at, "owes", 0, 255);
    me->set_aside = (uint32_t)reader_number(r, at, "aside", 0, UINT32_MAX);
    me->asked = (uint32_t)reader_number(r, at, "asked", 0, UINT32_MAX);
    me->swapped = reader_truth(r, at, "swapped");
    r->bad |= reader_bytes(r, reader_member(r, at, "answers"), me->answer,
                           me->claim_count, 0, 15) != me->claim_count;
}

static void read_seat(struct reader *r, struct uwc_state *s, size_t seat,
                      int viewer)
{
    source_node at = reader_element(r, reader_member(r, 0, "seats"), seat);
    source_node resources = reader_member(r, at, "resources");
    source_node production = reader_member(r, at, "production");
    struct seat *me = &s->seat[seat];

    reader_number(r, at, "seat", (int64_t)seat, (int64_t)seat);
    me->left = (uint8_t)reader_maybe(r, reader_member(r, at, "left"), s->seats);
    if (me->left)
        s->left_count++;
    for (int i = 0; i < RESOURCES; i++)
        me->stock[i] =
            (int16_t)reader_number(r, resources, resource_words[i], 0, 1000);
    me->points = (int16_t)reader_number(r, at, "points", 0, 5000);
    me->always_tiles =
        (uint8_t)reader_number(r, at, "always_tiles", 0, UWC_TURNS);
    me->produced_biomatter =
        (uint8_t)reader_number(r, production, "produced_biomatter", 0, 200);
    read_claims(r, at, me);
    read_hand(r, at, me, viewer_sees(viewer, (int)seat));
    read_board(r, at, me, s->phase == PHASE_TILES);
}

void read_open(struct reader *r, struct uwc_state *s, int viewer)
{
    memset(s, 0, sizeof *s);
    read_match(r, s);
    if (r->bad)
        return;
    read_federation(r, s);
    read_turn(r, s);
    read_slots(r, s);
    read_solo(r, s);
    read_contracts(r, s);
    read_piles(r, s);
    read_frames(r, s);
    for (size_t i = 0; i < s->seats; i++)
        read_seat(r, s, i, viewer);
}

enum rules_err uwc_read(void *state, const struct source *source)
{
    struct uwc_state *s = state;
    struct reader r = {.source = source};

    read_open(&r, s, RULES_OMNISCIENT);
    if (r.bad)
        return RULES_BAD_POSITION;
    read_hidden_piles(&r, s);
    read_secret(&r, s);
    for (size_t i = 0; i < s->seats; i++)
        read_choices(&r, i, &s->seat[i]);
    return r.bad ? RULES_BAD_POSITION : uwc_check(s);
}
