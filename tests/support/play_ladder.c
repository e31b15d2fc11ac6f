/* Plays matches to their end, and waits until they are settled. */
#include "play_ladder.h"

#include <criterion/criterion.h>
#include <string.h>

struct match contest_begin(struct play *play, const struct contest *contest)
{
    struct match_seat seats[RULES_SEATS_MAX] = {0};
    struct match_spec spec = {
        .game = contest->game,
        .given = seats,
        .seat_count = contest->count,
        .rated = !contest->casual,
    };
    struct match_fault fault;
    struct match match;

    if (contest->count > 1 && !contest->casual)
        spec.clock = (struct match_clock){.turn_seconds = 86400,
                                          .policy = CLOCK_AUTOMATIC};
    for (size_t i = 0; i < contest->count; i++) {
        seats[i].kind = SEAT_HUMAN;
        seats[i].account = contest->players[i].key;
        seats[i].is_bot_account = contest->players[i].kind != ACCOUNT_HUMAN;
        memcpy(seats[i].name, contest->players[i].name, sizeof seats[i].name);
    }
    cr_assert_eq(match_create(play, NULL, &spec, &match, &fault), PLAY_OK);
    return match;
}

void contest_play(struct play *play, const struct contest *contest,
                  const char *match, unsigned decisions)
{
    static struct match_position at;
    unsigned seed = contest->seed * 2654435761U + 1;

    for (unsigned n = 0; n < decisions; n++) {
        char move[RULES_NOTATION_MAX];
        int seat;

        cr_assert_eq(match_read(play, NULL, match, MATCH_OWN_SEAT, 0, &at),
                     PLAY_OK);
        if (!at.to_act)
            return;
        seat = __builtin_ctz(at.to_act);
        seed = seed * 1664525 + 1013904223;
        cr_assert(world_legal(&at, seat, seed >> 8, move));
        cr_assert_eq(world_move(play, &contest->players[seat], match, move,
                                MATCH_ANY_SEQ)
                         .err,
                     PLAY_OK);
    }
}

struct match contest_hold(struct play *play, const struct contest *contest)
{
    struct match match = contest_begin(play, contest);

    contest_play(play, contest, match.id, UINT32_MAX);
    cr_assert_eq(match_get(play, match.id, &match), PLAY_OK);
    cr_assert_eq(match.status, MATCH_FINISHED);
    return match;
}

void contest_resign(struct play *play, const struct contest *contest,
                    const char *match, int seat)
{
    const struct match_request request = {
        .action = MATCH_RESIGN,
        .match = match,
        .player = &contest->players[seat],
        .seat = -1,
        .expected_seq = MATCH_ANY_SEQ,
    };

    cr_assert_eq(world_act(play, &request).err, PLAY_OK);
}

void ladder_wait(struct world *world)
{
    int64_t left = 1;

    for (int i = 0; i < 12000 && left != 0; i++) {
        world_sleep_ms(i > 0 ? 5 : 0);
        left = world_number(
            world, "SELECT count(*) FROM ladder_matches WHERE number IS NULL");
    }
    cr_assert_eq(left, 0);
}
