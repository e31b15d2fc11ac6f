/* Certificates of a test's own. */
#include "tls.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

void tls_make(const char *path)
{
    char command[1024];

    snprintf(command, sizeof command,
             "umask 077 && openssl req -x509 -newkey ec"
             " -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
             " -subj /CN=localhost"
             " -addext subjectAltName=DNS:localhost,IP:127.0.0.1"
             " -keyout %s.key -out %s.crt 2>%s.log"
             " && cat %s.crt %s.key >%s.pem && rm %s.log",
             path, path, path, path, path, path, path);
    cr_assert_eq(system(command), /* allowed: a tool of the tests */
                 0, "openssl failed, see %s.log", path);
}
