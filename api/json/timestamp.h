/* Times in documents. */
#ifndef API_TIMESTAMP_H
#define API_TIMESTAMP_H

#include "rules/sink.h"

#include <stdint.h>

/* Write a member with a time (base/timestamp.h); null for 0, which means "not
 * yet". */
void sink_timestamp(struct sink *sink, const char *key, int64_t us);

#endif
