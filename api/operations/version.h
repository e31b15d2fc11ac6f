/* What this build calls itself. */
#ifndef API_VERSION_H
#define API_VERSION_H

/* The program and the contract: info.version of openapi.yaml is the same. */
#define FATHOM_VERSION "0.3.0"

/* The API as libraries count theirs, current:revision:age.  Anything added:
 * current + 1, 0, age + 1; anything that old clients notice: current + 1, 0,
 * 0; nothing of the two: revision + 1. */
#define API_VERSION "3:0:2"

#endif
