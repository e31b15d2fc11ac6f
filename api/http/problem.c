/* Problem documents (RFC 9457), the service's error responses. */
#include "api/http/problem.h"

#include <stdlib.h>
#include <string.h>

const struct problem_kind problems[PROBLEM_COUNT] = {
#define PROBLEM(name, slug, status, title, meaning)                            \
    [PROBLEM_##name] = {slug, status, title, meaning},
#include "api/errors.def"
#undef PROBLEM
};

const struct problem_kind *problem_find(const char *slug)
{
    for (size_t i = 0; i < PROBLEM_COUNT; i++)
        if (strcmp(problems[i].slug, slug) == 0)
            return &problems[i];
    return NULL;
}

/* The headers that belong to a status, whatever the problem. */
static void add_headers(struct request *request, unsigned status)
{
    if (status == 401)
        reply_header(request, "WWW-Authenticate",
                     request_header(request, "Authorization")
                         ? "Bearer error=\"invalid_token\""
                         : "Bearer");
    if (status == 503)
        reply_header(request, "Retry-After", "2");
    reply_header(request, "Cache-Control", "no-store");
}

struct sink *problem_open(struct request *request, enum problem problem,
                          const char *detail)
{
    const struct problem_kind *kind = &problems[problem];
    struct sink *sink = reply_open(request, kind->status);
    char type[64] = "/problems/";
    size_t path_length = strcspn(request->target, "?");
    char *path = strndup(request->target, path_length);

    strncat(type, kind->slug, sizeof type - strlen(type) - 1);
    request->reply.type = "application/problem+json";
    add_headers(request, kind->status);
    sink_string(sink, "type", type);
    sink_string(sink, "title", kind->title);
    sink_number(sink, "status", kind->status);
    sink_string(sink, "detail", detail ? detail : kind->meaning);
    sink_string(sink, "instance", path ? path : "");
    sink_string(sink, "request_id", request->id);
    free(path);
    return sink;
}

enum handled problem_reply(struct request *request, enum problem problem,
                           const char *detail)
{
    problem_open(request, problem, detail);
    reply_close(request);
    return HANDLED;
}

enum handled problem_at(struct request *request, enum problem problem,
                        const char *pointer, const char *code,
                        const char *detail)
{
    struct sink *sink = problem_open(request, problem, NULL);

    sink_array(sink, "errors");
    sink_object(sink, NULL);
    sink_string(sink, "pointer", pointer);
    sink_string(sink, "code", code);
    sink_string(sink, "detail", detail);
    sink_close(sink);
    sink_close(sink);
    reply_close(request);
    return HANDLED;
}

/* Rows with -1 cannot occur here, or their handler writes a better problem
 * itself. */
static const struct {
    int problem;
    const char *detail;
} of_play[] = {
    [PLAY_OK] = {-1, 0},
    [PLAY_UNAVAILABLE] = {PROBLEM_UNAVAILABLE, 0},
    [PLAY_NOT_FOUND] = {PROBLEM_NOT_FOUND, 0},
    [PLAY_BAD_NAME] = {PROBLEM_INVALID_FIELDS,
                       "A name has 3 to 24 characters of a-z 0-9 _ -."},
    [PLAY_BAD_PASSWORD] = {PROBLEM_INVALID_FIELDS,
                           "A password has 8 to 128 characters."},
    [PLAY_COMMON_PASSWORD] = {PROBLEM_UNACCEPTABLE_PASSWORD, 0},
    [PLAY_NAME_TAKEN] = {PROBLEM_NAME_TAKEN, 0},
    [PLAY_BAD_CREDENTIALS] = {PROBLEM_WRONG_CREDENTIALS, 0},
    [PLAY_LOCKED] = {PROBLEM_TOO_MANY_ATTEMPTS, 0},
    [PLAY_BANNED] = {PROBLEM_ACCOUNT_BANNED, 0},
    [PLAY_BAD_TOKEN] = {PROBLEM_INVALID_TOKEN, 0},
    [PLAY_WRONG_PASSWORD] = {PROBLEM_WRONG_PASSWORD, 0},
    [PLAY_PASSWORD_NEEDED] = {PROBLEM_PASSWORD_REQUIRED, 0},
    [PLAY_SCOPE_EXCEEDED] =
        {PROBLEM_FORBIDDEN,
         "A token cannot grant scopes that it does not have."},
    [PLAY_TOO_MANY_TOKENS] = {PROBLEM_TOO_MANY_TOKENS, 0},
    [PLAY_UNKNOWN_GAME] = {PROBLEM_UNKNOWN_GAME, 0},
    [PLAY_BAD_SEATS] = {PROBLEM_INVALID_SETTINGS, 0},
    [PLAY_UNKNOWN_BOT] = {PROBLEM_INVALID_SETTINGS, 0},
    [PLAY_UNKNOWN_OPTION] = {PROBLEM_INVALID_SETTINGS, 0},
    [PLAY_BAD_OPTION] = {PROBLEM_INVALID_SETTINGS, 0},
    [PLAY_UNFAIR] = {PROBLEM_UNFAIR, 0},
    [PLAY_BAD_POSITION] = {PROBLEM_INVALID_POSITION, 0},
    [PLAY_BAD_CURSOR] = {PROBLEM_INVALID_CURSOR, 0},
    [PLAY_TOO_MANY_MATCHES] = {PROBLEM_TOO_MANY_MATCHES, 0},
    [PLAY_NOT_OPEN] = {PROBLEM_MATCH_NOT_OPEN, 0},
    [PLAY_SEAT_TAKEN] = {PROBLEM_SEAT_TAKEN, 0},
    [PLAY_ALREADY_SEATED] = {PROBLEM_ALREADY_SEATED, 0},
    [PLAY_NOT_SEATED] = {PROBLEM_NOT_SEATED, 0},
    [PLAY_NOT_STARTED] = {PROBLEM_MATCH_NOT_STARTED, 0},
    [PLAY_FINISHED] = {PROBLEM_MATCH_FINISHED, 0},
    [PLAY_NOT_YOUR_TURN] = {PROBLEM_NOT_YOUR_TURN, 0},
    [PLAY_BAD_MOVE] = {PROBLEM_BAD_NOTATION, 0},
    [PLAY_ILLEGAL_MOVE] = {PROBLEM_ILLEGAL_MOVE, 0},
    [PLAY_STALE] = {PROBLEM_STALE_STATE, 0},
    [PLAY_KEY_REUSED] = {PROBLEM_IDEMPOTENCY_KEY_REUSED, 0},
    [PLAY_UNDO_BLOCKED] = {PROBLEM_UNDO_BLOCKED, 0},
    [PLAY_OWN_SEAT] = {PROBLEM_OWN_SEAT, 0},
    [PLAY_TIME_NOT_UP] = {PROBLEM_TIME_NOT_UP, 0},
    [PLAY_VOTE_UNCHANGED] = {PROBLEM_VOTE_UNCHANGED, 0},
    [PLAY_ABORT_BLOCKED] = {PROBLEM_ABORT_BLOCKED, 0},
    [PLAY_NOT_CREATOR] = {PROBLEM_NOT_CREATOR, 0},
    [PLAY_ALREADY_PLAYING] = {PROBLEM_ALREADY_PLAYING, 0},
    [PLAY_ALREADY_MATCHED] = {PROBLEM_ALREADY_MATCHED, 0},
    [PLAY_ON_VACATION] = {PROBLEM_ON_VACATION, 0},
    [PLAY_NO_VACATION] = {PROBLEM_NO_VACATION_LEFT, 0},
    [PLAY_NOT_A_BOT] = {PROBLEM_NOT_A_BOT, 0},
    [PLAY_UNKNOWN_PLAYER] = {PROBLEM_UNKNOWN_PLAYER, 0},
    [PLAY_BAD_PLAYERS] = {PROBLEM_INVALID_SETTINGS, 0},
    [PLAY_BOT_DECLINES] = {PROBLEM_CHALLENGE_NOT_TAKEN, 0},
    [PLAY_BOT_FULL] =
        {PROBLEM_CHALLENGE_NOT_TAKEN,
         "A bot is already in as many matches as it accepts at a time."},
    [PLAY_CHALLENGE_OVER] = {PROBLEM_CHALLENGE_OVER, 0},
    [PLAY_NOT_CHALLENGER] = {PROBLEM_NOT_CHALLENGER, 0},
    [PLAY_TOO_MANY_CHALLENGES] = {PROBLEM_TOO_MANY_CHALLENGES, 0},
    [PLAY_CHALLENGES_SPENT] = {PROBLEM_TOO_MANY_CHALLENGES, 0},
    [PLAY_BLOCKED] = {PROBLEM_CHALLENGE_REFUSED, 0},
    [PLAY_OWN_ACCOUNT] = {PROBLEM_OWN_ACCOUNT, 0},
    [PLAY_TOO_MANY_BLOCKS] = {PROBLEM_TOO_MANY_BLOCKS, 0},
    [PLAY_NOT_ALLOWED] = {PROBLEM_POSITION_HIDDEN, 0},
    [PLAY_OTHER_RULES] = {PROBLEM_OTHER_RULES, 0},
    [PLAY_DAMAGED] = {PROBLEM_INTERNAL_ERROR, 0},
    [PLAY_REPLAY_TOO_LONG] = {PROBLEM_REPLAY_TOO_LONG, 0},
};

enum handled problem_of_play(struct request *request, enum play_err err)
{
    size_t rows = sizeof of_play / sizeof *of_play;

    if (err == PLAY_SLOW)
        return TOO_SLOW;
    if ((size_t)err >= rows || of_play[err].problem < 0)
        return problem_reply(request, PROBLEM_INTERNAL_ERROR, NULL);
    return problem_reply(request, (enum problem)of_play[err].problem,
                         of_play[err].detail);
}
