/* JSON of clocks: read from requests, written in responses. */
#include "api/json/clock_json.h"

#include "api/json/members.h"

#include <stdio.h>
#include <string.h>

static const char *const policy_words[] = {
    [CLOCK_CLAIM] = "claim",
    [CLOCK_AUTOMATIC] = "automatic",
};

/* ---- reading ---- */

/* The numbers of a clock. */
static const struct part {
    const char *name, *pointer;
    json_int_t min, max;
} parts[] = {
    {"turn_seconds", "/clock/turn_seconds", 1, MATCH_TURN_SECONDS_MAX},
    {"bank_seconds", "/clock/bank_seconds", 1, MATCH_BANK_SECONDS_MAX},
    {"increment_seconds", "/clock/increment_seconds", 0,
     MATCH_INCREMENT_SECONDS_MAX},
};

static uint32_t read_part(struct input *in, const json_t *clock,
                          const struct part *part)
{
    const json_t *value = json_object_get(clock, part->name);
    const json_int_t n = json_integer_value(value);

    if (!value)
        return 0;
    if (!json_is_integer(value))
        input_fault(in, part->pointer, "type", "This must be a whole number.");
    else if (n < part->min || n > part->max)
        input_fault(in, part->pointer, "range", "This must be %lld to %lld.",
                    (long long)part->min, (long long)part->max);
    else
        return (uint32_t)n;
    return 0;
}

static enum clock_policy read_policy(struct input *in, const json_t *clock,
                                     enum clock_policy fallback)
{
    const json_t *value = json_object_get(clock, "policy");
    const char *word = json_string_value(value);

    if (!value)
        return fallback;
    for (int i = CLOCK_CLAIM; i <= CLOCK_AUTOMATIC; i++)
        if (word && strcmp(word, policy_words[i]) == 0)
            return (enum clock_policy)i;
    input_fault(in, "/clock/policy", word ? "range" : "type",
                "This must be \"claim\" or \"automatic\".");
    return fallback;
}

/* Do the members together make a valid clock? */
static void check_together(struct input *in, const json_t *clock)
{
    bool has_turn = json_object_get(clock, "turn_seconds") != NULL;
    bool has_bank = json_object_get(clock, "bank_seconds") != NULL;

    if (!has_turn && !has_bank)
        input_fault(in, "/clock/turn_seconds", "required",
                    "A clock requires turn_seconds or bank_seconds.");
    if (has_turn && has_bank)
        input_fault(in, "/clock/bank_seconds", "conflict",
                    "A clock cannot have both turn_seconds and bank_seconds.");
    if (!has_bank && json_object_get(clock, "increment_seconds"))
        input_fault(in, "/clock/increment_seconds", "conflict",
                    "An increment requires bank_seconds.");
}

static bool is_known(const char *name)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(name, parts[i].name) == 0)
            return true;
    return strcmp(name, "policy") == 0;
}

enum clock_said clock_read(struct input *in, enum clock_policy fallback,
                           struct match_clock *out)
{
    bool is_null = json_is_null(json_object_get(in->root, "clock"));
    json_t *clock =
        body_member(in, "clock", OPTIONAL, is_null ? JSON_NULL : JSON_OBJECT);
    const char *name;
    json_t *value;

    *out = (struct match_clock){.policy = CLOCK_CLAIM};
    if (!clock)
        return CLOCK_UNSAID;
    if (is_null)
        return CLOCK_NONE;
    check_together(in, clock);
    out->turn_seconds = read_part(in, clock, &parts[0]);
    out->bank_seconds = read_part(in, clock, &parts[1]);
    out->increment_seconds = read_part(in, clock, &parts[2]);
    out->policy = read_policy(in, clock, fallback);
    json_object_foreach(clock, name, value)
    {
        char pointer[POINTER_SIZE];

        snprintf(pointer, sizeof pointer, "/clock/%.60s", name);
        if (!is_known(name))
            input_fault(in, pointer, "unknown", "Unknown member.");
    }
    return CLOCK_SAID;
}

/* ---- writing ---- */

static void write_seconds(struct sink *sink, const char *key, uint32_t seconds,
                          bool is_there)
{
    if (is_there)
        sink_number(sink, key, seconds);
    else
        sink_null(sink, key);
}

static void write_terms(struct sink *sink, const struct match_clock *clock)
{
    bool has_bank = clock->bank_seconds > 0;

    write_seconds(sink, "turn_seconds", clock->turn_seconds, !has_bank);
    write_seconds(sink, "bank_seconds", clock->bank_seconds, has_bank);
    write_seconds(sink, "increment_seconds", clock->increment_seconds,
                  has_bank);
    sink_string(sink, "policy", policy_words[clock->policy]);
}

void json_clock_terms(struct sink *sink, const struct match_clock *clock)
{
    if (!clock_is_set(clock)) {
        sink_null(sink, "clock");
        return;
    }
    sink_object(sink, "clock");
    write_terms(sink, clock);
    sink_close(sink);
}

/* Whole seconds in the time bank of each seat; null: the clock has none. */
static void write_banks(struct sink *sink, const struct match *match)
{
    sink_array(sink, "banks");
    for (int seat = 0; seat < match->settings.seats; seat++)
        write_seconds(sink, NULL, (uint32_t)(match->bank_us[seat] / 1000000),
                      match->clock.bank_seconds > 0 &&
                          match->seats[seat].kind != SEAT_BOT);
    sink_close(sink);
}

void json_clock(struct sink *sink, const struct match *match, int64_t now_us)
{
    if (!clock_is_set(&match->clock)) {
        sink_null(sink, "clock");
        return;
    }
    sink_object(sink, "clock");
    /* A clock that has stopped is the same at any time. */
    if (now_us != CLOCK_TIMELESS &&
        (match->status == MATCH_OPEN || match->status == MATCH_RUNNING))
        sink_timestamp(sink, "now", now_us);
    write_terms(sink, &match->clock);
    sink_array(sink, "deadlines");
    for (int seat = 0; seat < match->settings.seats; seat++)
        sink_timestamp(sink, NULL, match_deadline(match, seat));
    sink_close(sink);
    write_banks(sink, match);
    sink_array(sink, "away_until");
    for (int seat = 0; seat < match->settings.seats; seat++)
        sink_timestamp(sink, NULL, match->away_until_us[seat]);
    sink_close(sink);
    sink_close(sink);
}

void json_absences(struct sink *sink, const struct match *match)
{
    if (match->status != MATCH_RUNNING || clock_is_set(&match->clock)) {
        sink_null(sink, "absent_from");
        return;
    }
    sink_array(sink, "absent_from");
    for (int seat = 0; seat < match->settings.seats; seat++)
        sink_timestamp(sink, NULL, match_deadline(match, seat));
    sink_close(sink);
}
