/* Challenges: creating them, responding to them, and creating their matches. */
#include "play/matchmaking/challenge.h"

#include "base/base32.h"
#include "play/accounts/account_row.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/create.h"
#include "play/match/create_inner.h"
#include "play/match/idempotency_key.h"
#include "play/match/match.h"
#include "play/match/options.h"
#include "play/match/rated.h"
#include "play/match/subscriptions.h"
#include "play/matchmaking/bot_rules.h"
#include "play/matchmaking/challenge_job.h"
#include "play/node/errors.h"
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

enum { TRIES = 20 }; /* attempts, because others respond at the same time */

const char *challenge_status_word(enum challenge_status status)
{
    switch (status) {
    case CHALLENGE_WAITING: return "waiting";
    case CHALLENGE_ACCEPTED: return "accepted";
    case CHALLENGE_DECLINED: return "declined";
    case CHALLENGE_CANCELLED: return "cancelled";
    case CHALLENGE_EXPIRED: return "expired";
    }
    return "?";
}

const char *challenge_answer_word(enum challenge_answer answer)
{
    switch (answer) {
    case ANSWER_NONE: return "none";
    case ANSWER_ACCEPTED: return "accepted";
    case ANSWER_DECLINED: return "declined";
    }
    return "?";
}

/* ---- rows ---- */

/* Convert a stored challenge.  false: this build does not have its game or
 * options. */
static bool challenge_from(struct play *play, const struct store_challenge *row,
                           struct challenge *out)
{
    *out = row->challenge;
    out->game = game_find(row->game_id);
    id_write("c_", &out->key, out->id);
    id_write("m_", &out->match, out->match_id);
    /* The job that ends expired challenges may be late. */
    if (out->status == CHALLENGE_WAITING &&
        out->expires_us <= play_now_us(play)) {
        out->status = CHALLENGE_EXPIRED;
        out->ended_us = out->expires_us;
    }
    return out->game && options_read(out->game, row->options, &out->settings);
}

static int place_of(const struct challenge *challenge,
                    const struct player *player)
{
    for (int i = 0; i < challenge->settings.seats; i++)
        if (id_equals(&challenge->players[i].account, &player->key))
            return i;
    return -1;
}

static void wake_players(struct play *play, const struct challenge *challenge)
{
    for (int i = 0; i < challenge->settings.seats; i++)
        subscriptions_wake_account(play->subscriptions,
                                   id_tag(&challenge->players[i].account));
}

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
    if (!challenge_from(play, &row, out))
        return PLAY_NOT_FOUND;
    *place = place_of(out, player);
    return *place < 0 ? PLAY_NOT_FOUND : PLAY_OK;
}

enum play_err challenge_read(struct play *play, const struct player *player,
                             const char *id, struct challenge *out)
{
    int place = 0;

    return find(play, player, id, out, &place);
}

/* ---- creating ---- */

static void add_player(struct challenge *challenge, const struct player *player,
                       const char *builtin_bot)
{
    struct challenge_player *who =
        &challenge->players[challenge->settings.seats++];

    who->account = player->key;
    who->kind = player->kind;
    memcpy(who->name, player->name, sizeof who->name);
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
        if (place_of(out, &player) >= 0)
            return PLAY_BAD_PLAYERS;
        add_player(out, &player, row.builtin_bot);
    }
    return PLAY_OK;
}

static void seat_of(const struct challenge_player *who, struct match_seat *out)
{
    const bool is_builtin = who->kind == ACCOUNT_BUILTIN;

    *out = (struct match_seat){
        .kind = is_builtin ? SEAT_BOT : SEAT_HUMAN,
        .account = who->account,
        .is_bot_account = who->kind == ACCOUNT_BOT,
        .is_builtin = is_builtin,
    };
    memcpy(out->name, who->name, sizeof out->name);
    memcpy(out->bot, who->builtin_bot, sizeof out->bot);
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
        seat_of(&challenge->players[i], &given[i]);
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

/* Check that every bot accepts the challenge. */
static enum play_err check_bots(struct play *play,
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
    return challenge_from(play, &row, out) ? PLAY_OK : PLAY_UNAVAILABLE;
}

/* Fill in the limit that its challenger has reached, and its value. */
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
    if (!err)
        err = check_match(play, spec, out, &fault->match);
    if (!err)
        err = check_bots(play, out, fault);
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
        wake_players(play, out);
        jobs_kick(play->jobs, JOB_CHALLENGES);
    }
    if (err != PLAY_KEY_REUSED)
        return err;
    /* Another request was faster. */
    err = find_made(play, player, spec, out);
    *replayed = !err;
    return err == PLAY_NOT_FOUND ? PLAY_UNAVAILABLE : err;
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
        seat_of(&challenge->players[i], &given[i]);
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
    err = check_bots(play, challenge, fault);
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
        err = put_answer(play, out, place, accepts, fault);
        has_answered = !err;
    }
    if (!has_answered)
        return err == PLAY_STALE ? PLAY_UNAVAILABLE : err;
    wake_players(play, out);
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
    wake_players(play, &challenge);
    return PLAY_OK;
}

/* ---- lists ---- */

struct place {
    uint8_t is_over;
    uint8_t created_us[8];
    struct play_id id;
};

struct listing {
    struct play *play;
    struct challenge *out;
    size_t count, limit, seen;
    struct place last;
};

static void keep(void *ctx, const struct store_challenge *row)
{
    struct listing *listing = ctx;

    /* One row more than the limit shows that there are more. */
    if (listing->seen++ == listing->limit)
        return;
    listing->last.is_over = row->challenge.status != CHALLENGE_WAITING;
    memcpy(listing->last.created_us, &row->challenge.created_us,
           sizeof listing->last.created_us);
    listing->last.id = row->challenge.key;
    if (challenge_from(listing->play, row, &listing->out[listing->count]))
        listing->count++;
}

bool challenge_status_find(const char *word, enum challenge_status *out)
{
    for (int i = CHALLENGE_WAITING; i <= CHALLENGE_EXPIRED; i++) {
        *out = (enum challenge_status)i;
        if (strcmp(word, challenge_status_word(*out)) == 0)
            return true;
    }
    return false;
}

enum play_err challenge_list(struct play *play, const struct player *player,
                             unsigned statuses, const char *cursor,
                             unsigned limit, struct challenge *out,
                             size_t *count, char next[PLAY_CURSOR_SIZE])
{
    struct listing listing = {.play = play, .out = out, .limit = limit};
    struct store_challenge_query query = {
        .account = &player->key,
        .statuses = statuses,
        .now_us = play_now_us(play),
        .limit = limit + 1,
        .has_cursor = cursor,
    };
    struct place after;
    enum store_err err;

    _Static_assert(sizeof after == 25, "a cursor has no gaps");
    *count = 0;
    next[0] = '\0';
    if (cursor) {
        if (!base32_read(cursor, (uint8_t *)&after, sizeof after))
            return PLAY_BAD_CURSOR;
        memcpy(&query.cursor_us, after.created_us, sizeof query.cursor_us);
        if (query.cursor_us <= 0)
            return PLAY_BAD_CURSOR;
        query.cursor_is_over = after.is_over != 0;
        query.cursor_id = after.id;
    }
    err = play->store->challenges->list(play->store, &query, keep, &listing);
    if (err)
        return play_err_of(err);
    *count = listing.count;
    if (listing.seen > limit)
        base32_write((const uint8_t *)&listing.last, sizeof listing.last, next);
    return PLAY_OK;
}

/* ---- the job ---- */

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
