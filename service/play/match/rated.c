/* The rules of rated matches: which seats and clocks they allow, how their
 * opening ends, and which matches count.
 *
 * A rated match is in its opening as long as a seat that has not left has not
 * made a decision.  If the leaving of a seat would end the match in its
 * opening, it is aborted instead: the seat that left forfeits, and nobody wins
 * against a player who never began.  After the opening the match ends only
 * with a full result. */
#include "play/match/rated.h"

#include "play/error.h"
#include "play/match/create.h"
#include "play/match/match.h"
#include "play/match/row.h"
#include "play/match/seats.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/store/matches.h"
#include "rules/game.h"

#include <string.h>

/* ---- rules for specs ---- */

static const char *const why_unfair[] = {
    [UNFAIR_NOTHING] = NULL,
    [UNFAIR_POSITION] =
        "A rated match starts at the beginning: omit the position.",
    [UNFAIR_BOT_BY_NAME] = "A bot seated by its name has no rating: challenge "
                           "the account of a bot instead.",
    [UNFAIR_SAME_ACCOUNT] =
        "An account can have only one seat in a rated match.",
    [UNFAIR_NO_CLOCK] = "A rated match against others requires a clock, so "
                        "that no player has to wait indefinitely.",
    [UNFAIR_CLAIM] = "A rated match requires the clock policy automatic.",
};

static enum play_err unfair(struct match_fault *fault, enum match_unfair what,
                            size_t seat)
{
    fault->unfair = what;
    fault->index = seat;
    fault->why = why_unfair[what];
    return PLAY_UNFAIR;
}

static bool is_same_account(const struct match_seat *a,
                            const struct match_seat *b)
{
    const struct play_id *first = seat_account(a), *second = seat_account(b);

    return first && second && id_equals(first, second);
}

/* Return what is unfair about a seat, whether the seats are given as players
 * or as words. */
static enum match_unfair unfair_seat(const struct match_spec *spec, size_t seat)
{
    const bool is_given = spec->given != NULL;

    if (is_given ? spec->given[seat].kind == SEAT_BOT &&
                       !spec->given[seat].is_builtin
                 : strncmp(spec->seats[seat], "bot:", 4) == 0)
        return UNFAIR_BOT_BY_NAME;
    for (size_t i = 0; i < seat; i++)
        if (is_given ? is_same_account(&spec->given[i], &spec->given[seat])
                     : strcmp(spec->seats[seat], "me") == 0 &&
                           strcmp(spec->seats[i], "me") == 0)
            return UNFAIR_SAME_ACCOUNT;
    return UNFAIR_NOTHING;
}

enum play_err rated_check(const struct match_spec *spec,
                          struct match_fault *fault)
{
    if (!spec->rated)
        return PLAY_OK;
    if (spec->position)
        return unfair(fault, UNFAIR_POSITION, SIZE_MAX);
    for (size_t i = 0; i < spec->seat_count; i++) {
        enum match_unfair what = unfair_seat(spec, i);

        if (what)
            return unfair(fault, what, i);
    }
    if (spec->seat_count > 1 && !clock_is_set(&spec->clock))
        return unfair(fault, UNFAIR_NO_CLOCK, SIZE_MAX);
    if (clock_is_set(&spec->clock) && spec->clock.policy != CLOCK_AUTOMATIC)
        return unfair(fault, UNFAIR_CLAIM, SIZE_MAX);
    return PLAY_OK;
}

/* ---- the opening ---- */

seat_set rated_here(const struct store_match *row)
{
    seat_set here = 0;

    for (int seat = 0; seat < row->match.settings.seats; seat++)
        if (!row_has_left(row, seat))
            here |= (seat_set)(1U << seat);
    return here;
}

bool rated_is_opening(const struct store_match *row)
{
    const struct match *match = &row->match;
    const seat_set undecided = (seat_set)(seats_all(match) & ~match->decided);

    if (!match->rated || match->status != MATCH_RUNNING || !undecided)
        return false;
    return (rated_here(row) & undecided) != 0;
}

/* ---- matches that count ---- */

bool match_counts(const struct match *match)
{
    bool has_account = false;

    for (int seat = 0; seat < match->settings.seats; seat++)
        has_account = has_account || seat_account(&match->seats[seat]);
    if (match->status == MATCH_ABORTED)
        return match->rated && match->forfeits;
    return match->status == MATCH_FINISHED && has_account && !match->sandbox &&
           (match->rated || !match->is_private);
}
