/* Every reply that a test got, kept so that the whole run is held against
 * openapi.yaml at its end: types, bodies and headers by their schemas, and
 * that nothing documented was never seen (tests/api/check-replies.cjs).
 *
 * They go to the folder that FATHOM_REPLIES names; without it nowhere. */
#ifndef TESTS_REPLIES_H
#define TESTS_REPLIES_H

#include <jansson.h>
#include <stddef.h>

struct reply_seen {
    const char *method, *path; /* as asked: "/v1/games?x=1" */
    const char *sent;          /* the request's body; NULL: none */
    size_t sent_length;
    long status;
    const char *headers; /* as they came, from the status line on */
    const char *body;
    size_t length;
};

/* Keep a reply; on any thread.  Fails the test when openapi.yaml documents no
 * such status there.  What is below no path of the contract must be a
 * refusal. */
void replies_keep(const struct reply_seen *seen);

/* Keep what a stream said: it must fit this schema of openapi.yaml. */
void replies_keep_event(json_t *event, const char *schema);

#endif
