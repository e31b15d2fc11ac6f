/* A record as text: writing it, and reading it with a reason for every
 * refusal. */
#include "record.h"

#include <stdalign.h>
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
    write_line(w, "ruleset %d", game->rules_version);
    write_line(w, "deck %s %d", game->deck->id, game->deck->version);
    write_line(w, "seats %d", record->settings.seats);
    for (size_t i = 0; game->options[i].name; i++)
        write_option(w, &game->options[i], record->settings.values[i]);
    for (size_t i = 0; i < RULES_SECRET_SIZE; i++) {
        secret[2 * i] = digits[record->secret[i] >> 4];
        secret[2 * i + 1] = digits[record->secret[i] & 15];
    }
    write_line(w, "secret %s", secret);
    write_line(w, "%s", "");
}

enum rules_err
record_write(const struct record *record,
             void (*write)(void *to, const char *text, size_t length), void *to)
{
    alignas(max_align_t) uint8_t state[RULES_STATE_MAX];
    const struct game *game = record->game;
    const struct writer w = {write, to};
    enum rules_err err = game_check_settings(game, &record->settings);

    if (err == RULES_OK)
        err = game->start(state, &record->settings, record->secret);
    if (err)
        return err;
    write_head(&w, record);
    for (size_t i = 0; i < record->count && err == RULES_OK; i++) {
        const struct entry *entry = &record->entries[i];
        char notation[RULES_NOTATION_MAX] = "leave";

        if (entry->kind == ENTRY_MOVE)
            game->format(state, entry->seat, entry->move, notation);
        write_line(&w, "%d %s", entry->seat, notation);
        err = record_step(game, state, entry);
    }
    return err;
}

/* A record being read. */
struct reader {
    const char *next; /* what is not read yet */
    size_t line;      /* the line just read, from 1 */
    char text[LINE_MAX_BYTES];
    struct record *record;
    void *state;
    struct record_error *error; /* may be NULL */
    bool has_deck, has_ruleset, has_seats, has_secret;
    bool has_option[RULES_OPTIONS_MAX];
};

__attribute__((format(printf, 3, 4))) static enum rules_err
refuse(const struct reader *r, enum rules_err err, const char *format, ...)
{
    va_list args;

    if (!r->error)
        return err;
    va_start(args, format);
    r->error->line = r->line;
    vsnprintf(r->error->reason, sizeof r->error->reason, format, args);
    va_end(args);
    return err;
}

/* The next line without its newline; empty at the end of the text.  False for
 * a line longer than any of ours. */
static bool next_line(struct reader *r)
{
    size_t length = strcspn(r->next, "\n");
    bool fits = length < sizeof r->text;

    r->line++;
    if (fits)
        memcpy(r->text, r->next, length);
    r->text[fits ? length : 0] = '\0';
    r->next += length + (r->next[length] == '\n');
    return fits;
}

/* A number without sign, leading zeros or anything behind it. */
static bool read_number(const char *text, int max, int *out)
{
    int value = 0;

    if (!*text || (text[0] == '0' && text[1]))
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        value = value * 10 + (*text - '0');
        if (value > max)
            return false;
    }
    *out = value;
    return true;
}

static enum rules_err read_game(struct reader *r)
{
    static const char name[] = "game ";
    const struct game *game = NULL;

    if (!next_line(r) || strncmp(r->text, name, strlen(name)) != 0)
        return refuse(r, RULES_BAD_SETTINGS,
                      "A record begins with the line \"game NAME\".");
    game = game_find(r->text + strlen(name));
    if (!game)
        return refuse(r, RULES_BAD_SETTINGS, "There is no game \"%.60s\" here.",
                      r->text + strlen(name));
    r->record->game = game;
    game_defaults(game, game->min_seats, &r->record->settings);
    return RULES_OK;
}

static enum rules_err read_ruleset(struct reader *r, const char *value)
{
    int version = 0;

    if (!read_number(value, UINT16_MAX, &version))
        return refuse(r, RULES_BAD_SETTINGS,
                      "The ruleset is a number, not \"%.60s\".", value);
    if (version != r->record->game->rules_version)
        return refuse(r, RULES_BAD_SETTINGS,
                      "The record was played by ruleset %d; this program plays "
                      "%s by ruleset %d.",
                      version, r->record->game->id,
                      r->record->game->rules_version);
    return RULES_OK;
}

static enum rules_err read_deck(struct reader *r, const char *value)
{
    const struct deck *deck = r->record->game->deck;
    char ours[LINE_MAX_BYTES];

    snprintf(ours, sizeof ours, "%s %d", deck->id, deck->version);
    if (strcmp(value, ours) != 0)
        return refuse(r, RULES_BAD_SETTINGS,
                      "The record was played with deck %.40s; this program has "
                      "deck %.40s.",
                      value, ours);
    return RULES_OK;
}

static enum rules_err read_seats(struct reader *r, const char *value)
{
    const struct game *game = r->record->game;
    int seats = 0;

    if (!read_number(value, RULES_SEATS_MAX, &seats) ||
        seats < game->min_seats || seats > game->max_seats)
        return refuse(r, RULES_BAD_SETTINGS,
                      "%s is played by %d to %d seats, not \"%.60s\".",
                      game->title, game->min_seats, game->max_seats, value);
    r->record->settings.seats = (uint8_t)seats;
    return RULES_OK;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static enum rules_err read_secret(struct reader *r, const char *value)
{
    bool ok = strlen(value) == 2 * RULES_SECRET_SIZE;

    for (size_t i = 0; ok && i < RULES_SECRET_SIZE; i++) {
        int high = hex_digit(value[2 * i]);
        int low = hex_digit(value[2 * i + 1]);

        ok = high >= 0 && low >= 0;
        r->record->secret[i] = (uint8_t)(ok ? high * 16 + low : 0);
    }
    if (!ok)
        return refuse(r, RULES_BAD_SETTINGS,
                      "The secret is %d hex digits in lower case.",
                      2 * RULES_SECRET_SIZE);
    return RULES_OK;
}

static bool option_value(const struct option *option, const char *text,
                         int16_t *out)
{
    bool negative = option->kind == OPTION_INT && *text == '-';
    int value = 0;

    switch (option->kind) {
    case OPTION_BOOL:
        *out = strcmp(text, "true") == 0;
        return *out || strcmp(text, "false") == 0;
    case OPTION_CHOICE:
        for (*out = 0; option->choices[*out]; (*out)++)
            if (strcmp(text, option->choices[*out]) == 0)
                return true;
        return false;
    case OPTION_INT:
        if (!read_number(text + negative, INT16_MAX, &value))
            return false;
        value = negative ? -value : value;
        *out = (int16_t)value;
        return value >= option->min && value <= option->max;
    }
    return false;
}

/* The option's line, or the refusal of a line that is none. */
static enum rules_err read_option(struct reader *r, const char *name,
                                  const char *value)
{
    const struct game *game = r->record->game;

    for (size_t i = 0; game->options[i].name; i++) {
        if (strcmp(name, game->options[i].name) != 0)
            continue;
        if (r->has_option[i])
            return refuse(r, RULES_BAD_SETTINGS, "\"%s\" stands here twice.",
                          game->options[i].name);
        r->has_option[i] = true;
        if (option_value(&game->options[i], value,
                         &r->record->settings.values[i]))
            return RULES_OK;
        return refuse(r, RULES_BAD_SETTINGS,
                      "The option \"%s\" of %s has no value \"%.60s\".",
                      game->options[i].name, game->id, value);
    }
    return refuse(r, RULES_BAD_SETTINGS, "%s has no option \"%.60s\".",
                  game->id, name);
}

/* One line of the head below the game's. */
static enum rules_err read_head_line(struct reader *r)
{
    const struct {
        const char *name;
        enum rules_err (*read)(struct reader *, const char *value);
        bool *seen;
    } lines[] = {
        {"ruleset", read_ruleset, &r->has_ruleset},
        {"deck", read_deck, &r->has_deck},
        {"seats", read_seats, &r->has_seats},
        {"secret", read_secret, &r->has_secret},
    };
    char *blank = strchr(r->text, ' ');

    if (!blank)
        return refuse(r, RULES_BAD_SETTINGS,
                      "A line of the head is a name and a value.");
    *blank = '\0';
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (strcmp(r->text, lines[i].name) != 0)
            continue;
        if (*lines[i].seen)
            return refuse(r, RULES_BAD_SETTINGS, "\"%s\" stands here twice.",
                          lines[i].name);
        *lines[i].seen = true;
        return lines[i].read(r, blank + 1);
    }
    return read_option(r, r->text, blank + 1);
}

static enum rules_err read_head(struct reader *r)
{
    enum rules_err err = read_game(r);
    const char *missing;

    while (err == RULES_OK) {
        if (!next_line(r))
            return refuse(r, RULES_BAD_SETTINGS, "This line is too long.");
        if (r->text[0] == '\0')
            break;
        err = read_head_line(r);
    }
    if (err)
        return err;
    missing = !r->has_ruleset  ? "ruleset"
              : !r->has_deck   ? "deck"
              : !r->has_seats  ? "seats"
              : !r->has_secret ? "secret"
                               : NULL;
    if (missing)
        return refuse(r, RULES_BAD_SETTINGS,
                      "The head ends here without the line \"%s\".", missing);
    return RULES_OK;
}

/* Why a decision does not apply, in words. */
static enum rules_err refuse_entry(const struct reader *r, enum rules_err err,
                                   const struct entry *entry)
{
    const struct game *game = r->record->game;
    struct refusal why = {"", ""};

    if (err == RULES_NOT_TO_ACT)
        return refuse(r, err, "Seat %d has nothing to decide here.",
                      entry->seat);
    game->explain(r->state, entry->seat, entry->move, &why);
    return refuse(r, err, "This move is not legal here (%.40s): %.100s",
                  why.rule, why.reason);
}

static enum rules_err read_entry(struct reader *r)
{
    const struct game *game = r->record->game;
    const char *notation = r->text + 2;
    int seat = r->text[0] - '0';
    struct entry entry = {.kind = ENTRY_MOVE};
    enum rules_err err = RULES_OK;

    if (seat < 0 || seat >= r->record->settings.seats || r->text[1] != ' ')
        return refuse(r, RULES_BAD_NOTATION,
                      "A decision is a seat from 0 to %d, a blank and a move.",
                      r->record->settings.seats - 1);
    entry.seat = (uint8_t)seat;
    if (strcmp(notation, "leave") == 0)
        entry.kind = ENTRY_LEAVE;
    else
        err = game->parse(r->state, seat, notation, &entry.move);
    if (err)
        return refuse(r, RULES_BAD_NOTATION, "\"%.80s\" is no move of %s.",
                      notation, game->id);
    if (r->record->count == r->record->cap)
        return refuse(r, RULES_BAD_NOTATION,
                      "The record has more than %zu decisions.",
                      r->record->cap);
    err = record_step(game, r->state, &entry);
    if (err)
        return refuse_entry(r, err, &entry);
    record_append(r->record, entry);
    return RULES_OK;
}

enum rules_err record_read(const char *text, struct record *record, void *state,
                           struct record_error *error)
{
    struct reader r = {
        .next = text, .record = record, .state = state, .error = error};
    enum rules_err err = read_head(&r);

    record->count = 0;
    if (err)
        return err;
    err = record->game->start(state, &record->settings, record->secret);
    if (err)
        return refuse(&r, err, "%s is not played with these settings.",
                      record->game->title);
    while (err == RULES_OK) {
        if (!next_line(&r))
            return refuse(&r, RULES_BAD_NOTATION, "This line is too long.");
        if (r.text[0] == '\0')
            break;
        err = read_entry(&r);
    }
    return err;
}
