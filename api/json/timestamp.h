/* Times as clients see them (RFC 3339, UTC, milliseconds), and the clock that
 * deadlines go by. */
#ifndef API_WHEN_H
#define API_WHEN_H

#include "rules/sink.h"

#include <stdint.h>

enum { WHEN_SIZE = 32 }; /* bytes of a time as text, with its NUL */

/* Microseconds since 1970 UTC to "2026-11-20T19:15:02.123Z". */
void timestamp_format(int64_t us, char out[WHEN_SIZE]);

/* A member with a time; null for 0, which is "not yet". */
void sink_timestamp(struct sink *sink, const char *key, int64_t us);

/* Microseconds of a clock that never steps. */
int64_t clock_steady_us(void);

#endif
