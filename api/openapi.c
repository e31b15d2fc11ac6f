/* openapi.yaml within the program, so that what is served is the contract of
 * just this build.  (incbin: the path is that from the repository's root.) */
#include "api/openapi.h"

__asm__(".section .rodata\n"
        ".global openapi_yaml\n"
        ".global openapi_yaml_end\n"
        "openapi_yaml:\n"
        ".incbin \"openapi.yaml\"\n"
        "openapi_yaml_end:\n"
        ".byte 0\n"
        ".previous\n");

typedef int openapi_is_not_empty; /* ISO C wants something in a file */
