/* JSON over HTTP for the commands that talk to a running service. */
#ifndef CLI_CLIENT_H
#define CLI_CLIENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* One account at one service. */
struct client {
    void *curl;      /* CURL * */
    const char *url; /* "http://127.0.0.1:8080", borrowed */
    char token[160];
};

/* One request.  Everything is borrowed for the call. */
struct request {
    const char *method; /* "POST" */
    const char *path;   /* "/v1/matches" */
    const json_t *body; /* or NULL */
    int64_t if_match;   /* a match's seq, or -1 */
    const char *key;    /* Idempotency-Key; NULL: one by chance */
};

bool client_init(struct client *client, const char *url);
void client_clear(struct client *client);

/* Send a request until there is an answer: waits as long as Retry-After says
 * and a moment by chance, and asks again, for up to two minutes, while the
 * service cannot be reached, is busy (429) or unavailable (503); says so on
 * stderr when it takes long.  Whatever is not a GET carries a key, always the
 * same, so that nothing is done twice.  Returns the status, 0 when there was no
 * answer at all. *out (new; NULL without one) is the text of the answer. */
long client_fetch(struct client *client, const struct request *request,
                  char **out);

/* The same; *out (new; NULL without one) is the JSON of the answer. */
long client_send(struct client *client, const struct request *request,
                 json_t **out);

#endif
