/* Creating challenges. */
#include "play/matchmaking/challenge_create.h"

#include "play/accounts/account_row.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/create.h"
#include "play/match/create_inner.h"
#include "play/match/idempotency_key.h"
#include "play/match/match.h"
#include "play/match/options.h"
#include "play/match/rated.h"
#include "play/matchmaking/bot_rules.h"
#include "play/matchmaking/challenge.h"
#include "play/matchmaking/challenge_row.h"
#include "play/node/id.h"
#include "play/node/jobs.h"
#include "play/node/offered_games.h"
#include "play/node/text.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/accounts.h"
#include "play/store/challenges.h"
#include "play/store/error.h"
#include "play/store/matches.h"
#include "rules/game.h"

#include <openssl/crypto.h>
#include <stdatomic.h>
#include <string.h>

static void add_player(struct challenge *challenge, const struct player *player,
                       const char *builtin_bot)
{
    struct challenge_player *who =
        &challenge->players[challenge->settings.seats++];

    who->account = player->key;
    who->kind = player->kind;
    memcpy(who->name, player->name, sizeof who->name);
    memcpy(who->display, player->display, sizeof who->display);
    text_copy(builtin_bot, who->builtin_bot, sizeof who->builtin_bot);
}

static enum play_err find_players(struct play *play,
                                  const struct challenge_spec *spec,
                                  struct challenge *out,
                                  struct challenge_fault *fault)
{
    for (size_t i = 0; i < spec->name_count; i++) {
        struct store_account row = {.name = ""};
        struct player player;
        char name[PLAY_NAME_SIZE];
        enum store_err err = STORE_NOT_FOUND;

        fault->name = i;
        if (name_read(spec->names[i], name))
            err = play->store->accounts->find(play->store, name, &row);
        OPENSSL_cleanse(row.password, sizeof row.password);
        if (err)
            return err == STORE_NOT_FOUND ? PLAY_UNKNOWN_PLAYER
                                          : PLAY_UNAVAILABLE;
        player_from(&row, &player);
        if (challenge_place(out, &player) >= 0)
            return PLAY_BAD_PLAYERS;
        add_player(out, &player, row.builtin_bot);
    }
    return PLAY_OK;
}

/* A block does not stop guests: their owner makes a new one every few seconds.
 * Guests challenge bots, to casual matches. */
static bool may_challenge(const struct player *player,
                          const struct challenge *challenge)
{
    if (!player->is_guest)
        return true;
    for (int i = 1; i < challenge->settings.seats; i++)
        if (challenge->players[i].kind == ACCOUNT_HUMAN)
            return false;
    return !challenge->rated;
}

/* Check whether such a match could be created, so that the challenge can only
 * fail later for reasons that change with time. */
static enum play_err check_match(const struct play *play,
                                 const struct challenge_spec *spec,
                                 struct challenge *challenge,
                                 struct match_fault *fault)
{
    struct match_seat given[RULES_SEATS_MAX];
    struct match_spec match = spec->match;
    size_t seats = challenge->settings.seats;
    enum play_err err;

    challenge->game = play_game(play, match.game);
    if (!challenge->game)
        return PLAY_UNKNOWN_GAME;
    if (seats < challenge->game->min_seats ||
        seats > challenge->game->max_seats)
        return PLAY_BAD_SEATS;
    for (size_t i = 0; i < seats; i++)
        challenge_seat(&challenge->players[i], &given[i]);
    match.given = given;
    match.seat_count = seats;
    err = spec_settings(&match, &challenge->settings, fault);
    return err ? err : rated_check(&match, fault);
}

/* Return the rule of a player's that excludes the match.  The challenger's own
 * rules count only for the number of matches at once. */
static enum play_err ask_rules(struct play *play,
                               const struct challenge *challenge, int place,
                               enum bot_rule *rule)
{
    const struct challenge_player *who = &challenge->players[place];
    const struct player player = {.key = who->account, .kind = who->kind};
    struct bot_entry bot;
    enum play_err err;

    *rule = BOT_TAKES_IT;
    if (who->kind == ACCOUNT_HUMAN)
        return PLAY_OK;
    err = bot_rules_read(play, &player, &bot);
    if (err && err != PLAY_NOT_FOUND)
        return err;
    *rule = bot_rules_refuse(err ? NULL : &bot.rules, bot.playing,
                             challenge->game->id, challenge->settings.seats,
                             &challenge->clock, challenge->rated);
    if (place == 0 && *rule != BOT_AT_ONCE)
        *rule = BOT_TAKES_IT;
    return PLAY_OK;
}

enum play_err challenge_check_bots(struct play *play,
                                   const struct challenge *challenge,
                                   struct challenge_fault *fault)
{
    for (int i = 0; i < challenge->settings.seats; i++) {
        enum play_err err = ask_rules(play, challenge, i, &fault->rule);

        if (err)
            return err;
        if (fault->rule == BOT_TAKES_IT)
            continue;
        memcpy(fault->bot, challenge->players[i].name, sizeof fault->bot);
        return PLAY_BOT_DECLINES;
    }
    return PLAY_OK;
}

/* Find the challenge that the key has created.  PLAY_NOT_FOUND: no challenge
 * yet. */
static enum play_err find_made(struct play *play, const struct player *player,
                               const struct challenge_spec *spec,
                               struct challenge *out)
{
    struct store_challenge row;
    enum store_err err = play->store->challenges->find_by_key(
        play->store, &player->key, spec->key, key_since_us(play), &row);

    if (err)
        return err == STORE_NOT_FOUND ? PLAY_NOT_FOUND : PLAY_UNAVAILABLE;
    if (memcmp(row.body_hash, spec->body_hash, sizeof row.body_hash) != 0)
        return PLAY_KEY_REUSED;
    atomic_fetch_add(&play->counts.replayed, 1);
    return challenge_from_row(play, &row, out) ? PLAY_OK : PLAY_UNAVAILABLE;
}

/* Fill in the limit that is reached, and its value. */
static enum play_err refuse_full(const struct store_challenge_limits *limits,
                                 const struct store_match_caps *room,
                                 struct match_fault *fault)
{
    switch (limits->full) {
    case CHALLENGE_ROOM: room_fault(room, fault); return PLAY_TOO_MANY_MATCHES;
    case CHALLENGE_WAITERS:
        fault->most = limits->waiting;
        return PLAY_TOO_MANY_CHALLENGES;
    case CHALLENGE_DAY:
        fault->most = limits->per_day;
        return PLAY_CHALLENGES_SPENT;
    case CHALLENGE_STRANGERS:
        fault->most = limits->from_strangers;
        return PLAY_STRANGERS_WAIT;
    }
    return PLAY_UNAVAILABLE;
}

static enum play_err insert(struct play *play,
                            const struct challenge_spec *spec,
                            struct challenge *challenge,
                            struct match_fault *fault)
{
    struct store_match_caps room;
    struct store_challenge row = {.key = spec->key, .room = &room};
    struct store_challenge_limits limits = {
        .waiting = CHALLENGES_WAITING_MAX,
        .from_strangers = CHALLENGES_FROM_STRANGERS_MAX,
        .per_day = play->config.challenges_per_day,
        .day_us = key_since_us(play),
    };

    if (atomic_load(&play->draining) || !id_new(play, &challenge->key))
        return PLAY_UNAVAILABLE;
    id_write("c_", &challenge->key, challenge->id);
    challenge->created_us = play_now_us(play);
    challenge->expires_us = challenge->created_us + spec->seconds * 1000000;
    room_init(play, &room);
    row.challenge = *challenge;
    memcpy(row.body_hash, spec->body_hash, sizeof row.body_hash);
    text_copy(challenge->game->id, row.game_id, sizeof row.game_id);
    options_write(challenge->game, &challenge->settings, row.options);
    switch (play->store->challenges->insert(play->store, &row, &limits)) {
    case STORE_OK: return PLAY_OK;
    case STORE_CONFLICT: return PLAY_KEY_REUSED;
    case STORE_FULL: return refuse_full(&limits, &room, fault);
    case STORE_STALE: return PLAY_BLOCKED;
    case STORE_NOT_FOUND:
    case STORE_UNAVAILABLE:
    case STORE_UNSURE:
    case STORE_REFUSED: break;
    }
    return PLAY_UNAVAILABLE;
}

static enum play_err make(struct play *play, const struct player *player,
                          const struct challenge_spec *spec,
                          struct challenge *out, struct challenge_fault *fault)
{
    enum play_err err;

    *out = (struct challenge){.rated = spec->match.rated,
                              .is_private = spec->match.is_private,
                              .clock = spec->match.clock};
    add_player(out, player, "");
    out->players[0].answer = ANSWER_ACCEPTED;
    err = find_players(play, spec, out, fault);
    if (!err && !may_challenge(player, out))
        err = PLAY_GUEST;
    if (!err)
        err = check_match(play, spec, out, &fault->match);
    if (!err)
        err = challenge_check_bots(play, out, fault);
    return err ? err : insert(play, spec, out, &fault->match);
}

enum play_err challenge_create(struct play *play, const struct player *player,
                               const struct challenge_spec *spec,
                               struct challenge *out, bool *replayed,
                               struct challenge_fault *fault)
{
    enum play_err err = PLAY_NOT_FOUND;

    *fault = (struct challenge_fault){.match.index = SIZE_MAX};
    if (spec->key)
        err = find_made(play, player, spec, out);
    *replayed = !err;
    if (err != PLAY_NOT_FOUND)
        return err;
    err = make(play, player, spec, out, fault);
    if (!err) {
        challenge_wake_players(play, out);
        jobs_kick(play->jobs, JOB_CHALLENGES);
    }
    if (err != PLAY_KEY_REUSED)
        return err;
    /* Another request was faster. */
    err = find_made(play, player, spec, out);
    *replayed = !err;
    return err == PLAY_NOT_FOUND ? PLAY_UNAVAILABLE : err;
}
