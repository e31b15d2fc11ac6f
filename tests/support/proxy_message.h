/* HTTP messages as bytes, as far as a proxy needs them. */
#ifndef TESTS_PROXY_MESSAGE_H
#define TESTS_PROXY_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

struct message {
    char *bytes; /* new; followed by a NUL */
    size_t length;
    size_t head; /* size of the head, with the empty line; 0: not complete
                  * yet */
};

/* Read a head, with the part of the body that came with it.  False: the
 * connection broke before. */
bool message_read_head(int line, struct message *message);

/* Read the rest of a body with a Content-Length. */
bool message_read_body(int line, struct message *message);

/* The size of the body: -1 when the head does not have it. */
long message_body_length(const struct message *message);

/* Write a header's value to out, "" when it is missing. */
void message_header(const struct message *message, const char *name, char *out,
                    size_t size);

/* Set a header's value; a missing header is added. */
void message_set_header(struct message *message, const char *name,
                        const char *value);

/* The status of a response, or 0. */
long message_status(const struct message *message);

void message_clear(struct message *message);

/* Send all of it.  False: the connection broke. */
bool line_send(int line, const char *bytes, size_t length);

/* Closing the connection will reset it: bytes on their way are lost. */
void line_will_reset(int line);

/* Connect to "127.0.0.1:40123"; -1: nothing listens there. */
int line_connect(const char *address);

#endif
