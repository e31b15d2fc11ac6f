/* Sandbox matches: begun at a position, all seats for one account; positions
 * taken out of matches; and how a match played alone ends. */
#include "play_cases.h"
#include "play_world.h"

#include "rules/record_position.h"
#include "rules/sink.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const mine[] = {"me", "me", "me", "me"};
static const char *const open_seats[] = {"me", "open", "open", "open"};

/* A position as a source, and its storage. */
struct paper {
    char text[RECORD_POSITION_MAX];
    struct source_text_node nodes[RECORD_POSITION_NODES];
    struct source_text source;
};

static const struct source *
write_paper(struct paper *paper, const struct game *game, const void *state)
{
    cr_assert_gt(
        record_position_write(game, state, paper->text, sizeof paper->text), 0);
    cr_assert(source_text_init(&paper->source, paper->text, paper->nodes,
                               RECORD_POSITION_NODES));
    return &paper->source.source;
}

/* Some decisions into a match of this game, played nowhere. */
static void make_state(const char *id, uint8_t seats, int decisions,
                       uint8_t state[RULES_STATE_MAX])
{
    const struct game *game = game_find(id);
    const uint8_t secret[RULES_SECRET_SIZE] = {9, seats};
    struct settings settings;
    struct move moves[RULES_MOVES_MAX];

    memset(state, 0, RULES_STATE_MAX);
    game_defaults(game, seats, &settings);
    cr_assert_eq(game->start(state, &settings, secret), RULES_OK);
    for (int i = 0; i < decisions && game->to_act(state); i++) {
        int seat = __builtin_ctz(game->to_act(state));
        size_t count = game->moves(state, seat, moves, RULES_MOVES_MAX);

        cr_assert_eq(game->apply(state, seat, moves[(size_t)i * 37 % count]),
                     RULES_OK);
    }
}

static enum play_err begin_at(struct play *play, const struct player *player,
                              const char *id, const void *state,
                              const char *const *who, size_t seats,
                              struct match *out)
{
    struct paper *paper = malloc(sizeof *paper);
    const struct match_spec spec = {
        .game = id,
        .seats = who,
        .seat_count = seats,
        .position = write_paper(paper, game_find(id), state),
    };
    enum play_err err = match_create(play, player, &spec, out, NULL);

    free(paper);
    return err;
}

static struct match_position *look(struct play *play,
                                   const struct player *player, const char *id)
{
    static struct match_position position;

    cr_assert_eq(match_read(play, player, id, MATCH_OWN_SEAT, 0, &position),
                 PLAY_OK);
    return &position;
}

/* One account plays every seat to the end. */
static void play_all(struct play *play, const struct player *player,
                     const char *id)
{
    for (unsigned n = 0;; n++) {
        struct match_position *position = look(play, player, id);
        char move[RULES_NOTATION_MAX];

        if (!position->to_act)
            return;
        cr_expect(position->to_act >> position->viewer & 1);
        world_legal(position, position->viewer, n * 7919 + 1, move);
        cr_assert_eq(world_move(play, player, id, move, position->seq).err,
                     PLAY_OK);
    }
}

static void check_record(struct play *play, const char *id)
{
    static uint8_t state[RULES_STATE_MAX];
    struct record record;
    uint32_t bad_seq = 1;
    size_t failed;

    match_verify(play, id, &bad_seq);
    cr_expect_eq(bad_seq, 0);
    cr_assert_eq(match_record(play, id, &record), PLAY_OK);
    cr_expect_not_null(record.position);
    cr_assert_eq(record_replay(&record, record.count, state, &failed),
                 RULES_OK);
    cr_expect_eq(
        memcmp(state, look(play, NULL, id)->state, record.game->state_size), 0);
    match_record_clear(&record);
}

/* ---- playing ---- */

static void play_sandbox(const char *id, uint8_t seats, int decisions)
{
    static struct world world;
    static uint8_t state[RULES_STATE_MAX];
    struct player ada;
    struct match match;

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    make_state(id, seats, decisions, state);
    cr_assert_eq(begin_at(world.node[0], &ada, id, state, mine, seats, &match),
                 PLAY_OK);
    cr_expect(match.sandbox);
    cr_expect_eq(match.status, MATCH_RUNNING);
    cr_expect_eq(match.seq, 1);
    cr_expect_eq(
        memcmp(look(world.node[0], &ada, match.id)->state, state, sizeof state),
        0);
    play_all(world.node[0], &ada, match.id);
    check_record(world.node[0], match.id);
    /* Another node begins it at the same position. */
    world_add_node(&world, NULL);
    check_record(world.node[1], match.id);
    world_close(&world);
}

CASES_THAT_OPEN(sandbox);

CASE(one_account_plays_all_seats_from_a_position)
{
    play_sandbox("underwater-cities", 3, 40);
}

CASE(every_game_can_begin_at_a_position)
{
    play_sandbox("template", 4, 5);
}

CASE(its_owner_acts_as_any_seat)
{
    static struct world world;
    static uint8_t state[RULES_STATE_MAX];
    static struct match_position position;
    struct player ada;
    struct match match;
    struct match_request request = {
        .action = MATCH_MOVE, .seat = 2, .expected_seq = MATCH_ANY_SEQ};
    char move[RULES_NOTATION_MAX];

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    make_state("template", 3, 0, state);
    begin_at(world.node[0], &ada, "template", state, mine, 3, &match);
    request.match = match.id;
    request.player = &ada;
    request.move = move;
    cr_assert_eq(match_read(world.node[0], &ada, match.id, 2, 0, &position),
                 PLAY_OK);
    cr_expect_eq(position.viewer, 2);
    world_legal(&position, 2, 0, move);
    cr_expect_eq(world_act(world.node[0], &request).err, PLAY_OK);
    cr_expect_eq(world_act(world.node[0], &request).err, PLAY_NOT_YOUR_TURN);
    request.seat = 1;
    world_legal(&position, 1, 0, move);
    cr_expect_eq(world_act(world.node[0], &request).err, PLAY_OK);
    /* The seat that chose last takes back, then the one that is named. */
    cr_expect_eq(
        world_undo(world.node[0], &ada, match.id, 1, MATCH_ANY_SEQ).err,
        PLAY_OK);
    cr_expect_eq(look(world.node[0], &ada, match.id)->to_act, 3);
    request.action = MATCH_UNDO;
    request.seat = 1;
    request.to_seq = 1;
    cr_expect_eq(world_act(world.node[0], &request).err, PLAY_UNDO_BLOCKED);
    request.seat = 2;
    cr_expect_eq(world_act(world.node[0], &request).err, PLAY_OK);
    cr_expect_eq(look(world.node[0], &ada, match.id)->to_act, 7);
    cr_expect_eq(match_read(world.node[0], &ada, match.id, 3, 0, &position),
                 PLAY_NOT_SEATED);
    cr_expect_eq(match_read(world.node[0], NULL, match.id, 0, 0, &position),
                 PLAY_NOT_SEATED);
    world_close(&world);
}

CASE(bots_and_others_may_join_and_it_begins_when_full)
{
    const char *const seats[] = {"me", "open", "bot:random"};
    static struct world world;
    static uint8_t state[RULES_STATE_MAX];
    static struct match_position position;
    struct player ada, bob;
    struct match match;
    char move[RULES_NOTATION_MAX];

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    bob = world_player(world.node[0], "bob");
    make_state("template", 3, 7, state);
    cr_assert_eq(
        begin_at(world.node[0], &ada, "template", state, seats, 3, &match),
        PLAY_OK);
    cr_expect_eq(match.status, MATCH_OPEN);
    cr_expect_eq(match_position_read(world.node[0], &ada, match.id, MATCH_NOW,
                                     &position),
                 PLAY_NOT_STARTED);
    cr_expect_eq(world_join(world.node[0], &ada, match.id, 1).err,
                 PLAY_ALREADY_SEATED);
    cr_assert_eq(world_join(world.node[0], &bob, match.id, -1).err, PLAY_OK);
    cr_assert_eq(match_read_at(world.node[0], &bob, match.id, MATCH_OWN_SEAT, 2,
                               &position),
                 PLAY_OK);
    cr_expect_eq(memcmp(position.state, state, sizeof state), 0);
    for (int i = 0; i < 2000; i++) {
        struct match_position *now = look(world.node[0], &ada, match.id);
        int seat = now->to_act & 1 ? 0 : 1;

        if (!now->to_act)
            break;
        if (now->to_act & 3) {
            world_legal(now, seat, 0, move);
            world_move(world.node[0], seat ? &bob : &ada, match.id, move,
                       now->seq);
        } else {
            world_sleep_ms(5);
        }
    }
    check_record(world.node[0], match.id);
    world_close(&world);
}

/* ---- positions out of matches ---- */

CASE(an_exported_position_gives_the_same_state)
{
    static struct world world;
    static uint8_t state[RULES_STATE_MAX];
    static struct match_position position;
    struct player ada, bob;
    struct match match, again;

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    bob = world_player(world.node[0], "bob");
    make_state("underwater-cities", 2, 60, state);
    begin_at(world.node[0], &ada, "underwater-cities", state, mine, 2, &match);
    for (unsigned n = 0; n < 12; n++) {
        struct match_position *now = look(world.node[0], &ada, match.id);
        char move[RULES_NOTATION_MAX];

        world_legal(now, now->viewer, n, move);
        world_move(world.node[0], &ada, match.id, move, now->seq);
    }
    cr_expect_eq(match_position_read(world.node[0], &bob, match.id, MATCH_NOW,
                                     &position),
                 PLAY_NOT_ALLOWED);
    cr_expect_eq(
        match_position_read(world.node[0], &ada, match.id, 99, &position),
        PLAY_NOT_FOUND);
    cr_assert_eq(match_position_read(world.node[0], &ada, match.id, MATCH_NOW,
                                     &position),
                 PLAY_OK);
    cr_expect_eq(position.viewer, RULES_OMNISCIENT);
    cr_assert_eq(begin_at(world.node[0], &bob, "underwater-cities",
                          position.state, mine, 2, &again),
                 PLAY_OK);
    cr_expect_eq(memcmp(look(world.node[0], &bob, again.id)->state,
                        position.state, sizeof position.state),
                 0);
    world_close(&world);
}

CASE(positions_of_other_matches_are_public_when_they_are_over)
{
    static struct world world;
    static struct match_position position, old;
    struct player ada, bob, eve;
    struct match match;
    struct match_request resign = {
        .action = MATCH_RESIGN, .seat = -1, .expected_seq = MATCH_ANY_SEQ};
    char move[RULES_NOTATION_MAX];

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    bob = world_player(world.node[0], "bob");
    eve = world_player(world.node[0], "eve");
    match = world_match(world.node[0], &ada, "template", open_seats, 2);
    world_join(world.node[0], &bob, match.id, 1);
    world_legal(look(world.node[0], &ada, match.id), 0, 0, move);
    world_move(world.node[0], &ada, match.id, move, 2);
    for (int seq = -1; seq < 4; seq++)
        cr_expect_eq(
            match_position_read(world.node[0], &ada, match.id, seq, &position),
            PLAY_NOT_ALLOWED);
    match_read(world.node[0], &ada, match.id, MATCH_OWN_SEAT, 0, &old);
    resign.match = match.id;
    resign.player = &bob;
    cr_assert_eq(world_act(world.node[0], &resign).err, PLAY_OK);
    cr_assert_eq(
        match_position_read(world.node[0], &eve, match.id, 3, &position),
        PLAY_OK);
    cr_expect_eq(memcmp(position.state, old.state, sizeof old.state), 0);
    cr_expect_eq(match_position_read(world.node[0], NULL, match.id, MATCH_NOW,
                                     &position),
                 PLAY_OK);
    cr_expect_eq(
        match_position_read(world.node[0], NULL, match.id, 1, &position),
        PLAY_NOT_FOUND);
    world_close(&world);
}

/* ---- what is refused ---- */

static enum play_err refused(struct play *play, const struct player *player,
                             const struct match_spec *spec,
                             struct match_fault *fault)
{
    struct match match;

    *fault = (struct match_fault){.index = 77};
    return match_create(play, player, spec, &match, fault);
}

CASE(an_invalid_position_is_refused_with_the_reason)
{
    static struct world world;
    static struct paper paper;
    static uint8_t state[RULES_STATE_MAX];
    const struct match_option hand = {"hand", false, NULL, 4};
    struct match_spec spec = {
        .game = "underwater-cities", .seats = mine, .seat_count = 3};
    struct match_fault fault;
    struct player ada;

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    make_state("template", 3, 4, state);
    spec.position = write_paper(&paper, game_find("template"), state);
    cr_expect_eq(refused(world.node[0], &ada, &spec, &fault),
                 PLAY_BAD_POSITION);
    cr_expect_not_null(fault.why);
    cr_expect_eq(fault.index, SIZE_MAX);
    spec.game = "template";
    spec.options = &hand;
    spec.option_count = 1;
    cr_expect_eq(refused(world.node[0], &ada, &spec, &fault),
                 PLAY_BAD_POSITION);
    cr_expect(strstr(fault.why, "options"));
    spec.option_count = 0;
    spec.seat_count = 2;
    cr_expect_eq(refused(world.node[0], &ada, &spec, &fault), PLAY_BAD_SEATS);
    cr_expect(strstr(fault.why, "seats"));
    make_state("template", 2, 999, state);
    spec.position = write_paper(&paper, game_find("template"), state);
    cr_expect_eq(refused(world.node[0], &ada, &spec, &fault),
                 PLAY_BAD_POSITION);
    cr_expect(strstr(fault.why, "over"));
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM matches"), 0);
    world_close(&world);
}

CASE(options_that_are_refused_together_are_named_with_the_reason)
{
    static struct world world;
    const struct match_option contracts = {"contracts", false, NULL, 1};
    struct match_spec spec = {.game = "underwater-cities",
                              .seats = mine,
                              .seat_count = 1,
                              .options = &contracts,
                              .option_count = 1};
    struct match_fault fault;
    struct player ada;

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    cr_expect_eq(refused(world.node[0], &ada, &spec, &fault), PLAY_BAD_OPTION);
    cr_expect_eq(fault.index, 0);
    cr_expect_str_eq(fault.option, "contracts");
    cr_assert_not_null(fault.why);
    cr_expect_gt(strlen(fault.why), 20);
    spec.option_count = 0;
    cr_expect_eq(refused(world.node[0], &ada, &spec, &fault), PLAY_OK);
    world_close(&world);
}

/* ---- alone ---- */

CASE(a_match_played_alone_is_won_or_lost_and_says_by_what)
{
    static struct world world;
    const struct match_spec spec = {
        .game = "underwater-cities", .seats = mine, .seat_count = 1};
    struct player ada;
    struct match match;
    bool reached = true;

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    cr_assert_eq(match_create(world.node[0], &ada, &spec, &match, NULL),
                 PLAY_OK);
    play_all(world.node[0], &ada, match.id);
    world_add_node(&world, NULL);
    cr_assert_eq(match_get(world.node[1], match.id, &match), PLAY_OK);
    cr_assert(match.has_result);
    cr_assert_geq(match.result.goals, 2);
    for (int i = 0; i < match.result.goals; i++) {
        cr_expect_gt(strlen(match.result.goal[i].name), 0);
        cr_expect_gt(match.result.goal[i].needed, 0);
        reached = reached &&
                  match.result.goal[i].reached >= match.result.goal[i].needed;
    }
    cr_expect_eq(match.result.outcome, reached ? OUTCOME_WON : OUTCOME_LOST);
    world_close(&world);
}

/* ---- the past ---- */

static enum store_err refuse_position(struct store *store,
                                      const struct play_id *id, char **out)
{
    (void)store;
    (void)id;
    (void)out;
    cr_expect_fail("the position was read");
    return STORE_UNAVAILABLE;
}

CASE(its_position_is_read_only_by_the_first_replay)
{
    static struct world world;
    static struct store_matches matches;
    static struct match_position position;
    static uint8_t state[RULES_STATE_MAX];
    struct play *play;
    struct player ada;
    struct match match;

    if (!world_open(&world))
        return;
    play = world.node[0];
    ada = world_player(play, "ada");
    make_state("template", 2, 3, state);
    cr_assert_eq(begin_at(play, &ada, "template", state, mine, 2, &match),
                 PLAY_OK);
    play_all(play, &ada, match.id);
    cr_assert_eq(
        match_read_at(play, NULL, match.id, MATCH_OWN_SEAT, 3, &position),
        PLAY_OK);
    for (int i = 0;
         i < 3000 && world_number(&world, "SELECT count(*) FROM snapshots"
                                          " WHERE seq = 1") == 0;
         i++)
        world_sleep_ms(10);
    matches = *world.store[0]->matches;
    matches.find_position = refuse_position;
    world.store[0]->matches = &matches;
    for (uint32_t seq = 1; seq <= 4; seq++)
        cr_expect_eq(
            match_read_at(play, NULL, match.id, MATCH_OWN_SEAT, seq, &position),
            PLAY_OK);
    world_close(&world);
}

/* ---- other rules ---- */

CASE(a_match_of_other_rules_is_shown_but_never_replayed)
{
    static struct world world;
    static struct match_position position;
    static struct match_preview preview;
    struct play *later;
    struct player ada;
    struct match match;
    struct record record;
    const char *const seats[] = {"me", "bot:random"};
    uint32_t bad_seq;

    if (!world_open(&world))
        return;
    ada = world_player(world.node[0], "ada");
    match = world_match(world.node[0], &ada, "template", seats, 2);
    world_remove_node(&world, 0);
    cr_assert(world_sql(&world, "UPDATE matches SET rules_version = 999"));
    later = world_add_node(&world, NULL);
    cr_expect_eq(match_get(later, match.id, &match), PLAY_OK);
    cr_expect_eq(match.rules_version, 999);
    cr_expect_eq(
        match_read(later, &ada, match.id, MATCH_OWN_SEAT, 0, &position),
        PLAY_OTHER_RULES);
    cr_expect_eq(
        match_read_at(later, &ada, match.id, MATCH_OWN_SEAT, 1, &position),
        PLAY_OTHER_RULES);
    cr_expect_eq(match_record(later, match.id, &record), PLAY_OTHER_RULES);
    cr_expect_eq(match_verify(later, match.id, &bad_seq), PLAY_OTHER_RULES);
    cr_expect_eq(world_move(later, &ada, match.id, "take", MATCH_ANY_SEQ).err,
                 PLAY_OTHER_RULES);
    cr_expect_eq(world_undo(later, &ada, match.id, 1, MATCH_ANY_SEQ).err,
                 PLAY_OTHER_RULES);
    cr_expect_eq(
        world_preview(later, &ada, match.id, -1, "take", &preview, NULL),
        PLAY_OTHER_RULES);
    world_close(&world);
}

/* The node that created a match has it in memory as another node reads it, and
 * answers from there: without a query it does not notice that the row is gone,
 * which no notification says. */
static void expect_kept(struct world *world, const struct player *player,
                        const char *id)
{
    static struct match_position kept, read;

    memset(&kept, 0, sizeof kept);
    memset(&read, 0, sizeof read);
    cr_assert_eq(
        match_read(world->node[1], player, id, MATCH_OWN_SEAT, 0, &read),
        PLAY_OK);
    cr_assert(world_sql(world, "DELETE FROM matches"));
    cr_assert_eq(
        match_read(world->node[0], player, id, MATCH_OWN_SEAT, 0, &kept),
        PLAY_OK, "it was read again");
    kept.match.stamp = read.match.stamp = 0;
    cr_expect_arr_eq((const uint8_t *)&kept, (const uint8_t *)&read,
                     sizeof kept);
}

CASE(the_node_that_created_a_match_has_it_in_memory)
{
    static struct world world;
    static uint8_t state[RULES_STATE_MAX];
    struct player ada;
    struct match match;

    if (!world_open(&world))
        return;
    world_add_node(&world, NULL);
    ada = world_player(world.node[0], "ada");
    match =
        world_match(world.node[0], &ada, "underwater-cities", open_seats, 4);
    expect_kept(&world, &ada, match.id);
    make_state("underwater-cities", 2, 60, state);
    cr_assert_eq(begin_at(world.node[0], &ada, "underwater-cities", state, mine,
                          2, &match),
                 PLAY_OK);
    expect_kept(&world, &ada, match.id);
    world_close(&world);
}
