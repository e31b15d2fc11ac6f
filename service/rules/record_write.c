/* A record as text: writing it.  record_read.c reads it back. */
#include "rules/replay.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MAX_BYTES = 256 };

/* Where the pieces of a written record go. */
struct writer {
    void (*write)(void *to, const char *text, size_t length);
    void *to;
};

__attribute__((format(printf, 2, 3))) static void
write_line(const struct writer *w, const char *format, ...)
{
    char line[LINE_MAX_BYTES];
    va_list args;
    int length;

    va_start(args, format);
    length = vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    if (length < 0 || length > (int)sizeof line - 2)
        length = (int)sizeof line - 2;
    line[length] = '\n';
    w->write(w->to, line, (size_t)length + 1);
}

static void write_option(const struct writer *w, const struct option *option,
                         int value)
{
    switch (option->kind) {
    case OPTION_BOOL:
        write_line(w, "%s %s", option->name, value ? "true" : "false");
        return;
    case OPTION_CHOICE:
        write_line(w, "%s %s", option->name, option->choices[value]);
        return;
    case OPTION_INT: write_line(w, "%s %d", option->name, value); return;
    }
}

static void write_head(const struct writer *w, const struct record *record)
{
    static const char digits[] = "0123456789abcdef";
    const struct game *game = record->game;
    char secret[2 * RULES_SECRET_SIZE + 1] = "";

    write_line(w, "game %s", game->id);
    write_line(w, "ruleset %d",
               record->ruleset ? record->ruleset : game->rules_version);
    write_line(w, "deck %s %d", game->deck->id, game->deck->version);
    write_line(w, "seats %d", record->settings.seats);
    for (size_t i = 0; game->options[i].name; i++)
        write_option(w, &game->options[i], record->settings.values[i]);
    for (size_t i = 0; i < RULES_SECRET_SIZE; i++) {
        secret[2 * i] = digits[record->secret[i] >> 4];
        secret[2 * i + 1] = digits[record->secret[i] & 15];
    }
    write_line(w, "secret %s", secret);
}

/* The position that the match began with, if it was not the game's start. */
static void write_position(const struct writer *w, const struct record *record)
{
    const char *text = record->position;
    size_t length = record->position_length;

    if (!text)
        return;
    write_line(w, "position");
    w->write(w->to, text, length);
    if (length > 0 && text[length - 1] != '\n')
        w->write(w->to, "\n", 1);
}

static void write_entry(const struct writer *w, const struct replay *replay,
                        const struct entry *entry)
{
    char notation[RULES_NOTATION_MAX];

    switch ((enum entry_kind)entry->kind) {
    case ENTRY_MOVE:
        replay->game->format(replay->state, entry->seat, entry->move, notation);
        write_line(w, "%d %s", entry->seat, notation);
        return;
    case ENTRY_LEAVE:
        write_line(w, "%d leave%s", entry->seat,
                   entry->move.bits ? " together" : "");
        return;
    case ENTRY_UNDO:
        write_line(w, "%d undo %u", entry->seat, (unsigned)entry->move.bits);
        return;
    }
}

enum rules_err
record_write(const struct record *record,
             void (*write)(void *to, const char *text, size_t length), void *to)
{
    const struct writer w = {write, to};
    struct replay replay;
    enum rules_err err = record_begin(record, replay.state);

    if (err)
        return err;
    replay_begin(&replay, record->game, replay.state);
    write_head(&w, record);
    write_position(&w, record);
    write_line(&w, "%s", "");
    for (size_t i = 0; i < record->count && err == RULES_OK; i++) {
        write_entry(&w, &replay, &record->entries[i]);
        err = replay_step(&replay, &record->entries[i]);
    }
    return err;
}
