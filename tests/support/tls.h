/* Certificates of a test's own, made by openssl. */
#ifndef TESTS_TLS_H
#define TESTS_TLS_H

/* Create PATH.crt, PATH.key and PATH.pem, which has both: a self-signed
 * certificate for localhost and 127.0.0.1. */
void tls_make(const char *path);

#endif
