/* Exactly once: idempotency keys. */
#include "play_cases.h"
#include "play_world.h"

#include "play/store/idempotency_keys.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const open_seat[] = {"me", "open"};

/* Ada and Bob at the template, running at seq 2. */
struct table {
    struct world world;
    struct player ada, bob;
    struct match match;
    char mine[RULES_NOTATION_MAX], yours[RULES_NOTATION_MAX];
    struct match_request move; /* Ada's, with a key */
};

static bool table_open(struct table *table)
{
    static struct match_position position;
    struct play *play;

    memset(table, 0, sizeof *table);
    if (!world_open(&table->world))
        return false;
    play = table->world.node[0];
    table->ada = world_player(play, "ada");
    table->bob = world_player(play, "bob");
    table->match = world_match(play, &table->ada, "template", open_seat, 2);
    world_join(play, &table->bob, table->match.id, 1);
    match_read(play, NULL, table->match.id, MATCH_OWN_SEAT, 2, &position);
    world_legal(&position, 0, 0, table->mine);
    world_legal(&position, 1, 0, table->yours);
    table->move = (struct match_request){
        .action = MATCH_MOVE,
        .seat = -1,
        .match = table->match.id,
        .player = &table->ada,
        .move = table->mine,
        .expected_seq = 2,
        .key = "key-1",
        .body_hash = {1, 2, 3},
        .render = world_render,
    };
    return true;
}

static int64_t moves_stored(struct table *table)
{
    return world_number(&table->world,
                        "SELECT count(*) FROM events WHERE kind = 3");
}

CASES_THAT_OPEN(keys);

CASE(a_repeated_key_repeats_the_reply_before_seq_is_checked)
{
    static struct table table;
    struct reply first, again;

    if (!table_open(&table))
        return;
    first = world_act(table.world.node[0], &table.move);
    cr_assert_eq(first.err, PLAY_OK);
    cr_expect_not(first.replayed);
    cr_expect_str_eq(first.text, "seq 3 seat 0");
    again = world_act(table.world.node[0], &table.move);
    cr_expect_eq(again.err, PLAY_OK);
    cr_expect(again.replayed);
    cr_expect_eq(again.seq, 3);
    cr_expect_str_eq(again.text, first.text);
    cr_expect_eq(moves_stored(&table), 1);
    world_close(&table.world);
}

CASE(a_key_with_another_body_is_refused)
{
    static struct table table;

    if (!table_open(&table))
        return;
    world_act(table.world.node[0], &table.move);
    table.move.body_hash[3] = 9;
    cr_expect_eq(world_act(table.world.node[0], &table.move).err,
                 PLAY_KEY_REUSED);
    cr_expect_eq(moves_stored(&table), 1);
    world_close(&table.world);
}

CASE(a_key_belongs_to_its_account)
{
    static struct table table;
    struct reply reply;

    if (!table_open(&table))
        return;
    world_act(table.world.node[0], &table.move);
    table.move.player = &table.bob;
    table.move.move = table.yours;
    reply = world_act(table.world.node[0], &table.move);
    cr_expect_eq(reply.err, PLAY_OK);
    cr_expect_not(reply.replayed);
    cr_expect_eq(moves_stored(&table), 2);
    world_close(&table.world);
}

DEEP_CASE(a_key_is_known_on_every_node_even_with_a_fresh_seq)
{
    static struct table table;
    struct reply reply;
    struct play *other;

    if (!table_open(&table))
        return;
    other = world_add_node(&table.world, NULL);
    world_act(table.world.node[0], &table.move);
    table.move.expected_seq = MATCH_ANY_SEQ;
    reply = world_act(other, &table.move);
    cr_expect_eq(reply.err, PLAY_OK);
    cr_expect(reply.replayed);
    cr_expect_eq(moves_stored(&table), 1);
    world_close(&table.world);
}

/* Only the key prevents the repetition from having an effect: there is no
 * expected seq, and joining is possible again. */
CASE(a_repeated_key_does_not_act_again_even_if_that_is_possible)
{
    struct world world;
    struct player ada, bob;
    struct match match;
    struct match_request join = {.action = MATCH_JOIN,
                                 .seat = -1,
                                 .expected_seq = MATCH_ANY_SEQ,
                                 .key = "key-1",
                                 .render = world_render};
    struct match_request leave = join;
    struct reply reply;
    const char *const seats[] = {"me", "open", "open"};

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    bob = world_player(world.node[0], "bob");
    match = world_match(world.node[0], &ada, "template", seats, 3);
    join.match = leave.match = match.id;
    join.player = leave.player = &bob;
    leave.action = MATCH_LEAVE;
    leave.key = NULL;
    cr_assert_eq(world_act(world.node[0], &join).err, PLAY_OK);
    cr_assert_eq(world_act(world.node[0], &leave).err, PLAY_OK);
    reply = world_act(world.node[0], &join);
    cr_expect_eq(reply.err, PLAY_OK);
    cr_expect(reply.replayed);
    cr_expect_str_eq(reply.text, "seq 1 seat 1");
    match_get(world.node[0], match.id, &match);
    cr_expect_eq(match.seq, 2);
    cr_expect_eq(match.seats[1].kind, SEAT_OPEN);
    world_close(&world);
}

CASE(a_refused_request_leaves_its_key_free)
{
    static struct table table;
    struct reply reply;

    if (!table_open(&table))
        return;
    table.move.move = "choose 99";
    reply = world_act(table.world.node[0], &table.move);
    cr_expect_neq(reply.err, PLAY_OK);
    table.move.move = table.mine;
    table.move.body_hash[0] = 77;
    cr_expect_eq(world_act(table.world.node[0], &table.move).err, PLAY_OK);
    world_close(&table.world);
}

CASE(a_key_is_free_again_after_a_day)
{
    static struct table table;
    struct reply reply;

    if (!table_open(&table))
        return;
    world_act(table.world.node[0], &table.move);
    table.move.player = &table.bob;
    table.move.key = "key-2";
    table.move.move = table.yours;
    world_act(table.world.node[0], &table.move);
    table.world.wall_offset_us = INT64_C(86401) * 1000000;
    table.move.body_hash[0] = 42;
    reply = world_act(table.world.node[0], &table.move);
    cr_expect_neq(reply.err, PLAY_KEY_REUSED);
    cr_expect_not(reply.replayed);
    world_close(&table.world);
}

/* ---- keys that a node has in memory ---- */

/* Play until Ada is to act, and set her next move. */
static void let_ada_act(struct table *table, char move[RULES_NOTATION_MAX])
{
    static struct match_position position;
    struct play *play = table->world.node[0];

    for (int i = 0; i < 64; i++) {
        cr_assert_eq(match_read(play, NULL, table->match.id, MATCH_OWN_SEAT, 0,
                                &position),
                     PLAY_OK);
        if (position.match.to_act & 1)
            break;
        cr_assert(world_legal(&position, 1, 0, move));
        cr_assert_eq(world_move(play, &table->bob, table->match.id, move,
                                position.match.seq)
                         .err,
                     PLAY_OK);
    }
    cr_assert(world_legal(&position, 0, 0, move));
    table->move.move = move;
    table->move.expected_seq = position.match.seq;
}

/* The other node has played meanwhile: its keys are not in memory here. */
DEEP_CASE(a_key_of_another_node_is_known_to_a_node_that_has_the_match)
{
    static struct table table;
    struct match_request yours;
    struct reply reply;
    struct play *other;

    if (!table_open(&table))
        return;
    other = world_add_node(&table.world, NULL);
    cr_assert_eq(world_act(table.world.node[0], &table.move).err, PLAY_OK);
    yours = table.move;
    yours.player = &table.bob;
    yours.move = table.yours;
    yours.key = "key-2";
    yours.expected_seq = 3;
    cr_assert_eq(world_act(other, &yours).err, PLAY_OK);
    yours.expected_seq = MATCH_ANY_SEQ;
    reply = world_act(table.world.node[0], &yours);
    cr_expect_eq(reply.err, PLAY_OK);
    cr_expect(reply.replayed);
    table.move.expected_seq = MATCH_ANY_SEQ;
    reply = world_act(other, &table.move);
    cr_expect(reply.replayed);
    cr_expect_eq(moves_stored(&table), 2);
    world_close(&table.world);
}

/* On the thread of a connection, which must not wait for the database.  Only
 * the key prevents that Ada plays again: her seq is current and her move legal.
 */
CASE(a_used_key_is_looked_up_before_a_move_is_played_at_once)
{
    static struct table table;
    char move[RULES_NOTATION_MAX];
    struct reply reply;

    if (!table_open(&table))
        return;
    table.move.is_quick = true;
    cr_assert_eq(world_act(table.world.node[0], &table.move).err, PLAY_OK);
    let_ada_act(&table, move);
    reply = world_act(table.world.node[0], &table.move);
    cr_expect_eq(reply.err, PLAY_OK);
    cr_expect(reply.replayed);
    cr_expect_eq(reply.seq, 3);
    world_close(&table.world);
}

/* As if a node of the version before had played it an hour after the upgrade,
 * with the key in its own table. */
DEEP_CASE(a_key_of_an_older_node_is_known_for_a_day_after_the_upgrade)
{
    static const int64_t seqs[] = {2, MATCH_ANY_SEQ};
    static struct table table;
    char move[RULES_NOTATION_MAX];
    struct play *other;

    if (!table_open(&table))
        return;
    cr_assert(world_sql(&table.world,
                        "UPDATE migrations SET applied_at = now() -"
                        " CASE name WHEN 'event-keys' THEN interval '1 hour'"
                        " ELSE interval '30 days' END"));
    other = world_add_node(&table.world, NULL);
    cr_assert_eq(world_act(other, &table.move).err, PLAY_OK);
    cr_assert(world_sql(&table.world, "UPDATE events SET key_hash = NULL"));
    let_ada_act(&table, move);
    other = world_add_node(&table.world, NULL);
    for (size_t i = 0; i < sizeof seqs / sizeof *seqs; i++) {
        table.move.expected_seq = seqs[i];
        cr_expect(world_act(other, &table.move).replayed);
    }
    world_close(&table.world);
}

/* The node remembers the key, but it is older than a day. */
CASE(a_key_that_has_expired_acts_again)
{
    static struct table table;
    char move[RULES_NOTATION_MAX];
    struct reply reply;

    if (!table_open(&table))
        return;
    cr_assert_eq(world_act(table.world.node[0], &table.move).err, PLAY_OK);
    let_ada_act(&table, move);
    table.world.wall_offset_us = INT64_C(86401) * 1000000;
    reply = world_act(table.world.node[0], &table.move);
    cr_expect_eq(reply.err, PLAY_OK);
    cr_expect_not(reply.replayed);
    reply = world_act(table.world.node[0], &table.move);
    cr_expect(reply.replayed, "and it counts for another day");
    world_close(&table.world);
}

struct tagged {
    uint32_t tag, number;
};

static int by_tag(const void *a, const void *b)
{
    const struct tagged *x = a, *y = b;

    return (x->tag > y->tag) - (x->tag < y->tag);
}

/* Find two keys of the account with the same tag, of which there are 2^32. */
static void find_twins(const struct player *player, char keys[2][16])
{
    enum { COUNT = 500000 };
    struct tagged *all = malloc(COUNT * sizeof *all);
    bool is_found = false;
    char key[16];

    cr_assert_not_null(all);
    for (uint32_t i = 0; i < COUNT; i++) {
        snprintf(key, sizeof key, "%u", (unsigned)i);
        all[i] = (struct tagged){
            store_key_tag(store_key_hash(&player->key, key)), i};
    }
    qsort(all, COUNT, sizeof *all, by_tag);
    for (size_t i = 1; i < COUNT && !is_found; i++) {
        is_found = all[i].tag == all[i - 1].tag;
        snprintf(keys[0], 16, "%u", (unsigned)all[i - 1].number);
        snprintf(keys[1], 16, "%u", (unsigned)all[i].number);
    }
    free(all);
    cr_assert(is_found);
}

CASE(two_keys_with_the_same_tag_are_two)
{
    static struct table table;
    char twins[2][16], move[RULES_NOTATION_MAX];
    struct reply reply;

    if (!table_open(&table))
        return;
    find_twins(&table.ada, twins);
    table.move.key = twins[0];
    cr_assert_eq(world_act(table.world.node[0], &table.move).err, PLAY_OK);
    let_ada_act(&table, move);
    table.move.key = twins[1];
    reply = world_act(table.world.node[0], &table.move);
    cr_expect_eq(reply.err, PLAY_OK);
    cr_expect_not(reply.replayed);
    for (int i = 0; i < 2; i++) {
        table.move.key = twins[i];
        if (i == 0)
            table.move.move = table.mine;
        cr_expect_eq(world_act(table.world.node[0], &table.move).replayed, true,
                     "%s", twins[i]);
    }
    world_close(&table.world);
}

/* ---- many at once ---- */

struct repeater {
    struct play *play;
    const struct match_request *request;
    struct reply reply;
};

static void *repeat(void *arg)
{
    struct repeater *repeater = arg;

    repeater->reply = world_act(repeater->play, repeater->request);
    return NULL;
}

DEEP_CASE(a_hundred_repetitions_at_once_on_two_nodes_play_once)
{
    enum { TIMES = 100 };
    static struct table table;
    static struct repeater repeaters[TIMES];
    pthread_t threads[TIMES];
    unsigned fresh = 0;

    if (!table_open(&table))
        return;
    world_add_node(&table.world, NULL);
    for (size_t i = 0; i < TIMES; i++) {
        repeaters[i] =
            (struct repeater){table.world.node[i % 2], &table.move, {0}};
        cr_assert_eq(pthread_create(&threads[i], NULL, repeat, &repeaters[i]),
                     0);
    }
    for (size_t i = 0; i < TIMES; i++)
        pthread_join(threads[i], NULL);
    for (size_t i = 0; i < TIMES; i++) {
        cr_expect_eq(repeaters[i].reply.err, PLAY_OK, "%s",
                     play_err_word(repeaters[i].reply.err));
        cr_expect_str_eq(repeaters[i].reply.text, "seq 3 seat 0");
        fresh += !repeaters[i].reply.replayed;
    }
    cr_expect_eq(fresh, 1);
    cr_expect_eq(moves_stored(&table), 1);
    world_close(&table.world);
}
