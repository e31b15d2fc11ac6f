#include "play_log.h"

#include "play/match/cache.h"
#include "play/match/service_commands.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const open_seats[] = {"me", "open", "open", "open"};

bool logged_open(struct logged *it, const char *game, int seats)
{
    const struct match_spec spec = {
        .game = game,
        .seats = open_seats,
        .seat_count = (size_t)seats,
        .clock = {.turn_seconds = 3 * MATCH_DAY_SECONDS}};
    struct match match;

    memset(it, 0, sizeof *it);
    if (!world_open(&it->world))
        return false;
    it->play = it->world.node[0];
    it->seats = seats;
    for (int i = 0; i < seats; i++) {
        char name[16];

        snprintf(name, sizeof name, "seat-%d", i);
        it->players[i] = world_player(it->play, name);
    }
    cr_assert_eq(match_create(it->play, &it->players[0], &spec, &match, NULL),
                 PLAY_OK);
    memcpy(it->id, match.id, sizeof it->id);
    it->seq = match.seq;
    for (int i = 1; i < seats; i++)
        it->seq = world_join(it->play, &it->players[i], it->id, i).seq;
    return true;
}

/* What a seat sees now. */
static struct match_position *look(struct logged *it, int seat)
{
    static struct match_position position;

    cr_assert_eq(match_read(it->play, &it->players[seat], it->id,
                            MATCH_OWN_SEAT, it->seq, &position),
                 PLAY_OK);
    return &position;
}

static void keep(struct logged *it, const struct reply *reply, const char *what)
{
    cr_assert_eq(reply->err, PLAY_OK, "%s: %s", what,
                 play_err_word(reply->err));
    it->seq = reply->seq;
}

static unsigned choose(struct logged *it, unsigned below)
{
    it->chooser = it->chooser * 1103515245 + 12345;
    return (it->chooser >> 16) % below;
}

static bool is_over(struct logged *it)
{
    return look(it, 0)->match.status != MATCH_RUNNING;
}

/* ---- what happens ---- */

static void move(struct logged *it)
{
    const struct match_position *position = look(it, 0);
    char text[RULES_NOTATION_MAX];
    int seat = 0;

    do
        seat = (int)choose(it, (unsigned)it->seats);
    while (!(position->to_act >> seat & 1));
    cr_assert(world_legal(position, seat, choose(it, 1000), text));

    const struct reply reply =
        world_move(it->play, &it->players[seat], it->id, text, MATCH_ANY_SEQ);

    keep(it, &reply, text);
}

/* The first seat that may takes back its last move, or all that it may. */
static bool take_back(struct logged *it)
{
    for (int seat = 0; seat < it->seats; seat++) {
        const struct match_undo undo = look(it, seat)->undo;
        struct reply reply;

        if (!undo.allowed)
            continue;
        reply = world_undo(it->play, &it->players[seat], it->id,
                           choose(it, 3) > 0 ? undo.step_seq : undo.to_seq,
                           MATCH_ANY_SEQ);
        keep(it, &reply, "undo");
        return true;
    }
    return false;
}

static void act(struct logged *it, enum match_action action, int seat,
                bool wants)
{
    const struct match_request request = {
        .action = action,
        .match = it->id,
        .player = &it->players[seat],
        .seat = MATCH_OWN_SEAT,
        .wants_abort = wants,
        .expected_seq = MATCH_ANY_SEQ,
    };
    const struct reply reply = world_act(it->play, &request);

    keep(it, &reply, action == MATCH_VOTE ? "vote" : "resign");
}

/* Seat 0 alone changes its mind: nothing is aborted by that. */
static void vote(struct logged *it)
{
    if (it->seats > 1)
        act(it, MATCH_VOTE, 0, !(look(it, 0)->match.abort_votes & 1));
}

static void gone(void *ctx, const struct match_response *answer)
{
    struct logged *it = ctx;

    cr_assert_eq(answer->err, PLAY_OK, "%s", play_err_word(answer->err));
    __atomic_store_n(&it->seq, answer->seq, __ATOMIC_RELEASE);
}

/* The last seat goes on vacation, or comes back. */
static void travel(struct logged *it)
{
    const int seat = it->seats - 1;
    const struct match_position *position = look(it, seat);
    const int64_t until_us = position->match.away_until_us[seat];
    const int64_t now_us = play_now_us(it->play);
    const struct store_held_seat hold = {.match = position->match.key,
                                         .seat = seat};
    const uint32_t before = it->seq;

    vacation_submit(it->play, &it->players[seat], &hold,
                    until_us > now_us ? now_us
                                      : now_us + INT64_C(86400) * 1000000 * 5,
                    gone, it);
    while (__atomic_load_n(&it->seq, __ATOMIC_ACQUIRE) == before)
        world_sleep_ms(1);
}

void logged_live(struct logged *it, uint32_t to_seq)
{
    const uint32_t leave_seq = it->seq + (to_seq - it->seq) / 2;
    bool has_left = it->seats < 3;

    while (it->seq < to_seq && !is_over(it)) {
        const unsigned what = choose(it, 20);

        if (!has_left && it->seq >= leave_seq) {
            act(it, MATCH_RESIGN, 1, false);
            has_left = true;
        } else if (what == 0) {
            vote(it);
        } else if (what == 1) {
            travel(it);
        } else if (what > 6 || !take_back(it)) {
            move(it);
        }
    }
}

void logged_undo_and_repeat(struct logged *it, uint32_t to_seq)
{
    struct reply reply;
    char text[RULES_NOTATION_MAX];
    struct match_undo undo;
    int seat;

    do {
        const struct match_position *position = look(it, 0);

        seat = __builtin_ctz(position->to_act);
        cr_assert(world_legal(position, seat, choose(it, 1000), text));
        reply = world_move(it->play, &it->players[seat], it->id, text,
                           MATCH_ANY_SEQ);
        keep(it, &reply, text);
        undo = look(it, seat)->undo;
    } while (!undo.allowed || undo.step_seq + 1 != it->seq);
    while (it->seq < to_seq) {
        reply = world_undo(it->play, &it->players[seat], it->id, it->seq - 1,
                           MATCH_ANY_SEQ);
        keep(it, &reply, "undo");
        reply = world_move(it->play, &it->players[seat], it->id, text,
                           MATCH_ANY_SEQ);
        keep(it, &reply, text);
    }
}

/* ---- looking ---- */

struct store_match *logged_row(struct logged *it, struct play *play)
{
    struct store_match *row = malloc(sizeof *row);

    cr_assert_not_null(row);
    cr_assert_eq(row_read(play, it->id, it->seq, row), PLAY_OK);
    return row;
}

void logged_await_snapshots(struct logged *it, int64_t count)
{
    for (int i = 0; i < 600; i++) {
        if (world_number(&it->world, "SELECT count(*) FROM snapshots") >= count)
            return;
        world_sleep_ms(100);
    }
    cr_assert_fail("fewer snapshots than %d", (int)count);
}

uint64_t logged_replayed(struct play *play)
{
    struct play_counts counts;

    play_count(play, &counts);
    return counts.replayed_events;
}
