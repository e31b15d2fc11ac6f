/* The queue: enter it for a rated match, read the entry, leave. */
#include "api/resources/queue.h"

#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/problem.h"
#include "api/json/clock_json.h"
#include "api/json/match_json.h"
#include "api/json/match_params.h"
#include "api/json/members.h"

#include <stdio.h>

/* ---- queue entries ---- */

static void json_table_sizes(struct sink *sink, uint8_t seats)
{
    sink_array(sink, "seats");
    for (int i = 0; i < RULES_SEATS_MAX; i++)
        if (seats >> i & 1)
            sink_number(sink, NULL, i + 1);
    sink_close(sink);
}

/* The largest difference of ratings; null: no limit (any longer). */
static void json_window(struct sink *sink, const struct queue_entry *ticket)
{
    if (ticket->status == QUEUE_WAITING && ticket->window < PAIRING_EVERYBODY)
        sink_number(sink, "window", ticket->window);
    else
        sink_null(sink, "window");
}

void json_queue_entry(struct sink *sink, const struct queue_entry *ticket)
{
    sink_string(sink, "game", ticket->game->id);
    json_table_sizes(sink, ticket->seats);
    json_clock_terms(sink, &ticket->clock);
    json_settings(sink, ticket->game, &ticket->settings);
    sink_truth(sink, "bots", ticket->takes_bots);
    sink_string(sink, "status", queue_status_word(ticket->status));
    sink_timestamp(sink, "joined_at", ticket->joined_us);
    sink_timestamp(sink, "expires_at", ticket->expires_us);
    if (ticket->match[0] != '\0')
        sink_string(sink, "match", ticket->match);
    else
        sink_null(sink, "match");
    json_window(sink, ticket);
    sink_number(sink, "waiting", ticket->others);
}

static enum handled reply_ticket(struct request *request,
                                 const struct queue_entry *ticket)
{
    json_queue_entry(reply_open(request, 200), ticket);
    reply_close(request);
    reply_private(request);
    return HANDLED;
}

/* ---- requests ---- */

/* A request to enter the queue as it was read; its strings are borrowed from
 * the body. */
struct search {
    struct input in;
    struct match_spec spec; /* the options and the clock */
    struct match_option options[RULES_OPTIONS_MAX];
    int seats[RULES_SEATS_MAX];
    size_t seat_count;
    bool takes_bots;
};

static void read_table_sizes(struct search *search)
{
    struct input *in = &search->in;
    json_t *seats = body_member(in, "seats", NEEDED, JSON_ARRAY);
    size_t count = json_array_size(seats);

    if (seats && (count == 0 || count > RULES_SEATS_MAX)) {
        input_fault(in, "/seats", "range", "This must have 1 to %d elements.",
                    RULES_SEATS_MAX);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *number = json_array_get(seats, i);
        const json_int_t n = json_integer_value(number);
        char pointer[POINTER_SIZE];

        snprintf(pointer, sizeof pointer, "/seats/%zu", i);
        if (!json_is_integer(number))
            input_fault(in, pointer, "type", "This must be a whole number.");
        else if (n < 1 || n > RULES_SEATS_MAX)
            input_fault(in, pointer, "range", "This must be 1 to %d.",
                        RULES_SEATS_MAX);
        else
            search->seats[i] = (int)n;
    }
    search->seat_count = count;
}

static bool search_begin(struct search *search, struct request *request)
{
    struct input *in = &search->in;

    if (!body_begin(in, request, BODY_REQUIRED))
        return false;
    search->spec.rated = true;
    read_table_sizes(search);
    match_params_read_options(in, &search->spec, search->options);
    match_params_read_clock(in, &search->spec, RULES_SEATS_MAX);
    search->takes_bots = body_truth(in, "bots", false);
    return input_end(in);
}

/* ---- refusing ---- */

static enum handled refuse_seats(struct request *request,
                                 const struct match_fault *fault)
{
    char pointer[POINTER_SIZE] = "/seats";

    if (fault->index < RULES_SEATS_MAX)
        snprintf(pointer, sizeof pointer, "/seats/%zu", fault->index);
    return problem_at(request, PROBLEM_INVALID_SETTINGS, pointer,
                      play_err_word(PLAY_BAD_SEATS), fault->why);
}

/* The match that prevents it, where it may be named. */
static enum handled refuse_for_match(struct request *request,
                                     enum problem problem, const char *match)
{
    struct sink *sink = problem_open(request, problem, NULL);

    if (match[0] != '\0')
        sink_string(sink, "match", match);
    else
        sink_null(sink, "match");
    reply_close(request);
    return HANDLED;
}

/* The game is part of the path, so an error about it has no place in the
 * body. */
static enum handled refuse(struct request *request, enum play_err err)
{
    if (err == PLAY_UNKNOWN_GAME)
        return problem_reply(request, PROBLEM_NOT_FOUND, NULL);
    return problem_of_play(request, err);
}

static enum handled refuse_search(struct request *request,
                                  const struct search *search,
                                  enum play_err err,
                                  const struct queue_fault *fault)
{
    if (err == PLAY_UNKNOWN_GAME)
        return refuse(request, err);
    if (err == PLAY_BAD_SEATS)
        return refuse_seats(request, &fault->fault);
    if (err == PLAY_ALREADY_PLAYING)
        return refuse_for_match(request, PROBLEM_ALREADY_PLAYING, fault->match);
    return match_params_refuse(request, &search->spec, err, &fault->fault);
}

/* ---- the handlers ---- */

enum handled queue_entry_put(struct request *request)
{
    struct search search = {0};
    struct queue_entry ticket;
    struct queue_fault fault;

    if (!search_begin(&search, request))
        return HANDLED;
    const struct queue_wish wish = {
        .game = request->path[0],
        .seats = search.seats,
        .seat_count = search.seat_count,
        .options = search.options,
        .option_count = search.spec.option_count,
        .clock = search.spec.clock,
        .takes_bots = search.takes_bots,
    };
    enum play_err err =
        queue_join(request->play, request->player, &wish, &ticket, &fault);

    if (err)
        refuse_search(request, &search, err, &fault);
    else
        reply_ticket(request, &ticket);
    input_drop(&search.in);
    return HANDLED;
}

enum handled queue_entry_get(struct request *request)
{
    struct queue_entry ticket;

    if (!query_is_empty(request))
        return HANDLED;
    enum play_err err =
        queue_read(request->play, request->player, request->path[0], &ticket);

    return err ? refuse(request, err) : reply_ticket(request, &ticket);
}

enum handled queue_entry_delete(struct request *request)
{
    struct queue_fault fault;

    if (!body_is_empty(request))
        return HANDLED;
    enum play_err err =
        queue_leave(request->play, request->player, request->path[0], &fault);

    if (err == PLAY_ALREADY_MATCHED)
        return refuse_for_match(request, PROBLEM_ALREADY_MATCHED, fault.match);
    if (err)
        return refuse(request, err);
    reply_empty(request, 204);
    return HANDLED;
}
