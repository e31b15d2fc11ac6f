/* Ports for services that restart at the same address. */
#ifndef TESTS_PORT_H
#define TESTS_PORT_H

/* A free port of 127.0.0.1, which neither an outgoing connection nor another
 * test takes while nothing listens on it. */
int port_free(void);

#endif
