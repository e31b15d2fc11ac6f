/* Creating a match. */
#include "play/match/create.h"

#include "bots/bot.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/action.h"
#include "play/match/apply.h"
#include "play/match/cache.h"
#include "play/match/clock.h"
#include "play/match/commitment.h"
#include "play/match/create_inner.h"
#include "play/match/event.h"
#include "play/match/idempotency_key.h"
#include "play/match/match.h"
#include "play/match/options.h"
#include "play/match/rated.h"
#include "play/match/seats.h"
#include "play/match/subscriptions.h"
#include "play/node/bot_runner.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/node/offered_games.h"
#include "play/node/text.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/error.h"
#include "play/store/idempotency_keys.h"
#include "play/store/matches.h"
#include "rules/game.h"
#include "rules/record.h"
#include "rules/record_position.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* ---- seats ---- */

static enum play_err read_seat(const struct player *player, const char *word,
                               struct match_seat *out)
{
    *out = (struct match_seat){.kind = SEAT_OPEN};
    if (strcmp(word, "open") == 0)
        return PLAY_OK;
    if (player && strcmp(word, "me") == 0) {
        out->kind = SEAT_HUMAN;
        out->account = player->key;
        out->is_bot_account = player->kind != ACCOUNT_HUMAN;
        memcpy(out->name, player->name, sizeof out->name);
        memcpy(out->display, player->display, sizeof out->display);
        return PLAY_OK;
    }
    if (strncmp(word, "bot:", 4) != 0)
        return PLAY_BAD_SEATS;
    if (strlen(word + 4) >= sizeof out->name || !bot_find(word + 4))
        return PLAY_UNKNOWN_BOT;
    out->kind = SEAT_BOT;
    memcpy(out->name, word + 4, strlen(word + 4) + 1);
    memcpy(out->bot, out->name, sizeof out->bot);
    return PLAY_OK;
}

/* The queue and challenges give the players of the seats. */
static enum play_err take_seats(const struct match_spec *spec,
                                struct match *out, struct match_fault *fault)
{
    for (size_t i = 0; i < spec->seat_count; i++) {
        const struct play_id *account = seat_account(&spec->given[i]);
        bool is_twice = false;

        for (size_t n = 0; n < i && account; n++) {
            const struct play_id *other = seat_account(&spec->given[n]);

            is_twice = is_twice || (other && id_equals(account, other));
        }
        if (is_twice || spec->given[i].kind == SEAT_OPEN) {
            fault->index = i;
            return PLAY_BAD_SEATS;
        }
        out->seats[i] = spec->given[i];
    }
    return PLAY_OK;
}

/* The creator of a sandbox may hold many seats. */
static enum play_err read_seats(const struct player *player,
                                const struct match_spec *spec,
                                struct match *out, struct match_fault *fault)
{
    bool has_me = false;

    if (spec->seat_count < out->game->min_seats ||
        spec->seat_count > out->game->max_seats)
        return PLAY_BAD_SEATS;
    if (spec->given)
        return take_seats(spec, out, fault);
    for (size_t i = 0; i < spec->seat_count; i++) {
        enum play_err err = read_seat(player, spec->seats[i], &out->seats[i]);
        bool is_me = out->seats[i].kind == SEAT_HUMAN;

        if (!err && is_me && has_me && !spec->position)
            err = PLAY_BAD_SEATS;
        has_me = has_me || is_me;
        if (err) {
            fault->index = i;
            return err;
        }
    }
    return PLAY_OK;
}

/* ---- options ---- */

static const struct option *find_option(const struct game *game,
                                        const char *name, size_t *index)
{
    for (size_t i = 0; game->options[i].name; i++) {
        if (strcmp(game->options[i].name, name) == 0) {
            *index = i;
            return &game->options[i];
        }
    }
    return NULL;
}

static bool read_choice(const struct option *option, const char *text,
                        int16_t *out)
{
    for (int16_t i = 0; option->choices[i]; i++) {
        if (strcmp(option->choices[i], text) == 0) {
            *out = i;
            return true;
        }
    }
    return false;
}

static bool read_option(const struct option *option,
                        const struct match_option *given, int16_t *out)
{
    int64_t n = given->number;
    int64_t min = option->kind == OPTION_INT ? option->min : 0;
    int64_t max = option->kind == OPTION_INT ? option->max : 1;

    if (option->kind == OPTION_CHOICE)
        return given->is_text && read_choice(option, given->text, out);
    if (given->is_text || n < min || n > max)
        return false;
    *out = (int16_t)n;
    return true;
}

/* Return whether the game refuses options that it allows one by one. */
static enum play_err check_together(const struct match_spec *spec,
                                    const struct match *match,
                                    struct match_fault *fault)
{
    const struct game *game = match->game;
    size_t option = 0;

    if (game->refuses)
        fault->why = game->refuses(&match->settings, &option);
    if (!fault->why)
        return game_check_settings(game, &match->settings) ? PLAY_BAD_OPTION
                                                           : PLAY_OK;
    fault->option = game->options[option].name;
    for (size_t i = 0; i < spec->option_count; i++)
        if (strcmp(spec->options[i].name, fault->option) == 0)
            fault->index = i;
    return PLAY_BAD_OPTION;
}

static enum play_err read_options(const struct match_spec *spec,
                                  struct match *out, struct match_fault *fault)
{
    if (spec->settings) {
        out->settings = *spec->settings;
        return PLAY_OK;
    }
    game_defaults(out->game, (uint8_t)spec->seat_count, &out->settings);
    for (size_t i = 0; i < spec->option_count; i++) {
        size_t index;
        const struct option *option =
            find_option(out->game, spec->options[i].name, &index);

        fault->index = i;
        if (!option)
            return PLAY_UNKNOWN_OPTION;
        if (!read_option(option, &spec->options[i],
                         &out->settings.values[index]))
            return PLAY_BAD_OPTION;
    }
    fault->index = SIZE_MAX;
    return check_together(spec, out, fault);
}

enum play_err spec_settings(const struct match_spec *spec, struct settings *out,
                            struct match_fault *fault)
{
    struct match match = {.game = game_find(spec->game)};
    enum play_err err;

    *fault = (struct match_fault){.index = SIZE_MAX};
    if (!match.game)
        return PLAY_UNKNOWN_GAME;
    err = read_options(spec, &match, fault);
    *out = match.settings;
    return err;
}

/* ---- the position of a sandbox ---- */

/* The limit on the cost of listing the moves of a position, in percent of what
 * the rules allow.  No match that was measured reached it
 * (docs/underwater-cities.md), but constructed positions can, and every
 * request for their moves would cost that much. */
enum { POSITION_BUDGET_USED_MAX = 25 };

/* Read a state from which a match can continue; *why gives the reason
 * otherwise. */
static enum play_err read_state(const struct match_spec *spec,
                                struct match *out, void *state,
                                struct match_fault *fault)
{
    const struct game *game = out->game;
    const char **why = &fault->why;

    *why = "A position includes the options: omit them.";
    if (spec->option_count > 0)
        return PLAY_BAD_POSITION;
    *why = "The document is not a position of this game.";
    if (game_read(game, state, spec->position, &fault->position))
        return PLAY_BAD_POSITION;
    game->settings(state, &out->settings);
    if (game_check_settings(game, &out->settings))
        return PLAY_BAD_POSITION;
    *why =
        "The match is over in this position: no seat has a decision to make.";
    if (!game->to_act(state))
        return PLAY_BAD_POSITION;
    *why = "The number of seats must be that of the position.";
    if (out->settings.seats != spec->seat_count)
        return PLAY_BAD_SEATS;
    *why = "Finding the legal moves of this position takes too long.";
    if (game->budget_used &&
        game->budget_used(state) > POSITION_BUDGET_USED_MAX)
        return PLAY_BAD_POSITION;
    *why = NULL;
    return PLAY_OK;
}

/* Read the position and write it as it is stored in the match's record: new
 * text in row->position. */
static enum play_err read_position(const struct match_spec *spec,
                                   struct store_match *row,
                                   struct match_fault *fault)
{
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
    char *text;
    enum play_err err = read_state(spec, &row->match, state, fault);

    if (err)
        return err;
    text = malloc(RECORD_POSITION_MAX);
    if (!text)
        return PLAY_UNAVAILABLE;
    row->position = text;
    row->match.sandbox = true;
    return record_position_write(row->match.game, state, text,
                                 RECORD_POSITION_MAX) > 0
               ? PLAY_OK
               : PLAY_BAD_POSITION;
}

/* ---- the row ---- */

static enum play_err read_spec(struct play *play, const struct player *player,
                               const struct match_spec *spec,
                               struct store_match *row,
                               struct match_fault *fault)
{
    struct match *match = &row->match;
    enum play_err err;

    match->game = play_game(play, spec->game);
    if (!match->game)
        return PLAY_UNKNOWN_GAME;
    err = spec->rated && player && player->is_guest ? PLAY_GUEST
                                                    : rated_check(spec, fault);
    if (!err)
        err = read_seats(player, spec, match, fault);
    if (!err)
        err = spec->position ? read_position(spec, row, fault)
                             : read_options(spec, match, fault);
    if (err)
        return err;
    match->rules_version = match->game->rules_version;
    match->deck_version = match->game->deck->version;
    text_copy(match->game->deck->id, match->deck, sizeof match->deck);
    text_copy(match->game->id, row->game_id, sizeof row->game_id);
    options_write(match->game, &match->settings, row->options);
    match->is_private = spec->is_private;
    match->clock = spec->clock;
    for (size_t seat = 0; seat < match->settings.seats; seat++)
        match->bank_us[seat] = spec->clock.bank_seconds * INT64_C(1000000);
    match->status = MATCH_OPEN;
    match->created_us = row->moved_us = play_now_us(play);
    row->has_creator = player != NULL;
    if (player)
        row->creator = player->key;
    match->rated = spec->rated;
    row->queue_entries = spec->queue_entries;
    row->queue_entry_count = spec->queue_entry_count;
    row->challenge = spec->challenge;
    row->accepts = spec->accepts;
    if (!id_new(play, &match->key) ||
        !play_random(play, row->secret, sizeof row->secret))
        return PLAY_UNAVAILABLE;
    id_write("m_", &match->key, match->id);
    match_commitment(match->id, row->secret, match->commitment);
    return PLAY_OK;
}

/* Start the match if no seat is open.  If the game refuses the start, the
 * creation fails, not the last join. */
static enum play_err start_if_full(struct play *play, struct store_match *row,
                                   struct match_event *event, size_t *events)
{
    struct store_match *trial = malloc(sizeof *trial);
    enum play_err err;
    bool is_full = true;

    if (!trial)
        return PLAY_UNAVAILABLE;
    for (int i = 0; i < row->match.settings.seats; i++)
        is_full = is_full && row->match.seats[i].kind != SEAT_OPEN;
    *trial = *row;
    err = row_start(play, trial);
    *events = 0;
    if (!err && is_full) {
        clock_follow(&row->match, &trial->match, NULL, 0, row->moved_us);
        trial->look_us = clock_look(&trial->match, row->moved_us);
        *row = *trial;
        row->match.seq = 1;
        *event = (struct match_event){
            .seq = 1,
            .kind = EVENT_START,
            .seat = -1,
            .at_us = row->moved_us,
            .state_hash = record_state_hash(row->match.game, row->state),
        };
        *events = 1;
    }
    free(trial);
    return err;
}

void room_init(const struct play *play, struct store_match_caps *out)
{
    *out = (struct store_match_caps){.is_full = false};
    memcpy(out->most, play->config.caps, sizeof out->most);
}

void room_fault(const struct store_match_caps *room, struct match_fault *fault)
{
    fault->cap = room->full;
    fault->most = room->most[room->full];
    fault->oldest[0] = '\0';
    if (room->has_oldest)
        id_write("m_", &room->oldest, fault->oldest);
}

static enum play_err insert(struct play *play, struct store_match *row,
                            const struct match_event *event, size_t events,
                            const struct match_once *once, const char *reply,
                            struct match_fault *fault)
{
    struct store_creation_key creation = {.reply = reply,
                                          .since_us = key_since_us(play)};
    enum store_err err;

    if (once && once->key) {
        creation.key = once->key;
        memcpy(creation.body_hash, once->body_hash, sizeof once->body_hash);
        row->creation = &creation;
    }
    err = play->store->matches->insert(play->store, row, event, events);
    row->creation = NULL;
    if (err == STORE_STALE)
        return PLAY_STALE;
    if (err == STORE_FULL && row->room && row->room->is_full) {
        room_fault(row->room, fault);
        return PLAY_TOO_MANY_MATCHES;
    }
    if (err == STORE_FULL)
        return PLAY_BOT_FULL;
    return err == STORE_CONFLICT ? PLAY_KEY_REUSED : play_err_of(err);
}

/* Remove what only an insertion needs: the row becomes as one that is read. */
static void forget_origin(struct store_match *row)
{
    free((void *)(uintptr_t)row->position);
    row->position = NULL;
    row->room = NULL;
    row->look_us = 0;
    row->queue_entries = NULL;
    row->queue_entry_count = 0;
    row->challenge = row->accepts = NULL;
}

/* Insert the match and keep it in memory: what its players request next takes
 * no query. */
static enum play_err insert_and_keep(struct play *play, struct store_match *row,
                                     const struct match_event *event,
                                     size_t events,
                                     const struct match_once *once,
                                     const char *reply,
                                     struct match_fault *fault)
{
    struct cached_match *entry = cache_pin(play->cache, &row->match.key);
    struct cache_mark mark;
    enum play_err err;

    if (!entry)
        return PLAY_UNAVAILABLE;
    mark = cached_match_mark(play, entry);
    err = insert(play, row, event, events, once, reply, fault);
    if (!err) {
        forget_origin(row);
        pthread_mutex_lock(&entry->lock);
        if (!entry->loaded)
            cached_match_load(play, entry, row, mark);
        pthread_mutex_unlock(&entry->lock);
    }
    cache_unpin(play->cache, entry);
    return err;
}

/* Notify its creator and its players. */
static void wake_players(struct play *play, const struct player *player,
                         const struct match *match)
{
    if (player)
        subscriptions_wake_account(play->subscriptions, id_tag(&player->key));
    for (int i = 0; i < match->settings.seats; i++)
        if (match->seats[i].kind == SEAT_HUMAN)
            subscriptions_wake_account(play->subscriptions,
                                       id_tag(&match->seats[i].account));
}

static char *render(const struct match_once *once, const struct match *match)
{
    const struct match_update update = {.match = match, .seat = -1};

    return once->render(once->ctx, &update);
}

enum play_err match_make(struct play *play, const struct player *player,
                         const struct match_spec *spec,
                         const struct match_once *once, struct match *out,
                         char **reply, struct match_fault *fault)
{
    struct store_match *row = calloc(1, sizeof *row);
    struct store_match_caps room;
    struct match_event event;
    size_t events = 0;
    enum play_err err;

    if (!row)
        return PLAY_UNAVAILABLE;
    room_init(play, &room);
    /* Challenges and queue entries were counted when they were created. */
    row->room = player && !spec->given ? &room : NULL;
    *fault = (struct match_fault){.index = SIZE_MAX};
    err = read_spec(play, player, spec, row, fault);
    if (!err)
        err = start_if_full(play, row, &event, &events);
    clock_absences(&row->match, row->moved_us, play->config.claim_days);
    if (!err && atomic_load(&play->draining))
        err = PLAY_UNAVAILABLE;
    if (!err && once) {
        *reply = render(once, &row->match);
        err = *reply ? PLAY_OK : PLAY_UNAVAILABLE;
    }
    if (!err)
        err = insert_and_keep(play, row, &event, events, once,
                              once ? *reply : NULL, fault);
    if (!err) {
        *out = row->match;
        wake_players(play, player, out);
        if (match_is_for_watchers(out)) /* its creator will look at it */
            bot_runner_watch(play->bot_runner, row);
        else if (out->to_act & bot_seats(out))
            bot_runner_kick(play->bot_runner, row);
    }
    free((void *)(uintptr_t)row->position);
    free(row);
    return err;
}

enum play_err match_create(struct play *play, const struct player *player,
                           const struct match_spec *spec, struct match *out,
                           struct match_fault *fault)
{
    struct match_fault ignored;

    return match_make(play, player, spec, NULL, out, NULL,
                      fault ? fault : &ignored);
}
