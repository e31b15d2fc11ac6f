/* The player board in a view: sites, the structures on them, and the
 * network. */
#include "rules/sink.h"
#include "rules/underwater_cities/content/tiles.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/view/view_parts.h"
#include "rules/underwater_cities/words/content_texts.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/place_words.h"

/* Members "bonus" and "special", where a site has any; a compact view leaves
 * them to the components. */
void view_site(struct sink *sink, int bonus, int special)
{
    if (bonus != BONUS_NONE && !sink->is_compact)
        sink_string(sink, "bonus", bonus_words[bonus]);
    if (special != SITE_PLAIN && !sink->is_compact)
        sink_string(sink, "special", special_site_words[special]);
}

static void write_building(const struct seat *me, int site, struct sink *sink)
{
    const struct board *board = &boards[me->board];
    const char *building = NULL;
    char word[8];

    for (int i = 0; i < 3; i++)
        if (me->building[i] >> site & 1)
            building = piece_words[i];
    if (sink->is_compact && !building)
        return;
    building_site_write(site, word, sizeof word);
    sink_object(sink, NULL);
    sink_string(sink, "site", word);
    if (building)
        sink_string(sink, "building", building);
    else
        sink_null(sink, "building");
    sink_truth(sink, "upgraded", me->upgraded >> site & 1);
    view_site(sink, board->building_bonus[site], board->building_special[site]);
    sink_close(sink);
}

/* Nothing is at the city's site or around it. */
static bool is_empty(const struct seat *me, int city, uint16_t connected)
{
    const uint64_t built = me->building[0] | me->building[1] | me->building[2];

    return !((me->city | connected) >> city & 1) &&
           !(built & BUILDINGS_AT(city));
}

static void write_city(const struct seat *me, int city, uint16_t connected,
                       struct sink *sink)
{
    const struct board *board = &boards[me->board];
    uint64_t there = (board->ordinary | expansion_sites) & BUILDINGS_AT(city);
    char word[NUMBERED_SITE_SIZE];

    if (sink->is_compact && is_empty(me, city, connected))
        return;
    sink_object(sink, NULL);
    numbered_site_write(city, word);
    sink_string(sink, "site", word);
    if (me->city >> city & 1)
        sink_string(sink, "city",
                    piece_word(me->symbiotic >> city & 1 ? SYMBIOTIC : CITY));
    else
        sink_null(sink, "city");
    sink_truth(sink, "connected", connected >> city & 1);
    view_site(sink, board->city_bonus[city], board->city_special[city]);
    sink_array(sink, "buildings");
    for (int i = 0; i < UWC_SITES_PER_CITY; i++)
        if (there >> (city * UWC_SITES_PER_CITY + i) & 1)
            write_building(me, city * UWC_SITES_PER_CITY + i, sink);
    sink_close(sink);
    sink_close(sink);
}

/* Tunnels that are next to a city are productive. */
static void write_tunnel(const struct seat *me, int tunnel, uint16_t productive,
                         struct sink *sink)
{
    const struct board *board = &boards[me->board];
    char word[NUMBERED_SITE_SIZE];

    if (sink->is_compact && !(me->tunnel >> tunnel & 1))
        return;
    sink_object(sink, NULL);
    numbered_site_write(tunnel, word);
    sink_string(sink, "site", word);
    sink_truth(sink, "built", me->tunnel >> tunnel & 1);
    sink_truth(sink, "upgraded", me->tunnel_upgraded >> tunnel & 1);
    sink_truth(sink, "productive", productive >> tunnel & 1);
    view_site(sink, board->tunnel_bonus[tunnel], board->tunnel_special[tunnel]);
    sink_close(sink);
}

/* Members "tile" and "text". */
static void write_blue_tile(int tile, struct sink *sink)
{
    sink_number(sink, "tile", tile);
    if (!sink->is_compact)
        sink_string(sink, "text", blue_tile_text(tile, sink->language));
}

/* The same members. */
static void write_brown_tile(int tile, struct sink *sink)
{
    sink_number(sink, "tile", tile);
    if (!sink->is_compact)
        sink_string(sink, "text", brown_tile_text(tile, sink->language));
}

static void write_metropolis(const struct seat *me, int place, bool is_laying,
                             bool connected, struct sink *sink)
{
    sink_object(sink, NULL);
    sink_string(sink, "place", metropolis_words[place]);
    if (!sink->is_compact)
        sink_string(sink, "colour", place ? "blue" : "brown");
    if (place && is_laying)
        sink_null(sink, "tile");
    else if (place)
        write_blue_tile(me->blue[place - 1], sink);
    else
        write_brown_tile(me->brown, sink);
    sink_truth(sink, "connected", connected);
    sink_close(sink);
}

/* The two blue tiles dealt, while they are still to be laid. */
static void write_tiles_to_lay(const struct seat *me, bool is_laying,
                               struct sink *sink)
{
    sink_array(sink, "tiles_to_lay");
    for (int i = 0; is_laying && i < 2; i++) {
        sink_object(sink, NULL);
        write_blue_tile(me->blue[i], sink);
        sink_close(sink);
    }
    sink_close(sink);
}

void view_board(const struct seat *me, bool is_laying, struct sink *sink)
{
    uint16_t connected = board_connected(me);
    uint16_t productive = board_productive_tunnels(me);
    unsigned metropolises = board_metropolises(me);

    sink_object(sink, "board");
    sink_number(sink, "number", boards[me->board].number);
    sink_array(sink, "cities");
    for (int i = 0; i < UWC_CITY_SITES; i++)
        write_city(me, i, connected, sink);
    sink_close(sink);
    sink_array(sink, "tunnels");
    for (int i = 0; i < UWC_TUNNEL_SITES; i++)
        write_tunnel(me, i, productive, sink);
    sink_close(sink);
    sink_array(sink, "metropolises");
    for (int i = 0; i < METROPOLIS_PLACES; i++)
        write_metropolis(me, i, is_laying, metropolises >> i & 1, sink);
    sink_close(sink);
    write_tiles_to_lay(me, is_laying, sink);
    sink_array(sink, "tiles_beside"); /* blue tiles gained in play */
    for (int i = 0; i < UWC_BLUE_TILES; i++)
        if (me->gained_tiles >> i & 1)
            sink_number(sink, NULL, 1 + i);
    sink_close(sink);
    sink_close(sink);
}
