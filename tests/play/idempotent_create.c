/* A match is made once, however often its request is repeated. */
#include "play_cases.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char *const two[] = {"me", "open"};
static const char *const wrong[] = {"me", "me"};

static char *render_id(void *ctx, const struct match_update *effect)
{
    (void)ctx;
    return strdup(effect->match->id);
}

static struct match_once once_of(const char *key, uint8_t body)
{
    return (struct match_once){
        .key = key, .body_hash = {body}, .render = render_id};
}

/* What came of a request, with the reply copied. */
struct made {
    enum play_err err;
    bool replayed;
    char id[PLAY_ID_SIZE], reply[64];
};

static struct made make_with(struct play *play, const struct player *player,
                             const char *const *seats, const char *key,
                             uint8_t body)
{
    const struct match_spec spec = {
        .game = "template", .seats = seats, .seat_count = 2};
    const struct match_once once = once_of(key, body);
    struct match_created created;
    struct match_fault fault;
    struct made made = {
        .err = match_create_once(play, player, &spec, &once, &created, &fault)};

    if (made.err)
        return made;
    made.replayed = created.replayed;
    memcpy(made.id, created.id, sizeof made.id);
    strncpy(made.reply, created.reply, sizeof made.reply - 1);
    free(created.reply);
    return made;
}

static struct made make(struct play *play, const struct player *player,
                        const char *key)
{
    return make_with(play, player, two, key, 1);
}

static int64_t matches(struct world *world)
{
    return world_number(world, "SELECT count(*) FROM matches");
}

CASES_THAT_OPEN(idempotent_create);

DEEP_CASE(a_repeated_request_gets_the_stored_reply_at_every_node)
{
    struct world world;
    struct player ada;
    struct made first, again;

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    first = make(world.node[0], &ada, "key-1");
    cr_assert_eq(first.err, PLAY_OK);
    cr_expect_not(first.replayed);
    cr_expect_str_eq(first.reply, first.id);
    for (int node = 0; node < 2; node++) {
        again = make(node ? world_add_node(&world, NULL) : world.node[0], &ada,
                     "key-1");
        cr_expect_eq(again.err, PLAY_OK);
        cr_expect(again.replayed);
        cr_expect_str_eq(again.id, first.id);
        cr_expect_str_eq(again.reply, first.reply);
    }
    cr_expect_eq(matches(&world), 1);
    world_close(&world);
}

CASE(another_body_under_the_key_is_refused_and_another_player_has_its_own)
{
    struct world world;
    struct player ada, bob;

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    bob = world_player(world.node[0], "bob");
    cr_expect_eq(make(world.node[0], &ada, "key-1").err, PLAY_OK);
    cr_expect_eq(make_with(world.node[0], &ada, two, "key-1", 2).err,
                 PLAY_KEY_REUSED);
    cr_expect_eq(make_with(world.node[0], &bob, two, "key-1", 2).err, PLAY_OK);
    cr_expect_eq(make(world.node[0], &ada, "key-2").err, PLAY_OK);
    cr_expect_eq(make(world.node[0], &ada, NULL).err, PLAY_OK);
    cr_expect_eq(make(world.node[0], &ada, NULL).err, PLAY_OK);
    cr_expect_eq(matches(&world), 5);
    world_close(&world);
}

CASE(a_refused_request_stores_no_key)
{
    struct world world;
    struct player ada;

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    cr_expect_eq(make_with(world.node[0], &ada, wrong, "key-1", 2).err,
                 PLAY_BAD_SEATS);
    cr_expect_eq(make(world.node[0], &ada, "key-1").err, PLAY_OK);
    world_close(&world);
}

CASE(a_key_is_kept_for_a_day)
{
    struct world world;
    struct player ada;
    struct made first, next;

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    first = make(world.node[0], &ada, "key-1");
    world.wall_offset_us += INT64_C(25) * 3600 * 1000000;
    next = make_with(world.node[0], &ada, two, "key-1", 2);
    cr_expect_eq(next.err, PLAY_OK);
    cr_expect_not(next.replayed);
    cr_expect_str_neq(next.id, first.id);
    cr_expect_eq(matches(&world), 2);
    world_close(&world);
}

/* ---- many at once ---- */

struct crowd {
    struct play *play;
    const struct player *player;
    pthread_barrier_t *start;
    struct made made;
};

static void *make_in_crowd(void *arg)
{
    struct crowd *one = arg;

    pthread_barrier_wait(one->start);
    one->made = make(one->play, one->player, "key-1");
    return NULL;
}

DEEP_CASE(a_hundred_requests_on_two_nodes_create_one_match)
{
    enum { CROWD = 100 };
    static struct crowd crowd[CROWD];
    struct world world;
    struct player ada;
    pthread_t threads[CROWD];
    pthread_barrier_t start;
    unsigned fresh = 0, alike = 0;

    if (!world_open(&world))
        return;
    world_add_node(&world, NULL);
    ada = world_player(world.node[0], "ada");
    pthread_barrier_init(&start, NULL, CROWD);
    for (int i = 0; i < CROWD; i++) {
        crowd[i] = (struct crowd){
            .play = world.node[i % 2], .player = &ada, .start = &start};
        cr_assert_eq(
            pthread_create(&threads[i], NULL, make_in_crowd, &crowd[i]), 0);
    }
    for (int i = 0; i < CROWD; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&start);
    for (int i = 0; i < CROWD; i++) {
        alike += crowd[i].made.err == PLAY_OK &&
                 strcmp(crowd[i].made.id, crowd[0].made.id) == 0 &&
                 strcmp(crowd[i].made.reply, crowd[0].made.reply) == 0;
        fresh += !crowd[i].made.replayed;
    }
    cr_expect_eq(alike, CROWD, "%u alike", alike);
    cr_expect_eq(fresh, 1, "%u made one", fresh);
    cr_expect_eq(matches(&world), 1);
    world_close(&world);
}

/* The store's own keys; find_too_early is called once instead. */
static const struct store_idempotency_keys *true_keys;

static enum store_err find_too_early(struct store *store,
                                     const struct play_id *account,
                                     const char *key, int64_t since_us,
                                     struct store_created_match *out)
{
    (void)account;
    (void)key;
    (void)since_us;
    (void)out;
    store->idempotency_keys = true_keys;
    return STORE_NOT_FOUND;
}

CASE(who_comes_second_at_the_same_moment_gets_the_first_ones_reply)
{
    struct world world;
    struct player ada;
    struct made first, second, other;
    struct store_idempotency_keys keys;

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    first = make(world.node[0], &ada, "key-1");
    true_keys = world.store[0]->idempotency_keys;
    keys = *true_keys;
    keys.find_match = find_too_early;
    world.store[0]->idempotency_keys = &keys;
    second = make(world.node[0], &ada, "key-1");
    cr_expect_eq(second.err, PLAY_OK);
    cr_expect(second.replayed);
    cr_expect_str_eq(second.id, first.id);
    world.store[0]->idempotency_keys = &keys;
    other = make_with(world.node[0], &ada, two, "key-1", 2);
    cr_expect_eq(other.err, PLAY_KEY_REUSED);
    cr_expect_eq(matches(&world), 1);
    world_close(&world);
}

/* ---- a commit that is lost sight of ---- */

static const struct store_matches *true_matches;

static enum store_err insert_unseen(struct store *store,
                                    const struct store_match *row,
                                    const struct match_event *events,
                                    size_t count)
{
    true_matches->insert(store, row, events, count);
    return STORE_UNSURE;
}

CASE(a_match_with_a_lost_response_is_found_by_repeating_the_request)
{
    struct world world;
    struct player ada;
    struct made again;
    struct store_matches unseen;

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    true_matches = world.store[0]->matches;
    unseen = *true_matches;
    unseen.insert = insert_unseen;
    world.store[0]->matches = &unseen;
    cr_expect_eq(make(world.node[0], &ada, "key-1").err, PLAY_UNAVAILABLE);
    world.store[0]->matches = true_matches;
    again = make(world.node[0], &ada, "key-1");
    cr_expect_eq(again.err, PLAY_OK);
    cr_expect(again.replayed);
    cr_expect_eq(matches(&world), 1);
    world_close(&world);
}
