/* Structured logs: one JSON object a line on stderr. */
#include "base/log.h"

#include "base/clock.h"
#include "base/json_text.h"
#include "base/timestamp.h"

#include <string.h>
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

static void add_key(struct text *line, const char *key)
{
    json_text_string(line, key, strlen(key));
    text_add(line, ":", 1);
}

static void add_string(struct text *line, const char *key, const char *value)
{
    add_key(line, key);
    json_text_string(line, value, strlen(value));
}

static void add_field(struct text *line, const struct log_field *field)
{
    if (field->kind == LOG_TEXT) {
        add_string(line, field->name, field->text ? field->text : "");
    } else {
        add_key(line, field->name);
        json_text_number(line, field->number);
    }
}

void log_line(enum log_level level, const char *event,
              const struct log_field *fields)
{
    struct text line = {0};
    char at[TIMESTAMP_SIZE];

    if (level > log_limit)
        return;
    timestamp_format(clock_wall_us(), at);
    text_add(&line, "{", 1);
    add_string(&line, "at", at);
    text_add(&line, ",", 1);
    add_string(&line, "level", level_word(level));
    text_add(&line, ",", 1);
    add_string(&line, "event", event);
    for (; fields->kind != LOG_END; fields++) {
        text_add(&line, ",", 1);
        add_field(&line, fields);
    }
    text_add(&line, "}\n", 2);
    /* One write per line, so that the lines of different threads do not mix.
     * A failure cannot be reported anywhere. */
    if (!line.failed) {
        ssize_t written = write(STDERR_FILENO, line.bytes, line.length);

        (void)written;
    }
    text_clear(&line);
}
