/* Challenges: who is asked, what the answers lead to, and that nothing happens
 * twice or not at all when answers meet. */
#include "depth.h"
#include "play_cases.h"
#include "play_world.h"

#include "play/matchmaking/challenge.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t second_us = 1000000;

/* ---- asking ---- */

static enum play_err challenge_with(struct play *play,
                                    const struct player *player,
                                    const struct challenge_spec *spec,
                                    struct challenge *out,
                                    struct challenge_fault *fault)
{
    bool replayed;

    return challenge_create(play, player, spec, out, &replayed, fault);
}

/* A match of the template with these. */
static struct challenge_spec ask_for(const char *const *names, size_t count)
{
    return (struct challenge_spec){.names = names,
                                   .name_count = count,
                                   .match = {.game = "template"},
                                   .seconds = 600};
}

static struct challenge challenge_to(struct play *play,
                                     const struct player *player,
                                     const char *const *names, size_t count)
{
    const struct challenge_spec spec = ask_for(names, count);
    struct challenge_fault fault;
    struct challenge out = {.id = ""};
    enum play_err err = challenge_with(play, player, &spec, &out, &fault);

    cr_assert_eq(err, PLAY_OK, "%s", play_err_word(err));
    return out;
}

static enum play_err answer(struct play *play, const struct player *player,
                            const char *id, bool accepts, struct challenge *out)
{
    struct challenge_fault fault;

    return challenge_answer(play, player, id, accepts, out, &fault);
}

static enum challenge_status
status_of(struct play *play, const struct player *player, const char *id)
{
    struct challenge out = {.id = ""};

    cr_expect_eq(challenge_read(play, player, id, &out), PLAY_OK);
    return out.status;
}

static bool sits(const struct match *match, const char *name)
{
    for (int i = 0; i < match->settings.seats; i++)
        if (strcmp(match->seats[i].name, name) == 0)
            return true;
    return false;
}

/* Rules of a bot for two at the template. */
static void declare(struct play *play, const struct player *bot, int at_once)
{
    const struct bot_rules rules = {
        .games = {{"template", 2}},
        .game_count = 1,
        .clocks = BOT_CLOCK_NONE | BOT_CLOCK_TURN,
        .rated = BOT_CASUAL,
        .at_once = at_once,
    };

    cr_assert_eq(bot_rules_set(play, bot, &rules), PLAY_OK);
}

CASES(challenges);

CASE(the_match_is_created_when_the_last_player_accepts)
{
    static const char *const names[] = {"bob", "CYD"};
    struct challenge out;
    struct match match;

    world_add_node(&test_world, NULL);
    struct play *here = test_world.node[0], *there = test_world.node[1];
    struct player ada = world_player(here, "ada");
    struct player bob = world_player(here, "bob");
    struct player cyd = world_player(here, "cyd");
    struct challenge_spec spec = ask_for(names, 2);
    const struct match_option option = {.name = "hand", .number = 5};
    struct challenge_fault fault;

    spec.match.options = &option;
    spec.match.option_count = 1;
    spec.match.is_private = true;
    spec.match.rated = true;
    spec.match.clock =
        (struct match_clock){.bank_seconds = 60, .policy = CLOCK_AUTOMATIC};
    cr_assert_eq(challenge_with(here, &ada, &spec, &out, &fault), PLAY_OK);
    cr_expect_eq(out.players[0].answer, ANSWER_ACCEPTED);
    cr_expect_eq(answer(there, &bob, out.id, true, &out), PLAY_OK);
    cr_expect_eq(out.status, CHALLENGE_WAITING);
    cr_expect_eq(out.players[1].answer, ANSWER_ACCEPTED);
    cr_expect_not(out.has_match);
    cr_expect_eq(answer(here, &cyd, out.id, true, &out), PLAY_OK);
    cr_expect_eq(out.status, CHALLENGE_ACCEPTED);
    cr_assert(out.has_match);
    cr_assert_eq(match_get(there, out.match_id, &match), PLAY_OK);
    cr_expect_eq(match.status, MATCH_RUNNING);
    cr_expect(match.rated && match.is_private);
    cr_expect_eq(match.clock.bank_seconds, 60);
    cr_expect_eq(match.settings.seats, 3);
    cr_expect(sits(&match, "ada") && sits(&match, "bob") &&
              sits(&match, "cyd"));
    /* A lost answer can be asked for again. */
    cr_expect_eq(answer(there, &bob, out.id, true, &out), PLAY_OK);
    cr_expect(out.has_match);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM matches"), 1);
}

CASE(a_challenge_ends_when_one_player_declines)
{
    static const char *const names[] = {"bob", "cyd"};
    struct challenge out;

    struct play *play = test_world.node[0];
    struct player ada = world_player(play, "ada");
    struct player bob = world_player(play, "bob");
    struct player cyd = world_player(play, "cyd");
    struct challenge made = challenge_to(play, &ada, names, 2);

    cr_expect_eq(answer(play, &bob, made.id, true, &out), PLAY_OK);
    cr_expect_eq(answer(play, &cyd, made.id, false, &out), PLAY_OK);
    cr_expect_eq(out.status, CHALLENGE_DECLINED);
    cr_expect_eq(out.players[2].answer, ANSWER_DECLINED);
    cr_expect_gt(out.ended_us, 0);
    cr_expect_eq(answer(play, &cyd, made.id, false, &out), PLAY_OK);
    cr_expect_eq(answer(play, &cyd, made.id, true, &out), PLAY_CHALLENGE_OVER);
    cr_expect_eq(answer(play, &bob, made.id, true, &out), PLAY_CHALLENGE_OVER);
    cr_expect_eq(challenge_cancel(play, &ada, made.id), PLAY_CHALLENGE_OVER);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM matches"), 0);
}

CASE(only_the_challenger_cancels_and_only_participants_read_it)
{
    static const char *const names[] = {"bob"};
    struct challenge out;

    struct play *play = test_world.node[0];
    struct player ada = world_player(play, "ada");
    struct player bob = world_player(play, "bob");
    struct player eve = world_player(play, "eve");
    struct challenge made = challenge_to(play, &ada, names, 1);

    cr_expect_eq(challenge_read(play, &eve, made.id, &out), PLAY_NOT_FOUND);
    cr_expect_eq(answer(play, &eve, made.id, true, &out), PLAY_NOT_FOUND);
    cr_expect_eq(challenge_cancel(play, &eve, made.id), PLAY_NOT_FOUND);
    cr_expect_eq(challenge_cancel(play, &bob, made.id), PLAY_NOT_CHALLENGER);
    cr_expect_eq(challenge_cancel(play, &ada, made.id), PLAY_OK);
    cr_expect_eq(challenge_cancel(play, &ada, made.id), PLAY_OK);
    cr_expect_eq(status_of(play, &bob, made.id), CHALLENGE_CANCELLED);
    cr_expect_eq(answer(play, &bob, made.id, true, &out), PLAY_CHALLENGE_OVER);
    cr_expect_eq(challenge_read(play, &ada, "c_nonsense", &out),
                 PLAY_NOT_FOUND);
}

CASE(an_expired_challenge_cannot_be_accepted)
{
    static const char *const names[] = {"bob"};
    struct challenge out;

    struct play *play = test_world.node[0];
    struct player ada = world_player(play, "ada");
    struct player bob = world_player(play, "bob");
    struct challenge made = challenge_to(play, &ada, names, 1);

    test_world.wall_offset_us = 600 * second_us;
    cr_expect_eq(answer(play, &bob, made.id, true, &out), PLAY_CHALLENGE_OVER);
    cr_expect_eq(status_of(play, &bob, made.id), CHALLENGE_EXPIRED);
    /* The chore writes it down, and those who wait hear of it. */
    for (int i = 0; i < 5000 && world_number(&test_world, "SELECT status FROM"
                                                          " challenges") != 4;
         i++)
        world_sleep_ms(10);
    cr_expect_eq(world_number(&test_world,
                              "SELECT count(*) FROM challenge_players"
                              " WHERE ended_xid IS NULL"),
                 0);
}

CASE(oneself_duplicates_and_unknown_names_cannot_be_challenged)
{
    static const char *const rows[][2] = {{"ada", NULL},  {"bob", "bob"},
                                          {"bob", "ADA"}, {"bob", "nobody"},
                                          {"", NULL},     {"a b", NULL}};
    static const enum play_err errs[] = {
        PLAY_BAD_PLAYERS,    PLAY_BAD_PLAYERS,    PLAY_BAD_PLAYERS,
        PLAY_UNKNOWN_PLAYER, PLAY_UNKNOWN_PLAYER, PLAY_UNKNOWN_PLAYER};
    struct challenge out;
    struct challenge_fault fault;

    struct play *play = test_world.node[0];
    struct player ada = world_player(play, "ada");

    world_player(play, "bob");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t count = rows[i][1] ? 2 : 1;
        const struct challenge_spec spec = ask_for(rows[i], count);

        cr_expect_eq(challenge_with(play, &ada, &spec, &out, &fault), errs[i],
                     "row %zu", i);
        cr_expect_eq(fault.name, count - 1, "row %zu", i);
    }
}

CASE(a_challenge_to_an_impossible_match_is_refused)
{
    static const char *const names[] = {"bob"};
    struct challenge out;
    struct challenge_fault fault;

    struct play *play = test_world.node[0];
    struct player ada = world_player(play, "ada");
    struct challenge_spec spec = ask_for(names, 1);
    const struct match_option wrong = {.name = "hand", .number = 99};

    world_player(play, "bob");
    spec.match.game = "chess";
    cr_expect_eq(challenge_with(play, &ada, &spec, &out, &fault),
                 PLAY_UNKNOWN_GAME);
    spec = ask_for(names, 1);
    spec.match.options = &wrong;
    spec.match.option_count = 1;
    cr_expect_eq(challenge_with(play, &ada, &spec, &out, &fault),
                 PLAY_BAD_OPTION);
    spec = ask_for(names, 1);
    spec.match.rated = true; /* without a clock */
    cr_expect_eq(challenge_with(play, &ada, &spec, &out, &fault), PLAY_UNFAIR);
    cr_expect_eq(fault.match.unfair, UNFAIR_NO_CLOCK);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM challenges"),
                 0);
}

/* ---- bots ---- */

CASE(a_bot_is_challenged_only_as_its_rules_allow)
{
    static const char *const bot_name[] = {"deep"}, *const three[] = {"deep",
                                                                      "bob"};
    struct challenge out;
    struct challenge_fault fault;

    struct play *play = test_world.node[0];
    struct player ada = world_player(play, "ada");
    struct player deep = world_bot(play, "deep");
    struct challenge_spec spec = ask_for(bot_name, 1);

    world_player(play, "bob");
#define EXPECT_REFUSED_BY(that)                                                \
    cr_expect_eq(challenge_with(play, &ada, &spec, &out, &fault),              \
                 PLAY_BOT_DECLINES);                                           \
    cr_expect_eq(fault.rule, that, "%s", bot_rule_word(fault.rule));           \
    cr_expect_str_eq(fault.bot, "deep")
    EXPECT_REFUSED_BY(BOT_HAS_NO_RULES);
    declare(play, &deep, 1);
    spec.match.game = "underwater-cities";
    EXPECT_REFUSED_BY(BOT_NOT_THIS_GAME);
    spec = ask_for(three, 2);
    EXPECT_REFUSED_BY(BOT_NOT_SO_MANY_SEATS);
    spec = ask_for(bot_name, 1);
    spec.match.clock.bank_seconds = 60;
    EXPECT_REFUSED_BY(BOT_NOT_THIS_CLOCK);
    spec.match.clock =
        (struct match_clock){.turn_seconds = 60, .policy = CLOCK_AUTOMATIC};
    spec.match.rated = true;
    EXPECT_REFUSED_BY(BOT_NOT_RATED);
    spec.match.rated = false;
    cr_assert_eq(challenge_with(play, &ada, &spec, &out, &fault), PLAY_OK);
    cr_assert_eq(answer(play, &deep, out.id, true, &out), PLAY_OK);
    EXPECT_REFUSED_BY(BOT_AT_ONCE);
    cr_assert_eq(bot_rules_drop(play, &deep), PLAY_OK);
    EXPECT_REFUSED_BY(BOT_HAS_NO_RULES);
#undef EXPECT_REFUSED_BY
    cr_expect_eq(bot_rules_drop(play, &ada), PLAY_NOT_A_BOT);
}

/* The node's chore has had its time: it has ended another challenge. */
static void expire_another(struct world *world, struct play *play,
                           const struct player *player)
{
    static const char *const names[] = {"bob"};
    struct challenge_spec spec = ask_for(names, 1);
    struct challenge_fault fault;
    struct challenge other;

    world_player(play, "bob");
    spec.seconds = 60;
    cr_assert_eq(challenge_with(play, player, &spec, &other, &fault), PLAY_OK);
    world->wall_offset_us = 61 * second_us;
    for (int i = 0; i < 5000 && world_number(world, "SELECT max(status) FROM"
                                                    " challenges") != 4;
         i++)
        world_sleep_ms(10);
}

CASE(a_built_in_bot_accepts_and_plays_for_its_account)
{
    static const char *const names[] = {"house-random"};
    struct play_config config;
    struct match match;

    world_remove_node(&test_world, 0);
    /* A node that plays no bots leaves it to one that does. */
    world_config(&test_world, &config);
    config.bots_play = false;
    struct play *idle = world_add_node(&test_world, &config);
    struct player ada = world_player(idle, "ada");
    struct challenge made = challenge_to(idle, &ada, names, 1);

    expire_another(&test_world, idle, &ada);
    cr_expect_eq(status_of(idle, &ada, made.id), CHALLENGE_WAITING);
    world_add_node(&test_world, NULL);
    for (int i = 0;
         i < 5000 && status_of(idle, &ada, made.id) != CHALLENGE_ACCEPTED; i++)
        world_sleep_ms(10);
    cr_assert_eq(challenge_read(idle, &ada, made.id, &made), PLAY_OK);
    cr_assert(made.has_match);
    cr_assert_eq(match_get(idle, made.match_id, &match), PLAY_OK);
    int house = match.seats[0].kind == SEAT_BOT ? 0 : 1;

    cr_expect_eq(match.seats[house].kind, SEAT_BOT);
    cr_expect_str_eq(match.seats[house].name, "house-random");
    cr_expect_str_eq(match.seats[house].bot, "random");
    cr_expect(match.seats[house].is_builtin);
    /* It plays: ada takes what she may until the match is over. */
    for (int i = 0; i < 20000 && match.status == MATCH_RUNNING; i++) {
        struct match_position *position = malloc(sizeof *position);
        char move[RULES_NOTATION_MAX];

        cr_assert_eq(
            match_read(idle, &ada, made.match_id, MATCH_OWN_SEAT, 0, position),
            PLAY_OK);
        if (world_legal(position, 1 - house, 0, move))
            world_move(idle, &ada, made.match_id, move, MATCH_ANY_SEQ);
        else
            world_sleep_ms(5);
        free(position);
        cr_assert_eq(match_get(idle, made.match_id, &match), PLAY_OK);
    }
    cr_expect_eq(match.status, MATCH_FINISHED);
}

/* They do not wait until a bot has room, because waiting challenges would
 * delay those of others. */
CASE(built_in_bots_decline_when_a_bot_has_no_room)
{
    enum { ASKED = 3 };
    static const char *const names[] = {"house-random"};
    struct play_config config;

    world_remove_node(&test_world, 0);
    world_config(&test_world, &config);
    config.bots_play = false;
    struct play *idle = world_add_node(&test_world, &config);
    struct player deep = world_bot(idle, "deep");

    declare(idle, &deep, 1);
    for (int i = 0; i < ASKED; i++)
        challenge_to(idle, &deep, names, 1);
    world_add_node(&test_world, NULL);
    for (int i = 0;
         i < 5000 && world_number(&test_world, "SELECT count(*) FROM challenges"
                                               " WHERE status = 0") > 0;
         i++)
        world_sleep_ms(10);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM challenges"
                                           " WHERE status = 1"),
                 1);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM challenges"
                                           " WHERE status = 2"),
                 ASKED - 1);
}

/* ---- only once ---- */

CASE(a_key_creates_one_challenge_however_often_it_is_sent)
{
    static const char *const names[] = {"bob"};
    struct challenge first, again;
    struct challenge_fault fault;
    bool replayed;

    struct play *play = test_world.node[0];
    struct player ada = world_player(play, "ada");
    struct challenge_spec spec = ask_for(names, 1);

    world_player(play, "bob");
    spec.key = "k1";
    cr_assert_eq(challenge_create(play, &ada, &spec, &first, &replayed, &fault),
                 PLAY_OK);
    cr_expect_not(replayed);
    cr_assert_eq(challenge_create(play, &ada, &spec, &again, &replayed, &fault),
                 PLAY_OK);
    cr_expect(replayed);
    cr_expect_str_eq(again.id, first.id);
    spec.body_hash[0] = 1;
    cr_expect_eq(challenge_create(play, &ada, &spec, &again, &replayed, &fault),
                 PLAY_KEY_REUSED);
    /* A day later the key is free again. */
    test_world.wall_offset_us = 86400 * second_us;
    cr_expect_eq(challenge_create(play, &ada, &spec, &again, &replayed, &fault),
                 PLAY_OK);
    cr_expect_not(replayed);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM challenges"),
                 2);
}

/* ---- races ---- */

enum { RUNNERS_MAX = 12 };

struct runner {
    struct play *play;
    struct player player;
    struct session session; /* of the player who leaves */
    char id[PLAY_ID_SIZE];
    const char *name; /* of the opponent */
    const char *key;
    void (*run)(struct runner *runner);
    enum play_err err;
    struct challenge out;
    pthread_barrier_t *start;
    pthread_t thread;
};

static void *run_one(void *arg)
{
    struct runner *runner = arg;

    pthread_barrier_wait(runner->start);
    runner->run(runner);
    return NULL;
}

static void run_all(struct runner *runners, size_t count)
{
    pthread_barrier_t start;

    pthread_barrier_init(&start, NULL, (unsigned)count);
    for (size_t i = 0; i < count; i++) {
        runners[i].start = &start;
        cr_assert_eq(
            pthread_create(&runners[i].thread, NULL, run_one, &runners[i]), 0);
    }
    for (size_t i = 0; i < count; i++)
        pthread_join(runners[i].thread, NULL);
    pthread_barrier_destroy(&start);
}

static void run_accept(struct runner *runner)
{
    runner->err =
        answer(runner->play, &runner->player, runner->id, true, &runner->out);
}

static void run_cancel(struct runner *runner)
{
    runner->err = challenge_cancel(runner->play, &runner->player, runner->id);
}

static void run_leave(struct runner *runner)
{
    runner->err = world_delete(runner->play, &runner->session.login,
                               "a fine long phrase");
}

static void run_challenge(struct runner *runner)
{
    const char *const names[] = {runner->name};
    struct challenge_spec spec = ask_for(names, 1);
    struct challenge_fault fault;

    spec.key = runner->key;
    runner->err = challenge_with(runner->play, &runner->player, &spec,
                                 &runner->out, &fault);
}

static struct runner runner_of(struct play *play, const struct player *player,
                               void (*run)(struct runner *runner),
                               const char *id)
{
    struct runner runner = {.play = play, .player = *player, .run = run};

    snprintf(runner.id, sizeof runner.id, "%s", id);
    return runner;
}

/* Two nodes, and ada, bob and cyd. */
struct trio {
    struct world world;
    struct player ada, bob, cyd;
};

static bool trio_open(struct trio *trio)
{
    if (!world_open(&trio->world))
        return false;
    world_add_node(&trio->world, NULL);
    trio->ada = world_player(trio->world.node[0], "ada");
    trio->bob = world_player(trio->world.node[0], "bob");
    trio->cyd = world_player(trio->world.node[0], "cyd");
    return true;
}

Test(challenges, the_last_two_accept_at_once_and_create_one_match,
     .init = deep_only)
{
    static const char *const names[] = {"bob", "cyd"};
    struct trio trio;
    enum { ROUNDS = 8 };

    if (!trio_open(&trio))
        return;
    struct world *world = &trio.world;

    for (int i = 0; i < ROUNDS; i++) {
        struct challenge made =
            challenge_to(world->node[0], &trio.ada, names, 2);
        struct runner runners[] = {
            runner_of(world->node[0], &trio.bob, run_accept, made.id),
            runner_of(world->node[1], &trio.cyd, run_accept, made.id),
            runner_of(world->node[1], &trio.bob, run_accept, made.id),
        };

        run_all(runners, 3);
        for (int r = 0; r < 3; r++)
            cr_expect_eq(runners[r].err, PLAY_OK, "%s",
                         play_err_word(runners[r].err));
        cr_expect_eq(status_of(world->node[0], &trio.ada, made.id),
                     CHALLENGE_ACCEPTED);
    }
    cr_expect_eq(world_number(world, "SELECT count(*) FROM matches"), ROUNDS);
    cr_expect_eq(world_number(world, "SELECT count(DISTINCT match_id) FROM"
                                     " challenges"),
                 ROUNDS);
    world_close(world);
}

Test(challenges, accepting_during_a_cancellation_creates_a_match_or_fails,
     .init = deep_only)
{
    static const char *const names[] = {"bob"};
    struct trio trio;
    int64_t made_matches = 0;

    if (!trio_open(&trio))
        return;
    struct world *world = &trio.world;

    for (int i = 0; i < 12; i++) {
        struct challenge made =
            challenge_to(world->node[0], &trio.ada, names, 1);
        struct runner runners[] = {
            runner_of(world->node[0], &trio.bob, run_accept, made.id),
            runner_of(world->node[1], &trio.ada, run_cancel, made.id),
        };

        run_all(runners, 2);
        bool is_made = runners[0].err == PLAY_OK;

        made_matches += is_made;
        cr_expect_eq(runners[1].err, is_made ? PLAY_CHALLENGE_OVER : PLAY_OK);
        cr_expect(is_made || runners[0].err == PLAY_CHALLENGE_OVER);
        cr_expect_eq(status_of(world->node[0], &trio.ada, made.id),
                     is_made ? CHALLENGE_ACCEPTED : CHALLENGE_CANCELLED);
    }
    cr_expect_eq(world_number(world, "SELECT count(*) FROM matches"),
                 made_matches);
    world_close(world);
}

Test(challenges, a_deleted_account_leaves_no_seat_and_no_challenge,
     .init = deep_only)
{
    struct trio trio;

    if (!trio_open(&trio))
        return;
    struct world *world = &trio.world;

    for (int i = 0; i < 5; i++) {
        char name[PLAY_NAME_SIZE];

        snprintf(name, sizeof name, "goer-%d", i);
        const char *const names[] = {name}, *const ada[] = {"ada"};
        struct player goer = world_player(world->node[0], name);
        struct challenge to = challenge_to(world->node[0], &trio.ada, names, 1);
        struct challenge from = challenge_to(world->node[0], &goer, ada, 1);
        struct runner runners[] = {
            runner_of(world->node[1], &trio.ada, run_accept, from.id),
            runner_of(world->node[0], &goer, run_leave, ""),
            runner_of(world->node[0], &goer, run_accept, to.id),
        };

        runners[1].session = world_session(world->node[0], name);
        run_all(runners, 3);
        cr_expect_eq(runners[1].err, PLAY_OK, "%s",
                     play_err_word(runners[1].err));
    }
    cr_expect_eq(world_number(world, "SELECT count(*) FROM challenges"
                                     " WHERE status = 0"),
                 0);
    cr_expect_eq(world_number(world,
                              "SELECT count(*) FROM seats s JOIN matches m"
                              " ON m.id = s.match_id JOIN accounts a"
                              " ON a.id = s.account_id WHERE m.status IN (0, 1)"
                              " AND a.deleted_at IS NOT NULL"),
                 0);
    cr_expect_eq(world_number(world, "SELECT count(*) FROM challenges c"
                                     " WHERE (status = 1) <>"
                                     "  (match_id IS NOT NULL)"),
                 0);
    world_close(world);
}

CASE(a_bot_never_has_more_matches_than_its_rules_allow)
{
    enum { PEOPLE = 6 };
    struct runner runners[PEOPLE];
    static const char *const bot_name[] = {"deep"};
    int made = 0;

    world_add_node(&test_world, NULL);
    struct player deep = world_bot(test_world.node[0], "deep");

    declare(test_world.node[0], &deep, 2);
    for (int i = 0; i < PEOPLE; i++) {
        char name[PLAY_NAME_SIZE];

        snprintf(name, sizeof name, "player-%d", i);
        struct player player = world_player(test_world.node[0], name);
        struct challenge asked =
            challenge_to(test_world.node[0], &player, bot_name, 1);

        runners[i] =
            runner_of(test_world.node[i % 2], &deep, run_accept, asked.id);
    }
    run_all(runners, PEOPLE);
    for (int i = 0; i < PEOPLE; i++) {
        made += runners[i].err == PLAY_OK;
        cr_expect(runners[i].err == PLAY_OK ||
                      runners[i].err == PLAY_BOT_DECLINES,
                  "%s", play_err_word(runners[i].err));
    }
    cr_expect_eq(made, 2);
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM matches"), 2);
    /* The others wait on: when a match is over there is room. */
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM challenges"
                                           " WHERE status = 0"),
                 PEOPLE - 2);
}

Test(challenges, open_challenges_are_limited_and_a_key_creates_one_at_two_nodes,
     .init = deep_only)
{
    enum { RUNNERS = 8 };
    struct runner runners[RUNNERS];
    struct trio trio;

    if (!trio_open(&trio))
        return;
    struct world *world = &trio.world;

    for (int i = 0; i < RUNNERS; i++) {
        runners[i] =
            runner_of(world->node[i % 2], &trio.ada, run_challenge, "");
        runners[i].name = "bob";
        runners[i].key = "the same";
    }
    run_all(runners, RUNNERS);
    for (int i = 0; i < RUNNERS; i++) {
        cr_expect_eq(runners[i].err, PLAY_OK, "%s",
                     play_err_word(runners[i].err));
        cr_expect_str_eq(runners[i].out.id, runners[0].out.id);
        runners[i].key = NULL;
    }
    for (int i = 0; i < 6; i++) {
        for (int r = 0; r < RUNNERS; r++)
            runners[r].name = i < 3 ? "bob" : "cyd";
        run_all(runners, RUNNERS);
        for (int r = 0; r < RUNNERS; r++)
            cr_expect(runners[r].err == PLAY_OK ||
                          runners[r].err == PLAY_STRANGERS_WAIT ||
                          runners[r].err == PLAY_TOO_MANY_CHALLENGES,
                      "%s", play_err_word(runners[r].err));
    }
    cr_expect_eq(world_number(world, "SELECT count(*) FROM challenges"),
                 CHALLENGES_WAITING_MAX);
    world_close(world);
}

/* ---- strangers ---- */

/* The two finish a match: one of them resigns. */
static void meet(struct play *play, const struct player *one,
                 const char *other_name, const struct player *other)
{
    const char *const names[] = {other_name};
    struct challenge made = challenge_to(play, one, names, 1);
    struct match match;

    cr_assert_eq(answer(play, other, made.id, true, &made), PLAY_OK);
    const struct match_request resigns = {.action = MATCH_RESIGN,
                                          .match = made.match_id,
                                          .player = other,
                                          .seat = -1,
                                          .expected_seq = MATCH_ANY_SEQ};

    cr_assert_eq(world_act(play, &resigns).err, PLAY_OK);
    cr_assert_eq(match_get(play, made.match_id, &match), PLAY_OK);
    cr_assert_eq(match.status, MATCH_FINISHED);
}

static enum play_err challenge_bob(struct play *play,
                                   const struct player *player,
                                   struct challenge *out)
{
    static const char *const names[] = {"bob"};
    const struct challenge_spec spec = ask_for(names, 1);
    struct challenge_fault fault;
    enum play_err err = challenge_with(play, player, &spec, out, &fault);

    if (err == PLAY_STRANGERS_WAIT)
        cr_expect_eq(fault.match.most, CHALLENGES_FROM_STRANGERS_MAX);
    return err;
}

Test(challenges, strangers_have_few_open_challenges_to_a_player_in_all,
     .init = world_setup, .fini = world_teardown)
{
    enum { MOST = CHALLENGES_FROM_STRANGERS_MAX };
    struct challenge made[MOST], out;

    struct play *play = test_world.node[0];
    struct player bob = world_player(play, "bob");
    struct player friend = world_player(play, "friend");
    struct player ada = world_player(play, "ada");
    struct player deep = world_bot(play, "deep");
    static const char *const bot_name[] = {"deep"};

    meet(play, &friend, "bob", &bob);
    cr_assert_eq(challenge_bob(play, &friend, &out), PLAY_OK);
    for (int i = 0; i < MOST; i++) {
        char name[PLAY_NAME_SIZE];

        snprintf(name, sizeof name, "stranger-%d", i);
        const struct player stranger = world_player(play, name);

        cr_expect_eq(challenge_bob(play, &stranger, &made[i]), PLAY_OK, "%d",
                     i);
    }
    cr_expect_eq(challenge_bob(play, &ada, &out), PLAY_STRANGERS_WAIT);
    cr_expect_eq(challenge_bob(play, &friend, &out), PLAY_OK);
    declare(play, &deep, 100);
    for (int i = 0; i < MOST + 1; i++)
        challenge_to(play, &ada, bot_name, 1);
    /* An answer makes room. */
    cr_assert_eq(answer(play, &bob, made[3].id, false, &out), PLAY_OK);
    cr_expect_eq(challenge_bob(play, &ada, &made[3]), PLAY_OK);
    cr_expect_eq(challenge_bob(play, &ada, &out), PLAY_STRANGERS_WAIT);
    /* So does a match with one of them. */
    cr_assert_eq(challenge_cancel(play, &ada, made[3].id), PLAY_OK);
    meet(play, &ada, "bob", &bob);
    cr_expect_eq(challenge_bob(play, &ada, &out), PLAY_OK);
    /* And their time. */
    test_world.wall_offset_us = 600 * second_us;
    struct player eve = world_player(play, "eve");

    cr_expect_eq(challenge_bob(play, &eve, &out), PLAY_OK);
}

Test(challenges, a_match_that_was_aborted_makes_nobody_known,
     .init = world_setup, .fini = world_teardown)
{
    enum { MOST = CHALLENGES_FROM_STRANGERS_MAX };
    struct challenge out;

    struct play *play = test_world.node[0];
    struct player bob = world_player(play, "bob");
    struct player ada = world_player(play, "ada");

    meet(play, &ada, "bob", &bob);
    cr_assert(world_sql(&test_world, "UPDATE matches SET status = 3"));
    for (int i = 0; i < MOST; i++)
        cr_expect_eq(challenge_bob(play, &ada, &out), PLAY_OK);
    cr_expect_eq(challenge_bob(play, &ada, &out), PLAY_STRANGERS_WAIT);
}

Test(challenges, strangers_at_two_nodes_do_not_exceed_the_limit,
     .init = deep_only)
{
    enum { RUNNERS = 24 };
    struct runner runners[RUNNERS];
    struct trio trio;
    int made = 0;

    if (!trio_open(&trio))
        return;
    for (int i = 0; i < RUNNERS; i++) {
        char name[PLAY_NAME_SIZE];

        snprintf(name, sizeof name, "stranger-%d", i);
        const struct player stranger = world_player(trio.world.node[0], name);

        runners[i] =
            runner_of(trio.world.node[i % 2], &stranger, run_challenge, "");
        runners[i].name = "bob";
    }
    /* And in the other direction, which locks the same accounts. */
    runners[0] = runner_of(trio.world.node[0], &trio.bob, run_challenge, "");
    runners[0].name = "stranger-1";
    run_all(runners, RUNNERS);
    for (int i = 1; i < RUNNERS; i++) {
        made += runners[i].err == PLAY_OK;
        cr_expect(runners[i].err == PLAY_OK ||
                      runners[i].err == PLAY_STRANGERS_WAIT,
                  "%s", play_err_word(runners[i].err));
    }
    cr_expect_eq(runners[0].err, PLAY_OK, "%s", play_err_word(runners[0].err));
    cr_expect_eq(made, CHALLENGES_FROM_STRANGERS_MAX);
    world_close(&trio.world);
}

/* ---- lists ---- */

CASE(lists_page_through_all_with_waiting_ones_first)
{
    static const char *const names[] = {"bob"};
    enum { COUNT = 7 };
    struct challenge page[3];
    char ids[COUNT][PLAY_ID_SIZE], cursor[PLAY_CURSOR_SIZE] = "",
                                   next[PLAY_CURSOR_SIZE];
    size_t count, seen = 0;
    bool was_over = false;

    struct play *play = test_world.node[0];
    struct player ada = world_player(play, "ada");
    struct player bob = world_player(play, "bob");
    struct player eve = world_player(play, "eve");

    for (int i = 0; i < COUNT; i++) {
        struct challenge made = challenge_to(play, &ada, names, 1);

        memcpy(ids[i], made.id, sizeof ids[i]);
        if (i % 2)
            cr_assert_eq(answer(play, &bob, made.id, false, &made), PLAY_OK);
    }
    do {
        cr_assert_eq(challenge_list(play, &bob, CHALLENGES_ALL,
                                    *cursor ? cursor : NULL, 3, page, &count,
                                    next),
                     PLAY_OK);
        for (size_t i = 0; i < count; i++, seen++) {
            bool is_over = page[i].status != CHALLENGE_WAITING;

            cr_expect(!was_over || is_over, "one that waits came later");
            was_over = is_over;
        }
        memcpy(cursor, next, sizeof cursor);
    } while (*next);
    cr_expect_eq(seen, COUNT);
    cr_assert_eq(
        challenge_list(play, &eve, CHALLENGES_ALL, NULL, 3, page, &count, next),
        PLAY_OK);
    cr_expect_eq(count, 0);
    cr_expect_eq(challenge_list(play, &bob, CHALLENGES_ALL, "nonsense", 3, page,
                                &count, next),
                 PLAY_BAD_CURSOR);
    /* Nor has anything been made at such a time. */
    cr_expect_eq(challenge_list(play, &bob, CHALLENGES_ALL,
                                "qcaibaeaqcaibaeaqcaibaeaqcaibaeaqcaibaea", 3,
                                page, &count, next),
                 PLAY_BAD_CURSOR);
}

static size_t count_of(struct play *play, const struct player *player,
                       unsigned statuses)
{
    struct challenge page[10];
    char next[PLAY_CURSOR_SIZE];
    size_t count = 0;

    cr_expect_eq(
        challenge_list(play, player, statuses, NULL, 10, page, &count, next),
        PLAY_OK);
    return count;
}

CASE(lists_have_the_requested_statuses)
{
    static const char *const names[] = {"bob"};
    struct challenge made, late;

    struct play *play = test_world.node[0];
    struct player ada = world_player(play, "ada");
    struct player bob = world_player(play, "bob");

    made = challenge_to(play, &ada, names, 1);
    cr_assert_eq(answer(play, &bob, made.id, false, &made), PLAY_OK);
    made = challenge_to(play, &ada, names, 1);
    cr_assert_eq(answer(play, &bob, made.id, true, &made), PLAY_OK);
    for (int i = 0; i < 3; i++) {
        made = challenge_to(play, &ada, names, 1);
        cr_assert_eq(challenge_cancel(play, &ada, made.id), PLAY_OK);
    }
    late = challenge_to(play, &ada, names, 1);
    cr_assert(world_sql(&test_world,
                        "UPDATE challenges SET expires_at = created_at"
                        " WHERE status = 0"));
    challenge_to(play, &ada, names, 1);
    cr_expect_eq(count_of(play, &bob, CHALLENGES_CURRENT), 2);
    cr_expect_eq(count_of(play, &bob, 1 << CHALLENGE_WAITING), 1);
    cr_expect_eq(count_of(play, &bob, 1 << CHALLENGE_ACCEPTED), 1);
    cr_expect_eq(count_of(play, &bob, 1 << CHALLENGE_DECLINED), 1);
    cr_expect_eq(count_of(play, &ada, 1 << CHALLENGE_CANCELLED), 3);
    cr_expect_eq(count_of(play, &ada, 1 << CHALLENGE_EXPIRED), 1, "%s",
                 late.id);
    cr_expect_eq(count_of(play, &ada, CHALLENGES_ALL), 7);
}
