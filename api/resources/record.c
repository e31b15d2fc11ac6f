/* The record of a finished match, from which it can be replayed. */
#include "rules/record.h"

#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/problem.h"
#include "play/error.h"
#include "play/match/match.h"
#include "play/match/read.h"
#include "play/replay/match_record.h"

static void write_piece(void *to, const char *text, size_t length)
{
    text_add(to, text, length);
}

static enum handled write_record(struct request *request)
{
    struct record record;
    enum play_err err = match_record(request->play, request->path[0], &record);

    if (err)
        return problem_of_play(request, err);
    struct text *text = reply_text(request, 200, "text/plain");
    enum rules_err failed = record_write(&record, write_piece, text);

    match_record_clear(&record);
    if (failed)
        return problem_reply(request, PROBLEM_INTERNAL_ERROR, NULL);
    reply_revalidate(request);
    return HANDLED;
}

enum handled record_get(struct request *request)
{
    struct match match;
    struct input in;

    query_begin(&in, request);
    uint32_t min_seq = query_min_seq(&in);

    if (!input_end(&in))
        return HANDLED;
    enum play_err err =
        match_catch_up(request->play, request->path[0], min_seq);

    if (!err)
        err = match_get(request->play, request->path[0], &match);
    if (err)
        return problem_of_play(request, err);
    if (match.status != MATCH_FINISHED)
        return problem_reply(request, PROBLEM_MATCH_NOT_FINISHED, NULL);
    return write_record(request);
}
