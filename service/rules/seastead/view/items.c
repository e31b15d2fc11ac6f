/* The items whose balance can be judged: the start player, locations, dock
 * tiles, specialists and decrees; and which of them a match used. */
#include "rules/kit/tally.h"
#include "rules/seastead/engine/journal.h"
#include "rules/seastead/view/view.h"

#include <stdio.h>

enum group {
    GROUP_PLACE,
    GROUP_LOCATION,
    GROUP_DOCK,
    GROUP_HIRE,
    GROUP_SPECIALIST,
    GROUP_DECREE,
};

static void place_item(int index, struct item *out)
{
    snprintf(out->word, sizeof out->word, "%s", index ? "second" : "first");
}

/* The locations of sides A and B are different items. */
static int location_index(const struct state *s, int location)
{
    const int f = flotilla_of(location);

    return (2 * f + (s->b_sides >> f & 1)) * SPOTS + location % SPOTS;
}

static void location_item(int index, struct item *out)
{
    const int side = index / SPOTS % 2, f = index / SPOTS / 2;
    const struct location *l = &locations[f][side][index % SPOTS];

    snprintf(out->word, sizeof out->word, "%d%c %d", 1 + f, "ab"[side],
             1 + index % SPOTS);
    snprintf(out->name, sizeof out->name, "cost %d, %d points, effect L%d",
             l->cost, l->points, l->effect);
    snprintf(out->kind, sizeof out->kind, "cost %d", l->cost);
}

static void dock_item(int index, struct item *out)
{
    snprintf(out->word, sizeof out->word, "%d", 1 + index);
    snprintf(out->name, sizeof out->name, "%s",
             resource_words[docks[1 + index].resource]);
}

static void specialist_item(int index, struct item *out)
{
    const struct specialist *specialist = &specialists[1 + index];

    snprintf(out->word, sizeof out->word, "%s", specialist->word);
    snprintf(out->name, sizeof out->name, "%s", specialist->title);
    snprintf(out->kind, sizeof out->kind, "set %s",
             specialist->is_b ? "B" : "A");
}

static void decree_item(int index, struct item *out)
{
    snprintf(out->word, sizeof out->word, "%d", 1 + index);
    snprintf(out->name, sizeof out->name, "%s", decrees[1 + index].title);
}

const struct item_group seastead_items[] = {
    [GROUP_PLACE] = {.word = "place",
                     .title = "Places in the play order",
                     .had = "had",
                     .meaning = "The start player is first.",
                     .count = OWNERS,
                     .item = place_item},
    [GROUP_LOCATION] = {.word = "location",
                        .title = "Locations",
                        .used = "built on",
                        .meaning = "A location is built on when a building is "
                                   "put there from a player board.",
                        .count = 2 * LOCATIONS,
                        .item = location_item},
    [GROUP_DOCK] = {.word = "dock-tile",
                    .title = "Dock tiles",
                    .had = "offered",
                    .used = "taken",
                    .meaning = "A dock tile is offered if it is displayed when "
                               "the seat takes one for a port.",
                    .count = DOCKS,
                    .item = dock_item},
    [GROUP_HIRE] = {.word = "offer",
                    .title = "Specialists on offer",
                    .had = "offered",
                    .used = "taken",
                    .meaning = "A specialist is offered if it is displayed "
                               "when the seat takes one.",
                    .count = SPECIALISTS,
                    .item = specialist_item},
    [GROUP_SPECIALIST] = {.word = "specialist",
                          .title = "Specialists",
                          .had = "taken",
                          .used = "used",
                          .meaning = "A specialist is used when it is turned "
                                     "face down, for its ability or by the "
                                     "effect of a location.",
                          .count = SPECIALISTS,
                          .item = specialist_item},
    [GROUP_DECREE] = {.word = "decree",
                      .title = "Decrees",
                      .had = "offered",
                      .used = "chosen",
                      .meaning = "A decree is offered if the seat chooses "
                                 "between it and another one.",
                      .count = DECREES,
                      .item = decree_item},
    {.word = NULL},
};

static void tally_seat(const struct state *s, int seat, struct tally *tally)
{
    tally_had(tally, GROUP_PLACE, seat, seat != s->first);
    for (int n = 1; n <= SPECIALISTS; n++)
        if (has_specialist(s, seat, n))
            tally_had(tally, GROUP_SPECIALIST, seat, n - 1);
}

/* A seat took something from a display as it was before the move. */
static void tally_taken(enum group group, const uint8_t *display,
                        const struct journal_step *step, struct tally *tally)
{
    for (int i = 0; i < DISPLAY; i++)
        if (display[i])
            tally_had(tally, (int)group, step->seat, display[i] - 1);
    tally_used(tally, (int)group, step->seat, step->what - 1);
}

static void tally_specialist(const struct state *s,
                             const struct journal_step *step,
                             struct tally *tally)
{
    if (step->to.kind != PLACE_BOARD)
        return;
    tally_taken(GROUP_HIRE, s->specialist_display, step, tally);
    tally_had(tally, GROUP_SPECIALIST, step->seat, step->what - 1);
}

/* A decree that was the only one left is not chosen (S12). */
static void tally_decree(const struct journal_step *step, struct tally *tally)
{
    if (step->from.kind != PLACE_DRAWN)
        return;
    tally_had(tally, GROUP_DECREE, step->seat, step->what - 1);
    if (step->to.kind == PLACE_FORCE)
        tally_used(tally, GROUP_DECREE, step->seat, step->what - 1);
}

static void tally_step(const struct state *s, const struct journal_step *step,
                       struct tally *tally)
{
    switch ((enum journal_type)step->type) {
    case STEP_BUILDING:
        if (step->from.kind == PLACE_BOARD && step->to.kind == PLACE_LOCATION)
            tally_used(tally, GROUP_LOCATION, step->seat,
                       location_index(s, step->to.id));
        break;
    case STEP_DOCK:
        if (step->to.kind == PLACE_LOCATION)
            tally_taken(GROUP_DOCK, s->dock_display, step, tally);
        break;
    case STEP_SPECIALIST: tally_specialist(s, step, tally); break;
    case STEP_DECREE: tally_decree(step, tally); break;
    case STEP_FLIP:
        if (!step->n)
            tally_used(tally, GROUP_SPECIALIST, step->seat, step->what - 1);
        break;
    default: break;
    }
}

void seastead_tally(const void *state, const struct journal *journal,
                    struct tally *tally)
{
    const struct state *s = state;

    tally->round = (uint8_t)(1 + s->turns / s->seats);
    for (int seat = 0; seat < s->seats; seat++)
        tally_seat(s, seat, tally);
    for (int i = 0; i < journal->count; i++)
        if (journal->step[i].seat >= 0 && journal->step[i].seat < s->seats)
            tally_step(s, &journal->step[i], tally);
}
