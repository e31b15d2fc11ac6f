/* The responses to requests that change a match. */
#include "api/http/responses/problem.h"
#include "api/http/responses/refbuf.h"
#include "api/http/responses/reply_language.h"
#include "api/http/server.h"
#include "api/json/clock_json.h"
#include "api/json/match_json.h"
#include "api/json/members.h"
#include "api/json/undo_json.h"
#include "api/resources/event_block.h"
#include "api/resources/match_action.h"

#include <string.h>

enum {
    USUAL_REPLY = 4000, /* bytes of most responses to a move */
    BLOCK_ROOM = 48,    /* of a block without its event and clock */
};

static char *take_reply(struct text *text)
{
    size_t length;

    text_add(text, "\n", 1);
    return text_take(text, &length);
}

char *match_action_render_match(void *ctx, const struct match_update *effect)
{
    struct text text = {0};
    struct sink_json json;

    (void)ctx;
    sink_json_init(&json, &text);
    sink_object(&json.sink, NULL);
    json_match(&json.sink, effect->match);
    sink_close(&json.sink);
    return take_reply(&text);
}

/* Compute the state after an event that others follow. */
static const void *state_after(const struct game *game, const void *before,
                               const struct match_event *event, void *out)
{
    memcpy(out, before, game->state_size);
    if (event->kind == EVENT_TIMEOUT)
        game->leave(out, event->seat, event->to_seq != 0);
    else
        game->apply(out, event->seat, event->bits);
    return out;
}

/* If several seats leave at once, or a seat makes several moves, each event is
 * written with the states around it, as in the event log.  Returns the insiders
 * of the last one. */
static seat_set write_events(struct sink *sink,
                             const struct match_update *effect)
{
    seat_set insiders = 0;
    const struct game *game = effect->match->game;
    struct event_context context = {.match = effect->match,
                                    .viewer = effect->seat,
                                    .before = effect->before,
                                    .after = effect->after,
                                    .undo = effect->undo};
    _Alignas(16) uint8_t states[2][RULES_STATE_MAX];

    for (size_t i = 0; i < effect->count; i++) {
        const struct match_event *event = &effect->events[i];
        const bool is_last =
            i + 1 == effect->count || event->kind != event[1].kind;

        context.after = effect->after;
        if (!is_last || event->kind == EVENT_TIMEOUT)
            context.after =
                state_after(game, context.before, event, states[i % 2]);
        insiders = json_event(sink, &context, event);
        context.before = context.after;
    }
    return insiders;
}

/* Where a list of moves stopped; null if all were played. */
static void write_stop(struct sink *sink, const struct match_update *effect)
{
    static const char *const words[] = {
        [MATCH_STOP_REVEALED] = "revealed",
        [MATCH_STOP_NOT_TO_ACT] = "not-to-act",
        [MATCH_STOP_OVER] = "finished",
    };

    if (!effect->stop) {
        sink_null(sink, "stopped");
        return;
    }
    sink_object(sink, "stopped");
    sink_number(sink, "at", (int64_t)effect->at);
    sink_string(sink, "reason", words[effect->stop]);
    sink_close(sink);
}

char *match_action_render_events(void *ctx, const struct match_update *effect)
{
    const struct request *request = ctx;
    struct action_reply *action = request->own;
    const struct match *match = effect->match;
    struct text text = {0};
    struct sink_json json;
    struct sink *sink = &json.sink;
    struct scores scores = {0};

    if (effect->after)
        match->game->score(effect->after, &scores);
    text_reserve(&text, USUAL_REPLY); /* instead of growing in steps */
    sink_json_init(&json, &text);
    sink->language = request->language;
    sink_object(sink, NULL);
    sink_string(sink, "game", match->game->id);
    sink_number(sink, "seq", match->seq);
    sink_array(sink, "events");
    action->moved.at = text.length;
    action->moved.seat = effect->seat;
    action->moved.insiders = write_events(sink, effect);
    action->moved.length =
        effect->count == 1 && effect->events->kind == EVENT_MOVE
            ? text.length - action->moved.at
            : 0;
    sink_close(sink);
    json_seats(sink, "to_act", match->to_act);
    sink_string(sink, "status", match_status_word(match->status));
    json_prompt(sink, match->game, effect->after, effect->seat);
    json_totals(sink, &scores);
    if (effect->limits)
        json_undo(sink, effect->limits);
    else
        sink_null(sink, "undo");
    if (effect->is_list)
        write_stop(sink, effect);
    sink_close(sink);
    return take_reply(&text);
}

void match_action_announce(void *ctx, const struct match *match,
                           const char *reply)
{
    const struct request *request = ctx;
    const struct action_reply *action = request->own;
    const seat_set insiders = action->moved.insiders;
    const struct event_reader reader = {action->moved.seat, request->language,
                                        insiders};
    struct text text = {0};
    struct sink_json json;

    /* Few streams get what only this seat may know: they write it. */
    if (action->moved.length == 0 || insiders >> action->moved.seat & 1)
        return;
    text_reserve(&text, action->moved.length + BLOCK_ROOM);
    event_block_begin(&text, match->seq, EVENT_MOVE);
    text_add(&text, reply + action->moved.at, action->moved.length);
    if (clock_is_set(&match->clock)) {
        sink_json_continue(&json, &text);
        json_clock(&json.sink, match, play_now_us(request->play));
        sink_close(&json.sink);
    }
    event_block_end(&text);
    refbuf_drop(event_block_share(server_reply_cache(request->server), match,
                                  &reader, &text));
    text_clear(&text);
}

static const char *claim_detail(const struct match_response *answer)
{
    if (answer->err == PLAY_IN_GRACE)
        return "The time of this seat is up, but the service was interrupted: "
               "until `deadline` no seat leaves, so that its player can still "
               "act.";
    if (answer->err == PLAY_OWN_DECISION)
        return "You are to act, too. Without a clock a claim is possible only "
               "while you wait for others: decide first.";
    return answer->deadline_us
               ? "The seat still has time."
               : "The time of this seat does not run: it is not to act, a bot "
                 "plays it, or nobody can claim without a clock here.";
}

static void refuse_claim(struct request *request,
                         const struct match_response *answer)
{
    struct sink *sink =
        problem_open(request, PROBLEM_TIME_NOT_UP, claim_detail(answer));

    sink_timestamp(sink, "deadline", answer->deadline_us);
    reply_close(request);
}

static void refuse_move(struct request *request, const struct refusal *why)
{
    struct sink *sink =
        problem_open(request, PROBLEM_ILLEGAL_MOVE, why ? why->reason : NULL);

    sink_string(sink, "rule", why ? why->rule : "");
    sink_string(sink, "reason", why ? why->reason : "");
    reply_close(request);
    reply_language(request);
}

static void refuse_undo(struct request *request, const struct match_undo *undo)
{
    struct sink *sink = problem_open(request, PROBLEM_UNDO_BLOCKED,
                                     undo_words(undo, request->language));

    if (undo->allowed)
        sink_number(sink, "allowed_to_seq", undo->to_seq);
    else
        sink_null(sink, "allowed_to_seq");
    sink_optional_string(sink, "blocked_by", undo_reason(undo));
    reply_close(request);
    reply_language(request);
}

/* Which of several moves is refused. */
static void write_index(struct request *request,
                        const struct match_response *answer)
{
    const bool is_of_move = answer->err == PLAY_ILLEGAL_MOVE ||
                            answer->err == PLAY_BAD_MOVE ||
                            answer->err == PLAY_NOT_YOUR_TURN;

    if (!answer->is_list || !is_of_move)
        return;
    sink_json_continue(&request->json, &request->reply.body);
    sink_number(&request->json.sink, "index", (int64_t)answer->at);
    reply_close(request);
}

void match_action_refuse(struct request *request,
                         const struct match_response *answer)
{
    struct sink *sink;

    if (answer->err == PLAY_STALE) {
        sink = problem_open(request, PROBLEM_STALE_STATE, NULL);
        sink_number(sink, "current_seq", answer->seq);
    } else if (answer->err == PLAY_ILLEGAL_MOVE) {
        refuse_move(request, answer->refusal);
        write_index(request, answer);
        return;
    } else if (answer->err == PLAY_UNDO_BLOCKED && answer->undo) {
        refuse_undo(request, answer->undo);
        return;
    } else if (answer->err == PLAY_TIME_NOT_UP ||
               answer->err == PLAY_IN_GRACE ||
               answer->err == PLAY_OWN_DECISION) {
        refuse_claim(request, answer);
        return;
    } else {
        problem_of_play(request, answer->err);
        write_index(request, answer);
        return;
    }
    reply_close(request);
    write_index(request, answer);
}
