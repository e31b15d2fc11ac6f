/* The items whose balance is judged, read from a game's components and from
 * the first position of a match by the words that these use. */
#include "cli/balance/balance.h"
#include "cli/sink_paths.h"

#include <string.h>

/* Items being read; now: the one that the last leaf belonged to. */
struct reading {
    struct items *items;
    struct item *now;
    char colour[16];
};

static void item_begin(struct reading *r, enum subject subject,
                       const char *word, const char *group)
{
    struct items *items = r->items;

    r->now = NULL;
    if (items->count[subject] == ITEMS_MAX ||
        item_find(items, subject, word) >= 0)
        return;
    r->now = &items->item[subject][items->count[subject]++];
    *r->now = (struct item){"", "", ""};
    snprintf(r->now->word, sizeof r->now->word, "%s", word);
    snprintf(r->now->group, sizeof r->now->group, "%s", group);
}

static void take_name(struct reading *r, const char *value)
{
    if (r->now)
        snprintf(r->now->name, sizeof r->now->name, "%s", value);
}

static void take_card(struct reading *r, const char *value)
{
    item_begin(r, SUBJECT_CARD, value, "");
}

static void take_era(struct reading *r, const char *value)
{
    if (r->now && strcmp(value, "null") != 0)
        snprintf(r->now->group, sizeof r->now->group, "era %.10s", value);
}

static void take_special(struct reading *r, const char *value)
{
    if (r->now && !strcmp(value, "true"))
        snprintf(r->now->group, sizeof r->now->group, "special");
}

/* Special cards cost something, and are worth it. */
static void take_credits(struct reading *r, const char *value)
{
    if (r->now && !strcmp(r->now->group, "special"))
        snprintf(r->now->group, sizeof r->now->group, "special at %.3s", value);
}

static void take_board(struct reading *r, const char *value)
{
    item_begin(r, SUBJECT_BOARD, value, "");
}

static void take_group(struct reading *r, const char *value)
{
    if (r->now)
        snprintf(r->now->group, sizeof r->now->group, "%s", value);
}

static void take_colour(struct reading *r, const char *value)
{
    snprintf(r->colour, sizeof r->colour, "%s", value);
}

static void take_tile(struct reading *r, const char *value)
{
    char word[24];

    snprintf(word, sizeof word, "%.12s %.8s", r->colour, value);
    item_begin(r, SUBJECT_TILE, word, r->colour);
}

static void take_contract(struct reading *r, const char *value)
{
    item_begin(r, SUBJECT_CONTRACT, value, "");
}

static void take_slot(struct reading *r, const char *value)
{
    item_begin(r, SUBJECT_SLOT, value, "");
}

static void take_place(struct reading *r, const char *value)
{
    static const char *const names[] = {"first", "second", "third", "fourth"};
    const int count = r->items->count[SUBJECT_PLACE];
    char word[16];

    (void)value;
    if (count >= RULES_SEATS_MAX)
        return;
    snprintf(word, sizeof word, "%d", 1 + count);
    item_begin(r, SUBJECT_PLACE, word, "");
    take_name(r, names[count]);
}

/* A path, and what its leaf says. */
struct row {
    const char *path;
    void (*take)(struct reading *r, const char *value);
};

static const struct row component_rows[] = {
    {"cards.*.card", take_card},
    {"cards.*.name", take_name},
    {"cards.*.era", take_era},
    {"cards.*.special", take_special},
    {"cards.*.credits", take_credits},
    {"boards.*.board", take_board},
    {"boards.*.side", take_group},
    {"metropolises.*.colour", take_colour},
    {"metropolises.*.tile", take_tile},
    {"metropolises.*.text", take_name},
    {"contracts.*.contract", take_contract},
    {"contracts.*.name", take_name},
    {NULL, NULL},
};

static const struct row view_rows[] = {
    {"order.*", take_place},
    {"slots.*.slot", take_slot},
    {"slots.*.text", take_name},
    {NULL, NULL},
};

static void take(struct reading *r, const struct row *rows,
                 const struct leaf *leaf)
{
    for (const struct row *row = rows; row->path; row++)
        if (!strcmp(row->path, leaf->path)) {
            row->take(r, leaf->value);
            return;
        }
}

static void take_component(void *context, const struct leaf *leaf)
{
    take(context, component_rows, leaf);
}

static void take_view(void *context, const struct leaf *leaf)
{
    take(context, view_rows, leaf);
}

int item_find(const struct items *items, enum subject subject, const char *word)
{
    for (int i = 0; i < items->count[subject]; i++)
        if (!strcmp(items->item[subject][i].word, word))
            return i;
    return -1;
}

void items_read(struct items *items, const struct game *game, const void *state)
{
    struct reading r = {.items = items};
    struct sink_paths sink;

    memset(items, 0, sizeof *items);
    sink_paths_init(&sink, take_component, &r);
    game->components(&sink.sink);
    r.now = NULL;
    sink_paths_init(&sink, take_view, &r);
    game->view(state, RULES_OMNISCIENT, &sink.sink);
}
