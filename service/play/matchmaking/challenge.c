/* Challenges: reading, responding and cancelling. */
#include "play/matchmaking/challenge.h"

#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/create.h"
#include "play/match/create_inner.h"
#include "play/match/match.h"
#include "play/matchmaking/bot_rules.h"
#include "play/matchmaking/challenge_create.h"
#include "play/matchmaking/challenge_row.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/challenges.h"
#include "play/store/error.h"
#include "rules/game.h"

#include <stdatomic.h>
#include <string.h>

enum { TRIES = 20 }; /* attempts, because others respond at the same time */

static enum play_err find(struct play *play, const struct player *player,
                          const char *id, struct challenge *out, int *place)
{
    struct store_challenge row;
    struct play_id key;
    enum store_err err;

    if (!id_read("c_", id, &key))
        return PLAY_NOT_FOUND;
    err = play->store->challenges->find(play->store, &key, &row);
    if (err)
        return err == STORE_NOT_FOUND ? PLAY_NOT_FOUND : PLAY_UNAVAILABLE;
    if (!challenge_from_row(play, &row, out))
        return PLAY_NOT_FOUND;
    *place = challenge_place(out, player);
    return *place < 0 ? PLAY_NOT_FOUND : PLAY_OK;
}

enum play_err challenge_read(struct play *play, const struct player *player,
                             const char *id, struct challenge *out)
{
    int place = 0;

    return find(play, player, id, out, &place);
}

/* ---- responding ---- */

/* Put the players into an unpredictable order. */
static enum play_err draw_seats(struct play *play,
                                const struct challenge *challenge,
                                struct match_seat given[RULES_SEATS_MAX])
{
    uint64_t lots[RULES_SEATS_MAX];
    size_t seats = challenge->settings.seats;

    if (!play_random(play, lots, sizeof lots))
        return PLAY_UNAVAILABLE;
    for (size_t i = 0; i < seats; i++)
        challenge_seat(&challenge->players[i], &given[i]);
    /* With 2^64 values the bias of the remainder is negligible. */
    for (size_t i = seats; i > 1; i--) {
        size_t other = (size_t)(lots[i - 1] % i);
        struct match_seat seat = given[i - 1];

        given[i - 1] = given[other];
        given[other] = seat;
    }
    return PLAY_OK;
}

/* Create the match, with the last response.  PLAY_STALE: it is not the last,
 * or the challenge no longer waits. */
static enum play_err make_match(struct play *play,
                                const struct challenge *challenge, int place,
                                struct match_fault *fault)
{
    const struct challenge_player *challenger = &challenge->players[0];
    struct player player = {.key = challenger->account,
                            .kind = challenger->kind};
    struct match_seat given[RULES_SEATS_MAX];
    const struct match_spec spec = {
        .game = challenge->game->id,
        .given = given,
        .seat_count = challenge->settings.seats,
        .settings = &challenge->settings,
        .is_private = challenge->is_private,
        .clock = challenge->clock,
        .rated = challenge->rated,
        .challenge = &challenge->key,
        .accepts = &challenge->players[place].account,
    };
    struct match match;
    enum play_err err = draw_seats(play, challenge, given);

    memcpy(player.name, challenger->name, sizeof player.name);
    return err ? err
               : match_make(play, &player, &spec, NULL, &match, NULL, fault);
}

static bool is_last(const struct challenge *challenge, int place)
{
    for (int i = 0; i < challenge->settings.seats; i++)
        if (i != place && challenge->players[i].answer != ANSWER_ACCEPTED)
            return false;
    return true;
}

static enum play_err put_answer(struct play *play,
                                const struct challenge *challenge, int place,
                                bool accepts, struct challenge_fault *fault)
{
    const struct play_id *account = &challenge->players[place].account;
    enum play_err err;

    if (atomic_load(&play->draining))
        return PLAY_UNAVAILABLE;
    if (!accepts || !is_last(challenge, place))
        return play_err_of(play->store->challenges->answer(
            play->store, &challenge->key, account, accepts, play_now_us(play)));
    err = make_match(play, challenge, place, &fault->match);
    if (err != PLAY_BOT_FULL)
        return err;
    /* Find the bot that has reached its at_once.  If it has room by now, try
     * again. */
    err = challenge_check_bots(play, challenge, fault);
    return err ? err : PLAY_STALE;
}

/* Return whether nothing is left to be done; *err is then the result. */
static bool is_settled(const struct challenge *challenge, int place,
                       bool accepts, enum play_err *err)
{
    const enum challenge_answer had = challenge->players[place].answer;
    const enum challenge_answer wants =
        accepts ? ANSWER_ACCEPTED : ANSWER_DECLINED;
    const enum challenge_status then =
        accepts ? CHALLENGE_ACCEPTED : CHALLENGE_DECLINED;

    *err = PLAY_OK;
    if (had == wants &&
        (challenge->status == CHALLENGE_WAITING || challenge->status == then))
        return true;
    *err = PLAY_CHALLENGE_OVER;
    return challenge->status != CHALLENGE_WAITING;
}

enum play_err challenge_answer(struct play *play, const struct player *player,
                               const char *id, bool accepts,
                               struct challenge *out,
                               struct challenge_fault *fault)
{
    enum play_err err = PLAY_STALE, settled;
    bool has_answered = false;
    int place;

    *fault = (struct challenge_fault){.match.index = SIZE_MAX};
    for (int i = 0; i < TRIES && err == PLAY_STALE; i++) {
        err = find(play, player, id, out, &place);
        if (err)
            return err;
        if (is_settled(out, place, accepts, &settled))
            return settled;
        if (accepts && out->rated && player->is_guest)
            return PLAY_GUEST;
        err = put_answer(play, out, place, accepts, fault);
        has_answered = !err;
    }
    if (!has_answered)
        return err == PLAY_STALE ? PLAY_UNAVAILABLE : err;
    challenge_wake_players(play, out);
    return find(play, player, id, out, &place);
}

enum play_err challenge_cancel(struct play *play, const struct player *player,
                               const char *id)
{
    struct challenge challenge;
    int place;
    enum play_err err = find(play, player, id, &challenge, &place);

    if (!err && place != 0)
        err = PLAY_NOT_CHALLENGER;
    if (err || challenge.status == CHALLENGE_CANCELLED)
        return err;
    err = play_err_of(play->store->challenges->cancel(
        play->store, &challenge.key, play_now_us(play)));
    if (err)
        return err == PLAY_STALE ? PLAY_CHALLENGE_OVER : err;
    challenge_wake_players(play, &challenge);
    return PLAY_OK;
}
