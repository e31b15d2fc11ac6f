/* The census: from selected positions, the number of sequences of N decisions
 * (perft in chess programs) is what tests/golden/census.txt says.  A change of
 * the rules that adds or removes a legal move in one of these sequences changes
 * a number.
 *
 * Each position was selected for a kind of move that is legal in it.
 * FATHOM_GOLDEN=write counts again and writes the file; if that kind of move is
 * no longer legal in a position, a later one replaces it.  FATHOM_CENSUS=deep
 * also counts the depths that take long. */
#include "rules_match.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINES_MAX = 128,
    LINE_BYTES = 320,
    DEPTH_MIN = 3,
    DEPTH_MAX = 6,
    /* A depth is counted if the previous depth has at most this number of
     * sequences. */
    WIDTH_USUAL = 10000,
    WIDTH_DEEP = 100000,
    WIDTH_SOUGHT = 2500, /* of depth 2, in a position that is selected */
    SEEDS_TRIED = 400,   /* to find such a position */
};

static const char path[] = "tests/golden/census.txt";
static const char draft[] = "build/census.txt"; /* until it is complete */

/* One line of the file: how to reach a position, and its counts. */
struct place {
    size_t game;
    struct settings settings;
    uint64_t seed;
    int decisions; /* that the seats make before the position */
    bool hungry;
    char offers[24]; /* the first word of a move that is legal there */
    int depths;      /* the length of count; 0: not counted yet */
    uint64_t count[DEPTH_MAX];
};

/* Take the next word from a line. */
static const char *word(char **line)
{
    static char out[64];
    size_t length;

    *line += strspn(*line, " ");
    length = strcspn(*line, " :\n");
    cr_assert(length > 0 && length < sizeof out, "at \"%s\"", *line);
    memcpy(out, *line, length);
    out[length] = '\0';
    *line += length;
    return out;
}

static uint64_t number(char **line)
{
    return strtoull(word(line), NULL, 10);
}

static void read_option(struct place *p, size_t i, const char *value)
{
    const struct option *option = &games[p->game]->options[i];
    int16_t *out = &p->settings.values[i];

    *out = (int16_t)strtol(value, NULL, 10);
    if (option->kind == OPTION_BOOL)
        *out = strcmp(value, "true") == 0;
    for (int n = 0; option->kind == OPTION_CHOICE && option->choices[n]; n++)
        if (strcmp(option->choices[n], value) == 0)
            *out = (int16_t)n;
}

/* "GAME SEATS [OPTION VALUE].. seed N random|hungry N offers WORD: COUNT.." */
static struct place read_place(char *line)
{
    struct place p = {.game = 0};
    const char *name = word(&line);

    while (games[p.game] && strcmp(games[p.game]->id, name) != 0)
        p.game++;
    cr_assert(games[p.game], "no game \"%s\"", name);
    game_defaults(games[p.game], (uint8_t)number(&line), &p.settings);
    while (strcmp(name = word(&line), "seed") != 0) {
        const struct option *options = games[p.game]->options;
        size_t i = 0;

        while (options[i].name && strcmp(options[i].name, name) != 0)
            i++;
        cr_assert(options[i].name, "no option \"%s\"", name);
        read_option(&p, i, word(&line));
    }
    p.seed = number(&line);
    p.hungry = strcmp(word(&line), "hungry") == 0;
    p.decisions = (int)number(&line);
    cr_assert_str_eq(word(&line), "offers");
    snprintf(p.offers, sizeof p.offers, "%s", word(&line));
    for (line += *line == ':'; *line == ' '; p.depths++)
        p.count[p.depths] = number(&line);
    return p;
}

/* Read all lines except comments.  Returns their number. */
static size_t read_places(struct place *places)
{
    char line[LINE_BYTES];
    FILE *file = fopen(path, "r");
    size_t count = 0;

    cr_assert(file, "%s is missing", path);
    while (fgets(line, sizeof line, file))
        if (line[0] != '#' && line[0] != '\n' && count < LINES_MAX)
            places[count++] = read_place(line);
    fclose(file);
    return count;
}

static uint64_t count_from(const struct game *game, const void *state,
                           int depth)
{
    static struct move lists[DEPTH_MAX + 1][RULES_MOVES_MAX];
    struct move *list = lists[depth];
    alignas(max_align_t) uint8_t after[RULES_STATE_MAX];
    seat_set seats = game->to_act(state);
    uint64_t sum = 0;

    for (int seat = 0; seat < RULES_SEATS_MAX; seat++) {
        size_t count;

        if (!(seats >> seat & 1))
            continue;
        count = game->moves(state, seat, list, RULES_MOVES_MAX);
        if (depth == 1)
            sum += count;
        for (size_t i = 0; depth > 1 && i < count; i++) {
            memcpy(after, state, game->state_size);
            cr_assert_eq(game->apply(after, seat, list[i]), RULES_OK);
            sum += count_from(game, after, depth - 1);
        }
    }
    return sum;
}

/* The same count by a replay: each move is parsed from its notation and, where
 * the rules permit it, undone. */
static uint64_t count_by_undo(struct replay *now, int depth)
{
    static struct move lists[DEPTH_MAX + 1][RULES_MOVES_MAX];
    const struct game *game = now->game;
    struct move *list = lists[depth];
    uint64_t sum = 0;

    for (int seat = 0; seat < RULES_SEATS_MAX; seat++) {
        size_t count = game->moves(now->state, seat, list, RULES_MOVES_MAX);

        for (size_t i = 0; i < count; i++) {
            struct entry entry = {.kind = ENTRY_MOVE, .seat = (uint8_t)seat};
            struct entry back = {
                .kind = ENTRY_UNDO, .seat = (uint8_t)seat, .move = {1}};
            struct replay before = *now;
            char text[RULES_NOTATION_MAX];

            game->format(now->state, seat, list[i], text);
            game->parse(now->state, seat, text, &entry.move);
            cr_assert_eq(replay_step(now, &entry), RULES_OK);
            sum += depth == 1 ? 1 : count_by_undo(now, depth - 1);
            if (replay_step(now, &back))
                *now = before;
            cr_assert_arr_eq(now->state, before.state, game->state_size);
        }
    }
    return sum;
}

/* Play to the position.  false: the match ends before it. */
static bool reach(struct test_match *m, const struct place *p)
{
    test_match_start(m, games[p->game], &p->settings, p->seed);
    for (int i = 0; i < p->decisions; i++)
        if (!(p->hungry ? test_match_step_hungry(m)
                        : test_match_step_random(m)))
            return false;
    return true;
}

static bool offers(const struct test_match *m, const char *words)
{
    static struct move list[RULES_MOVES_MAX];
    char text[RULES_NOTATION_MAX];

    for (int seat = 0; seat < m->settings.seats; seat++) {
        size_t count = m->game->moves(m->state, seat, list, RULES_MOVES_MAX);

        for (size_t i = 0; i < count; i++) {
            m->game->format(m->state, seat, list[i], text);
            if (strcspn(text, " ") == strlen(words) &&
                strncmp(text, words, strlen(words)) == 0)
                return true;
        }
    }
    return false;
}

static bool is_writing(void)
{
    const char *mode = getenv("FATHOM_GOLDEN");

    return mode && strcmp(mode, "write") == 0;
}

static bool is_deep(void)
{
    const char *mode = getenv("FATHOM_CENSUS");

    return mode && strcmp(mode, "deep") == 0;
}

/* Find a position in which the wanted kind of move is legal and that has at
 * most WIDTH_SOUGHT sequences of depth 2: from the old position on, then in the
 * matches of the next seeds. */
static void seek(struct test_match *m, struct place *p)
{
    bool stepped = reach(m, p);

    for (uint64_t last = p->seed + SEEDS_TRIED; p->seed < last;) {
        if (stepped && offers(m, p->offers) &&
            count_from(m->game, m->state, 2) <= WIDTH_SOUGHT)
            return;
        stepped = stepped && (p->hungry ? test_match_step_hungry(m)
                                        : test_match_step_random(m));
        p->decisions++;
        if (stepped)
            continue;
        p->seed++;
        p->decisions = 0;
        stepped = reach(m, p);
    }
    cr_assert_fail("nothing offers \"%s\"", p->offers);
}

/* Count DEPTH_MIN depths, and more while a depth has at most WIDTH_DEEP
 * sequences. */
static void count_place(struct test_match *m, struct place *p)
{
    uint64_t width = 0;

    p->depths = 0;
    while (p->depths < DEPTH_MIN ||
           (p->depths < DEPTH_MAX && width <= WIDTH_DEEP)) {
        width = count_from(m->game, m->state, p->depths + 1);
        p->count[p->depths++] = width;
    }
}

static void write_options(FILE *file, const struct place *p)
{
    const struct option *options = games[p->game]->options;
    struct settings usual;

    game_defaults(games[p->game], p->settings.seats, &usual);
    for (size_t i = 0; options[i].name; i++) {
        int value = p->settings.values[i];

        if (value == usual.values[i])
            continue;
        fprintf(file, " %s", options[i].name);
        switch (options[i].kind) {
        case OPTION_BOOL: fprintf(file, value ? " true" : " false"); break;
        case OPTION_CHOICE:
            fprintf(file, " %s", options[i].choices[value]);
            break;
        case OPTION_INT: fprintf(file, " %d", value); break;
        }
    }
}

static void write_place(FILE *file, const struct place *p)
{
    fprintf(file, "%s %d", games[p->game]->id, p->settings.seats);
    write_options(file, p);
    fprintf(file, " seed %" PRIu64 " %s %d offers %s:", p->seed,
            p->hungry ? "hungry" : "random", p->decisions, p->offers);
    for (int i = 0; i < p->depths; i++)
        fprintf(file, " %" PRIu64, p->count[i]);
    fprintf(file, "\n");
}

/* Write the file again; keep its comment lines. */
Test(census, is_written_on_request)
{
    static struct test_match m;
    static char lines[2 * LINES_MAX][LINE_BYTES];
    size_t count = 0;
    FILE *file;

    if (!is_writing())
        return;
    file = fopen(path, "r");
    cr_assert_not_null(file);
    while (count < 2 * LINES_MAX && fgets(lines[count], LINE_BYTES, file))
        count++;
    fclose(file);
    file = fopen(draft, "w");
    cr_assert_not_null(file);
    for (size_t i = 0; i < count; i++) {
        struct place p;

        if (lines[i][0] == '#' || lines[i][0] == '\n') {
            fputs(lines[i], file);
            continue;
        }
        p = read_place(lines[i]);
        seek(&m, &p);
        count_place(&m, &p);
        write_place(file, &p);
    }
    cr_assert_eq(fclose(file), 0);
    cr_assert_eq(rename(draft, path), 0);
}

ParameterizedTestParameters(census,
                            a_position_has_the_stored_numbers_of_sequences)
{
    static struct place places[LINES_MAX];

    return cr_make_param_array(struct place, places, read_places(places));
}

ParameterizedTest(struct place *p, census,
                  a_position_has_the_stored_numbers_of_sequences)
{
    static struct test_match m;
    static struct replay replay;
    const char *about = test_settings_text(games[p->game], &p->settings);
    uint64_t most = is_deep() ? WIDTH_DEEP : WIDTH_USUAL, width = 0;

    if (is_writing())
        return;
    cr_assert(reach(&m, p), "%s", about);
    cr_expect(offers(&m, p->offers), "%s, seed %" PRIu64 ": \"%s\"", about,
              p->seed, p->offers);
    cr_expect_geq(p->depths, DEPTH_MIN);
    for (int i = 0; i < p->depths && width <= most; i++) {
        uint64_t count = count_from(m.game, m.state, i + 1);

        cr_expect_eq(count, p->count[i],
                     "%s, seed %" PRIu64 ", %d decisions, depth %d: %" PRIu64
                     " instead of %" PRIu64,
                     about, p->seed, p->decisions, i + 1, count, p->count[i]);
        width = p->count[i];
    }
    replay_begin(&replay, m.game, m.state);
    cr_expect_eq(count_by_undo(&replay, 2), p->count[1],
                 "%s, seed %" PRIu64 ": by undo", about, p->seed);
}

/* There is a position for every number of seats of every game, and for every
 * value of its options. */
Test(census, has_positions_of_every_variant)
{
    static struct place places[LINES_MAX];
    size_t count = read_places(places);

    cr_expect_geq(count, 40, "%zu positions", count);
    for (size_t g = 0; games[g]; g++) {
        for (int seats = games[g]->min_seats; seats <= games[g]->max_seats;
             seats++) {
            size_t found = 0;

            for (size_t i = 0; i < count; i++)
                found +=
                    places[i].game == g && places[i].settings.seats == seats;
            cr_expect_gt(found, 0, "%s, %d seats", games[g]->id, seats);
        }
        for (size_t n = 0; games[g]->options[n].name; n++) {
            const struct option *option = &games[g]->options[n];
            int last = option->kind == OPTION_BOOL ? 1 : option->max;

            while (option->kind == OPTION_CHOICE && option->choices[last])
                last++;
            last -= option->kind == OPTION_CHOICE;
            for (int value = option->min; value <= last; value++) {
                size_t found = 0;

                for (size_t i = 0; i < count; i++)
                    found += places[i].game == g &&
                             places[i].settings.values[n] == value;
                cr_expect_gt(found, 0, "%s: %s %d", games[g]->id, option->name,
                             value);
            }
        }
    }
}
