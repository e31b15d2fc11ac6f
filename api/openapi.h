/* openapi.yaml as it was when the program was built. */
#ifndef API_OPENAPI_H
#define API_OPENAPI_H

#include <stdint.h>

extern const char openapi_yaml[];
extern const uint64_t openapi_yaml_size; /* bytes */

#endif
