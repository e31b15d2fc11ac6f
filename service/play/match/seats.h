/* The seats of a match: who holds them, and which of them a request means. */
#ifndef PLAY_SEATS_H
#define PLAY_SEATS_H

#include "play/match/match.h"
#include "play/play.h"
#include "rules/game.h"

seat_set seats_of(const struct match *match, const struct play_id *account);
/* The seat meant by `asked` among those of an account: that one, or for -1 the
 * lowest that is to act, or else the lowest; -1: there is none such. */
int seat_meant(seat_set own, int asked, seat_set to_act);
seat_set bot_seats(const struct match *match);
/* Does an account hold a seat, whether it has left or not? */
bool has_player(const struct match *match);
static inline seat_set seats_all(const struct match *match)
{
    return (seat_set)((1U << match->settings.seats) - 1);
}
/* What follows from a row that was read earlier: players who are in both are
 * called as they are by now. */
void seats_keep_names(const struct match *cached_match, struct match *after);

#endif
