/* Accounts: create one, read and change one's own, delete it. */
#include "api/handlers.h"
#include "api/http/limits/security_log.h"
#include "api/http/limits/throttle.h"
#include "api/http/request/input.h"
#include "api/http/request/session_cookie.h"
#include "api/http/responses/problem.h"
#include "api/json/match_json.h"
#include "api/resources/issue_key.h"
#include "play/accounts/guest.h"

#include <stdio.h>
#include <string.h>

static enum handled refuse_account(struct request *request, enum play_err err)
{
    if (err == PLAY_BAD_NAME)
        return problem_at(request, PROBLEM_INVALID_FIELDS, "/name", "pattern",
                          "A name has 3 to 24 characters of a-z 0-9 _ -.");
    if (err == PLAY_BAD_PASSWORD)
        return problem_at(request, PROBLEM_INVALID_FIELDS, "/password",
                          "length", "A password has 8 to 128 characters.");
    return problem_of_play(request, err);
}

static void account_made(void *ctx, enum play_err err,
                         const struct player *player, bool is_repeated)
{
    struct request *request = ctx;

    if (err) {
        refuse_account(request, err);
    } else {
        if (!is_repeated)
            security_note(request, SECURITY_ACCOUNT_MADE,
                          &(struct security_facts){.account = player->id});
        struct sink *sink = reply_open(request, 201);

        json_account(sink, player);
        reply_close(request);
        issue_key_mark(request, is_repeated);
        reply_header(request, "Location", "/v1/players/%s", player->name);
        reply_private(request);
    }
    request_finish(request);
}

/* The kind of the account, which never changes. */
static enum account_kind read_kind(struct input *in)
{
    const char *kind = body_text(in, "kind", OPTIONAL, 1, 16);

    if (kind && strcmp(kind, "bot") == 0)
        return ACCOUNT_BOT;
    if (kind && strcmp(kind, "human") != 0)
        input_fault(in, "/kind", "range", "This must be human or bot.");
    return ACCOUNT_HUMAN;
}

/* Only a request that would create an account counts as a registration.  A name
 * that is taken may have been taken by this request, the first time. */
static enum handled make_account(struct request *request,
                                 const struct new_player *new_player)
{
    enum play_err err =
        player_check_new(request->play, new_player->name, new_player->password);

    if (err && (err != PLAY_NAME_TAKEN || !new_player->once.key))
        return refuse_account(request, err);
    if (!err && !throttle_take_registration(request))
        return throttle_refuse(request);
    request_lend(request);
    player_create(request->play, new_player, account_made, request);
    return LATER;
}

enum handled account_post(struct request *request)
{
    struct input in;
    struct new_player new_player = {.from = request_network(request)};

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    /* The lengths here are the bounds of any string; play checks names and
     * passwords. */
    new_player.name = body_text(&in, "name", NEEDED, 3, 24);
    new_player.password = body_text(&in, "password", NEEDED, 8, 512);
    new_player.kind = read_kind(&in);
    if (!input_end(&in) || !issue_key_read(&in, &new_player.once))
        return HANDLED;
    enum handled handled = make_account(request, &new_player);

    input_drop(&in);
    return handled;
}

enum handled me_get(struct request *request)
{
    if (!query_is_empty(request))
        return HANDLED;
    struct sink *sink = reply_open(request, 200);

    json_account(sink, request->player);
    reply_close(request);
    reply_private(request);
    return HANDLED;
}

/* Errors of requests that require the password again. */
static void refuse_errand(struct request *request, enum play_err err,
                          int retry_s)
{
    security_note_password(request, err);
    if (err == PLAY_BAD_PASSWORD)
        problem_at(request, PROBLEM_INVALID_FIELDS, "/password", "length",
                   "A password has 8 to 128 characters.");
    else if (err == PLAY_NOT_FOUND)
        problem_at(request, PROBLEM_INVALID_FIELDS, "/keep_tokens", "unknown",
                   "Each must be the id of a token or session of the account.");
    else
        problem_of_play(request, err);
    if (err == PLAY_LOCKED)
        reply_header(request, "Retry-After", "%d", retry_s);
}

static void password_changed(void *ctx, enum play_err err, int retry_s)
{
    struct request *request = ctx;

    if (err) {
        refuse_errand(request, err, retry_s);
    } else {
        security_note(request, SECURITY_PASSWORD_CHANGED, NULL);
        struct sink *sink = reply_open(request, 200);

        json_account(sink, request->player);
        reply_close(request);
        reply_private(request);
    }
    request_finish(request);
}

/* The ids of "keep_tokens", borrowed from the body. */
static void read_keep(struct input *in, const char *keep[KEEP_MAX],
                      struct password_change *change)
{
    json_t *list = body_member(in, "keep_tokens", OPTIONAL, JSON_ARRAY), *value;
    size_t i;

    change->keep = keep;
    if (json_array_size(list) > KEEP_MAX) {
        input_fault(in, "/keep_tokens", "length",
                    "At most %d tokens can be kept.", KEEP_MAX);
        return;
    }
    json_array_foreach(list, i, value)
    {
        char pointer[32];

        snprintf(pointer, sizeof pointer, "/keep_tokens/%zu", i);
        keep[i] = json_string_value(value);
        if (!keep[i])
            input_fault(in, pointer, "type", "This must be the id of a token.");
        for (size_t k = 0; k < i; k++)
            if (keep[i] && keep[k] && strcmp(keep[i], keep[k]) == 0)
                input_fault(in, pointer, "duplicate",
                            "This id is listed twice.");
    }
    change->keep_count = json_array_size(list);
}

static enum handled change_password(struct request *request, struct input *in)
{
    struct password_change change = {0};
    const char *keep[KEEP_MAX];

    change.current = body_text(in, "current_password", NEEDED, 1, 512);
    change.next = body_text(in, "password", NEEDED, 8, 512);
    read_keep(in, keep, &change);
    if (!input_end(in))
        return HANDLED;
    request_lend(request);
    player_change_password(request->play, &request->login, &change,
                           password_changed, request);
    input_drop(in);
    return LATER;
}

static void guest_promoted(void *ctx, enum play_err err,
                           const struct player *player)
{
    struct request *request = ctx;

    if (err) {
        refuse_account(request, err);
    } else {
        security_note(request, SECURITY_ACCOUNT_MADE,
                      &(struct security_facts){.account = player->id});
        struct sink *sink = reply_open(request, 200);

        json_account(sink, player);
        reply_close(request);
        reply_private(request);
    }
    request_finish(request);
}

/* A guest chooses its name and password. */
static enum handled promote(struct request *request, struct input *in)
{
    const char *name = body_text(in, "name", NEEDED, 3, 24);
    const char *password = body_text(in, "password", NEEDED, 8, 512);

    if (!input_end(in))
        return HANDLED;
    request_lend(request);
    guest_promote(request->play, &request->login, name, password,
                  guest_promoted, request);
    input_drop(in);
    return LATER;
}

/* ---- the display name ---- */

static enum handled refuse_display(struct request *request,
                                   enum display_fault fault)
{
    static const struct {
        const char *code, *detail;
    } faults[] = {
        [DISPLAY_LENGTH] = {"length", "A display name has 1 to 24 characters, "
                                      "at most 72 bytes in UTF-8."},
        [DISPLAY_CHARACTER] =
            {"character",
             "A display name has letters with their marks, digits, spaces, "
             "hyphens, apostrophes, periods and middle dots; no symbols, no "
             "emoji, no full-width or other compatibility forms, and nothing "
             "invisible."},
        [DISPLAY_PLACE] =
            {"place",
             "Spaces and punctuation stand between letters or digits, one at a "
             "time (a space may follow a period), and a letter has at most "
             "three marks."},
        [DISPLAY_NO_LETTER] = {"letter", "A display name has a letter."},
        [DISPLAY_SCRIPTS] =
            {"scripts",
             "All letters must be of one script. Japanese, Chinese and Korean "
             "names may have those of these languages together."},
    };

    return problem_at(request, PROBLEM_INVALID_FIELDS, "/display_name",
                      faults[fault].code, faults[fault].detail);
}

static enum handled set_display(struct request *request, struct input *in)
{
    const bool is_null =
        json_is_null(json_object_get(in->root, "display_name"));
    struct player player;
    enum display_fault fault;

    if (is_null)
        body_member(in, "display_name", NEEDED, JSON_NULL);
    const char *display =
        is_null ? NULL : body_text(in, "display_name", NEEDED, 1, 512);

    if (!input_end(in))
        return HANDLED;
    enum play_err err = player_set_display(request->play, &request->login,
                                           display, &player, &fault);

    input_drop(in);
    if (err == PLAY_BAD_DISPLAY)
        return refuse_display(request, fault);
    if (err)
        return problem_of_play(request, err);
    struct sink *sink = reply_open(request, 200);

    json_account(sink, &player);
    reply_close(request);
    reply_private(request);
    return HANDLED;
}

enum handled me_patch(struct request *request)
{
    struct input in;

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    if (json_object_get(in.root, "display_name"))
        return set_display(request, &in);
    return request->player->is_guest ? promote(request, &in)
                                     : change_password(request, &in);
}

static void account_deleted(void *ctx, enum play_err err, int retry_s)
{
    struct request *request = ctx;

    if (err) {
        refuse_errand(request, err, retry_s);
    } else {
        security_note(request, SECURITY_ACCOUNT_DELETED, NULL);
        reply_empty(request, 204);
        if (request->cookie.is_sent)
            session_cookie_clear(request);
    }
    request_finish(request);
}

enum handled me_delete(struct request *request)
{
    const bool is_guest = request->player->is_guest;
    struct input in;

    if (!body_begin(&in, request, is_guest ? BODY_OPTIONAL : BODY_REQUIRED))
        return HANDLED;
    const char *password =
        body_text(&in, "password", is_guest ? OPTIONAL : NEEDED, 1, 512);

    if (!input_end(&in))
        return HANDLED;
    request_lend(request);
    player_delete(request->play, &request->login, password, account_deleted,
                  request);
    input_drop(&in);
    return LATER;
}
