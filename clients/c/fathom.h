/* A small client for Fathom: requests with retries, and a reader of JSON. Needs
 * libcurl only.  Copy it: cc -std=c17 bot.c fathom.c -lcurl */
#ifndef FATHOM_H
#define FATHOM_H

#include <stdbool.h>
#include <stddef.h>

/* One account of one service: {.url = "http://127.0.0.1:8080"}. */
struct fathom {
    const char *url;
    void *curl;
    char token[80];
    long status;  /* of the last response; 0: no response */
    char *answer; /* its JSON, valid until the next request */
};

/* GET the path, or POST a body to it, until a response arrives.  True: 200,
 * 201; problems are printed to stderr.  It is repeated when the connection
 * breaks, and on 429 and 503: a GET changes nothing, and the service recognises
 * a repeated POST by its idempotency key.  seq (or NULL) is the number of the
 * state, as in the JSON: a move is refused (412) if the choices have changed
 * since then, and its response has my next `legal_moves`. */
bool fathom_send(struct fathom *f, const char *path, const char *body,
                 const char *seq);

/* Sign in, with a new account if the name is free. */
bool fathom_sign_in(struct fathom *f, const char *name, const char *password);

/* JSON is read in place: a value is a pointer to its beginning, or NULL.
 * Strings keep their escapes, and can be sent back as they are. */
const char *json_get(const char *object, const char *name);
const char *json_first(const char *array);
const char *json_next(const char *element);
char *json_text(const char *text, char *out, size_t size); /* truncated to
                                                            * fit */

#endif
