/* Followed matches: what a node remembers of the last steps is what a replay
 * would tell, whichever node they were played on. */
#include "depth.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

static const char *const two_open[] = {"me", "open"};

/* ---- reading ---- */

enum { TOLD_MAX = 100 };

struct told {
    size_t count;
    int viewer;
    uint32_t last;
    struct match_event events[TOLD_MAX];
    bool has_before[TOLD_MAX], has_after[TOLD_MAX];
    uint8_t before[TOLD_MAX][RULES_STATE_MAX];
    uint8_t after[TOLD_MAX][RULES_STATE_MAX];
};

static void keep(void *ctx, const struct match_position *position,
                 const struct match_visit *visited)
{
    const void *before = visited->before, *after = visited->after;
    struct told *told = ctx;
    const size_t i = told->count++;

    told->viewer = position->viewer;
    told->events[i] = *visited->event;
    told->has_before[i] = before != NULL;
    told->has_after[i] = after != NULL;
    if (before)
        memcpy(told->before[i], before, position->match.game->state_size);
    if (after)
        memcpy(told->after[i], after, position->match.game->state_size);
}

static struct told *tell(struct play *play, const struct player *asker,
                         const char *id, uint32_t after, unsigned limit)
{
    struct told *told = calloc(1, sizeof *told);
    enum play_err err = match_events(play, asker, id, MATCH_OWN_SEAT, after,
                                     limit, keep, told, &told->last);

    cr_assert_eq(err, PLAY_OK, "%s", play_err_word(err));
    return told;
}

static void expect_same_event(const struct match_event *a,
                              const struct match_event *b)
{
    cr_expect_eq(a->seq, b->seq);
    cr_expect_eq(a->kind, b->kind, "event %u", a->seq);
    cr_expect_eq(a->seat, b->seat, "event %u", a->seq);
    cr_expect_str_eq(a->move, b->move, "event %u", a->seq);
    cr_expect_eq(a->bits.bits, b->bits.bits, "event %u", a->seq);
    cr_expect_eq(a->to_seq, b->to_seq, "event %u", a->seq);
    cr_expect_str_eq(a->player, b->player, "event %u", a->seq);
    cr_expect_eq(a->at_us, b->at_us, "event %u", a->seq);
    cr_expect_eq(a->state_hash, b->state_hash, "event %u", a->seq);
}

/* Do two nodes tell the same, everything around the events included? */
static void expect_same(struct play *a, struct play *b,
                        const struct player *asker, const char *id,
                        uint32_t after, unsigned limit)
{
    struct told *one = tell(a, asker, id, after, limit);
    struct told *other = tell(b, asker, id, after, limit);

    cr_expect_eq(one->count, other->count, "after %u", after);
    cr_expect_eq(one->last, other->last);
    cr_expect_eq(one->viewer, other->viewer);
    for (size_t i = 0; i < one->count && i < other->count; i++) {
        expect_same_event(&one->events[i], &other->events[i]);
        cr_expect_eq(one->has_before[i], other->has_before[i]);
        cr_expect_eq(one->has_after[i], other->has_after[i]);
        cr_expect_eq(memcmp(one->before[i], other->before[i], RULES_STATE_MAX),
                     0);
        cr_expect_eq(memcmp(one->after[i], other->after[i], RULES_STATE_MAX),
                     0);
    }
    free(one);
    free(other);
}

/* ---- a table ---- */

struct table {
    struct world world;
    struct player players[2];
    struct match match;
    uint32_t seq;
};

static void make_players(struct table *table)
{
    table->players[0] = world_player(table->world.node[0], "ada");
    table->players[1] = world_player(table->world.node[0], "bob");
}

/* Begin a match on the first node. */
static void begin_match(struct table *table, const char *game)
{
    struct reply reply;

    table->match = world_match(table->world.node[0], &table->players[0], game,
                               two_open, 2);
    reply = world_join(table->world.node[0], &table->players[1],
                       table->match.id, 1);
    table->seq = reply.seq;
}

/* The first node follows matches; the second never does. */
static bool table_open(struct table *table, const char *game)
{
    struct play_config config;

    if (!world_open(&table->world))
        return false;
    world_config(&table->world, &config);
    config.event_tails_bytes = 0;
    world_add_node(&table->world, &config);
    make_players(table);
    begin_match(table, game);
    return true;
}

static int first_to_act(struct table *table, struct match_position *position)
{
    int seat = 0;

    cr_assert_eq(match_read(table->world.node[0], NULL, table->match.id,
                            MATCH_OWN_SEAT, table->seq, position),
                 PLAY_OK);
    while (seat < 2 && !(position->to_act & 1 << seat))
        seat++;
    return seat;
}

/* The next seat decides something, on this node.  false: the match is over. */
static bool decide(struct table *table, int node, unsigned n)
{
    static struct match_position position;
    char move[RULES_NOTATION_MAX];
    int seat = first_to_act(table, &position);
    struct reply reply;

    if (seat == 2)
        return false;
    cr_assert(world_legal(&position, seat, n, move));
    reply = world_move(table->world.node[node], &table->players[seat],
                       table->match.id, move, table->seq);
    cr_assert_eq(reply.err, PLAY_OK, "%s: %s", move, play_err_word(reply.err));
    table->seq = reply.seq;
    return true;
}

/* Every seat that can undo something does. */
static void take_back(struct table *table, int node)
{
    static struct match_position position;

    for (int seat = 0; seat < 2; seat++) {
        struct reply reply;

        match_read(table->world.node[node], &table->players[seat],
                   table->match.id, MATCH_OWN_SEAT, table->seq, &position);
        if (!position.undo.allowed)
            continue;
        reply = world_undo(table->world.node[node], &table->players[seat],
                           table->match.id, position.undo.step_seq, table->seq);
        cr_assert_eq(reply.err, PLAY_OK, "%s", play_err_word(reply.err));
        table->seq = reply.seq;
        return;
    }
}

static void compare(struct table *table, uint32_t after)
{
    const struct player *const askers[] = {&table->players[0],
                                           &table->players[1], NULL};
    static struct match_position position;

    /* Both know how far it is: news may be on their way. */
    for (int node = 0; node < 2; node++)
        match_read(table->world.node[node], NULL, table->match.id,
                   MATCH_OWN_SEAT, table->seq, &position);
    for (size_t i = 0; i < 3; i++)
        expect_same(table->world.node[0], table->world.node[1], askers[i],
                    table->match.id, after, 100);
    expect_same(table->world.node[0], table->world.node[1], NULL,
                table->match.id, after, 1);
}

static void follow_to_the_end(const char *game, unsigned decisions)
{
    struct table table;

    if (!table_open(&table, game))
        return;
    compare(&table, 0);
    for (unsigned n = 0; n < decisions; n++) {
        const uint32_t before = table.seq;
        const int node = n % 5 < 3 ? 0 : 1;

        if (!decide(&table, node, n * 7919 + 13))
            break;
        if (n % 4 == 1)
            take_back(&table, n % 3 == 0);
        /* Not after every event: some are caught up with together. */
        if (n % 3 != 2)
            compare(&table, before);
        if (n % 7 == 6)
            compare(&table, before > 6 ? before - 6 : 0);
    }
    compare(&table, table.seq > 3 ? table.seq - 3 : 0);
    world_close(&table.world);
}

Test(event_tails, return_the_same_as_a_replay, .init = deep_only)
{
    follow_to_the_end("underwater-cities", 60);
}

Test(event_tails, return_all_events_when_seats_choose_at_once)
{
    follow_to_the_end("template", 200);
}

Test(event_tails, include_a_resignation_on_another_node, .init = deep_only)
{
    struct table table;

    if (!table_open(&table, "underwater-cities"))
        return;
    decide(&table, 0, 5);
    compare(&table, table.seq);

    const uint32_t before = table.seq;
    const struct match_request request = {.action = MATCH_RESIGN,
                                          .match = table.match.id,
                                          .player = &table.players[1],
                                          .seat = MATCH_OWN_SEAT,
                                          .expected_seq = MATCH_ANY_SEQ,
                                          .render = world_render};
    struct reply reply = world_act(table.world.node[1], &request);

    cr_assert_eq(reply.err, PLAY_OK);
    table.seq = reply.seq;
    compare(&table, before);
    world_close(&table.world);
}

static enum store_err refuse_list(struct store *store, const struct play_id *id,
                                  uint32_t after, uint32_t limit,
                                  struct match_event **out, size_t *count)
{
    (void)store;
    (void)id;
    (void)after;
    (void)limit;
    (void)out;
    (void)count;
    return STORE_UNAVAILABLE;
}

Test(event_tails, need_no_query_for_the_next_event, .init = deep_only)
{
    struct table table;
    struct told *told;
    struct store_events refusing;

    if (!table_open(&table, "underwater-cities"))
        return;
    decide(&table, 0, 5);
    told = tell(table.world.node[0], NULL, table.match.id, table.seq, 100);
    cr_expect_eq(told->count, 0);
    free(told);
    refusing = *table.world.store[0]->events;
    refusing.list = refuse_list;
    table.world.store[0]->events = &refusing;

    const uint32_t before = table.seq;

    decide(&table, 0, 7);
    decide(&table, 0, 11);
    told = tell(table.world.node[0], NULL, table.match.id, before, 100);
    cr_expect_eq(told->count, 2);
    cr_expect_eq(told->last, table.seq);
    free(told);
    world_close(&table.world);
}

static enum store_err refuse_log(struct store *store,
                                 const struct store_log_query *query,
                                 struct store_log *out)
{
    (void)store;
    (void)query;
    (void)out;
    return STORE_UNAVAILABLE;
}

/* Play on the second node, which is followed there. */
static void play_followed(struct table *table, unsigned decisions)
{
    for (unsigned n = 0; n < decisions; n++) {
        free(
            tell(table->world.node[1], NULL, table->match.id, table->seq, 100));
        decide(table, 1, n * 7919 + 13);
    }
}

/* 60 KB hold the last 8 events of 5 matches, or the last one of 20. */
Test(event_tails, hold_the_last_event_of_many_matches, .init = deep_only)
{
    enum { MATCHES = 12, BYTES = 60 * 1024 };
    static struct table tables[MATCHES];
    struct store_events refusing;
    struct play_config config;

    if (!world_open(&tables[0].world))
        return;
    world_config(&tables[0].world, &config);
    config.event_tails_bytes = BYTES;
    world_add_node(&tables[0].world, &config);
    make_players(&tables[0]);
    for (size_t i = 0; i < MATCHES; i++) {
        if (i > 0) /* threads of the nodes read the first */
            tables[i] = tables[0];
        begin_match(&tables[i], "underwater-cities");
        play_followed(&tables[i], 12);
        free(tell(tables[i].world.node[1], NULL, tables[i].match.id,
                  tables[i].seq, 100));
    }
    refusing = *tables[0].world.store[1]->events;
    refusing.find_log = refuse_log;
    tables[0].world.store[1]->events = &refusing;
    for (size_t i = 0; i < MATCHES; i++)
        decide(&tables[i], 1, 5);
    for (size_t i = 0; i < MATCHES; i++) {
        struct told *told = tell(tables[i].world.node[1], NULL,
                                 tables[i].match.id, tables[i].seq - 1, 100);

        cr_expect_eq(told->count, 1, "match %zu", i);
        free(told);
    }
    world_close(&tables[0].world);
}

Test(event_tails, need_no_replay_for_an_undo_on_another_node, .init = deep_only)
{
    static struct match_position position;
    struct table table;
    struct store_events refusing;
    bool is_undone = false;

    if (!table_open(&table, "underwater-cities"))
        return;
    free(tell(table.world.node[0], NULL, table.match.id, table.seq, 100));
    refusing = *table.world.store[0]->events;
    refusing.find_log = refuse_log;
    table.world.store[0]->events = &refusing;
    for (unsigned n = 0; n < 40 && !is_undone; n++) {
        const uint32_t before = table.seq;
        struct told *told;

        cr_assert(decide(&table, 1, n * 7919 + 13));
        take_back(&table, 1);
        is_undone = table.seq - before == 2;
        first_to_act(&table, &position);
        told = tell(table.world.node[0], NULL, table.match.id, before, 100);
        cr_expect_eq(told->last, table.seq);
        free(told);
    }
    cr_expect(is_undone);
    world_close(&table.world);
}
