/* The state of a match as a viewer may see it. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/request/prefer.h"
#include "api/http/responses/problem.h"
#include "api/http/responses/reply_cached.h"
#include "api/http/responses/reply_language.h"
#include "api/json/clock_json.h"
#include "api/json/match_json.h"
#include "api/json/members.h"
#include "api/json/undo_json.h"
#include "api/resources/match_here.h"
#include "api/resources/representation.h"

#include <string.h>

static void json_viewer(struct sink *sink, int viewer)
{
    if (viewer < 0)
        sink_null(sink, "viewer");
    else
        sink_number(sink, "viewer", viewer);
}

/* The score as if the match ended in this state. */
static void json_score(struct sink *sink, const struct match_position *position)
{
    struct scores scores = {0};

    if (position->has_state)
        position->match.game->score(position->state, &scores);
    json_totals(sink, &scores);
    json_scores(sink, &scores);
}

static void json_view(struct sink *sink, const struct match_position *position)
{
    const struct game *game = position->match.game;
    char hash[STATE_HASH_SIZE];

    if (!position->has_state) {
        sink_null(sink, "state_hash");
        sink_null(sink, "view");
        return;
    }
    view_hash(game, position->state, position->viewer, hash);
    sink_string(sink, "state_hash", hash);
    sink_object(sink, "view");
    game_view(game, position->state, position->viewer, sink);
    sink_close(sink);
}

void write_state(struct sink *sink, const struct match_position *position)
{
    const struct match *match = &position->match;

    sink_string(sink, "match", match->id);
    sink_string(sink, "game", match->game->id);
    sink_number(sink, "seq", position->seq);
    json_viewer(sink, position->viewer);
    sink_string(sink, "status", match_status_word(match->status));
    json_seats(sink, "to_act", position->to_act);
    json_clock(sink, match, CLOCK_TIMELESS);
    json_prompt(sink, match->game, position->has_state ? position->state : NULL,
                position->viewer);
    json_undo(sink, &position->undo);
    json_score(sink, position);
    json_view(sink, position);
}

/* The current state, or the one after an event.  PLAY_SLOW: not on this
 * thread. */
static enum play_err read_now_or_at(const struct request *request, int seat,
                                    int64_t at_seq, uint32_t min_seq,
                                    struct match_position *out)
{
    if (at_seq < 0)
        return read_position(request, seat, min_seq, out);
    return request->stage == STAGE_AT_ONCE
               ? PLAY_SLOW
               : match_read_at(request->play, request->player, request->path[0],
                               seat, (uint32_t)at_seq, out);
}

/* Nothing that happens later changes the response about an earlier state: it
 * has neither clock nor undo window, and the status of then. */
static void look_back(struct match_position *position)
{
    struct match *match = &position->match;

    if (position->seq < match->seq)
        match->status = position->has_state ? MATCH_RUNNING : MATCH_OPEN;
    match->clock = (struct match_clock){0};
    position->undo =
        (struct match_undo){.to_seq = position->seq, .step_seq = position->seq};
}

/* The parameter "view". */
static enum view_kind read_kind(struct input *in)
{
    const char *view = query_text(in, "view");

    if (view && strcmp(view, "compact") != 0 && strcmp(view, "full") != 0)
        input_fault(in, "view", "range", "This must be full or compact.");
    return view && strcmp(view, "compact") == 0 ? VIEW_COMPACT : VIEW_STATE;
}

/* The state, with the legal moves of the viewer's seat if they are wanted; of a
 * sandbox, listing them may take long. */
static void write_whole(struct request *request, enum view_kind kind,
                        bool has_moves, const struct match_position *position)
{
    struct sink *sink = reply_open(request, 200);

    text_reserve(&request->reply.body, STATE_ROOM);
    sink->is_compact = kind == VIEW_COMPACT;
    write_state(sink, position);
    sink->is_compact = false;
    if (has_moves && position->has_state && position->viewer >= 0 &&
        !position->match.sandbox) {
        sink_object(sink, "legal_moves");
        write_legal_moves(request, sink, position);
        sink_close(sink);
        reply_header(request, "Preference-Applied", RETURN_REPRESENTATION);
    }
    reply_close(request);
}

enum handled state_get(struct request *request)
{
    struct input in;
    struct match_position position;
    char tag[STATE_TAG_SIZE];
    enum play_err err;

    query_begin(&in, request);
    int64_t at_seq = query_integer(&in, "at_seq", 0, UINT32_MAX, -1);
    uint32_t min_seq = query_min_seq(&in);
    int seat = query_seat(&in);
    const enum view_kind kind = read_kind(&in);

    if (!input_end(&in))
        return HANDLED;
    const bool has_moves =
        at_seq < 0 && request_prefers(request, RETURN_REPRESENTATION);
    const bool is_shared = at_seq < 0 && !has_moves;

    request_choose_language(request);
    if (is_shared && reply_cache_send(request, kind, seat, min_seq)) {
        reply_private(request);
        reply_language(request);
        return HANDLED;
    }
    err = read_now_or_at(request, seat, at_seq, min_seq, &position);
    if (err)
        return problem_of_play(request, err);
    /* The seats of a match that has not started can still change. */
    const bool is_lasting =
        at_seq >= 0 && (position.has_state || match_is_over(&position.match));

    if (at_seq >= 0)
        look_back(&position);
    if (has_moves)
        moves_tag(&position.match, position.viewer, request->language, tag);
    else if (at_seq < 0)
        state_tag(position.seq, position.viewer, request->language, tag);
    else
        past_tag(position.seq, position.viewer, request->language, tag);
    if (!reply_etag(request, tag)) {
        write_whole(request, kind, has_moves, &position);
        if (is_shared)
            reply_cache_store(request, kind, &position.match, position.viewer,
                              tag);
        else
            reply_etag(request, tag);
    }
    if (is_lasting)
        reply_keep(request, KEEP_FOR_EVER);
    else
        reply_private(request);
    reply_language(request);
    return HANDLED;
}
