/* The seats of a match and the accounts that hold them. */
#include "play/match/seats.h"

#include "play/match/match.h"
#include "play/node/id.h"
#include "play/play.h"
#include "rules/game.h"

#include <string.h>

seat_set seats_of(const struct match *match, const struct play_id *account)
{
    seat_set seats = 0;

    for (int i = 0; i < match->settings.seats; i++)
        if (match->seats[i].kind == SEAT_HUMAN &&
            id_equals(&match->seats[i].account, account))
            seats = (seat_set)(seats | 1U << i);
    return seats;
}

void seats_keep_names(const struct match *cached_match, struct match *after)
{
    for (int i = 0; i < after->settings.seats; i++)
        if (cached_match->game && cached_match->seats[i].kind == SEAT_HUMAN &&
            after->seats[i].kind == SEAT_HUMAN &&
            id_equals(&cached_match->seats[i].account,
                      &after->seats[i].account)) {
            memcpy(after->seats[i].name, cached_match->seats[i].name,
                   sizeof after->seats[i].name);
            memcpy(after->seats[i].display, cached_match->seats[i].display,
                   sizeof after->seats[i].display);
        }
}

bool has_player(const struct match *match)
{
    for (int i = 0; i < match->settings.seats; i++)
        if (match->seats[i].kind == SEAT_HUMAN)
            return true;
    return false;
}

seat_set bot_seats(const struct match *match)
{
    seat_set seats = 0;

    for (int i = 0; i < match->settings.seats; i++)
        if (match->seats[i].kind == SEAT_BOT)
            seats = (seat_set)(seats | 1U << i);
    return seats;
}

static int lowest(seat_set seats)
{
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        if (seats & 1U << seat)
            return seat;
    return -1;
}

int seat_meant(seat_set own, int asked, seat_set to_act)
{
    if (asked >= 0)
        return asked < RULES_SEATS_MAX && own & 1U << asked ? asked : -1;
    return lowest(own & to_act ? own & to_act : own);
}
