/* Raw sockets to the service, for requests that no HTTP client would send. */
#ifndef TESTS_RAW_H
#define TESTS_RAW_H

#include <stdbool.h>
#include <stddef.h>

struct service;

/* A connection from 127.0.0.`from` (1 is the address of clients). */
int raw_connect(const struct service *service, int from);

/* The same with the smallest receive buffer, to read slowly. */
int raw_connect_narrow(const struct service *service, int from);

/* False when the other side has closed. */
bool raw_send(int fd, const char *bytes, size_t size);

/* Read until the other side closes the connection or the time is up, and add a
 * NUL; bytes beyond the buffer are discarded.  Returns the number of bytes
 * read, including those. */
struct raw_reply {
    char *text;
    size_t size;
    bool is_ended;
};
size_t raw_read(int fd, struct raw_reply *reply, long most_ms);

/* The number of responses that begin in the text, with the status of the first
 * (0: none) and the last. */
int raw_count(const char *text, int *first, int *last);

/* Is this one complete response with Content-Length? */
bool raw_is_whole(const char *text);

/* The response of the admin listener, with its head: new text. */
char *raw_admin(const struct service *service, const char *path);

/* The metrics of a node, likewise, when it has all of them: some are known only
 * after its first look at the database, soon after it has started. */
char *raw_metrics(const struct service *service);

/* The value of a metric; the name is complete ("process_threads"), without
 * "fathom_", or with labels (`moves_total{game="a",player="bot"}`). */
long raw_metric(const struct service *service, const char *name);

/* Milliseconds on the steady clock. */
long raw_now_ms(void);

#endif
