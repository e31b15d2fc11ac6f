/* The queue: joining, reading and leaving it. */
#include "play/matchmaking/queue.h"

#include "play/accounts/account_feed.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/create.h"
#include "play/match/create_inner.h"
#include "play/match/match.h"
#include "play/match/options.h"
#include "play/match/subscriptions.h"
#include "play/matchmaking/pairing.h"
#include "play/matchmaking/queue_inner.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/node/jobs.h"
#include "play/node/offered_games.h"
#include "play/node/text.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/error.h"
#include "play/store/queue.h"
#include "rules/game.h"

#include <stdatomic.h>
#include <string.h>

/* ---- wishes ---- */

static enum play_err refuse_seats(struct queue_fault *fault, size_t index,
                                  const char *why)
{
    fault->fault.index = index;
    fault->fault.why = why;
    return PLAY_BAD_SEATS;
}

static enum play_err read_seats(const struct game *game,
                                const struct queue_wish *wish, uint8_t *out,
                                struct queue_fault *fault)
{
    *out = 0;
    if (wish->seat_count == 0)
        return refuse_seats(fault, SIZE_MAX,
                            "At least one number of seats is required.");
    for (size_t i = 0; i < wish->seat_count; i++) {
        int seats = wish->seats[i];

        if (seats == 1)
            return refuse_seats(
                fault, i,
                "A match with one seat needs no opponent: create it with "
                "POST /v1/matches and \"rated\": true.");
        if (seats < game->min_seats || seats > game->max_seats)
            return refuse_seats(
                fault, i, "The game does not allow this number of seats.");
        *out |= (uint8_t)(1 << (seats - 1));
    }
    return PLAY_OK;
}

/* The options must be allowed with each number of seats, and have the same
 * meaning. */
static enum play_err read_options(const struct queue_wish *wish,
                                  struct store_queue_entry *entry,
                                  struct queue_fault *fault)
{
    const struct game *game = game_find(wish->game);

    for (int seats = 2; seats <= RULES_SEATS_MAX; seats++) {
        const struct match_spec spec = {.game = wish->game,
                                        .seat_count = (size_t)seats,
                                        .options = wish->options,
                                        .option_count = wish->option_count};
        struct settings settings;
        enum play_err err;

        if (!(entry->seats >> (seats - 1) & 1))
            continue;
        err = spec_settings(&spec, &settings, &fault->fault);
        if (err)
            return err;
        options_write(game, &settings, entry->options);
    }
    return PLAY_OK;
}

static enum play_err check_clock(const struct match_clock *clock,
                                 struct queue_fault *fault)
{
    fault->fault.why = NULL;
    if (!clock_is_set(clock)) {
        fault->fault.unfair = UNFAIR_NO_CLOCK;
        fault->fault.why = "A clock is required, so that no opponent has to "
                           "wait indefinitely.";
    } else if (clock->policy != CLOCK_AUTOMATIC) {
        fault->fault.unfair = UNFAIR_CLAIM;
        fault->fault.why = "Matches of the queue are rated and require the "
                           "clock policy automatic.";
    }
    return fault->fault.why ? PLAY_UNFAIR : PLAY_OK;
}

static enum play_err entry_of(struct play *play, const struct player *player,
                              const struct queue_wish *wish,
                              struct store_queue_entry *out,
                              struct queue_fault *fault)
{
    const struct game *game = play_game(play, wish->game);
    enum play_err err;

    *fault = (struct queue_fault){.fault = {.index = SIZE_MAX}};
    *out = (struct store_queue_entry){.account = player->key,
                                      .clock = wish->clock,
                                      .takes_bots = wish->takes_bots};
    if (!game)
        return PLAY_UNKNOWN_GAME;
    if (player->is_guest)
        return PLAY_GUEST;
    text_copy(game->id, out->game, sizeof out->game);
    err = read_seats(game, wish, &out->seats, fault);
    if (!err)
        err = read_options(wish, out, fault);
    if (!err)
        err = check_clock(&wish->clock, fault);
    if (!err && !id_new(play, &out->id))
        err = PLAY_UNAVAILABLE;
    out->joined_us = play_now_us(play);
    out->expires_us = queue_expiry_us(&out->clock, out->joined_us);
    return err;
}

/* ---- entries for clients ---- */

/* Return the status as it will be after the next run of the job. */
static enum queue_status status_at(const struct store_queue_entry *entry,
                                   int64_t now_us)
{
    return entry->status == QUEUE_WAITING && entry->expires_us <= now_us
               ? QUEUE_LAPSED
               : entry->status;
}

static enum play_err report_entry(struct play *play,
                                  const struct store_queue_entry *entry,
                                  struct queue_entry *out)
{
    int64_t now_us = play_now_us(play);

    *out = (struct queue_entry){
        .game = game_find(entry->game),
        .seats = entry->seats,
        .settings = {.seats = queue_fewest(entry->seats)},
        .clock = entry->clock,
        .takes_bots = entry->takes_bots,
        .status = status_at(entry, now_us),
        .joined_us = entry->joined_us,
        .expires_us = entry->expires_us,
        .window = pairing_window(entry->joined_us, now_us),
        .others = entry->others,
    };
    if (entry->has_match)
        id_write("m_", &entry->match, out->match);
    /* Options of an earlier version of the game belong to no current match. */
    if (!out->game || !options_read(out->game, entry->options, &out->settings))
        return PLAY_NOT_FOUND;
    return PLAY_OK;
}

enum play_err queue_join(struct play *play, const struct player *player,
                         const struct queue_wish *wish, struct queue_entry *out,
                         struct queue_fault *fault)
{
    struct store_queue_entry entry, now;
    struct store_queue_refusal why = {0};
    enum play_err err = entry_of(play, player, wish, &entry, fault);
    enum store_err stored;

    if (!err && atomic_load(&play->draining))
        err = PLAY_UNAVAILABLE;
    if (err)
        return err;
    stored = play->store->queue->put(play->store, &entry, &now, &why);
    if (stored == STORE_NOT_FOUND)
        return PLAY_BAD_TOKEN;
    if (why.has_match)
        id_write("m_", &why.match, fault->match);
    if (stored == STORE_STALE)
        return why.is_away ? PLAY_ON_VACATION : PLAY_ALREADY_PLAYING;
    if (stored)
        return play_err_of(stored);
    if (id_equals(&now.id, &entry.id)) {
        subscriptions_wake_account(play->subscriptions, id_tag(&player->key));
        jobs_kick(play->jobs, JOB_PAIRING);
    }
    return report_entry(play, &now, out);
}

enum play_err queue_read(struct play *play, const struct player *player,
                         const char *game, struct queue_entry *out)
{
    struct store_queue_entry entry;
    int64_t now_us = play_now_us(play);
    enum store_err err;

    if (!game_find(game))
        return PLAY_UNKNOWN_GAME;
    err = play->store->queue->find(play->store, &player->key, game, now_us,
                                   &entry);
    if (!err && queue_is_to_renew(&entry, now_us)) {
        entry.expires_us = queue_expiry_us(&entry.clock, now_us);
        err = play->store->queue->renew(play->store, &entry.id, 1, now_us,
                                        entry.expires_us);
    }
    return err ? play_err_of(err) : report_entry(play, &entry, out);
}

enum play_err queue_leave(struct play *play, const struct player *player,
                          const char *game, struct queue_fault *fault)
{
    struct store_queue_entry entry;
    enum store_err err;

    *fault = (struct queue_fault){.fault = {.index = SIZE_MAX}};
    if (!game_find(game))
        return PLAY_UNKNOWN_GAME;
    err = play->store->queue->leave(play->store, &player->key, game,
                                    play_now_us(play), &entry);
    if (err)
        return err == STORE_NOT_FOUND ? PLAY_OK : play_err_of(err);
    subscriptions_wake_account(play->subscriptions, id_tag(&player->key));
    if (entry.status != QUEUE_MATCHED || !entry.match_goes_on)
        return PLAY_OK;
    id_write("m_", &entry.match, fault->match);
    return PLAY_ALREADY_MATCHED;
}
