/* HTTP over a socket of its own, as cheap as a client can be: one request at a
 * time, replies with Content-Length only.  What the service does wrong ends
 * the program with a word. */
#ifndef LOAD_TALK_H
#define LOAD_TALK_H

#include <stddef.h>
#include <stdint.h>

enum {
    TALK_REQUEST_MAX = 128 * 1024, /* bytes */
    TALK_REPLY_MAX = 512 * 1024,
};

struct talk {
    int fd;
    char *request, *reply; /* new; the reply has a NUL behind it */
    size_t sent, to_send, got;
    /* of the last reply: */
    int status;
    const char *body; /* within reply */
    size_t body_length;
};

/* "127.0.0.1:8080"; ended by talk_close. */
void talk_open(struct talk *talk, const char *address);
void talk_close(struct talk *talk);

/* Write a request: the lines of headers end with \r\n each; body may be
 * NULL. */
void talk_put(struct talk *talk, const char *method, const char *path,
              const char *headers, const char *body);

/* Send what can be sent, read what is there, without waiting.  1: the reply is
 * complete; 0: not yet. */
int talk_go_on(struct talk *talk);

/* The same, waiting; and both. */
void talk_wait(struct talk *talk);
int talk_ask(struct talk *talk, const char *method, const char *path,
             const char *headers, const char *body);

/* A header's value of the last reply; "" when there is none. */
void talk_header(const struct talk *talk, const char *name, char *out,
                 size_t size);

/* The text behind "name":" in the last reply; ends the program when it is not
 * there. */
void talk_member(const struct talk *talk, const char *name, char *out,
                 size_t size);

_Noreturn void talk_fail(const struct talk *talk, const char *what);

#endif
