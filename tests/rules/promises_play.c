/* Promises about playing without judging: a legal move leads where apply leads,
 * with the forced passes found by search or counted; a move that is not legal
 * does no harm to anything but the match. */
#include "promises.h"

#include "rules/journal.h"
#include "rules/sink.h"

#include <inttypes.h>
#include <string.h>

enum { DAMAGES = 48 /* moves of a damaged log */ };

static bool same(const struct watch *w, const void *a, const void *b)
{
    return memcmp(a, b, w->match.game->state_size) == 0;
}

bool check_played(struct watch *w, const struct state_copy *before, int seat,
                  struct move move, const struct state_copy *after)
{
    const struct game *game = w->match.game;
    struct state_copy settled = *before, counted = *before;
    int passes;

    game->play(settled.bytes, seat, move);
    passes = game->settle(settled.bytes);
    if (!same(w, settled.bytes, after->bytes))
        return broken(w, "to apply is to play and to settle",
                      "seat %d: %08" PRIx32 " leads elsewhere", seat,
                      move.bits);
    if (game->settle(settled.bytes))
        return broken(w, "a settled state needs no further pass",
                      "seat %d: %08" PRIx32, seat, move.bits);
    if (game_forced_passes(game, before->bytes, seat, move, after->bytes) !=
        passes)
        return broken(w, "forced passes can be counted",
                      "seat %d: %08" PRIx32 " has %d", seat, move.bits, passes);
    game_play(game, counted.bytes, seat, move, (uint8_t)passes);
    if (!same(w, counted.bytes, after->bytes))
        return broken(w, "to apply is to play and to pass as often",
                      "seat %d: %08" PRIx32 " leads elsewhere", seat,
                      move.bits);
    return check_recorded(w, before, seat, move, passes, after);
}

/* All that may be asked of a state, and of the journal that led to it: each
 * returns. */
static void ask_all(struct watch *w, const struct state_copy *before,
                    const struct state_copy *after,
                    const struct journal *journal)
{
    static char text[WATCH_TEXT];
    static struct move moves[RULES_MOVES_MAX];
    const struct game *game = w->match.game;
    struct state_copy copy = *after;
    struct scores scores;
    struct sink_text sink;

    for (int viewer = RULES_OMNISCIENT; viewer < w->match.settings.seats;
         viewer++) {
        sink_text_init(&sink, text, sizeof text);
        game->view(after->bytes, viewer, &sink.sink);
        for (size_t i = 0; i < journal->count; i++)
            game_step(game, journal, i, viewer, &sink.sink);
    }
    game->score(after->bytes, &scores);
    game->irreversible(before->bytes, after->bytes);
    for (int seat = 0; seat < w->match.settings.seats; seat++) {
        game->evaluate(after->bytes, seat);
        game->moves(after->bytes, seat, moves, RULES_MOVES_MAX);
        sink_text_init(&sink, text, sizeof text);
        game->prompt(after->bytes, seat, seat, &sink.sink);
    }
    game->settle(copy.bytes);
    game->leave(copy.bytes,
                (int)random_below(&w->random, w->match.settings.seats),
                random_below(&w->random, 2) == 0);
    game->resample(copy.bytes, 0, &w->random);
}

/* A log whose moves are anything: it leads somewhere, without a crash. */
bool check_damaged(struct watch *w)
{
    const struct game *game = w->match.game;
    const struct state_copy begin = copy_state(w);
    static struct journal journal;
    struct state_copy state = begin;

    journal_begin(&journal, w->match.settings.seats);
    game->record(state.bytes, &journal);
    for (int i = 0; i < DAMAGES; i++) {
        int seat = (int)random_below(&w->random, RULES_SEATS_MAX + 2) - 1;
        struct move move = any_move(w);

        if (random_below(&w->random, 8) == 0)
            game->pass_forced(state.bytes);
        else if (random_below(&w->random, 4) == 0)
            game->settle(state.bytes);
        else
            game->play(state.bytes, seat, move);
    }
    game->record(NULL, NULL);
    ask_all(w, &begin, &state, &journal);
    for (size_t i = game->state_size; i < RULES_STATE_MAX; i++)
        if (state.bytes[i] != begin.bytes[i])
            return broken(w, "a damaged log writes no byte beyond the state",
                          "byte %zu", i);
    return true;
}
