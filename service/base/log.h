/* Structured logs: one JSON object a line on stderr.
 *
 * Never log a token, a password, a secret, a hidden card, a request's body or
 * a connection string. */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include <stdint.h>

enum log_level { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

/* Drop lines that are less important than this level.  Call it before the
 * first thread starts. */
void log_set_level(enum log_level level);

enum log_kind { LOG_END, LOG_TEXT, LOG_NUMBER };

/* One member of a line. */
struct log_field {
    const char *name;
    enum log_kind kind;
    const char *text; /* NULL is written as "" */
    int64_t number;
};

#define LOG_T(name, text)                                                      \
    {                                                                          \
        (name), LOG_TEXT, (text), 0                                            \
    }
#define LOG_N(name, number)                                                    \
    {                                                                          \
        (name), LOG_NUMBER, 0, (number)                                        \
    }

/* Write a line.  `event` is a word that stays the same between releases; a row
 * with LOG_END ends the fields. */
void log_line(enum log_level level, const char *event,
              const struct log_field *fields);

/* The same for lines of which there are many: those of LOG_INFO and LOG_DEBUG
 * may be written up to LOG_DELAY_MS later, together.  Lines are always written
 * in the order of these calls. */
void log_line_soon(enum log_level level, const char *event,
                   const struct log_field *fields);

enum { LOG_DELAY_MS = 20 };

/* Begin to gather such lines; without it each is written at once.  Nothing is
 * gathered when memory or threads are short. */
void log_gather(void);

/* Write what was gathered, and gather no longer.  Call it when no other thread
 * writes lines. */
void log_end_gathering(void);

/* log_event(LOG_INFO, "listening", LOG_T("address", a), LOG_N("port", p)); */
#define log_event(level, event, ...)                                           \
    log_line((level), (event), LOG_FIELDS(__VA_ARGS__))
#define log_event_soon(level, event, ...)                                      \
    log_line_soon((level), (event), LOG_FIELDS(__VA_ARGS__))
#define LOG_FIELDS(...)                                                        \
    (const struct log_field[])                                                 \
    {                                                                          \
        __VA_ARGS__,                                                           \
        {                                                                      \
            0, LOG_END, 0, 0                                                   \
        }                                                                      \
    }

#endif
