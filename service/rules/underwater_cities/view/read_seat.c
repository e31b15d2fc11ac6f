/* A seat from its part of a view: its cards and its board.
 *
 * Of the sites of a board and of what a seat has, the document lists what it
 * likes: a site that is not listed is empty, but for the starting city. */
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/setup.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/view/reader.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/place_words.h"

#define RESOURCE_NAMES "credit", "kelp", "steelplast", "science", "biomatter"

/* ---- cards ---- */

static void read_claims(struct reader *r, source_node at, struct seat *me)
{
    const source_node claims = reader_find(r, at, "claims");

    if (claims == SOURCE_NONE)
        return; /* the Assistant */
    me->claims[0] = 0;
    me->claim_count = (uint8_t)reader_length(r, claims, UWC_CLAIMS_MAX);
    for (size_t i = 0; i < me->claim_count; i++) {
        const source_node claim = reader_element(r, claims, i);

        READER_KNOW(r, claim, "card", "name", "type", "used");
        me->claims[i] = (uint8_t)reader_number(r, claim, "card", 1, ASSISTANT);
        if (reader_truth_or(r, claim, "used", false))
            me->used |= UINT32_C(1) << i;
    }
}

/* Specials of the hand that all seats have seen: by default those for three
 * credits, which are always taken face up. */
static void read_known(struct reader *r, source_node hand, struct seat *me)
{
    const source_node list = reader_find(r, hand, "known_specials");
    struct card_set known = {{0}};

    if (list != SOURCE_NONE)
        read_cards_at(r, list, &known);
    for (int card = SPECIAL3_FIRST; card <= CARD_LAST; card++)
        if (list != SOURCE_NONE
                ? set_has(&known, card)
                : card < SPECIAL_FIRST && set_has(&me->hand, card))
            me->open_specials |= UINT32_C(1) << (card - SPECIAL3_FIRST);
    if (set_next(&known, 0) && set_next(&known, 0) < SPECIAL3_FIRST)
        reader_refuse(r, list, "Card %d is not a special card.",
                      set_next(&known, 0));
}

static void read_hand(struct reader *r, source_node at, struct seat *me,
                      bool is_seen)
{
    const source_node hand = reader_find(r, at, "hand");

    if (hand == SOURCE_NONE)
        return;
    READER_KNOW(r, hand, "count", "era_cards", "specials", "known_specials",
                "limit", "cards");
    if (is_seen)
        read_cards_at(r, reader_member(r, hand, "cards"), &me->hand);
    read_known(r, hand, me);
}

/* ---- the board ---- */

/* A city or tunnel site by its number, "7", from 0; -1 if it is none.  Older
 * documents have a number in place of the text. */
static int numbered_site_at(struct reader *r, source_node node, int sites)
{
    char word[NUMBERED_SITE_SIZE];
    const char *text;

    if (node == SOURCE_NONE)
        return -1;
    if (!r->source->text(r->source, node, &text))
        return (int)reader_number_at(r, node, 1, sites) - 1;
    for (int site = 0; site < sites; site++) {
        numbered_site_write(site, word);
        if (strcmp(text, word) == 0)
            return site;
    }
    reader_refuse(r, node, "This must be a site, \"1\" to \"%d\".", sites);
    return -1;
}

/* A site's number in the list of its kind, from 0; -1 after a fault, also if
 * the site is listed for the second time. */
static int read_site(struct reader *r, source_node at, int sites,
                     unsigned *listed)
{
    const source_node node = reader_member(r, at, "site");
    const int site = numbered_site_at(r, node, sites);

    if (site < 0)
        return -1;
    if (*listed >> site & 1) {
        reader_refuse(r, node, "Site %d is listed twice.", 1 + site);
        return -1;
    }
    *listed |= 1u << site;
    return site;
}

/* A building site of this city by its word, such as "9a"; -1 after a fault. */
static int building_site_at(struct reader *r, source_node node, int city)
{
    static const char letters[] = "abcdx";
    const char *text, *letter = NULL;

    if (r->source->text(r->source, node, &text) && text[0] == '1' + city &&
        text[1] && !text[2])
        letter = strchr(letters, text[1]);
    if (letter)
        return city * UWC_SITES_PER_CITY + (int)(letter - letters);
    reader_refuse(r, node,
                  "This must be a building site of city site %d, "
                  "\"%da\" to \"%dd\" or \"%dx\".",
                  1 + city, 1 + city, 1 + city, 1 + city);
    return -1;
}

static void read_building(struct reader *r, source_node at, int city,
                          uint64_t *listed, struct seat *me)
{
    source_node site, building;
    int number;
    uint64_t bit;

    READER_KNOW(r, at, "site", "building", "upgraded", "bonus", "special");
    site = reader_member(r, at, "site");
    building = reader_find(r, at, "building");
    number = r->bad ? -1 : building_site_at(r, site, city);
    if (number < 0)
        return;
    bit = UINT64_C(1) << number;
    if (*listed & bit)
        reader_refuse(r, site, "This site is listed twice.");
    *listed |= bit;
    if (building != SOURCE_NONE && !r->source->is_null(r->source, building))
        me->building[reader_word_at(r, building, piece_words, 3)] |= bit;
    if (reader_truth_or(r, at, "upgraded", false))
        me->upgraded |= bit;
}

static void read_city(struct reader *r, source_node at, unsigned *listed,
                      struct seat *me)
{
    const char *const kinds[] = {piece_word(CITY), piece_word(SYMBIOTIC)};
    source_node city, buildings;
    uint64_t sites = 0;
    size_t count;
    int site;

    READER_KNOW(r, at, "site", "city", "connected", "bonus", "special",
                "buildings");
    site = read_site(r, at, UWC_CITY_SITES, listed);
    if (site < 0)
        return;
    city = reader_find(r, at, "city");
    buildings = reader_find(r, at, "buildings");
    count = reader_length(r, buildings, UWC_SITES_PER_CITY);
    if (city != SOURCE_NONE && r->source->is_null(r->source, city)) {
        me->city &= (uint16_t) ~(1u << site);
    } else if (city != SOURCE_NONE) {
        me->city |= (uint16_t)(1u << site);
        if (reader_word_at(r, city, kinds, 2))
            me->symbiotic |= (uint16_t)(1u << site);
    }
    for (size_t i = 0; i < count; i++)
        read_building(r, reader_element(r, buildings, i), site, &sites, me);
}

static void read_tunnel(struct reader *r, source_node at, unsigned *listed,
                        struct seat *me)
{
    int site;

    READER_KNOW(r, at, "site", "built", "upgraded", "productive", "bonus",
                "special");
    site = read_site(r, at, UWC_TUNNEL_SITES, listed);
    if (site < 0)
        return;
    if (reader_truth(r, at, "built"))
        me->tunnel |= (uint16_t)(1u << site);
    if (reader_truth_or(r, at, "upgraded", false))
        me->tunnel_upgraded |= (uint16_t)(1u << site);
}

/* The tile of a place of the board; blue ones lie beside it while they are to
 * be laid. */
static void read_metropolis(struct reader *r, source_node at, size_t index,
                            bool is_laying, struct seat *me)
{
    source_node tile;
    int place;

    READER_KNOW(r, at, "place", "colour", "tile", "text", "connected");
    place = READER_WORD_OR(r, at, "place", metropolis_words, (int)index);
    tile = reader_find(r, at, "tile");
    if (tile == SOURCE_NONE)
        return;
    if (!place)
        me->brown = (uint8_t)reader_number_at(r, tile, 1, UWC_BROWN_TILES);
    else if (!is_laying)
        me->blue[place - 1] =
            (uint8_t)reader_number_at(r, tile, 1, UWC_BLUE_TILES);
    else if (!r->source->is_null(r->source, tile))
        reader_refuse(r, tile,
                      "This must be null: the blue tiles are still to be "
                      "placed, and are in \"tiles_to_lay\".");
}

static void read_tiles(struct reader *r, source_node board, struct seat *me,
                       bool is_laying)
{
    const source_node places = reader_find(r, board, "metropolises");
    const source_node to_lay = reader_find(r, board, "tiles_to_lay");
    const source_node beside = reader_find(r, board, "tiles_beside");
    const size_t places_listed = reader_length(r, places, METROPOLIS_PLACES);
    const size_t laying = reader_length(r, to_lay, is_laying ? 2 : 0);
    uint8_t gained[UWC_BLUE_TILES] = {0};

    for (size_t i = 0; i < places_listed; i++)
        read_metropolis(r, reader_element(r, places, i), i, is_laying, me);
    for (size_t i = 0; i < laying; i++) {
        const source_node at = reader_element(r, to_lay, i);

        READER_KNOW(r, at, "tile", "text");
        me->blue[i] = (uint8_t)reader_number(r, at, "tile", 1, UWC_BLUE_TILES);
    }
    for (int i =
             reader_bytes(r, beside, gained, sizeof gained, 1, UWC_BLUE_TILES);
         i > 0; i--)
        me->gained_tiles |= (uint16_t)((1u << gained[i - 1]) >> 1);
}

static void read_board(struct reader *r, source_node at, struct seat *me,
                       bool is_laying)
{
    const source_node board = reader_find(r, at, "board");
    source_node list;
    unsigned listed = 0;
    size_t count;

    me->board = NO_BOARD;
    if (board == SOURCE_NONE)
        return;
    READER_KNOW(r, board, "number", "cities", "tunnels", "metropolises",
                "tiles_to_lay", "tiles_beside");
    me->board = (uint8_t)(reader_number_or(r, board, "number", 1, BOARDS,
                                           NO_BOARD + 1) -
                          1);
    list = reader_find(r, board, "cities");
    count = reader_length(r, list, UWC_CITY_SITES);
    for (size_t i = 0; i < count; i++)
        read_city(r, reader_element(r, list, i), &listed, me);
    list = reader_find(r, board, "tunnels");
    count = reader_length(r, list, UWC_TUNNEL_SITES);
    listed = 0;
    for (size_t i = 0; i < count; i++)
        read_tunnel(r, reader_element(r, list, i), &listed, me);
    read_tiles(r, board, me, is_laying);
}

/* ---- the seat ---- */

/* Of resources that are given, the others are 0. */
static void read_resources(struct reader *r, source_node at, struct seat *me)
{
    const source_node resources = reader_find(r, at, "resources");

    if (resources == SOURCE_NONE)
        return; /* those of the start */
    READER_KNOW(r, resources, RESOURCE_NAMES);
    for (int i = 0; i < RESOURCES; i++)
        me->stock[i] = (int16_t)reader_number_or(
            r, resources, resource_words[i], 0, UWC_STOCK_MAX, 0);
}

static int count_specials(const struct seat *me)
{
    int specials = 0;

    for (int i = 0; i < me->claim_count; i++)
        specials += card_is_special(me->claims[i]);
    return specials;
}

/* The one fact among what explains a seat's Production. */
static void read_production(struct reader *r, source_node at, struct seat *me)
{
    const source_node production = reader_find(r, at, "production");

    if (production == SOURCE_NONE)
        return;
    READER_KNOW(r, production, RESOURCE_NAMES, "points", "cards", "choices",
                "feeding", "fed_from_stock", "fed_after_gains",
                "produced_biomatter");
    me->produced_biomatter = (uint8_t)reader_number_or(
        r, production, "produced_biomatter", 0, 200, 0);
}

void read_seat(struct reader *r, struct uwc_state *s, int seat, int viewer)
{
    const source_node at =
        reader_element(r, reader_member(r, 0, "seats"), (size_t)seat);
    const bool is_active = s->phase == PHASE_TURN && uwc_active(s) == seat;
    struct seat *me = &s->seat[seat];

    READER_KNOW(r, at, "seat", "left", "resources", "points", "hand",
                "choosing", "set_aside", "asking", "answers", "arranged",
                "claims", "specials_paid", "always_tiles", "board", "counts",
                "production", "score");
    setup_seat(me);
    (void)reader_number_or(r, at, "seat", seat, seat, seat);
    me->left = (uint8_t)reader_maybe_or(r, at, "left", s->seats, 0);
    s->left_count = (uint8_t)(s->left_count + (me->left != 0));
    read_resources(r, at, me);
    me->points =
        (int16_t)reader_number_or(r, at, "points", 0, UWC_POINTS_MAX, 0);
    me->always_tiles =
        (uint8_t)reader_number_or(r, at, "always_tiles", 0, UWC_TURNS,
                                  is_active && s->slot == UWC_SLOT_ALWAYS);
    read_claims(r, at, me);
    me->specials_paid = (uint8_t)reader_number_or(r, at, "specials_paid", 0,
                                                  CARD_LAST - SPECIAL3_FIRST,
                                                  count_specials(me));
    read_hand(r, at, me, viewer_sees(viewer, seat));
    read_board(r, at, me, s->phase == PHASE_TILES);
    read_production(r, at, me);
}
