/* The notation of moves, written and read by the table of their fields. */
#include "rules/seastead/words/words.h"

#include <stdarg.h>
#include <stdio.h>

struct location_word location_word(int location)
{
    struct location_word word;

    snprintf(word.text, sizeof word.text, "%c%c", '1' + location / SPOTS % 4,
             'a' + location % SPOTS);
    return word;
}

/* ---- writing ---- */

struct line {
    char *text;
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void put(struct line *line,
                                                      const char *format, ...)
{
    const size_t room = RULES_NOTATION_MAX - line->length;
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(line->text + line->length, room, format, args);
    va_end(args);
    if (n > 0)
        line->length += (size_t)n < room ? (size_t)n : room - 1;
}

static void put_amounts(struct line *line, struct move m)
{
    for (int r = 0; r < RESOURCES; r++)
        if (move_amount(m, r))
            put(line, " %d %s", move_amount(m, r), resource_words[r]);
}

static const char *specialist_word(int n)
{
    return n >= 1 && n <= SPECIALISTS ? specialists[n].word : "nobody";
}

static void put_field(struct line *line, enum move_field field, int value)
{
    switch (field) {
    case FIELD_NONE:
    case FIELD_AMOUNTS: break;
    case FIELD_PIECE: put(line, " %s", piece_words[value % PIECES]); break;
    case FIELD_LOCATION: put(line, " %s", location_word(value).text); break;
    case FIELD_HELP:
        if (value)
            put(line, " with %s", specialist_word(value));
        break;
    case FIELD_HALF: put(line, " %d", value + 1); break;
    case FIELD_COUNT:
    case FIELD_DOCK:
    case FIELD_DECREE: put(line, " %d", value); break;
    case FIELD_RESOURCE: put(line, " %s", resource_words[value & 3]); break;
    case FIELD_SPECIALIST: put(line, " %s", specialist_word(value)); break;
    case FIELD_FLOTILLA: put(line, " %d", value + 1); break;
    case FIELD_LOCK: put(line, " lock %d", value + 1); break;
    }
}

size_t words_format(const void *state, int seat, struct move move, char *out)
{
    const uint32_t verb = move_verb(move);
    struct line line = {out, 0};

    (void)state, (void)seat;
    if (verb >= MOVE_VERBS) {
        put(&line, "none");
        return line.length;
    }
    put(&line, "%s", move_kinds[verb].word);
    put_field(&line, move_kinds[verb].field[0], move_a(move));
    if (move_kinds[verb].field[1] == FIELD_AMOUNTS) {
        put_amounts(&line, move);
        return line.length;
    }
    put_field(&line, move_kinds[verb].field[1], move_b(move));
    put_field(&line, move_kinds[verb].field[2], move_c(move));
    return line.length;
}

/* ---- reading ---- */

enum { WORDS = 10, WORD_SIZE = 24 };

struct words {
    char word[WORDS][WORD_SIZE];
    int count, next;
};

/* False if there are too many words, or long ones. */
static bool split(const char *text, struct words *out)
{
    *out = (struct words){.count = 0};
    while (*text) {
        const size_t length = strcspn(text, " ");

        if (length == 0 || length >= WORD_SIZE || out->count == WORDS)
            return false;
        memcpy(out->word[out->count], text, length);
        out->word[out->count++][length] = '\0';
        text += length;
        text += *text == ' ';
    }
    return out->count > 0;
}

static const char *next_word(struct words *w)
{
    return w->next < w->count ? w->word[w->next++] : "";
}

static int find_word(const char *word, const char *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(word, list[i]) == 0)
            return i;
    return -1;
}

static int read_number(const char *word)
{
    int n = 0;

    for (const char *c = word; *c; c++) {
        if (*c < '0' || *c > '9' || n > 99)
            return -1;
        n = n * 10 + (*c - '0');
    }
    return *word ? n : -1;
}

static int read_location(const char *word)
{
    if (strlen(word) != 2 || word[0] < '1' || word[0] >= '1' + FLOTILLAS ||
        word[1] < 'a' || word[1] >= 'a' + SPOTS)
        return -1;
    return (word[0] - '1') * SPOTS + word[1] - 'a';
}

static int read_specialist(const char *word)
{
    for (int n = 1; n <= SPECIALISTS; n++)
        if (strcmp(word, specialists[n].word) == 0)
            return n;
    return -1;
}

/* The value of a field, or -1. */
static int read_field(struct words *w, enum move_field field)
{
    switch (field) {
    case FIELD_NONE:
    case FIELD_AMOUNTS: return 0;
    case FIELD_PIECE: return find_word(next_word(w), piece_words, PIECES);
    case FIELD_LOCATION: return read_location(next_word(w));
    case FIELD_HELP:
        if (w->next == w->count)
            return 0;
        return strcmp(next_word(w), "with") ? -1
                                            : read_specialist(next_word(w));
    case FIELD_HALF:
    case FIELD_FLOTILLA: return read_number(next_word(w)) - 1;
    case FIELD_COUNT:
    case FIELD_DOCK:
    case FIELD_DECREE: return read_number(next_word(w));
    case FIELD_RESOURCE:
        return find_word(next_word(w), resource_words, RESOURCES);
    case FIELD_SPECIALIST: return read_specialist(next_word(w));
    case FIELD_LOCK:
        return strcmp(next_word(w), "lock") ? -1
                                            : read_number(next_word(w)) - 1;
    }
    return -1;
}

static bool read_amounts(struct words *w, int amount[RESOURCES])
{
    while (w->next < w->count) {
        const int n = read_number(next_word(w));
        const int r = find_word(next_word(w), resource_words, RESOURCES);

        if (n < 0 || n > 15 || r < 0)
            return false;
        amount[r] = n;
    }
    return true;
}

static bool read_move(struct words *w, struct move *out)
{
    const char *verb = next_word(w);
    int v = 0, value[3];

    while (v < MOVE_VERBS && strcmp(verb, move_kinds[v].word) != 0)
        v++;
    if (v == MOVE_VERBS)
        return false;
    if (move_kinds[v].field[1] == FIELD_AMOUNTS) {
        int amount[RESOURCES] = {0};

        if (!read_amounts(w, amount))
            return false;
        *out = move_amounts((enum verb)v, amount);
        return true;
    }
    for (int i = 0; i < 3; i++) {
        value[i] = read_field(w, (enum move_field)move_kinds[v].field[i]);
        if (value[i] < 0)
            return false;
    }
    *out = move_make((enum verb)v, value[0], value[1], value[2]);
    return true;
}

/* Strict: a move has one spelling. */
enum rules_err words_parse(const void *state, int seat, const char *text,
                           struct move *out)
{
    char again[RULES_NOTATION_MAX];
    struct words words;
    struct move move;

    if (!split(text, &words) || !read_move(&words, &move) ||
        !move_is_well_formed(move))
        return RULES_BAD_NOTATION;
    words_format(state, seat, move, again);
    if (strcmp(text, again) != 0)
        return RULES_BAD_NOTATION;
    *out = move;
    return RULES_OK;
}
