/* Addresses to listen on: host:port as text to a socket and back. */
#ifndef API_LISTEN_H
#define API_LISTEN_H

#include "api/http/server.h"

#include <stdbool.h>

/* A socket that listens on "127.0.0.1:8080", "[::1]:8080", "localhost:8080" or
 * ":8080" (every address); port 0 takes a free one.  "passed": the one that
 * whoever started us passed, which others may hold, too: the first by
 * sd_listen_fds(3).  -1, and error written, when there is none. */
int listen_open(const char *address, char *error, size_t error_size);

bool listen_is_passed(const char *address);

/* Where a socket listens, as such a text. */
void listen_name(int fd, char out[ADDRESS_TEXT_SIZE]);

/* Take "host:port" apart; host may be "".  False when it is no such text. */
bool listen_parse(const char *address, char *host, size_t host_size,
                  char port[6]);

#endif
