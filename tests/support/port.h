/* Ports for what comes again at the same address. */
#ifndef TESTS_PORT_H
#define TESTS_PORT_H

/* A port of 127.0.0.1 that is free now, and that no connection that goes out
 * takes while nobody listens there. */
int port_free(void);

#endif
