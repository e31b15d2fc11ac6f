/* Previews: what a move would do, and nothing done. */
#include "play_world.h"

#include "rules/record.h"

#include <criterion/criterion.h>

#include <string.h>

static const char *const seats[] = {"me", "open"};

struct table {
    struct world world;
    struct play *play;
    struct player players[2];
    struct match match;
};

static bool table_open(struct table *table, const char *game)
{
    memset(table, 0, sizeof *table);
    if (!world_open(&table->world))
        return false;
    table->play = table->world.node[0];
    table->players[0] = world_player(table->play, "ada");
    table->players[1] = world_player(table->play, "bob");
    table->match = world_match(table->play, &table->players[0], game, seats, 2);
    world_join(table->play, &table->players[1], table->match.id, 1);
    return true;
}

static const struct match_position *look(struct table *table)
{
    static struct match_position position;

    cr_assert_eq(match_read(table->play, NULL, table->match.id, MATCH_OWN_SEAT,
                            0, &position),
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

static enum play_err try_out(struct table *table, int seat, const char *move,
                             struct match_preview *out)
{
    return world_preview(table->play, &table->players[seat], table->match.id,
                         -1, move, out, NULL);
}

static void expect_score_change(const struct match_preview *preview,
                                const void *after)
{
    const struct game *game = preview->match.game;
    struct scores then = {0}, now = {0};

    game->score(preview->before, &then);
    game->score(after, &now);
    for (int seat = 0; seat < now.seats; seat++)
        cr_expect_eq(preview->score_change[seat],
                     now.total[seat] - then.total[seat], "%s", preview->move);
}

/* The state after the move is what the preview said. */
static void expect_as_said(const struct match_preview *preview,
                           const struct match_position *after)
{
    static const uint8_t zeroes[RULES_STATE_MAX];
    const uint8_t *state = preview->has_after ? after->state : zeroes;

    cr_expect_eq(preview->has_after, !(preview->seal & IRREVERSIBLE_REVEAL));
    cr_expect_eq(memcmp(preview->after, state, sizeof preview->after), 0, "%s",
                 preview->move);
    if (preview->is_whole) {
        cr_expect_eq(preview->to_act, after->to_act);
        cr_expect_eq(preview->is_over, after->to_act == 0);
    } else {
        cr_expect_eq(preview->to_act, 0);
        cr_expect_not(preview->has_after);
    }
    if (preview->has_score)
        expect_score_change(preview, after->state);
}

/* Play a whole match, looking at every move first. */
static void preview_all(struct table *table, unsigned *hidden, unsigned *shown)
{
    static struct match_preview preview;
    static uint8_t before[RULES_STATE_MAX];

    for (unsigned n = 0; look(table)->to_act; n++) {
        int seat = to_act(look(table));
        uint32_t seq = look(table)->seq;
        char move[RULES_NOTATION_MAX];

        world_legal(look(table), seat, n * 7919 + 3, move);
        memcpy(before, look(table)->state, sizeof before);
        cr_assert_eq(try_out(table, seat, move, &preview), PLAY_OK);
        cr_expect_eq(look(table)->seq, seq);
        cr_expect_eq(memcmp(look(table)->state, before, sizeof before), 0);
        cr_expect_eq(memcmp(preview.before, before, sizeof before), 0);
        cr_expect_str_eq(preview.move, move);
        cr_assert_eq(world_move(table->play, &table->players[seat],
                                table->match.id, move, seq)
                         .err,
                     PLAY_OK);
        expect_as_said(&preview, look(table));
        ++*(preview.has_after ? shown : hidden);
    }
}

static void whole_match(const char *game)
{
    static struct table table;
    unsigned hidden = 0, shown = 0;
    uint32_t bad_seq = 1;

    if (!table_open(&table, game))
        return;
    preview_all(&table, &hidden, &shown);
    cr_expect_gt(hidden, 0);
    cr_expect_gt(shown, 0);
    match_verify(table.play, table.match.id, &bad_seq);
    cr_expect_eq(bad_seq, 0);
    world_close(&table.world);
}

Test(previews, a_preview_has_no_effect_and_agrees_with_the_move)
{
    whole_match("underwater-cities");
}

Test(previews, hidden_information_is_not_previewed)
{
    whole_match("template");
}

Test(previews, a_preview_is_refused_as_the_move_would_be)
{
    static struct table table;
    static struct match_preview preview;
    struct refusal refusal = {0};
    struct player eve;
    char mine[RULES_NOTATION_MAX], yours[RULES_NOTATION_MAX], long_text[200];
    struct match open;

    if (!table_open(&table, "template"))
        return;
    eve = world_player(table.play, "eve");
    open = world_match(table.play, &table.players[0], "template", seats, 2);
    world_legal(look(&table), 0, 0, mine);
    world_legal(look(&table), 1, 0, yours);
    cr_expect_eq(try_out(&table, 0, "dance", &preview), PLAY_BAD_MOVE);
    memset(long_text, 'a', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    cr_expect_eq(try_out(&table, 0, long_text, &preview), PLAY_BAD_MOVE);
    cr_expect_eq(world_preview(table.play, &table.players[0], table.match.id,
                               -1, yours, &preview, &refusal),
                 PLAY_ILLEGAL_MOVE);
    cr_expect_str_eq(refusal.rule, "not-in-hand");
    cr_expect_eq(world_preview(table.play, &eve, table.match.id, -1, mine,
                               &preview, NULL),
                 PLAY_NOT_SEATED);
    cr_expect_eq(world_preview(table.play, &table.players[0], table.match.id, 1,
                               yours, &preview, NULL),
                 PLAY_NOT_SEATED);
    cr_expect_eq(world_preview(table.play, &table.players[0], open.id, -1, mine,
                               &preview, NULL),
                 PLAY_NOT_STARTED);
    cr_expect_eq(
        world_preview(table.play, &eve, "m_none", -1, mine, &preview, NULL),
        PLAY_NOT_FOUND);
    world_move(table.play, &table.players[0], table.match.id, mine, 2);
    cr_expect_eq(try_out(&table, 0, mine, &preview), PLAY_NOT_YOUR_TURN);
    world_close(&table.world);
}
