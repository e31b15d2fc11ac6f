/* Replaying a match: committed moves are trusted, replays start at snapshots
 * and are bounded, and damage is detected. */
#include "play/replay/match_replay.h"

#include "play/play_struct.h"
#include "play/replay/snapshot.h"

#include "depth.h"
#include "play_log.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- trusting and judging ---- */

/* The state of a replay after an event. */
struct known {
    bool has_state;
    uint32_t from;
    struct replay replay;
};

static void keep(const struct match_replay *match_replay, struct known *out)
{
    out->has_state = match_replay->at.has_state;
    out->from = match_replay->at.from;
    out->replay = match_replay->at.replay;
}

/* After each event, by judging everything from the first on; new. */
static struct known *judge_all(struct play *play, const struct store_match *row)
{
    const uint32_t seq = row->match.seq;
    struct known *all = calloc(seq + 1, sizeof *all);
    struct match_replay *match_replay = malloc(sizeof *match_replay);

    cr_assert_eq(match_replay_open(play, row, 0, seq, match_replay), PLAY_OK);
    match_replay->is_judging = true;
    while (match_replay_step(match_replay)) {
        const struct match_event *event =
            &match_replay->events[match_replay->next - 1];

        keep(match_replay, &all[event->seq]);
        if (match_replay->at.has_state)
            cr_expect_eq(record_state_hash(match_replay->game,
                                           match_replay->at.replay.state),
                         event->state_hash);
    }
    cr_assert_eq(match_replay->err, PLAY_OK);
    cr_assert_eq(match_replay->at.seq, seq);
    match_replay_close(match_replay);
    free(match_replay);
    return all;
}

static void expect_same(const struct match_replay *match_replay,
                        const struct known *all)
{
    const struct known *due = &all[match_replay->at.seq];
    const struct replay *a = &match_replay->at.replay, *b = &due->replay;
    const size_t size = match_replay->game->state_size;

    cr_assert_eq(match_replay->at.has_state, due->has_state);
    if (!due->has_state)
        return;
    cr_assert_eq(memcmp(a->state, b->state, size), 0, "seq %u",
                 match_replay->at.seq);
    cr_expect_eq(match_replay->at.from, due->from, "seq %u",
                 match_replay->at.seq);
    cr_expect_eq(a->seal, b->seal, "seq %u", match_replay->at.seq);
    cr_assert_eq(a->count, b->count, "seq %u", match_replay->at.seq);
    if (a->count > 0)
        cr_expect_eq(memcmp(a->base, b->base, size), 0);
    for (size_t i = 0; i < a->count; i++) {
        cr_expect_eq(a->undo_window[i].tag, b->undo_window[i].tag);
        cr_expect_eq(a->undo_window[i].seat, b->undo_window[i].seat);
        cr_expect_eq(a->undo_window[i].move.bits, b->undo_window[i].move.bits);
        cr_expect_eq(a->undo_window[i].passes, b->undo_window[i].passes);
    }
}

static enum rules_err refuse_apply(void *state, int seat, struct move move)
{
    (void)state;
    (void)seat;
    (void)move;
    cr_assert_fail("a committed move was judged");
    return RULES_ILLEGAL_MOVE;
}

static size_t refuse_moves(const void *state, int seat, struct move *out,
                           size_t cap)
{
    (void)state;
    (void)seat;
    (void)out;
    (void)cap;
    cr_assert_fail("moves were listed");
    return 0;
}

static uint8_t refuse_settle(void *state)
{
    (void)state;
    cr_assert_fail("forced passes were searched for");
    return 0;
}

/* The same game, but judging and searching fail the test. */
static struct game trusting(const struct game *game)
{
    struct game out = *game;

    out.apply = refuse_apply;
    out.moves = refuse_moves;
    out.settle = refuse_settle;
    return out;
}

/* A trusting replay of the row; each of its steps gives what judging gave. */
static uint32_t follow(struct play *play, const struct store_match *row,
                       uint32_t from, uint32_t to, const struct known *all)
{
    struct match_replay *match_replay = malloc(sizeof *match_replay);
    uint32_t begun;

    cr_assert_eq(match_replay_open(play, row, from, to, match_replay), PLAY_OK);
    begun = match_replay->at.seq;
    if (begun > 0)
        expect_same(match_replay, all);
    while (match_replay_step(match_replay))
        expect_same(match_replay, all);
    cr_assert_eq(match_replay->err, PLAY_OK);
    cr_expect_eq(match_replay->at.seq, to);
    cr_expect_not(match_replay->is_judging);
    match_replay_close(match_replay);
    free(match_replay);
    return begun;
}

static void compare(struct logged *it)
{
    struct store_match *row = logged_row(it, it->play);
    struct known *all = judge_all(it->play, row);
    struct game game = trusting(row->match.game);

    row->match.game = &game;
    follow(it->play, row, 0, it->seq, all);
    /* An event that was committed together with later ones has no snapshot
     * until it is read. */
    for (uint32_t seq = SNAPSHOT_EVERY; seq <= it->seq; seq += SNAPSHOT_EVERY)
        follow(it->play, row, seq, seq, all);
    logged_await_snapshots(it, it->seq / SNAPSHOT_EVERY);
    for (uint32_t seq = 1; seq <= it->seq; seq += is_deep() ? 2 : 5) {
        const uint32_t begun = follow(it->play, row, seq, seq, all);

        cr_expect_eq(begun, seq - seq % SNAPSHOT_EVERY, "seq %u", seq);
    }
    for (uint32_t seq = 0; seq <= it->seq; seq += SNAPSHOT_EVERY)
        cr_expect_eq(follow(it->play, row, seq, it->seq, all), seq);
    free(all);
    free(row);
}

Test(match_replay, trusting_a_log_gives_the_states_that_judging_gives,
     .init = deep_only, .timeout = 600)
{
    static struct logged it;

    for (size_t i = 0; games[i]; i++)
        for (int seats = 2; seats <= 3 && seats <= games[i]->max_seats;
             seats++) {
            if (!logged_open(&it, games[i]->id, seats))
                return;
            it.chooser = (unsigned)seats;
            logged_live(&it, is_deep() ? 250 : 150);
            printf("%s, %d seats: %u events\n", games[i]->id, seats, it.seq);
            compare(&it);
            world_close(&it.world);
        }
}

/* The state in which a record ends. */
static void end_state(const struct record *record, uint8_t *out)
{
    size_t failed = 0;

    cr_assert_eq(record_replay(record, record->count, out, &failed), RULES_OK,
                 "entry %zu", failed);
}

static void drop_text(void *to, const char *text, size_t length)
{
    (void)text;
    *(size_t *)to += length;
}

Test(match_replay, a_record_is_written_without_judging)
{
    static struct logged it;
    _Alignas(16) static uint8_t state[RULES_STATE_MAX];
    struct store_match *row;
    struct record record;
    struct game game;
    size_t length = 0;

    if (!logged_open(&it, "underwater-cities", 2))
        return;
    logged_live(&it, 200);
    row = logged_row(&it, it.play);
    cr_assert_eq(match_record(it.play, it.id, &record), PLAY_OK);
    game = trusting(record.game);
    record.game = &game;
    cr_expect_eq(record_write(&record, drop_text, &length), RULES_OK);
    cr_expect_gt(length, 0);
    end_state(&record, state);
    cr_expect_eq(memcmp(state, row->state, row->state_size), 0);
    /* Judging gives the same. */
    record.game = row->match.game;
    for (size_t i = 0; i < record.count; i++)
        record.entries[i].is_trusted = false;
    end_state(&record, state);
    cr_expect_eq(memcmp(state, row->state, row->state_size), 0);
    match_record_clear(&record);
    free(row);
    world_close(&it.world);
}

/* ---- starting at snapshots ---- */

/* The most a request may replay: from the snapshot to where it begins, and a
 * page. */
enum { REPLAYED_MAX = SNAPSHOT_EVERY + 100 };

static void ignore(void *ctx, const struct match_position *position,
                   const struct match_visit *visited)
{
    uint32_t *count = ctx;

    (void)position;
    (void)visited;
    ++*count;
}

static uint32_t count_events(struct play *play, const struct logged *it,
                             uint32_t after)
{
    uint32_t count = 0, last;

    cr_assert_eq(match_events(play, NULL, it->id, MATCH_OWN_SEAT, after, 100,
                              ignore, &count, &last),
                 PLAY_OK);
    return count;
}

static void read_at(struct play *play, const struct logged *it, uint32_t seq,
                    struct match_position *out)
{
    const enum play_err err =
        match_read_at(play, NULL, it->id, MATCH_OWN_SEAT, seq, out);

    cr_assert_eq(err, PLAY_OK, "seq %u: %s", seq, play_err_word(err));
}

static void expect_few(struct play *play, uint64_t *before, const char *what)
{
    const uint64_t now = logged_replayed(play);

    cr_expect_leq(now - *before, REPLAYED_MAX, "%s: %d events", what,
                  (int)(now - *before));
    *before = now;
}

/* Read what can be taken back, states and events. */
static void read_the_past(struct logged *it, struct play *play)
{
    static struct match_position position;
    uint64_t before = logged_replayed(play);

    cr_assert_eq(match_read(play, &it->players[0], it->id, MATCH_OWN_SEAT,
                            it->seq, &position),
                 PLAY_OK);
    expect_few(play, &before, "what can be taken back");
    for (uint32_t seq = it->seq / 2; seq < it->seq; seq += it->seq / 7) {
        read_at(play, it, seq, &position);
        expect_few(play, &before, "a state");
        cr_expect_eq(count_events(play, it, seq),
                     it->seq - seq < 100 ? it->seq - seq : 100);
        expect_few(play, &before, "events");
    }
}

Test(match_replay, reads_of_the_past_start_at_a_snapshot, .init = deep_only,
     .timeout = 600)
{
    static struct logged it;
    struct play_config config;

    if (!logged_open(&it, "underwater-cities", 2))
        return;
    logged_undo_and_repeat(&it, 2000);
    logged_await_snapshots(&it, it.seq / SNAPSHOT_EVERY);
    read_the_past(&it, it.play);
    read_the_past(&it, world_add_node(&it.world, NULL));
    /* A build that did not write its state begins at a snapshot, too. */
    cr_assert(world_sql(&it.world, "UPDATE matches SET build = 'another'"));
    world_config(&it.world, &config);
    config.event_tails_bytes = 0;
    read_the_past(&it, world_add_node(&it.world, &config));
    world_close(&it.world);
}

Test(match_replay, a_repeated_request_starts_at_a_snapshot, .timeout = 600)
{
    static struct logged it;
    struct match_request request = {.action = MATCH_UNDO,
                                    .seat = MATCH_OWN_SEAT,
                                    .expected_seq = MATCH_ANY_SEQ,
                                    .key = "again",
                                    .render = world_render};
    struct reply first, again;
    uint64_t before;

    if (!logged_open(&it, "underwater-cities", 2))
        return;
    logged_undo_and_repeat(&it, 400);
    logged_await_snapshots(&it, it.seq / SNAPSHOT_EVERY);
    request.match = it.id;
    request.to_seq = it.seq - 1;
    for (int i = 0; i < 2; i++) {
        request.player = &it.players[i];
        first = world_act(it.play, &request);
        if (!first.err)
            break;
    }
    cr_assert_eq(first.err, PLAY_OK, "%s", play_err_word(first.err));
    before = logged_replayed(it.play);
    again = world_act(it.play, &request);
    cr_expect(again.replayed);
    cr_expect_str_eq(again.text, first.text);
    expect_few(it.play, &before, "a reply");
    world_close(&it.world);
}

Test(match_replay, a_replay_writes_the_snapshots_that_are_missing)
{
    static struct logged it;
    static struct match_position position;
    uint64_t before;

    if (!logged_open(&it, "underwater-cities", 2))
        return;
    logged_undo_and_repeat(&it, 500);
    logged_await_snapshots(&it, it.seq / SNAPSHOT_EVERY);
    cr_assert(world_sql(&it.world, "DELETE FROM snapshots"));
    read_at(it.play, &it, it.seq - 10, &position);
    logged_await_snapshots(&it, (it.seq - 10) / SNAPSHOT_EVERY);
    before = logged_replayed(it.play);
    read_at(it.play, &it, it.seq - 20, &position);
    expect_few(it.play, &before, "a state");
    cr_expect_eq(world_number(&it.world, "SELECT count(*) FROM snapshots"
                                         " WHERE seq % 64 <> 0"),
                 0);
    world_close(&it.world);
}

/* ---- the time bound ---- */

static void waste_time(void)
{
    struct timespec begun, now;
    int64_t ns;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begun);
    do {
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        ns = (now.tv_sec - begun.tv_sec) * INT64_C(1000000000) +
             (now.tv_nsec - begun.tv_nsec);
    } while (ns < 200000);
}

static const struct game *slow_of; /* the game that slow_play plays */

static void slow_play(void *state, int seat, struct move move)
{
    waste_time();
    slow_of->play(state, seat, move);
}

Test(match_replay, a_replay_that_is_too_long_ends_and_the_next_gets_further,
     .init = deep_only)
{
    static struct logged it;
    static struct match_replay match_replay;
    struct play_config config;
    struct store_match *row;
    struct play *play;
    struct game slow;
    uint32_t reached = 0;
    int tries = 0;

    if (!logged_open(&it, "underwater-cities", 2))
        return;
    logged_undo_and_repeat(&it, 400);
    logged_await_snapshots(&it, it.seq / SNAPSHOT_EVERY);
    cr_assert(world_sql(&it.world, "DELETE FROM snapshots"));
    world_config(&it.world, &config);
    config.replay_cpu_ms = 1;
    play = world_add_node(&it.world, &config);
    row = logged_row(&it, it.play);
    slow = *row->match.game;
    slow_of = row->match.game;
    slow.play = slow_play;
    row->match.game = &slow;
    for (enum play_err err = PLAY_REPLAY_TOO_LONG; err; tries++) {
        cr_assert_eq(
            match_replay_open(play, row, it.seq, it.seq, &match_replay),
            PLAY_OK);
        err = match_replay_run(&match_replay);
        if (err)
            cr_assert_eq(err, PLAY_REPLAY_TOO_LONG, "%s", play_err_word(err));
        cr_assert_gt(match_replay.at.seq, reached);
        cr_expect_leq(match_replay.stepped, 2 * SNAPSHOT_EVERY);
        reached = match_replay.at.seq;
        match_replay_close(&match_replay);
        logged_await_snapshots(&it, reached / SNAPSHOT_EVERY);
    }
    cr_expect_eq(reached, it.seq);
    cr_expect_geq(tries, 3);
    cr_expect_eq(
        memcmp(match_replay.at.replay.state, row->state, row->state_size), 0);
    free(row);
    world_close(&it.world);
}

/* ---- damage ---- */

static enum play_err read_err(struct logged *it, uint32_t seq)
{
    static struct match_position position;

    return match_read_at(it->play, NULL, it->id, MATCH_OWN_SEAT, seq,
                         &position);
}

static uint64_t unreplayed(struct logged *it)
{
    struct play_counts counts;

    play_count(it->play, &counts);
    return counts.unreplayed;
}

/* A move that was committed, and one that could have been instead. */
static uint32_t find_move(struct logged *it, uint32_t below,
                          char other[RULES_NOTATION_MAX])
{
    static struct match_position before;
    struct store_match *row = logged_row(it, it->play);
    struct match_event *events;
    uint32_t found = 0;
    size_t count;

    cr_assert_eq(it->play->store->events->list(it->play->store, &row->match.key,
                                               0, below, &events, &count),
                 STORE_OK);
    for (size_t i = count; i > 0 && !found; i--) {
        if (events[i - 1].kind != EVENT_MOVE)
            continue;
        read_at(it->play, it, events[i - 1].seq - 1, &before);
        for (unsigned n = 0; n < 9 && !found; n++) {
            world_legal(&before, events[i - 1].seat, n, other);
            if (strcmp(other, events[i - 1].move) != 0)
                found = events[i - 1].seq;
        }
    }
    free(events);
    free(row);
    cr_assert_neq(found, 0);
    return found;
}

static void damage(struct logged *it, const char *what, uint32_t seq)
{
    char sql[256];

    snprintf(sql, sizeof sql, "UPDATE events SET %s WHERE seq = %u", what, seq);
    cr_assert(world_sql(&it->world, sql));
}

static void expect_damage(const char *move)
{
    static struct logged it;
    char other[RULES_NOTATION_MAX], set[128];
    uint32_t seq, count = 0, last;

    if (!logged_open(&it, "underwater-cities", 2))
        return;
    logged_live(&it, 100);
    logged_await_snapshots(&it, 1);
    seq = find_move(&it, 40, other);
    snprintf(set, sizeof set, "move = '%s'", move ? move : other);
    damage(&it, set, seq);
    cr_expect_eq(read_err(&it, seq - 1), PLAY_OK);
    cr_expect_eq(read_err(&it, seq), PLAY_DAMAGED);
    cr_expect_eq(read_err(&it, seq + 1), PLAY_DAMAGED);
    cr_expect_eq(unreplayed(&it), 2);
    cr_expect_eq(match_events(it.play, NULL, it.id, MATCH_OWN_SEAT, 0, 100,
                              ignore, &count, &last),
                 PLAY_DAMAGED);
    cr_expect_eq(count, seq - 1);
    /* States after a snapshot made before the damage can still be read. */
    cr_expect_eq(read_err(&it, 64), PLAY_OK);
    cr_expect_eq(read_err(&it, 80), PLAY_OK);
    logged_live(&it, 140);
    world_close(&it.world);
}

Test(match_replay, a_move_changed_into_another_legal_one_is_detected)
{
    expect_damage(NULL);
}

Test(match_replay, a_move_changed_into_nonsense_is_detected)
{
    expect_damage("nonsense");
}

Test(match_replay, a_log_with_hashes_of_another_layout_is_judged)
{
    static struct logged it;
    static struct match_position then, now;

    if (!logged_open(&it, "underwater-cities", 2))
        return;
    logged_live(&it, 100);
    logged_await_snapshots(&it, 1);
    read_at(it.play, &it, 90, &then);
    cr_assert(world_sql(&it.world, "UPDATE events SET state_hash ="
                                   " state_hash + 1 WHERE state_hash <> 0"));
    /* The snapshots are of other events now. */
    read_at(it.play, &it, 90, &now);
    cr_expect_eq(memcmp(now.state, then.state, sizeof now.state), 0);
    cr_expect_eq(read_err(&it, 30), PLAY_OK);
    /* This does not count as damage. */
    cr_expect_eq(unreplayed(&it), 0);
    world_close(&it.world);
}

/* A node that has to compute the current state has only the log for it; so it
 * continues, and counts the damage. */
Test(match_replay, a_match_with_a_damaged_log_continues_and_is_counted)
{
    static struct logged it;
    static struct match_position position;
    struct play_counts counts;
    struct play *fresh;

    if (!logged_open(&it, "underwater-cities", 2))
        return;
    logged_live(&it, 60);
    damage(&it, "state_hash = state_hash + 1", 60);
    cr_assert(world_sql(&it.world, "UPDATE matches SET build = 'another'"));
    fresh = world_add_node(&it.world, NULL);
    cr_expect_eq(
        match_read(fresh, &it.players[0], it.id, MATCH_OWN_SEAT, 0, &position),
        PLAY_OK);
    play_count(fresh, &counts);
    cr_expect_eq(counts.unreplayed, 1);
    it.play = fresh;
    logged_live(&it, 80);
    cr_expect_eq(read_err(&it, 59), PLAY_OK);
    cr_expect_eq(read_err(&it, 60), PLAY_DAMAGED);
    world_close(&it.world);
}

Test(match_replay, a_missing_event_is_detected)
{
    static struct logged it;

    if (!logged_open(&it, "underwater-cities", 2))
        return;
    logged_live(&it, 50);
    cr_assert(world_sql(&it.world, "DELETE FROM events WHERE seq = 20"));
    cr_expect_eq(read_err(&it, 19), PLAY_OK);
    cr_expect_neq(read_err(&it, 20), PLAY_OK);
    cr_expect_neq(read_err(&it, 40), PLAY_OK);
    world_close(&it.world);
}
