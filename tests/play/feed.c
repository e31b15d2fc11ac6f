/* What happens in all matches of an account: nothing is missed. */
#include "depth.h"
#include "play_cases.h"
#include "play_world.h"

#include "db/pg/pg.h"
#include "play/accounts/account_feed.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const two[] = {"me", "open"};
static const char *const with_bot[] = {"me", "bot:random"};

enum { SEEN_MAX = 256 };

/* A reader of the feed, and the last notice of each match. */
struct listener {
    struct play *play;
    const struct player *player;
    struct feed_end end;
    bool has_cursor;
    struct feed_notice seen[SEEN_MAX];
    size_t count;
    size_t told; /* notices of the last reading */
};

static struct feed_notice *known(struct listener *listener, const char *id)
{
    for (size_t i = 0; i < listener->count; i++)
        if (strcmp(listener->seen[i].id, id) == 0)
            return &listener->seen[i];
    return NULL;
}

static void note(struct listener *listener, const struct feed_notice *notice)
{
    struct feed_notice *place = known(listener, notice->id);

    if (!place) {
        cr_assert_lt(listener->count, SEEN_MAX);
        place = &listener->seen[listener->count++];
    } else {
        cr_expect_geq(notice->seq, place->seq, "a match went back");
    }
    *place = *notice;
}

/* Read on; a page at a time, to the end of what is new. */
static void listen_once(struct listener *listener, unsigned limit)
{
    struct feed_notice page[FEED_LIMIT_MAX];
    size_t count;

    listener->told = 0;
    do {
        cr_assert_eq(
            feed_read(listener->play, listener->player,
                      listener->has_cursor ? listener->end.cursor : NULL, limit,
                      page, &count, &listener->end),
            PLAY_OK);
        listener->has_cursor = true;
        listener->told += count;
        for (size_t i = 0; i < count; i++)
            note(listener, &page[i]);
    } while (listener->end.has_more);
}

/* Return the listener's last notice of a match after reading on. */
static const struct feed_notice *hear(struct listener *listener, const char *id)
{
    const struct feed_notice *notice;

    listen_once(listener, FEED_LIMIT_MAX);
    notice = known(listener, id);
    cr_assert_not_null(notice, "the match was not announced");
    return notice;
}

static void leave(struct play *play, const struct player *player,
                  const char *match)
{
    const struct match_request request = {.action = MATCH_LEAVE,
                                          .match = match,
                                          .player = player,
                                          .seat = -1,
                                          .expected_seq = MATCH_ANY_SEQ};

    cr_assert_eq(world_act(play, &request).err, PLAY_OK);
}

/* Make a move of a seat that is to act, at a node that may not have the other
 * node's events up to *seq yet; false when the match is over. */
static bool move_on(struct play *play, const struct player *players,
                    const char *match, uint32_t *seq)
{
    struct match_position *position = malloc(sizeof *position);
    char move[RULES_NOTATION_MAX];
    struct reply reply = {.err = PLAY_FINISHED};
    int seat = 0;

    cr_assert_eq(match_read(play, NULL, match, MATCH_OWN_SEAT, *seq, position),
                 PLAY_OK);
    if (position->to_act) {
        while (!(position->to_act & 1 << seat))
            seat++;
        world_legal(position, seat, position->seq, move);
        reply = world_move(play, &players[seat], match, move, position->seq);
        cr_expect_eq(reply.err, PLAY_OK, "%s", play_err_word(reply.err));
        *seq = reply.seq;
    }
    free(position);
    return reply.err == PLAY_OK;
}

CASES(feed);

CASE(every_event_of_a_match_notifies_its_players)
{
    static struct listener ada, bob;
    struct player players[2];
    struct match match;
    uint32_t seq = 2;

    players[0] = world_player(test_world.node[0], "ada");
    players[1] = world_player(test_world.node[0], "bob");
    ada = (struct listener){.play = test_world.node[0], .player = &players[0]};
    bob = (struct listener){.play = test_world.node[0], .player = &players[1]};
    listen_once(&ada, 10);
    listen_once(&bob, 10);
    match = world_match(test_world.node[0], &players[0], "template", two, 2);
    cr_expect_eq(hear(&ada, match.id)->status, MATCH_OPEN);
    cr_expect_eq(known(&ada, match.id)->mine, 1);
    listen_once(&bob, 10);
    cr_expect_eq(bob.told, 0);

    world_join(test_world.node[0], &players[1], match.id, 1);
    cr_expect_eq(hear(&ada, match.id)->status, MATCH_RUNNING);
    cr_expect_eq(hear(&bob, match.id)->mine, 2);
    cr_expect_eq(known(&bob, match.id)->seq, 2);

    move_on(test_world.node[0], players, match.id, &seq);
    cr_expect_eq(hear(&bob, match.id)->seq, seq);
    listen_once(&bob, 10);
    cr_expect_eq(bob.told, 0); /* once */
    while (move_on(test_world.node[0], players, match.id, &seq))
        ;
    cr_expect_eq(hear(&bob, match.id)->status, MATCH_FINISHED);
    cr_expect_eq(hear(&ada, match.id)->status, MATCH_FINISHED);
}

CASE(a_player_who_leaves_is_notified_of_that_and_nothing_later)
{
    static struct listener bob;
    static const char *const three[] = {"me", "open", "open"};
    struct player players[3];
    struct match match;

    players[0] = world_player(test_world.node[0], "ada");
    players[1] = world_player(test_world.node[0], "bob");
    players[2] = world_player(test_world.node[0], "cyd");
    match = world_match(test_world.node[0], &players[0], "template", three, 3);
    world_join(test_world.node[0], &players[1], match.id, 1);
    bob = (struct listener){.play = test_world.node[0], .player = &players[1]};
    cr_expect_eq(hear(&bob, match.id)->mine, 2);
    leave(test_world.node[0], &players[1], match.id);
    cr_expect_eq(hear(&bob, match.id)->mine, 0);
    world_join(test_world.node[0], &players[2], match.id, 1);
    listen_once(&bob, 10);
    cr_expect_eq(bob.told, 0);
    world_join(test_world.node[0], &players[1], match.id, 2);
    cr_expect_eq(hear(&bob, match.id)->mine, 4);
    /* The last one to get up ends an open match. */
    match = world_match(test_world.node[0], &players[1], "template", two, 2);
    leave(test_world.node[0], &players[1], match.id);
    cr_expect_eq(hear(&bob, match.id)->status, MATCH_ABORTED);
    /* From the beginning: open and running matches, no ended ones. */
    bob.has_cursor = false;
    bob.count = 0;
    listen_once(&bob, 10);
    cr_expect_eq(bob.told, 1);
}

CASE(pages_return_everything_and_then_later_changes)
{
    static struct listener ada;
    struct feed_notice page[3];
    struct player players[2];
    struct match matches[7];
    struct waited waited = {.why = PLAY_WAIT_TIMEOUT};
    size_t count;

    players[0] = world_player(test_world.node[0], "ada");
    players[1] = world_player(test_world.node[0], "bob");
    for (int i = 0; i < 7; i++)
        matches[i] =
            world_match(test_world.node[0], &players[0], "template", two, 2);
    ada = (struct listener){.play = test_world.node[0], .player = &players[0]};
    cr_assert_eq(
        feed_read(ada.play, ada.player, NULL, 3, page, &count, &ada.end),
        PLAY_OK);
    cr_expect_eq(count, 3);
    cr_expect(ada.end.has_more);
    ada.has_cursor = true;
    for (size_t i = 0; i < count; i++)
        note(&ada, &page[i]);
    for (int i = 0; i < 7; i++)
        world_join(test_world.node[0], &players[1], matches[i].id, 1);
    listen_once(&ada, 3); /* the rest of the first reading */
    cr_expect_eq(ada.count, 7);
    /* Changes of the first page came too late for it: do not wait. */
    cr_assert_eq(
        feed_wait(ada.play, ada.player, &ada.end, 15000, waited_by(&waited)),
        PLAY_OK);
    cr_expect(waited_is_told(&waited, 30000));
    cr_expect_eq(atomic_load(&waited.why), PLAY_WAIT_NEWS);
    listen_once(&ada, 3);
    for (int i = 0; i < 7; i++)
        cr_expect_eq(known(&ada, matches[i].id)->seq, 2);
    listen_once(&ada, 3);
    cr_expect_eq(ada.told, 0);
}

/* ---- cursors ---- */

CASE(a_foreign_cursor_returns_everything_and_garbage_is_refused)
{
    static const char *const garbage[] = {
        "", "a", "none", "aaaaaaaaaaaaaaaaa", "AAAA", "1-2"};
    static struct listener ada;
    struct player player;
    struct feed_end end;
    struct feed_notice page[4];
    char cursor[FEED_CURSOR_SIZE];
    size_t count;

    player = world_player(test_world.node[0], "ada");
    world_match(test_world.node[0], &player, "template", two, 2);
    ada = (struct listener){.play = test_world.node[0], .player = &player};
    listen_once(&ada, 4);
    listen_once(&ada, 4);
    cr_expect_eq(ada.told, 0);
    /* Letter 8 is of the database, letter 39 of the newest transaction. */
    for (size_t at = 8; at <= 39; at += 31) {
        memcpy(cursor, ada.end.cursor, sizeof cursor);
        cursor[at] = cursor[at] == 'b' ? 'c' : 'b';
        cr_expect_eq(
            feed_read(ada.play, &player, cursor, 4, page, &count, &end),
            PLAY_OK);
        cr_expect_eq(count, 1, "letter %zu", at);
        cr_expect_eq(
            feed_read(ada.play, &player, end.cursor, 4, page, &count, &end),
            PLAY_OK);
        cr_expect_eq(count, 0);
    }
    for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++)
        cr_expect_eq(
            feed_read(ada.play, &player, garbage[i], 4, page, &count, &end),
            PLAY_BAD_CURSOR, "%s", garbage[i]);
    for (size_t length = 1; length < strlen(ada.end.cursor); length++) {
        snprintf(cursor, length + 1, "%s", ada.end.cursor);
        cr_expect_eq(
            feed_read(ada.play, &player, cursor, 4, page, &count, &end),
            PLAY_BAD_CURSOR);
    }
}

/* Rows of a cluster that was dumped have numbers of its transactions. */
CASE(a_restored_database_does_not_repeat_the_same_changes_forever)
{
    static struct listener ada;
    struct player player;

    player = world_player(test_world.node[0], "ada");
    world_match(test_world.node[0], &player, "template", two, 2);
    cr_assert(
        world_sql(&test_world, "UPDATE matches SET changed_xid = '99999999'"));
    ada = (struct listener){.play = test_world.node[0], .player = &player};
    listen_once(&ada, 4);
    cr_expect_eq(ada.told, 1);
    listen_once(&ada, 4);
    cr_expect_eq(ada.told, 0);
}

/* ---- transactions that overlap ---- */

CASE(a_change_committed_during_a_reading_is_in_the_next)
{
    static struct listener ada;
    struct db_config config;
    struct player player;
    struct match first, second;
    struct pg *pg;

    player = world_player(test_world.node[0], "ada");
    first = world_match(test_world.node[0], &player, "template", two, 2);
    second = world_match(test_world.node[0], &player, "template", two, 2);
    ada = (struct listener){.play = test_world.node[0], .player = &player};
    listen_once(&ada, 4);
    world_db_defaults(&config);
    config.conninfo = test_world.conninfo;
    pg = pg_open(&config);
    cr_assert_not_null(pg);
    cr_assert_eq(pg_script(pg, "BEGIN; UPDATE matches SET seq = seq + 7,"
                               " changed_xid = pg_current_xact_id()"
                               " WHERE created_at ="
                               "  (SELECT min(created_at) FROM matches)"),
                 STORE_OK);
    world_match(test_world.node[0], &player, "template", two, 2);
    listen_once(&ada, 4); /* the younger one is listed, */
    cr_expect_eq(ada.told, 1);
    listen_once(&ada, 4); /* and not again while the elder one goes on */
    cr_expect_eq(ada.told, 0);
    cr_assert_eq(pg_script(pg, "COMMIT"), STORE_OK);
    pg_close(pg);
    cr_expect_eq(hear(&ada, first.id)->seq, 7);
    cr_expect_eq(ada.told, 1);
    cr_expect_eq(known(&ada, second.id)->seq, 0);
}

enum { HANDS = 6, ROUNDS = 8 };

/* Sets up matches and plays them to their end, now on one node, now on the
 * other. */
struct hand {
    struct world *world;
    const struct player *players;
    int number;
    struct match matches[ROUNDS];
    uint32_t seqs[ROUNDS];
    pthread_t thread;
};

static void *work(void *arg)
{
    struct hand *hand = arg;

    for (int round = 0; round < ROUNDS; round++) {
        struct match *match = &hand->matches[round];
        int turn = hand->number;

        *match = world_match(hand->world->node[turn++ % 2], &hand->players[0],
                             "template", two, 2);
        hand->seqs[round] = world_join(hand->world->node[turn++ % 2],
                                       &hand->players[1], match->id, 1)
                                .seq;
        while (move_on(hand->world->node[turn % 2], hand->players, match->id,
                       &hand->seqs[round]))
            turn += round % 3;
    }
    return NULL;
}

/* Reads whenever it is woken, until all is known that was played. */
static void *listen_always(void *arg)
{
    struct listener *listener = arg;
    struct waited waited = {.why = PLAY_WAIT_NEWS};
    size_t over = 0;

    while (atomic_load(&waited.why) == PLAY_WAIT_NEWS) {
        listen_once(listener, 3);
        over = 0;
        for (size_t n = 0; n < listener->count; n++)
            over += listener->seen[n].status == MATCH_FINISHED;
        if (over == HANDS * ROUNDS)
            break;
        atomic_store(&waited.calls, 0);
        cr_assert_eq(feed_wait(listener->play, listener->player, &listener->end,
                               15000, waited_by(&waited)),
                     PLAY_OK);
        cr_assert(waited_is_told(&waited, 30000));
    }
    cr_expect_eq(over, HANDS * ROUNDS, "nobody was woken");
    return NULL;
}

CASE(two_readers_of_two_nodes_miss_nothing)
{
    static struct listener listeners[2];
    static struct hand hands[HANDS];
    struct player players[2];
    pthread_t ears[2];

    world_add_node(&test_world, NULL);
    players[0] = world_player(test_world.node[0], "ada");
    players[1] = world_player(test_world.node[0], "bob");
    for (int i = 0; i < 2; i++) {
        listeners[i] = (struct listener){.play = test_world.node[i],
                                         .player = &players[i]};
        pthread_create(&ears[i], NULL, listen_always, &listeners[i]);
    }
    for (int i = 0; i < HANDS; i++) {
        hands[i] = (struct hand){
            .world = &test_world, .players = players, .number = i};
        pthread_create(&hands[i].thread, NULL, work, &hands[i]);
    }
    for (int i = 0; i < HANDS; i++)
        pthread_join(hands[i].thread, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(ears[i], NULL);
    for (int i = 0; i < HANDS; i++)
        for (int round = 0; round < ROUNDS; round++)
            for (int l = 0; l < 2; l++) {
                const struct feed_notice *notice =
                    known(&listeners[l], hands[i].matches[round].id);

                cr_assert_not_null(notice);
                cr_expect_eq(notice->seq, hands[i].seqs[round]);
            }
}

/* A program that is notified of its turn reads the match, and would wait
 * forever if it got an older state. */
Test(feed, a_node_shows_at_least_the_seq_that_it_announced, .init = deep_only)
{
    static struct listener ada;
    struct match_position *position = malloc(sizeof *position);
    struct world world;
    struct player players[2];
    struct match match;
    uint32_t seq = 2;

    if (!world_open(&world))
        return;
    world_add_node(&world, NULL);
    players[0] = world_player(world.node[0], "ada");
    players[1] = world_player(world.node[0], "bob");
    ada = (struct listener){.play = world.node[0], .player = &players[0]};
    match =
        world_match(world.node[0], &players[0], "underwater-cities", two, 2);
    world_join(world.node[0], &players[1], match.id, 1);
    while (move_on(world.node[1], players, match.id, &seq)) {
        uint32_t told = hear(&ada, match.id)->seq;

        cr_assert_eq(match_read(world.node[0], NULL, match.id, MATCH_OWN_SEAT,
                                0, position),
                     PLAY_OK);
        cr_expect_geq(position->seq, told);
    }
    world_close(&world);
    free(position);
}

/* ---- waiting ---- */

CASE(a_change_wakes_waits_on_every_node_even_late_ones)
{
    static struct waited waited[3] = {0};
    static struct listener ada[2];
    struct player players[2];
    struct match match;

    world_add_node(&test_world, NULL);
    players[0] = world_player(test_world.node[0], "ada");
    players[1] = world_player(test_world.node[0], "bob");
    for (int i = 0; i < 2; i++) {
        ada[i] = (struct listener){.play = test_world.node[i],
                                   .player = &players[0]};
        listen_once(&ada[i], 4);
        cr_assert_eq(feed_wait(ada[i].play, ada[i].player, &ada[i].end, 15000,
                               waited_by(&waited[i])),
                     PLAY_OK);
    }
    match = world_match(test_world.node[0], &players[0], "template", two, 2);
    for (int i = 0; i < 2; i++) {
        cr_expect(waited_is_told(&waited[i], 30000));
        cr_expect_eq(atomic_load(&waited[i].why), PLAY_WAIT_NEWS);
    }
    listen_once(&ada[0], 4);
    world_join(test_world.node[0], &players[1], match.id, 1);
    cr_assert_eq(feed_wait(ada[0].play, ada[0].player, &ada[0].end, 15000,
                           waited_by(&waited[2])),
                 PLAY_OK);
    cr_expect_eq(atomic_load(&waited[2].calls), 1);
    cr_expect_eq(atomic_load(&waited[2].why), PLAY_WAIT_NEWS);
}

CASE(a_wait_ends_at_its_deadline_or_with_the_node)
{
    static struct waited waited[3] = {0};
    static struct listener ada;
    struct player player;

    player = world_player(test_world.node[0], "ada");
    ada = (struct listener){.play = test_world.node[0], .player = &player};
    listen_once(&ada, 4);
    feed_wait(ada.play, ada.player, &ada.end, 50, waited_by(&waited[0]));
    cr_expect(waited_is_told(&waited[0], 30000));
    cr_expect_eq(atomic_load(&waited[0].why), PLAY_WAIT_TIMEOUT);
    feed_wait(ada.play, ada.player, &ada.end, 15000, waited_by(&waited[1]));
    play_drain(test_world.node[0]);
    cr_expect_eq(atomic_load(&waited[1].calls), 1);
    cr_expect_eq(atomic_load(&waited[1].why), PLAY_WAIT_DRAINING);
    cr_expect_eq(
        feed_wait(ada.play, ada.player, &ada.end, 15000, waited_by(&waited[2])),
        PLAY_UNAVAILABLE);
    cr_expect_eq(atomic_load(&waited[2].calls), 0);
}

CASE(moves_of_bots_are_announced)
{
    static struct listener ada;
    struct player player;
    struct match match;
    uint32_t seq = 1;

    player = world_player(test_world.node[0], "ada");
    match = world_match(test_world.node[0], &player, "template", with_bot, 2);
    ada = (struct listener){.play = test_world.node[0], .player = &player};
    cr_expect_geq(hear(&ada, match.id)->seq, seq);
    move_on(test_world.node[0], &player, match.id, &seq);
    seq = 1;
    for (int i = 0; i < 20 && known(&ada, match.id)->seq < seq + 2; i++) {
        struct waited waited = {0};

        feed_wait(ada.play, ada.player, &ada.end, 5000, waited_by(&waited));
        cr_assert(waited_is_told(&waited, 30000));
        listen_once(&ada, 4);
    }
    cr_expect_geq(known(&ada, match.id)->seq, seq + 2);
}

/* ---- tickets ---- */

static enum play_err redeem(int node, const struct ticket *ticket,
                            const char *path, struct login *out)
{
    return stream_ticket_redeem(test_world.node[node], ticket->text, path, out);
}

static void sign_in_ada(struct session *session)
{
    struct player player;
    int retry_s;

    cr_assert_eq(world_create_player(test_world.node[0], "ada", "a pass phrase",
                                     &player),
                 PLAY_OK);
    cr_assert_eq(world_sign_in(test_world.node[0], "ada", "a pass phrase",
                               session, &retry_s),
                 PLAY_OK);
}

static void take_tickets(const struct session *session, struct ticket *tickets,
                         int count)
{
    for (int i = 0; i < count; i++)
        cr_assert_eq(
            stream_ticket_new(test_world.node[0], &session->login, &tickets[i]),
            PLAY_OK);
}

CASE(a_stream_ticket_must_be_used_within_a_minute)
{
    struct session session;
    struct ticket tickets[2];
    struct login login;

    sign_in_ada(&session);
    take_tickets(&session, tickets, 2);
    cr_expect_eq(stream_ticket_redeem(test_world.node[0], "tkt_", "/a", &login),
                 PLAY_BAD_TOKEN);
    cr_expect_eq(
        stream_ticket_redeem(test_world.node[0], session.token, "/a", &login),
        PLAY_BAD_TOKEN);
    cr_expect_eq(token_find(test_world.node[0], tickets[1].text, &login),
                 PLAY_BAD_TOKEN);
    test_world.wall_offset_us = (TICKET_SECONDS - 1) * INT64_C(1000000);
    cr_expect_eq(redeem(0, &tickets[0], "/a", &login), PLAY_OK);
    cr_expect_str_eq(login.player.name, "ada");
    cr_expect_str_eq(login.token_id, session.login.token_id);
    test_world.wall_offset_us = (TICKET_SECONDS + 1) * INT64_C(1000000);
    cr_expect_eq(redeem(0, &tickets[1], "/a", &login), PLAY_BAD_TOKEN);
}

CASE(a_used_stream_ticket_is_valid_for_its_path_while_its_token_is)
{
    struct session session;
    struct ticket ticket;
    struct login login;

    world_add_node(&test_world, NULL);
    sign_in_ada(&session);
    take_tickets(&session, &ticket, 1);
    cr_expect_eq(redeem(1, &ticket, "/a", &login), PLAY_OK);
    test_world.wall_offset_us = INT64_C(86400) * 1000000;
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(redeem(i, &ticket, "/b", &login), PLAY_BAD_TOKEN);
        cr_expect_eq(redeem(i, &ticket, "/a", &login), PLAY_OK);
    }
    session_close(test_world.node[0], &session.login);
    cr_expect_eq(redeem(0, &ticket, "/a", &login), PLAY_BAD_TOKEN);
}

CASE(a_token_has_its_twenty_newest_stream_tickets)
{
    enum { MOST = 20 };
    struct session session;
    struct ticket first, others[MOST];
    struct login login;

    sign_in_ada(&session);
    take_tickets(&session, &first, 1);
    test_world.wall_offset_us = 1000000;
    cr_expect_eq(redeem(0, &first, "/a", &login), PLAY_OK);
    take_tickets(&session, others, MOST - 1);
    cr_expect_eq(redeem(0, &first, "/a", &login), PLAY_OK);
    take_tickets(&session, &others[MOST - 1], 1);
    cr_expect_eq(redeem(0, &first, "/a", &login), PLAY_BAD_TOKEN);
    for (int i = 0; i < MOST; i++)
        cr_expect_eq(redeem(0, &others[i], "/a", &login), PLAY_OK);
}
