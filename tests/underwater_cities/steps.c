/* The step budget: what play takes of it.  That it holds is shown where a
 * player would see it, by a service with a small one: tests/api/runaway.c. */
#include "rules/underwater_cities/engine/steps.h"
#include "rules/sink.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/game.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The most that was seen; a quarter of the budget would be too near. */
struct most {
    uint32_t list, move;
    uint64_t lists;
};

enum { NEAR = 4 };

/* What listing the moves of a seat takes, and one of them. */
static void look_at(struct most *most, const void *state, int seat,
                    unsigned pick)
{
    static struct move moves[RULES_MOVES_MAX];
    struct uwc_state after;
    uint32_t steps;
    size_t count =
        uwc_moves_counted(state, seat, moves, RULES_MOVES_MAX, &steps);

    most->lists++;
    if (steps > most->list)
        most->list = steps;
    if (count == 0)
        return;
    memcpy(&after, state, sizeof after);
    cr_assert_eq(uwc_try_counted(&after, seat, moves[pick % count], &steps),
                 REFUSED_OK);
    cr_assert(after.steps == 0 && after.steps_limit == 0);
    if (steps > most->move)
        most->move = steps;
}

static void look_at_all(struct most *most, const void *state, unsigned pick)
{
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        if (uwc_to_act(state) >> seat & 1)
            look_at(most, state, seat, pick);
}

static void expect_far_below(const struct most *most, const char *what)
{
    printf("%s: %llu lists, at most %u steps of %u; a move at most %u of %u\n",
           what, (unsigned long long)most->lists, most->list,
           uwc_list_steps_max, most->move, uwc_steps_max);
    cr_expect_lt(most->list, uwc_list_steps_max / NEAR);
    cr_expect_lt(most->move, uwc_steps_max / NEAR);
}

ParameterizedTestParameters(steps, matches_stay_far_below_the_budget)
{
    static int seats[] = {1, 2, 3, 4};

    return cr_make_param_array(int, seats, 4);
}

ParameterizedTest(int *seats, steps, matches_stay_far_below_the_budget)
{
    static struct test_match m;
    struct settings settings;
    struct most most = {0};
    char what[32];
    unsigned pick = 0;
    int number = -1;

    while (
        test_settings_allowed(&underwater_cities, *seats, &number, &settings)) {
        cr_assert_eq(test_match_start(&m, &underwater_cities, &settings,
                                      (uint64_t)number),
                     RULES_OK);
        do
            look_at_all(&most, m.state, pick++);
        while (number % 2 ? test_match_step_random(&m)
                          : test_match_step_hungry(&m));
    }
    snprintf(what, sizeof what, "%d seats", *seats);
    expect_far_below(&most, what);
}

/* ---- positions that were made up ---- */

static char *read_file(const char *folder, const char *name)
{
    char path[512], *text = NULL;
    size_t size = 0;
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    if (getdelim(&text, &size, '\0', file) < 0)
        text[0] = '\0';
    fclose(file);
    return text;
}

Test(steps, made_up_positions_stay_far_below_the_budget)
{
    static const char folder[] = "tests/fuzz/corpus/positions";
    static struct source_text_node nodes[16384];
    struct most most = {0};
    const struct dirent *entry;
    DIR *files = opendir(folder);

    cr_assert_not_null(files, "%s", folder);
    while ((entry = readdir(files))) {
        struct source_text source;
        struct uwc_state state;
        char *text;

        if (entry->d_name[0] == '.')
            continue;
        text = read_file(folder, entry->d_name);
        char *document = strchr(text, '\n');

        if (strncmp(text, "underwater-cities", 17) == 0 && document &&
            source_text_init(&source, document + 1, nodes,
                             sizeof nodes / sizeof *nodes) &&
            underwater_cities.read(&state, &source.source, NULL) == RULES_OK)
            look_at_all(&most, &state, 0);
        free(text);
    }
    closedir(files);
    cr_expect_gt(most.lists, 10);
    expect_far_below(&most, "made up");
}
