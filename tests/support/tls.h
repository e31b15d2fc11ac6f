/* Certificates of a test's own, made by openssl. */
#ifndef TESTS_TLS_H
#define TESTS_TLS_H

/* Make PATH.crt, PATH.key and PATH.pem, which has both: a certificate for
 * localhost and 127.0.0.1 that is its own authority. */
void tls_make(const char *path);

#endif
