/* A minimal HTTP client over a socket, as cheap as possible: one request at a
 * time, responses with Content-Length only.  An error of the service ends the
 * program with a message. */
#ifndef LOAD_HTTP_CLIENT_H
#define LOAD_HTTP_CLIENT_H

#include <stddef.h>
#include <stdint.h>

enum {
    HTTP_REQUEST_MAX = 128 * 1024, /* bytes */
    HTTP_REPLY_MAX = 512 * 1024,
};

struct http {
    int fd;
    char *request, *reply; /* new; the response is followed by a NUL */
    size_t sent, to_send, got;
    /* of the last response: */
    int status;
    const char *body; /* within reply */
    size_t body_length;
};

/* "127.0.0.1:8080"; release with http_close. */
void http_open(struct http *http, const char *address);
void http_close(struct http *http);

/* Write a request: each line of headers ends with \r\n; body may be NULL. */
void http_put(struct http *http, const char *method, const char *path,
              const char *headers, const char *body);

/* Send and read as much as possible without waiting.  1: the response is
 * complete; 0: not yet. */
int http_advance(struct http *http);

/* The same, but wait for the response; and both. */
void http_wait(struct http *http);
int http_ask(struct http *http, const char *method, const char *path,
             const char *headers, const char *body);

/* A header's value of the last response; "" when it is missing. */
void http_header(const struct http *http, const char *name, char *out,
                 size_t size);

/* The string after "name":" in the last response; ends the program when it is
 * missing. */
void http_member(const struct http *http, const char *name, char *out,
                 size_t size);

_Noreturn void http_fail(const struct http *http, const char *what);

#endif
