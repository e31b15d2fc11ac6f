/* openapi.yaml within the program, so that what is served is the contract of
 * just this build.  (incbin: the path is that from the repository's root.) */
#include "api/openapi.h"

__asm__(".section .rodata\n"
        ".global openapi_yaml\n"
        ".global openapi_yaml_size\n"
        "openapi_yaml:\n"
        ".incbin \"openapi.yaml\"\n"
        "0:\n"
        ".balign 8\n"
        "openapi_yaml_size:\n"
        ".quad 0b - openapi_yaml\n"
        ".previous\n");
