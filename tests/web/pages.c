/* The web page in a real browser: what can be chosen is what is legal, whole
 * matches are played by tapping, and every page keeps its layout, its weight
 * and the rules of accessibility.  The scripts beside this file say how. */
#include "depth.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

enum { NO_BROWSER = 77 /* the scripts exit with this */ };

/* FATHOM_WEB=all plays every match to its end and takes every position, page
 * and picture: it takes hours. */
static bool is_whole(void)
{
    return getenv("FATHOM_WEB") != NULL;
}

/* Run a script of this folder with a service of its own, which has all games.
 */
static void run_script(const char *script, const char *arguments)
{
    static const char *const settings[] = {
        "--rate-registration=1000/1000", "--rate-token=100000/10",
        "--rate-address=100000/10", "--hidden-games=yes", NULL};
    struct service service;
    char command[256];

    service_begin(&service, settings);
    snprintf(command, sizeof command,
             "FATHOM_WEB_SECONDS=%d node tests/web/%s.mjs %s %s",
             is_whole() ? 36000 : 900, script, service.url, arguments);
    int status = system(command); /* allowed: a tool of the tests */

    service_end(&service);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_BROWSER)
        cr_skip("no browser is installed");
    cr_expect_eq(status, 0, "%s %s failed", script, arguments);
}

/* Play a match; how: "--size phone --by touch".  decisions of 0: to its end. */
static void play(const char *game, const char *how, int decisions)
{
    char arguments[128];

    if (is_whole() || decisions == 0)
        snprintf(arguments, sizeof arguments, "%s %s", game, how);
    else
        snprintf(arguments, sizeof arguments, "%s %s --decisions %d", game, how,
                 decisions);
    run_script("robot", arguments);
}

Test(web, the_choices_lead_to_the_legal_moves_and_nothing_else,
     .init = deep_only)
{
    run_script("choices", is_whole() ? "3000" : is_deep() ? "10" : "6");
}

Test(web, every_page_is_small_fits_its_window_and_passes_axe, .init = deep_only)
{
    run_script("pages", is_whole() ? "all" : is_deep() ? "some" : "few");
}

Test(web, a_move_is_confirmed_only_with_its_preview_and_nothing_moves,
     .init = deep_only)
{
    run_script("table", is_deep() ? "many" : "few");
}

Test(web, texts_stay_texts_and_other_sites_change_nothing, .init = deep_only)
{
    run_script("security", "");
}

Test(web, a_game_without_a_part_of_its_own_is_played_by_touch)
{
    play("template", "--size phone --by touch --pictures 2", 0);
}

Test(web, a_game_without_a_part_of_its_own_is_played_by_keyboard,
     .init = deep_only)
{
    play("template", "--size laptop --by keyboard", 0);
}

Test(web, no_move_is_lost_or_doubled_when_connections_are_cut,
     .init = deep_only)
{
    play("template", "--size phone --by touch --cut", 0);
}

Test(web, a_match_is_played_by_touch, .init = deep_only)
{
    play("underwater-cities", "--size phone --by touch --pictures 2", 6);
}

Test(web, a_match_is_played_with_a_mouse)
{
    play("underwater-cities", "--size laptop --by mouse", is_deep() ? 6 : 3);
}

Test(web, a_board_is_played_by_keyboard, .init = deep_only)
{
    play("seastead", "--size laptop --by keyboard", 6);
}

Test(web, a_match_of_each_other_game_is_played, .init = deep_only)
{
    play("seastead", "--size phone --by touch --pictures 2", 8);
    play("otys", "--size laptop --by mouse", 8);
    play("underwater-cities", "--size laptop --by keyboard", 4);
}

/* Every game, on both sizes, by touch and by keyboard, and one through a
 * network that fails. */
Test(web, whole_matches_of_every_game_are_played_in_every_way, .timeout = 36000)
{
    static const char *const games[] = {"underwater-cities", "seastead",
                                        "otys"};
    static const char *const hows[] = {
        "--size phone --by touch --pictures 20",
        "--size phone --by keyboard --pictures 15",
        "--size laptop --by mouse --pictures 20",
        "--size laptop --by keyboard --pictures 15",
        "--size phone --by touch --cut",
    };

    if (!is_whole())
        cr_skip("only with FATHOM_WEB=all");
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (size_t h = 0; h < sizeof hows / sizeof *hows; h++)
            play(games[g], hows[h], 0);
}
