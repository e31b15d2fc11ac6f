/* Times in documents. */
#include "api/json/timestamp.h"

#include "base/timestamp.h"

void sink_timestamp(struct sink *sink, const char *key, int64_t us)
{
    char at[TIMESTAMP_SIZE];

    if (us == 0) {
        sink_null(sink, key);
        return;
    }
    timestamp_format(us, at);
    sink_string(sink, key, at);
}
