/* HTTP messages as bytes: as much of them as a proxy needs. */
#ifndef TESTS_PROXY_MESSAGE_H
#define TESTS_PROXY_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

struct message {
    char *bytes; /* new; a NUL is behind them */
    size_t length;
    size_t head; /* of it the head, with the empty line; 0: not whole yet */
};

/* Read a head, with what came of the body.  False: the line broke before. */
bool message_read_head(int line, struct message *message);

/* Read the rest of a body that has a Content-Length. */
bool message_read_body(int line, struct message *message);

/* How many bytes the body has: -1 when the head does not say. */
long message_body_length(const struct message *message);

/* A header's value into out, "" when it is not there. */
void message_header(const struct message *message, const char *name, char *out,
                    size_t size);

/* Put this value in the place of a header's; a header that is not there is
 * added. */
void message_set_header(struct message *message, const char *name,
                        const char *value);

/* The status of a reply, or 0. */
long message_status(const struct message *message);

void message_clear(struct message *message);

/* Send all of it.  False: the line broke. */
bool line_send(int line, const char *bytes, size_t length);

/* The line's close will be a reset: what is on its way is lost. */
void line_will_reset(int line);

/* Connect to "127.0.0.1:40123"; -1: nobody is there. */
int line_connect(const char *address);

#endif
