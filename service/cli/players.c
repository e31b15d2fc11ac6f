/* Bots as the command line names them: "greedy", "search:20000" (positions a
 * choice), "search:100ms" (time a choice).  The clock is read here: bots
 * themselves know none. */
#include "base/clock.h"
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { THOUGHT_MS_MAX = 600000, THOUGHT_POSITIONS_MAX = 1000000000 };

static uint64_t microseconds(void *context)
{
    (void)context;
    return (uint64_t)clock_steady_us();
}

/* How much a bot may think: "20000" or "100ms". */
static bool thought_read(const char *text, struct player *player)
{
    char *end;
    long number;
    bool timed;

    errno = 0;
    number = strtol(text, &end, 10);
    timed = !strcmp(end, "ms");
    if (end == text || (*end && !timed) || errno || number < 1 ||
        number > (timed ? THOUGHT_MS_MAX : THOUGHT_POSITIONS_MAX))
        return false;
    player->bounded = true;
    player->thought = (struct thought){.positions = (uint32_t)number};
    if (timed)
        player->thought = (struct thought){.positions = UINT32_MAX,
                                           .ms = (uint32_t)number,
                                           .clock = microseconds};
    return true;
}

static bool player_read(const char *text, bool people, struct player *player)
{
    char name[PLAYER_NAME_MAX];
    const char *colon = strchr(text, ':');

    *player = (struct player){.bot = NULL};
    snprintf(player->name, sizeof player->name, "%s", text);
    snprintf(name, sizeof name, "%.*s",
             (int)(colon ? (size_t)(colon - text) : strlen(text)), text);
    player->bot = bot_find(name);
    if (!player->bot && !(people && !strcmp(text, "human"))) {
        fprintf(stderr, "fathom: unknown bot \"%s\"; see fathom bots\n", name);
        return false;
    }
    if (!colon)
        return true;
    if (!player->bot || !player->bot->within) {
        fprintf(stderr, "fathom: %s has no search budget; remove \":%s\"\n",
                name, colon + 1);
        return false;
    }
    if (!thought_read(colon + 1, player)) {
        fprintf(stderr,
                "fathom: \"%s\" is not a search budget: give a number of "
                "positions, or milliseconds such as \"100ms\"\n",
                colon + 1);
        return false;
    }
    return true;
}

int bots_read(const char *names, bool people,
              struct player out[RULES_SEATS_MAX])
{
    int count = 0;

    for (const char *at = names;; at++) {
        char text[PLAYER_NAME_MAX];
        const size_t length = strcspn(at, ",");

        if (count == RULES_SEATS_MAX) {
            fprintf(stderr, "fathom: more than %d bots\n", RULES_SEATS_MAX);
            return 0;
        }
        snprintf(text, sizeof text, "%.*s",
                 (int)(length < sizeof text ? length : sizeof text - 1), at);
        if (!player_read(text, people, &out[count++]))
            return 0;
        at += length;
        if (!*at)
            return count;
    }
}

struct move player_choose(const struct player *player, const struct game *game,
                          const void *state, int seat, struct random *random)
{
    const struct bot *bot = player->bot;

    if (player->bounded)
        return bot->within(game, state, seat, random, &player->thought);
    return bot->choose(game, state, seat, random);
}
