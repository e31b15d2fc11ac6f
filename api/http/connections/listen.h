/* Converts addresses to listen on, host:port as text, to sockets and back. */
#ifndef API_LISTEN_H
#define API_LISTEN_H

#include "api/http/server.h"

#include <stdbool.h>

/* A socket that listens on "127.0.0.1:8080", "[::1]:8080", "localhost:8080" or
 * ":8080" (every address); port 0 takes a free port.  "passed" is a socket that
 * the parent process passed and other processes may hold, too: the first one of
 * sd_listen_fds(3).  -1, and error written, on failure. */
int listen_open(const char *address, char *error, size_t error_size);

bool listen_is_passed(const char *address);

/* The address of a listening socket, as such a text. */
void listen_name(int fd, char out[ADDRESS_TEXT_SIZE]);

/* Split "host:port"; host may be "".  False for other text. */
bool listen_parse(const char *address, char *host, size_t host_size,
                  char port[6]);

#endif
