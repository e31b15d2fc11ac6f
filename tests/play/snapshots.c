/* Snapshots of earlier states: when they are written, which are used, and that
 * a missing or damaged one changes no answer. */
#include "play/play_struct.h"
#include "play/replay/archive.h"
#include "play/replay/snapshot.h"

#include "play_cases.h"
#include "play_log.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 200, SNAPSHOTS = EVENTS / SNAPSHOT_EVERY };

/* ---- a match, and what its states were ---- */

static uint8_t states[EVENTS + 1][RULES_STATE_MAX];

static void read_state(struct logged *it, struct play *play, uint32_t seq,
                       void *out)
{
    static struct match_position position;
    const enum play_err err =
        match_read_at(play, NULL, it->id, MATCH_OWN_SEAT, seq, &position);

    cr_assert_eq(err, PLAY_OK, "seq %u: %s", seq, play_err_word(err));
    memcpy(out, position.state, sizeof position.state);
}

static bool begin(struct logged *it)
{
    if (!logged_open(it, "underwater-cities", 2))
        return false;
    logged_live(it, EVENTS);
    cr_assert_eq(it->seq, EVENTS);
    logged_await_snapshots(it, SNAPSHOTS);
    for (uint32_t seq = 1; seq <= EVENTS; seq++)
        read_state(it, it->play, seq, states[seq]);
    return true;
}

static void expect_states(struct logged *it, struct play *play)
{
    uint8_t state[RULES_STATE_MAX];

    for (uint32_t seq = 1; seq <= EVENTS; seq += 13) {
        read_state(it, play, seq, state);
        cr_expect_eq(memcmp(state, states[seq], sizeof state), 0, "seq %u",
                     seq);
    }
}

static int64_t number(struct logged *it, const char *sql)
{
    return world_number(&it->world, sql);
}

static int64_t count_all(struct logged *it)
{
    return number(it, "SELECT count(*) FROM snapshots");
}

static struct play_counts counts_of(struct play *play)
{
    struct play_counts counts;

    play_count(play, &counts);
    return counts;
}

/* Wait until a number of the database's is this. */
static void await(struct logged *it, const char *sql, int64_t due)
{
    for (int i = 0; i < 6000 && number(it, sql) != due; i++)
        world_sleep_ms(10);
    cr_expect_eq(number(it, sql), due, "%s", sql);
}

/* How many events a node replays for the state at 199. */
static uint64_t cost_of(struct logged *it, struct play *play)
{
    const uint64_t before = logged_replayed(play);
    uint8_t state[RULES_STATE_MAX];

    read_state(it, play, EVENTS - 1, state);
    cr_expect_eq(memcmp(state, states[EVENTS - 1], sizeof state), 0);
    return logged_replayed(play) - before;
}

enum { CHEAP = EVENTS - 1 - SNAPSHOTS * SNAPSHOT_EVERY, DEAR = EVENTS - 1 };

/* ---- writing ---- */

CASES_THAT_OPEN(snapshots);

CASE(are_written_for_every_64_events_of_a_match)
{
    static struct logged it;

    if (!begin(&it))
        return;
    cr_expect_eq(count_all(&it), SNAPSHOTS);
    cr_expect_eq(number(&it, "SELECT sum(seq) FROM snapshots"),
                 SNAPSHOT_EVERY * (1 + 2 + 3));
    cr_expect_eq(counts_of(it.play).snapshots_written, SNAPSHOTS);
    cr_expect_eq(counts_of(it.play).snapshots_dropped, 0);
    cr_expect_eq(cost_of(&it, it.play), CHEAP);
    /* Reading adds none. */
    cr_expect_eq(count_all(&it), SNAPSHOTS);
    cr_expect_eq(counts_of(it.play).snapshots_written, SNAPSHOTS);
    world_close(&it.world);
}

static enum store_err refuse_snapshots(struct store *store, const char *build,
                                       const struct store_snapshot *list,
                                       size_t count)
{
    (void)store;
    (void)build;
    (void)list;
    (void)count;
    return STORE_UNAVAILABLE;
}

CASE(that_cannot_be_written_are_dropped_and_offered_again)
{
    static struct logged it;
    static struct match_position position;
    const struct store_snapshots *whole;
    struct store_snapshots refusing = {refuse_snapshots};

    if (!logged_open(&it, "underwater-cities", 2))
        return;
    whole = it.play->store->snapshots;
    it.play->store->snapshots = &refusing;
    logged_live(&it, EVENTS);
    for (int i = 0;
         i < 6000 && counts_of(it.play).snapshots_dropped < SNAPSHOTS; i++)
        world_sleep_ms(10);
    cr_expect_eq(counts_of(it.play).snapshots_dropped, SNAPSHOTS);
    cr_expect_eq(count_all(&it), 0);
    it.play->store->snapshots = whole;
    /* A replay from the first event offers them again. */
    cr_assert_eq(match_read_at(it.play, NULL, it.id, MATCH_OWN_SEAT, EVENTS - 1,
                               &position),
                 PLAY_OK);
    logged_await_snapshots(&it, SNAPSHOTS);
    world_close(&it.world);
}

CASE(are_not_written_of_an_event_that_was_lost)
{
    static struct logged it;
    struct store *store;
    struct store_match *row;
    uint8_t body[] = {1, 2, 3};
    struct store_snapshot list[2] = {{.seq = 10}, {.seq = 20}};

    if (!logged_open(&it, "underwater-cities", 2))
        return;
    logged_live(&it, 20);
    store = it.play->store;
    row = logged_row(&it, it.play);
    for (int i = 0; i < 2; i++) {
        list[i].match = row->match.key;
        list[i].body = body;
        list[i].size = sizeof body;
        list[i].state_hash = (uint64_t)number(
            &it, "SELECT state_hash FROM events WHERE seq = 20");
    }
    cr_expect_eq(store->snapshots->write(store, "this", list, 2), STORE_OK);
    cr_expect_eq(count_all(&it), 1);
    cr_expect_eq(number(&it, "SELECT seq FROM snapshots"), 20);
    free(row);
    world_close(&it.world);
}

/* ---- which are used ---- */

CASE(of_another_build_are_ignored_and_replaced)
{
    static struct logged it;

    if (!begin(&it))
        return;
    cr_assert(world_sql(&it.world, "UPDATE snapshots SET build = 'another',"
                                   " body = 'gibberish'"));
    cr_expect_eq(cost_of(&it, it.play), DEAR);
    await(&it, "SELECT count(*) FROM snapshots WHERE build <> 'another'",
          SNAPSHOTS);
    cr_expect_eq(cost_of(&it, it.play), CHEAP);
    expect_states(&it, it.play);
    cr_expect_eq(counts_of(it.play).snapshots_damaged, 0);
    world_close(&it.world);
}

CASE(whose_event_has_another_hash_are_ignored)
{
    static struct logged it;

    if (!begin(&it))
        return;
    cr_assert(world_sql(&it.world,
                        "UPDATE snapshots SET state_hash = state_hash + 1"));
    cr_expect_eq(cost_of(&it, it.play), DEAR);
    expect_states(&it, it.play);
    world_close(&it.world);
}

static void spoil(const char *sql)
{
    static struct logged it;

    if (!begin(&it))
        return;
    cr_assert(world_sql(&it.world, sql));
    cr_expect_eq(cost_of(&it, it.play), DEAR);
    cr_expect_eq(counts_of(it.play).snapshots_damaged, 1);
    /* And it is replaced. */
    for (int i = 0; i < 6000 && cost_of(&it, it.play) != CHEAP; i++)
        world_sleep_ms(10);
    cr_expect_eq(cost_of(&it, it.play), CHEAP);
    expect_states(&it, it.play);
    world_close(&it.world);
}

CASE(that_are_damaged_are_replaced)
{
    spoil("UPDATE snapshots SET body = set_byte(body, 100,"
          " get_byte(body, 100) # 1) WHERE seq = 192");
}

CASE(that_are_cut_short_are_replaced)
{
    spoil("UPDATE snapshots SET body = substr(body, 1, 5) WHERE seq = 192");
}

CASE(with_the_body_of_another_event_are_replaced)
{
    spoil("UPDATE snapshots SET body = (SELECT s.body FROM snapshots s"
          " WHERE s.seq = 128) WHERE seq = 192");
}

/* ---- several nodes ---- */

CASE(serve_every_node_of_the_build)
{
    static struct logged it;
    struct play *other;

    if (!begin(&it))
        return;
    other = world_add_node(&it.world, NULL);
    /* The first read loads the match, which has one event more, unless that
     * event has left the state in the match's row, as that of a vacation does.
     */
    const bool has_state =
        number(&it, "SELECT count(*) FROM matches WHERE state IS NOT NULL") > 0;
    const uint64_t first = cost_of(&it, other), second = cost_of(&it, other);

    cr_expect_eq(first, has_state ? CHEAP : 2 * CHEAP + 1, "%lu",
                 (unsigned long)first);
    cr_expect_eq(second, CHEAP, "%lu", (unsigned long)second);
    expect_states(&it, other);
    world_close(&it.world);
}

DEEP_CASE(of_two_builds_do_not_disturb_each_other)
{
    static struct logged it;
    struct play *nodes[2];

    if (!begin(&it))
        return;
    nodes[0] = it.play;
    nodes[1] = world_add_node(&it.world, NULL);
    snprintf(nodes[1]->build, sizeof nodes[1]->build, "another");
    for (int i = 0; i < 6; i++) {
        expect_states(&it, nodes[i % 2]);
        it.play = nodes[i % 2];
        logged_live(&it, it.seq + 20);
    }
    for (int i = 0; i < 2; i++) {
        uint32_t bad_seq = 0;

        expect_states(&it, nodes[i]);
        cr_expect_eq(match_verify(nodes[i], it.id, &bad_seq), PLAY_OK);
        cr_expect_eq(bad_seq, 0);
    }
    cr_expect_leq(count_all(&it), it.seq / SNAPSHOT_EVERY);
    world_close(&it.world);
}

DEEP_CASE(are_made_of_moves_that_nodes_play_in_turn)
{
    static struct logged it;
    struct play *nodes[2];

    if (!logged_open(&it, "underwater-cities", 2))
        return;
    nodes[0] = it.play;
    nodes[1] = world_add_node(&it.world, NULL);
    for (int i = 0; it.seq < EVENTS; i++) {
        it.play = nodes[i % 2];
        logged_live(&it, it.seq + 1);
    }
    logged_await_snapshots(&it, 1);
    cr_expect_gt(counts_of(nodes[0]).snapshots_written +
                     counts_of(nodes[1]).snapshots_written,
                 0);
    world_close(&it.world);
}

/* ---- packed matches ---- */

static int64_t pack_all(struct logged *it)
{
    struct archive_run run = {.store = it->world.store[0],
                              .before_us = play_now_us(it->play) +
                                           INT64_C(86400) * 1000000,
                              .now_us = play_now_us(it->play)};

    cr_assert_eq(archive_all(&run), STORE_OK);
    return run.done;
}

static void unpack_all(struct logged *it)
{
    struct archive_run run = {.store = it->world.store[0]};

    cr_assert_eq(archive_undo_all(&run), STORE_OK);
    cr_expect_eq(run.done, 1);
}

/* All seats vote for it. */
static void abort_match(struct logged *it)
{
    for (int seat = 0; seat < it->seats; seat++) {
        const struct match_request request = {.action = MATCH_VOTE,
                                              .match = it->id,
                                              .player = &it->players[seat],
                                              .seat = MATCH_OWN_SEAT,
                                              .wants_abort = true,
                                              .expected_seq = MATCH_ANY_SEQ};
        const struct reply reply = world_act(it->play, &request);

        if (!reply.err)
            it->seq = reply.seq;
    }
}

DEEP_CASE(are_deleted_when_the_match_is_packed)
{
    static struct logged it;
    struct play *fresh;

    if (!begin(&it))
        return;
    abort_match(&it);
    cr_assert_eq(number(&it, "SELECT status FROM matches"), MATCH_ABORTED);
    cr_assert_eq(pack_all(&it), 1);
    cr_expect_eq(count_all(&it), 0);
    fresh = world_add_node(&it.world, NULL);
    expect_states(&it, fresh);
    cr_expect_eq(cost_of(&it, fresh), DEAR);
    cr_expect_eq(counts_of(fresh).snapshots_written, 0);
    cr_expect_eq(counts_of(fresh).snapshots_dropped, 0);
    cr_expect_eq(count_all(&it), 0);
    unpack_all(&it);
    cr_expect_eq(cost_of(&it, fresh), DEAR);
    logged_await_snapshots(&it, SNAPSHOTS);
    cr_expect_eq(cost_of(&it, fresh), CHEAP);
    world_close(&it.world);
}

CASE(are_deleted_with_their_match)
{
    static struct logged it;

    if (!begin(&it))
        return;
    cr_assert(world_sql(&it.world, "DELETE FROM matches"));
    cr_expect_eq(count_all(&it), 0);
    world_close(&it.world);
}

CASE(are_not_written_of_a_packed_event)
{
    static struct logged it;
    struct store *store;
    struct store_match *row;
    uint8_t body[] = {1, 2, 3};
    struct store_snapshot one = {.seq = 64, .body = body, .size = sizeof body};

    if (!begin(&it))
        return;
    row = logged_row(&it, it.play);
    one.match = row->match.key;
    one.state_hash =
        (uint64_t)number(&it, "SELECT state_hash FROM events WHERE seq = 64");
    abort_match(&it);
    cr_assert_eq(pack_all(&it), 1);
    store = it.play->store;
    cr_expect_eq(store->snapshots->write(store, "this", &one, 1), STORE_OK);
    cr_expect_eq(count_all(&it), 0);
    free(row);
    world_close(&it.world);
}
