/* The items whose balance can be judged: places in the play order, boards,
 * slots, contracts, tiles, cards; and which of them a match used. */
#include "rules/kit/tally.h"
#include "rules/underwater_cities/content/boards.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/content/tiles.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/view/view.h"
#include "rules/underwater_cities/words/content_texts.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/place_words.h"

#include <stdio.h>

/* The slots of the two sides of the main board are different items. */
enum group {
    GROUP_PLACE,
    GROUP_BOARD,
    GROUP_SMALL_SLOT,
    GROUP_LARGE_SLOT,
    GROUP_CONTRACT,
    GROUP_TILE,
    GROUP_CARD,
};

/* Numbers of seats that play on each side, and its slots. */
enum { SMALL_SIDE = 2, SMALL_SLOTS = 13, LARGE_SIDE = 3, LARGE_SLOTS = 16 };

static void place_item(int index, struct item *out)
{
    static const char *const names[RULES_SEATS_MAX] = {"first", "second",
                                                       "third", "fourth"};

    snprintf(out->word, sizeof out->word, "%d", 1 + index);
    snprintf(out->name, sizeof out->name, "%s in round 1", names[index]);
}

static void board_item(int index, struct item *out)
{
    snprintf(out->word, sizeof out->word, "%d", boards[index].number);
    snprintf(out->kind, sizeof out->kind, "%s",
             index < 4 ? "basic" : "advanced");
}

/* The index of a slot among those of its side. */
static int slot_index(int side, int slot)
{
    int index = 0;

    for (int i = 0; i < slot; i++)
        index += slot_of(side, i) != NULL;
    return index;
}

static void slot_item(int side, int index, struct item *out)
{
    int number = 0;

    while (!slot_of(side, number) || slot_index(side, number) < index)
        number++;
    slot_write(number, out->word, sizeof out->word);
    snprintf(out->name, sizeof out->name, "%s",
             slot_text(side, number, LANGUAGE_EN));
}

static void small_slot_item(int index, struct item *out)
{
    slot_item(SMALL_SIDE, index, out);
}

static void large_slot_item(int index, struct item *out)
{
    slot_item(LARGE_SIDE, index, out);
}

static void contract_item(int index, struct item *out)
{
    snprintf(out->word, sizeof out->word, "%d", 1 + index);
    snprintf(out->name, sizeof out->name, "%s", contracts[1 + index].title);
}

/* Blue tiles first, then brown ones. */
static void tile_item(int index, struct item *out)
{
    const bool is_blue = index < UWC_BLUE_TILES;
    const int tile = 1 + (is_blue ? index : index - UWC_BLUE_TILES);

    snprintf(out->kind, sizeof out->kind, "%s", is_blue ? "blue" : "brown");
    snprintf(out->word, sizeof out->word, "%s %d", out->kind, tile);
    snprintf(out->name, sizeof out->name, "%s",
             is_blue ? blue_tile_text(tile, LANGUAGE_EN)
                     : brown_tile_text(tile, LANGUAGE_EN));
}

static void card_item(int index, struct item *out)
{
    const struct card *card = cards[1 + index];

    snprintf(out->word, sizeof out->word, "%d", 1 + index);
    snprintf(out->name, sizeof out->name, "%s", card->name);
    if (card->era)
        snprintf(out->kind, sizeof out->kind, "era %d", card->era);
    else if (card_is_special(1 + index))
        snprintf(out->kind, sizeof out->kind, "special at %d", card->credits);
}

const struct item_group uwc_items[] = {
    [GROUP_PLACE] = {.word = "place",
                     .title = "Places in the play order",
                     .had = "had",
                     .meaning = "The place of the seat in the first round.",
                     .count = RULES_SEATS_MAX,
                     .item = place_item},
    [GROUP_BOARD] = {.word = "board",
                     .title = "Boards",
                     .had = "had",
                     .meaning = "Boards of one side are compared.",
                     .limit = 5,
                     .count = BOARDS,
                     .item = board_item},
    [GROUP_SMALL_SLOT] = {.word = "small-slot",
                          .title = "Slots for one and two players",
                          .used = "chosen",
                          .meaning = "A slot is chosen when a tile is placed "
                                     "there.",
                          .count = SMALL_SLOTS,
                          .item = small_slot_item},
    [GROUP_LARGE_SLOT] = {.word = "large-slot",
                          .title = "Slots for three and four players",
                          .used = "chosen",
                          .meaning = "A slot is chosen when a tile is placed "
                                     "there.",
                          .count = LARGE_SLOTS,
                          .item = large_slot_item},
    [GROUP_CONTRACT] = {.word = "contract",
                        .title = "Contracts",
                        .had = "laid out",
                        .used = "claimed",
                        .meaning = "Three contracts are laid out in a match; a "
                                   "contract is claimed once.",
                        .is_shared = true,
                        .count = UWC_CONTRACTS,
                        .item = contract_item},
    [GROUP_TILE] = {.word = "tile",
                    .title = "Metropolis tiles",
                    .had = "had",
                    .used = "connected",
                    .meaning = "A seat has the three tiles of its board.",
                    .count = UWC_BLUE_TILES + UWC_BROWN_TILES,
                    .item = tile_item},
    [GROUP_CARD] = {.word = "card",
                    .title = "Cards",
                    .had = "drawn",
                    .used = "played",
                    .meaning = "A card is drawn if it was in the hand at some "
                               "time, and played if its effect was resolved "
                               "or it was claimed.",
                    .limit = 12,
                    .count = CARD_COUNT - 1,
                    .item = card_item},
    {.word = NULL},
};

/* ---- the tally ---- */

/* The tile at a metropolis of a board: 0 upper left (brown), 1 upper right, 2
 * lower left. */
static int tile_index(const struct seat *me, int metropolis)
{
    return metropolis == 0 ? UWC_BLUE_TILES + me->brown - 1
                           : me->blue[metropolis - 1] - 1;
}

/* What the seats have. */
static void tally_state(const struct uwc_state *s, struct tally *tally)
{
    for (int i = 0; i < s->seats; i++) {
        const struct seat *me = &s->seat[i];

        if (s->round == 1)
            tally_had(tally, GROUP_PLACE, s->order[i], i);
        tally_had(tally, GROUP_BOARD, i, me->board);
        for (int k = 0; k < METROPOLIS_PLACES; k++)
            tally_had(tally, GROUP_TILE, i, tile_index(me, k));
        tally_had_set(tally, GROUP_CARD, i, &me->hand);
    }
    for (int i = 0; i < UWC_CONTRACTS_OPEN; i++)
        if (s->contract[i])
            tally_had_by_all(tally, GROUP_CONTRACT, s->contract[i] - 1);
}

static void tally_slot(const struct uwc_state *s, int seat, int slot,
                       struct tally *tally)
{
    const bool is_small = s->seats <= SMALL_SIDE;

    tally_used(tally, is_small ? GROUP_SMALL_SLOT : GROUP_LARGE_SLOT, seat,
               slot_index(is_small ? SMALL_SIDE : LARGE_SIDE, slot));
}

/* A card is claimed from the turn under way, or its effect begins. */
static void tally_card(const struct journal_step *step, struct tally *tally)
{
    if (step->type == JOURNAL_CARD && step->from.kind == PLACE_TURN &&
        step->to.kind == PLACE_IN_PLAY)
        tally_used(tally, GROUP_CARD, step->seat, step->what - 1);
    else if (step->type == JOURNAL_BEGIN && step->because.kind == CAUSE_INSTANT)
        tally_used(tally, GROUP_CARD, step->seat, step->because.id - 1);
}

void uwc_tally(const void *state, const struct journal *journal,
               struct tally *tally)
{
    const struct uwc_state *s = state;

    tally->round = s->round;
    tally_state(s, tally);
    for (int i = 0; i < journal->count; i++) {
        const struct journal_step *step = &journal->step[i];

        tally_card(step, tally);
        if (step->type == JOURNAL_TILE)
            tally_slot(s, step->seat, step->to.id, tally);
        else if (step->type == JOURNAL_CONTRACT)
            tally_used(tally, GROUP_CONTRACT, step->seat, step->what - 1);
        else if (step->type == JOURNAL_CONNECT &&
                 step->to.kind == PLACE_METROPOLIS)
            tally_used(tally, GROUP_TILE, step->seat,
                       tile_index(&s->seat[step->seat], step->to.id));
    }
}
