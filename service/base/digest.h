/* SHA-256. */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { DIGEST_SIZE = 32 }; /* bytes of a digest */

struct digest_part {
    const void *bytes; /* NULL when size is 0 */
    size_t size;
};

/* Compute the SHA-256 of some bytes.  Ends the process when OpenSSL offers no
 * SHA-256 or memory is short: no caller may mistake a missing digest for a
 * digest. */
void digest_sha256(const void *bytes, size_t size, uint8_t out[DIGEST_SIZE]);

/* The same of several parts, as if they were one after the other in memory. */
void digest_sha256_parts(const struct digest_part *parts, size_t count,
                         uint8_t out[DIGEST_SIZE]);

#endif
