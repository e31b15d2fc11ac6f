/* Everything in the box as data: cards, slots, tiles, boards, with their words
 * and where they come from.  The same for every match. */
#include "rules/sink.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/places.h"
#include "rules/underwater_cities/content/tiles.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/view/view.h"
#include "rules/underwater_cities/view/view_parts.h"
#include "rules/underwater_cities/words/card_text.h"
#include "rules/underwater_cities/words/content_texts.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/effect_data.h"
#include "rules/underwater_cities/words/place_words.h"

#include <stdio.h>

static void write_card(int number, struct sink *sink)
{
    const struct card *card = cards[number];
    char text[CARD_TEXT_MAX];

    card_text(number, sink->language, text, sizeof text);
    sink_object(sink, NULL);
    sink_number(sink, "card", number);
    sink_string(sink, "name", card->name);
    sink_string(sink, "colour", colour_words[card->colour]);
    sink_string(sink, "type", card_type_words[card->type]);
    if (card->era)
        sink_number(sink, "era", card->era);
    else
        sink_null(sink, "era");
    sink_truth(sink, "special", card_is_special(number));
    sink_number(sink, "credits", card->credits);
    sink_string(sink, "origin", origin_words[card->origin]);
    sink_string(sink, "text", text);
    card_effects_write(sink, number);
    sink_close(sink);
}

/* One side of the main board. */
static void write_side(int fewest, int most, struct sink *sink)
{
    sink_object(sink, NULL);
    sink_number(sink, "min_seats", fewest);
    sink_number(sink, "max_seats", most);
    sink_array(sink, "slots");
    for (int i = 0; i < UWC_SLOTS; i++) {
        const struct slot *slot = slot_of(most, i);

        if (!slot)
            continue;
        sink_object(sink, NULL);
        view_slot(sink, most, i);
        sink_string(sink, "origin", origin_words[RULEBOOK]);
        effects_write(sink, "effects", slot->effects);
        sink_close(sink);
    }
    sink_close(sink);
    sink_close(sink);
}

/* What a brown tile counts, and its points. */
static void write_brown(const struct brown_tile *tile, struct sink *sink)
{
    sink_string(sink, "count", countable_words[tile->what]);
    if (tile->each) {
        sink_number(sink, "each", tile->each);
        return;
    }
    sink_array(sink, "steps");
    for (int i = 0; i < BROWN_STEPS; i++) {
        sink_object(sink, NULL);
        sink_number(sink, "at_least", tile->step[i].least);
        sink_number(sink, "points", tile->step[i].points);
        sink_close(sink);
    }
    sink_close(sink);
}

/* Begin a tile. */
static void begin_tile(const char *colour, int tile, const char *text,
                       struct sink *sink)
{
    sink_object(sink, NULL);
    sink_string(sink, "colour", colour);
    sink_number(sink, "tile", tile);
    sink_string(sink, "origin", origin_words[RULEBOOK]);
    sink_string(sink, "text", text);
}

static void write_tiles(struct sink *sink)
{
    sink_array(sink, "metropolises");
    for (int i = 1; i <= UWC_BLUE_TILES; i++) {
        begin_tile("blue", i, blue_tile_text(i, sink->language), sink);
        effects_write(sink, "connected", blue_tiles[i].instant);
        effects_write(sink, "production", blue_tiles[i].produce);
        sink_close(sink);
    }
    for (int i = 1; i <= UWC_BROWN_TILES; i++) {
        begin_tile("brown", i, brown_tile_text(i, sink->language), sink);
        write_brown(&brown_tiles[i], sink);
        sink_close(sink);
    }
    sink_close(sink);
}

static void write_contracts(struct sink *sink)
{
    sink_array(sink, "contracts");
    for (int i = 1; i <= UWC_CONTRACTS; i++) {
        sink_object(sink, NULL);
        sink_number(sink, "contract", i);
        sink_string(sink, "name", contracts[i].title);
        sink_string(sink, "origin", origin_words[OURS]);
        view_criteria(i, sink);
        sink_string(sink, "text", contract_text(i, sink->language));
        effects_write(sink, "reward", contracts[i].reward);
        sink_close(sink);
    }
    sink_close(sink);
}

/* A city or tunnel site by its number, spelt as in moves. */
static void write_site_number(const char *key, int site, struct sink *sink)
{
    char word[NUMBERED_SITE_SIZE];

    numbered_site_write(site, word);
    sink_string(sink, key, word);
}

static void write_place(struct place place, struct sink *sink)
{
    sink_number(sink, "x", place.x);
    sink_number(sink, "y", place.y);
}

static void write_way(const struct way *way, struct sink *sink)
{
    write_place(way->middle, sink);
    sink_array(sink, "way");
    for (int i = 0; i < way->count; i++) {
        sink_object(sink, NULL);
        write_place(way->at[i], sink);
        sink_close(sink);
    }
    sink_close(sink);
}

static void write_building_sites(const struct seat *seat, int city,
                                 struct sink *sink)
{
    const struct board *board = &boards[seat->board];

    sink_array(sink, "buildings");
    for (uint64_t m = (board->ordinary | expansion_sites) & BUILDINGS_AT(city);
         m; m &= m - 1) {
        int site = __builtin_ctzll(m);
        char word[8];

        building_site_write(site, word, sizeof word);
        sink_object(sink, NULL);
        sink_string(sink, "site", word);
        write_place(building_place(board, site), sink);
        view_site(sink, board->building_bonus[site],
                  board->building_special[site]);
        if (board_surcharge(seat, FARM, site))
            price_write(sink, "surcharge", board_surcharge(seat, FARM, site));
        sink_close(sink);
    }
    sink_close(sink);
}

static void write_city_sites(const struct seat *seat, struct sink *sink)
{
    const struct board *board = &boards[seat->board];

    sink_array(sink, "cities");
    for (int city = 0; city < UWC_CITY_SITES; city++) {
        sink_object(sink, NULL);
        write_site_number("site", city, sink);
        write_place(city_place(city), sink);
        sink_truth(sink, "start", city == UWC_START_SITE);
        view_site(sink, board->city_bonus[city], board->city_special[city]);
        if (board_surcharge(seat, CITY, city))
            price_write(sink, "surcharge", board_surcharge(seat, CITY, city));
        write_building_sites(seat, city, sink);
        sink_close(sink);
    }
    sink_close(sink);
}

static void write_tunnel_sites(const struct seat *seat, struct sink *sink)
{
    const struct board *board = &boards[seat->board];

    sink_array(sink, "tunnels");
    for (int i = 0; i < UWC_TUNNEL_SITES; i++) {
        const unsigned metropolis = tunnel_metropolis(i);
        const struct way way = tunnel_way(i);

        sink_object(sink, NULL);
        write_site_number("site", i, sink);
        write_site_number("from", tunnel_ends[i][0], sink);
        if (metropolis)
            sink_string(sink, "to",
                        metropolis_words[__builtin_ctz(metropolis)]);
        else
            write_site_number("to", tunnel_ends[i][1], sink);
        write_way(&way, sink);
        view_site(sink, board->tunnel_bonus[i], board->tunnel_special[i]);
        if (board_surcharge(seat, TUNNEL, i))
            price_write(sink, "surcharge", board_surcharge(seat, TUNNEL, i));
        sink_close(sink);
    }
    sink_close(sink);
}

static void write_metropolis_places(struct sink *sink)
{
    sink_array(sink, "metropolises");
    for (int i = 0; i < PLACE_METROPOLISES; i++) {
        sink_object(sink, NULL);
        sink_string(sink, "place", metropolis_words[i]);
        write_place(metropolis_places[i], sink);
        sink_close(sink);
    }
    sink_close(sink);
}

static void write_boards(struct sink *sink)
{
    sink_array(sink, "boards");
    for (int i = 0; i < BOARDS; i++) {
        const struct seat seat = {.board = (uint8_t)i};

        sink_object(sink, NULL);
        sink_number(sink, "board", boards[i].number);
        sink_string(sink, "side", i < 4 ? "basic" : "advanced");
        sink_string(sink, "origin", origin_words[OURS]);
        write_city_sites(&seat, sink);
        write_tunnel_sites(&seat, sink);
        write_metropolis_places(sink);
        sink_close(sink);
    }
    sink_close(sink);
}

static void write_piece_name(struct sink *sink, const char *piece)
{
    char key[32], name[CARD_TEXT_MAX];
    struct text t;

    snprintf(key, sizeof key, "piece-name.%s", piece);
    text_begin(&t, sink->language, name, sizeof name);
    text_plain(&t, key);
    sink_string(sink, "name", name);
}

static void write_pieces(struct sink *sink)
{
    sink_array(sink, "pieces");
    for (unsigned i = 0; i < PIECE_KINDS; i++) {
        sink_object(sink, NULL);
        sink_string(sink, "piece", piece_words[i]);
        write_piece_name(sink, piece_words[i]);
        price_write(sink, "price", piece_price((enum piece)(1u << i)));
        sink_close(sink);
    }
    sink_close(sink);
}

void uwc_components(struct sink *sink)
{
    sink_array(sink, "cards");
    for (int i = 1; i < CARD_COUNT; i++)
        write_card(i, sink);
    sink_close(sink);
    sink_array(sink, "sides");
    write_side(1, 2, sink);
    write_side(3, RULES_SEATS_MAX, sink);
    sink_close(sink);
    write_tiles(sink);
    write_contracts(sink);
    write_boards(sink);
    write_pieces(sink);
}
