/* Whether a finished match is evidence of strength: how many decisions it
 * had. */
#include "play/ladder/evidence.h"

#include "play/ladder/settle.h"
#include "play/match/event.h"
#include "play/store.h"
#include "play/store/error.h"
#include "play/store/ladder.h"
#include "play/store/matches.h"
#include "rules/game.h"

#include <stdlib.h>
#include <string.h>

/* Return whether a later event takes the decision back. */
static bool is_taken_back(const struct match_event *events, size_t count,
                          size_t at)
{
    for (size_t i = at + 1; i < count; i++)
        if (events[i].kind == EVENT_UNDO && events[i].seat == events[at].seat &&
            events[i].to_seq < events[at].seq)
            return true;
    return false;
}

/* Return the index after the event with which every seat had decided, or had
 * left. */
static size_t opening_end(int seats, const struct match_event *events,
                          size_t count)
{
    unsigned waiting = (1U << seats) - 1;

    for (size_t i = 0; i < count; i++) {
        if (events[i].kind == EVENT_MOVE || events[i].kind == EVENT_RESIGN ||
            events[i].kind == EVENT_TIMEOUT)
            waiting &= ~(1U << events[i].seat);
        if (!waiting)
            return i + 1;
    }
    return count;
}

bool match_is_short(const struct game *game, int seats,
                    const struct match_event *events, size_t count)
{
    const size_t opened = opening_end(seats, events, count);
    const uint32_t least = game->usual_decisions[seats - 1] / 10;
    uint32_t later = 0;

    for (size_t i = opened; i < count && later < least; i++)
        later +=
            events[i].kind == EVENT_MOVE && !is_taken_back(events, count, i);
    return later < least;
}

enum store_err ladder_judge(struct store *store,
                            struct store_settlement *ladder,
                            struct ladder_match *match)
{
    const struct game *game = game_find(match->game);
    struct store_match *row;
    struct match_event *events = NULL;
    enum store_err err;
    size_t count;

    if (match->number > 0 || !ladder_is_rated(match) || !match->has_result ||
        match->is_played_out || !game)
        return STORE_OK;
    row = malloc(sizeof *row);
    if (!row)
        return STORE_UNAVAILABLE;
    err =
        store->ladder->find_record(ladder, &match->match, row, &events, &count);
    if (!err)
        match->is_short = match_is_short(game, match->seats, events, count);
    if (!err)
        free(events);
    free(row);
    return err;
}
