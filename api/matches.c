/* Matches: making one, and what everybody may know of one. */
#include "api/act.h"
#include "api/document.h"
#include "api/fields.h"
#include "api/handlers.h"
#include "api/known.h"
#include "api/match_json.h"
#include "api/problem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is read of a new match; the texts lie in the body.  Ended by
 * order_end. */
struct order {
    struct fields in;
    struct match_spec spec;
    struct document position;
    const char *seats[RULES_SEATS_MAX];
    struct match_option options[RULES_OPTIONS_MAX];
};

static void read_seats(struct fields *in, struct order *order)
{
    json_t *seats = body_member(in, "seats", NEEDED, JSON_ARRAY);
    char pointer[POINTER_SIZE];

    if (seats && (json_array_size(seats) == 0 ||
                  json_array_size(seats) > RULES_SEATS_MAX)) {
        fields_fault(in, "/seats", "range", "This must have 1 to %d elements.",
                     RULES_SEATS_MAX);
        return;
    }
    for (size_t i = 0; i < json_array_size(seats); i++) {
        json_t *seat = json_array_get(seats, i);

        snprintf(pointer, sizeof pointer, "/seats/%zu", i);
        if (!json_is_string(seat) || json_string_length(seat) > 64)
            fields_fault(in, pointer, "type",
                         "This must be \"me\", \"open\" or \"bot:NAME\".");
        order->seats[i] = json_string_value(seat);
    }
    order->spec.seats = order->seats;
    order->spec.seat_count = json_array_size(seats);
}

/* Play knows which options there are and what they allow. */
static void read_options(struct fields *in, struct order *order)
{
    json_t *options = body_member(in, "options", OPTIONAL, JSON_OBJECT);
    const char *name;
    json_t *value;

    order->spec.options = order->options;
    if (json_object_size(options) > RULES_OPTIONS_MAX) {
        fields_fault(in, "/options", "range", "There are not so many options.");
        return;
    }
    json_object_foreach(options, name, value)
    {
        struct match_option *option =
            &order->options[order->spec.option_count++];

        *option = (struct match_option){.name = name};
        if (json_is_string(value)) {
            option->is_text = true;
            option->text = json_string_value(value);
        } else if (json_is_boolean(value)) {
            option->number = json_is_true(value);
        } else if (json_is_integer(value)) {
            option->number = json_integer_value(value);
        } else {
            char pointer[POINTER_SIZE];

            snprintf(pointer, sizeof pointer, "/options/%.60s", name);
            fields_fault(in, pointer, "type",
                         "This must be a string, a whole number, true or "
                         "false.");
        }
    }
}

/* A part of the contract that is not there yet: only its default goes. */
static void read_rated(struct fields *in)
{
    if (body_truth(in, "rated", false))
        fields_fault(in, "/rated", "unsupported",
                     "Rated matches do not exist yet.");
}

static void read_clock(struct fields *in, struct order *order)
{
    bool is_null = json_is_null(json_object_get(in->root, "clock"));
    json_t *clock =
        body_member(in, "clock", OPTIONAL, is_null ? JSON_NULL : JSON_OBJECT);
    json_t *seconds = json_object_get(clock, "turn_seconds");
    const json_int_t n = json_integer_value(seconds);
    const char *name;
    json_t *value;

    if (!clock || is_null)
        return;
    if (!seconds)
        fields_fault(in, "/clock/turn_seconds", "required",
                     "This member is needed.");
    else if (!json_is_integer(seconds))
        fields_fault(in, "/clock/turn_seconds", "type",
                     "This must be a whole number.");
    else if (n < 1 || n > MATCH_TURN_SECONDS_MAX)
        fields_fault(in, "/clock/turn_seconds", "range",
                     "This must be 1 to %d.", MATCH_TURN_SECONDS_MAX);
    else
        order->spec.turn_seconds = (uint32_t)n;
    json_object_foreach(clock, name, value)
    {
        char pointer[POINTER_SIZE];

        snprintf(pointer, sizeof pointer, "/clock/%.60s", name);
        if (value != seconds)
            fields_fault(in, pointer, "unknown", "There is no such member.");
    }
}

static void read_position(struct fields *in, struct order *order)
{
    json_t *position = body_member(in, "position", OPTIONAL, JSON_OBJECT);

    if (!position)
        return;
    if (order->spec.option_count > 0)
        fields_fault(in, "/options", "conflict",
                     "A position says the options itself: leave them out.");
    if (document_begin(&order->position, in, position, "/position"))
        order->spec.position = &order->position.source;
}

/* ---- refusing ---- */

/* The place of the option: where the client gave it, or where it would
 * stand. */
static void point_to_option(const struct order *order,
                            const struct match_fault *fault,
                            char pointer[POINTER_SIZE])
{
    const char *name = fault->option;

    if (!name && fault->index < order->spec.option_count)
        name = order->options[fault->index].name;
    snprintf(pointer, POINTER_SIZE, "/options%s%.60s", name ? "/" : "",
             name ? name : "");
}

static enum handled refuse_position(struct request *request,
                                    const struct order *order,
                                    const struct match_fault *fault)
{
    char pointer[POINTER_SIZE] = "/position";
    const char *words = fault->why;

    if (document_missed(&order->position, pointer))
        words = "The game finds nothing here that it knows.";
    else if (!words)
        words = "This is no position that a match could be in.";
    return problem_at(request, PROBLEM_INVALID_POSITION, pointer,
                      play_err_word(PLAY_BAD_POSITION), words);
}

/* Which part of the order play refuses. */
static enum handled refuse_order(struct request *request,
                                 const struct order *order, enum play_err err,
                                 const struct match_fault *fault)
{
    char pointer[POINTER_SIZE] = "/seats";
    const char *words = "The game does not allow these seats.";

    if (err == PLAY_BAD_POSITION)
        return refuse_position(request, order, fault);
    if (err == PLAY_BAD_OPTION || err == PLAY_UNKNOWN_OPTION) {
        point_to_option(order, fault, pointer);
        words = err == PLAY_BAD_OPTION ? "The game does not allow this value."
                                       : "The game has no such option.";
    } else if (err != PLAY_BAD_SEATS && err != PLAY_UNKNOWN_BOT) {
        return problem_of_play(request, err);
    } else if (fault->index < order->spec.seat_count) {
        snprintf(pointer, sizeof pointer, "/seats/%zu", fault->index);
        words = err == PLAY_UNKNOWN_BOT
                    ? "There is no bot of this name."
                    : "This must be \"me\" (once), \"open\" or \"bot:NAME\".";
    }
    return problem_at(request, PROBLEM_INVALID_SETTINGS, pointer,
                      play_err_word(err), fault->why ? fault->why : words);
}

/* ---- the handlers ---- */

/* False, and the reply is written, when the body is no order. */
static bool order_begin(struct order *order, struct request *request)
{
    struct fields *in = &order->in;

    if (!body_begin(in, request, BODY_REQUIRED))
        return false;
    order->spec.game = body_text(in, "game", NEEDED, 1, 64);
    read_seats(in, order);
    read_options(in, order);
    read_position(in, order);
    read_rated(in);
    read_clock(in, order);
    order->spec.is_private = body_truth(in, "private", false);
    return fields_end(in);
}

static void order_end(struct order *order)
{
    document_end(&order->position);
    fields_drop(&order->in);
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
    struct match_once once = {.render = act_render_match};
    struct match_fault fault;
    struct match_created made;
    enum play_err err;

    if (!order_begin(&order, request)) {
        document_end(&order.position);
        return HANDLED;
    }
    if (!act_key(request, &once.key, once.body_hash)) {
        order_end(&order);
        return HANDLED;
    }
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
    char tag[STATE_TAG_SIZE];

    if (!query_is_empty(request))
        return HANDLED;
    if (known_reply(request, VIEW_MATCH, MATCH_OWN_SEAT)) {
        reply_revalidate(request);
        return HANDLED;
    }
    if (request->is_quick)
        return NOT_AT_ONCE;
    enum play_err err = match_get(request->play, request->path[0], &match);

    if (err)
        return problem_of_play(request, err);
    match_tag(&match, tag);
    json_match(reply_open(request, 200), &match);
    reply_close(request);
    known_keep(request, VIEW_MATCH, &match, RULES_SPECTATOR, tag);
    reply_revalidate(request);
    return HANDLED;
}
