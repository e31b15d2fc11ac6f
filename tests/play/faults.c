/* The database fails in the middle: nothing that was acknowledged is lost,
 * nothing is played twice, and the node recovers by itself. */
#include "depth.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES = 6, MOVES = 60 };

static const char *const two[] = {"me", "open"};

/* One match played by two accounts from one thread. */
struct table {
    struct world *world;
    struct player players[2];
    struct match match;
    uint32_t answered[MOVES * 2]; /* seqs of responses PLAY_OK */
    size_t answered_count;
    unsigned unavailable;
};

/* Play as a careful client: a lost answer is asked for again with its key. */
static void play_one(struct table *table, unsigned n)
{
    static _Thread_local struct match_position position;
    struct play *play = table->world->node[n % 2];
    char move[RULES_NOTATION_MAX], key[16] = "key-0000";
    struct match_request request = {.action = MATCH_MOVE,
                                    .seat = -1,
                                    .match = table->match.id,
                                    .move = move,
                                    .key = key,
                                    .render = world_render};
    struct reply reply;
    int seat = 0;

    while (
        match_read(play, NULL, table->match.id, MATCH_OWN_SEAT, 0, &position))
        world_sleep_ms(20);
    if (!position.to_act)
        return;
    while (!(position.to_act & 1 << seat))
        seat++;
    world_legal(&position, seat, n * 31, move);
    key[4] = (char)('a' + n % 26);
    key[5] = (char)('a' + n / 26);
    request.body_hash[0] = (uint8_t)n;
    request.player = &table->players[seat];
    request.expected_seq = position.seq;
    for (int tries = 0; tries < 3000; tries++) {
        reply = world_act(play, &request);
        if (reply.err != PLAY_UNAVAILABLE)
            break;
        table->unavailable++;
        world_sleep_ms(20);
    }
    if (reply.err == PLAY_OK)
        table->answered[table->answered_count++] = reply.seq;
    else
        cr_assert_eq(reply.err, PLAY_STALE, "%s", play_err_word(reply.err));
}

static void *play_table(void *arg)
{
    struct table *table = arg;

    for (unsigned n = 0; n < MOVES; n++)
        play_one(table, n);
    return NULL;
}

static void *kill_often(void *arg)
{
    struct world *world = ((struct table *)arg)->world;

    for (int i = 0; i < 25; i++) {
        world_sleep_ms(20);
        world_sql(world, "SELECT pg_terminate_backend(pid)"
                         " FROM pg_stat_activity"
                         " WHERE datname = current_database()"
                         " AND usename = current_user"
                         " AND pid <> pg_backend_pid()");
    }
    return NULL;
}

static void table_open(struct world *world, struct table *table, int i)
{
    char names[2][PLAY_NAME_SIZE] = {"left-a", "right-a"};

    *table = (struct table){.world = world};
    names[0][5] = (char)('a' + i);
    names[1][6] = (char)('a' + i);
    table->players[0] = world_player(world->node[0], names[0]);
    table->players[1] = world_player(world->node[0], names[1]);
    table->match = world_match(world->node[0], &table->players[0],
                               "underwater-cities", two, 2);
    cr_assert_eq(
        world_join(world->node[0], &table->players[1], table->match.id, -1).err,
        PLAY_OK);
}

/* After the last connection was killed, a node trusts none for a moment. */
static void await_database(struct play *play)
{
    for (int i = 0; i < 3000 && play_check(play) != PLAY_WELL; i++)
        world_sleep_ms(20);
    cr_assert_eq(play_check(play), PLAY_WELL);
}

static void table_check(struct table *table)
{
    struct play *play = table->world->node[0];
    struct match match;
    uint32_t bad_seq = 1;

    cr_assert_eq(match_verify(play, table->match.id, &bad_seq), PLAY_OK);
    cr_expect_eq(bad_seq, 0);
    cr_assert_eq(match_get(play, table->match.id, &match), PLAY_OK);
    /* Every answer is its own event, and there is no event without one
     * (start-up took two). */
    for (size_t i = 0; i < table->answered_count; i++)
        cr_expect_eq(table->answered[i], i + 3);
    cr_expect_eq(match.seq, table->answered_count + 2);
}

Test(faults, killed_connections_neither_lose_nor_repeat_a_move,
     .init = deep_only)
{
    static struct world world;
    static struct table tables[TABLES];
    pthread_t threads[TABLES], killer;

    if (!world_open(&world))
        return;
    world_add_node(&world, NULL);
    for (int i = 0; i < TABLES; i++)
        table_open(&world, &tables[i], i);
    for (int i = 0; i < TABLES; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, play_table, &tables[i]),
                     0);
    cr_assert_eq(pthread_create(&killer, NULL, kill_often, &tables[0]), 0);
    for (int i = 0; i < TABLES; i++)
        pthread_join(threads[i], NULL);
    pthread_join(killer, NULL);
    await_database(world.node[0]);
    for (int i = 0; i < TABLES; i++)
        table_check(&tables[i]);
    world_close(&world);
}

/* ---- commits that are lost sight of ---- */

/* The store's own updates, those with another write, and how the next writes
 * fail. */
static const struct store_updates *true_updates;
static struct store_updates faulty_updates;
static _Atomic int lose_before, lose_after;

static enum store_err faulty_write(struct store *store,
                                   struct store_update **effects, size_t count,
                                   int64_t keys_since_us)
{
    enum store_err err;

    if (atomic_fetch_sub(&lose_before, 1) > 0)
        return STORE_UNSURE;
    err = true_updates->write(store, effects, count, keys_since_us);
    if (atomic_fetch_sub(&lose_after, 1) > 0)
        return STORE_UNSURE;
    return err;
}

static void replace_write(struct store *store,
                          enum store_err (*with)(struct store *,
                                                 struct store_update **, size_t,
                                                 int64_t))
{
    true_updates = store->updates;
    faulty_updates = *true_updates;
    faulty_updates.write = with;
    store->updates = &faulty_updates;
}

/* Ada moves once (without a key) while the outcome of this many writes is
 * unknown. */
static void move_once(int before, int after)
{
    static struct world world;
    static struct match_position position;
    struct player ada, bob;
    struct match match;
    struct reply reply;
    char move[RULES_NOTATION_MAX];

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    bob = world_player(world.node[0], "bob");
    match = world_match(world.node[0], &ada, "template", two, 2);
    replace_write(world.store[0], faulty_write);
    world_join(world.node[0], &bob, match.id, -1);
    match_read(world.node[0], NULL, match.id, MATCH_OWN_SEAT, 0, &position);
    world_legal(&position, 0, 0, move);
    atomic_store(&lose_before, before);
    atomic_store(&lose_after, after);
    reply = world_move(world.node[0], &ada, match.id, move, 2);
    cr_expect_eq(reply.err, PLAY_OK, "%s", play_err_word(reply.err));
    cr_expect_eq(reply.seq, 3);
    cr_expect_eq(
        world_number(&world, "SELECT count(*) FROM events WHERE kind = 3"), 1);
    match_get(world.node[0], match.id, &match);
    cr_expect_eq(match.seq, 3);
    world_close(&world);
}

Test(faults, a_commit_with_a_lost_response_is_recognised)
{
    move_once(0, 1);
}

Test(faults, a_commit_that_did_not_happen_is_repeated)
{
    move_once(2, 0);
}

Test(faults, both_failures_in_a_row_still_play_the_move_once)
{
    move_once(1, 1);
}

/* ---- a reading that takes long ---- */

static const struct store_matches *true_matches;
static struct store_matches slow_matches;
static struct play_id slow_match;
static _Atomic bool is_held, is_slow, is_inside, is_let_go;

static bool wait_for(_Atomic bool *flag)
{
    for (int i = 0; i < 15000 && !atomic_load(flag); i++)
        world_sleep_ms(2);
    return atomic_load(flag);
}

/* Does not begin before the second request of the match waits for its turn. */
static enum store_err held_write(struct store *store,
                                 struct store_update **effects, size_t count,
                                 int64_t keys_since_us)
{
    if (atomic_load(&is_held))
        wait_for(&is_slow);
    return true_updates->write(store, effects, count, keys_since_us);
}

static enum store_err slow_find(struct store *store, const struct play_id *id,
                                struct store_match *out)
{
    if (atomic_load(&is_slow) && memcmp(id, &slow_match, sizeof *id) == 0) {
        atomic_store(&is_inside, true);
        wait_for(&is_let_go);
    }
    return true_matches->find(store, id, out);
}

static void count_answer(void *ctx, const struct match_response *answer)
{
    (void)answer;
    atomic_fetch_add((_Atomic int *)ctx, 1);
}

Test(faults, a_match_that_waits_does_not_delay_others)
{
    static struct world world;
    static struct table slow, quick;
    static struct match_position position;
    char move[RULES_NOTATION_MAX];
    _Atomic int answers = 0;
    struct reply reply;

    if (!world_open(&world))
        return;
    table_open(&world, &slow, 0);
    table_open(&world, &quick, 1);
    slow_match = slow.match.key;
    true_matches = world.store[0]->matches;
    slow_matches = *true_matches;
    slow_matches.find = slow_find;
    world.store[0]->matches = &slow_matches;
    replace_write(world.store[0], held_write);
    match_read(world.node[0], NULL, slow.match.id, MATCH_OWN_SEAT, 0,
               &position);
    world_legal(&position, 0, 0, move);
    /* The second is judged when the first is committed, and found wanting:
     * then the database is asked. */
    const struct match_request first = {.action = MATCH_MOVE,
                                        .match = slow.match.id,
                                        .player = &slow.players[0],
                                        .seat = 0,
                                        .move = move,
                                        .expected_seq = 2};
    struct match_request second = first;

    second.move = "nonsense";
    second.expected_seq = MATCH_ANY_SEQ;
    atomic_store(&is_held, true);
    match_submit(world.node[0], &first, count_answer, &answers);
    match_submit(world.node[0], &second, count_answer, &answers);
    atomic_store(&is_slow, true);
    cr_expect(wait_for(&is_inside));
    match_read(world.node[0], NULL, quick.match.id, MATCH_OWN_SEAT, 0,
               &position);
    world_legal(&position, 0, 0, move);
    reply =
        world_move(world.node[0], &quick.players[0], quick.match.id, move, 2);
    cr_expect_eq(reply.err, PLAY_OK);
    cr_expect_eq(atomic_load(&answers), 1, "the response was sent meanwhile");
    atomic_store(&is_let_go, true);
    for (int i = 0; i < 15000 && atomic_load(&answers) < 2; i++)
        world_sleep_ms(2);
    cr_expect_eq(atomic_load(&answers), 2);
    world_close(&world);
}

Test(faults,
     an_outage_of_the_database_makes_everything_unavailable_until_it_ends,
     .init = deep_only)
{
    static struct world world;
    struct player ada, other;
    struct match match;
    struct session session;
    int retry_s;
    enum play_err err = PLAY_UNAVAILABLE;

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    match = world_match(world.node[0], &ada, "template", two, 2);
    cr_assert(world_allow(&world, false));
    world_add_node(&world, NULL);
    cr_expect_eq(play_check(world.node[1]), PLAY_NO_DATABASE);
    cr_expect_eq(match_get(world.node[1], match.id, &match), PLAY_UNAVAILABLE);
    cr_expect_eq(world_join(world.node[1], &ada, match.id, -1).err,
                 PLAY_UNAVAILABLE);
    cr_expect_eq(
        world_create_player(world.node[1], "bob", "a fine phrase", &other),
        PLAY_UNAVAILABLE);
    cr_expect_eq(world_sign_in(world.node[1], "ada", "a fine long phrase",
                               &session, &retry_s),
                 PLAY_UNAVAILABLE);
    cr_assert(world_allow(&world, true));
    for (int i = 0; i < 1500 && err == PLAY_UNAVAILABLE; i++) {
        world_sleep_ms(20);
        err = match_get(world.node[1], match.id, &match);
    }
    cr_expect_eq(err, PLAY_OK);
    cr_expect_eq(play_check(world.node[1]), PLAY_WELL);
    world_close(&world);
}
