/* The seats of a match: finding those of an account, and the one that a
 * request means. */
#ifndef PLAY_SEATS_H
#define PLAY_SEATS_H

#include "play/match/match.h"
#include "play/play.h"
#include "rules/game.h"

/* Return the seats that an account holds. */
seat_set seats_of(const struct match *match, const struct play_id *account);
/* Return the seat of an account that a request means: `asked` itself, or for
 * -1 the lowest that is to act, or else the lowest.  -1: the account has no
 * such seat. */
int seat_meant(seat_set own, int asked, seat_set to_act);
seat_set bot_seats(const struct match *match);
/* Return whether an account holds a seat, even if it has left. */
bool has_player(const struct match *match);
static inline seat_set seats_all(const struct match *match)
{
    return (seat_set)((1U << match->settings.seats) - 1);
}
/* Give players of `after`, which was computed from an older row, the names that
 * they have in the cached match: a player may have been renamed meanwhile. */
void seats_keep_names(const struct match *cached_match, struct match *after);

#endif
