/* Runs .case files: what is the same for every game. */
#include "rules_story.h"

#include "rules/sink.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf failed; /* where a case goes on that failed */

void story_fail(const struct story *t, const char *format, ...)
{
    char text[600];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    cr_expect(false, "%s:%d (%s): %s", t->file, t->line, t->name, text);
    longjmp(failed, 1); /* allowed: a failed case ends, and no more */
}

int story_number(const struct story *t, const char *word)
{
    char *end;
    long n = strtol(word, &end, 10);

    if (end == word)
        story_fail(t, "'%s' is not a number", word);
    return (int)n;
}

void story_expect_number(const struct story *t, int value)
{
    if (value != story_number(t, t->words[2]))
        story_fail(t, "%s is %d", t->words[1], value);
}

/* ---- moves ---- */

/* Takes "S:" off the rest of a line; else the lowest seat to act. */
static int acting_seat(const struct story *t, char **text)
{
    seat_set seats = t->game->to_act(&t->now);

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

    if (t->game->parse(&t->now, seat, text, &move))
        story_fail(t, "'%s' is not a move", text);
    return move;
}

static bool is_listed(const struct story *t, int seat, struct move move)
{
    struct move list[RULES_MOVES_MAX];
    size_t count = t->game->moves(&t->now, seat, list, RULES_MOVES_MAX);

    for (size_t i = 0; i < count; i++)
        if (list[i].bits == move.bits)
            return true;
    return false;
}

static const char *why_refused(const struct story *t, int seat,
                               struct move move)
{
    static struct refusal refusal;

    if (t->language->why)
        return t->language->why(t, seat, move);
    game_explain(t->game, &t->now, seat, move, NULL, &refusal);
    return refusal.rule;
}

/* The legal moves, for the message of a failure. */
static const char *listing(const struct story *t, int seat)
{
    static char text[500];
    struct move list[RULES_MOVES_MAX];
    size_t count = t->game->moves(&t->now, seat, list, RULES_MOVES_MAX);
    size_t used = 0;

    for (size_t i = 0; i < count && used < sizeof text - 100; i++) {
        char notation[RULES_NOTATION_MAX];

        t->game->format(&t->now, seat, list[i], notation);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                                 i ? " | " : "", notation);
    }
    text[used] = 0;
    return text;
}

static void begin_replay(struct story *t)
{
    if (!t->playing)
        replay_begin(&t->replay, t->game, &t->now);
    t->playing = true;
}

/* Decisions go through a replay, so that they can be undone. */
static void step(struct story *t, struct entry entry, const char *what)
{
    const struct story_state before = t->now;

    begin_replay(t);
    if (!t->moved)
        t->before = t->now;
    t->moved = true;
    if (replay_step(&t->replay, &entry))
        story_fail(t, "'%s' does not apply", what);
    memcpy(&t->now, t->replay.state, t->game->state_size);
    t->irreversible = t->game->irreversible(&before, &t->now);
}

static void do_play(struct story *t)
{
    char *text = t->rest;
    int seat = acting_seat(t, &text);
    struct move move = parse(t, seat, text);

    if (!is_listed(t, seat, move))
        story_fail(t, "'%s' is refused: %s; listed: %s", text,
                   why_refused(t, seat, move), listing(t, seat));
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
    const struct story_state before = t->now;

    if (expected) {
        step(t, undo, "undo");
        return;
    }
    begin_replay(t);
    if (!replay_step(&t->replay, &undo))
        story_fail(t, "%s of its moves can be taken back by seat %d", text,
                   seat);
    if (memcmp(t->replay.state, &before, t->game->state_size) != 0)
        story_fail(t, "the refused undo changed something");
}

static void do_refuse(struct story *t)
{
    char *text = t->rest, *word = strrchr(text, ' ');
    struct story_state copy = t->now;
    struct move move;
    int seat;

    if (!word)
        story_fail(t, "refuse MOVE WHY");
    *word++ = 0;
    seat = acting_seat(t, &text);
    move = parse(t, seat, text);
    if (is_listed(t, seat, move) || !t->game->apply(&copy, seat, move))
        story_fail(t, "'%s' is legal", text);
    if (strcmp(why_refused(t, seat, move), word) != 0)
        story_fail(t, "'%s' is refused as %s", text,
                   why_refused(t, seat, move));
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
    if (t->game->moves(&t->now, seat, NULL, 0) != expected)
        story_fail(t, "more is listed: %s", listing(t, seat));
}

/* ---- then ---- */

/* The value of an item of the score, "total" or "rank". */
static bool score_value(const struct story *t, const void *state, int seat,
                        const char *item, int *out)
{
    struct scores scores;

    t->game->score(state, &scores);
    if (!strcmp(item, "total") || !strcmp(item, "rank")) {
        *out = *item == 't' ? scores.total[seat] : scores.rank[seat];
        return true;
    }
    for (int i = 0; i < scores.items; i++)
        if (!strcmp(scores.item[i].name, item)) {
            *out = scores.item[i].points[seat];
            return true;
        }
    return false;
}

static int value_of(const struct story *t, const void *state, int seat,
                    const char *what)
{
    int value = 0;

    if (!strcmp(what, "undoable"))
        return t->playing ? (int)replay_undoable(&t->replay, seat) : 0;
    if (!strncmp(what, "score:", 6)
            ? score_value(t, state, seat, what + 6, &value)
            : t->language->value(t, state, seat, what, &value) ||
                  score_value(t, state, seat, what, &value))
        return value;
    story_fail(t, "unknown thing '%s'", what);
}

static void then_of_seat(struct story *t, int seat)
{
    for (int i = 2; i + 1 < t->count; i += 2) {
        const char *what = t->words[i], *how = t->words[i + 1];
        int now = value_of(t, &t->now, seat, what);
        int was = value_of(t, &t->before, seat, what);
        int want = story_number(t, *how == '=' ? how + 1 : how);

        if (*how == '=' ? now != want : now - was != want)
            story_fail(t, "seat %d has %d %s (before: %d), not %s", seat, now,
                       what, was, how);
    }
}

/* The last move cannot be taken back for exactly these reasons. */
static void then_seals(const struct story *t)
{
    unsigned want = 0;

    for (int i = 2; i < t->count; i++)
        want |= !strcmp(t->words[i], "reveal")  ? IRREVERSIBLE_REVEAL
                : !strcmp(t->words[i], "final") ? IRREVERSIBLE_FINAL
                                                : 128u;
    if (t->irreversible != want)
        story_fail(t, "the last move's seals are %x", t->irreversible);
}

static void then_outcome(const struct story *t)
{
    static const char *const words[] = {[OUTCOME_RANKED] = "ranked",
                                        [OUTCOME_WON] = "won",
                                        [OUTCOME_LOST] = "lost"};
    struct scores scores;

    t->game->score(&t->now, &scores);
    if (strcmp(words[scores.outcome], t->words[2]) != 0)
        story_fail(t, "the outcome is %s", words[scores.outcome]);
}

/* "then goal NAME REACHED NEEDED" */
static void then_goal(const struct story *t)
{
    struct scores scores;

    t->game->score(&t->now, &scores);
    for (int i = 0; i < scores.goals; i++)
        if (!strcmp(scores.goal[i].name, t->words[2])) {
            if (scores.goal[i].reached != story_number(t, t->words[3]) ||
                scores.goal[i].needed != story_number(t, t->words[4]))
                story_fail(t, "reached is %d of %d", scores.goal[i].reached,
                           scores.goal[i].needed);
            return;
        }
    story_fail(t, "no such goal");
}

static void then_acts(const struct story *t)
{
    unsigned want = 0;

    for (int i = 2; i < t->count; i++)
        want |= 1u << story_number(t, t->words[i]);
    if (t->game->to_act(&t->now) != want)
        story_fail(t, "to act: %x", t->game->to_act(&t->now));
}

static uint64_t view_hash(const struct story *t, const void *state, int viewer)
{
    struct sink_hash sink;

    sink_hash_init(&sink);
    t->game->view(state, viewer, &sink.sink);
    return sink.hash;
}

/* "then unseen V ...": these see just what they saw at the mark. */
static void then_unseen(const struct story *t)
{
    for (int i = 2; i < t->count; i++) {
        int viewer = !strcmp(t->words[i], "spectator")
                         ? RULES_SPECTATOR
                         : story_number(t, t->words[i]);

        if (view_hash(t, &t->marked, viewer) != view_hash(t, &t->now, viewer))
            story_fail(t, "%s sees a difference", t->words[i]);
    }
}

static void then_marked(const struct story *t)
{
    if (memcmp(&t->marked, &t->now, t->game->state_size) != 0)
        story_fail(t, "this is not what was marked");
}

static bool then_of_any_game(const struct story *t, const char *what)
{
    static const struct {
        const char *what;
        void (*look)(const struct story *t);
    } looks[] = {
        {"acts", then_acts}, {"seals", then_seals},   {"outcome", then_outcome},
        {"goal", then_goal}, {"unseen", then_unseen}, {"marked", then_marked},
    };

    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (!strcmp(looks[i].what, what)) {
            looks[i].look(t);
            return true;
        }
    return false;
}

static void do_then(struct story *t)
{
    const char *what = t->words[1];

    if (!t->moved)
        t->before = t->now;
    t->moved = false;
    if (isdigit((unsigned char)*what)) {
        t->moved = true; /* several `then` lines share one before */
        then_of_seat(t, story_number(t, what));
    } else if (!then_of_any_game(t, what) && !t->language->then(t, what)) {
        story_fail(t, "unknown: then %s", what);
    }
}

/* ---- files ---- */

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

static void do_given(struct story *t)
{
    t->language->given(t);
    t->playing = false;
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
        do_given(t);
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
        do_then(t);
    else if (!strcmp(t->words[0], "leave"))
        do_leave(t);
    else
        story_fail(t, "unknown statement '%s'", t->words[0]);
}

size_t story_find(const struct story_language *language, struct story_file *out,
                  size_t cap)
{
    DIR *dir = opendir(language->folder);
    size_t count = 0;

    for (struct dirent *d = dir ? readdir(dir) : NULL; d; d = readdir(dir))
        if (strstr(d->d_name, ".case") && count < cap)
            (void)snprintf(out[count++].name, sizeof out->name, "%.110s",
                           d->d_name);
    if (dir)
        (void)closedir(dir);
    return count;
}

/* The line "case NAME" was read. */
static void begin_case(struct story *t, const char *name)
{
    *t = (struct story){.language = t->language,
                        .game = t->game,
                        .file = t->file,
                        .line = t->line};
    (void)snprintf(t->name, sizeof t->name, "%.150s", name);
    (void)fprintf(stderr, "[CASE] %s:%d: %s\n", t->file, t->line, t->name);
}

/* Run a line of a case.  false: the case failed. */
static bool holds(struct story *t, const char *line)
{
    if (setjmp(failed)) /* allowed: a failed case ends, and no more */
        return false;
    run_line(t, line);
    return true;
}

void story_run(const struct story_language *language,
               const struct story_file *file)
{
    static struct story story;
    char path[300], line[LINE_MAX_LENGTH];
    bool is_over = true; /* the case failed, or none has begun */
    FILE *in;

    story = (struct story){.language = language,
                           .game = game_find(language->game),
                           .file = file->name};
    (void)snprintf(path, sizeof path, "%s/%s", language->folder, file->name);
    in = fopen(path, "r");
    cr_assert_not_null(in);
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\r\n")] = 0;
        story.line++;
        if (!strncmp(line, "case ", 5)) {
            begin_case(&story, line + 5);
            is_over = false;
        } else if (!is_over) {
            is_over = !holds(&story, line);
        }
    }
    (void)fclose(in);
}
