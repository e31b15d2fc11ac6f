/* Reads the input of a client strictly. */
#include "api/http/request/input.h"

#include "api/http/request/accept_header.h"
#include "api/http/responses/problem.h"
#include "play/match/read.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The lists are empty.  Their places, kilobytes, are not wiped. */
static void begin(struct input *fields, struct request *request)
{
    fields->request = request;
    fields->root = NULL;
    fields->seen_count = fields->fault_count = 0;
}

/* ---- faults ---- */

void input_fault(struct input *fields, const char *pointer, const char *code,
                 const char *format, ...)
{
    if (fields->fault_count == FAULTS_MAX)
        return;
    struct fault *fault = &fields->faults[fields->fault_count++];
    va_list args;

    fault->is_parameter = !fields->root;
    fault->code = code;
    snprintf(fault->pointer, sizeof fault->pointer, "%s", pointer);
    va_start(args, format);
    vsnprintf(fault->detail, sizeof fault->detail, format, args);
    va_end(args);
}

static void fault_of_member(struct input *fields, const char *name,
                            const char *code, const char *detail)
{
    char pointer[POINTER_SIZE] = "";
    size_t at = 0;

    if (fields->root)
        pointer[at++] = '/';
    for (; *name && at + 3 < sizeof pointer; name++) {
        if (fields->root && (*name == '~' || *name == '/')) {
            /* RFC 6901: ~0 and ~1 */
            pointer[at++] = '~';
            pointer[at++] = *name == '~' ? '0' : '1';
        } else {
            pointer[at++] = *name;
        }
    }
    input_fault(fields, pointer, code, "%s", detail);
}

static void reply_with_faults(struct input *fields)
{
    struct sink *sink =
        problem_open(fields->request, PROBLEM_INVALID_FIELDS, NULL);

    sink_array(sink, "errors");
    for (size_t i = 0; i < fields->fault_count; i++) {
        const struct fault *fault = &fields->faults[i];

        sink_object(sink, NULL);
        sink_string(sink, fault->is_parameter ? "parameter" : "pointer",
                    fault->pointer);
        sink_string(sink, "code", fault->code);
        sink_string(sink, "detail", fault->detail);
        sink_close(sink);
    }
    sink_close(sink);
    reply_close(fields->request);
}

static void note_seen(struct input *fields, const char *name)
{
    if (fields->seen_count < FIELDS_MAX)
        fields->seen[fields->seen_count++] = name;
}

static bool was_seen(const struct input *fields, const char *name)
{
    for (size_t i = 0; i < fields->seen_count; i++)
        if (strcmp(fields->seen[i], name) == 0)
            return true;
    return false;
}

static void find_unknown(struct input *fields)
{
    const struct request *request = fields->request;
    const char *name;
    json_t *value;

    if (fields->root) {
        json_object_foreach(fields->root, name, value)
        {
            if (!was_seen(fields, name))
                fault_of_member(fields, name, "unknown", "Unknown member.");
        }
        return;
    }
    for (size_t i = 0; i < request->parameter_count; i++)
        if (!was_seen(fields, request->parameters[i].name))
            fault_of_member(fields, request->parameters[i].name, "unknown",
                            "Unknown query parameter.");
}

bool input_end(struct input *fields)
{
    find_unknown(fields);
    if (fields->fault_count == 0)
        return true;
    reply_with_faults(fields);
    input_drop(fields);
    return false;
}

void input_drop(struct input *fields)
{
    json_decref(fields->root);
    fields->root = NULL;
}

/* ---- the body ---- */

/* jansson has a limit of its own, but that is much deeper. */
static bool is_too_deep(const char *body, size_t length)
{
    int depth = 0;
    bool in_string = false;

    for (size_t i = 0; i < length; i++) {
        char c = body[i];

        if (in_string) {
            if (c == '\\')
                i++;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > REQUEST_DEPTH_MAX)
                return true;
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return false;
}

static bool refuse_body(struct request *request, const json_error_t *error)
{
    char detail[128];

    snprintf(detail, sizeof detail,
             "The body is not valid JSON in UTF-8: see line %d, column %d.",
             error->line, error->column);
    problem_reply(request, PROBLEM_MALFORMED_REQUEST, detail);
    return false;
}

static bool parse_body(struct input *fields, struct request *request)
{
    json_error_t error;

    if (is_too_deep(request->body, request->body_length)) {
        problem_reply(request, PROBLEM_MALFORMED_REQUEST,
                      "The body is nested deeper than 16 levels.");
        return false;
    }
    fields->root = json_loadb(request->body, request->body_length,
                              JSON_REJECT_DUPLICATES, &error);
    if (!fields->root)
        return refuse_body(request, &error);
    if (!json_is_object(fields->root)) {
        input_fault(fields, "", "type", "The body must be an object.");
        reply_with_faults(fields);
        input_drop(fields);
        return false;
    }
    return true;
}

bool body_begin(struct input *fields, struct request *request,
                enum body_need need)
{
    const char *coding = request_header(request, "Content-Encoding");

    begin(fields, request);
    if (!query_is_empty(request))
        return false;
    if (request->body_length == 0 && need == BODY_OPTIONAL) {
        fields->root = json_object();
        return true;
    }
    if (request->body_length > 0 &&
        (coding || !content_type_is(request_header(request, "Content-Type"),
                                    "application/json"))) {
        problem_reply(request, PROBLEM_UNSUPPORTED_MEDIA_TYPE, NULL);
        return false;
    }
    if (request->body_length == 0) {
        problem_reply(request, PROBLEM_MALFORMED_REQUEST,
                      "A body is required: a JSON object.");
        return false;
    }
    return parse_body(fields, request);
}

static const char *type_words(json_type type)
{
    switch (type) {
    case JSON_OBJECT: return "This must be an object.";
    case JSON_ARRAY: return "This must be an array.";
    case JSON_STRING: return "This must be a string.";
    case JSON_INTEGER: return "This must be a whole number.";
    case JSON_REAL: return "This must be a number.";
    case JSON_TRUE:
    case JSON_FALSE: return "This must be true or false.";
    case JSON_NULL: return "This must be null.";
    }
    return "";
}

/* The member, or NULL after noting that a required one is missing. */
static json_t *find_member(struct input *fields, const char *name,
                           enum need need)
{
    json_t *value = json_object_get(fields->root, name);

    note_seen(fields, name);
    if (!value && need == NEEDED)
        fault_of_member(fields, name, "required", "This member is required.");
    return value;
}

json_t *body_member(struct input *fields, const char *name, enum need need,
                    json_type type)
{
    json_t *value = find_member(fields, name, need);

    if (value && json_typeof(value) != type) {
        fault_of_member(fields, name, "type", type_words(type));
        return NULL;
    }
    return value;
}

const char *body_text(struct input *fields, const char *name, enum need need,
                      size_t min, size_t max)
{
    json_t *value = body_member(fields, name, need, JSON_STRING);

    if (!value)
        return NULL;
    size_t length = json_string_length(value);

    if (length < min || length > max) {
        char detail[80];

        snprintf(detail, sizeof detail, "This must have %zu to %zu bytes.", min,
                 max);
        fault_of_member(fields, name, "length", detail);
        return NULL;
    }
    return json_string_value(value);
}

bool body_integer(struct input *fields, const char *name, enum need need,
                  int64_t min, int64_t max, int64_t *out)
{
    json_t *value = body_member(fields, name, need, JSON_INTEGER);

    if (!value)
        return false;
    if (json_integer_value(value) < min || json_integer_value(value) > max) {
        char detail[96];

        snprintf(detail, sizeof detail,
                 "This must be %" PRId64 " to %" PRId64 ".", min, max);
        fault_of_member(fields, name, "range", detail);
        return false;
    }
    *out = json_integer_value(value);
    return true;
}

bool body_truth(struct input *fields, const char *name, bool fallback)
{
    json_t *value = find_member(fields, name, OPTIONAL);

    if (value && !json_is_boolean(value)) {
        fault_of_member(fields, name, "type", type_words(JSON_TRUE));
        return fallback;
    }
    return value ? json_is_true(value) : fallback;
}

bool body_choice(struct input *fields, const char *name)
{
    find_member(fields, name, NEEDED);
    return body_truth(fields, name, false);
}

int body_seat(struct input *fields)
{
    int64_t seat = MATCH_OWN_SEAT;

    body_integer(fields, "seat", OPTIONAL, 0, RULES_SEATS_MAX - 1, &seat);
    return (int)seat;
}

/* ---- the query ---- */

void query_begin(struct input *fields, struct request *request)
{
    begin(fields, request);
}

const char *query_text(struct input *fields, const char *name)
{
    const struct request *request = fields->request;
    const char *value = NULL;

    note_seen(fields, name);
    for (size_t i = 0; i < request->parameter_count; i++) {
        if (strcmp(request->parameters[i].name, name) != 0)
            continue;
        if (value)
            fault_of_member(fields, name, "repeated",
                            "This parameter may be given only once.");
        value = request->parameters[i].value;
    }
    return value;
}

int64_t query_integer(struct input *fields, const char *name, int64_t min,
                      int64_t max, int64_t fallback)
{
    const char *text = query_text(fields, name);
    char detail[96];

    if (!text)
        return fallback;
    size_t digits = strspn(text, "0123456789");

    if (digits > 0 && digits <= 18 && text[digits] == '\0') {
        int64_t value = strtoll(text, NULL, 10);

        if (value >= min && value <= max)
            return value;
    }
    snprintf(detail, sizeof detail,
             "This must be a whole number from %" PRId64 " to %" PRId64 ".",
             min, max);
    fault_of_member(fields, name, digits > 0 ? "range" : "type", detail);
    return fallback;
}

uint32_t query_min_seq(struct input *fields)
{
    return (uint32_t)query_integer(fields, "min_seq", 0, UINT32_MAX, 0);
}

int query_seat(struct input *fields)
{
    return (int)query_integer(fields, "seat", 0, RULES_SEATS_MAX - 1,
                              MATCH_OWN_SEAT);
}

bool query_is_empty(struct request *request)
{
    struct input none;

    query_begin(&none, request);
    return input_end(&none);
}

bool body_is_empty(struct request *request)
{
    struct input none;

    if (!body_begin(&none, request, BODY_OPTIONAL))
        return false;
    if (!input_end(&none))
        return false;
    input_drop(&none);
    return true;
}
