/* SipHash-2-4: a quick hash with a secret key.  A client that does not know the
 * key can neither predict a hash nor choose texts with equal ones. */
#ifndef BASE_SIPHASH_H
#define BASE_SIPHASH_H

#include <stddef.h>
#include <stdint.h>

enum { SIPHASH_KEY_SIZE = 16 };

/* Hash eight bytes, the lowest of `first` at the beginning, and those that
 * follow them.  A caller with several uses of a key has a number `first` for
 * each. */
uint64_t siphash(const uint8_t key[SIPHASH_KEY_SIZE], uint64_t first,
                 const void *bytes, size_t size);

#endif
