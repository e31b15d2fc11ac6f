/* Ports for what comes again at the same address. */
#ifndef TESTS_PORT_H
#define TESTS_PORT_H

/* A port of 127.0.0.1 that is free now. */
int port_free(void);

#endif
