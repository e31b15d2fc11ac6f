/* Accounts in a match with a clock. */
#include "play_clocks.h"

#include <criterion/criterion.h>

#include <string.h>

static const char *const names[] = {"ada", "bob", "cyd", "dan"};
static const char *const seats[] = {"me", "open", "open", "open"};

bool timed_open(struct timed_table *table, const struct timed_game *game)
{
    memset(table, 0, sizeof *table);
    if (!world_open(&table->world))
        return false;
    table->play = table->world.node[0];
    table->world.wall_stands_us = play_now_us(table->play);
    table->count = game->seats;
    for (int i = 0; i < game->seats; i++)
        table->players[i] = world_player(table->play, names[i]);
    timed_begin(table, game);
    return true;
}

void timed_close(struct timed_table *table)
{
    world_close(&table->world);
}

void timed_begin(struct timed_table *table, const struct timed_game *game)
{
    const struct match_spec spec = {.game = game->game,
                                    .seats = seats,
                                    .seat_count = (size_t)game->seats,
                                    .clock = game->clock,
                                    .rated = game->rated};
    struct match match;

    cr_assert_eq(
        match_create(table->play, &table->players[0], &spec, &match, NULL),
        PLAY_OK);
    memcpy(table->id, match.id, sizeof table->id);
    for (int i = 1; i < game->seats && !game->open; i++)
        timed_join(table, i);
}

void timed_join(struct timed_table *table, int seat)
{
    cr_assert_eq(
        world_join(table->play, &table->players[seat], table->id, seat).err,
        PLAY_OK);
}

void timed_pass(struct timed_table *table, int64_t seconds)
{
    table->world.wall_offset_us += seconds * 1000000;
}

struct match timed_match(const struct timed_table *table)
{
    struct match match;

    cr_assert_eq(match_get(table->play, table->id, &match), PLAY_OK);
    return match;
}

struct match timed_match_at(const struct timed_table *table, uint32_t seq)
{
    struct match match = timed_match(table);

    for (int i = 0; i < 15000 && match.seq < seq; i++) {
        world_sleep_ms(2);
        match = timed_match(table);
    }
    cr_assert_geq(match.seq, seq, "it stays at %u", match.seq);
    return match;
}

int64_t timed_left(const struct timed_table *table, int seat)
{
    const struct match match = timed_match(table);
    int64_t deadline_us = match_deadline(&match, seat);

    if (deadline_us == 0)
        return INT64_MIN;
    return (deadline_us - play_now_us(table->play) + 500000) / 1000000;
}

struct reply timed_choose(struct timed_table *table, int seat)
{
    static struct match_position position;
    char move[RULES_NOTATION_MAX];

    match_read(table->play, &table->players[seat], table->id, MATCH_OWN_SEAT, 0,
               &position);
    cr_assert(world_legal(&position, seat, 0, move));
    return world_move(table->play, &table->players[seat], table->id, move,
                      MATCH_ANY_SEQ);
}

struct reply timed_claim(struct timed_table *table, int by, int seat)
{
    const struct match_request request = {.action = MATCH_CLAIM,
                                          .match = table->id,
                                          .player = &table->players[by],
                                          .seat = seat,
                                          .expected_seq = MATCH_ANY_SEQ,
                                          .render = world_render};

    return world_act(table->play, &request);
}

void timed_until(struct timed_table *table, int seat, bool alone)
{
    const seat_set own = (seat_set)(1U << (unsigned)seat);

    for (int i = 0; i < 500; i++) {
        const seat_set to_act = timed_match(table).to_act;
        int next = 0;

        cr_assert(to_act, "the match ended first");
        if (alone ? to_act == own : (to_act & own) != 0)
            return;
        while (!(to_act >> next & 1) || (next == seat && to_act != own))
            next++;
        cr_assert_eq(timed_choose(table, next).err, PLAY_OK);
    }
    cr_assert_fail("seat %d never came to act", seat);
}

void timed_verify(struct timed_table *table)
{
    uint32_t bad_seq = 1;

    cr_assert_eq(match_verify(table->play, table->id, &bad_seq), PLAY_OK);
    cr_expect_eq(bad_seq, 0, "seq %u does not replay", bad_seq);
}
