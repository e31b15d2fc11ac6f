/* Reads the input of a client: the members of a JSON body, the parameters of a
 * query.  It is strict: unknown and missing members, wrong types and values out
 * of range are all noted, and input_end reports them together.
 *
 *     struct input in;
 *     if (!body_begin(&in, request, BODY_REQUIRED))
 *         return HANDLED;
 *     const char *name = body_text(&in, "name", NEEDED, 1, 24);
 *     if (!input_end(&in))
 *         return HANDLED; */
#ifndef API_INPUT_H
#define API_INPUT_H

#include "api/http/request/request.h"

#include <jansson.h>

enum { FIELDS_MAX = 12, FAULTS_MAX = 16, POINTER_SIZE = 96 };

enum need { OPTIONAL, NEEDED };
enum body_need { BODY_OPTIONAL, BODY_REQUIRED };

/* An error at one place of the request. */
struct fault {
    bool is_parameter;          /* of the query; else a member of the body */
    char pointer[POINTER_SIZE]; /* JSON Pointer, or the parameter's name */
    const char *code;           /* constant: "unknown", "required", … */
    char detail[160];
};

struct input {
    struct request *request;
    json_t *root; /* the body; NULL when a query is read */
    const char *seen[FIELDS_MAX];
    size_t seen_count;
    struct fault faults[FAULTS_MAX];
    size_t fault_count;
};

/* Read the body as a JSON object.  False, and the response is written, when it
 * is not one.  A missing optional body reads as {}.  End with input_end or
 * input_drop in any case. */
bool body_begin(struct input *fields, struct request *request,
                enum body_need need);

/* A string of min to max bytes.  NULL when it is missing or invalid.  Borrowed
 * until the body is dropped. */
const char *body_text(struct input *fields, const char *name, enum need need,
                      size_t min, size_t max);

/* A whole number; false, and the value unchanged, when it is missing or
 * invalid. */
bool body_integer(struct input *fields, const char *name, enum need need,
                  int64_t min, int64_t max, int64_t *out);

/* A boolean; fallback when it is missing or invalid. */
bool body_truth(struct input *fields, const char *name, bool fallback);

/* A required boolean. */
bool body_choice(struct input *fields, const char *name);

/* A member of this type, for the handler to read; NULL when it is missing or
 * invalid. */
json_t *body_member(struct input *fields, const char *name, enum need need,
                    json_type type);

/* Read the query. */
void query_begin(struct input *fields, struct request *request);
const char *query_text(struct input *fields, const char *name);

/* A whole number in decimal; fallback when it is missing or invalid. */
int64_t query_integer(struct input *fields, const char *name, int64_t min,
                      int64_t max, int64_t fallback);

/* The parameter "min_seq": a seq that the client has seen, so that no node may
 * return an older state; 0 when it is not given. */
uint32_t query_min_seq(struct input *fields);

/* The parameter "seat": the seat whose view is wanted; MATCH_OWN_SEAT when it
 * is not given.  The same as a member of the body. */
int query_seat(struct input *fields);
int body_seat(struct input *fields);

/* Note an error.  pointer is a JSON Pointer ("/seats/0") or a parameter. */
void input_fault(struct input *fields, const char *pointer, const char *code,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Whatever was not read is unknown.  True when the input is valid; else replies
 * with all errors, drops the body and returns false. */
bool input_end(struct input *fields);

/* Release the body: texts borrowed from it are gone. */
void input_drop(struct input *fields);

/* For a handler without query parameters, or without a body; an empty body is
 * accepted. */
bool query_is_empty(struct request *request);
bool body_is_empty(struct request *request);

#endif
