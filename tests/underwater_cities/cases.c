/* Runs the .case files: rules as short stories.  The language is described in
 * case_language.md. */
#include "case_story.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/game.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/words.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <ctype.h>
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void story_fail(const struct story *t, const char *format, ...)
{
    char text[600];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    cr_assert_fail("%s:%d (%s): %s", t->file, t->line, t->name, text);
    abort();
}

int story_number(const struct story *t, const char *word)
{
    char *end;
    long n = strtol(word, &end, 10);

    if (end == word)
        story_fail(t, "'%s' is not a number", word);
    return (int)n;
}

int story_resource(const struct story *t, const char *word)
{
    for (int r = 0; r < RESOURCES; r++)
        if (!strcmp(resource_words[r], word))
            return r;
    story_fail(t, "'%s' is not a resource", word);
}

int story_slot(const struct story *t, const char *word)
{
    char name[24];

    for (int i = 0; i < UWC_SLOTS; i++) {
        (void)slot_write(i, name, sizeof name);
        if (!strcmp(name, word))
            return i;
    }
    story_fail(t, "'%s' is not a slot", word);
}

/* Takes "S:" off the rest of a line; else the lowest seat to act. */
static int acting_seat(const struct story *t, char **text)
{
    seat_set seats = uwc_to_act(&t->now);

    while (**text == ' ')
        (*text)++;
    if (isdigit((unsigned char)**text) && (*text)[1] == ':') {
        int seat = **text - '0';

        *text += 2;
        while (**text == ' ')
            (*text)++;
        return seat;
    }
    if (!seats)
        story_fail(t, "nobody is to act");
    return __builtin_ctz(seats);
}

static struct move parse(const struct story *t, int seat, const char *text)
{
    struct move move;

    if (uwc_parse(&t->now, seat, text, &move))
        story_fail(t, "'%s' is not a move", text);
    return move;
}

static bool is_listed(const struct story *t, int seat, struct move move)
{
    struct move list[RULES_MOVES_MAX];
    size_t count = uwc_moves(&t->now, seat, list, RULES_MOVES_MAX);

    for (size_t i = 0; i < count; i++)
        if (list[i].bits == move.bits)
            return true;
    return false;
}

static const char *why_word(enum refusal_reason why)
{
    static const char *const words[REFUSAL_REASONS] = {
        [REFUSED_OK] = "ok",
#define REFUSAL(NAME, word, explanation) [REFUSED_##NAME] = word,
#include "rules/underwater_cities/engine/refusals.def"
#undef REFUSAL
    };

    return words[why];
}

/* The legal moves, for the message of a failure. */
static const char *listing(const struct story *t, int seat)
{
    static char text[500];
    struct move list[RULES_MOVES_MAX];
    size_t count = uwc_moves(&t->now, seat, list, RULES_MOVES_MAX), used = 0;

    for (size_t i = 0; i < count && used < sizeof text - 100; i++) {
        char notation[RULES_NOTATION_MAX];

        uwc_format(&t->now, seat, list[i], notation);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                 i ? " | " : "", notation);
    }
    text[used] = 0;
    return text;
}

/* Decisions go through a replay, so that they can be undone. */
static void step(struct story *t, struct entry entry, const char *what)
{
    const struct uwc_state before = t->now;

    if (!t->playing)
        replay_begin(&t->replay, &underwater_cities, &t->now);
    t->playing = true;
    if (!t->moved)
        t->before = t->now;
    t->moved = true;
    if (replay_step(&t->replay, &entry))
        story_fail(t, "'%s' does not apply", what);
    memcpy(&t->now, t->replay.state, sizeof t->now);
    t->irreversible = uwc_irreversible(&before, &t->now);
}

static void do_play(struct story *t)
{
    char *text = t->rest;
    int seat = acting_seat(t, &text);
    struct move move = parse(t, seat, text);
    struct uwc_state copy = t->now;
    enum refusal_reason why = uwc_try(&copy, seat, move);

    if (why)
        story_fail(t, "'%s' is refused: %s; listed: %s", text, why_word(why),
                   listing(t, seat));
    if (!is_listed(t, seat, move))
        story_fail(t, "'%s' is not listed: %s", text, listing(t, seat));
    step(
        t,
        (struct entry){.kind = ENTRY_MOVE, .seat = (uint8_t)seat, .move = move},
        text);
}

static void do_leave(struct story *t)
{
    step(t,
         (struct entry){.kind = ENTRY_LEAVE,
                        .seat = (uint8_t)story_number(t, t->words[1])},
         "leave");
}

/* "undo [S:] N"; or that it is refused. */
static void do_undo(struct story *t, bool expected)
{
    char *text = t->rest;
    int seat = acting_seat(t, &text);
    const struct entry undo = {.kind = ENTRY_UNDO,
                               .seat = (uint8_t)seat,
                               .move = {(uint32_t)story_number(t, text)}};
    const struct uwc_state before = t->now;

    if (expected) {
        step(t, undo, "undo");
        return;
    }
    if (!t->playing)
        replay_begin(&t->replay, &underwater_cities, &t->now);
    t->playing = true;
    if (!replay_step(&t->replay, &undo))
        story_fail(t, "%s of its moves can be taken back by seat %d", text,
                   seat);
    if (memcmp(t->replay.state, &before, sizeof before) != 0)
        story_fail(t, "the refused undo changed something");
}

static void do_refuse(struct story *t)
{
    char *text = t->rest, *word = strrchr(text, ' ');
    struct uwc_state copy = t->now;
    struct move move;
    enum refusal_reason why;
    int seat;

    if (!word)
        story_fail(t, "refuse MOVE WHY");
    *word++ = 0;
    seat = acting_seat(t, &text);
    move = parse(t, seat, text);
    why = uwc_try(&copy, seat, move);
    if (is_listed(t, seat, move) || why == REFUSED_OK)
        story_fail(t, "'%s' is legal", text);
    if (strcmp(why_word(why), word) != 0)
        story_fail(t, "'%s' is refused as %s", text, why_word(why));
}

static void do_offer(struct story *t, bool expected)
{
    char *text = t->rest;
    int seat = acting_seat(t, &text);

    if (is_listed(t, seat, parse(t, seat, text)) != expected)
        story_fail(t, "'%s' is %s: %s", text, expected ? "missing" : "listed",
                   listing(t, seat));
}

static void do_only(struct story *t)
{
    char *text = t->rest;
    int seat = acting_seat(t, &text);
    size_t expected = 0;
    char *save = NULL;

    for (char *m = strtok_r(text, "|", &save); m;
         m = strtok_r(NULL, "|", &save)) {
        char *end = m + strlen(m);

        while (*m == ' ')
            m++;
        while (end > m && end[-1] == ' ')
            *--end = 0;
        if (!is_listed(t, seat, parse(t, seat, m)))
            story_fail(t, "'%s' is missing: %s", m, listing(t, seat));
        expected++;
    }
    if (uwc_moves(&t->now, seat, NULL, 0) != expected)
        story_fail(t, "more is listed: %s", listing(t, seat));
}

static void split(struct story *t, const char *line)
{
    char copy[LINE_MAX_LENGTH], *save = NULL;
    const char *rest = line + strcspn(line, " ");

    (void)snprintf(copy, sizeof copy, "%s", line);
    (void)snprintf(t->rest, sizeof t->rest, "%s", rest + strspn(rest, " "));
    t->count = 0;
    for (char *w = strtok_r(copy, " ", &save); w && t->count < WORDS_MAX;
         w = strtok_r(NULL, " ", &save))
        (void)snprintf(t->words[t->count++], sizeof *t->words, "%s", w);
}

static void run_line(struct story *t, const char *line)
{
    bool after_then = t->count && !strcmp(t->words[0], "then");

    split(t, line);
    if (!t->count || *line == '#')
        return;
    if (after_then && strcmp(t->words[0], "then") != 0)
        t->moved = false; /* the next move starts a new before */
    if (!strcmp(t->words[0], "given"))
        story_given(t);
    else if (!strcmp(t->words[0], "play"))
        do_play(t);
    else if (!strcmp(t->words[0], "refuse"))
        do_refuse(t);
    else if (!strcmp(t->words[0], "offer"))
        do_offer(t, true);
    else if (!strcmp(t->words[0], "hide"))
        do_offer(t, false);
    else if (!strcmp(t->words[0], "only"))
        do_only(t);
    else if (!strcmp(t->words[0], "undo"))
        do_undo(t, true);
    else if (!strcmp(t->words[0], "no-undo"))
        do_undo(t, false);
    else if (!strcmp(t->words[0], "mark"))
        t->marked = t->now;
    else if (!strcmp(t->words[0], "then"))
        story_then(t);
    else if (!strcmp(t->words[0], "leave"))
        do_leave(t);
    else
        story_fail(t, "unknown statement '%s'", t->words[0]);
}

/* Where a case begins in its file: what a parameterised test gets. */
struct place {
    char file[120], name[160];
    int line;
};

enum { CASES_MAX = 1000 };
static const char folder[] = "tests/underwater_cities/cases";

static size_t find_cases(struct place *out, size_t cap)
{
    DIR *dir = opendir(folder);
    size_t count = 0;

    for (struct dirent *d = dir ? readdir(dir) : NULL; d; d = readdir(dir)) {
        char path[300], line[LINE_MAX_LENGTH];
        FILE *file;
        int at = 0;

        if (!strstr(d->d_name, ".case"))
            continue;
        (void)snprintf(path, sizeof path, "%s/%s", folder, d->d_name);
        file = fopen(path, "r");
        while (file && fgets(line, sizeof line, file)) {
            at++;
            line[strcspn(line, "\n")] = 0;
            if (strncmp(line, "case ", 5) != 0 || count == cap)
                continue;
            (void)snprintf(out[count].file, sizeof out->file, "%.110s",
                           d->d_name);
            (void)snprintf(out[count].name, sizeof out->name, "%.150s",
                           line + 5);
            out[count++].line = at;
        }
        if (file)
            (void)fclose(file);
    }
    if (dir)
        (void)closedir(dir);
    return count;
}

ParameterizedTestParameters(cases, each_case_holds)
{
    static struct place places[CASES_MAX];

    return cr_make_param_array(struct place, places,
                               find_cases(places, CASES_MAX));
}

ParameterizedTest(struct place *place, cases, each_case_holds)
{
    struct story story = {.file = place->file, .name = place->name};
    char path[300], line[LINE_MAX_LENGTH];
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/%s", folder, place->file);
    file = fopen(path, "r");
    cr_assert_not_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = 0;
        story.line++;
        if (story.line <= place->line)
            continue;
        if (!strncmp(line, "case ", 5))
            break;
        run_line(&story, line);
    }
    (void)fclose(file);
}
