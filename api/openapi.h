/* openapi.yaml as it was when the program was built. */
#ifndef API_OPENAPI_H
#define API_OPENAPI_H

extern const char openapi_yaml[];
extern const char openapi_yaml_end[];

#endif
