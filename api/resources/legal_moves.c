/* The legal moves of the seat of the client: all of them, and no others. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/problem.h"
#include "api/http/responses/reply_cached.h"
#include "api/http/responses/reply_language.h"
#include "api/http/server.h"
#include "api/json/match_json.h"
#include "api/operations/metrics.h"
#include "api/resources/match_here.h"
#include "api/resources/representation.h"
#include "base/clock.h"

#include <stdlib.h>

/* The moves of a seat that is to act. */
static size_t list(struct request *request,
                   const struct match_position *position,
                   struct move moves[RULES_MOVES_MAX])
{
    const struct game *game = position->match.game;
    const int64_t begun_us = clock_steady_us();
    size_t count =
        game->moves(position->state, position->viewer, moves, RULES_MOVES_MAX);

    metrics_listed(server_metrics(request->server), game,
                   clock_steady_us() - begun_us);
    return count;
}

static int compare_bits(const void *a, const void *b)
{
    const struct move *x = a, *y = b;

    return x->bits < y->bits ? -1 : x->bits > y->bits;
}

/* The first move that is like this one, if that is another one. */
static void json_same(struct sink *sink, const struct match_position *position,
                      struct move move, const struct move *moves, size_t count)
{
    const struct game *game = position->match.game;
    const int seat = position->viewer;
    char notation[RULES_NOTATION_MAX];

    if (!game->alike)
        return;
    const struct move first = game->alike(position->state, seat, move);

    if (first.bits == move.bits ||
        !bsearch(&first, moves, count, sizeof *moves, compare_bits))
        return;
    game->format(position->state, seat, first, notation);
    sink_string(sink, "same", notation);
}

static void json_moves(struct request *request, struct sink *sink,
                       const struct match_position *position)
{
    const struct game *game = position->match.game;
    const int seat = position->viewer;
    struct move moves[RULES_MOVES_MAX];
    char notation[RULES_NOTATION_MAX];
    size_t count = 0;

    if (position->has_state && seat >= 0 && position->to_act >> seat & 1)
        count = list(request, position, moves);
    sink_array(sink, "moves");
    for (size_t i = 0; i < count; i++) {
        game->format(position->state, seat, moves[i], notation);
        sink_object(sink, NULL);
        sink_string(sink, "move", notation);
        game->describe(position->state, seat, moves[i], sink);
        json_same(sink, position, moves[i], moves, count);
        sink_close(sink);
    }
    sink_close(sink);
}

/* What the seat chooses at once; null if it does not choose several things. */
static void json_choice(struct sink *sink,
                        const struct match_position *position)
{
    const struct game *game = position->match.game;
    struct choice choice;

    if (!game->choice || !position->has_state || position->viewer < 0 ||
        !(position->to_act >> position->viewer & 1) ||
        !game->choice(position->state, position->viewer, &choice)) {
        sink_null(sink, "choice");
        return;
    }
    sink_object(sink, "choice");
    sink_string(sink, "verb", choice.verb);
    sink_number(sink, "count", choice.count);
    sink_array(sink, "from");
    for (int i = 0; i < choice.items; i++) {
        sink_object(sink, NULL);
        sink_string(sink, "word", choice.item[i].word);
        sink_string(sink, "text", choice.item[i].text);
        sink_close(sink);
    }
    sink_close(sink);
    sink_close(sink);
}

void write_legal_moves(struct request *request, struct sink *sink,
                       const struct match_position *position)
{
    const struct match_names names = match_names(&position->match);

    sink_string(sink, "game", position->match.game->id);
    sink_number(sink, "seq", position->seq);
    json_seats(sink, "to_act", position->to_act);
    sink->names = names.of;
    json_prompt(sink, position->match.game,
                position->has_state ? position->state : NULL, position->viewer);
    json_choice(sink, position);
    json_moves(request, sink, position);
    sink->names = NULL;
}

enum handled legal_moves_get(struct request *request)
{
    struct input in;
    struct match_position position;
    char tag[STATE_TAG_SIZE];
    enum play_err err;

    query_begin(&in, request);
    uint32_t min_seq = query_min_seq(&in);
    int seat = query_seat(&in);

    if (!input_end(&in))
        return HANDLED;
    request_choose_language(request);
    if (reply_cache_send(request, VIEW_MOVES, seat, min_seq)) {
        reply_private(request);
        reply_language(request);
        return HANDLED;
    }
    err = read_position(request, seat, min_seq, &position);
    if (err)
        return problem_of_play(request, err);
    if (position.match.sandbox && request->stage != STAGE_SLOW_WORKER)
        return NOT_HERE; /* it may take long */
    moves_tag(&position.match, position.viewer, request->language, tag);
    if (!reply_etag(request, tag)) {
        write_legal_moves(request, reply_open(request, 200), &position);
        reply_close(request);
        reply_cache_store(request, VIEW_MOVES, &position.match, position.viewer,
                          tag);
    }
    reply_private(request);
    reply_language(request);
    return HANDLED;
}
