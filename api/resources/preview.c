/* Previews: the effect of a move, as far as its seat may know it beforehand. */
#include "play/match/preview.h"
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/problem.h"
#include "api/http/responses/reply_language.h"
#include "api/json/match_json.h"
#include "api/json/match_params.h"
#include "api/resources/match_action.h"
#include "play/match/action.h"

#include <string.h>

/* The change of each seat's score; null if it depends on hidden things. */
static void json_score_change(struct sink *sink,
                              const struct match_preview *preview)
{
    if (!preview->has_score) {
        sink_null(sink, "score_change");
        return;
    }
    sink_array(sink, "score_change");
    for (int seat = 0; seat < preview->match.settings.seats; seat++)
        sink_number(sink, NULL, preview->score_change[seat]);
    sink_close(sink);
}

/* Play the moves that the preview plays on with up to this one, from the state
 * before the preview; returns the last of them. */
static struct move play_until(const struct match_preview *preview, size_t count,
                              void *state)
{
    const struct game *game = preview->match.game;
    struct move move = preview->bits;

    memcpy(state, preview->before, game->state_size);
    for (size_t i = 0; i < count; i++) {
        game_play_listed(game, state, preview->seat, move);
        move = preview->forced[i];
    }
    return move;
}

/* The moves that it plays on with. */
static void json_forced(struct sink *sink, const struct match_preview *preview)
{
    const struct game *game = preview->match.game;
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
    char notation[RULES_NOTATION_MAX];

    sink_array(sink, "forced");
    for (size_t i = 1; i <= preview->forced_count; i++) {
        const struct move move = play_until(preview, i, state);

        game->format(state, preview->seat, move, notation);
        sink_object(sink, NULL);
        sink_string(sink, "move", notation);
        game->describe(state, preview->seat, move, sink);
        sink_close(sink);
    }
    sink_close(sink);
}

/* Whether the match ends, and who is to act; null if that depends on hidden
 * things. */
static void json_what_follows(struct sink *sink,
                              const struct match_preview *preview)
{
    if (preview->is_whole) {
        sink_truth(sink, "ends_match", preview->is_over);
        json_seats(sink, "to_act", preview->to_act);
    } else {
        sink_null(sink, "ends_match");
        sink_null(sink, "to_act");
    }
}

static void json_view(struct sink *sink, const struct match_preview *preview)
{
    if (!preview->has_after) {
        sink_null(sink, "view");
        return;
    }
    sink_object(sink, "view");
    game_view(preview->match.game, preview->after, preview->seat, sink);
    sink_close(sink);
}

/* What the move does, as far as its seat may know it beforehand. */
static void json_effect(struct sink *sink, const struct match_preview *preview,
                        bool has_view)
{
    json_what_follows(sink, preview);
    json_score_change(sink, preview);
    sink_array(sink, "steps");
    json_more_steps(sink, preview->match.game, &preview->journal,
                    preview->seat);
    sink_close(sink);
    if (has_view)
        json_view(sink, preview);
}

/* The previews that a request asks for. */
struct previews {
    struct sink *sink;
    bool is_list, has_view;
    uint32_t seq; /* of the match */
    int seat;
    const struct game *game;
};

static void write_preview(void *ctx, const struct match_preview *preview)
{
    struct previews *previews = ctx;
    struct sink *sink = previews->sink;
    const struct match *match = &preview->match;
    const struct match_names names = match_names(match);

    sink->names = names.of;
    previews->seq = match->seq;
    previews->seat = preview->seat;
    previews->game = match->game;
    if (previews->is_list)
        sink_object(sink, NULL);
    sink_string(sink, "game", match->game->id);
    sink_number(sink, "seq", match->seq);
    sink_number(sink, "seat", preview->seat);
    sink_string(sink, "move", preview->move);
    match->game->describe(preview->before, preview->seat, preview->bits, sink);
    json_forced(sink, preview);
    sink_truth(sink, "reveals", (preview->seal & IRREVERSIBLE_REVEAL) != 0);
    sink_truth(sink, "undoable", preview->seal == 0);
    json_effect(sink, preview, previews->has_view);
    if (previews->is_list)
        sink_close(sink);
    sink->names = NULL;
}

static enum handled reply(struct request *request,
                          struct match_preview_request *what,
                          struct previews *previews)
{
    struct match_response refused = {.is_list = previews->is_list};
    struct refusal refusal = {0};
    char tag[STATE_TAG_SIZE];

    request_choose_language(request);
    what->language = request->language;
    previews->sink = reply_open(request, 200);
    if (previews->is_list)
        sink_array(previews->sink, "previews");
    refused.err = match_preview(request->play, request->player, what,
                                &refused.at, &refusal);
    refused.refusal = &refusal;
    if (refused.err == PLAY_SLOW)
        return NOT_HERE;
    if (refused.err) {
        match_action_refuse(request, &refused);
        return HANDLED;
    }
    if (previews->is_list) {
        sink_close(previews->sink);
        sink_string(previews->sink, "game", previews->game->id);
    }
    reply_close(request);
    state_tag(previews->seq, previews->seat, request->language, tag);
    reply_etag(request, tag);
    reply_private(request);
    reply_language(request);
    return HANDLED;
}

enum handled preview_post(struct request *request)
{
    struct input in;
    struct previews previews = {0};
    const char *moves[PREVIEWS_MAX];
    struct match_preview_request what = {.match = request->path[0],
                                         .moves = moves,
                                         .count = 1,
                                         .visit = write_preview,
                                         .ctx = &previews};
    enum handled handled;

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    previews.is_list = json_object_get(in.root, "alternatives") != NULL;
    if (previews.is_list)
        what.count =
            match_params_read_moves(&in, "alternatives", moves, PREVIEWS_MAX);
    else
        moves[0] = body_text(&in, "move", NEEDED, 1, RULES_NOTATION_MAX - 1);
    what.seat = body_seat(&in);
    previews.has_view = body_truth(&in, "view", true);
    what.is_forced = body_truth(&in, "forced", false);
    if (!input_end(&in))
        return HANDLED;
    handled = reply(request, &what, &previews);
    input_drop(&in);
    return handled;
}
