/* Applying a vacation to a match: the deadlines of its seat move. */
#include "play/match/apply_vacation.h"

#include "play/error.h"
#include "play/match/clock.h"
#include "play/match/command.h"
#include "play/match/event.h"
#include "play/match/match.h"
#include "play/match/row.h"
#include "play/match/seats.h"
#include "play/match/update.h"
#include "play/store/matches.h"

enum play_err apply_vacation(struct play *play, const struct store_match *row,
                             struct command *command)
{
    const int64_t now_us = row_now_us(play, row);
    struct match *after = &command->after.match;
    bool is_away = command->vacation_until_us > now_us;
    int64_t was_us;

    command->seat = seat_meant(seats_of(&row->match, &command->actor.account),
                               command->asked_seat, 0);
    if (command->seat < 0)
        return PLAY_NOT_SEATED;
    if (row->match.status != MATCH_OPEN && row->match.status != MATCH_RUNNING)
        return PLAY_FINISHED;
    if (row->match.status == MATCH_RUNNING && row_has_left(row, command->seat))
        return PLAY_NOT_SEATED;
    was_us = row->match.away_until_us[command->seat];
    /* A vacation grows or ends: a shorter one was submitted too late. */
    if (!clock_pauses(&row->match, command->seat) ||
        (is_away ? was_us >= command->vacation_until_us : was_us <= now_us))
        return PLAY_TIME_NOT_UP;
    update_begin(play, row, command);
    clock_away(after, command->seat, command->vacation_until_us, now_us);
    update_add_event(command, is_away ? EVENT_AWAY : EVENT_BACK, command->seat);
    return update_finish(play, row, command);
}
