/* What openapi.yaml documents, as far as a test needs it at once. */
#ifndef TESTS_CONTRACT_H
#define TESTS_CONTRACT_H

#include <stdbool.h>
#include <stddef.h>

/* Does the contract know this path?  The template goes to out. */
bool contract_path(const char *path, char *out, size_t size);

/* Does it document this status for the method of a template? */
bool contract_status(const char *template, const char *method, long status);

/* What it says behind `security:` of the method, line by line, to out; false
 * when it says nothing. */
bool contract_security(const char *template, const char *method, char *out,
                       size_t size);

#endif
