/* The vacation of an account, which pauses clocks that count days. */
#include "play/accounts/vacation.h"

#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/problem.h"
#include "api/json/members.h"

static void write_vacations(struct request *request,
                            const struct vacations *vacations)
{
    struct sink *sink = reply_open(request, 200);

    sink_timestamp(sink, "began_at", vacations->now.began_us);
    sink_timestamp(sink, "until", vacations->now.until_us);
    sink_number(sink, "days_left", vacations->days_left);
    reply_close(request);
    reply_private(request);
}

enum handled vacation_get(struct request *request)
{
    struct vacations vacations;

    if (!query_is_empty(request))
        return HANDLED;
    enum play_err err =
        vacation_read(request->play, request->player, &vacations);

    if (err)
        return problem_of_play(request, err);
    write_vacations(request, &vacations);
    return HANDLED;
}

/* ---- starting ---- */

static void refuse_vacation(struct request *request, enum play_err err,
                            const struct vacations *vacations)
{
    struct sink *sink;

    if (err == PLAY_ON_VACATION) {
        sink = problem_open(request, PROBLEM_ON_VACATION,
                            "The current vacation is already longer. DELETE "
                            "/v1/me/vacation ends it.");
        sink_timestamp(sink, "until", vacations->now.until_us);
        reply_close(request);
    } else if (err == PLAY_NO_VACATION) {
        sink = problem_open(request, PROBLEM_NO_VACATION_LEFT, NULL);
        sink_number(sink, "days_left", vacations->days_left);
        reply_close(request);
    } else {
        problem_of_play(request, err);
    }
}

static void vacation_begun(void *ctx, enum play_err err,
                           const struct vacations *vacations)
{
    struct request *request = ctx;

    if (err)
        refuse_vacation(request, err, vacations);
    else
        write_vacations(request, vacations);
    request_finish(request);
}

enum handled vacation_put(struct request *request)
{
    struct input in;
    int64_t days = 0;

    if (!body_begin(&in, request, BODY_REQUIRED))
        return HANDLED;
    body_integer(&in, "days", NEEDED, 1, VACATION_DAYS, &days);
    if (!input_end(&in))
        return HANDLED;
    input_drop(&in);
    request_lend(request);
    vacation_begin(request->play, request->player, (unsigned)days,
                   vacation_begun, request);
    return LATER;
}

/* ---- ending ---- */

static void vacation_ended(void *ctx, enum play_err err,
                           const struct vacations *vacations)
{
    struct request *request = ctx;

    (void)vacations;
    if (err)
        problem_of_play(request, err);
    else
        reply_empty(request, 204);
    request_finish(request);
}

enum handled vacation_delete(struct request *request)
{
    if (!query_is_empty(request) || !body_is_empty(request))
        return HANDLED;
    request_lend(request);
    vacation_end(request->play, request->player, vacation_ended, request);
    return LATER;
}
