/* Taking back (rulings 21, 22, 89): what comes back, what does not, and what
 * the log says of it. */
#include "play_cases.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS_MAX = 3, STEPS_MAX = 24 };
static const char *const seats[] = {"me", "open", "open"};
static const char *const names[] = {"ada", "bob", "cyd"};

/* Accounts at a table, each on the seat of its number, under way. */
struct table {
    struct world world;
    struct play *play; /* the node that acts */
    struct player players[SEATS_MAX];
    struct match match;
    unsigned moves; /* so far: chooses what is played */
};

static bool table_open(struct table *table, const char *game, int count)
{
    memset(table, 0, sizeof *table);
    if (!world_open(&table->world))
        return false;
    table->play = table->world.node[0];
    for (int i = 0; i < count; i++)
        table->players[i] = world_player(table->play, names[i]);
    table->match = world_match(table->play, &table->players[0], game, seats,
                               (size_t)count);
    for (int i = 1; i < count; i++)
        cr_assert_eq(
            world_join(table->play, &table->players[i], table->match.id, i).err,
            PLAY_OK);
    return true;
}

/* The position as the account of a seat sees it. */
static struct match_position *look(struct table *table, int seat)
{
    static struct match_position position;

    cr_assert_eq(match_read(table->play, &table->players[seat], table->match.id,
                            MATCH_OWN_SEAT, 0, &position),
                 PLAY_OK);
    return &position;
}

static int to_act(const struct match_position *position)
{
    int seat = 0;

    while (!(position->to_act & 1 << seat))
        seat++;
    return seat;
}

static struct reply play_text(struct table *table, int seat, const char *move)
{
    return world_move(table->play, &table->players[seat], table->match.id, move,
                      MATCH_ANY_SEQ);
}

/* One decision of a seat; its notation into move. */
static struct reply decide(struct table *table, int seat,
                           char move[RULES_NOTATION_MAX])
{
    struct reply reply;

    cr_assert(
        world_legal(look(table, seat), seat, table->moves++ * 7919 + 5, move));
    reply = play_text(table, seat, move);
    cr_assert_eq(reply.err, PLAY_OK, "%s: %s", move, play_err_word(reply.err));
    return reply;
}

static struct reply take_back(struct table *table, int seat, uint32_t to_seq)
{
    return world_undo(table->play, &table->players[seat], table->match.id,
                      to_seq, MATCH_ANY_SEQ);
}

/* Play until one seat alone is to act and has decided at least `steps` times
 * since the last seal; that seat.  What it decided is in moves, the states
 * before are in states. */
struct turn {
    int seat, count;
    uint32_t start; /* to_seq of all of it */
    char moves[STEPS_MAX][RULES_NOTATION_MAX];
    uint8_t states[STEPS_MAX + 1][RULES_STATE_MAX];
};

static void keep_state(struct table *table, struct turn *turn)
{
    memcpy(turn->states[turn->count], look(table, turn->seat)->state,
           RULES_STATE_MAX);
}

/* Have several seats chosen something that may still be taken back? */
static bool may_others_take_back(struct table *table, int seat)
{
    for (int other = 0; other < table->match.settings.seats; other++)
        if (other != seat && look(table, other)->undo.allowed)
            return true;
    return false;
}

static void play_turn(struct table *table, struct turn *turn, int steps)
{
    turn->seat = -1;
    turn->count = 0;
    for (int tries = 0; tries < 3000; tries++) {
        const struct match_position *position = look(table, 0);
        int seat = to_act(position);

        cr_assert_neq(position->to_act, 0);
        if (seat != turn->seat || !look(table, seat)->undo.allowed) {
            turn->seat = seat;
            turn->count = 0;
            keep_state(table, turn);
        }
        decide(table, seat, turn->moves[turn->count++]);
        keep_state(table, turn);
        turn->start = look(table, seat)->undo.to_seq;
        if (turn->count >= steps && look(table, seat)->undo.allowed &&
            look(table, 0)->to_act == 1 << seat &&
            !may_others_take_back(table, seat))
            return;
        cr_assert_lt(turn->count, STEPS_MAX);
    }
    cr_assert_fail("no such turn");
}

static void verify(struct table *table)
{
    uint32_t bad_seq = 1;

    cr_assert_eq(match_verify(table->play, table->match.id, &bad_seq), PLAY_OK);
    cr_expect_eq(bad_seq, 0, "seq %u does not replay", bad_seq);
    cr_expect_eq(
        world_number(&table->world, "SELECT count(*) - max(seq) FROM events"),
        0);
}

/* Continue at another node, after it was notified of the last event. */
static void change_node(struct table *table, int node)
{
    static struct match_position position;
    uint32_t seq = look(table, 0)->seq;

    table->play = table->world.node[node];
    cr_assert_eq(match_read(table->play, NULL, table->match.id, MATCH_OWN_SEAT,
                            seq, &position),
                 PLAY_OK);
}

/* ---- step by step ---- */

CASES_THAT_OPEN(undo);

CASE(a_turn_is_undone_step_by_step_and_played_again)
{
    static struct table table;
    static struct turn turn;
    const struct match_position *now;

    if (!table_open(&table, "underwater-cities", 2))
        return;
    play_turn(&table, &turn, 4);
    for (int i = turn.count - 1; i >= 0; i--) {
        struct match_undo undo = look(&table, turn.seat)->undo;

        cr_assert(undo.allowed);
        cr_expect_eq(undo.to_seq, turn.start);
        cr_assert_eq(take_back(&table, turn.seat, undo.step_seq).err, PLAY_OK);
        now = look(&table, turn.seat);
        cr_expect_eq(memcmp(now->state, turn.states[i], RULES_STATE_MAX), 0);
        cr_expect_eq(now->to_act, 1 << turn.seat);
    }
    now = look(&table, turn.seat);
    cr_expect_not(now->undo.allowed);
    cr_expect_eq(now->undo.to_seq, now->seq);
    cr_expect_neq(now->undo.seal, 0);
    cr_expect_eq(take_back(&table, turn.seat, turn.start).err,
                 PLAY_UNDO_BLOCKED);
    for (int i = 0; i < turn.count; i++)
        cr_assert_eq(play_text(&table, turn.seat, turn.moves[i]).err, PLAY_OK);
    now = look(&table, turn.seat);
    cr_expect_eq(memcmp(now->state, turn.states[turn.count], RULES_STATE_MAX),
                 0);
    verify(&table);
    world_close(&table.world);
}

CASE(a_whole_turn_is_taken_back_at_once)
{
    static struct table table;
    static struct turn turn;
    struct reply reply;

    if (!table_open(&table, "underwater-cities", 2))
        return;
    play_turn(&table, &turn, 3);
    reply = take_back(&table, turn.seat, turn.start);
    cr_assert_eq(reply.err, PLAY_OK);
    cr_expect_eq(
        memcmp(look(&table, 0)->state, turn.states[0], RULES_STATE_MAX), 0);
    cr_expect_eq(world_number(&table.world, "SELECT to_seq FROM events"
                                            " WHERE kind = 7"),
                 turn.start);
    /* Nothing is deleted: the moves are still there. */
    cr_expect_eq(world_number(&table.world, "SELECT count(*) - max(seq)"
                                            " FROM events"),
                 0);
    verify(&table);
    world_close(&table.world);
}

CASE(an_undo_restores_what_others_see)
{
    static struct table table;
    static struct turn turn;
    static struct match_position old;

    if (!table_open(&table, "underwater-cities", 2))
        return;
    play_turn(&table, &turn, 2);
    cr_assert_eq(take_back(&table, turn.seat, turn.start).err, PLAY_OK);
    cr_assert_eq(match_read_at(table.play, NULL, table.match.id, MATCH_OWN_SEAT,
                               turn.start, &old),
                 PLAY_OK);
    cr_expect_eq(memcmp(look(&table, 0)->state, old.state, RULES_STATE_MAX), 0);
    world_close(&table.world);
}

CASE(every_state_can_still_be_read_at_its_seq)
{
    static struct table table;
    static struct turn turn;
    static struct match_position old;
    uint32_t last;

    if (!table_open(&table, "underwater-cities", 2))
        return;
    play_turn(&table, &turn, 4);
    last = look(&table, turn.seat)->seq;
    cr_assert_eq(take_back(&table, turn.seat, turn.start).err, PLAY_OK);
    for (int i = 0; i <= turn.count; i++) {
        uint32_t seq = last - (uint32_t)(turn.count - i);

        cr_assert_eq(match_read_at(table.play, &table.players[turn.seat],
                                   table.match.id, MATCH_OWN_SEAT, seq, &old),
                     PLAY_OK);
        cr_expect_eq(memcmp(old.state, turn.states[i], RULES_STATE_MAX), 0);
        cr_expect_not(old.undo.allowed);
    }
    world_close(&table.world);
}

/* ---- what does not come back ---- */

CASE(nothing_is_undone_after_the_end_of_a_turn)
{
    static struct table table;
    static struct turn turn;
    struct reply reply;
    bool ended = false;

    if (!table_open(&table, "underwater-cities", 2))
        return;
    play_turn(&table, &turn, 2);
    for (int i = 0; i < 40 && !ended; i++) {
        const struct match_position *position = look(&table, turn.seat);
        struct move moves[RULES_MOVES_MAX];
        char text[RULES_NOTATION_MAX];
        size_t count = position->match.game->moves(position->state, turn.seat,
                                                   moves, RULES_MOVES_MAX);

        for (size_t n = 0; n < count && !ended; n++) {
            position->match.game->format(position->state, turn.seat, moves[n],
                                         text);
            ended = strcmp(text, "end") == 0;
        }
        if (ended)
            cr_assert_eq(play_text(&table, turn.seat, "end").err, PLAY_OK);
        else
            decide(&table, turn.seat, text);
    }
    cr_assert(ended);
    reply = take_back(&table, turn.seat, turn.start);
    cr_expect_eq(reply.err, PLAY_UNDO_BLOCKED);
    cr_expect_not(reply.undo.allowed);
    cr_expect(reply.undo.seal & IRREVERSIBLE_FINAL);
    world_close(&table.world);
}

CASE(nothing_is_undone_after_cards_are_revealed)
{
    static struct table table;
    char move[RULES_NOTATION_MAX];
    struct reply reply;

    if (!table_open(&table, "template", 2))
        return;
    decide(&table, 0, move);
    cr_expect(look(&table, 0)->undo.allowed);
    cr_expect_not(look(&table, 1)->undo.allowed);
    cr_expect_eq(take_back(&table, 1, 2).err, PLAY_UNDO_BLOCKED);
    decide(&table, 1, move);
    reply = take_back(&table, 0, 2);
    cr_expect_eq(reply.err, PLAY_UNDO_BLOCKED);
    cr_expect(reply.undo.seal & IRREVERSIBLE_REVEAL);
    cr_expect_eq(look(&table, 0)->undo.seal, reply.undo.seal);
    world_close(&table.world);
}

CASE(an_undo_to_now_or_before_the_undo_window_is_blocked)
{
    static struct table table;
    static struct turn turn;
    struct match_undo undo;
    uint32_t seq;

    if (!table_open(&table, "underwater-cities", 2))
        return;
    play_turn(&table, &turn, 2);
    undo = look(&table, turn.seat)->undo;
    seq = look(&table, turn.seat)->seq;
    cr_expect_eq(take_back(&table, turn.seat, seq).err, PLAY_UNDO_BLOCKED);
    cr_expect_eq(take_back(&table, turn.seat, seq + 9).err, PLAY_UNDO_BLOCKED);
    cr_expect_eq(take_back(&table, turn.seat, undo.to_seq - 1).err,
                 PLAY_UNDO_BLOCKED);
    cr_expect_eq(take_back(&table, turn.seat, 0).err, PLAY_UNDO_BLOCKED);
    cr_expect_eq(take_back(&table, 1 - turn.seat, undo.to_seq).err,
                 PLAY_UNDO_BLOCKED);
    cr_expect_eq(look(&table, turn.seat)->seq, seq);
    world_close(&table.world);
}

CASE(only_players_undo)
{
    static struct table table;
    struct match_request request = {.action = MATCH_UNDO,
                                    .to_seq = 2,
                                    .seat = 0,
                                    .expected_seq = MATCH_ANY_SEQ};
    char move[RULES_NOTATION_MAX];

    if (!table_open(&table, "template", 2))
        return;
    decide(&table, 0, move);
    request.match = table.match.id;
    request.player = &table.players[1];
    cr_expect_eq(world_act(table.play, &request).err, PLAY_NOT_SEATED);
    request.player = &table.players[0];
    request.seat = 1;
    cr_expect_eq(world_act(table.play, &request).err, PLAY_NOT_SEATED);
    request.seat = 7;
    cr_expect_eq(world_act(table.play, &request).err, PLAY_NOT_SEATED);
    request.seat = 0;
    cr_expect_eq(world_act(table.play, &request).err, PLAY_OK);
    world_close(&table.world);
}

/* ---- choosing at the same time ---- */

CASE(undoing_a_choice_keeps_the_choices_of_others)
{
    static struct table table;
    char moves[3][RULES_NOTATION_MAX], other[RULES_NOTATION_MAX];
    struct reply reply;

    if (!table_open(&table, "template", 3))
        return;
    decide(&table, 0, moves[0]); /* seq 4 */
    decide(&table, 1, moves[1]);
    cr_assert_eq(take_back(&table, 0, look(&table, 0)->undo.to_seq).err,
                 PLAY_OK);
    cr_expect_eq(look(&table, 0)->to_act, 1 | 4);
    cr_expect_not(look(&table, 0)->undo.allowed);
    cr_expect(look(&table, 1)->undo.allowed);
    /* Cyd decided on what was there before any of this. */
    world_legal(look(&table, 2), 2, 1, moves[2]);
    reply =
        world_move(table.play, &table.players[2], table.match.id, moves[2], 3);
    cr_expect_eq(reply.err, PLAY_OK, "%s", play_err_word(reply.err));
    world_legal(look(&table, 0), 0, 2, other);
    cr_expect_eq(play_text(&table, 0, other).err, PLAY_OK);
    cr_expect_neq(look(&table, 0)->undo.seal & IRREVERSIBLE_REVEAL, 0);
    verify(&table);
    world_close(&table.world);
}

CASE(a_first_hand_is_chosen_again_while_others_keep_theirs)
{
    static struct table table;
    char move[RULES_NOTATION_MAX];
    uint32_t first;

    if (!table_open(&table, "underwater-cities", 3))
        return;
    first = look(&table, 1)->seq;
    while (look(&table, 1)->to_act & 2)
        decide(&table, 1, move);
    while (look(&table, 0)->to_act & 1)
        decide(&table, 0, move);
    cr_assert_eq(take_back(&table, 1, first).err, PLAY_OK);
    cr_expect_eq(look(&table, 1)->to_act, 2 | 4);
    cr_expect(look(&table, 0)->undo.allowed);
    while (look(&table, 1)->to_act & 2)
        decide(&table, 1, move);
    while (look(&table, 2)->to_act & 4)
        decide(&table, 2, move);
    cr_expect_eq(take_back(&table, 0, first).err, PLAY_UNDO_BLOCKED);
    verify(&table);
    world_close(&table.world);
}

CASE(an_undo_based_on_an_outdated_seq_is_stale)
{
    static struct table table;
    char moves[3][RULES_NOTATION_MAX];
    struct reply reply;

    if (!table_open(&table, "template", 3))
        return;
    decide(&table, 0, moves[0]); /* seq 4 */
    decide(&table, 1, moves[1]); /* seq 5: changes nothing for Ada */
    reply = world_undo(table.play, &table.players[0], table.match.id, 3, 4);
    cr_expect_eq(reply.err, PLAY_OK, "%s", play_err_word(reply.err));
    /* Her own undo does. */
    reply = world_undo(table.play, &table.players[0], table.match.id, 3, 5);
    cr_expect_eq(reply.err, PLAY_STALE);
    cr_expect_eq(play_text(&table, 0, moves[0]).err, PLAY_OK); /* seq 7 */
    decide(&table, 2, moves[2]); /* turns the cards up */
    reply = world_undo(table.play, &table.players[1], table.match.id, 4, 7);
    cr_expect_eq(reply.err, PLAY_STALE, "%s", play_err_word(reply.err));
    world_close(&table.world);
}

/* ---- exactly once ---- */

CASE(an_undo_with_a_key_happens_once)
{
    static struct table table;
    struct match_request request = {.action = MATCH_UNDO,
                                    .seat = -1,
                                    .expected_seq = 3,
                                    .to_seq = 2,
                                    .key = "once",
                                    .body_hash = {1},
                                    .render = world_render};
    char move[RULES_NOTATION_MAX];
    struct reply first, again;

    if (!table_open(&table, "template", 2))
        return;
    decide(&table, 0, move);
    request.match = table.match.id;
    request.player = &table.players[0];
    first = world_act(table.play, &request);
    again = world_act(table.play, &request);
    cr_expect_eq(first.err, PLAY_OK);
    cr_expect_eq(again.err, PLAY_OK);
    cr_expect(again.replayed);
    cr_expect_eq(again.seq, first.seq);
    cr_expect_str_eq(again.text, first.text);
    request.body_hash[0] = 2;
    cr_expect_eq(world_act(table.play, &request).err, PLAY_KEY_REUSED);
    cr_expect_eq(world_number(&table.world, "SELECT count(*) FROM events"
                                            " WHERE kind = 7"),
                 1);
    world_close(&table.world);
}

/* A renderer that says what was taken back. */
static char *tell_undo(void *ctx, const struct match_update *effect)
{
    char text[64];

    (void)ctx;
    snprintf(text, sizeof text, "%s %u to %u",
             event_kind_word(effect->events[0].kind),
             effect->events[0].bits.bits, effect->events[0].to_seq);
    return strdup(text);
}

static void see_undo(void *ctx, const struct match_position *position,
                     const struct match_visit *visited)
{
    const struct match_event *event = visited->event;
    const struct match_update effect = {
        .match = &position->match,
        .seat = event->seat,
        .events = event,
        .count = 1,
        .before = visited->before,
        .after = visited->after,
        .undo = visited->undo,
    };

    if (event->kind == EVENT_UNDO)
        *(char **)ctx = tell_undo(NULL, &effect);
}

CASE(its_reply_agrees_with_its_event)
{
    static struct table table;
    static struct turn turn;
    struct match_request request = {.action = MATCH_UNDO,
                                    .seat = -1,
                                    .expected_seq = MATCH_ANY_SEQ,
                                    .render = tell_undo};
    char expected[64], *seen = NULL;
    uint32_t last;
    struct reply reply;

    if (!table_open(&table, "underwater-cities", 2))
        return;
    play_turn(&table, &turn, 3);
    request.match = table.match.id;
    request.player = &table.players[turn.seat];
    request.to_seq = turn.start;
    reply = world_act(table.play, &request);
    snprintf(expected, sizeof expected, "undo %d to %u", turn.count,
             turn.start);
    cr_expect_str_eq(reply.text, expected);
    cr_assert_eq(match_events(table.play, NULL, table.match.id, MATCH_OWN_SEAT,
                              reply.seq - 1, 1, see_undo, &seen, &last),
                 PLAY_OK);
    cr_expect_str_eq(seen, expected);
    free(seen);
    world_close(&table.world);
}

CASE(undos_are_refused_when_the_log_is_long)
{
    static struct table table;
    struct play_config config;
    char move[RULES_NOTATION_MAX];
    struct reply reply = {.err = PLAY_OK};

    if (!table_open(&table, "template", 2))
        return;
    world_config(&table.world, &config);
    config.undo_log_max = 20;
    table.play = world_add_node(&table.world, &config);
    while (!reply.err) {
        decide(&table, 0, move);
        reply = take_back(&table, 0, 2);
    }
    cr_expect_eq(reply.err, PLAY_UNDO_BLOCKED);
    cr_expect_not(reply.undo.allowed);
    cr_expect_not(look(&table, 0)->undo.allowed);
    cr_expect_eq(look(&table, 0)->seq, 21);
    decide(&table, 1, move); /* the match goes on */
    world_close(&table.world);
}

/* ---- races ---- */

struct racer {
    struct play *play;
    const struct player *player;
    const char *match;
    const char *move; /* NULL: take back */
    uint32_t to_seq;
    pthread_barrier_t *start;
    struct reply reply;
};

static void *race(void *arg)
{
    struct racer *racer = arg;

    pthread_barrier_wait(racer->start);
    racer->reply = racer->move
                       ? world_move(racer->play, racer->player, racer->match,
                                    racer->move, MATCH_ANY_SEQ)
                       : world_undo(racer->play, racer->player, racer->match,
                                    racer->to_seq, MATCH_ANY_SEQ);
    return NULL;
}

static void run(struct racer *racers, unsigned count)
{
    pthread_t threads[16];
    pthread_barrier_t start;

    pthread_barrier_init(&start, NULL, count);
    for (unsigned i = 0; i < count; i++) {
        racers[i].start = &start;
        cr_assert_eq(pthread_create(&threads[i], NULL, race, &racers[i]), 0);
    }
    for (unsigned i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&start);
}

/* Ada takes back while Bob, the last, chooses: on two nodes, three threads
 * each.  Either she was in time, or the cards are up. */
static void race_once(struct table *table, int round)
{
    char mine[RULES_NOTATION_MAX], yours[RULES_NOTATION_MAX];
    struct racer racers[6];
    const struct match_position *now;
    unsigned undone = 0, moved = 0;

    decide(table, 0, mine);
    now = look(table, 0);
    world_legal(now, 1, (unsigned)round, yours);
    for (int i = 0; i < 6; i++)
        racers[i] = (struct racer){.play = table->world.node[i / 2 % 2],
                                   .player = &table->players[i % 2],
                                   .match = table->match.id,
                                   .move = i % 2 ? yours : NULL,
                                   .to_seq = now->undo.to_seq};
    run(racers, 6);
    for (int i = 0; i < 6; i++) {
        undone += !racers[i].move && racers[i].reply.err == PLAY_OK;
        moved += racers[i].move && racers[i].reply.err == PLAY_OK;
    }
    cr_expect_leq(undone, 1);
    cr_expect_eq(moved, 1);
    cr_expect_eq(look(table, 1)->undo.allowed, undone == 1, "round %d", round);
    if (undone)
        cr_assert_eq(play_text(table, 0, mine).err, PLAY_OK);
}

CASE(a_concurrent_undo_and_move_are_ordered)
{
    static struct table table;
    char move[RULES_NOTATION_MAX];

    if (!table_open(&table, "template", 2))
        return;
    world_add_node(&table.world, NULL);
    for (int round = 0; look(&table, 0)->to_act == 3; round++) {
        race_once(&table, round);
        if (look(&table, 0)->to_act)
            decide(&table, to_act(look(&table, 0)), move);
    }
    verify(&table);
    world_close(&table.world);
}

/* ---- several nodes, restarts ---- */

CASE(another_node_undoes_the_turn)
{
    static struct table table;
    static struct turn turn;

    if (!table_open(&table, "underwater-cities", 2))
        return;
    play_turn(&table, &turn, 3);
    table.play = world_add_node(&table.world, NULL);
    world_remove_node(&table.world, 0);
    cr_expect_eq(look(&table, turn.seat)->undo.to_seq, turn.start);
    cr_assert_eq(take_back(&table, turn.seat, turn.start).err, PLAY_OK);
    cr_expect_eq(
        memcmp(look(&table, 0)->state, turn.states[0], RULES_STATE_MAX), 0);
    for (int i = 0; i < turn.count; i++)
        cr_assert_eq(play_text(&table, turn.seat, turn.moves[i]).err, PLAY_OK);
    verify(&table);
    world_close(&table.world);
}

CASE(two_nodes_alternate_moves_and_undos)
{
    static struct table table;
    static struct turn turn;
    const struct match_position *now;

    if (!table_open(&table, "underwater-cities", 2))
        return;
    world_add_node(&table.world, NULL);
    for (int round = 0; round < 3; round++) {
        change_node(&table, round % 2);
        play_turn(&table, &turn, 2);
        for (int i = turn.count - 1; i >= 0; i--) {
            change_node(&table, i % 2);
            now = look(&table, turn.seat);
            cr_assert_eq(take_back(&table, turn.seat, now->undo.step_seq).err,
                         PLAY_OK);
            now = look(&table, turn.seat);
            cr_expect_eq(memcmp(now->state, turn.states[i], RULES_STATE_MAX),
                         0);
        }
        for (int i = 0; i < turn.count; i++)
            cr_assert_eq(play_text(&table, turn.seat, turn.moves[i]).err,
                         PLAY_OK);
        verify(&table);
    }
    world_close(&table.world);
}

/* ---- the record ---- */

static void write_piece(void *to, const char *text, size_t length)
{
    char *out = to;
    size_t have = strlen(out);

    cr_assert_lt(have + length, 1 << 20);
    memcpy(out + have, text, length);
    out[have + length] = '\0';
}

/* A whole match in which the first decision and then some are taken back, or
 * all of the turn; seldom enough that it ends. */
static void play_with_undos(struct table *table)
{
    for (unsigned n = 1; look(table, 0)->to_act; n++) {
        int seat = to_act(look(table, 0));
        char move[RULES_NOTATION_MAX];
        struct match_undo undo;

        decide(table, seat, move);
        undo = look(table, seat)->undo;
        if ((n == 1 || n % 5 == 0) && undo.allowed)
            cr_assert_eq(
                take_back(table, seat, n % 4 ? undo.step_seq : undo.to_seq).err,
                PLAY_OK);
        if (n % 16 == 0)
            change_node(table, (int)(n / 16 % 2));
    }
}

static void check_record(struct table *table)
{
    static char text[1 << 20];
    static struct entry entries[8192];
    static uint8_t state[RULES_STATE_MAX], again[RULES_STATE_MAX];
    struct record record, copy = {.entries = entries, .cap = 8192};
    struct record_error error = {.line = 0};
    size_t failed = 0, size = table->match.game->state_size;

    cr_assert_eq(match_record(table->play, table->match.id, &record), PLAY_OK);
    cr_assert_eq(record_replay(&record, record.count, state, &failed),
                 RULES_OK);
    cr_expect_eq(memcmp(state, look(table, 0)->state, size), 0);
    text[0] = '\0';
    cr_assert_eq(record_write(&record, write_piece, text), RULES_OK);
    cr_assert_eq(record_read(text, &copy, again, &error), RULES_OK, "%zu: %s",
                 error.line, error.reason);
    cr_expect_eq(copy.count, record.count);
    cr_expect_eq(memcmp(again, state, size), 0);
    cr_expect(strstr(text, " undo ") != NULL);
    match_record_clear(&record);
}

static void whole_match(const char *game, int count, int undos)
{
    static struct table table;

    if (!table_open(&table, game, count))
        return;
    world_add_node(&table.world, NULL);
    play_with_undos(&table);
    cr_expect_eq(look(&table, 0)->match.status, MATCH_FINISHED);
    cr_expect_eq(take_back(&table, 0, 3).err, PLAY_FINISHED);
    cr_expect_gt(world_number(&table.world, "SELECT count(*) FROM events"
                                            " WHERE kind = 7"),
                 undos);
    verify(&table);
    check_record(&table);
    world_close(&table.world);
}

CASE(a_template_match_with_undos_replays_to_its_result)
{
    whole_match("template", 3, 0);
}

DEEP_CASE(a_match_of_underwater_cities_with_undos_replays_to_its_result)
{
    whole_match("underwater-cities", 2, 9);
}

/* ---- others leave; bots ---- */

CASE(a_resignation_does_not_end_another_seats_turn)
{
    static struct table table;
    static struct turn turn;
    struct match_request resign = {
        .action = MATCH_RESIGN, .seat = -1, .expected_seq = MATCH_ANY_SEQ};
    struct match_undo undo;
    struct play_counts before, after;

    if (!table_open(&table, "underwater-cities", 3))
        return;
    play_turn(&table, &turn, 2);
    resign.match = table.match.id;
    resign.player = &table.players[(turn.seat + 1) % 3];
    play_count(table.play, &before);
    cr_assert_eq(world_act(table.play, &resign).err, PLAY_OK);
    undo = look(&table, turn.seat)->undo;
    play_count(table.play, &after);
    cr_assert(undo.allowed);
    cr_expect_eq(after.replayed_events, before.replayed_events,
                 "the node that commits an event needs no replay");
    cr_expect_eq(undo.to_seq, turn.start);
    cr_assert_eq(take_back(&table, turn.seat, undo.to_seq).err, PLAY_OK);
    cr_expect_eq(look(&table, turn.seat)->to_act, 1 << turn.seat);
    for (int i = 0; i < turn.count; i++)
        cr_assert_eq(play_text(&table, turn.seat, turn.moves[i]).err, PLAY_OK);
    verify(&table);
    world_close(&table.world);
}

static bool comes_back(struct table *table, uint32_t after)
{
    for (int i = 0; i < 6000; i++) {
        const struct match_position *now = look(table, 0);

        if (now->seq > after && now->to_act == 1)
            return true;
        world_sleep_ms(5);
    }
    return false;
}

CASE(a_bot_continues_after_a_player_undid_and_ended_the_turn_again)
{
    const char *const with_bot[] = {"me", "bot:random"};
    static struct table table;
    char move[RULES_NOTATION_MAX];
    unsigned undone = 0;

    memset(&table, 0, sizeof table);
    if (!world_open(&table.world))
        return;
    table.play = table.world.node[0];
    table.players[0] = world_player(table.play, "ada");
    table.match = world_match(table.play, &table.players[0],
                              "underwater-cities", with_bot, 2);
    for (int i = 0; i < 60; i++) {
        struct reply reply;
        struct match_undo undo;

        cr_assert(comes_back(&table, 0), "the bot does not play");
        reply = decide(&table, 0, move);
        undo = look(&table, 0)->undo;
        if (i % 3 == 0 && undo.allowed) {
            cr_assert_eq(take_back(&table, 0, undo.to_seq).err, PLAY_OK);
            undone++;
        }
        cr_assert_leq(reply.seq, look(&table, 0)->seq);
    }
    cr_expect_gt(undone, 3);
    cr_expect_eq(world_number(&table.world, "SELECT count(*) FROM events"
                                            " WHERE kind = 7 AND seat = 1"),
                 0);
    world_close(&table.world);
}
