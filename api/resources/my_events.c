/* Changes of an account's matches, challenges and queue entries: as a list with
 * long polls, or as a stream.
 *
 * The order is that of events.c: read, then wait for changes after the
 * beginning of that reading. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/long_poll.h"
#include "api/http/responses/problem.h"
#include "api/http/responses/reply_language.h"
#include "api/http/responses/stream.h"
#include "api/json/match_json.h"
#include "api/json/members.h"
#include "api/json/notice_json.h"
#include "api/resources/followed_matches.h"
#include "play/accounts/account_feed.h"
#include "play/match/read.h"

#include <stdlib.h>
#include <string.h>

enum { WAIT_MAX_S = 25 };

/* The progress of a request. */
struct my_poll {
    bool has_cursor; /* end.cursor is where to continue */
    unsigned limit;
    struct feed_end end;
    bool has_events; /* the stream carries the events of matches, too */
    struct followed_matches followed;
    char
        begun_at[FEED_CURSOR_SIZE]; /* the cursor before this batch; "": none */
};

static struct my_poll *poll_of(const struct request *request)
{
    return request->own;
}

/* ---- reading ---- */

struct reading {
    struct feed_notice notices[FEED_LIMIT_MAX];
    size_t count;
};

/* Continue reading where the request is.  *out is new: free it. */
static enum play_err read_on(struct request *request, struct reading **out)
{
    struct my_poll *poll = request->own;
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
    sink_string(sink, "next_after", poll_of(request)->end.cursor);
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
    *is_empty = reading->count == 0 && !poll_of(request)->end.has_more;
    write_list(request, reading);
    free(reading);
    return PLAY_OK;
}

static enum play_err wait_for_news(struct request *request, unsigned wait_ms)
{
    return feed_wait(request->play, request->player, &poll_of(request)->end,
                     wait_ms, &request->waiter);
}

static const struct long_poll_source list_source = {.read = read_list,
                                                    .wait = wait_for_news};

/* ---- the events of matches in the stream ---- */

static void write_id(const struct my_poll *poll, const char *cursor,
                     struct text *text)
{
    text_printf(text, "id: %s", cursor);
    if (poll->has_events)
        followed_write(&poll->followed, text);
    text_add_string(text, "\n");
}

/* A block of events of one match. */
struct match_block {
    struct sink *sink; /* NULL: it has not begun */
    struct text *text;
    const char *match;
    struct sink_json json;
    enum language language;
    int64_t now_us;
};

static void begin_block(struct match_block *block, const struct game *game)
{
    text_add_string(block->text, "event: match-events\ndata: ");
    sink_json_init(&block->json, block->text);
    block->json.sink.language = block->language;
    block->sink = &block->json.sink;
    sink_object(block->sink, NULL);
    sink_string(block->sink, "match", block->match);
    sink_string(block->sink, "game", game->id);
    sink_array(block->sink, "events");
}

static void write_event(void *ctx, const struct match_position *position,
                        const struct match_visit *visited)
{
    struct match_block *block = ctx;
    const struct event_context context = {&position->match, position->viewer,
                                          visited->before,  visited->after,
                                          visited->undo,    block->now_us};

    if (!block->sink)
        begin_block(block, position->match.game);
    json_event(block->sink, &context, visited->event);
}

/* Its id is the position before the batch, with this match further on: a client
 * that loses the rest of the batch gets the rest alone. */
static void end_block(const struct my_poll *poll, struct match_block *block)
{
    sink_close(block->sink);
    sink_close(block->sink);
    text_add_string(block->text, "\n");
    if (*poll->begun_at)
        write_id(poll, poll->begun_at, block->text);
    text_add_string(block->text, "\n");
}

/* One reading returns about this much, so that a client that was away for long
 * holds up nobody and fills no memory: the next reading continues. */
enum { BATCH_BYTES = 64 * 1024 };

/* Write the events after the last one that was sent, a page in each block,
 * until the batch is full. */
static enum play_err write_events(struct request *request,
                                  struct followed_match *match, uint32_t seq,
                                  struct text *text)
{
    enum { PAGE = 100 };
    enum play_err err = PLAY_OK;

    while (!err && match->seq < seq && text->length < BATCH_BYTES) {
        struct match_block block = {.text = text,
                                    .match = match->id,
                                    .language = request->language,
                                    .now_us = play_now_us(request->play)};
        const uint32_t before = match->seq;

        err = match_events(request->play, request->player, match->id,
                           MATCH_OWN_SEAT, before, PAGE, write_event, &block,
                           &match->seq);
        if (block.sink)
            end_block(poll_of(request), &block);
        if (match->seq == before)
            break;
    }
    return err;
}

static bool goes_on(const struct feed_notice *notice)
{
    return notice->mine &&
           (notice->status == MATCH_OPEN || notice->status == MATCH_RUNNING);
}

/* At first a client loads the state of its matches, and gets what happens from
 * then on; of matches that begin later it gets all events.  With more matches
 * than can be followed, it gets only the notice of one that was not.  Events
 * that this account cannot read here, such as those of a match with other
 * rules, are left to the client. */
static enum play_err follow(struct request *request, bool is_first,
                            const struct feed_notice *notice, struct text *text)
{
    struct followed_matches *followed = &poll_of(request)->followed;
    struct followed_match *match = followed_find(followed, notice->id);

    if (!match)
        match = followed_add(
            followed, notice->id,
            is_first || followed->count == FOLLOWED_MAX ? notice->seq : 0);
    /* The client says that it has later events: then they must exist. */
    const bool is_ahead = match->seq > notice->seq;
    enum play_err err = write_events(
        request, match, is_ahead ? match->seq + 1 : notice->seq, text);

    if (match->seq < notice->seq && text->length < BATCH_BYTES)
        match->seq = notice->seq;
    return err == PLAY_SLOW || err == PLAY_UNAVAILABLE || err == PLAY_BAD_CURSOR
               ? err
               : PLAY_OK;
}

/* ---- the stream ---- */

/* The id of a whole batch.  Matches that are over need not be followed. */
static void write_end(struct my_poll *poll, const struct reading *reading,
                      struct text *text)
{
    for (size_t i = 0; i < reading->count; i++) {
        const struct feed_notice *notice = &reading->notices[i];
        struct followed_match *match =
            followed_find(&poll->followed, notice->id);

        if (match && !goes_on(notice))
            followed_remove(&poll->followed, match);
    }
    write_id(poll, poll->end.cursor, text);
}

/* A batch of notices.  The cursor is the id of the last one, or is sent alone,
 * so that a client that lost a part of a batch gets all of it again. */
static enum play_err write_blocks(struct request *request, bool is_first,
                                  const struct reading *reading,
                                  struct text *text)
{
    struct my_poll *poll = request->own;
    struct sink_json json;
    enum play_err err = PLAY_OK;

    for (size_t i = 0; i < reading->count && !err; i++) {
        const struct feed_notice *notice = &reading->notices[i];

        if (poll->has_events && notice->kind == FEED_MATCH)
            err = follow(request, is_first, notice, text);
        if (text->length >= BATCH_BYTES && *poll->begun_at) {
            memcpy(poll->end.cursor, poll->begun_at, sizeof poll->begun_at);
            break; /* the next reading returns these notices again */
        }
        if (i + 1 == reading->count)
            write_end(poll, reading, text);
        text_printf(text, "event: %s\ndata: ", feed_kind_word(notice->kind));
        sink_json_init(&json, text);
        json_notice(&json.sink, notice);
        text_add_string(text, "\n\n");
    }
    if (reading->count == 0 && (is_first || poll->end.has_more)) {
        write_id(poll, poll->end.cursor, text);
        text_add_string(text, "\n");
    }
    return err;
}

/* A reading that fails is repeated, on a slow worker or after a reconnect: then
 * nothing of it is sent. */
static enum play_err read_blocks(struct request *request, struct text *text,
                                 bool *is_over)
{
    struct my_poll *poll = request->own;
    const struct my_poll before = *poll;
    struct reading *reading = NULL;
    struct text blocks = {0};
    enum play_err err;

    *is_over = false;
    if (poll->has_cursor)
        memcpy(poll->begun_at, poll->end.cursor, sizeof poll->begun_at);
    err = read_on(request, &reading);
    if (err)
        return err;
    err = write_blocks(request, !before.has_cursor, reading, &blocks);
    if (err)
        *poll = before;
    else if (blocks.length > 0)
        text_add(text, blocks.bytes, blocks.length);
    text_clear(&blocks);
    free(reading);
    return err;
}

static const struct stream_source source = {.read = read_blocks,
                                            .wait = wait_for_news};

/* ---- start ---- */

/* The cursor that the client sent; NULL: none. */
static enum play_err begin_at(struct request *request, const char *cursor,
                              bool has_events)
{
    struct my_poll *poll = request_own(request, sizeof *poll);

    if (!poll)
        return PLAY_UNAVAILABLE;
    *poll = (struct my_poll){0};
    poll->limit = FEED_LIMIT_MAX;
    poll->has_events = has_events;
    if (!cursor || !*cursor)
        return PLAY_OK;
    const size_t length = strcspn(cursor, has_events ? "~" : "");

    if (length >= sizeof poll->end.cursor ||
        (has_events && !followed_read(&poll->followed, cursor + length)))
        return PLAY_BAD_CURSOR;
    memcpy(poll->end.cursor, cursor, length);
    poll->has_cursor = true;
    return PLAY_OK;
}

/* The parameter "matches": does the stream carry the events of all matches? */
static bool query_matches(struct input *in)
{
    const char *matches = query_text(in, "matches");

    if (matches && strcmp(matches, "all") != 0)
        input_fault(in, "matches", "range", "This must be all.");
    return matches != NULL;
}

static enum handled open_stream(struct request *request)
{
    const char *sent = request_header(request, "Last-Event-ID");
    struct input in;

    query_begin(&in, request);
    const char *after = query_text(&in, "after");
    const bool has_events = query_matches(&in);

    query_text(&in, "ticket"); /* checked already */
    if (!input_end(&in))
        return HANDLED;
    enum play_err err =
        begin_at(request, sent && *sent ? sent : after, has_events);

    if (err)
        return problem_of_play(request, err);
    enum handled handled = stream_open(request, &source);

    if (has_events && request->reply.status == 200)
        reply_language(request);
    return handled;
}

static enum handled list(struct request *request)
{
    struct input in;

    query_begin(&in, request);
    const char *after = query_text(&in, "after");
    int64_t limit =
        query_integer(&in, "limit", 1, FEED_LIMIT_MAX, FEED_LIMIT_MAX);
    int64_t wait_s = query_integer(&in, "wait", 0, WAIT_MAX_S, 0);

    if (!input_end(&in))
        return HANDLED;
    enum play_err err = begin_at(request, after, false);

    if (err)
        return problem_of_play(request, err);
    poll_of(request)->limit = (unsigned)limit;
    return long_poll_open(request, &list_source, wait_s);
}

enum handled my_events_get(struct request *request)
{
    request_choose_language(request);
    return stream_is_wanted(request) ? open_stream(request) : list(request);
}
