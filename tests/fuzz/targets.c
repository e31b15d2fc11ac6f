/* What the fuzz targets share: their list, their input, and a state's life
 * after it was accepted. */
#include "fuzz.h"

#include "rules/random.h"
#include "rules/replay.h"
#include "rules/sink.h"

#include <stdalign.h>
#include <stdio.h>
#include <string.h>

const struct fuzz_target fuzz_targets[] = {
    {"notation", fuzz_notation},
    {"records", fuzz_records},
    {"positions", fuzz_positions},
    {NULL, NULL},
};

void fuzz_bytes(const struct fuzz_target *target, const uint8_t *data,
                size_t size)
{
    static char text[FUZZ_INPUT_MAX + 1];

    if (size > FUZZ_INPUT_MAX)
        return;
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    target->run(text);
}

_Noreturn void fuzz_broken(const char *claim, const char *file, int line)
{
    fprintf(stderr, "%s:%d: broken: %s\n", file, line, claim);
    abort();
}

const struct game *fuzz_game(const char *text, const char **rest)
{
    for (int i = 0; games[i]; i++) {
        size_t length = strlen(games[i]->id);

        if (strncmp(text, games[i]->id, length) == 0 &&
            (text[length] == ' ' || text[length] == '\n')) {
            *rest = text + length;
            return games[i];
        }
    }
    return NULL;
}

void fuzz_ask(const struct game *game, const void *state)
{
    static char out[FUZZ_INPUT_MAX];
    struct sink_text sink;
    struct scores scores;

    for (int viewer = RULES_OMNISCIENT; viewer < RULES_SEATS_MAX; viewer++) {
        sink_text_init(&sink, out, sizeof out);
        sink_object(&sink.sink, NULL);
        game->view(state, viewer, &sink.sink);
        sink_close(&sink.sink);
    }
    game->score(state, &scores);
    for (int seat = 0; seat < scores.seats; seat++) {
        game->evaluate(state, seat);
        sink_text_init(&sink, out, sizeof out);
        game->prompt(state, seat, seat, &sink.sink);
    }
}

/* Another world with the same view can be asked, too. */
static void redealt(const struct game *game, const void *state,
                    struct random *random)
{
    alignas(max_align_t) uint8_t world[RULES_STATE_MAX];
    struct scores scores;

    game->score(state, &scores);
    memcpy(world, state, game->state_size);
    game->resample(world, (int)random_below(random, scores.seats), random);
    fuzz_ask(game, world);
}

static void say(const struct game *game, const void *state, int seat,
                struct move move)
{
    static char out[FUZZ_INPUT_MAX];
    char text[RULES_NOTATION_MAX];
    struct move again = {0};
    struct sink_text sink;

    FUZZ_CLAIM(game->format(state, seat, move, text) < RULES_NOTATION_MAX);
    FUZZ_CLAIM(game->parse(state, seat, text, &again) == RULES_OK);
    FUZZ_CLAIM(again.bits == move.bits);
    sink_text_init(&sink, out, sizeof out);
    game->describe(state, seat, move, &sink.sink);
}

/* Play it; what is not sealed is taken back and played again. */
static void play(struct replay *replay, int seat, struct move move)
{
    static struct replay before;
    const struct game *game = replay->game;
    struct entry entry = {
        .kind = ENTRY_MOVE, .seat = (uint8_t)seat, .move = move};
    struct entry back = {
        .kind = ENTRY_UNDO, .seat = (uint8_t)seat, .move = {1}};
    alignas(max_align_t) uint8_t after[RULES_STATE_MAX];

    before = *replay;
    FUZZ_CLAIM(replay_step(replay, &entry) == RULES_OK);
    memcpy(after, replay->state, game->state_size);
    if (replay_undoable(replay, seat) <= replay_undoable(&before, seat))
        return;
    FUZZ_CLAIM(replay_step(replay, &back) == RULES_OK);
    FUZZ_CLAIM(memcmp(replay->state, before.state, game->state_size) == 0);
    FUZZ_CLAIM(replay_step(replay, &entry) == RULES_OK);
    FUZZ_CLAIM(memcmp(replay->state, after, game->state_size) == 0);
}

/* All that is open is taken back, by everybody. */
static void take_back_all(struct replay *replay)
{
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++) {
        struct entry all = {.kind = ENTRY_UNDO,
                            .seat = (uint8_t)seat,
                            .move = {(uint32_t)replay_undoable(replay, seat)}};

        if (all.move.bits > 0)
            FUZZ_CLAIM(replay_step(replay, &all) == RULES_OK);
        all.move.bits = 1;
        FUZZ_CLAIM(replay_step(replay, &all) == RULES_ILLEGAL_MOVE);
    }
    FUZZ_CLAIM(memcmp(replay->state, replay->base, replay->game->state_size) ==
               0);
}

/* One random decision of a seat to act. */
static void live_on(struct replay *replay, struct random *random)
{
    static struct move list[RULES_MOVES_MAX];
    const struct game *game = replay->game;
    const void *state = replay->state;
    seat_set seats = game->to_act(state);
    int seat = (int)random_below(random, RULES_SEATS_MAX);
    struct entry leave = {.kind = ENTRY_LEAVE};
    size_t count;

    while (!(seats >> seat & 1))
        seat = (seat + 1) % RULES_SEATS_MAX;
    count = game->moves(state, seat, list, RULES_MOVES_MAX);
    FUZZ_CLAIM(count > 0 && count <= RULES_MOVES_MAX);
    for (size_t k = 1; k < count; k++)
        FUZZ_CLAIM(list[k - 1].bits < list[k].bits);
    count = random_below(random, (uint32_t)count);
    say(game, state, seat, list[count]);
    leave.seat = (uint8_t)seat;
    if (random_below(random, 64) == 0)
        FUZZ_CLAIM(replay_step(replay, &leave) == RULES_OK);
    else
        play(replay, seat, list[count]);
    if (random_below(random, 8) == 0)
        take_back_all(replay);
}

void fuzz_live(const struct game *game, void *state, unsigned seed, int moves)
{
    static const uint8_t key[32] = "Fathom fuzz";
    static struct replay replay;
    struct settings settings;
    struct random random;

    random_init(&random, key, seed);
    game->settings(state, &settings);
    FUZZ_CLAIM(game_check_settings(game, &settings) == RULES_OK);
    fuzz_ask(game, state);
    redealt(game, state, &random);
    replay_begin(&replay, game, state);
    for (int i = 0; i < moves && game->to_act(replay.state); i++)
        live_on(&replay, &random);
    fuzz_ask(game, replay.state);
}
