/* The special cards: no. 181-190 cost three credits and score at the end,
 * 191-198 cost one and 199-205 two; then the Personal Assistant. */
#include "rules/underwater_cities/content/deck.h"

#define SPECIAL(number, price, ...)                                            \
    [(number)-SPECIAL3_FIRST] = {.credits = price, __VA_ARGS__}

/* A card is a row, wider than code. */
/* clang-format off */
const struct card cards_special[CARD_COUNT - SPECIAL3_FIRST] = {
    SPECIAL(181, 3, HEAD("Breadbasket of the Deep", GREEN, END_SCORING, RULEBOOK),
            .final = EFFECTS(FINAL_EACH(COUNT_UPGRADED_FARMS, 2, 3, 0))),
    SPECIAL(182, 3, HEAD("Academy of Sciences", RED, END_SCORING, RULEBOOK),
            .final = EFFECTS(FINAL_EACH(COUNT_UPGRADED_LABORATORIES, 1, 2, 0))),
    SPECIAL(183, 3, HEAD("Federal Priority", YELLOW, END_SCORING, OURS),
            .final = EFFECTS(FINAL_EACH(COUNT_UPGRADED_TUNNELS, 2, 3, 0))),
    SPECIAL(184, 3, HEAD("Springs of the Abyss", GREEN, END_SCORING, RULEBOOK),
            .final = EFFECTS(FINAL_EACH(COUNT_UPGRADED_PLANTS, 1, 2, 0))),
    SPECIAL(185, 3, HEAD("Trade Surplus", RED, END_SCORING, RULEBOOK),
            .final = EFFECTS(FINAL_SELL(CREDIT, 15, 13, 1))),
    SPECIAL(186, 3, HEAD("Purple Covenant", YELLOW, END_SCORING, RULEBOOK),
            .final = EFFECTS(FINAL_EACH(COUNT_SYMBIOTIC_CITIES, 1, 2, 0))),
    SPECIAL(187, 3, HEAD("Steelplast Monument", GREEN, END_SCORING, RULEBOOK),
            .final = EFFECTS(FINAL_TRADE(PRICE(0, 0, 1, 0, 0), 1, 14))),
    SPECIAL(188, 3, HEAD("Food for the Surface", RED, END_SCORING, RULEBOOK),
            .final = EFFECTS(FINAL_TRADE(PRICE(0, 2, 0, 0, 0), 3, 5))),
    SPECIAL(189, 3, HEAD("Open Library", YELLOW, END_SCORING, RULEBOOK),
            .final = EFFECTS(FINAL_TRADE(PRICE(0, 0, 0, 2, 0), 3, 5))),
    SPECIAL(190, 3, HEAD("Ark of Species", GREEN, END_SCORING, RULEBOOK),
            .final = EFFECTS(FINAL_TRADE(PRICE(0, 0, 0, 0, 1), 2, 6))),

    SPECIAL(191, 1, HEAD("Build Expansion", GREEN, INSTANT, RULEBOOK),
            .instant = EFFECTS(SURVEY(BUILDINGS))),
    SPECIAL(192, 1, HEAD("Secret Mission", RED, INSTANT, RULEBOOK),
            .instant = EFFECTS(PAY(PRICE(1, 0, 0, 0, 0), PERFORM(REACH_ANY_COLOURED)))),
    SPECIAL(193, 1, HEAD("Express Commission", YELLOW, INSTANT, OURS),
            .instant = EFFECTS(PERFORM(REACH_AVAILABLE_COLOURED))),
    SPECIAL(194, 1, HEAD("Private Shipyard", GREEN, ACTION, OURS),
            .action = EFFECTS(GAIN(CREDIT, 1), BUILD(STRUCTURES))),
    SPECIAL(195, 1, HEAD("Seafront Estates", RED, PRODUCTION, OURS),
            .produce = EFFECTS(GAIN(KELP, 1), GAIN(POINT, 1))),
    SPECIAL(196, 1, HEAD("Benefactors", YELLOW, PERMANENT, OURS),
            .once = EFFECTS(PAY(PRICE(2, 0, 0, 0, 0), GAIN(POINT, 1)))),
    SPECIAL(197, 1, HEAD("Hidden Depot", GREEN, INSTANT, OURS),
            .instant = EFFECTS(GAIN(KELP, 2), GAIN(STEELPLAST, 2), GAIN(CARD, 1))),
    SPECIAL(198, 1, HEAD("Golden Blueprints", RED, INSTANT, OURS),
            .instant = EFFECTS(UPGRADE_FREE(STRUCTURES), UPGRADE_FREE(STRUCTURES))),

    SPECIAL(199, 2, HEAD("Corporate Expansion", YELLOW, PERMANENT, RULEBOOK),
            .when = WHEN(CONNECTED, 0, GAIN(CREDIT, 2), GAIN(POINT, 2))),
    SPECIAL(200, 2, HEAD("Donated Dome", GREEN, INSTANT, OURS),
            .instant = EFFECTS(BUILD_FREE(CITY))),
    SPECIAL(201, 2, HEAD("Sister City", RED, INSTANT, OURS),
            .instant = EFFECTS(GAIN(POINT, 1), TAKE_TILE())),
    SPECIAL(202, 2, HEAD("Free Port", YELLOW, ACTION, OURS),
            .action = EFFECTS(PICK(3))),
    SPECIAL(203, 2, HEAD("Glowing Gardens", GREEN, PRODUCTION, OURS),
            .produce = EFFECTS(GAIN(BIOMATTER, 1), GAIN(POINT, 1))),
    SPECIAL(204, 2, HEAD("Chief Architect", RED, PERMANENT, OURS),
            .standing = EFFECTS(DISCOUNT(CITIES, KELP, 1), DISCOUNT(CITIES, STEELPLAST, 1))),
    SPECIAL(205, 2, HEAD("Gift of the Reef", YELLOW, INSTANT, OURS),
            .instant = EFFECTS(GAIN(POINT, 1), CONVERT_CITY())),

    /* no price and no number: every seat begins with it */
    SPECIAL(ASSISTANT, 0, HEAD("Personal Assistant", COLOURLESS, ACTION, RULEBOOK),
            .action = EFFECTS(CHOOSE(OPTION(GAIN(STEELPLAST, 1)), OPTION(GAIN(CREDIT, 1))))),
};
/* clang-format on */
