/* A small client for Fathom: requests with patience, and a reader of JSON.
 * Needs libcurl only.  Copy it: cc -std=c17 bot.c fathom.c -lcurl */
#ifndef FATHOM_H
#define FATHOM_H

#include <stdbool.h>
#include <stddef.h>

/* One account at one service: {.url = "http://127.0.0.1:8080"}. */
struct fathom {
    const char *url;
    void *curl;
    char token[80];
    long status;  /* of the last answer; 0: there was none */
    char *answer; /* its JSON, good until the next request */
};

/* GET the path, or POST a body to it, until there is an answer.  True: 200,
 * 201; problems are told on stderr.  It is repeated when the connection breaks,
 * and on 429 and 503.  That is safe: a GET changes nothing, and by its key the
 * service knows a POST that it has carried out, and only answers it again.
 * seq (or NULL) is the number of the state, as it stands in JSON: a move is
 * refused (412) when my choices are not those of then any more. */
bool fathom_send(struct fathom *f, const char *path, const char *body,
                 const char *seq);

/* Sign in, with a new account if there is none. */
bool fathom_sign_in(struct fathom *f, const char *name, const char *password);

/* JSON is read where it lies: a value is where it begins, or NULL.  Texts stay
 * as JSON writes them, escapes and all, and can be sent back as they are. */
const char *json_get(const char *object, const char *name);
const char *json_first(const char *array);
const char *json_next(const char *element);
char *json_text(const char *text, char *out, size_t size); /* cut to fit */

#endif
