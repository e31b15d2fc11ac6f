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
             "timeout 1200 node tests/web/%s.mjs %s %s", script, service.url,
             arguments);
    int status = system(command); /* allowed: a tool of the tests */

    service_end(&service);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_BROWSER)
        cr_skip("no browser is installed");
    cr_expect_eq(status, 0, "%s %s failed", script, arguments);
}

/* FATHOM_WEB=all makes them whole: it takes an hour. */
static bool is_whole(void)
{
    return getenv("FATHOM_WEB") != NULL;
}

static void play(const char *game, const char *way, int decisions)
{
    char arguments[64];

    if (is_whole() || decisions == 0)
        snprintf(arguments, sizeof arguments, "%s %s", game, way);
    else
        snprintf(arguments, sizeof arguments, "%s %s %d", game, way, decisions);
    run_script("robot", arguments);
}

Test(web, the_choices_lead_to_the_legal_moves_and_nothing_else)
{
    run_script("choices", is_whole() ? "3000" : is_deep() ? "60" : "15");
}

Test(web, every_page_is_small_fits_its_window_and_passes_axe)
{
    run_script("pages", is_whole() ? "all" : "");
}

Test(web, a_game_without_a_part_of_its_own_is_played_by_touch)
{
    play("template", "phone", 0);
}

Test(web, a_game_without_a_part_of_its_own_is_played_by_keyboard)
{
    play("template", "keyboard", 0);
}

Test(web, a_match_is_played_by_touch)
{
    play("underwater-cities", "phone", 6);
}

Test(web, a_match_is_played_by_mouse)
{
    play("underwater-cities", "laptop", 6);
}

Test(web, a_match_of_each_other_game_is_played, .init = deep_only)
{
    play("seastead", "phone", 12);
    play("otys", "laptop", 12);
    play("underwater-cities", "keyboard", 6);
}
