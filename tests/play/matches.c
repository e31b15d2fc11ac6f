/* Complete matches: created, joined, played to their end, stored. */
#include "play_cases.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <string.h>

static const char *const four_open[] = {"me", "open", "open", "open"};

/* Play by the accounts in turn until the match is over.  How many moves. */
static unsigned play_out(struct play *play, const struct player *players,
                         const char *id)
{
    unsigned moves = 0;

    for (;; moves++) {
        static struct match_position position;
        char move[RULES_NOTATION_MAX];
        int seat = 0;
        struct reply reply;

        cr_assert_eq(match_read(play, NULL, id, MATCH_OWN_SEAT, 0, &position),
                     PLAY_OK);
        if (position.match.status == MATCH_FINISHED)
            return moves;
        while (!(position.to_act & 1 << seat))
            seat++;
        cr_assert(world_legal(&position, seat, moves * 7919 + 13, move));
        reply = world_move(play, &players[seat], id, move, position.seq);
        cr_assert_eq(reply.err, PLAY_OK, "%s: %s", move,
                     play_err_word(reply.err));
        cr_assert_geq(reply.seq, position.seq + 1);
    }
}

static void check_end(struct world *world, const char *id, unsigned moves)
{
    struct play *play = world->node[0];
    struct record record;
    struct match match;
    uint32_t bad_seq = 99;
    static uint8_t state[RULES_STATE_MAX];
    size_t failed;

    cr_assert_eq(match_get(play, id, &match), PLAY_OK);
    cr_expect(match.has_result);
    cr_expect_eq(match.to_act, 0);
    cr_expect_eq(match.result.reason, MATCH_PLAYED_OUT);
    for (int seat = 0; seat < match.settings.seats; seat++) {
        int sum = 0;

        cr_expect_geq(match.result.rank[seat], 1);
        for (int i = 0; i < match.result.items; i++)
            sum += match.result.item[i].points[seat];
        cr_expect_eq(sum, match.result.total[seat]);
    }
    cr_assert_eq(match_verify(play, id, &bad_seq), PLAY_OK);
    cr_expect_eq(bad_seq, 0);
    cr_assert_eq(match_record(play, id, &record), PLAY_OK);
    cr_expect_eq(record.count, moves);
    cr_expect_eq(record_replay(&record, record.count, state, &failed),
                 RULES_OK);
    match_record_clear(&record);
    /* The log has no gaps: join, start, moves, finish. */
    cr_expect_eq(world_number(world, "SELECT count(*) - max(seq) FROM events"),
                 0);
}

static void whole_match(const char *game, size_t seats)
{
    struct world world;
    struct player players[4];
    const char *const names[] = {"ada", "bob", "cyd", "dot"};
    struct play *play;
    struct match match;

    if (!world_open(&world))
        return;
    play = world.node[0];
    for (size_t i = 0; i < seats; i++)
        players[i] = world_player(play, names[i]);
    match = world_match(play, &players[0], game, four_open, seats);
    cr_expect_eq(match.status, MATCH_OPEN);
    for (size_t i = 1; i < seats; i++) {
        struct reply reply = world_join(play, &players[i], match.id, -1);

        cr_assert_eq(reply.err, PLAY_OK);
        cr_expect_eq(reply.status, i + 1 < seats ? MATCH_OPEN : MATCH_RUNNING);
    }
    check_end(&world, match.id, play_out(play, players, match.id));
    world_close(&world);
}

Test(matches, two_accounts_play_the_template_to_its_end)
{
    whole_match("template", 2);
}

Test(matches, four_accounts_play_the_template_to_its_end)
{
    whole_match("template", 4);
}

Test(matches, two_accounts_play_underwater_cities_to_its_end)
{
    whole_match("underwater-cities", 2);
}

Test(matches, four_accounts_play_underwater_cities_to_its_end)
{
    whole_match("underwater-cities", 4);
}

CASES(matches);

CASE(a_restarted_node_continues_from_the_last_response)
{
    struct player players[2];
    struct match match;
    static struct match_position before, after;
    char move[RULES_NOTATION_MAX];
    struct reply reply;

    players[0] = world_player(test_world.node[0], "ada");
    players[1] = world_player(test_world.node[0], "bob");
    match = world_match(test_world.node[0], &players[0], "underwater-cities",
                        four_open, 2);
    world_join(test_world.node[0], &players[1], match.id, 1);
    for (int i = 0; i < 12; i++) {
        int seat = 0;

        match_read(test_world.node[0], NULL, match.id, MATCH_OWN_SEAT, 0,
                   &before);
        while (!(before.to_act & 1 << seat))
            seat++;
        world_legal(&before, seat, 5, move);
        reply = world_move(test_world.node[0], &players[seat], match.id, move,
                           before.seq);
        cr_assert_eq(reply.err, PLAY_OK);
    }
    match_read(test_world.node[0], NULL, match.id, MATCH_OWN_SEAT, 0, &before);
    world_remove_node(&test_world, 0);
    world_add_node(&test_world, NULL);
    cr_assert_eq(match_read(test_world.node[1], NULL, match.id, MATCH_OWN_SEAT,
                            0, &after),
                 PLAY_OK);
    cr_expect_eq(after.seq, reply.seq);
    cr_expect_eq(memcmp(after.state, before.state, sizeof after.state), 0);
}

CASE(a_snapshot_of_another_build_is_replaced_by_a_replay)
{
    struct player players[2];
    struct match match;
    static struct match_position before, after;
    char move[RULES_NOTATION_MAX];

    players[0] = world_player(test_world.node[0], "ada");
    players[1] = world_player(test_world.node[0], "bob");
    match =
        world_match(test_world.node[0], &players[0], "template", four_open, 2);
    world_join(test_world.node[0], &players[1], match.id, 1);
    match_read(test_world.node[0], NULL, match.id, MATCH_OWN_SEAT, 0, &before);
    world_legal(&before, 0, 1, move);
    cr_assert_eq(
        world_move(test_world.node[0], &players[0], match.id, move, before.seq)
            .err,
        PLAY_OK);
    match_read(test_world.node[0], NULL, match.id, MATCH_OWN_SEAT, 0, &before);
    cr_assert(world_sql(&test_world, "UPDATE matches SET build = 'other',"
                                     " state = '\\x0102'"));
    world_add_node(&test_world, NULL);
    cr_assert_eq(match_read(test_world.node[1], NULL, match.id, MATCH_OWN_SEAT,
                            0, &after),
                 PLAY_OK);
    cr_expect_eq(after.seq, before.seq);
    cr_expect_eq(memcmp(after.state, before.state, sizeof after.state), 0);
}

CASE(verification_finds_a_record_that_was_tampered_with)
{
    struct player players[2];
    struct match match;
    static struct match_position position;
    char move[RULES_NOTATION_MAX];
    uint32_t bad_seq = 0;

    players[0] = world_player(test_world.node[0], "ada");
    players[1] = world_player(test_world.node[0], "bob");
    match =
        world_match(test_world.node[0], &players[0], "template", four_open, 2);
    world_join(test_world.node[0], &players[1], match.id, 1);
    match_read(test_world.node[0], NULL, match.id, MATCH_OWN_SEAT, 0,
               &position);
    world_legal(&position, 0, 0, move);
    world_move(test_world.node[0], &players[0], match.id, move, position.seq);
    cr_assert(world_sql(&test_world,
                        "UPDATE events SET state_hash = state_hash + 1"
                        " WHERE kind = 3"));
    cr_assert_eq(match_verify(test_world.node[0], match.id, &bad_seq), PLAY_OK);
    cr_expect_eq(bad_seq, 3);
}

/* ---- setting up ---- */

static enum play_err try_create(struct play *play, const struct player *player,
                                const struct match_spec *spec, size_t *bad)
{
    struct match match;
    struct match_fault fault;
    enum play_err err = match_create(play, player, spec, &match, &fault);

    *bad = fault.index;
    return err;
}

CASE(a_wrong_spec_is_refused_with_the_fault)
{
    struct player ada;
    struct play *play;
    const char *const twice[] = {"me", "me"};
    const char *const robot[] = {"me", "bot:nobody"};
    const struct match_option hand = {"hand", false, NULL, 99};
    const struct match_option low = {"winner", true, "sideways", 0};
    const struct match_option none = {"colour", false, NULL, 1};
    struct match_spec spec = {
        .game = "template", .seats = four_open, .seat_count = 2};
    size_t bad = 7;

    play = test_world.node[0];
    ada = world_player(play, "ada");
    spec.game = "chess";
    cr_expect_eq(try_create(play, &ada, &spec, &bad), PLAY_UNKNOWN_GAME);
    spec.game = "template";
    spec.seat_count = 1;
    cr_expect_eq(try_create(play, &ada, &spec, &bad), PLAY_BAD_SEATS);
    cr_expect_eq(bad, SIZE_MAX);
    spec.seat_count = 2;
    spec.seats = twice;
    cr_expect_eq(try_create(play, &ada, &spec, &bad), PLAY_BAD_SEATS);
    cr_expect_eq(bad, 1);
    spec.seats = robot;
    cr_expect_eq(try_create(play, &ada, &spec, &bad), PLAY_UNKNOWN_BOT);
    spec.seats = four_open;
    spec.option_count = 1;
    spec.options = &hand;
    cr_expect_eq(try_create(play, &ada, &spec, &bad), PLAY_BAD_OPTION);
    cr_expect_eq(bad, 0);
    spec.options = &low;
    cr_expect_eq(try_create(play, &ada, &spec, &bad), PLAY_BAD_OPTION);
    spec.options = &none;
    cr_expect_eq(try_create(play, &ada, &spec, &bad), PLAY_UNKNOWN_OPTION);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM matches"), 0);
}

CASE(options_are_kept_with_the_match)
{
    struct player ada;
    const struct match_option options[] = {{"hand", false, NULL, 6},
                                           {"winner", true, "low", 0}};
    const struct match_spec spec = {.game = "template",
                                    .seats = four_open,
                                    .seat_count = 3,
                                    .options = options,
                                    .option_count = 2};
    struct match match, again;

    ada = world_player(test_world.node[0], "ada");
    cr_assert_eq(match_create(test_world.node[0], &ada, &spec, &match, NULL),
                 PLAY_OK);
    world_add_node(&test_world, NULL);
    cr_assert_eq(match_get(test_world.node[1], match.id, &again), PLAY_OK);
    cr_expect_eq(again.settings.values[0], 6);
    cr_expect_eq(again.settings.values[1], 1);
    cr_expect_str_eq(again.seats[0].name, "ada");
}

/* ---- seats ---- */

CASE(seats_are_taken_left_and_taken_again_before_the_start)
{
    struct player ada, bob, cyd;
    struct play *play;
    struct match match;
    struct match_request leave = {
        .action = MATCH_LEAVE, .seat = 1, .expected_seq = MATCH_ANY_SEQ};
    struct reply reply;

    play = test_world.node[0];
    ada = world_player(play, "ada");
    bob = world_player(play, "bob");
    cyd = world_player(play, "cyd");
    match = world_match(play, &ada, "template", four_open, 3);
    cr_expect_eq(world_join(play, &ada, match.id, -1).err, PLAY_ALREADY_SEATED);
    cr_expect_eq(world_join(play, &bob, match.id, 0).err, PLAY_SEAT_TAKEN);
    cr_expect_eq(world_join(play, &bob, match.id, 1).err, PLAY_OK);
    leave.match = match.id;
    leave.player = &cyd;
    cr_expect_eq(world_act(play, &leave).err, PLAY_NOT_SEATED);
    leave.player = &bob;
    reply = world_act(play, &leave);
    cr_expect_eq(reply.err, PLAY_OK);
    cr_expect_eq(reply.seq, 2);
    cr_expect_eq(world_join(play, &cyd, match.id, 1).err, PLAY_OK);
    cr_expect_eq(world_join(play, &bob, match.id, -1).err, PLAY_OK);
    leave.player = &cyd;
    cr_expect_eq(world_act(play, &leave).err, PLAY_NOT_OPEN);
    cr_expect_eq(match_get(play, match.id, &match), PLAY_OK);
    cr_expect_eq(match.status, MATCH_RUNNING);
    cr_expect_eq(match.seq, 5); /* join leave join join start */
}

CASE(the_last_to_leave_an_open_match_aborts_it)
{
    struct player ada;
    struct match match;
    struct match_request leave = {.action = MATCH_LEAVE,
                                  .expected_seq = MATCH_ANY_SEQ};
    struct reply reply;

    ada = world_player(test_world.node[0], "ada");
    match = world_match(test_world.node[0], &ada, "template", four_open, 2);
    leave.match = match.id;
    leave.player = &ada;
    reply = world_act(test_world.node[0], &leave);
    cr_expect_eq(reply.err, PLAY_OK);
    cr_expect_eq(reply.status, MATCH_ABORTED);
    cr_expect_eq(world_join(test_world.node[0], &ada, match.id, 0).err,
                 PLAY_NOT_OPEN);
}

CASE(a_seat_that_resigns_is_out_and_the_last_one_wins)
{
    struct player ada, bob;
    struct match match;
    struct match_request resign = {
        .action = MATCH_RESIGN, .seat = -1, .expected_seq = MATCH_ANY_SEQ};
    struct reply reply;

    ada = world_player(test_world.node[0], "ada");
    bob = world_player(test_world.node[0], "bob");
    match = world_match(test_world.node[0], &ada, "template", four_open, 2);
    resign.match = match.id;
    resign.player = &ada;
    cr_expect_eq(world_act(test_world.node[0], &resign).err, PLAY_NOT_STARTED);
    world_join(test_world.node[0], &bob, match.id, -1);
    reply = world_act(test_world.node[0], &resign);
    cr_expect_eq(reply.err, PLAY_OK);
    cr_expect_eq(reply.status, MATCH_FINISHED);
    cr_expect_eq(world_act(test_world.node[0], &resign).err, PLAY_FINISHED);
    match_get(test_world.node[0], match.id, &match);
    cr_expect_eq(match.result.reason, MATCH_RESIGNED);
    cr_expect_eq(match.result.rank[0], 2);
    cr_expect_eq(match.result.rank[1], 1);
}

/* ---- refusals ---- */

CASE(invalid_and_illegal_moves_are_refused_without_effect)
{
    struct player ada, bob, eve;
    struct play *play;
    struct match match;
    struct reply reply;
    static struct match_position position;
    char held[RULES_NOTATION_MAX], other[RULES_NOTATION_MAX] = "";

    play = test_world.node[0];
    ada = world_player(play, "ada");
    bob = world_player(play, "bob");
    eve = world_player(play, "eve");
    match = world_match(play, &ada, "template", four_open, 2);
    cr_expect_eq(world_move(play, &ada, match.id, "take", 0).err,
                 PLAY_NOT_STARTED);
    world_join(play, &bob, match.id, -1);
    reply = world_move(play, &ada, match.id, "dance", 2);
    cr_expect_eq(reply.err, PLAY_BAD_MOVE);
    match_read(play, &bob, match.id, MATCH_OWN_SEAT, 0, &position);
    cr_expect_eq(position.viewer, 1);
    world_legal(&position, 1, 0, other);
    reply = world_move(play, &ada, match.id, other, 2);
    cr_expect_eq(reply.err, PLAY_ILLEGAL_MOVE);
    cr_expect_str_eq(reply.refusal.rule, "not-in-hand");
    cr_expect_eq(world_move(play, &eve, match.id, other, 2).err,
                 PLAY_NOT_SEATED);
    world_legal(&position, 0, 0, held);
    cr_expect_eq(world_move(play, &ada, match.id, held, 99).err, PLAY_STALE);
    cr_expect_eq(world_move(play, &ada, "m_none", held, 2).err, PLAY_NOT_FOUND);
    match_get(play, match.id, &match);
    cr_expect_eq(match.seq, 2);
    cr_expect_eq(world_move(play, &ada, match.id, held, 2).err, PLAY_OK);
    cr_expect_eq(world_move(play, &ada, match.id, held, 3).err,
                 PLAY_NOT_YOUR_TURN);
}

CASE(seats_that_choose_at_once_do_not_make_each_other_stale)
{
    struct player ada, bob;
    struct play *play;
    struct match match;
    static struct match_position position;
    char mine[RULES_NOTATION_MAX], yours[RULES_NOTATION_MAX];
    struct reply reply;

    play = test_world.node[0];
    ada = world_player(play, "ada");
    bob = world_player(play, "bob");
    match = world_match(play, &ada, "template", four_open, 2);
    world_join(play, &bob, match.id, -1);
    match_read(play, &ada, match.id, MATCH_OWN_SEAT, 0, &position);
    world_legal(&position, 0, 0, mine);
    world_legal(&position, 1, 0, yours);
    cr_expect_eq(world_move(play, &ada, match.id, mine, 2).err, PLAY_OK);
    /* Ada's choice changed nothing for Bob, who still holds seq 2. */
    reply = world_move(play, &bob, match.id, yours, 2);
    cr_expect_eq(reply.err, PLAY_OK, "%s", play_err_word(reply.err));
    cr_expect_eq(reply.seq, 4);
    /* But a seat's own move always makes what it saw before stale. */
    cr_expect_eq(world_move(play, &ada, match.id, mine, 2).err, PLAY_STALE);
    cr_expect_eq(world_move(play, &bob, match.id, yours, 3).err, PLAY_STALE);
}

/* ---- events and lists ---- */

struct seen {
    unsigned count, with_state;
    uint32_t last;
    bool in_order;
};

static void see(void *ctx, const struct match_position *position,
                const struct match_visit *visited)
{
    const struct match_event *event = visited->event;
    struct seen *seen = ctx;

    (void)position;
    seen->in_order = (seen->count == 0 || event->seq == seen->last + 1) &&
                     (seen->count == 0 || seen->in_order);
    seen->last = event->seq;
    seen->count++;
    if (visited->after)
        seen->with_state++;
}

CASE(events_are_listed_in_order_from_any_seq_with_their_states)
{
    struct player players[2];
    struct play *play;
    struct match match;
    struct seen seen = {0};
    uint32_t last;
    static struct match_position old;

    play = test_world.node[0];
    players[0] = world_player(play, "ada");
    players[1] = world_player(play, "bob");
    match = world_match(play, &players[0], "template", four_open, 2);
    world_join(play, &players[1], match.id, -1);
    play_out(play, players, match.id);
    cr_assert_eq(match_events(play, NULL, match.id, MATCH_OWN_SEAT, 0, 100, see,
                              &seen, &last),
                 PLAY_OK);
    match_get(play, match.id, &match);
    cr_expect_eq(last, match.seq);
    cr_expect_eq(seen.count, match.seq);
    cr_expect_eq(seen.with_state, match.seq - 1); /* all but the join */
    cr_expect(seen.in_order);
    seen = (struct seen){0};
    match_events(play, NULL, match.id, MATCH_OWN_SEAT, 3, 2, see, &seen, &last);
    cr_expect_eq(seen.count, 2);
    cr_expect_eq(last, 5);
    seen = (struct seen){0};
    match_events(play, NULL, match.id, MATCH_OWN_SEAT, match.seq, 9, see, &seen,
                 &last);
    cr_expect_eq(seen.count, 0);
    cr_expect_eq(last, match.seq);
    cr_assert_eq(match_read_at(play, NULL, match.id, MATCH_OWN_SEAT, 2, &old),
                 PLAY_OK);
    cr_expect_eq(old.to_act, 3);
    cr_expect_eq(match_read_at(play, NULL, match.id, MATCH_OWN_SEAT,
                               match.seq + 1, &old),
                 PLAY_NOT_FOUND);
}

CASE(lists_page_through_every_match_once_and_hide_private_ones)
{
    struct player ada, bob;
    struct play *play;
    struct match_spec spec = {
        .game = "template", .seats = four_open, .seat_count = 2};
    struct match match, page[2];
    struct match_filter filter = {.limit = 2};
    char next[PLAY_CURSOR_SIZE], cursor[PLAY_CURSOR_SIZE] = "";
    size_t count, all = 0;

    play = test_world.node[0];
    ada = world_player(play, "ada");
    bob = world_player(play, "bob");
    for (int i = 0; i < 5; i++)
        match_create(play, &ada, &spec, &match, NULL);
    spec.is_private = true;
    match_create(play, &ada, &spec, &match, NULL);
    do {
        cr_assert_eq(match_list(play, &bob, &filter, page, &count, next),
                     PLAY_OK);
        all += count;
        memcpy(cursor, next, sizeof cursor);
        filter.cursor = cursor;
    } while (next[0]);
    cr_expect_eq(all, 5);
    filter.cursor = NULL;
    cr_expect_eq(match_list(play, &ada, &filter, page, &count, next), PLAY_OK);
    cr_expect_str_eq(page[0].id, match.id);
    filter.player = "Bob";
    match_list(play, &ada, &filter, page, &count, next);
    cr_expect_eq(count, 0);
    filter.player = "ADA";
    filter.statuses = 1U << MATCH_RUNNING;
    match_list(play, &ada, &filter, page, &count, next);
    cr_expect_eq(count, 0);
    filter.cursor = "nonsense";
    cr_expect_eq(match_list(play, &ada, &filter, page, &count, next),
                 PLAY_BAD_CURSOR);
    /* The right length, and a time that no database has. */
    filter.cursor = "aaaaaaaaaaaiaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    cr_expect_eq(match_list(play, &ada, &filter, page, &count, next),
                 PLAY_BAD_CURSOR);
}

/* ---- lists ---- */

enum { LISTED = 24, PEOPLE = 3 };

/* A match of a list, and who may see it. */
struct listed {
    struct match match;
    int maker, guest; /* guest: -1: none */
};

static void resign(struct play *play, const struct player *player,
                   const char *id)
{
    const struct match_request request = {.action = MATCH_RESIGN,
                                          .match = id,
                                          .player = player,
                                          .seat = MATCH_OWN_SEAT,
                                          .expected_seq = MATCH_ANY_SEQ};

    cr_assert_eq(world_act(play, &request).err, PLAY_OK);
}

/* All sorts: of several makers, who sit there or do not, open, running and
 * finished, public and private. */
static struct listed make_listed(struct play *play, const struct player *people,
                                 int n)
{
    static const char *const sitting[] = {"me", "open"};
    static const char *const standing[] = {"open", "bot:random"};
    const struct match_spec spec = {
        .game = n % 7 == 3 ? "underwater-cities" : "template",
        .seats = n % 5 == 0 ? standing : sitting,
        .seat_count = 2,
        .is_private = n % 2 == 0,
    };
    struct listed entry = {.maker = n % PEOPLE, .guest = -1};

    cr_assert_eq(
        match_create(play, &people[entry.maker], &spec, &entry.match, NULL),
        PLAY_OK);
    if (n % 3 == 0)
        return entry;
    entry.guest = (n / 2 + 1) % PEOPLE;
    if (entry.guest == entry.maker)
        entry.guest = (entry.guest + 1) % PEOPLE;
    cr_assert_eq(world_join(play, &people[entry.guest], entry.match.id, -1).err,
                 PLAY_OK);
    if (n % 4 == 0)
        resign(play, &people[entry.guest], entry.match.id);
    cr_assert_eq(match_get(play, entry.match.id, &entry.match), PLAY_OK);
    return entry;
}

static bool is_wanted(const struct listed *entry, int asker,
                      const struct match_filter *filter)
{
    const struct match *match = &entry->match;

    if (match->is_private &&
        (asker < 0 || (entry->maker != asker && entry->guest != asker)))
        return false;
    return (!filter->statuses || filter->statuses >> match->status & 1) &&
           (!filter->game || strcmp(match->game->id, filter->game) == 0);
}

/* A page after the other has all that the asker may see, newest first. */
static void expect_list(struct play *play, const struct player *people,
                        int asker, const struct listed *entries,
                        struct match_filter filter)
{
    char next[PLAY_CURSOR_SIZE] = "", cursor[PLAY_CURSOR_SIZE];
    struct match page[3];
    size_t count = 0, at = 0;

    filter.limit = 3;
    for (int n = LISTED - 1; n >= 0; n--) {
        if (!is_wanted(&entries[n], asker, &filter))
            continue;
        if (at == count) {
            memcpy(cursor, next, sizeof cursor);
            filter.cursor = cursor[0] ? cursor : NULL;
            cr_assert_eq(match_list(play, asker < 0 ? NULL : &people[asker],
                                    &filter, page, &count, next),
                         PLAY_OK);
            at = 0;
        }
        cr_assert_lt(at, count, "asker %d misses match %d", asker, n);
        cr_expect_str_eq(page[at++].id, entries[n].match.id, "asker %d", asker);
    }
    cr_expect_eq(at, count, "asker %d is shown more", asker);
}

CASE(lists_have_public_matches_and_the_askers_private_ones)
{
    static struct listed entries[LISTED];
    static const char *const names[PEOPLE] = {"ada", "bob", "cyd"};
    static const char *const games_asked[] = {NULL, "template",
                                              "underwater-cities"};
    struct player people[PEOPLE];
    struct play_config config;
    struct play *play;

    world_config(&test_world, &config);
    config.bots_play = false;
    play = world_add_node(&test_world, &config);
    world_remove_node(&test_world, 0);
    for (int i = 0; i < PEOPLE; i++)
        people[i] = world_player(play, names[i]);
    for (int n = 0; n < LISTED; n++)
        entries[n] = make_listed(play, people, n);
    for (int asker = -1; asker < PEOPLE; asker++)
        for (size_t g = 0; g < 3; g++) {
            struct match_filter filter = {.game = games_asked[g]};

            /* Every set of statuses, and all. */
            for (unsigned set = 0; set < 1U << (MATCH_ABORTED + 1); set++) {
                filter.statuses = set;
                expect_list(play, people, asker, entries, filter);
            }
        }
}

/* ---- matches that wait for somebody ---- */

/* A private match of two players with a time for each decision (0: no clock);
 * both owe a decision. */
static void make_waiting(struct play *play, const struct player *first,
                         const struct player *second, uint32_t turn_seconds,
                         char id[PLAY_ID_SIZE])
{
    const struct match_spec spec = {
        .game = "template",
        .seats = four_open,
        .seat_count = 2,
        .is_private = true,
        .clock = {.turn_seconds = turn_seconds},
    };
    struct match match;

    cr_assert_eq(match_create(play, first, &spec, &match, NULL), PLAY_OK);
    memcpy(id, match.id, PLAY_ID_SIZE);
    cr_assert_eq(world_join(play, second, id, 1).err, PLAY_OK);
}

/* The ids of the matches that wait for a player, a page of two at a time. */
static size_t list_waiting(struct play *play, const struct player *player,
                           struct match_filter filter, char out[][PLAY_ID_SIZE],
                           size_t cap)
{
    char next[PLAY_CURSOR_SIZE] = "", cursor[PLAY_CURSOR_SIZE];
    struct match page[2];
    size_t count, all = 0;

    filter.is_to_act = true;
    filter.limit = 2;
    do {
        memcpy(cursor, next, sizeof cursor);
        filter.cursor = cursor[0] ? cursor : NULL;
        cr_assert_eq(match_list(play, player, &filter, page, &count, next),
                     PLAY_OK);
        for (size_t i = 0; i < count && all < cap; i++)
            memcpy(out[all++], page[i].id, PLAY_ID_SIZE);
    } while (next[0]);
    return all;
}

CASE(those_that_wait_for_a_player_are_listed_by_deadline)
{
    static const uint32_t turns[] = {0, 900, 300, 0, 600};
    static const size_t order[] = {2, 4, 1, 0, 3};
    char ids[6][PLAY_ID_SIZE], listed[8][PLAY_ID_SIZE];
    struct play *play = test_world.node[0];
    const struct player ada = world_player(play, "ada");
    const struct player bob = world_player(play, "bob");

    for (size_t i = 0; i < 5; i++)
        make_waiting(play, i % 2 ? &ada : &bob, i % 2 ? &bob : &ada, turns[i],
                     ids[i]);
    cr_assert_eq(list_waiting(play, &ada, (struct match_filter){0}, listed, 8),
                 5);
    for (size_t i = 0; i < 5; i++)
        cr_expect_str_eq(listed[i], ids[order[i]], "place %zu", i);
    resign(play, &bob, ids[2]);
    cr_expect_eq(list_waiting(play, &ada, (struct match_filter){0}, listed, 8),
                 4, "a match that is over waits for nobody");
}

CASE(a_match_in_which_only_others_owe_a_decision_is_not_listed)
{
    char id[PLAY_ID_SIZE], listed[4][PLAY_ID_SIZE], move[RULES_NOTATION_MAX];
    static struct match_position position;
    struct play *play = test_world.node[0];
    const struct player ada = world_player(play, "ada");
    const struct player bob = world_player(play, "bob");
    const struct player cyd = world_player(play, "cyd");

    make_waiting(play, &ada, &bob, 0, id);
    match_read(play, &ada, id, MATCH_OWN_SEAT, 0, &position);
    cr_assert(world_legal(&position, 0, 0, move));
    cr_assert_eq(world_move(play, &ada, id, move, MATCH_ANY_SEQ).err, PLAY_OK);
    cr_expect_eq(list_waiting(play, &ada, (struct match_filter){0}, listed, 4),
                 0);
    cr_expect_eq(list_waiting(play, &cyd, (struct match_filter){0}, listed, 4),
                 0);
    cr_expect_eq(list_waiting(play, &bob, (struct match_filter){0}, listed, 4),
                 1);
    cr_expect_eq(list_waiting(play, &bob,
                              (struct match_filter){.player = "ada"}, listed,
                              4),
                 1);
    cr_expect_eq(list_waiting(play, &bob,
                              (struct match_filter){.player = "cyd"}, listed,
                              4),
                 0);
    cr_expect_eq(list_waiting(play, &bob, (struct match_filter){.game = "otys"},
                              listed, 4),
                 0);
}
