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

/* passes < 0: the move does not lead from the state to the one after it. */
static void record_move(const struct game *game, const void *before, int seat,
                        struct move move, int passes, struct journal *out)
{
    struct scratch copy;

    begin(game, before, out);
    if (passes < 0)
        return;
    memcpy(copy.state, before, game->state_size);
    game_play_recorded(game, copy.state, seat, move, (uint8_t)passes, out);
}

static void leave_journal(const struct game *game, const void *before,
                          const struct match_event *event, struct journal *out)
{
    struct scratch copy;

    memcpy(copy.state, before, game->state_size);
    game_leave_recorded(game, copy.state, event->seat, event->to_seq != 0, out);
}

static bool is_taken_back(const struct match_event *event,
                          const struct entry *move)
{
    return move->seat == event->seat && move->tag > event->to_seq;
}

/* Play the window again and record the moves from `first` up to `end` that are
 * taken back, as taken back. */
static void undo_journal(const struct game *game,
                         const struct match_event *event,
                         const struct undo_moves *undo, size_t first,
                         size_t end, struct journal *out)
{
    struct journal undone;
    struct scratch copy;

    begin(game, undo->base, &undone);
    memcpy(copy.state, undo->base, game->state_size);
    for (size_t i = 0; i < end; i++) {
        const struct entry *move = &undo->moves[i];

        if (i >= first && is_taken_back(event, move))
            game_play_recorded(game, copy.state, move->seat, move->move,
                               move->passes, &undone);
        else
            game_play(game, copy.state, move->seat, move->move, move->passes);
    }
    begin(game, undo->base, out);
    journal_add_undone(out, &undone);
}

/* One journal or, if the steps do not fit, one for each move. */
static void undo_journals(const struct game *game,
                          const struct match_event *event,
                          const struct undo_moves *undo, event_journal_fn *take,
                          void *context)
{
    struct journal journal;

    undo_journal(game, event, undo, 0, undo->count, &journal);
    if (!journal.is_full) {
        take(context, &journal);
        return;
    }
    for (size_t i = undo->count; i-- > 0;) {
        if (!is_taken_back(event, &undo->moves[i]))
            continue;
        undo_journal(game, event, undo, i, i + 1, &journal);
        take(context, &journal);
    }
}

void event_journals(const struct game *game, const struct match_event *event,
                    const void *before, const void *after,
                    const struct undo_moves *undo, event_journal_fn *take,
                    void *context)
{
    struct journal journal;

    if (!before || !after)
        return;
    begin(game, before, &journal);
    switch (event->kind) {
    case EVENT_MOVE:
        record_move(game, before, event->seat, event->bits,
                    event->has_passes
                        ? event->passes
                        : game_forced_passes(game, before, event->seat,
                                             event->bits, after),
                    &journal);
        break;
    case EVENT_UNDO:
        if (undo->base)
            undo_journals(game, event, undo, take, context);
        return;
    case EVENT_RESIGN:
    case EVENT_TIMEOUT: leave_journal(game, before, event, &journal); break;
    case EVENT_JOIN:
    case EVENT_LEAVE:
    case EVENT_START:
    case EVENT_FINISH:
    case EVENT_ABORT:
    case EVENT_VOTE:
    case EVENT_VOTE_WITHDRAWN:
    case EVENT_AWAY:
    case EVENT_BACK: return;
    }
    take(context, &journal);
}
