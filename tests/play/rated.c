/* Rated matches: which are entered for the ladder, and the effects of votes and
 * of leaving.  Random matches are in abandonment.c. */
#include "play_cases.h"
#include "play_ladder.h"

#include <criterion/criterion.h>

#include <string.h>

static const char entered_sql[] = "SELECT count(*) FROM ladder_matches";
static const struct match_clock day = {.turn_seconds = 86400,
                                       .policy = CLOCK_AUTOMATIC};

/* Ada and Bob, and what they play. */
struct pair {
    struct world world;
    struct play *play;
    struct player players[2];
    struct contest contest;
};

static bool pair_open(struct pair *pair)
{
    memset(pair, 0, sizeof *pair);
    if (!world_open(&pair->world))
        return false;
    pair->play = pair->world.node[0];
    pair->players[0] = world_player(pair->play, "ada");
    pair->players[1] = world_player(pair->play, "bob");
    pair->contest = (struct contest){
        .game = "template", .players = pair->players, .count = 2};
    return true;
}

static struct match read_match(const struct pair *pair, const char *id)
{
    struct match match;

    cr_assert_eq(match_get(pair->play, id, &match), PLAY_OK);
    return match;
}

static enum play_err vote(struct pair *pair, int seat, const char *id)
{
    const struct match_request request = {.action = MATCH_VOTE,
                                          .match = id,
                                          .player = &pair->players[seat],
                                          .seat = MATCH_OWN_SEAT,
                                          .wants_abort = true,
                                          .expected_seq = MATCH_ANY_SEQ};

    return world_act(pair->play, &request).err;
}

/* ---- what is entered ---- */

/* A match of these seats, not rated, left by Ada after this many decisions. */
static void play_casually(struct pair *pair, const char *const seats[2],
                          bool is_private)
{
    const struct match_spec spec = {.game = "template",
                                    .seats = seats,
                                    .seat_count = 2,
                                    .is_private = is_private};
    struct match match;

    cr_assert_eq(
        match_create(pair->play, &pair->players[0], &spec, &match, NULL),
        PLAY_OK);
    if (match.status == MATCH_OPEN)
        cr_assert_eq(world_join(pair->play, &pair->players[1], match.id, 1).err,
                     PLAY_OK);
    contest_resign(pair->play, &pair->contest, match.id, 0);
    cr_expect_eq(read_match(pair, match.id).status, MATCH_FINISHED);
}

CASES_THAT_OPEN(rated);

CASE(public_matches_and_rated_ones_are_entered_for_the_ladder)
{
    static const char *const together[2] = {"me", "open"};
    static const char *const with_bot[2] = {"me", "bot:random"};
    struct pair pair;

    if (!pair_open(&pair))
        return;
    play_casually(&pair, together, false);
    cr_expect_eq(world_number(&pair.world, entered_sql), 1);
    play_casually(&pair, with_bot, false);
    cr_expect_eq(world_number(&pair.world, entered_sql), 2);
    play_casually(&pair, together, true);
    cr_expect_eq(world_number(&pair.world, entered_sql), 2, "private");
    contest_hold(pair.play, &pair.contest);
    cr_expect_eq(world_number(&pair.world, entered_sql), 3);
    cr_expect_eq(world_number(&pair.world,
                              "SELECT count(*) FROM ladder_matches l"
                              " JOIN matches m ON m.id = l.match_id"
                              " WHERE l.rated = m.rated AND l.game = m.game"
                              " AND l.seat_count = m.seat_count"
                              " AND l.finished_at = m.finished_at"),
                 3);
    world_close(&pair.world);
}

CASE(a_private_match_that_is_rated_is_entered)
{
    static const char *const seats[] = {"me", "open"};
    const struct match_spec spec = {.game = "template",
                                    .seats = seats,
                                    .seat_count = 2,
                                    .is_private = true,
                                    .rated = true,
                                    .clock = day};
    struct pair pair;
    struct match match;

    if (!pair_open(&pair))
        return;
    cr_assert_eq(match_create(pair.play, &pair.players[0], &spec, &match, NULL),
                 PLAY_OK);
    world_join(pair.play, &pair.players[1], match.id, 1);
    contest_play(pair.play, &pair.contest, match.id, UINT32_MAX);
    cr_expect_eq(read_match(&pair, match.id).status, MATCH_FINISHED);
    cr_expect_eq(world_number(&pair.world, entered_sql), 1);
    world_close(&pair.world);
}

CASE(an_aborted_match_is_entered_only_for_its_forfeits)
{
    struct pair pair;
    uint32_t bad_seq = 1;

    if (!pair_open(&pair))
        return;
    struct match agreed = contest_begin(pair.play, &pair.contest);

    cr_assert_eq(vote(&pair, 0, agreed.id), PLAY_OK);
    cr_assert_eq(vote(&pair, 1, agreed.id), PLAY_OK);
    cr_expect_eq(read_match(&pair, agreed.id).status, MATCH_ABORTED);
    cr_expect_eq(world_number(&pair.world, entered_sql), 0);
    struct match left = contest_begin(pair.play, &pair.contest);

    contest_play(pair.play, &pair.contest, left.id, 1);
    contest_resign(pair.play, &pair.contest, left.id, 1);
    left = read_match(&pair, left.id);
    cr_expect_eq(left.status, MATCH_ABORTED);
    cr_expect_eq(left.decided, 1);
    cr_expect_eq(left.forfeits, 2);
    cr_expect_eq(world_number(&pair.world, entered_sql), 1);
    cr_expect_eq(match_verify(pair.play, left.id, &bad_seq), PLAY_OK);
    cr_expect_eq(bad_seq, 0);
    world_close(&pair.world);
}

/* The end of a match that cannot be entered has not happened either. */
CASE(the_end_and_its_entry_are_written_together_or_not_at_all)
{
    const struct match_request leave = {.action = MATCH_RESIGN,
                                        .seat = MATCH_OWN_SEAT,
                                        .expected_seq = MATCH_ANY_SEQ};
    struct match_request request = leave;
    struct pair pair;

    if (!pair_open(&pair))
        return;
    struct match match = contest_begin(pair.play, &pair.contest);

    contest_play(pair.play, &pair.contest, match.id, 2);
    request.match = match.id;
    request.player = &pair.players[0];
    cr_assert(world_sql(&pair.world, "ALTER TABLE ladder_matches"
                                     " ADD CONSTRAINT shut CHECK (false)"));
    cr_expect_eq(world_act(pair.play, &request).err, PLAY_UNAVAILABLE);
    cr_expect_eq(read_match(&pair, match.id).status, MATCH_RUNNING);
    cr_assert(world_sql(&pair.world,
                        "ALTER TABLE ladder_matches DROP CONSTRAINT shut"));
    cr_expect_eq(world_act(pair.play, &request).err, PLAY_OK);
    cr_expect_eq(read_match(&pair, match.id).status, MATCH_FINISHED);
    cr_expect_eq(world_number(&pair.world, entered_sql), 1);
    world_close(&pair.world);
}

/* ---- decisions ---- */

CASE(a_seat_has_decided_even_after_an_undo)
{
    struct pair pair;
    struct match match;

    if (!pair_open(&pair))
        return;
    match = contest_begin(pair.play, &pair.contest);
    contest_play(pair.play, &pair.contest, match.id, 1);
    cr_expect_eq(world_number(&pair.world, "SELECT decided FROM matches"), 1);
    cr_assert_eq(
        world_undo(pair.play, &pair.players[0], match.id, 1, MATCH_ANY_SEQ).err,
        PLAY_OK);
    cr_expect_eq(world_number(&pair.world, "SELECT decided FROM matches"), 1);
    cr_expect_eq(read_match(&pair, match.id).decided, 1);
    world_close(&pair.world);
}

/* A row whose indexed columns change needs a new entry in every index. */
CASE(moves_change_no_indexed_column)
{
    enum { MATCHES = 8, MOVES = 8 };
    struct pair pair;
    int64_t updates = 0, in_place;

    if (!pair_open(&pair))
        return;
    for (int i = 0; i < MATCHES; i++)
        contest_play(pair.play, &pair.contest,
                     contest_begin(pair.play, &pair.contest).id, MOVES);
    /* What a connection has done is known when it ends. */
    world_remove_node(&pair.world, 0);
    for (int i = 0; i < 6000 && updates < MATCHES * MOVES; i++) {
        world_sleep_ms(i > 0 ? 10 : 0);
        updates = world_number(&pair.world,
                               "SELECT n_tup_upd FROM pg_stat_user_tables"
                               " WHERE relname = 'matches'");
    }
    in_place = world_number(&pair.world,
                            "SELECT n_tup_hot_upd FROM pg_stat_user_tables"
                            " WHERE relname = 'matches'");
    cr_assert_geq(updates, MATCHES * MOVES);
    /* Now and then there is no room beside the row. */
    cr_expect_geq(in_place, updates / 2, "%lld of %lld", (long long)in_place,
                  (long long)updates);
    world_close(&pair.world);
}

/* ---- built-in bots ---- */

/* A rated match of Ada and a built-in bot. */
static struct match begin_with_house(struct pair *pair)
{
    struct store_account house;
    struct store *store = pair->world.store[0];
    struct match_seat seats[2] = {
        {.kind = SEAT_HUMAN, .account = pair->players[0].key, .name = "ada"},
        {.kind = SEAT_BOT, .is_builtin = true, .bot = "random"}};
    const struct match_spec spec = {.game = "template",
                                    .given = seats,
                                    .seat_count = 2,
                                    .rated = true,
                                    .clock = day};
    struct match match;

    cr_assert_eq(store->accounts->find(store, "house-random", &house),
                 STORE_OK);
    seats[1].account = house.id;
    memcpy(seats[1].name, house.name, sizeof seats[1].name);
    cr_assert_eq(match_create(pair->play, NULL, &spec, &match, NULL), PLAY_OK);
    return match;
}

CASE(built_in_bots_never_agree_to_abort)
{
    struct pair pair;

    if (!pair_open(&pair))
        return;
    struct match match = begin_with_house(&pair);

    cr_expect_eq(vote(&pair, 0, match.id), PLAY_ABORT_BLOCKED);
    contest_resign(pair.play, &pair.contest, match.id, 0);
    match = read_match(&pair, match.id);
    cr_expect_eq(match.status, MATCH_ABORTED);
    cr_expect_eq(match.forfeits, 1);
    cr_expect_eq(world_number(&pair.world, entered_sql), 1);
    world_close(&pair.world);
}

/* ---- the same match twice ---- */

CASE(a_deleted_account_is_not_seated)
{
    struct pair pair;

    if (!pair_open(&pair))
        return;
    struct session bob = world_session(pair.play, "bob");
    struct match_seat seats[2] = {
        {.kind = SEAT_HUMAN, .account = pair.players[0].key, .name = "ada"},
        {.kind = SEAT_HUMAN, .account = pair.players[1].key, .name = "bob"}};
    const struct play_id ticket = pair.players[1].key;
    const struct match_spec spec = {.game = "template",
                                    .given = seats,
                                    .seat_count = 2,
                                    .rated = true,
                                    .clock = day,
                                    .queue_entries = &ticket,
                                    .queue_entry_count = 1};
    struct match match;

    cr_expect_eq(match_create(pair.play, NULL, &spec, &match, NULL), PLAY_STALE,
                 "there is no such ticket");
    cr_assert_eq(world_delete(pair.play, &bob.login, "a fine long phrase"),
                 PLAY_OK);
    cr_expect_eq(match_create(pair.play, NULL, &spec, &match, NULL),
                 PLAY_STALE);
    cr_expect_eq(world_number(&pair.world, "SELECT count(*) FROM matches"), 0);
    seats[1] = seats[0];
    cr_expect_eq(match_create(pair.play, NULL, &spec, &match, NULL),
                 PLAY_UNFAIR);
    world_close(&pair.world);
}
