/* The action slots of both sides of the main board (rules p. 20). */
#include "rules/underwater_cities/content/slots.h"

#include "rules/underwater_cities/content/limits.h"

#define SLOT(slot_kind, ...)                                                   \
    {                                                                          \
        .kind = slot_kind, .effects = EFFECTS(__VA_ARGS__)                     \
    }

/* The side for one and two players: four slots of each colour. */
static const struct slot small_side[UWC_SLOTS] = {
    /* green, clockwise: the solo game counts them from here */
    [0] = SLOT(SLOT_CARDS, GAIN(CARD, 2),
               CHOOSE(OPTION(UPGRADE(STRUCTURES)), OPTION(GAIN(KELP, 1)))),
    [1] = SLOT(SLOT_FEDERATION, ADVANCE(2)),
    [2] = SLOT(SLOT_CITY, BUILD(CITIES)),
    [3] = SLOT(SLOT_PLANTS, BUILD(PLANT), BUILD(PLANT)),
    /* red */
    [5] = SLOT(SLOT_SPECIAL, TAKE_SPECIAL()),
    [6] = SLOT(SLOT_STEEL_KELP, GAIN(STEELPLAST, 2), GAIN(KELP, 1)),
    [7] = SLOT(SLOT_TUNNEL_ACTION, BUILD(TUNNEL), USE_ACTION()),
    [8] = SLOT(SLOT_FARMS_OR_LABORATORIES,
               CHOOSE(OPTION(BUILD(FARM), BUILD(FARM)),
                      OPTION(BUILD(LABORATORY), BUILD(LABORATORY)))),
    /* yellow */
    [10] = SLOT(SLOT_CITY_BUILDING, BUILD(CITIES), BUILD(BUILDINGS)),
    [11] = SLOT(SLOT_SCIENCE,
                CHOOSE(OPTION(GAIN(SCIENCE, 2)),
                       OPTION(UPGRADE(STRUCTURES), UPGRADE(STRUCTURES),
                              UPGRADE(STRUCTURES)))),
    [12] = SLOT(SLOT_TUNNELS, BUILD(TUNNEL), BUILD(TUNNEL)),
    [13] = SLOT(SLOT_ACTION_RESOURCES, USE_ACTION(), PICK(2)),
    [UWC_SLOT_ALWAYS] = SLOT(SLOT_ALWAYS, GAIN(CARD, 2), GAIN(CREDIT, 2)),
};

/* The side for three and four players: five slots of each colour. */
static const struct slot large_side[UWC_SLOTS] = {
    [0] = SLOT(SLOT_PLANTS, BUILD(PLANT), BUILD(PLANT)),
    [1] = SLOT(SLOT_FEDERATION, ADVANCE(2)),
    [2] = SLOT(SLOT_CITY, CHOOSE(OPTION(BUILD(CITIES)), OPTION(GAIN(KELP, 1)))),
    [3] = SLOT(SLOT_TUNNEL_OR_TRACK,
               CHOOSE(OPTION(BUILD(TUNNEL)),
                      OPTION(ADVANCE(1), GAIN(CARD, 2), GAIN(CREDIT, 1)))),
    [4] = SLOT(SLOT_ACTION_STEEL, USE_ACTION(), GAIN(STEELPLAST, 1)),
    [5] = SLOT(SLOT_STEEL_KELP, GAIN(STEELPLAST, 2), GAIN(KELP, 1)),
    [6] = SLOT(SLOT_LABORATORIES, BUILD(LABORATORY), BUILD(LABORATORY)),
    [7] = SLOT(SLOT_TUNNEL_CITY, BUILD(TUNNEL), BUILD(CITIES)),
    [8] = SLOT(SLOT_FARMS, BUILD(FARM), BUILD(FARM)),
    [9] = SLOT(SLOT_ACTION_BUILD, USE_ACTION(), BUILD_UPGRADED(STRUCTURES)),
    [10] = SLOT(SLOT_CITY_BUILDING, BUILD(CITIES), BUILD(BUILDINGS)),
    [11] = SLOT(SLOT_SCIENCE,
                CHOOSE(OPTION(GAIN(SCIENCE, 2)),
                       OPTION(UPGRADE(STRUCTURES), UPGRADE(STRUCTURES),
                              UPGRADE(STRUCTURES)))),
    [12] = SLOT(SLOT_TUNNELS, BUILD(TUNNEL), BUILD(TUNNEL)),
    [13] = SLOT(SLOT_ACTION_SPECIAL, USE_ACTION(), TAKE_SPECIAL()),
    [14] = SLOT(SLOT_RESOURCES, GAIN(SCIENCE, 1), GAIN(STEELPLAST, 1),
                GAIN(KELP, 1)),
    [UWC_SLOT_ALWAYS] = SLOT(SLOT_ALWAYS, GAIN(CARD, 2), GAIN(CREDIT, 2)),
};

const char *const slot_kind_words[SLOT_KINDS] = {
    [SLOT_PLANTS] = "two-plants",
    [SLOT_FEDERATION] = "federation",
    [SLOT_CITY] = "city",
    [SLOT_CARDS] = "cards",
    [SLOT_TUNNEL_OR_TRACK] = "tunnel-or-federation",
    [SLOT_ACTION_STEEL] = "action-and-steelplast",
    [SLOT_STEEL_KELP] = "steelplast-and-kelp",
    [SLOT_SPECIAL] = "special",
    [SLOT_TUNNEL_ACTION] = "tunnel-and-action",
    [SLOT_FARMS_OR_LABORATORIES] = "farms-or-laboratories",
    [SLOT_LABORATORIES] = "two-laboratories",
    [SLOT_TUNNEL_CITY] = "tunnel-and-city",
    [SLOT_FARMS] = "two-farms",
    [SLOT_ACTION_BUILD] = "action-and-upgraded-structure",
    [SLOT_CITY_BUILDING] = "city-and-building",
    [SLOT_SCIENCE] = "science-or-upgrades",
    [SLOT_TUNNELS] = "two-tunnels",
    [SLOT_ACTION_RESOURCES] = "action-and-resources",
    [SLOT_ACTION_SPECIAL] = "action-and-special",
    [SLOT_RESOURCES] = "resources",
    [SLOT_ALWAYS] = "always",
};

const struct slot *slot_of(int seats, int slot)
{
    const struct slot *side = seats <= 2 ? small_side : large_side;

    if (slot < 0 || slot >= UWC_SLOTS || !side[slot].effects)
        return NULL;
    return &side[slot];
}
