/* Everything that is stored about an account, as one document.
 *
 * It may be long, and its client slow: it is written in pieces
 * (chunked_body.h), so that only one page of it is in memory.  An account has
 * one export at a time. */
#include "api/handlers.h"
#include "api/http/limits/stream_slots.h"
#include "api/http/limits/throttle.h"
#include "api/http/request/input.h"
#include "api/http/responses/chunked_body.h"
#include "api/http/responses/problem.h"
#include "api/http/server_inner.h"
#include "api/json/bot_json.h"
#include "api/json/challenge_json.h"
#include "api/json/leaderboard_json.h"
#include "api/json/match_json.h"
#include "api/json/members.h"
#include "api/json/token_json.h"
#include "api/resources/queue.h"
#include "play/accounts/vacation.h"
#include "play/error.h"
#include "play/match/match.h"
#include "play/match/read.h"
#include "play/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 100,        /* matches, or challenges, that are read at once */
    SEASONS_PAGE = 20, /* the same for seasons: each takes a few statements */
    PIECE = 32 * 1024, /* bytes that are written before the client takes them */
};

/* How far an export has come. */
struct export
{
    size_t part;                   /* index into parts */
    bool is_open;                  /* its list has been opened */
    char cursor[PLAY_CURSOR_SIZE]; /* where the list continues; "": at its
                                    * beginning */
};

/* A page of a list is written. */
static enum play_err turn_page(struct export *export, const char *next,
                               bool *has_more)
{
    *has_more = *next != '\0';
    snprintf(export->cursor, sizeof export->cursor, "%s", next);
    return PLAY_OK;
}

static const char *cursor_of(const struct export *export)
{
    return export->cursor[0] ? export->cursor : NULL;
}

/* ---- the account ---- */

static void write_sign_in(struct sink *sink, const struct player_file *file)
{
    sink_object(sink, "sign_in");
    sink_number(sink, "failures", file->failures);
    sink_timestamp(sink, "failed_at", file->failed_us);
    sink_timestamp(sink, "guarded_until", file->guarded_until_us);
    sink_close(sink);
}

static enum play_err write_account(struct request *request, struct sink *sink,
                                   struct export *export, bool *has_more)
{
    struct player_file file;
    enum play_err err = player_file_read(request->play, &request->login, &file);

    (void)export, (void)has_more;
    if (err)
        return err;
    sink_timestamp(sink, "exported_at", play_now_us(request->play));
    sink_object(sink, "account");
    json_account(sink, &file.player);
    sink_close(sink);
    sink_truth(sink, "admin", file.is_admin);
    write_sign_in(sink, &file);
    return PLAY_OK;
}

static void write_token(void *ctx, const struct token *token)
{
    struct request *request = ctx;
    struct sink *sink = &request->json.sink;

    sink_object(sink, NULL);
    json_token(sink, token, &request->login);
    sink_close(sink);
}

static enum play_err write_tokens(struct request *request, struct sink *sink,
                                  struct export *export, bool *has_more)
{
    (void)sink, (void)export, (void)has_more;
    return token_list(request->play, &request->login, write_token, request);
}

static void write_device(void *ctx, const struct device *device)
{
    struct sink *sink = ctx;

    sink_object(sink, NULL);
    sink_timestamp(sink, "created_at", device->created_us);
    sink_timestamp(sink, "last_used_at", device->seen_us);
    sink_close(sink);
}

static enum play_err write_devices(struct request *request, struct sink *sink,
                                   struct export *export, bool *has_more)
{
    (void)export, (void)has_more;
    return device_list(request->play, &request->login, write_device, sink);
}

/* ---- its matches ---- */

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
    sink_string(sink, "match", match->id);
    sink_string(sink, "game", match->game->id);
    sink_string(sink, "status", match_status_word(match->status));
    sink_truth(sink, "rated", match->rated);
    json_seats(sink, "seats", own_seats(match, player));
    sink_timestamp(sink, "created_at", match->created_us);
    sink_timestamp(sink, "finished_at", match->finished_us);
    json_result(sink, match);
    json_seats(sink, "forfeits", match->forfeits);
    sink_close(sink);
}

/* A page of them. */
static enum play_err write_matches(struct request *request, struct sink *sink,
                                   struct export *export, bool *has_more)
{
    const struct player *player = request->player;
    const struct match_filter filter = {
        .player = player->name,
        .limit = PAGE,
        .cursor = cursor_of(export),
    };
    struct match *matches = calloc(PAGE, sizeof *matches);
    char next[PLAY_CURSOR_SIZE] = "";
    size_t count = 0;
    enum play_err err = PLAY_UNAVAILABLE;

    if (matches)
        err = match_list(request->play, player, &filter, matches, &count, next);
    for (size_t i = 0; i < count && !err; i++)
        write_match(sink, &matches[i], player);
    free(matches);
    return err ? err : turn_page(export, next, has_more);
}

/* ---- the rest ---- */

/* The rules of a bot; null for people, and for a bot without rules. */
static enum play_err write_bot(struct request *request, struct sink *sink,
                               struct export *export, bool *has_more)
{
    struct bot_entry bot;
    enum play_err err = PLAY_NOT_FOUND;

    (void)export, (void)has_more;
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

/* A page of them. */
static enum play_err write_challenges(struct request *request,
                                      struct sink *sink, struct export *export,
                                      bool *has_more)
{
    char next[PLAY_CURSOR_SIZE] = "";
    struct challenge *page = calloc(PAGE, sizeof *page);
    size_t count = 0;
    enum play_err err = PLAY_UNAVAILABLE;

    if (page)
        err = challenge_list(request->play, request->player, CHALLENGES_ALL,
                             cursor_of(export), PAGE, page, &count, next);
    for (size_t i = 0; i < count && !err; i++) {
        sink_object(sink, NULL);
        json_challenge(sink, &page[i]);
        sink_close(sink);
    }
    free(page);
    return err ? err : turn_page(export, next, has_more);
}

/* A page of them. */
static enum play_err write_blocks(struct request *request, struct sink *sink,
                                  struct export *export, bool *has_more)
{
    char next[PLAY_CURSOR_SIZE] = "";
    struct block page[PAGE];
    size_t count = 0;
    enum play_err err = block_list(request->play, request->player,
                                   cursor_of(export), PAGE, page, &count, next);

    for (size_t i = 0; i < count && !err; i++)
        json_block(sink, &page[i]);
    return err ? err : turn_page(export, next, has_more);
}

static enum play_err write_vacations(struct request *request, struct sink *sink,
                                     struct export *export, bool *has_more)
{
    struct vacation vacations[VACATIONS_MAX];
    size_t count = 0;
    enum play_err err =
        vacation_list(request->play, request->player, vacations, &count);

    (void)export, (void)has_more;
    for (size_t i = 0; i < count; i++) {
        sink_object(sink, NULL);
        sink_timestamp(sink, "began_at", vacations[i].began_us);
        sink_timestamp(sink, "until", vacations[i].until_us);
        sink_close(sink);
    }
    return err;
}

/* The last queue entry for each game. */
static enum play_err write_tickets(struct request *request, struct sink *sink,
                                   struct export *export, bool *has_more)
{
    enum play_err err = PLAY_OK;

    (void)export, (void)has_more;
    for (size_t i = 0; games[i] && !err; i++) {
        struct queue_entry ticket;

        err = queue_read(request->play, request->player, games[i]->id, &ticket);
        if (!err) {
            sink_object(sink, NULL);
            json_queue_entry(sink, &ticket);
            sink_close(sink);
        }
        if (err == PLAY_NOT_FOUND)
            err = PLAY_OK;
    }
    return err;
}

/* The standings of each season: a page of them. */
static enum play_err write_ratings(struct request *request, struct sink *sink,
                                   struct export *export, bool *has_more)
{
    char next[PLAY_CURSOR_SIZE] = "";
    struct season seasons[SEASONS_PAGE];
    size_t count = 0;
    enum play_err err = season_list(request->play, cursor_of(export),
                                    SEASONS_PAGE, seasons, &count, next);

    for (size_t i = 0; i < count && !err; i++) {
        sink_object(sink, NULL);
        err = json_standings(request, sink, request->player, seasons[i].number);
        sink_close(sink);
    }
    return err ? err : turn_page(export, next, has_more);
}

static enum play_err write_statistics(struct request *request,
                                      struct sink *sink, struct export *export,
                                      bool *has_more)
{
    (void)export, (void)has_more;
    return json_statistics(request, sink, request->player, NULL);
}

/* ---- the document ---- */

/* The parts of the document, in order. */
static const struct {
    const char *list; /* the list that it fills; NULL: it writes members of the
                       * document */
    /* Write all of it, or a page of a list; *has_more: pages follow. */
    enum play_err (*write)(struct request *request, struct sink *sink,
                           struct export *export, bool *has_more);
} parts[] = {
    {NULL, write_account},
    {"tokens", write_tokens},
    {"devices", write_devices},
    {"matches", write_matches},
    {NULL, write_bot},
    {"challenges", write_challenges},
    {"blocks", write_blocks},
    {"vacations", write_vacations},
    {"queue", write_tickets},
    {"ratings", write_ratings},
    {"statistics", write_statistics},
};
enum { PARTS = sizeof parts / sizeof *parts };

/* One step: a part, or a page of it. */
static enum play_err write_step(struct request *request, struct sink *sink,
                                struct export *export)
{
    const char *list = parts[export->part].list;
    bool has_more = false;

    if (list && !export->is_open)
        sink_array(sink, list);
    export->is_open = true;
    enum play_err err =
        parts[export->part].write(request, sink, export, &has_more);

    if (err || has_more)
        return err;
    if (list)
        sink_close(sink);
    export->part++;
    export->is_open = false;
    return PLAY_OK;
}

/* Write until a piece is full or all is written; then the next export may
 * begin. */
static enum play_err write_piece(struct request *request)
{
    struct export *export = request->own;
    const struct text *body = &request->reply.body;
    enum play_err err = PLAY_OK;

    while (!err && export->part < PARTS && body->length < PIECE &&
           !body->failed)
        err = write_step(request, &request->json.sink, export);
    if (err || export->part < PARTS)
        return err;
    reply_close(request);
    stream_slots_leave(request->server->stream_slots, &request->slot);
    return PLAY_OK;
}

/* The client took the last piece.  A token that was revoked meanwhile gets no
 * more. */
static enum handled go_on(struct request *request)
{
    const struct export *export = request->own;

    if (server_is_draining(request->server) ||
        login_check(request->play, &request->login) == PLAY_BAD_TOKEN ||
        write_piece(request))
        chunked_body_break(request);
    else if (export->part == PARTS)
        chunked_body_end(request);
    return HANDLED;
}

static enum handled begin(struct request *request)
{
    const struct export *export = request_own(request, sizeof *export);

    if (!export)
        return problem_of_play(request, PLAY_UNAVAILABLE);
    reply_open(request, 200);
    enum play_err err = write_piece(request);

    if (err)
        return problem_of_play(request, err);
    reply_private(request);
    if (export->part < PARTS)
        chunked_body_begin(request, go_on);
    return HANDLED;
}

enum handled export_get(struct request *request)
{
    if (!query_is_empty(request) || !stream_slots_enter(request, SLOT_EXPORT))
        return HANDLED;
    if (!throttle_take_export(request)) {
        stream_slots_leave(request->server->stream_slots, &request->slot);
        return throttle_refuse(request);
    }
    return begin(request);
}
