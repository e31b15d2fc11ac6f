/* Writing the journal of an event by playing it again on a copy. */
#include "play/replay/event_journal.h"

#include "play/match/event.h"

#include <string.h>

struct scratch {
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
};

static void begin(const struct game *game, const void *state,
                  struct journal *out)
{
    struct settings settings;

    game->settings(state, &settings);
    journal_begin(out, settings.seats);
}

void move_journal(const struct game *game, const void *before, int seat,
                  struct move move, const void *after, struct journal *out)
{
    const int passes = game_forced_passes(game, before, seat, move, after);
    struct scratch copy;

    begin(game, before, out);
    if (passes < 0)
        return;
    memcpy(copy.state, before, game->state_size);
    game_play_recorded(game, copy.state, seat, move, (uint8_t)passes, out);
}

static void leave_journal(const struct game *game, const void *before, int seat,
                          struct journal *out)
{
    struct scratch copy;

    memcpy(copy.state, before, game->state_size);
    game_leave_recorded(game, copy.state, seat, out);
}

/* Play the window again and record the moves that are taken back. */
static void undo_journal(const struct game *game,
                         const struct match_event *event,
                         const struct undo_moves *undo, struct journal *out)
{
    struct journal undone;
    struct scratch copy;

    begin(game, undo->base, &undone);
    memcpy(copy.state, undo->base, game->state_size);
    for (size_t i = 0; i < undo->count; i++) {
        const struct entry *move = &undo->moves[i];

        if (move->seat == event->seat && move->tag > event->to_seq)
            game_play_recorded(game, copy.state, move->seat, move->move,
                               move->passes, &undone);
        else
            game_play(game, copy.state, move->seat, move->move, move->passes);
    }
    journal_add_undone(out, &undone);
}

void event_journal(const struct game *game, const struct match_event *event,
                   const void *before, const void *after,
                   const struct undo_moves *undo, struct journal *out)
{
    journal_begin(out, 0);
    if (!before || !after)
        return;
    begin(game, before, out);
    switch (event->kind) {
    case EVENT_MOVE:
        move_journal(game, before, event->seat, event->bits, after, out);
        break;
    case EVENT_UNDO:
        if (undo->base)
            undo_journal(game, event, undo, out);
        break;
    case EVENT_RESIGN:
    case EVENT_TIMEOUT: leave_journal(game, before, event->seat, out); break;
    case EVENT_JOIN:
    case EVENT_LEAVE:
    case EVENT_START:
    case EVENT_FINISH:
    case EVENT_ABORT:
    case EVENT_VOTE:
    case EVENT_VOTE_WITHDRAWN:
    case EVENT_AWAY:
    case EVENT_BACK: break;
    }
}
