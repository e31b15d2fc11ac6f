/* Everything that is kept about an account, as one document. */
#include "api/board_json.h"
#include "api/bot_json.h"
#include "api/challenge_json.h"
#include "api/fields.h"
#include "api/handlers.h"
#include "api/match_json.h"
#include "api/problem.h"
#include "api/queue.h"
#include "api/token_json.h"
#include "api/when.h"
#include "play/match.h"
#include "play/vacation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 100 };

static void write_token(void *ctx, const struct token *token)
{
    struct request *request = ctx;
    struct sink *sink = &request->json.sink;

    sink_object(sink, NULL);
    json_token(sink, token, &request->login);
    sink_close(sink);
}

static void write_sign_in(struct sink *sink, const struct player_file *file)
{
    sink_object(sink, "sign_in");
    sink_number(sink, "failures", file->failures);
    sink_when(sink, "failed_at", file->failed_us);
    sink_when(sink, "guarded_until", file->guarded_until_us);
    sink_close(sink);
}

static void write_device(void *ctx, const struct device *device)
{
    struct sink *sink = ctx;

    sink_object(sink, NULL);
    sink_when(sink, "created_at", device->created_us);
    sink_when(sink, "last_used_at", device->seen_us);
    sink_close(sink);
}

static seat_set own_seats(const struct match *match,
                          const struct player *player)
{
    unsigned seats = 0;

    for (int i = 0; i < match->settings.seats; i++)
        if (match->seats[i].kind == SEAT_HUMAN &&
            memcmp(&match->seats[i].account, &player->key,
                   sizeof player->key) == 0)
            seats |= 1U << i;
    return (seat_set)seats;
}

static void write_match(struct sink *sink, const struct match *match,
                        const struct player *player)
{
    sink_object(sink, NULL);
    sink_text(sink, "match", match->id);
    sink_text(sink, "game", match->game->id);
    sink_text(sink, "status", match_status_word(match->status));
    sink_truth(sink, "rated", match->rated);
    json_seats(sink, "seats", own_seats(match, player));
    sink_when(sink, "created_at", match->created_us);
    sink_when(sink, "finished_at", match->finished_us);
    json_result(sink, match);
    json_seats(sink, "forfeits", match->forfeits);
    sink_close(sink);
}

/* Page after page of them, into the reply. */
static enum play_err write_matches(struct request *request, struct sink *sink,
                                   struct match *matches)
{
    const struct player *player = request->player;
    char cursor[PLAY_CURSOR_SIZE], next[PLAY_CURSOR_SIZE] = "";
    struct match_filter filter = {.player = player->name, .limit = PAGE};
    enum play_err err = PLAY_OK;

    do {
        size_t count = 0;

        err = match_list(request->play, player, &filter, matches, &count, next);
        for (size_t i = 0; i < count && !err; i++)
            write_match(sink, &matches[i], player);
        snprintf(cursor, sizeof cursor, "%s", next);
        filter.cursor = cursor;
    } while (!err && *next && !request->reply.body.failed);
    return err;
}

/* What a bot has declared; null of people, and when it is nothing. */
static enum play_err write_bot(struct request *request, struct sink *sink)
{
    struct bot_entry bot;
    enum play_err err = PLAY_NOT_FOUND;

    if (request->player->kind == ACCOUNT_BOT)
        err = bot_rules_read(request->play, request->player, &bot);
    if (err && err != PLAY_NOT_FOUND)
        return err;
    if (err) {
        sink_null(sink, "bot");
    } else {
        sink_object(sink, "bot");
        json_bot_rules(sink, &bot);
        sink_close(sink);
    }
    return PLAY_OK;
}

/* Page after page of them. */
static enum play_err write_challenges(struct request *request,
                                      struct sink *sink)
{
    char cursor[PLAY_CURSOR_SIZE], next[PLAY_CURSOR_SIZE] = "";
    struct challenge *page = calloc(PAGE, sizeof *page);
    enum play_err err = page ? PLAY_OK : PLAY_UNAVAILABLE;

    sink_array(sink, "challenges");
    for (bool is_first = true; !err && (is_first || *next); is_first = false) {
        size_t count = 0;

        snprintf(cursor, sizeof cursor, "%s", next);
        err =
            challenge_list(request->play, request->player,
                           is_first ? NULL : cursor, PAGE, page, &count, next);
        for (size_t i = 0; i < count && !err; i++) {
            sink_object(sink, NULL);
            json_challenge(sink, &page[i]);
            sink_close(sink);
        }
    }
    sink_close(sink);
    free(page);
    return err;
}

static enum play_err write_vacations(struct request *request, struct sink *sink)
{
    struct vacation vacations[VACATIONS_MAX];
    size_t count = 0;
    enum play_err err =
        vacation_list(request->play, request->player, vacations, &count);

    sink_array(sink, "vacations");
    for (size_t i = 0; i < count; i++) {
        sink_object(sink, NULL);
        sink_when(sink, "began_at", vacations[i].began_us);
        sink_when(sink, "until", vacations[i].until_us);
        sink_close(sink);
    }
    sink_close(sink);
    return err;
}

/* The last ticket for each game. */
static enum play_err write_tickets(struct request *request, struct sink *sink)
{
    enum play_err err = PLAY_OK;

    sink_array(sink, "queue");
    for (size_t i = 0; games[i] && !err; i++) {
        struct queue_ticket ticket;

        err = queue_read(request->play, request->player, games[i]->id, &ticket);
        if (!err) {
            sink_object(sink, NULL);
            json_ticket(sink, &ticket);
            sink_close(sink);
        }
        if (err == PLAY_NOT_FOUND)
            err = PLAY_OK;
    }
    sink_close(sink);
    return err;
}

/* What it has reached in every season. */
static enum play_err write_ratings(struct request *request, struct sink *sink)
{
    char cursor[PLAY_CURSOR_SIZE], next[PLAY_CURSOR_SIZE] = "";
    struct season seasons[PAGE];
    enum play_err err = PLAY_OK;

    sink_array(sink, "ratings");
    for (bool is_first = true; !err && (is_first || *next); is_first = false) {
        size_t count = 0;

        snprintf(cursor, sizeof cursor, "%s", next);
        err = season_list(request->play, is_first ? NULL : cursor, PAGE,
                          seasons, &count, next);
        for (size_t i = 0; i < count && !err; i++) {
            sink_object(sink, NULL);
            err = json_standings(request, sink, request->player,
                                 seasons[i].number);
            sink_close(sink);
        }
    }
    sink_close(sink);
    return err;
}

static enum play_err write_statistics(struct request *request,
                                      struct sink *sink)
{
    enum play_err err;

    sink_array(sink, "statistics");
    err = json_statistics(request, sink, request->player, NULL);
    sink_close(sink);
    return err;
}

static enum play_err write_all(struct request *request,
                               const struct player_file *file,
                               struct match *matches)
{
    struct sink *sink = reply_open(request, 200);

    sink_when(sink, "exported_at", play_now_us(request->play));
    sink_object(sink, "account");
    json_account(sink, &file->player);
    sink_close(sink);
    sink_truth(sink, "admin", file->is_admin);
    write_sign_in(sink, file);
    sink_array(sink, "tokens");
    enum play_err err =
        token_list(request->play, &request->login, write_token, request);

    sink_close(sink);
    sink_array(sink, "devices");
    if (!err)
        err = device_list(request->play, &request->login, write_device, sink);
    sink_close(sink);
    sink_array(sink, "matches");
    if (!err)
        err = write_matches(request, sink, matches);
    sink_close(sink);
    if (!err)
        err = write_bot(request, sink);
    if (!err)
        err = write_challenges(request, sink);
    if (!err)
        err = write_vacations(request, sink);
    if (!err)
        err = write_tickets(request, sink);
    if (!err)
        err = write_ratings(request, sink);
    if (!err)
        err = write_statistics(request, sink);
    return err;
}

enum handled export_get(struct request *request)
{
    struct player_file file;

    if (!query_is_empty(request))
        return HANDLED;
    enum play_err err = player_file_read(request->play, &request->login, &file);
    struct match *matches = calloc(PAGE, sizeof *matches);

    if (!err)
        err = matches ? write_all(request, &file, matches) : PLAY_UNAVAILABLE;
    free(matches);
    if (err)
        return problem_of_play(request, err);
    reply_close(request);
    reply_private(request);
    return HANDLED;
}
