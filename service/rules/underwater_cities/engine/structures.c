/* Where a piece may be built, and structures by their numbers. */
#include "rules/underwater_cities/engine/structures.h"

#include "rules/underwater_cities/engine/board.h"

uint64_t build_sites(const struct seat *seat, const struct effect *e,
                     enum piece piece)
{
    if (piece == TUNNEL)
        return board_tunnel_sites(seat);
    if (piece & CITIES)
        return board_city_sites(seat);
    return board_building_sites(seat, e->cap);
}

int build_structure(enum piece piece, int site)
{
    return piece == TUNNEL ? UWC_TUNNEL_BASE + site : site;
}

enum piece structure_piece(const struct seat *seat, int structure)
{
    if (structure >= UWC_TUNNEL_BASE)
        return structure < UWC_TUNNEL_BASE + UWC_TUNNEL_SITES &&
                       seat->tunnel >> (structure - UWC_TUNNEL_BASE) & 1
                   ? TUNNEL
                   : (enum piece)0;
    if (structure >= UWC_CITY_SITES * UWC_SITES_PER_CITY)
        return (enum piece)0;
    for (int i = 0; i < 3; i++)
        if (seat->building[i] >> structure & 1)
            return (enum piece)(FARM << i);
    return (enum piece)0;
}

bool structure_upgraded(const struct seat *seat, int structure)
{
    return structure >= UWC_TUNNEL_BASE
               ? seat->tunnel_upgraded >> (structure - UWC_TUNNEL_BASE) & 1
               : seat->upgraded >> structure & 1;
}
