/* Members of JSON objects whose values may be null. */
#ifndef API_MEMBERS_H
#define API_MEMBERS_H

#include "rules/sink.h"

#include <stdint.h>

/* Write a member with a time (base/timestamp.h); null for 0, which means "not
 * yet". */
void sink_timestamp(struct sink *sink, const char *key, int64_t us);

/* Write a member with a text; null for NULL. */
void sink_optional_string(struct sink *sink, const char *key, const char *text);

/* Write the member "display_name"; null for "". */
void json_display(struct sink *sink, const char *display);

#endif
