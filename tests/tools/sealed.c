/* A game exports one symbol, so games may use the same names. */
#include "checkout.h"
#include "depth.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Write the global symbols of a sealed game to names, a line each. */
static void read_symbols(const char *folder, char *names, size_t size)
{
    char command[300];
    FILE *out;
    size_t count;

    snprintf(command, sizeof command,
             "nm --extern-only --defined-only %s/games/%s.o | "
             "sed -n 's/.* [A-Z] //p'",
             getenv("FATHOM_BUILD_DIR"), folder);
    out = popen(command, "r"); /* allowed: nm of the build */
    cr_assert(out);
    count = fread(names, 1, size - 1, out);
    names[count] = '\0';
    cr_assert_eq(pclose(out), 0);
}

Test(sealed, a_game_exports_its_struct_game_and_nothing_else)
{
    char names[1000];

    read_symbols("underwater_cities", names, sizeof names);
    cr_expect_str_eq(names, "underwater_cities\n");
    read_symbols("template", names, sizeof names);
    cr_expect_str_eq(names, "template_game\n");
}

/* ---- a copy of the template ---- */

/* What fathom is built from, and the objects of this build, so that only what
 * changes is compiled. */
static const char copy_sources[] =
    "mkdir -p api db tests clients build/$COPY_VARIANT/obj/clients && "
    "cp -a $COPY_ROOT/Makefile $COPY_ROOT/service . && cp -a "
    "$COPY_ROOT/clients/c clients/ && "
    "cd build/$COPY_VARIANT && from=$COPY_ROOT/build/$COPY_VARIANT && "
    "cp -a $from/*.a $from/*.list $from/flags . && "
    "cp -a $from/obj/service obj/ && cp -a $from/obj/clients/c obj/clients/";

/* The template as a game "third" whose functions have the prefix of those of
 * Underwater Cities. */
static const char copy_template[] =
    "cp -r service/rules/template service/rules/third && "
    "sed -i 's/template_game/third_game/g; s/template_/uwc_/g; "
    "s|rules/template|rules/third|g; s/\"template\"/\"third\"/' "
    "service/rules/third/* && "
    "sed -i 's/^extern const struct game template_game;/& "
    "extern const struct game third_game;/; s/&template_game,/& "
    "\\&third_game,/' "
    "service/rules/games.c";

static const char build[] = "env -u MAKEFLAGS -u MAKELEVEL make -j2 "
                            "build/$COPY_VARIANT/fathom >log 2>&1 || "
                            "{ tail -n 20 log; false; }";

/* The same seed gives the same matches but for the speed, which is not
 * compared. */
static const char play[] =
    "for game in template third; do build/$COPY_VARIANT/fathom simulate $game "
    "--seats 3 --matches 20 --bots greedy,random,random >$game.txt "
    "2>/dev/null || exit; done; cat third.txt; cmp template.txt third.txt";

Test(sealed, a_copy_with_the_names_of_another_game_links_and_plays,
     .init = deep_only, .timeout = 600)
{
    struct checkout checkout;
    char root[PATH_MAX];
    const char *const steps[] = {copy_sources, copy_template, build, play};

    cr_assert_not_null(getcwd(root, sizeof root));
    setenv("COPY_ROOT", root, 1);
    setenv("COPY_VARIANT", strrchr(getenv("FATHOM_BUILD_DIR"), '/') + 1, 1);
    checkout_begin(&checkout);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        cr_assert_eq(checkout_run(&checkout, steps[i]), 0, "%s",
                     checkout.output);
    cr_expect_not_null(strstr(checkout.output, "3 seats, 20 matches"), "%s",
                       checkout.output);
    checkout_end(&checkout);
}
