/* Positions as JSON, and sandbox matches that begin in them. */
#include "sandbox.h"

#include "api/json/sink_json.h"
#include "rules/random.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Settings that differ from seed to seed, as far as the game allows them. */
static void choose_settings(const struct game *game, int seats, unsigned seed,
                            struct settings *settings)
{
    game_defaults(game, (uint8_t)seats, settings);
    for (size_t i = 0; game->options[i].name; i++) {
        const struct settings before = *settings;
        const struct option *option = &game->options[i];

        if (option->kind == OPTION_INT)
            settings->values[i] = option->max;
        else
            settings->values[i] = (int16_t)(seed >> i & 1);
        if (game_check_settings(game, settings))
            *settings = before;
    }
}

void sandbox_state(const struct game *game, int seats, unsigned seed,
                   int decisions, void *state)
{
    uint8_t secret[RULES_SECRET_SIZE] = {(uint8_t)seed, (uint8_t)(seed >> 8)};
    _Alignas(16) uint8_t before[RULES_STATE_MAX];
    struct move moves[RULES_MOVES_MAX];
    struct settings settings;
    struct random random;

    choose_settings(game, seats, seed, &settings);
    random_init(&random, secret, 1);
    cr_assert_eq(game->start(state, &settings, secret), RULES_OK);
    for (int i = 0; i < decisions; i++) {
        int seat = __builtin_ctz(game->to_act(state));
        size_t count = game->moves(state, seat, moves, RULES_MOVES_MAX);

        memcpy(before, state, game->state_size);
        cr_assert_eq(game->apply(state, seat,
                                 moves[random_below(&random, (uint32_t)count)]),
                     RULES_OK);
        if (!game->to_act(state)) {
            memcpy(state, before, game->state_size);
            return;
        }
    }
}

char *sandbox_position(const struct game *game, const void *state)
{
    struct text text = {0};
    struct sink_json json;
    size_t length;

    sink_json_init(&json, &text);
    sink_object(&json.sink, NULL);
    game_view(game, state, RULES_OMNISCIENT, &json.sink);
    sink_close(&json.sink);
    return text_take(&text, &length);
}

struct answer sandbox_create(struct client *client, const char *game,
                             const char *seats, const char *position)
{
    char *body = NULL;

    cr_assert_gt(asprintf(&body,
                          "{\"game\":\"%s\",\"seats\":%s,\"position\":%s}",
                          game, seats, position),
                 0);
    struct answer made = client_send(client, "POST", "/v1/matches", body);

    free(body);
    return made;
}
