/* Problem documents (RFC 9457), the service's error responses. */
#include "api/http/responses/problem.h"

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

/* The problem of each error of play, unless the handler writes a better one. */
static const struct {
    enum problem problem;
    const char *detail;
} of_play[] = {
#define PLAY_ERR(name, word, problem, detail)                                  \
    [PLAY_##name] = {PROBLEM_##problem, detail},
#include "play/error.def"
#undef PLAY_ERR
};

enum handled problem_of_play(struct request *request, enum play_err err)
{
    if (err == PLAY_SLOW)
        return NOT_HERE;
    return problem_reply(request, of_play[err].problem, of_play[err].detail);
}
