/* Reads what openapi.yaml documents, as far as tests need it at run time. */
#ifndef TESTS_CONTRACT_H
#define TESTS_CONTRACT_H

#include <stdbool.h>
#include <stddef.h>

/* Is this path documented?  Its template is written to out. */
bool contract_path(const char *path, char *out, size_t size);

/* Does it document this status for the method of a template? */
bool contract_status(const char *template, const char *method, long status);

/* Write the value of `security:` of the method to out, line by line; false when
 * it has none. */
bool contract_security(const char *template, const char *method, char *out,
                       size_t size);

#endif
