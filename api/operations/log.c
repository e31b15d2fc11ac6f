/* Structured logs: one JSON object a line on stderr. */
#include "api/operations/log.h"

#include "api/json/sink_json.h"
#include "api/json/text.h"
#include "api/json/timestamp.h"

#include <time.h>
#include <unistd.h>

/* Set once, before there are threads. */
static enum log_level log_limit = LOG_INFO;

void log_set_level(enum log_level level)
{
    log_limit = level;
}

static const char *level_word(enum log_level level)
{
    switch (level) {
    case LOG_ERROR: return "error";
    case LOG_WARN: return "warn";
    case LOG_INFO: return "info";
    case LOG_DEBUG: return "debug";
    }
    return "?";
}

static int64_t wall_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void log_line(enum log_level level, const char *event,
              const struct log_field *fields)
{
    if (level > log_limit)
        return;
    struct text line = {0};
    struct sink_json json;
    char at[WHEN_SIZE];

    timestamp_format(wall_us(), at);
    sink_json_init(&json, &line);
    sink_object(&json.sink, NULL);
    sink_string(&json.sink, "at", at);
    sink_string(&json.sink, "level", level_word(level));
    sink_string(&json.sink, "event", event);
    for (; fields->kind != LOG_END; fields++) {
        if (fields->kind == LOG_TEXT)
            sink_string(&json.sink, fields->name,
                        fields->text ? fields->text : "");
        else
            sink_number(&json.sink, fields->name, fields->number);
    }
    sink_close(&json.sink);
    text_add(&line, "\n", 1);
    /* One write a line, so that threads do not mix theirs.  There is nobody
     * to tell when it fails. */
    if (!line.failed) {
        ssize_t written = write(STDERR_FILENO, line.bytes, line.length);

        (void)written;
    }
    text_clear(&line);
}
