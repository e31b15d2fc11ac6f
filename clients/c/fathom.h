/* A small client for Fathom: requests with patience, and a reader of JSON.
 * Needs libcurl and nothing else.  Copy it next to your bot:
 *     cc -std=c17 bot.c fathom.c -lcurl */
#ifndef FATHOM_H
#define FATHOM_H

#include <stdbool.h>
#include <stddef.h>

/* One account at one service. */
struct fathom {
    const char *url; /* "http://127.0.0.1:8080"; the rest begins as zeros */
    void *curl;
    char token[80];
    long status;  /* of the last answer; 0: there was none */
    char *answer; /* its JSON, good until the next request */
};

enum { ANY_SEQ = -1 };

/* Send a request until it is answered.  True when all is well (200, 201).
 * It is repeated when the connection breaks, and on 429 and 503.  That is safe:
 * a GET changes nothing, and by the Idempotency-Key the service knows a POST
 * that it has carried out already, and only answers it again.
 * With a seq a move is played only if my choices are still those of then; if
 * not, the status is 412. */
bool fathom_get(struct fathom *f, const char *path);
bool fathom_post(struct fathom *f, const char *path, const char *body,
                 long seq);

/* Sign in, with a new account if the name is free. */
bool fathom_sign_in(struct fathom *f, const char *name, const char *password);

/* Tell on stderr what the last answer says is wrong, and what to do. */
void fathom_complain(const struct fathom *f);

/* A number below n, by chance. */
unsigned fathom_chance(unsigned n);

/* JSON is read where it lies: a value is a pointer to its first character, or
 * NULL when there is none.  Texts stay as JSON writes them, so that they can be
 * sent back as they are: in \"words\" the backslashes stay. */
const char *json_get(const char *object, const char *name);
const char *json_first(const char *array);
const char *json_next(const char *element);
long json_number(const char *number); /* -1: none */

/* The text, cut to fit; returns out. */
char *json_text(const char *text, char *out, size_t size);

#endif
