/* Structured logs: one JSON object a line on stderr. */
#include "base/log.h"

#include "base/clock.h"
#include "base/json_text.h"
#include "base/thread.h"
#include "base/timestamp.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

/* Bytes of lines that are gathered; then they are written. */
enum { GATHERED_MAX = 256 * 1024 };

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

/* A comma and the key of a member.  Keys are constant words, so nothing in them
 * is escaped. */
static void add_key(struct text *line, const char *key)
{
    const size_t length = strlen(key);
    char *at;

    if (!text_reserve(line, length + sizeof ",\"\":"))
        return;
    at = line->bytes + line->length;
    *at++ = ',';
    *at++ = '"';
    memcpy(at, key, length);
    at += length;
    *at++ = '"';
    *at++ = ':';
    line->length = (size_t)(at - line->bytes);
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

static void format(struct text *line, enum log_level level, const char *event,
                   const struct log_field *fields)
{
    char at[TIMESTAMP_SIZE];

    timestamp_format(clock_wall_us(), at);
    text_add_string(line, "{\"at\":");
    json_text_string(line, at, strlen(at));
    add_string(line, "level", level_word(level));
    add_string(line, "event", event);
    for (; fields->kind != LOG_END; fields++)
        add_field(line, fields);
    text_add(line, "}\n", 2);
}

/* ---- writing ---- */

/* A failure cannot be reported anywhere. */
static void write_all(const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(STDERR_FILENO, bytes, size);

        if (written < 0 && errno != EINTR)
            return;
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        }
    }
}

/* The lines that are not written yet.  One thread writes at a time, so that
 * lines neither mix nor overtake each other; others add lines meanwhile. */
static struct {
    pthread_mutex_t writing; /* taken before `lock` */
    pthread_mutex_t lock;    /* of the members below */
    struct text lines;
    struct thread *thread; /* NULL: lines are not gathered */
    bool is_awake;         /* the thread will look again by itself */
    struct text written;   /* of the thread that is writing */
} gathered = {.writing = PTHREAD_MUTEX_INITIALIZER,
              .lock = PTHREAD_MUTEX_INITIALIZER};

/* Write all lines.  Returns whether there were any, which makes the thread look
 * again if it is the one that calls. */
static bool flush(bool is_thread)
{
    struct text *written = &gathered.written;
    struct text empty;
    bool are_any;

    pthread_mutex_lock(&gathered.writing);
    pthread_mutex_lock(&gathered.lock);
    empty = *written;
    *written = gathered.lines;
    gathered.lines = empty;
    are_any = written->length > 0;
    if (is_thread)
        gathered.is_awake = are_any;
    pthread_mutex_unlock(&gathered.lock);
    write_all(written->bytes, written->length);
    text_rewind(written);
    pthread_mutex_unlock(&gathered.writing);
    return are_any;
}

/* One round of the thread: the first line after a quiet time is written at
 * once, those that follow it together. */
static uint32_t flush_round(void *ctx)
{
    (void)ctx;
    return flush(true) ? LOG_DELAY_MS : THREAD_FOREVER;
}

/* Add a line.  is_urgent: write it now. */
static void add_line(const struct text *line, bool is_urgent)
{
    bool is_first;

    pthread_mutex_lock(&gathered.lock);
    text_add(&gathered.lines, line->bytes, line->length);
    is_urgent = is_urgent || !gathered.thread ||
                gathered.lines.length > GATHERED_MAX || gathered.lines.failed;
    is_first = !is_urgent && !gathered.is_awake;
    gathered.is_awake = gathered.is_awake || is_first;
    pthread_mutex_unlock(&gathered.lock);
    if (is_urgent)
        flush(false);
    else if (is_first)
        thread_kick(gathered.thread);
}

static void write_line(enum log_level level, const char *event,
                       const struct log_field *fields, bool is_urgent)
{
    struct text line = {0};

    if (level > log_limit)
        return;
    format(&line, level, event, fields);
    if (!line.failed)
        add_line(&line, is_urgent);
    text_clear(&line);
}

void log_line(enum log_level level, const char *event,
              const struct log_field *fields)
{
    write_line(level, event, fields, true);
}

void log_line_soon(enum log_level level, const char *event,
                   const struct log_field *fields)
{
    write_line(level, event, fields, level < LOG_INFO);
}

void log_gather(void)
{
    const struct thread_config config = {
        .name = "log", .run = flush_round, .first_ms = THREAD_FOREVER};

    gathered.thread = thread_new(&config);
}

void log_end_gathering(void)
{
    thread_free(gathered.thread);
    gathered.thread = NULL;
    flush(false);
}
