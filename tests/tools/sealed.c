/* A game exports one symbol, so games may use the same names. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
