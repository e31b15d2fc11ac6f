/* Parameters of a match. */
#include "api/json/match_params.h"

#include "api/http/responses/problem.h"
#include "api/json/clock_json.h"
#include "api/json/match_json.h"
#include "api/json/members.h"

#include <stdio.h>

/* ---- reading ---- */

void match_params_read_options(struct input *in, struct match_spec *spec,
                               struct match_option storage[RULES_OPTIONS_MAX])
{
    json_t *options = body_member(in, "options", OPTIONAL, JSON_OBJECT);
    const char *name;
    json_t *value;

    spec->options = storage;
    if (json_object_size(options) > RULES_OPTIONS_MAX) {
        input_fault(in, "/options", "range", "There are too many options.");
        return;
    }
    json_object_foreach(options, name, value)
    {
        struct match_option *option = &storage[spec->option_count++];

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
            input_fault(in, pointer, "type",
                        "This must be a string, a whole number, true or "
                        "false.");
        }
    }
}

void match_params_read_clock(struct input *in, struct match_spec *spec,
                             size_t seat_count)
{
    const enum clock_policy policy =
        spec->rated ? CLOCK_AUTOMATIC : CLOCK_CLAIM;
    const enum clock_said said = clock_read(in, policy, &spec->clock);

    if (said == CLOCK_UNSAID && spec->rated && seat_count > 1)
        spec->clock = (struct match_clock){.turn_seconds = MATCH_DAY_SECONDS,
                                           .policy = CLOCK_AUTOMATIC};
}

/* ---- errors ---- */

/* The place of the option: where the client gave it, or where it would be. */
static void point_to_option(const struct match_spec *spec,
                            const struct match_fault *fault,
                            char pointer[POINTER_SIZE])
{
    const char *name = fault->option;

    if (!name && fault->index < spec->option_count)
        name = spec->options[fault->index].name;
    snprintf(pointer, POINTER_SIZE, "/options%s%.60s", name ? "/" : "",
             name ? name : "");
}

/* Parameters that a rated match must not have. */
static enum handled refuse_unfair(struct request *request,
                                  const struct match_fault *fault)
{
    static const char *const places[] = {
        [UNFAIR_NOTHING] = "/rated",     [UNFAIR_POSITION] = "/position",
        [UNFAIR_BOT_BY_NAME] = "/seats", [UNFAIR_SAME_ACCOUNT] = "/seats",
        [UNFAIR_NO_CLOCK] = "/clock",    [UNFAIR_CLAIM] = "/clock/policy",
    };
    char pointer[POINTER_SIZE];

    snprintf(pointer, sizeof pointer, "%s", places[fault->unfair]);
    if (fault->index < RULES_SEATS_MAX)
        snprintf(pointer, sizeof pointer, "%s/%zu", places[fault->unfair],
                 fault->index);
    return problem_at(request, PROBLEM_UNFAIR, pointer,
                      play_err_word(PLAY_UNFAIR), fault->why);
}

static enum handled refuse_many(struct request *request,
                                const struct match_fault *fault)
{
    struct sink *sink = problem_open(request, PROBLEM_TOO_MANY_MATCHES, NULL);

    sink_string(sink, "limit", match_cap_word(fault->cap));
    sink_number(sink, "most", fault->most);
    sink_optional_string(sink, "match",
                         fault->oldest[0] ? fault->oldest : NULL);
    reply_close(request);
    return HANDLED;
}

enum handled match_params_refuse(struct request *request,
                                 const struct match_spec *spec,
                                 enum play_err err,
                                 const struct match_fault *fault)
{
    char pointer[POINTER_SIZE];
    const char *words = err == PLAY_BAD_OPTION
                            ? "The game does not allow this value."
                            : "The game has no such option.";

    if (err == PLAY_UNFAIR)
        return refuse_unfair(request, fault);
    if (err == PLAY_TOO_MANY_MATCHES)
        return refuse_many(request, fault);
    if (err != PLAY_BAD_OPTION && err != PLAY_UNKNOWN_OPTION)
        return problem_of_play(request, err);
    point_to_option(spec, fault, pointer);
    return problem_at(request, PROBLEM_INVALID_SETTINGS, pointer,
                      play_err_word(err), fault->why ? fault->why : words);
}

/* The text of a move of a list; notes what is wrong with it. */
static const char *check_move(struct input *in, const char *name, size_t number,
                              const json_t *value)
{
    const size_t length = json_string_length(value);
    char pointer[POINTER_SIZE];

    snprintf(pointer, sizeof pointer, "/%s/%zu", name, number);
    if (!json_is_string(value))
        input_fault(in, pointer, "type", "This must be a string.");
    else if (length < 1 || length >= RULES_NOTATION_MAX)
        input_fault(in, pointer, "length", "This must have 1 to %d bytes.",
                    RULES_NOTATION_MAX - 1);
    return json_string_value(value);
}

size_t match_params_read_moves(struct input *in, const char *name,
                               const char **out, size_t max)
{
    json_t *list = body_member(in, name, NEEDED, JSON_ARRAY);
    const size_t count = json_array_size(list);

    if (!list)
        return 0;
    if (count < 1 || count > max) {
        char pointer[POINTER_SIZE];

        snprintf(pointer, sizeof pointer, "/%s", name);
        input_fault(in, pointer, "length", "This must have 1 to %zu moves.",
                    max);
        return 0;
    }
    for (size_t i = 0; i < count; i++)
        out[i] = check_move(in, name, i, json_array_get(list, i));
    return count;
}
