/* What a match shows of the items: read from its positions and moves by the
 * words that these use. */
#include "cli/balance/balance.h"
#include "cli/sink_paths.h"

#include <stdlib.h>
#include <string.h>

void facts_begin(struct facts *facts, const struct items *items, int seats)
{
    memset(facts, 0, sizeof *facts);
    facts->items = items;
    facts->seats = seats;
    facts->tile = -1;
}

static void note_had(struct facts *f, enum subject subject, int seat, int item)
{
    if (item >= 0 && seat < f->seats)
        f->had[subject][seat][item] = 1;
}

static void note_used(struct facts *f, enum subject subject, int seat, int item)
{
    uint8_t *times = &f->used[subject][seat][item < 0 ? 0 : item];

    if (item < 0)
        return;
    note_had(f, subject, seat, item);
    if (!*times)
        f->when[subject][seat][item] = (uint8_t)f->round;
    if (*times < UINT8_MAX)
        (*times)++;
}

/* ---- positions ---- */

static void take_round(struct facts *f, const struct leaf *leaf)
{
    f->round = (int)strtol(leaf->value, NULL, 10);
}

static void take_order(struct facts *f, const struct leaf *leaf)
{
    const int seat = (int)strtol(leaf->value, NULL, 10);

    if (!f->ordered && seat >= 0 && seat < f->seats)
        note_used(f, SUBJECT_PLACE, seat, leaf->index[0]);
}

static void take_turn_card(struct facts *f, const struct leaf *leaf)
{
    snprintf(f->card, sizeof f->card, "%s", leaf->value);
}

static void take_contract(struct facts *f, const struct leaf *leaf)
{
    const int item = item_find(f->items, SUBJECT_CONTRACT, leaf->value);

    for (int seat = 0; seat < f->seats; seat++)
        note_had(f, SUBJECT_CONTRACT, seat, item);
}

static void take_board(struct facts *f, const struct leaf *leaf)
{
    const int item = item_find(f->items, SUBJECT_BOARD, leaf->value);

    if (item >= 0 && !f->had[SUBJECT_BOARD][leaf->index[0]][item])
        note_used(f, SUBJECT_BOARD, leaf->index[0], item);
}

static void take_hand(struct facts *f, const struct leaf *leaf)
{
    note_had(f, SUBJECT_CARD, leaf->index[0],
             item_find(f->items, SUBJECT_CARD, leaf->value));
}

static void take_colour(struct facts *f, const struct leaf *leaf)
{
    snprintf(f->colour, sizeof f->colour, "%s", leaf->value);
}

static int tile_find(const struct facts *f, const char *colour,
                     const char *number)
{
    char word[24];

    snprintf(word, sizeof word, "%.12s %.8s", colour, number);
    return item_find(f->items, SUBJECT_TILE, word);
}

static void take_tile(struct facts *f, const struct leaf *leaf)
{
    f->tile = tile_find(f, f->colour, leaf->value);
    note_had(f, SUBJECT_TILE, leaf->index[0], f->tile);
}

static void take_connected(struct facts *f, const struct leaf *leaf)
{
    if (!strcmp(leaf->value, "true") && f->tile >= 0 &&
        !f->used[SUBJECT_TILE][leaf->index[0]][f->tile])
        note_used(f, SUBJECT_TILE, leaf->index[0], f->tile);
}

/* A path, and what its leaf says. */
struct row {
    const char *path;
    void (*take)(struct facts *f, const struct leaf *leaf);
};

static const struct row view_rows[] = {
    {"round", take_round},
    {"order.*", take_order},
    {"current_turn.card", take_turn_card},
    {"contracts.*.contract", take_contract},
    {"seats.*.board.number", take_board},
    {"seats.*.hand.cards.*", take_hand},
    {"seats.*.board.metropolises.*.colour", take_colour},
    {"seats.*.board.metropolises.*.tile", take_tile},
    {"seats.*.board.metropolises.*.connected", take_connected},
    {NULL, NULL},
};

static void take_view(void *context, const struct leaf *leaf)
{
    for (const struct row *row = view_rows; row->path; row++)
        if (!strcmp(row->path, leaf->path)) {
            row->take(context, leaf);
            return;
        }
}

void facts_see(struct facts *facts, const struct game *game, const void *state)
{
    struct sink_paths sink;

    sink_paths_init(&sink, take_view, facts);
    game->view(state, RULES_OMNISCIENT, &sink.sink);
    facts->ordered = true;
}

/* ---- moves ---- */

static void take_part(void *context, const struct leaf *leaf)
{
    struct facts *f = context;

    if (!strcmp(f->verb, "place") && !strcmp(leaf->path, "parts.slot"))
        note_used(f, SUBJECT_SLOT, f->seat,
                  item_find(f->items, SUBJECT_SLOT, leaf->value));
    if (!strcmp(f->verb, "claim") && !strcmp(leaf->path, "parts.contract"))
        note_used(f, SUBJECT_CONTRACT, f->seat,
                  item_find(f->items, SUBJECT_CONTRACT, leaf->value));
}

/* The verbs of moves that say something about items or take cards from a hand:
 * nothing that is counted comes and goes between two of them. */
static bool is_telling(const char *verb)
{
    static const char *const verbs[] = {"place", "card", "claim", "discard"};

    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (!strcmp(verb, verbs[i]))
            return true;
    return false;
}

void facts_move(struct facts *facts, const struct game *game, const void *state,
                int seat, struct move move)
{
    char notation[RULES_NOTATION_MAX];
    struct sink_paths sink;

    game->format(state, seat, move, notation);
    snprintf(facts->verb, sizeof facts->verb, "%.*s",
             (int)strcspn(notation, " "), notation);
    facts->seat = seat;
    if (!is_telling(facts->verb))
        return;
    facts_see(facts, game, state);
    if (!strcmp(facts->verb, "card"))
        note_used(facts, SUBJECT_CARD, seat,
                  item_find(facts->items, SUBJECT_CARD, facts->card));
    sink_paths_init(&sink, take_part, facts);
    game->describe(state, seat, move, &sink.sink);
}
