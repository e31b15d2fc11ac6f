/* Previews: the effect of a move, as far as its seat may know it beforehand. */
#include "play/match/preview.h"
#include "api/handlers.h"
#include "api/http/input.h"
#include "api/http/problem.h"
#include "api/http/reply_language.h"
#include "api/json/match_json.h"
#include "api/resources/match_action.h"
#include "play/match/action.h"

/* The change of each seat's score. */
static void json_score_change(struct sink *sink,
                              const struct match_preview *preview)
{
    const struct game *game = preview->match.game;
    struct scores before = {0}, after = {0};

    game->score(preview->before, &before);
    game->score(preview->after, &after);
    sink_array(sink, "score_change");
    for (int seat = 0; seat < after.seats; seat++)
        sink_number(sink, NULL, after.total[seat] - before.total[seat]);
    sink_close(sink);
}

static void json_after(struct sink *sink, const struct match_preview *preview)
{
    const struct game *game = preview->match.game;
    struct journal journal;

    sink_truth(sink, "ends_match", preview->is_over);
    json_seats(sink, "to_act", preview->to_act);
    json_score_change(sink, preview);
    move_journal(game, preview->before, preview->seat, preview->bits,
                 preview->after, &journal);
    json_steps(sink, game, &journal, preview->seat);
    sink_object(sink, "view");
    game->view(preview->after, preview->seat, sink);
    sink_close(sink);
}

/* The rest depends on hidden information and is omitted. */
static void json_unknown(struct sink *sink)
{
    static const char *const keys[] = {"ends_match", "to_act", "score_change",
                                       "steps", "view"};

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        sink_null(sink, keys[i]);
}

static void write_preview(struct request *request,
                          const struct match_preview *preview)
{
    const struct match *match = &preview->match;
    struct sink *sink;
    char tag[STATE_TAG_SIZE];

    request_choose_language(request);
    sink = reply_open(request, 200);
    sink_number(sink, "seq", match->seq);
    sink_number(sink, "seat", preview->seat);
    sink_string(sink, "move", preview->move);
    match->game->describe(preview->before, preview->seat, preview->bits, sink);
    sink_truth(sink, "reveals", (preview->seal & IRREVERSIBLE_REVEAL) != 0);
    sink_truth(sink, "undoable", preview->seal == 0);
    if (preview->has_after)
        json_after(sink, preview);
    else
        json_unknown(sink);
    reply_close(request);
    state_tag(match->seq, preview->seat, request->language, tag);
    reply_etag(request, tag);
    reply_private(request);
    reply_language(request);
}

enum handled preview_post(struct request *request)
{
    struct input in;
    struct match_preview preview;

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    const char *move =
        body_text(&in, "move", NEEDED, 1, RULES_NOTATION_MAX - 1);
    int seat = body_seat(&in);

    if (!input_end(&in))
        return HANDLED;
    enum play_err err = match_preview(request->play, request->player,
                                      request->path[0], seat, move, &preview);

    input_drop(&in);
    if (err == PLAY_SLOW)
        return TOO_SLOW;
    if (err)
        match_action_refuse(
            request,
            &(struct match_response){.err = err, .refusal = &preview.refusal});
    else
        write_preview(request, &preview);
    return HANDLED;
}
