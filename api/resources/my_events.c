/* Changes of an account's matches, challenges and queue entries: as a list with
 * long polls, or as a stream.
 *
 * The order is that of events.c: read, then wait for changes after the
 * beginning of that reading. */
#include "api/handlers.h"
#include "api/http/input.h"
#include "api/http/long_poll.h"
#include "api/http/problem.h"
#include "api/http/stream.h"
#include "api/json/match_json.h"
#include "api/json/members.h"
#include "play/accounts/account_feed.h"

#include <stdlib.h>
#include <string.h>

enum { WAIT_MAX_S = 25 };

/* ---- one notice ---- */

static const char *const types[] = {
    [FEED_MATCH] = "match",
    [FEED_CHALLENGE] = "challenge",
    [FEED_QUEUE] = "queue",
};

static void json_made(struct sink *sink, const struct feed_notice *notice)
{
    sink_optional_string(sink, "match",
                         notice->match[0] ? notice->match : NULL);
}

static void json_match_notice(struct sink *sink,
                              const struct feed_notice *notice)
{
    sink_string(sink, "match", notice->id);
    sink_number(sink, "seq", notice->seq);
    sink_string(sink, "status", match_status_word(notice->status));
    json_seats(sink, "to_act", notice->to_act);
    json_seats(sink, "seats", notice->mine);
}

static void json_challenge_notice(struct sink *sink,
                                  const struct feed_notice *notice)
{
    sink_string(sink, "challenge", notice->id);
    sink_string(sink, "status", challenge_status_word(notice->challenge));
    sink_string(sink, "answer", challenge_answer_word(notice->answer));
    sink_array(sink, "players");
    for (size_t i = 0; i < notice->player_count; i++)
        sink_string(sink, NULL, notice->players[i]);
    sink_close(sink);
    json_made(sink, notice);
}

static void json_notice(struct sink *sink, const struct feed_notice *notice)
{
    sink_object(sink, NULL);
    sink_string(sink, "type", types[notice->kind]);
    sink_string(sink, "game", notice->game->id);
    switch (notice->kind) {
    case FEED_MATCH: json_match_notice(sink, notice); break;
    case FEED_CHALLENGE: json_challenge_notice(sink, notice); break;
    case FEED_QUEUE:
        sink_string(sink, "status", queue_status_word(notice->queue));
        json_made(sink, notice);
        break;
    }
    /* In all of them, so that a client that handles only matches can ignore the
     * others. */
    sink_truth(sink, "your_turn", (notice->to_act & notice->mine) != 0);
    sink_close(sink);
}

/* ---- reading ---- */

struct reading {
    struct feed_notice notices[FEED_LIMIT_MAX];
    size_t count;
};

/* Continue reading where the request is.  *out is new: free it. */
static enum play_err read_on(struct request *request, struct reading **out)
{
    struct my_poll *poll = request->my;
    struct reading *reading = malloc(sizeof *reading);
    enum play_err err = PLAY_UNAVAILABLE;

    if (reading)
        err = feed_read(request->play, request->player,
                        poll->has_cursor ? poll->end.cursor : NULL, poll->limit,
                        reading->notices, &reading->count, &poll->end);
    if (err)
        free(reading);
    else
        *out = reading;
    poll->has_cursor = poll->has_cursor || !err;
    return err;
}

/* ---- the list ---- */

static void write_list(struct request *request, const struct reading *reading)
{
    struct sink *sink = reply_open(request, 200);

    sink_array(sink, "data");
    for (size_t i = 0; i < reading->count; i++)
        json_notice(sink, &reading->notices[i]);
    sink_close(sink);
    sink_string(sink, "next_after", request->my->end.cursor);
    reply_close(request);
    reply_private(request);
}

/* Read once.  *is_empty: nothing is new, but something may be later. */
static enum play_err read_list(struct request *request, bool *is_empty)
{
    struct reading *reading = NULL;
    enum play_err err = read_on(request, &reading);

    if (err)
        return err;
    *is_empty = reading->count == 0 && !request->my->end.has_more;
    write_list(request, reading);
    free(reading);
    return PLAY_OK;
}

static enum play_err wait_for_news(struct request *request, unsigned wait_ms)
{
    return feed_wait(request->play, request->player, &request->my->end, wait_ms,
                     &request->waiter);
}

static const struct long_poll_source list_source = {read_list, wait_for_news};

/* ---- the stream ---- */

/* A batch of notices.  The cursor is the id of the last one, or is sent alone,
 * so that a client that lost a part of a batch gets all of it again. */
static enum play_err read_blocks(struct request *request, struct text *text,
                                 bool *is_over)
{
    struct my_poll *poll = request->my;
    bool is_first = !poll->has_cursor;
    struct reading *reading = NULL;
    struct sink_json json;
    enum play_err err = read_on(request, &reading);

    *is_over = false;
    if (err)
        return err;
    for (size_t i = 0; i < reading->count; i++) {
        if (i + 1 == reading->count)
            text_printf(text, "id: %s\n", poll->end.cursor);
        text_printf(text, "event: %s\ndata: ", types[reading->notices[i].kind]);
        sink_json_init(&json, text);
        json_notice(&json.sink, &reading->notices[i]);
        text_add_string(text, "\n\n");
    }
    if (reading->count == 0 && (is_first || poll->end.has_more))
        text_printf(text, "id: %s\n\n", poll->end.cursor);
    free(reading);
    return PLAY_OK;
}

static const struct stream_source source = {read_blocks, wait_for_news};

/* ---- start ---- */

/* The cursor that the client sent; NULL: none. */
static enum play_err begin_at(struct request *request, const char *cursor)
{
    struct my_poll *poll = calloc(1, sizeof *poll);

    request->my = poll;
    if (!poll)
        return PLAY_UNAVAILABLE;
    poll->limit = FEED_LIMIT_MAX;
    if (!cursor || !*cursor)
        return PLAY_OK;
    if (strlen(cursor) >= sizeof poll->end.cursor)
        return PLAY_BAD_CURSOR;
    memcpy(poll->end.cursor, cursor, strlen(cursor) + 1);
    poll->has_cursor = true;
    return PLAY_OK;
}

enum handled my_events_get(struct request *request)
{
    bool is_stream = stream_is_wanted(request);
    const char *sent = request_header(request, "Last-Event-ID");
    int64_t limit = FEED_LIMIT_MAX, wait_s = 0;
    struct input in;

    query_begin(&in, request);
    const char *after = query_text(&in, "after");

    if (is_stream) {
        query_text(&in, "ticket"); /* checked already */
        after = sent && *sent ? sent : after;
    } else {
        limit = query_integer(&in, "limit", 1, FEED_LIMIT_MAX, FEED_LIMIT_MAX);
        wait_s = query_integer(&in, "wait", 0, WAIT_MAX_S, 0);
    }
    if (!input_end(&in))
        return HANDLED;
    enum play_err err = begin_at(request, after);

    if (err)
        return problem_of_play(request, err);
    request->my->limit = (unsigned)limit;
    return is_stream ? stream_open(request, &source)
                     : long_poll_open(request, &list_source, wait_s);
}
