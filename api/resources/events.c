/* The events of a match, as a list with long polls (long_poll.h) or as a stream
 * (stream.h). */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/long_poll.h"
#include "api/http/responses/problem.h"
#include "api/http/responses/reply_cache.h"
#include "api/http/responses/reply_language.h"
#include "api/http/responses/stream.h"
#include "api/http/server.h"
#include "api/json/clock_json.h"
#include "api/json/match_json.h"
#include "api/resources/event_block.h"
#include "api/resources/match_here.h"
#include "play/match/event.h"
#include "play/match/read.h"
#include "play/match/wait.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT_MAX = 100, WAIT_MAX_S = 25 };

/* Where a request is in the events of its match. */
struct place {
    uint32_t after;           /* the seq that the client has seen */
    struct match_sight sight; /* of the last look without waiting */
    unsigned limit;           /* of events */
    int seat;                 /* whose view is read; MATCH_OWN_SEAT */
};

/* ---- reading ---- */

struct listing {
    struct sink *sink;
    struct text *text; /* of a stream */
    enum language language;
    bool has_any;
    int64_t now_us;    /* in a stream */
    int viewer;        /* of the events, if there is any */
    seat_set insiders; /* of the last one */
    struct match match;
};

static void write_event(void *ctx, const struct match_position *position,
                        const struct match_visit *visited)
{
    struct listing *listing = ctx;
    const struct event_context context = {&position->match, position->viewer,
                                          visited->before,  visited->after,
                                          visited->undo,    listing->now_us};

    if (!listing->has_any) {
        listing->match = position->match;
        listing->viewer = position->viewer;
    }
    listing->has_any = true;
    listing->insiders = json_event(listing->sink, &context, visited->event);
}

static void write_tail(struct request *request, const struct listing *listing,
                       uint32_t last)
{
    const struct match *match = &listing->match;
    struct sink *sink = listing->sink;

    sink_close(sink);
    sink_string(sink, "game", match->game->id);
    sink_number(sink, "next_after", last);
    sink_number(sink, "seq", match->seq);
    sink_string(sink, "status", match_status_word(match->status));
    json_seats(sink, "to_act", match->to_act);
    json_clock(sink, match, play_now_us(request->play));
    reply_close(request);
    /* The names of players in the texts can change. */
    if (match_is_over(match))
        reply_keep(request, KEEP_A_DAY);
    else
        reply_private(request);
    reply_language(request);
}

static bool goes_on(const struct listing *listing)
{
    return listing->match.status == MATCH_OPEN ||
           listing->match.status == MATCH_RUNNING;
}

/* Visit new events, and store the last one's seq in the place.  The
 * listing has the position of the match, also when nothing is new. */
static enum play_err
list_events(struct request *request,
            void (*visit)(void *ctx, const struct match_position *position,
                          const struct match_visit *visited),
            struct listing *listing)
{
    struct place *place = request->own;
    uint32_t last = place->after;
    enum play_err err = match_events(
        request->play, request->player, request->path[0], place->seat,
        place->after, place->limit, visit, listing, &last);

    if (err == PLAY_OK && !listing->has_any)
        err = match_get(request->play, request->path[0], &listing->match);
    if (err == PLAY_OK)
        place->after = last;
    return err;
}

/* Read once.  *is_empty: nothing is new, but something may be later. */
static enum play_err read_events(struct request *request, bool *is_empty)
{
    const struct place *place = request->own;
    struct listing listing = {.sink = reply_open(request, 200)};

    sink_array(listing.sink, "events");
    enum play_err err = list_events(request, write_event, &listing);

    if (err)
        return err;
    *is_empty = !listing.has_any && goes_on(&listing);
    write_tail(request, &listing, place->after);
    return PLAY_OK;
}

static bool read_events_at_once(struct request *request, bool *is_empty)
{
    struct place *place = request->own;
    struct listing listing = {.sink = reply_open(request, 200)};

    sink_array(listing.sink, "events");
    if (!match_events_at_once(request->play, request->player, request->path[0],
                              place->seat, place->after, place->limit,
                              write_event, &listing, &place->after,
                              &listing.match))
        return false;
    *is_empty = !listing.has_any && goes_on(&listing);
    write_tail(request, &listing, place->after);
    return true;
}

/* ---- waiting ---- */

static enum play_err wait_for_event(struct request *request, unsigned wait_ms)
{
    const struct place *place = request->own;

    return match_wait(request->play, request->path[0], place->after, wait_ms,
                      &request->waiter);
}

static bool glance(struct request *request)
{
    struct place *place = request->own;

    return match_glance(request->play, request->player, request->path[0],
                        place->seat, &place->sight) &&
           place->sight.status == MATCH_RUNNING;
}

static bool wait_since_glance(struct request *request, unsigned wait_ms)
{
    const struct place *place = request->own;

    return match_wait_at_once(request->play, &place->sight, wait_ms,
                              &request->waiter);
}

static bool wait_at_once(struct request *request, unsigned wait_ms)
{
    const struct place *place = request->own;

    return glance(request) && place->sight.seq == place->after &&
           wait_since_glance(request, wait_ms);
}

static const struct long_poll_source list_source = {
    read_events, wait_for_event, read_events_at_once, wait_at_once};

/* ---- the stream ---- */

/* Write an event of the list as a block of the stream. */
static void write_block(void *ctx, const struct match_position *position,
                        const struct match_visit *visited)
{
    const struct match_event *event = visited->event;
    struct listing *listing = ctx;
    struct text *text = listing->text;
    struct sink_json json;

    event_block_begin(text, event->seq, event->kind);
    sink_json_init(&json, text);
    json.sink.language = listing->language;
    listing->sink = &json.sink;
    write_event(listing, position, visited);
    listing->sink = NULL;
    event_block_end(text);
}

static struct listing begin_blocks(const struct request *request,
                                   struct text *text)
{
    return (struct listing){.text = text,
                            .language = request->language,
                            .now_us = play_now_us(request->play)};
}

static enum play_err read_blocks(struct request *request, struct text *text,
                                 bool *is_over)
{
    const struct place *place = request->own;
    struct listing listing = begin_blocks(request, text);
    enum play_err err = list_events(request, write_block, &listing);

    if (!err)
        *is_over = !goes_on(&listing) && place->after >= listing.match.seq;
    return err;
}

/* ---- the stream, at once ---- */

static bool add_shared(struct request *request, struct text *text)
{
    struct place *place = request->own;
    const struct match_sight *sight = &place->sight;
    struct refbuf *block = event_block_find(server_reply_cache(request->server),
                                            sight, request->language);

    if (!block)
        return false;
    place->after = sight->seq;
    if (text->length == 0) {
        request->stream.block = block;
        return true;
    }
    text_add(text, block->bytes, block->length);
    refbuf_drop(block);
    return true;
}

/* Share the text, which is the block of the newest event. */
static void share(struct request *request, const struct listing *listing)
{
    const struct event_reader reader = {listing->viewer, listing->language,
                                        listing->insiders};

    request->stream.block =
        event_block_share(server_reply_cache(request->server), &listing->match,
                          &reader, listing->text);
}

static bool write_at_once(struct request *request, struct text *text)
{
    struct place *place = request->own;
    const uint32_t after = place->after;
    const bool was_empty = text->length == 0;
    struct listing listing = begin_blocks(request, text);
    bool is_written = match_events_at_once(
        request->play, request->player, request->path[0], place->seat, after,
        LIMIT_MAX, write_block, &listing, &place->after, &listing.match);

    if (is_written && was_empty && place->after == after + 1)
        share(request, &listing);
    return is_written;
}

/* Only of a running match: the end of a stream is read by a worker. */
static bool read_at_once(struct request *request, struct text *text)
{
    const struct place *place = request->own;
    const struct match_sight *sight = &place->sight;
    const uint32_t after = place->after;

    if (!glance(request) || sight->seq < after)
        return false;
    return sight->seq == after ||
           (sight->seq == after + 1 && add_shared(request, text)) ||
           write_at_once(request, text);
}

static const struct stream_source events_source = {
    read_blocks, wait_for_event, read_at_once, wait_since_glance};

/* The event after which a reconnecting browser continues: this header wins,
 * because the URL is still that of the first request.  False when it is not a
 * seq. */
static bool resume(struct request *request)
{
    struct place *place = request->own;
    const char *sent = request_header(request, "Last-Event-ID");
    size_t length = sent ? strlen(sent) : 0;
    uint64_t seq = 0;

    if (length == 0)
        return true;
    if (length > 10 || strspn(sent, "0123456789") != length)
        return false;
    for (size_t i = 0; i < length; i++)
        seq = seq * 10 + (uint64_t)(sent[i] - '0');
    place->after = (uint32_t)seq;
    return seq <= UINT32_MAX;
}

static enum handled events_stream(struct request *request)
{
    struct place *place = request_own(request, sizeof *place);
    enum handled handled;
    struct input in;

    if (!place)
        return problem_of_play(request, PLAY_UNAVAILABLE);
    query_begin(&in, request);
    place->after = (uint32_t)query_integer(&in, "after", 0, UINT32_MAX, 0);
    place->seat = query_seat(&in);
    query_text(&in, "ticket"); /* checked already */
    place->limit = LIMIT_MAX;
    if (!input_end(&in))
        return HANDLED;
    if (!resume(request))
        return problem_reply(request, PROBLEM_INVALID_CURSOR,
                             "Last-Event-ID must be the id of an event of this "
                             "match (its seq).");
    handled = stream_open(request, &events_source);
    if (request->reply.status == 200)
        reply_language(request);
    return handled;
}

/* ---- the list ---- */

static enum handled events_list(struct request *request)
{
    struct place *place = request_own(request, sizeof *place);
    struct input in;

    if (!place)
        return problem_of_play(request, PLAY_UNAVAILABLE);
    query_begin(&in, request);
    int64_t after = query_integer(&in, "after", 0, UINT32_MAX, 0);
    int64_t limit = query_integer(&in, "limit", 1, LIMIT_MAX, LIMIT_MAX);
    int64_t wait_s = query_integer(&in, "wait", 0, WAIT_MAX_S, 0);
    uint32_t min_seq = query_min_seq(&in);
    int seat = query_seat(&in);

    if (!input_end(&in))
        return HANDLED;
    place->after = (uint32_t)after;
    place->limit = (unsigned)limit;
    place->seat = seat;
    enum play_err err = min_seq > after ? catch_up(request, min_seq) : PLAY_OK;

    if (err)
        return problem_of_play(request, err);
    return long_poll_open(request, &list_source, wait_s);
}

enum handled events_get(struct request *request)
{
    request_choose_language(request);
    if (!stream_is_wanted(request))
        return events_list(request);
    return request->stage == STAGE_AT_ONCE ? NOT_HERE : events_stream(request);
}
