/* The job that ends expired challenges, and responds for built-in bots. */
#include "play/matchmaking/challenge_job.h"

#include "play/accounts/account_row.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/subscriptions.h"
#include "play/matchmaking/bot_rules.h"
#include "play/matchmaking/challenge.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/challenges.h"

#include <stdatomic.h>

static void expire(struct play *play)
{
    enum { TAGS_MAX = 512 };
    uint16_t tags[TAGS_MAX];
    size_t count = 0;

    if (play->store->challenges->expire(play->store, play_now_us(play), tags,
                                        TAGS_MAX, &count))
        return;
    for (size_t i = 0; i < count; i++)
        subscriptions_wake_account(play->subscriptions, tags[i]);
}

/* Built-in bots accept every challenge: their rules were checked when it was
 * created.  But they do not wait until another bot has room. */
static void respond_for_builtin_bots(struct play *play)
{
    enum { CALLS_MAX = 64 };
    struct store_builtin_challenge calls[CALLS_MAX];
    size_t count = 0;

    if (!play->config.bots_play ||
        play->store->challenges->list_for_builtin_bots(
            play->store, play_now_us(play), calls, CALLS_MAX, &count))
        return;
    for (size_t i = 0; i < count && !atomic_load(&play->draining); i++) {
        struct challenge_fault fault;
        struct challenge challenge;
        struct player player;
        char id[PLAY_ID_SIZE];

        player_from(&calls[i].account, &player);
        id_write("c_", &calls[i].challenge, id);
        if (challenge_answer(play, &player, id, true, &challenge, &fault) ==
            PLAY_BOT_DECLINES)
            challenge_answer(play, &player, id, false, &challenge, &fault);
    }
}

void challenges_run(struct play *play)
{
    expire(play);
    respond_for_builtin_bots(play);
}
