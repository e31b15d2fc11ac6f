/* The queue: entries, pairing, and the expiry of entries whose owners are
 * inactive. */
#include "play_cases.h"
#include "play_world.h"

#include "play/matchmaking/queue.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const int two[] = {2}, two_or_three[] = {2, 3}, three[] = {3};
static const struct match_clock fast = {
    .bank_seconds = 600, .increment_seconds = 5, .policy = CLOCK_AUTOMATIC};
static const struct match_clock slow = {.turn_seconds = 86400,
                                        .policy = CLOCK_AUTOMATIC};

enum { SECOND = 1000000 };

static struct queue_wish wish_of(const int *seats, size_t count,
                                 struct match_clock clock)
{
    return (struct queue_wish){.game = "template",
                               .seats = seats,
                               .seat_count = count,
                               .clock = clock};
}

static struct queue_entry join(struct play *play, const struct player *player,
                               const struct queue_wish *wish)
{
    struct queue_fault fault;
    struct queue_entry ticket = {0};
    enum play_err err = queue_join(play, player, wish, &ticket, &fault);

    cr_assert_eq(err, PLAY_OK, "%s", play_err_word(err));
    return ticket;
}

static struct queue_entry
ticket_in(struct play *play, const struct player *player, const char *game)
{
    struct queue_entry ticket = {0};
    enum play_err err = queue_read(play, player, game, &ticket);

    cr_assert_eq(err, PLAY_OK, "%s", play_err_word(err));
    return ticket;
}

static struct queue_entry ticket_of(struct play *play,
                                    const struct player *player)
{
    return ticket_in(play, player, "template");
}

/* The ticket once it has this status. */
static struct queue_entry await_in(struct play *play,
                                   const struct player *player,
                                   const char *game, enum queue_status status)
{
    struct queue_entry ticket = ticket_in(play, player, game);

    for (int i = 0; i < 6000 && ticket.status != status; i++) {
        world_sleep_ms(5);
        ticket = ticket_in(play, player, game);
    }
    cr_assert_eq(ticket.status, status, "%d", (int)ticket.status);
    return ticket;
}

static struct queue_entry await(struct play *play, const struct player *player,
                                enum queue_status status)
{
    return await_in(play, player, "template", status);
}

/* Wait until each node has made enough rounds to pair all that fit. */
static void let_rounds_pass(void)
{
    world_sleep_ms(400);
}

CASES(queue);

CASE(equal_wishes_give_a_running_rated_match)
{
    const struct queue_wish wish = wish_of(two_or_three, 2, fast);
    struct queue_entry ticket;
    struct player ada, bob;
    struct match match;

    ada = world_player(test_world.node[0], "ada");
    bob = world_player(test_world.node[0], "bob");
    ticket = join(test_world.node[0], &ada, &wish);
    cr_expect_eq(ticket.status, QUEUE_WAITING);
    cr_expect_eq(ticket.window, PAIRING_WINDOW);
    cr_expect_eq(ticket.others, 0);
    join(test_world.node[0], &bob, &wish);
    ticket = await(test_world.node[0], &ada, QUEUE_MATCHED);
    cr_expect_str_eq(await(test_world.node[0], &bob, QUEUE_MATCHED).match,
                     ticket.match);
    cr_assert_eq(match_get(test_world.node[0], ticket.match, &match), PLAY_OK);
    cr_expect_eq(match.status, MATCH_RUNNING);
    cr_expect(match.rated);
    cr_expect_eq(match.settings.seats, 2);
    cr_expect_eq(match.clock.bank_seconds, 600);
    cr_expect_eq(match.clock.increment_seconds, 5);
    cr_expect_eq(match.clock.policy, CLOCK_AUTOMATIC);
    cr_expect_str_neq(match.seats[0].name, match.seats[1].name);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM matches"), 1);
}

/* The last notice of a kind. */
static struct feed_notice hear(struct play *play, const struct player *player,
                               const char *cursor, enum feed_kind kind)
{
    static struct feed_notice all[FEED_LIMIT_MAX];
    struct feed_notice last = {0};
    struct feed_end end;
    size_t count;

    cr_assert_eq(
        feed_read(play, player, cursor, FEED_LIMIT_MAX, all, &count, &end),
        PLAY_OK);
    for (size_t i = 0; i < count; i++)
        if (all[i].kind == kind)
            last = all[i];
    return last;
}

CASE(every_player_of_the_match_is_notified)
{
    const struct queue_wish wish = wish_of(three, 1, fast);
    static const char *const names[] = {"ada", "bob", "cyd"};
    struct feed_notice none[1];
    struct player people[3];
    struct feed_end before[3];
    struct queue_entry ticket;
    size_t count;

    world_add_node(&test_world, NULL);
    for (int i = 0; i < 3; i++) {
        people[i] = world_player(test_world.node[0], names[i]);
        feed_read(test_world.node[1], &people[i], NULL, 1, none, &count,
                  &before[i]);
    }
    for (int i = 0; i < 3; i++)
        join(test_world.node[0], &people[i], &wish);
    ticket = await(test_world.node[0], &people[0], QUEUE_MATCHED);
    for (int i = 0; i < 3; i++) {
        struct feed_notice queue =
            hear(test_world.node[1], &people[i], before[i].cursor, FEED_QUEUE);
        struct feed_notice match =
            hear(test_world.node[1], &people[i], before[i].cursor, FEED_MATCH);

        cr_expect_eq(queue.queue, QUEUE_MATCHED);
        cr_expect_str_eq(queue.match, ticket.match);
        cr_expect_str_eq(match.id, ticket.match);
        cr_expect_neq(match.mine, 0);
    }
}

CASE(joining_again_keeps_the_time_waited_unless_the_wish_changed)
{
    struct queue_wish wish = wish_of(two, 1, fast);
    struct queue_entry first, again;
    struct player ada;

    ada = world_player(test_world.node[0], "ada");
    first = join(test_world.node[0], &ada, &wish);
    test_world.wall_offset_us += 20 * SECOND;
    again = join(test_world.node[0], &ada, &wish);
    cr_expect_eq(again.joined_us, first.joined_us);
    cr_expect_gt(again.expires_us, first.expires_us);
    cr_expect_eq(again.window, PAIRING_WINDOW + 20 * PAIRING_WIDENS);
    wish.takes_bots = true;
    again = join(test_world.node[0], &ada, &wish);
    cr_expect_gt(again.joined_us, first.joined_us);
    cr_expect(again.takes_bots);
    cr_expect_eq(
        world_number(&test_world, "SELECT count(*) FROM queue_tickets"), 1);
}

CASE(invalid_wishes_are_refused)
{
    static const int alone[] = {2, 1}, many[] = {5};
    const struct match_option unknown = {.name = "nonsense"};
    const struct match_clock none = {.policy = CLOCK_AUTOMATIC};
    struct match_clock claim = fast;
    struct queue_wish wish = wish_of(two, 1, fast);
    struct queue_entry ticket;
    struct queue_fault fault;
    struct player ada;

    claim.policy = CLOCK_CLAIM;
    ada = world_player(test_world.node[0], "ada");
    wish.game = "nonsense";
    cr_expect_eq(queue_join(test_world.node[0], &ada, &wish, &ticket, &fault),
                 PLAY_UNKNOWN_GAME);
    wish = wish_of(alone, 2, fast);
    cr_expect_eq(queue_join(test_world.node[0], &ada, &wish, &ticket, &fault),
                 PLAY_BAD_SEATS);
    cr_expect_eq(fault.fault.index, 1);
    cr_expect_not_null(strstr(fault.fault.why, "POST /v1/matches"));
    wish = wish_of(many, 1, fast);
    cr_expect_eq(queue_join(test_world.node[0], &ada, &wish, &ticket, &fault),
                 PLAY_BAD_SEATS);
    wish = wish_of(two, 1, none);
    cr_expect_eq(queue_join(test_world.node[0], &ada, &wish, &ticket, &fault),
                 PLAY_UNFAIR);
    wish = wish_of(two, 1, claim);
    cr_expect_eq(queue_join(test_world.node[0], &ada, &wish, &ticket, &fault),
                 PLAY_UNFAIR);
    wish = wish_of(two, 1, fast);
    wish.options = &unknown;
    wish.option_count = 1;
    cr_expect_eq(queue_join(test_world.node[0], &ada, &wish, &ticket, &fault),
                 PLAY_UNKNOWN_OPTION);
    cr_expect_eq(queue_read(test_world.node[0], &ada, "template", &ticket),
                 PLAY_NOT_FOUND);
    cr_expect_eq(queue_read(test_world.node[0], &ada, "nonsense", &ticket),
                 PLAY_UNKNOWN_GAME);
}

/* ---- who is there ---- */

CASE(an_inactive_account_is_not_paired)
{
    const struct queue_wish quick = wish_of(two, 1, fast);
    const struct queue_wish patient = wish_of(two, 1, slow);
    struct feed_notice none[1];
    struct feed_end before;
    struct queue_entry ticket;
    struct player ada, bob, cyd;
    size_t count;

    ada = world_player(test_world.node[0], "ada");
    bob = world_player(test_world.node[0], "bob");
    cyd = world_player(test_world.node[0], "cyd");
    feed_read(test_world.node[0], &ada, NULL, 1, none, &count, &before);
    join(test_world.node[0], &ada, &quick);
    join(test_world.node[0], &cyd, &patient);
    test_world.wall_offset_us += 61 * (int64_t)SECOND;
    join(test_world.node[0], &bob, &quick);
    ticket = await(test_world.node[0], &ada, QUEUE_LAPSED);
    cr_expect_str_empty(ticket.match);
    for (int i = 0;
         i < 12000 &&
         hear(test_world.node[0], &ada, before.cursor, FEED_QUEUE).queue !=
             QUEUE_LAPSED;
         i++)
        world_sleep_ms(5);
    cr_expect_eq(
        hear(test_world.node[0], &ada, before.cursor, FEED_QUEUE).queue,
        QUEUE_LAPSED, "and it is announced");
    cr_expect_eq(await(test_world.node[0], &bob, QUEUE_WAITING).others, 1);
    test_world.wall_offset_us += 7 * 86400 * (int64_t)SECOND - 120 * SECOND;
    let_rounds_pass();
    cr_expect_eq(ticket_of(test_world.node[0], &cyd).status, QUEUE_WAITING);
    test_world.wall_offset_us += 120 * SECOND;
    await(test_world.node[0], &cyd, QUEUE_LAPSED);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM matches"), 0);
}

static int64_t expiry(struct world *world)
{
    return world_number(world, "SELECT extract(epoch FROM expires_at) * 1000"
                               " FROM queue_tickets");
}

CASE(reading_the_entry_or_waiting_for_the_feed_renews_it)
{
    const struct queue_wish wish = wish_of(two, 1, fast);
    struct feed_notice notices[4];
    static struct waited waited = {0};
    struct feed_end end;
    struct player ada;
    int64_t before;
    size_t count;

    ada = world_player(test_world.node[0], "ada");
    join(test_world.node[0], &ada, &wish);
    test_world.wall_offset_us += 50 * SECOND;
    ticket_of(test_world.node[0], &ada);
    test_world.wall_offset_us += 50 * SECOND;
    cr_expect_eq(ticket_of(test_world.node[0], &ada).status, QUEUE_WAITING);
    before = expiry(&test_world);
    let_rounds_pass();
    cr_expect_eq(expiry(&test_world), before, "nobody waits for events");
    test_world.wall_offset_us += 50 * SECOND;
    feed_read(test_world.node[0], &ada, NULL, 4, notices, &count, &end);
    cr_assert_eq(
        feed_wait(test_world.node[0], &ada, &end, 10000, waited_by(&waited)),
        PLAY_OK);
    for (int i = 0; i < 6000 && expiry(&test_world) == before; i++)
        world_sleep_ms(5);
    cr_expect_geq(expiry(&test_world), before + 50000);
}

CASE(an_account_that_left_is_not_paired)
{
    const struct queue_wish wish = wish_of(two, 1, fast);
    struct queue_fault fault;
    struct player ada, bob;

    ada = world_player(test_world.node[0], "ada");
    bob = world_player(test_world.node[0], "bob");
    cr_expect_eq(queue_leave(test_world.node[0], &ada, "template", &fault),
                 PLAY_OK);
    join(test_world.node[0], &ada, &wish);
    cr_expect_eq(queue_leave(test_world.node[0], &ada, "template", &fault),
                 PLAY_OK);
    cr_expect_eq(ticket_of(test_world.node[0], &ada).status, QUEUE_LEFT);
    cr_expect_eq(queue_leave(test_world.node[0], &ada, "template", &fault),
                 PLAY_OK);
    join(test_world.node[0], &bob, &wish);
    let_rounds_pass();
    cr_expect_eq(ticket_of(test_world.node[0], &bob).status, QUEUE_WAITING);
    cr_expect_eq(queue_leave(test_world.node[0], &ada, "nonsense", &fault),
                 PLAY_UNKNOWN_GAME);
}

CASE(a_deleted_or_absent_account_is_not_paired)
{
    const struct queue_wish wish = wish_of(two, 1, slow);
    struct queue_entry ticket;
    struct queue_fault fault;
    struct session session;
    struct player ada, bob, cyd;

    ada = world_player(test_world.node[0], "ada");
    bob = world_player(test_world.node[0], "bob");
    cyd = world_player(test_world.node[0], "cyd");
    session = world_session(test_world.node[0], "ada");
    join(test_world.node[0], &ada, &wish);
    cr_assert_eq(
        world_delete(test_world.node[0], &session.login, "a fine long phrase"),
        PLAY_OK);
    cr_expect_eq(queue_join(test_world.node[0], &ada, &wish, &ticket, &fault),
                 PLAY_BAD_TOKEN);
    join(test_world.node[0], &bob, &wish);
    world_sql(&test_world,
              "INSERT INTO vacations SELECT id, now() - interval '1 s',"
              " now() + interval '1 day' FROM accounts"
              " WHERE name = 'bob'");
    await(test_world.node[0], &bob, QUEUE_LEFT);
    cr_expect_eq(queue_join(test_world.node[0], &bob, &wish, &ticket, &fault),
                 PLAY_ON_VACATION);
    join(test_world.node[0], &cyd, &wish);
    let_rounds_pass();
    cr_expect_eq(ticket_of(test_world.node[0], &cyd).status, QUEUE_WAITING);
}

/* ---- who may play ---- */

CASE(nobody_is_in_two_rated_real_time_matches)
{
    struct queue_wish wish = wish_of(two, 1, fast), other = wish, third = wish;
    struct queue_entry ticket;
    struct queue_fault fault;
    struct player ada, bob;

    other.game = "underwater-cities";
    third.clock = slow;
    ada = world_player(test_world.node[0], "ada");
    bob = world_player(test_world.node[0], "bob");
    join(test_world.node[0], &ada, &other);
    join(test_world.node[0], &ada, &wish);
    join(test_world.node[0], &bob, &wish);
    await(test_world.node[0], &ada, QUEUE_MATCHED);
    cr_assert_eq(queue_read(test_world.node[0], &ada, other.game, &ticket),
                 PLAY_OK);
    cr_expect_eq(ticket.status, QUEUE_LEFT, "in the same transaction");
    cr_expect_eq(queue_join(test_world.node[0], &ada, &other, &ticket, &fault),
                 PLAY_ALREADY_PLAYING);
    cr_expect_str_eq(fault.match, ticket_of(test_world.node[0], &ada).match);
    cr_expect_eq(queue_leave(test_world.node[0], &ada, "template", &fault),
                 PLAY_ALREADY_MATCHED);
    cr_expect_str_eq(fault.match, ticket_of(test_world.node[0], &ada).match);
    third.game = other.game;
    join(test_world.node[0], &ada, &third);
    world_act(test_world.node[0],
              &(struct match_request){.action = MATCH_RESIGN,
                                      .match = fault.match,
                                      .player = &ada,
                                      .seat = -1,
                                      .expected_seq = MATCH_ANY_SEQ});
    cr_expect_eq(queue_leave(test_world.node[0], &ada, "template", &fault),
                 PLAY_OK);
    join(test_world.node[0], &ada, &wish);
}

CASE(an_account_that_begins_another_match_leaves_the_queue)
{
    const struct queue_wish wish = wish_of(two, 1, fast);
    const char *const seats[] = {"me", "open"};
    const struct match_spec spec = {.game = "template",
                                    .seats = seats,
                                    .seat_count = 2,
                                    .rated = true,
                                    .clock = fast};
    struct player ada;
    struct match match;

    ada = world_player(test_world.node[0], "ada");
    join(test_world.node[0], &ada, &wish);
    cr_assert_eq(match_create(test_world.node[0], &ada, &spec, &match, NULL),
                 PLAY_OK);
    await(test_world.node[0], &ada, QUEUE_LEFT);
}

/* A rating that nobody has earned. */
static void rate(struct world *world, const char *name, int shown)
{
    char sql[600];

    snprintf(sql, sizeof sql,
             "INSERT INTO seasons VALUES (1, now(), now() + interval '1 day')"
             " ON CONFLICT DO NOTHING;"
             "INSERT INTO ratings (account_id, game, seat_count, pool, season,"
             " mu, sigma, shown, matches, wins, played_at, is_listed)"
             " SELECT id, 'template', 2, 2, 1, 25, 8, %d, 1, 0, now(), false"
             " FROM accounts WHERE name = '%s'",
             shown, name);
    cr_assert(world_sql(world, sql));
}

CASE(distant_ratings_are_paired_later)
{
    const struct queue_wish wish = wish_of(two, 1, slow);
    struct player ada, bob;

    ada = world_player(test_world.node[0], "ada");
    bob = world_player(test_world.node[0], "bob");
    rate(&test_world, "ada", 1800);
    join(test_world.node[0], &ada, &wish);
    join(test_world.node[0], &bob, &wish);
    let_rounds_pass();
    cr_expect_eq(ticket_of(test_world.node[0], &bob).status, QUEUE_WAITING);
    test_world.wall_offset_us += 20 * SECOND;
    await(test_world.node[0], &bob, QUEUE_MATCHED);
}

CASE(built_in_bots_play_with_accounts_that_accept_bots)
{
    struct queue_wish wish = wish_of(three, 1, fast);
    struct queue_entry ticket;
    struct player ada, bob;
    struct match match;
    int bots = 0;

    ada = world_player(test_world.node[0], "ada");
    bob = world_player(test_world.node[0], "bob");
    join(test_world.node[0], &bob, &wish);
    wish.takes_bots = true;
    join(test_world.node[0], &ada, &wish);
    let_rounds_pass();
    cr_expect_eq(ticket_of(test_world.node[0], &ada).status, QUEUE_WAITING);
    test_world.wall_offset_us += 11 * SECOND;
    ticket = await(test_world.node[0], &ada, QUEUE_MATCHED);
    cr_expect_eq(ticket_of(test_world.node[0], &bob).status, QUEUE_WAITING);
    cr_assert_eq(match_get(test_world.node[0], ticket.match, &match), PLAY_OK);
    for (int i = 0; i < 3; i++)
        bots += match.seats[i].kind == SEAT_BOT && match.seats[i].is_builtin &&
                strncmp(match.seats[i].name, "house-", 6) == 0;
    cr_expect_eq(bots, 2);
    cr_expect(match.rated);
}

CASE(a_bot_is_paired_where_accepted_up_to_its_limit)
{
    struct queue_wish wish = wish_of(two, 1, slow);
    struct queue_entry ticket;
    struct queue_fault fault;
    struct player ada, bob, bot;
    struct match match;

    ada = world_player(test_world.node[0], "ada");
    bob = world_player(test_world.node[0], "bob");
    bot = world_player(test_world.node[0], "robot");
    world_sql(&test_world, "UPDATE accounts SET kind = 1 WHERE name = 'robot'");
    join(test_world.node[0], &bot, &wish);
    join(test_world.node[0], &bob, &wish);
    let_rounds_pass();
    cr_expect_eq(ticket_of(test_world.node[0], &bot).status, QUEUE_WAITING);
    wish.takes_bots = true;
    join(test_world.node[0], &ada, &wish);
    ticket = await(test_world.node[0], &ada, QUEUE_MATCHED);
    if (ticket_of(test_world.node[0], &bot).status != QUEUE_MATCHED) {
        /* it was bob, who had waited as long */
        join(test_world.node[0], &ada, &wish);
        ticket = await(test_world.node[0], &ada, QUEUE_MATCHED);
    }
    cr_expect_str_eq(ticket_of(test_world.node[0], &bot).match, ticket.match);
    cr_assert_eq(match_get(test_world.node[0], ticket.match, &match), PLAY_OK);
    cr_expect_eq(match.seats[0].is_bot_account + match.seats[1].is_bot_account,
                 1);
    cr_expect_eq(queue_join(test_world.node[0], &bot, &wish, &ticket, &fault),
                 PLAY_ALREADY_PLAYING);
    world_sql(&test_world,
              "INSERT INTO bot_rules SELECT id, 7, 3, 2 FROM accounts"
              " WHERE name = 'robot'");
    join(test_world.node[0], &bot, &wish);
}

/* A bot that is full waits, and is in nobody's way. */
CASE(an_account_that_cannot_play_does_not_block_others)
{
    struct queue_wish wish = wish_of(two, 1, slow), other = wish;
    struct player ada, bob, bot;

    wish.takes_bots = other.takes_bots = true;
    other.game = "underwater-cities";
    ada = world_player(test_world.node[0], "ada");
    bob = world_player(test_world.node[0], "bob");
    bot = world_player(test_world.node[0], "robot");
    world_sql(&test_world, "UPDATE accounts SET kind = 1 WHERE name = 'robot'");
    join(test_world.node[0], &bot, &other);
    join(test_world.node[0], &bot, &wish);
    join(test_world.node[0], &ada, &wish);
    await(test_world.node[0], &ada, QUEUE_MATCHED);
    join(test_world.node[0], &ada, &other);
    join(test_world.node[0], &bob, &other);
    await_in(test_world.node[0], &bob, other.game, QUEUE_MATCHED);
    cr_expect_eq(ticket_in(test_world.node[0], &bot, other.game).status,
                 QUEUE_WAITING);
}

/* Bots that are not paired may wait for days, in any number. */
CASE(many_bots_do_not_keep_people_from_being_paired)
{
    const struct queue_wish wish = wish_of(two, 1, slow);
    struct player ada, bob;

    cr_assert(world_sql(
        &test_world,
        "INSERT INTO accounts (id, name, password, created_at, kind)"
        " SELECT md5('crowd' || n)::uuid, 'crowd-' || n, '$scrypt$', now(), 1"
        " FROM generate_series(1, 501) n"));
    ada = world_player(test_world.node[0], "ada");
    bob = world_player(test_world.node[0], "bob");
    join(test_world.node[0], &ada, &wish);
    cr_assert(world_sql(
        &test_world,
        "INSERT INTO queue_tickets SELECT a.id, t.game, md5(a.name)::uuid,"
        " t.seats, t.options, t.turn_seconds, t.bank_seconds,"
        " t.increment_seconds, false, 0, t.joined_at - interval '1 hour',"
        " t.expires_at FROM queue_tickets t, accounts a"
        " WHERE a.name LIKE 'crowd-%'"));
    join(test_world.node[0], &bob, &wish);
    await(test_world.node[0], &bob, QUEUE_MATCHED);
    await(test_world.node[0], &ada, QUEUE_MATCHED);
}

CASE(every_number_of_seats_of_every_game_is_paired)
{
    static const char *const names[] = {"ada", "bob", "cyd", "dot"};
    struct player people[RULES_SEATS_MAX];
    struct queue_entry ticket;
    struct match match;

    for (int i = 0; i < RULES_SEATS_MAX; i++)
        people[i] = world_player(test_world.node[0], names[i]);
    for (size_t g = 0; games[g]; g++)
        for (int seats = 2; seats <= games[g]->max_seats; seats++) {
            struct queue_wish wish = wish_of(&seats, 1, slow);

            wish.game = games[g]->id;
            for (int i = 0; i < seats; i++)
                join(test_world.node[0], &people[i], &wish);
            ticket = await_in(test_world.node[0], &people[0], wish.game,
                              QUEUE_MATCHED);
            match_get(test_world.node[0], ticket.match, &match);
            cr_expect_eq(match.settings.seats, seats);
            cr_expect_eq(match.status, MATCH_RUNNING);
        }
}

/* ---- many at once ---- */

enum { PEOPLE = 24 };

struct seeker {
    struct play *play;
    struct player player;
    struct queue_wish wish;
    unsigned number;
    enum play_err left; /* the result of leaving */
    bool leaves;
};

static void *seek(void *arg)
{
    struct seeker *seeker = arg;
    struct queue_fault fault;

    join(seeker->play, &seeker->player, &seeker->wish);
    if (seeker->leaves)
        seeker->left =
            queue_leave(seeker->play, &seeker->player, "template", &fault);
    return NULL;
}

static void all_at_once(struct seeker *seekers, void *(*seek_one)(void *arg))
{
    pthread_t threads[PEOPLE];

    for (int i = 0; i < PEOPLE; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, seek_one, &seekers[i]),
                     0);
    for (int i = 0; i < PEOPLE; i++)
        pthread_join(threads[i], NULL);
}

/* Matches and tickets say the same. */
static void expect_consistent(struct world *world)
{
    cr_expect_eq(world_number(world,
                              "SELECT count(*) FROM queue_tickets q WHERE"
                              " status = 1 AND NOT EXISTS (SELECT FROM seats s"
                              "  WHERE s.match_id = q.match_id"
                              "  AND s.account_id = q.account_id)"),
                 0, "a ticket whose match its owner is not in");
    cr_expect_eq(world_number(world, "SELECT count(*) FROM seats s WHERE"
                                     " NOT EXISTS (SELECT FROM queue_tickets q"
                                     "  WHERE s.match_id = q.match_id"
                                     "  AND s.account_id = q.account_id)"),
                 0, "a seat without a ticket");
    cr_expect_eq(world_number(world,
                              "SELECT count(*) - count(DISTINCT account_id)"
                              " FROM seats"),
                 0, "somebody in two matches");
    cr_expect_eq(world_number(world,
                              "SELECT count(*) FROM matches m WHERE status <> 1"
                              " OR seat_count <> (SELECT count(*) FROM seats"
                              "  WHERE match_id = m.id)"),
                 0, "half a match");
}

static void gather(struct world *world, struct seeker *seekers,
                   struct match_clock clock)
{
    world_add_node(world, NULL);
    for (unsigned i = 0; i < PEOPLE; i++) {
        char name[PLAY_NAME_SIZE];

        snprintf(name, sizeof name, "seeker-%u", i);
        seekers[i] = (struct seeker){
            .play = world->node[i % 2],
            .player = world_player(world->node[i % 2], name),
            .wish = i % 3 ? wish_of(two, 1, clock)
                          : wish_of(two_or_three, 2, clock),
            .number = i,
        };
    }
}

CASE(two_nodes_pair_every_entry_once)
{
    static struct seeker seekers[PEOPLE];

    gather(&test_world, seekers, fast);
    all_at_once(seekers, seek);
    for (int i = 0;
         i < 12000 &&
         world_number(&test_world, "SELECT count(*) FROM queue_tickets"
                                   " WHERE status = 0") > 1;
         i++)
        world_sleep_ms(5);
    cr_expect_leq(world_number(&test_world, "SELECT count(*) FROM queue_tickets"
                                            " WHERE status = 0"),
                  1);
    expect_consistent(&test_world);
}

CASE(leaving_succeeds_or_returns_the_match)
{
    static struct seeker seekers[PEOPLE];

    gather(&test_world, seekers, fast);
    for (int i = 0; i < PEOPLE; i++)
        seekers[i].leaves = i % 2;
    all_at_once(seekers, seek);
    let_rounds_pass();
    for (int i = 0; i < PEOPLE; i++) {
        enum queue_status status =
            ticket_of(seekers[i].play, &seekers[i].player).status;

        if (!seekers[i].leaves)
            continue;
        cr_expect(seekers[i].left == PLAY_OK ||
                      seekers[i].left == PLAY_ALREADY_MATCHED,
                  "%s", play_err_word(seekers[i].left));
        cr_expect_eq(status,
                     seekers[i].left == PLAY_OK ? QUEUE_LEFT : QUEUE_MATCHED);
    }
    expect_consistent(&test_world);
}

/* In the queue of one game and then of the other, while matches are made. */
static void *seek_twice(void *arg)
{
    static const char *const names[] = {"underwater-cities", "template"};
    struct seeker *seeker = arg;

    for (int i = 0; i < 2; i++) {
        struct queue_wish wish = seeker->wish;
        struct queue_entry ticket;
        struct queue_fault fault;
        enum play_err err;

        wish.game = names[i];
        err = queue_join(seeker->play, &seeker->player, &wish, &ticket, &fault);
        cr_expect(!err || err == PLAY_ALREADY_PLAYING, "%s",
                  play_err_word(err));
    }
    return NULL;
}

CASE(two_queues_pair_nobody_twice)
{
    static struct seeker seekers[PEOPLE];

    gather(&test_world, seekers, fast);
    all_at_once(seekers, seek_twice);
    for (int i = 0;
         i < 12000 &&
         world_number(&test_world, "SELECT count(*) FROM seats") <= PEOPLE / 2;
         i++)
        world_sleep_ms(5);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) - count(DISTINCT"
                                           " account_id) FROM seats"),
                 0);
    cr_expect_gt(world_number(&test_world, "SELECT count(*) FROM seats"),
                 PEOPLE / 2);
    cr_expect_eq(world_number(&test_world,
                              "SELECT count(*) FROM queue_tickets q"
                              " JOIN seats s USING (account_id)"
                              " WHERE q.status = 0"),
                 0, "players of a match do not wait");
}
