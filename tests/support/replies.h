/* Stores every response that a test received, so that the whole run is checked
 * against openapi.yaml at its end: types, bodies and headers by their schemas,
 * and that every documented response was received
 * (tests/api/check-replies.cjs).
 *
 * They are written to the directory FATHOM_REPLIES; without it they are not
 * stored. */
#ifndef TESTS_REPLIES_H
#define TESTS_REPLIES_H

#include <jansson.h>
#include <stddef.h>

struct reply_seen {
    const char *method, *path; /* as sent: "/v1/games?x=1" */
    const char *sent;          /* the request's body; NULL: none */
    size_t sent_length;
    long status;
    const char *headers; /* as received, from the status line on */
    const char *body;
    size_t length;
};

/* Store a response; thread-safe.  Fails the test when openapi.yaml does not
 * document its status.  A response outside the paths of the contract must be an
 * error. */
void replies_keep(const struct reply_seen *seen);

/* Store an event of a stream: it must fit this schema of openapi.yaml. */
void replies_keep_event(json_t *event, const char *schema);

#endif
