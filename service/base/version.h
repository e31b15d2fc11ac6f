/* The version of this build. */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

/* The version of both programs and of the contract: info.version of
 * openapi.yaml is the same. */
#define FATHOM_VERSION "0.3.0"

/* The version of the API in libtool's scheme, current:revision:age.  A change
 * that adds something: current + 1, 0, age + 1.  A change that old clients
 * notice: current + 1, 0, 0.  Any other change: revision + 1. */
#define API_VERSION "4:0:0"

#endif
