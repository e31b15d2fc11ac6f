/* Raw sockets to the service: for what no HTTP client would send. */
#ifndef TESTS_RAW_H
#define TESTS_RAW_H

#include <stdbool.h>
#include <stddef.h>

struct service;

/* A connection from 127.0.0.`from` (1 is what clients have). */
int raw_connect(const struct service *service, int from);

/* The same with a receive buffer as small as can be, to read slowly. */
int raw_connect_narrow(const struct service *service, int from);

/* False when the other side is gone. */
bool raw_send(int fd, const char *bytes, size_t size);

/* What comes until the other side ends the connection or the time is up, with
 * a NUL; what has no room is forgotten.  Returns how much came in all. */
struct raw_reply {
    char *text;
    size_t size;
    bool is_ended;
};
size_t raw_read(int fd, struct raw_reply *reply, long most_ms);

/* How many replies begin in the text, and the status of the first (0: none) and
 * the last. */
int raw_count(const char *text, int *first, int *last);

/* Is this one whole reply with Content-Length? */
bool raw_is_whole(const char *text);

/* What the admin listener answers, its head and all: new text. */
char *raw_admin(const struct service *service, const char *path);

/* The value of a metric there; the name as it is ("process_threads"), without
 * "fathom_", or with labels (`moves_total{game="a",player="bot"}`). */
long raw_metric(const struct service *service, const char *name);

/* Milliseconds on the steady clock. */
long raw_now_ms(void);

#endif
