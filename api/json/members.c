/* Members of JSON objects whose values may be null. */
#include "api/json/members.h"

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

void sink_optional_string(struct sink *sink, const char *key, const char *text)
{
    if (text)
        sink_string(sink, key, text);
    else
        sink_null(sink, key);
}

void json_display(struct sink *sink, const char *display)
{
    sink_optional_string(sink, "display_name", *display ? display : NULL);
}
