/* Requests that wait: for their turn in a match, and for a thread to be judged
 * on.  A client that sends many delays itself. */
#include "play/match/cache.h"
#include "play/match/command.h"
#include "play/match/submit.h"
#include "play/play_struct.h"

#include "play_cases.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

enum { ANSWERS_MAX = 512, PATIENCE_MS = 30000 };

/* ---- answers, in the order in which they came ---- */

struct answers {
    pthread_mutex_t lock;
    size_t count;
    struct {
        char who;
        enum play_err err;
    } all[ANSWERS_MAX];
};

static char ada[] = "a", bob[] = "b"; /* contexts of `answered` */

static struct answers answers = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void note(char who, enum play_err err)
{
    pthread_mutex_lock(&answers.lock);
    cr_assert_lt(answers.count, ANSWERS_MAX);
    answers.all[answers.count].who = who;
    answers.all[answers.count++].err = err;
    pthread_mutex_unlock(&answers.lock);
}

static void answered(void *ctx, const struct match_response *answer)
{
    note(*(const char *)ctx, answer->err);
}

static size_t count_answers(void)
{
    size_t count;

    pthread_mutex_lock(&answers.lock);
    count = answers.count;
    pthread_mutex_unlock(&answers.lock);
    return count;
}

static void await_answers(size_t count)
{
    for (unsigned ms = 0; count_answers() < count; ms += 5) {
        cr_assert_lt(ms, PATIENCE_MS, "%zu answers of %zu", count_answers(),
                     count);
        world_sleep_ms(5);
    }
}

/* Return how many of the others' were finished before this one's n-th. */
static size_t others_before(char who, size_t n)
{
    size_t others = 0;

    for (size_t i = 0; i < answers.count; i++) {
        if (answers.all[i].who != who)
            others++;
        else if (n-- == 0)
            break;
    }
    return others;
}

/* ---- two players ---- */

struct pair {
    struct world world;
    struct play *play;
    struct player ada, bob;
};

static bool pair_begin(struct pair *pair)
{
    pthread_mutex_lock(&answers.lock);
    answers.count = 0;
    pthread_mutex_unlock(&answers.lock);
    if (!world_open(&pair->world))
        return false;
    pair->play = pair->world.node[0];
    pair->ada = world_player(pair->play, "ada");
    pair->bob = world_player(pair->play, "bob");
    return true;
}

/* A running match of the two. */
static struct match match_of(const struct pair *pair)
{
    static const char *const seats[] = {"me", "open"};
    struct match match =
        world_match(pair->play, &pair->ada, "template", seats, 2);

    world_join(pair->play, &pair->bob, match.id, 1);
    return match;
}

/* The one answered last gives the turn back a moment later. */
static bool has_taken(struct command *command)
{
    struct cached_match *entry = command->entry;
    bool is_taken;

    pthread_mutex_lock(&entry->lock);
    is_taken = !entry->acting;
    if (is_taken)
        entry->acting = command;
    pthread_mutex_unlock(&entry->lock);
    return is_taken;
}

/* A command that has the turn of the match until it is finished. */
static struct command *take_turn_of(const struct pair *pair,
                                    const struct match *match)
{
    struct command *command = calloc(1, sizeof *command);

    cr_assert(command);
    command->play = pair->play;
    command->seat = -1;
    command->entry = cache_pin(pair->play->cache, &match->key);
    for (unsigned ms = 0; !has_taken(command); ms += 5) {
        cr_assert_lt(ms, PATIENCE_MS);
        world_sleep_ms(5);
    }
    return command;
}

/* done gets ctx, as of match_submit. */
static void send_nonsense(const struct pair *pair, const struct match *match,
                          const struct player *player,
                          void (*done)(void *ctx,
                                       const struct match_response *answer),
                          void *ctx)
{
    const struct match_request request = {.action = MATCH_MOVE,
                                          .match = match->id,
                                          .player = player,
                                          .seat = -1,
                                          .move = "zzz",
                                          .expected_seq = MATCH_ANY_SEQ};

    match_submit(pair->play, &request, done, ctx);
}

/* ---- in one match ---- */

CASES_THAT_OPEN(turns);

CASE(accounts_take_turns_in_a_match)
{
    enum { MANY = 40, FEW = 3 };
    static struct pair pair;
    struct match match;
    struct command *turn;

    if (!pair_begin(&pair))
        return;
    match = match_of(&pair);
    turn = take_turn_of(&pair, &match);
    for (int i = 0; i < MANY; i++)
        send_nonsense(&pair, &match, &pair.ada, answered, ada);
    for (int i = 0; i < FEW; i++)
        send_nonsense(&pair, &match, &pair.bob, answered, bob);
    cr_expect_eq(count_answers(), 0);
    command_finish(pair.play, turn, PLAY_UNAVAILABLE);
    await_answers(MANY + FEW);
    for (size_t n = 0; n < FEW; n++)
        cr_expect_leq(others_before('b', n), n + 1,
                      "%zu of ada's before the %zuth of bob's",
                      others_before('b', n), n);
    for (size_t i = 0; i < answers.count; i++)
        cr_expect_eq(answers.all[i].err, PLAY_BAD_MOVE);
    world_close(&pair.world);
}

CASE(an_account_has_only_a_share_of_a_matchs_queue)
{
    enum { MANY = 200, SHARE = 128 };
    static struct pair pair;
    struct match match;
    struct command *turn;

    if (!pair_begin(&pair))
        return;
    match = match_of(&pair);
    turn = take_turn_of(&pair, &match);
    for (int i = 0; i < MANY; i++)
        send_nonsense(&pair, &match, &pair.ada, answered, ada);
    cr_expect_eq(count_answers(), MANY - SHARE, "refused at once");
    send_nonsense(&pair, &match, &pair.bob, answered, bob);
    cr_expect_eq(count_answers(), MANY - SHARE, "bob has room");
    command_finish(pair.play, turn, PLAY_UNAVAILABLE);
    await_answers(MANY + 1);
    for (size_t i = 0; i < answers.count; i++)
        cr_expect_eq(answers.all[i].err,
                     i < MANY - SHARE ? PLAY_UNAVAILABLE : PLAY_BAD_MOVE);
    world_close(&pair.world);
}

/* ---- in many ---- */

/* While this is locked, no answer of ada's is over: its thread is busy. */
static pthread_mutex_t ada_is_slow = PTHREAD_MUTEX_INITIALIZER;

static void answered_slowly(void *ctx, const struct match_response *answer)
{
    (void)ctx;
    note('a', answer->err);
    pthread_mutex_lock(&ada_is_slow);
    pthread_mutex_unlock(&ada_is_slow);
}

CASE(an_account_busy_in_many_matches_does_not_delay_others)
{
    enum { MATCHES = 8 };
    static struct pair pair;
    struct match match;
    struct command *turns[MATCHES + 1];

    if (!pair_begin(&pair))
        return;
    for (int i = 0; i < MATCHES; i++) {
        match = match_of(&pair);
        turns[i] = take_turn_of(&pair, &match);
        send_nonsense(&pair, &match, &pair.ada, answered_slowly, NULL);
    }
    match = match_of(&pair);
    turns[MATCHES] = take_turn_of(&pair, &match);
    send_nonsense(&pair, &match, &pair.bob, answered, bob);
    pthread_mutex_lock(&ada_is_slow);
    for (int i = 0; i <= MATCHES; i++)
        command_finish(pair.play, turns[i], PLAY_UNAVAILABLE);
    await_answers(2);
    cr_expect_leq(others_before('b', 0), 1);
    cr_expect_eq(count_answers(), 2, "ada has one thread at a time");
    pthread_mutex_unlock(&ada_is_slow);
    await_answers(MATCHES + 1);
    world_close(&pair.world);
}

/* ---- replays ---- */

static void counted(void *ctx, const struct match_response *answer)
{
    *(int64_t *)ctx = answer->cpu_us;
    note('c', answer->err);
}

CASE(processor_time_on_plays_threads_is_reported)
{
    static struct pair pair;
    struct match match;
    struct command *turn;
    int64_t at_once_us = -1, later_us = -1;

    if (!pair_begin(&pair))
        return;
    match = match_of(&pair);
    command_finish(pair.play, take_turn_of(&pair, &match), PLAY_UNAVAILABLE);
    send_nonsense(&pair, &match, &pair.ada, counted, &at_once_us);
    cr_expect_eq(at_once_us, 0, "judged by the caller's own thread");
    turn = take_turn_of(&pair, &match);
    send_nonsense(&pair, &match, &pair.ada, counted, &later_us);
    command_finish(pair.play, turn, PLAY_UNAVAILABLE);
    await_answers(2);
    cr_expect_gt(later_us, 0);
    world_close(&pair.world);
}

CASE(a_thread_with_a_bound_leaves_long_replays_to_others)
{
    static struct match_position position;
    static struct pair pair;
    struct match match;
    uint32_t seq;

    if (!pair_begin(&pair))
        return;
    match = match_of(&pair);
    for (int i = 0; i < 4; i++) {
        char move[RULES_NOTATION_MAX];
        int seat;

        cr_assert_eq(
            match_read(pair.play, NULL, match.id, MATCH_OWN_SEAT, 0, &position),
            PLAY_OK);
        seat = position.to_act & 1 ? 0 : 1;
        world_legal(&position, seat, 0, move);
        cr_assert_eq(world_move(pair.play, seat ? &pair.bob : &pair.ada,
                                match.id, move, MATCH_ANY_SEQ)
                         .err,
                     PLAY_OK);
    }
    seq = position.seq - 1;
    play_limit_replays(0);
    cr_expect_eq(match_read_at(pair.play, NULL, match.id, MATCH_OWN_SEAT, seq,
                               &position),
                 PLAY_SLOW);
    cr_expect_eq(
        match_read(pair.play, NULL, match.id, MATCH_OWN_SEAT, 0, &position),
        PLAY_OK, "what is in memory needs no replay");
    cr_expect_eq(world_undo(pair.play, &pair.ada, match.id, 0, seq).err,
                 PLAY_STALE, "play's own threads have no bound");
    play_limit_replays(UINT32_MAX);
    cr_expect_eq(match_read_at(pair.play, NULL, match.id, MATCH_OWN_SEAT, seq,
                               &position),
                 PLAY_OK);
    world_close(&pair.world);
}

/* ---- old requests ---- */

/* Seat 1 chooses and takes it back; two events each time. */
static void waver(const struct pair *pair, const struct match *match, int times)
{
    static struct match_position position;
    char move[RULES_NOTATION_MAX];

    for (int i = 0; i < times; i++) {
        cr_assert_eq(
            match_read(pair->play, &pair->bob, match->id, 1, 0, &position),
            PLAY_OK);
        world_legal(&position, 1, 0, move);
        cr_assert_eq(
            world_move(pair->play, &pair->bob, match->id, move, position.seq)
                .err,
            PLAY_OK);
        cr_assert_eq(world_undo(pair->play, &pair->bob, match->id, position.seq,
                                MATCH_ANY_SEQ)
                         .err,
                     PLAY_OK);
    }
}

CASE(a_request_that_is_far_behind_is_stale_and_lists_no_moves_for_it)
{
    enum { NEAR = 8, FAR = 24 };
    static struct match_position position;
    static struct pair pair;
    struct match match;
    char move[RULES_NOTATION_MAX];

    if (!pair_begin(&pair))
        return;
    for (int i = 0; i < 2; i++) {
        match = match_of(&pair);
        cr_assert_eq(
            match_read(pair.play, &pair.ada, match.id, 0, 0, &position),
            PLAY_OK);
        world_legal(&position, 0, 0, move);
        waver(&pair, &match, i ? FAR : NEAR);
        cr_expect_eq(
            world_move(pair.play, &pair.ada, match.id, move, position.seq).err,
            i ? PLAY_STALE : PLAY_OK);
    }
    world_close(&pair.world);
}
