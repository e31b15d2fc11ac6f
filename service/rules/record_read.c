/* A record as text: reading it, with a reason for every refusal.
 * record_write.c writes it. */
#include "rules/replay.h"

#include "rules/record_position.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MAX_BYTES = 256 };

/* A record being read. */
struct reader {
    const char *next; /* what is not read yet */
    size_t line;      /* the line just read, from 1 */
    char text[LINE_MAX_BYTES];
    struct record *record;
    struct record_error *error; /* may be NULL */
    bool has_deck, has_ruleset, has_seats, has_secret;
    size_t option_line[RULES_OPTIONS_MAX]; /* the line of each option; 0: not
                                              given */
    struct replay replay;
    /* Of a record of an older ruleset, until a newer program takes the match
     * over: at this place of those where that makes a difference, by their
     * number. */
    bool is_older;
    size_t takes_over;
    size_t places; /* seen so far */
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

/* Read the next line, without its newline; empty at the end of the text.
 * Return false for a line that is longer than any valid one. */
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
                      "A record must begin with the line \"game NAME\".");
    game = game_find(r->text + strlen(name));
    if (!game)
        return refuse(r, RULES_NEWER, "Unknown game \"%.60s\".",
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
                      "The ruleset must be a number, not \"%.60s\".", value);
    r->record->ruleset = (uint16_t)version;
    if (!game_continues(r->record->game, (unsigned)version))
        return refuse(
            r,
            version > r->record->game->rules_version ? RULES_NEWER
                                                     : RULES_BAD_SETTINGS,
            "The record was played by ruleset %d; this program plays "
            "%s by ruleset %d.",
            version, r->record->game->id, r->record->game->rules_version);
    return RULES_OK;
}

static enum rules_err read_deck(struct reader *r, const char *value)
{
    const struct deck *deck = r->record->game->deck;
    const size_t id = strlen(deck->id);
    char ours[LINE_MAX_BYTES];
    int version;

    snprintf(ours, sizeof ours, "%s %d", deck->id, deck->version);
    if (strcmp(value, ours) != 0)
        return refuse(
            r,
            strncmp(value, ours, id + 1) == 0 &&
                    read_number(value + id + 1, UINT16_MAX, &version) &&
                    version > deck->version
                ? RULES_NEWER
                : RULES_BAD_SETTINGS,
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
                      "%s allows %d to %d seats, not \"%.60s\".", game->title,
                      game->min_seats, game->max_seats, value);
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
                      "The secret must be %d hex digits in lower case.",
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

/* Read the line of an option, or refuse a line that is not one. */
static enum rules_err read_option(struct reader *r, const char *name,
                                  const char *value)
{
    const struct game *game = r->record->game;

    for (size_t i = 0; game->options[i].name; i++) {
        if (strcmp(name, game->options[i].name) != 0)
            continue;
        if (r->option_line[i])
            return refuse(r, RULES_BAD_SETTINGS, "\"%s\" is given twice.",
                          game->options[i].name);
        r->option_line[i] = r->line;
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
                      "A line of the header must be a name and a value.");
    *blank = '\0';
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (strcmp(r->text, lines[i].name) != 0)
            continue;
        if (*lines[i].seen)
            return refuse(r, RULES_BAD_SETTINGS, "\"%s\" is given twice.",
                          lines[i].name);
        *lines[i].seen = true;
        return lines[i].read(r, blank + 1);
    }
    return read_option(r, r->text, blank + 1);
}

/* Options that the record leaves out get their defaults for this number of
 * seats.  Options that the game refuses together are refused at the line of the
 * option. */
static enum rules_err settle_options(struct reader *r)
{
    const struct game *game = r->record->game;
    struct settings *settings = &r->record->settings;
    struct settings usual;
    const char *why;
    size_t option = 0;

    game_defaults(game, settings->seats, &usual);
    for (size_t i = 0; game->options[i].name; i++)
        if (!r->option_line[i])
            settings->values[i] = usual.values[i];
    why = game->refuses ? game->refuses(settings, &option) : NULL;
    if (!why)
        return RULES_OK;
    if (r->option_line[option])
        r->line = r->option_line[option];
    return refuse(r, RULES_BAD_SETTINGS, "%s", why);
}

/* The position's lines, up to an empty one or the text's end.  They stay in
 * the text. */
static void take_position(struct reader *r)
{
    const char *end = *r->next == '\n' ? r->next : strstr(r->next, "\n\n");
    size_t length = end ? (size_t)(end - r->next) : strlen(r->next);

    length += length > 0 && end;
    r->record->position = r->next;
    r->record->position_length = length;
    for (size_t i = 0; i < length; i++)
        r->line += r->next[i] == '\n';
    r->next += length + (end != NULL);
    r->line += end != NULL;
}

/* Why the match cannot begin as the head says; the head's last line, or that
 * of "position", is number `line`. */
static enum rules_err refuse_begin(struct reader *r, enum rules_err err,
                                   size_t line)
{
    const struct record *record = r->record;
    struct record_position_fault fault;

    r->line = line;
    if (!record->position)
        return refuse(r, err, "%s does not allow these settings.",
                      record->game->title);
    if (err == RULES_BAD_SETTINGS)
        return refuse(
            r, err,
            "The settings of the position differ from those of the header.");
    if (record->position_length >= RECORD_POSITION_MAX)
        return refuse(r, err, "The position has more than %d bytes.",
                      RECORD_POSITION_MAX - 1);
    record_position_read(record->game, record->position,
                         record->position_length, r->replay.state, &fault);
    if (fault.line == 0)
        return refuse(r, err, "The text below is not a position of %s: %s%s%s",
                      record->game->title, fault.fault.pointer,
                      fault.fault.pointer[0] ? ": " : "", fault.fault.reason);
    r->line += fault.line;
    return refuse(r, err,
                  "A line of a position must be a path, a space and a value; "
                  "paths are unique and elements in order.");
}

static enum rules_err check_head(struct reader *r)
{
    const char *missing = !r->has_ruleset  ? "ruleset"
                          : !r->has_deck   ? "deck"
                          : !r->has_seats  ? "seats"
                          : !r->has_secret ? "secret"
                                           : NULL;

    if (missing)
        return refuse(r, RULES_BAD_SETTINGS,
                      "The header ends without the line \"%s\".", missing);
    return settle_options(r);
}

/* The head, and the state that it leads to. */
static enum rules_err read_head(struct reader *r)
{
    enum rules_err err = read_game(r);
    bool at_position = false;
    size_t line;

    while (err == RULES_OK) {
        if (!next_line(r))
            return refuse(r, RULES_BAD_SETTINGS, "This line is too long.");
        at_position = strcmp(r->text, "position") == 0;
        if (at_position || r->text[0] == '\0')
            break;
        err = read_head_line(r);
    }
    if (err == RULES_OK)
        err = check_head(r);
    if (err)
        return err;
    line = r->line;
    if (at_position)
        take_position(r);
    err = record_begin(r->record, r->replay.state);
    if (err)
        return refuse_begin(r, err, line);
    replay_begin(&r->replay, r->record->game, r->replay.state);
    return RULES_OK;
}

/* The reason why this number of moves cannot be undone. */
static enum rules_err refuse_undo(const struct reader *r,
                                  const struct entry *entry)
{
    size_t most = replay_undoable(&r->replay, entry->seat);

    if (entry->move.bits == 0)
        return refuse(r, RULES_ILLEGAL_MOVE,
                      "An undo must undo at least one move: \"undo 1\".");
    if (most > 0)
        return refuse(r, RULES_ILLEGAL_MOVE,
                      "Seat %d can undo %zu of its moves here, not %u.",
                      entry->seat, most, (unsigned)entry->move.bits);
    return refuse(
        r, RULES_ILLEGAL_MOVE, "Seat %d cannot undo a move here: %s.",
        entry->seat,
        r->replay.seal & IRREVERSIBLE_REVEAL ? "hidden information was revealed"
        : r->replay.seal & IRREVERSIBLE_FINAL ? "earlier decisions are final"
                                              : "it has not moved yet");
}

/* Why an entry does not apply, in words. */
static enum rules_err refuse_entry(const struct reader *r, enum rules_err err,
                                   const struct entry *entry)
{
    const struct game *game = r->record->game;
    struct refusal why = {"", ""};

    if (entry->kind == ENTRY_UNDO)
        return refuse_undo(r, entry);
    if (err == RULES_NOT_TO_ACT)
        return refuse(r, err, "Seat %d has no decision to make here.",
                      entry->seat);
    game_explain(game, r->replay.state, entry->seat, entry->move, NULL, &why);
    if (r->record->ruleset && r->record->ruleset != game->rules_version)
        return refuse(r, err,
                      "Ruleset %d of this program refuses this move of ruleset "
                      "%d (%.40s): %.60s",
                      game->rules_version, r->record->ruleset, why.rule,
                      why.reason);
    return refuse(r, err, "This move is not legal here (%.40s): %.100s",
                  why.rule, why.reason);
}

/* Read the text after the seat: "leave", "leave together", "undo N" or a
 * move. */
static enum rules_err read_words(const struct reader *r, const char *words,
                                 struct entry *entry)
{
    static const char undo[] = "undo";
    const size_t length = sizeof undo - 1;
    const struct game *game = r->record->game;
    int count = 0;

    if (strcmp(words, "leave") == 0 || strcmp(words, "leave together") == 0) {
        entry->kind = ENTRY_LEAVE;
        entry->move.bits = words[sizeof "leave" - 1] != '\0';
        return RULES_OK;
    }
    if (strncmp(words, undo, length) == 0 &&
        (words[length] == ' ' || words[length] == '\0')) {
        if (!words[length] ||
            !read_number(words + length + 1, UINT16_MAX, &count))
            return refuse(r, RULES_BAD_NOTATION,
                          "An undo is \"undo N\", N being a number of moves.");
        entry->kind = ENTRY_UNDO;
        entry->move.bits = (uint32_t)count;
        return RULES_OK;
    }
    if (game->parse(r->replay.state, entry->seat, words, &entry->move))
        return refuse(r, RULES_BAD_NOTATION, "\"%.80s\" is not a move of %s.",
                      words, game->id);
    return RULES_OK;
}

/* ---- a decision of an older ruleset ---- */

/* Make the forced passes after the last entry, as its ruleset made them.  Where
 * the present one would not do the same, a newer program may have taken over
 * the match: that is tried at place number r->takes_over. */
static void pass_older(struct reader *r)
{
    const uint16_t version = r->record->ruleset;
    struct entry *entry = &r->record->entries[r->record->count - 1];
    bool passed, passes;

    do {
        passed = replay_passed_once(&r->replay, version);
        passes = replay_passes(&r->replay);
        if (passed != passes && r->places++ == r->takes_over)
            r->is_older = false;
        if (!r->is_older)
            passed = passes;
        if (passed && (entry->passes == UINT8_MAX || !replay_pass(&r->replay)))
            return;
        entry->passes += passed;
    } while (passed);
}

static enum rules_err take_older(struct reader *r, struct entry *entry)
{
    const enum rules_err err =
        replay_step_older(&r->replay, entry, r->record->ruleset);

    entry->is_trusted = true;
    if (err)
        return refuse_entry(r, err, entry);
    record_append(r->record, *entry);
    pass_older(r);
    return RULES_OK;
}

static enum rules_err read_entry(struct reader *r)
{
    int seat = r->text[0] - '0';
    struct entry entry = {.kind = ENTRY_MOVE};
    enum rules_err err;

    if (seat < 0 || seat >= r->record->settings.seats || r->text[1] != ' ')
        return refuse(
            r, RULES_BAD_NOTATION,
            "A decision must be a seat from 0 to %d, a space and a move.",
            r->record->settings.seats - 1);
    entry.seat = (uint8_t)seat;
    err = read_words(r, r->text + 2, &entry);
    if (err)
        return err;
    if (r->record->count == r->record->cap)
        return refuse(r, RULES_BAD_NOTATION,
                      "The record has more than %zu decisions.",
                      r->record->cap);
    if (r->is_older)
        return take_older(r, &entry);
    err = replay_step(&r->replay, &entry);
    if (err)
        return refuse_entry(r, err, &entry);
    record_append(r->record, entry);
    return RULES_OK;
}

static enum rules_err read_entries(struct reader *r,
                                   bool (*go_on)(void *context), void *context)
{
    enum rules_err err = RULES_OK;

    while (err == RULES_OK) {
        if (!next_line(r))
            return refuse(r, RULES_BAD_NOTATION, "This line is too long.");
        if (r->text[0] == '\0')
            break;
        if (!go_on(context))
            return refuse(r, RULES_BAD_NOTATION, "Reading stopped here.");
        err = read_entry(r);
    }
    return err;
}

/* A record of an older ruleset, which a newer program may have taken over at
 * any place where that makes a difference: from never to the first one.  There
 * are few.  The reason of a refusal is that of the attempt that got furthest.
 */
static enum rules_err read_older(struct reader *r, bool (*go_on)(void *context),
                                 void *context)
{
    const struct reader begin = *r;
    struct record_error *error = r->error, tried, furthest = {.line = 0};
    enum rules_err err, why = RULES_OK;

    for (;;) {
        r->error = &tried;
        err = read_entries(r, go_on, context);
        r->error = error;
        if (!err || !go_on(context) || r->places == 0 || r->takes_over == 0)
            break;
        if (tried.line > furthest.line) {
            furthest = tried;
            why = err;
        }
        const size_t last =
            r->places < r->takes_over ? r->places : r->takes_over;

        *r = begin;
        r->record->count = 0;
        r->takes_over = last - 1;
    }
    if (err && furthest.line > tried.line) {
        tried = furthest;
        err = why;
    }
    if (err && error)
        *error = tried;
    return err;
}

static bool go_on_always(void *context)
{
    (void)context;
    return true;
}

enum rules_err record_read(const char *text, struct record *record, void *state,
                           struct record_error *error)
{
    return record_read_while(text, record, state, error, go_on_always, NULL);
}

enum rules_err record_read_while(const char *text, struct record *record,
                                 void *state, struct record_error *error,
                                 bool (*go_on)(void *context), void *context)
{
    struct reader r = {
        .next = text, .record = record, .error = error, .takes_over = SIZE_MAX};
    enum rules_err err;

    record->count = 0;
    record->ruleset = 0;
    record->position = NULL;
    record->position_length = 0;
    err = read_head(&r);
    if (err)
        return err;
    r.is_older = record->ruleset < record->game->rules_version;
    err = r.is_older ? read_older(&r, go_on, context)
                     : read_entries(&r, go_on, context);
    memcpy(state, r.replay.state, record->game->state_size);
    return err;
}
