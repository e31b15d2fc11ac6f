/* An HTTP client for tests of the service: one client is one account with one
 * token.
 *
 * Every response is checked against openapi.yaml: its status must be
 * documented, and the rest is checked at the end of the run (replies.h). */
#ifndef TESTS_HTTP_H
#define TESTS_HTTP_H

#include <curl/curl.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct service;

struct client {
    struct service *service; /* borrowed */
    CURL *curl;
    char token[128]; /* "": anonymous */
    char name[32];
    const char *headers[8]; /* of the next request only */
    size_t header_count;
    const char *codings; /* of all requests: "gzip" is decoded; NULL: none */
    long version; /* CURL_HTTP_VERSION_…; 0: HTTP/2 over TLS if it is offered */
    bool may_fail; /* a request without a response is not a failure: its status
                    * is 0 */
};

struct answer {
    long status;
    char *body; /* with a NUL */
    size_t length;
    char *headers; /* as they were received */
    json_t *json;  /* NULL: the body is not JSON */
};

/* From now on accounts of this test have names that end so, "" to begin with:
 * client_account(service, "ada") creates "ada-0012", and "@ada" in the path or
 * the body of a request stands for that name. */
void client_use_suffix(const char *suffix);
/* The name that an account of this test has: "ada-0012" for "ada".  The text is
 * valid until the eighth call after this one in the same thread. */
const char *account_name(const char *name);
/* New text in which every "@ada" is such a name. */
char *fill_names(const char *text);

/* A client without an account; release with client_close. */
struct client client_open(struct service *service);
/* A new account, signed in. */
struct client client_account(struct service *service, const char *name);
/* The same for a bot. */
struct client client_bot(struct service *service, const char *name);
/* A new session of the account, which replaces the token so far. */
void client_sign_in(struct client *client);
/* The same account with another connection, perhaps to another node. */
struct client client_again(struct service *service, const struct client *who);
void client_close(struct client *client);

/* Send this header with the next request: "If-Match: *". */
void client_with(struct client *client, const char *header);

/* path is relative: "/v1/games"; body may be NULL. */
struct answer client_send(struct client *client, const char *method,
                          const char *path, const char *body);
struct answer client_send_bytes(struct client *client, const char *method,
                                const char *path, const char *body,
                                size_t length);
struct answer client_get(struct client *client, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Members of the response: "" and -1 when they are missing. */
const char *answer_text(const struct answer *answer, const char *key);
long answer_number(const struct answer *answer, const char *key);
/* Does a problem contain this word?  Its request_id, whose hex digits may spell
 * a name, is not searched. */
bool answer_mentions(const struct answer *problem, const char *word);
/* Write a header's value to out, "" when it is missing. */
void answer_header(const struct answer *answer, const char *name, char *out,
                   size_t size);
/* The last part of the problem's type, "" for other responses. */
const char *answer_problem(const struct answer *answer);
/* Does the body have this text, with names in place of "@ada"? */
bool answer_has(const struct answer *answer, const char *text);
void answer_clear(struct answer *answer);

#endif
