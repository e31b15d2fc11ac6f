/* Applying the events of a match to its state. */
#include "play/replay/event_apply.h"

#include "play/match/event.h"

#include <string.h>

void log_point_init(struct log_point *point, const struct game *game)
{
    point->seq = point->from = 0;
    point->has_state = false;
    point->replay.game = game;
    memset(point->replay.state, 0, sizeof point->replay.state);
}

/* The seat's moves after to_seq, as a number. */
static struct move moves_to_undo(const struct replay *replay,
                                 const struct match_event *event)
{
    struct move count = {0};

    for (size_t i = 0; i < replay->count; i++)
        count.bits += replay->undo_window[i].seat == event->seat &&
                      replay->undo_window[i].tag > event->to_seq;
    return count;
}

static enum rules_err apply_entry(struct replay *replay,
                                  const struct match_event *event,
                                  enum entry_kind kind, enum apply_mode mode,
                                  const void *after)
{
    struct entry entry = {.kind = (uint8_t)kind,
                          .seat = (uint8_t)event->seat,
                          .move = event->bits,
                          .tag = event->seq};

    switch (mode) {
    case APPLY_JUDGE: return replay_step(replay, &entry);
    case APPLY_STATE:
        if (kind == ENTRY_MOVE) {
            entry.is_trusted = event->has_passes;
            entry.passes = event->passes;
            return replay_move_to(replay, &entry, after);
        }
        break;
    case APPLY_HASH: break;
    }
    return replay_step_known(replay, &entry, event->state_hash);
}

static bool apply_decision(struct log_point *point, struct match_event *event,
                           enum entry_kind kind, enum apply_mode mode,
                           const void *after)
{
    struct replay *replay = &point->replay;

    if (!point->has_state)
        return false;
    if (kind == ENTRY_UNDO)
        event->bits = moves_to_undo(replay, event);
    if (kind == ENTRY_LEAVE)
        event->bits.bits = event->to_seq != 0;
    if (kind == ENTRY_MOVE && mode != APPLY_STATE &&
        replay->game->parse(replay->state, event->seat, event->move,
                            &event->bits))
        return false;
    if (apply_entry(replay, event, kind, mode, after))
        return false;
    if (kind != ENTRY_UNDO && replay->count == 0)
        point->from = event->seq; /* irreversible */
    return true;
}

bool event_apply(struct log_point *point, struct match_event *event,
                 enum apply_mode mode, const void *after)
{
    enum entry_kind kind;

    if (event->seq != point->seq + 1)
        return false;
    if (event->kind == EVENT_START) {
        replay_begin(&point->replay, point->replay.game, after);
        point->from = event->seq;
        point->has_state = true;
    } else if (event_is_decision(event->kind, &kind) &&
               !apply_decision(point, event, kind, mode, after)) {
        return false;
    }
    point->seq = event->seq;
    return true;
}
