/* Reading what a client sent: the members of a JSON body, the parameters of a
 * query.  Strict: everything is looked at, what is unknown, missing, of the
 * wrong type or out of range is noted, and input_end answers with all of it
 * at once.
 *
 *     struct input in;
 *     if (!body_begin(&in, request, BODY_REQUIRED))
 *         return HANDLED;
 *     const char *name = body_text(&in, "name", NEEDED, 1, 24);
 *     if (!input_end(&in))
 *         return HANDLED;
 */
#ifndef API_FIELDS_H
#define API_FIELDS_H

#include "api/http/request.h"

#include <jansson.h>

enum { FIELDS_MAX = 12, FAULTS_MAX = 16, POINTER_SIZE = 96 };

enum need { OPTIONAL, NEEDED };
enum body_need { BODY_OPTIONAL, BODY_REQUIRED };

/* What is wrong with one place of the request. */
struct fault {
    bool is_parameter;          /* of the query; else of the body */
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

/* Read the body as a JSON object.  False, and the reply is written, when it is
 * none.  An optional body that is not there reads as {}.  Always ends with
 * input_end or input_drop. */
bool body_begin(struct input *fields, struct request *request,
                enum body_need need);

/* A text of min to max bytes.  NULL when it is missing or wrong.  Borrowed
 * until the body is dropped. */
const char *body_text(struct input *fields, const char *name, enum need need,
                      size_t min, size_t max);

/* A whole number, else what it was; false when it is missing or wrong. */
bool body_integer(struct input *fields, const char *name, enum need need,
                  int64_t min, int64_t max, int64_t *out);

/* true or false; fallback when it is missing or wrong. */
bool body_truth(struct input *fields, const char *name, bool fallback);

/* true or false that must be there. */
bool body_choice(struct input *fields, const char *name);

/* A member of this type, to be looked into by the handler; NULL when it is
 * missing or wrong. */
json_t *body_member(struct input *fields, const char *name, enum need need,
                    json_type type);

/* Read the query. */
void query_begin(struct input *fields, struct request *request);
const char *query_text(struct input *fields, const char *name);

/* A whole number in decimal; fallback when it is missing or wrong. */
int64_t query_integer(struct input *fields, const char *name, int64_t min,
                      int64_t max, int64_t fallback);

/* The parameter "min_seq": a seq that the client has seen, so that no node may
 * show it less; 0 when it is not given. */
uint32_t query_min_seq(struct input *fields);

/* The parameter "seat": as which of its seats somebody asks; MATCH_OWN_SEAT
 * when it is not given.  The same as a member of the body. */
int query_seat(struct input *fields);
int body_seat(struct input *fields);

/* Note a fault.  pointer is a JSON Pointer ("/seats/0") or a parameter. */
void input_fault(struct input *fields, const char *pointer, const char *code,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Whatever was not asked for is unknown.  True when all is well; else replies
 * with the faults, drops the body and returns false. */
bool input_end(struct input *fields);

/* Release the body: texts borrowed from it are gone. */
void input_drop(struct input *fields);

/* For a handler that takes no query, or no body: an empty one is all right. */
bool query_is_empty(struct request *request);
bool body_is_empty(struct request *request);

#endif
