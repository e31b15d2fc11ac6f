/* Is a request too old?  Seats that choose at the same time do not make each
 * other stale: only what changed the seat's own choices does. */
#include "inner.h"

#include <stdlib.h>
#include <string.h>

/* The choices of a seat, to compare. */
struct choices {
    size_t undoable; /* moves that it may take back; 0 when that is no matter */
    size_t count;
    struct move moves[RULES_MOVES_MAX];
};

static void list_choices(const struct history *history, const struct task *task,
                         struct choices *out)
{
    out->count = out->undoable = 0;
    if (!history->has_state)
        return;
    out->count = history->game->moves(history->replay.state, task->seat,
                                      out->moves, RULES_MOVES_MAX);
    if (task->action == MATCH_UNDO)
        out->undoable = replay_undoable(&history->replay, task->seat);
}

static bool same_choices(const struct choices *a, const struct choices *b)
{
    return a->undoable == b->undoable && a->count == b->count &&
           memcmp(a->moves, b->moves, a->count * sizeof *a->moves) == 0;
}

/* The seat's own events change what it may do, whatever they are; votes and
 * vacations do not. */
static bool changes_always(const struct match_event *event, int seat)
{
    return event->kind == EVENT_START ||
           (event->seat == seat && !event_is_aside(event->kind));
}

/* Lists of moves that are made to answer one request.  What is further behind
 * is too old: a list may take milliseconds. */
enum { LISTS_MAX = 32 };

/* Did nothing since the expected seq change what the seat may do? */
static bool is_unchanged(struct history *history, const struct task *task,
                         struct choices *then, struct choices *now)
{
    unsigned lists = 1;

    while (history->seq < task->expected_seq)
        if (!history_step(history))
            return false;
    list_choices(history, task, then);
    while (history->next < history->count) {
        const struct match_event *event = &history->events[history->next];

        if (changes_always(event, task->seat) || !history_step(history))
            return false;
        if (event_is_aside(event->kind))
            continue; /* there may be thousands of them */
        if (++lists > LISTS_MAX)
            return false;
        list_choices(history, task, now);
        if (!same_choices(then, now))
            return false;
    }
    return true;
}

enum play_err stale_err(struct play *play, const struct store_match *row,
                        const struct task *task)
{
    struct room {
        struct history history;
        struct choices then, now;
    } * room;
    enum play_err err;

    if (task->expected_seq == MATCH_ANY_SEQ ||
        task->expected_seq == row->match.seq)
        return PLAY_OK;
    if (task->expected_seq < 0 || task->expected_seq > row->match.seq)
        return PLAY_STALE;
    room = malloc(sizeof *room);
    if (!room)
        return PLAY_UNAVAILABLE;
    err = history_open(play, row, row->match.seq, &room->history);
    if (!err) {
        if (!is_unchanged(&room->history, task, &room->then, &room->now))
            err = PLAY_STALE;
        history_close(&room->history);
    }
    free(room);
    return err;
}
