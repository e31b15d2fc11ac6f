/* Promises about declining: a move that is offered beside it can do more.
 * Otherwise the decision would be a question about nothing.
 *
 * Two kinds of move may lead where declining leads.  If nothing but declining
 * is left to a seat, the decision is open for what the others cannot see (the
 * contracts in a hand): it is one that the move leads to.  And what the move
 * gives may come by itself if it is declined (the last resource of a supply,
 * now or a moment later). */
#include "promises.h"

#include "rules/journal.h"

#include <string.h>

enum { DEPTH = 4 }; /* decisions of the seat that follow a move */

/* The move by which a seat declines, if it may.  Every game calls it so. */
static bool find_decline(const struct watch *w, int seat, struct move *out)
{
    return w->match.game->parse(w->match.state, seat, "pass", out) ==
               RULES_OK &&
           is_listed(&w->listing[seat], *out);
}

/* Whether each way in which the seat decides leads to this state. */
static bool only_leads_to(const struct game *game,
                          const struct state_copy *from, int seat,
                          const struct state_copy *to, int depth)
{
    struct move moves[RULES_MOVES_MAX];
    size_t count;

    if (!memcmp(from->bytes, to->bytes, game->state_size))
        return true;
    if (!depth || game->to_act(from->bytes) != 1u << seat)
        return false;
    count = game->moves(from->bytes, seat, moves, RULES_MOVES_MAX);
    for (size_t i = 0; i < count; i++) {
        struct state_copy after = *from;

        game_play_listed(game, after.bytes, seat, moves[i]);
        if (!only_leads_to(game, &after, seat, to, depth - 1))
            return false;
    }
    return count > 1;
}

static void record_move(const struct watch *w, int seat, struct move move,
                        struct journal *journal)
{
    const struct game *game = w->match.game;
    struct state_copy played = copy_state(w), recorded = played;
    int passes;

    game_play_listed(game, played.bytes, seat, move);
    passes = game_forced_passes(game, w->match.state, seat, move, played.bytes);
    journal_begin(journal, w->match.settings.seats);
    game_play_recorded(game, recorded.bytes, seat, move, (uint8_t)passes,
                       journal);
}

/* Whether the seat gets or gives without this move what it does first. */
static bool comes_anyway(const struct watch *w, int seat, struct move move,
                         struct move decline)
{
    static struct journal moved, declined;
    const struct journal_step *first = &moved.step[0];

    record_move(w, seat, move, &moved);
    record_move(w, seat, decline, &declined);
    if (!moved.count || first->seat != seat ||
        !(first->from.kind || first->to.kind))
        return false;
    for (int i = 0; i < declined.count; i++)
        if (declined.step[i].type == first->type &&
            declined.step[i].seat == seat &&
            declined.step[i].what == first->what)
            return true;
    return false;
}

static bool check_seat(struct watch *w, int seat)
{
    const struct game *game = w->match.game;
    const struct listing *listing = &w->listing[seat];
    struct state_copy declined = copy_state(w);
    struct move decline;
    char name[RULES_NOTATION_MAX];

    if (!find_decline(w, seat, &decline))
        return true;
    game_play_listed(game, declined.bytes, seat, decline);
    for (size_t i = 0; i < listing->count; i++) {
        const struct move move = listing->moves[i];
        struct state_copy after = copy_state(w);

        game_play_listed(game, after.bytes, seat, move);
        if (move.bits == decline.bits ||
            !only_leads_to(game, &after, seat, &declined, DEPTH) ||
            comes_anyway(w, seat, move, decline))
            continue;
        game->format(w->match.state, seat, move, name);
        return broken(w, "an offered move can do more than declining",
                      "seat %d: \"%s\"", seat, name);
    }
    return true;
}

bool check_declining(struct watch *w)
{
    for (int seat = 0; seat < w->match.settings.seats; seat++)
        if (w->listing[seat].count > 1 && !check_seat(w, seat))
            return false;
    return true;
}
