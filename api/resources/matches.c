/* Matches: create one, and read what everybody may see of one. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/problem.h"
#include "api/http/responses/reply_cached.h"
#include "api/json/match_json.h"
#include "api/json/match_params.h"
#include "api/resources/match_action.h"
#include "play/match/create.h"
#include "play/match/network.h"
#include "play/match/read.h"
#include "json/source_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a body: an order without a position is shorter. */
enum { SHORT_ORDER = 4096 };

/* A new match as it was read; its strings are borrowed from the body.  Release
 * with order_end. */
struct order {
    struct input in;
    struct match_spec spec;
    struct source_json position;
    const char *seats[RULES_SEATS_MAX];
    struct match_option options[RULES_OPTIONS_MAX];
};

static void read_seats(struct input *in, struct order *order)
{
    json_t *seats = body_member(in, "seats", NEEDED, JSON_ARRAY);
    char pointer[POINTER_SIZE];

    if (seats && (json_array_size(seats) == 0 ||
                  json_array_size(seats) > RULES_SEATS_MAX)) {
        input_fault(in, "/seats", "range", "This must have 1 to %d elements.",
                    RULES_SEATS_MAX);
        return;
    }
    for (size_t i = 0; i < json_array_size(seats); i++) {
        json_t *seat = json_array_get(seats, i);

        snprintf(pointer, sizeof pointer, "/seats/%zu", i);
        if (!json_is_string(seat) || json_string_length(seat) > 64)
            input_fault(in, pointer, "type",
                        "This must be \"me\", \"open\" or \"bot:NAME\".");
        order->seats[i] = json_string_value(seat);
    }
    order->spec.seats = order->seats;
    order->spec.seat_count = json_array_size(seats);
}

static void read_position(struct input *in, struct order *order)
{
    json_t *position = body_member(in, "position", OPTIONAL, JSON_OBJECT);

    if (!position)
        return;
    if (order->spec.option_count > 0)
        input_fault(in, "/options", "conflict",
                    "A position includes the options: omit this member.");
    if (!source_json_init(&order->position, position)) {
        input_fault(in, "/position", "range", "This cannot be read now.");
        return;
    }
    order->spec.position = &order->position.source;
}

/* ---- refusing ---- */

static enum handled refuse_position(struct request *request,
                                    const struct match_fault *fault)
{
    char pointer[sizeof "/position" + sizeof fault->position.pointer];
    const char *words = fault->position.reason;

    snprintf(pointer, sizeof pointer, "/position%s", fault->position.pointer);
    if (!words[0])
        words = fault->why ? fault->why : "A match cannot be in this position.";
    return problem_at(request, PROBLEM_INVALID_POSITION, pointer,
                      play_err_word(PLAY_BAD_POSITION), words);
}

/* The part of the order that play refuses. */
static enum handled refuse_order(struct request *request,
                                 const struct order *order, enum play_err err,
                                 const struct match_fault *fault)
{
    char pointer[POINTER_SIZE] = "/seats";
    const char *words = "The game does not allow these seats.";

    if (err == PLAY_BAD_POSITION)
        return refuse_position(request, fault);
    if (err != PLAY_BAD_SEATS && err != PLAY_UNKNOWN_BOT)
        return match_params_refuse(request, &order->spec, err, fault);
    if (fault->index < order->spec.seat_count) {
        snprintf(pointer, sizeof pointer, "/seats/%zu", fault->index);
        words = err == PLAY_UNKNOWN_BOT
                    ? "No bot has this name."
                    : "This must be \"me\" (once), \"open\" or \"bot:NAME\".";
    }
    return problem_at(request, PROBLEM_INVALID_SETTINGS, pointer,
                      play_err_word(err), fault->why ? fault->why : words);
}

/* ---- the handlers ---- */

/* False, and the response is written, when the body is not a valid order. */
static bool order_begin(struct order *order, struct request *request)
{
    struct input *in = &order->in;

    if (!body_begin(in, request, BODY_REQUIRED))
        return false;
    order->spec.game = body_text(in, "game", NEEDED, 1, 64);
    read_seats(in, order);
    match_params_read_options(in, &order->spec, order->options);
    read_position(in, order);
    order->spec.rated = body_truth(in, "rated", false);
    match_params_read_clock(in, &order->spec, order->spec.seat_count);
    order->spec.is_private = body_truth(in, "private", false);
    return input_end(in);
}

static void order_end(struct order *order)
{
    source_json_free(&order->position);
    input_drop(&order->in);
}

static void reply_made(struct request *request, struct match_created *made)
{
    text_add_string(reply_text(request, 201, "application/json"), made->reply);
    free(made->reply);
    reply_header(request, "Location", "/v1/matches/%s", made->id);
    reply_private(request);
    if (made->replayed)
        reply_header(request, "Idempotent-Replayed", "true");
}

enum handled matches_post(struct request *request)
{
    struct order order = {0};
    struct match_once once = {.render = match_action_render_match};
    struct match_fault fault;
    struct match_created made;
    enum play_err err;

    const bool has_time = request->stage == STAGE_SLOW_WORKER;

    if (!has_time && request->body_length > SHORT_ORDER)
        return NOT_HERE; /* it has a position: it is not read twice */
    if (!order_begin(&order, request)) {
        source_json_free(&order.position);
        return HANDLED;
    }
    /* listing its first moves may take long */
    if (order.spec.position && !has_time) {
        order_end(&order);
        return NOT_HERE;
    }
    if (!match_action_key(request, &once.key, once.body_hash)) {
        order_end(&order);
        return HANDLED;
    }
    if (order.spec.rated)
        network_note(request->play, request->player, request_network(request));
    err = match_create_once(request->play, request->player, &order.spec, &once,
                            &made, &fault);
    if (err)
        refuse_order(request, &order, err, &fault);
    else
        reply_made(request, &made);
    order_end(&order);
    return HANDLED;
}

enum handled match_get_one(struct request *request)
{
    struct match match;
    struct match_ratings ratings;
    char tag[STATE_TAG_SIZE];
    struct input in;

    query_begin(&in, request);
    uint32_t min_seq = query_min_seq(&in);

    if (!input_end(&in))
        return HANDLED;
    if (reply_cache_send(request, VIEW_MATCH, MATCH_OWN_SEAT, min_seq)) {
        reply_revalidate(request);
        return HANDLED;
    }
    if (request->stage == STAGE_AT_ONCE)
        return NOT_HERE;
    enum play_err err =
        match_catch_up(request->play, request->path[0], min_seq);

    if (!err)
        err = match_get(request->play, request->path[0], &match);
    if (!err)
        err = match_ratings_read(request->play, &match, 1, &ratings);
    if (err)
        return problem_of_play(request, err);
    match_tag(&match, tag);
    if (ratings.is_settled)
        strncat(tag, ratings.note == NOTE_ANNULLED ? "-annulled" : "-rated",
                sizeof tag - strlen(tag) - 1);
    json_match_rated(reply_open(request, 200), &match, &ratings);
    reply_close(request);
    /* Settling the ratings later changes the document without an event. */
    if (match.rated && match.finished_us != 0 && !ratings.is_settled)
        reply_etag(request, tag);
    else
        reply_cache_store(request, VIEW_MATCH, &match, RULES_SPECTATOR, tag);
    reply_revalidate(request);
    return HANDLED;
}
