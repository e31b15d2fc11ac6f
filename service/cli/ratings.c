/* fathom ratings: what an operator may do about them. */
#include "cli/cli.h"
#include "cli/rebuild.h"

#include <stdlib.h>
#include <string.h>

const struct flag ratings_flags[] = {
    {"database", "WHERE",
     "connection string as for fathomd (default: FATHOM_DATABASE)", NULL},
    {"check", NULL, "only compare; fail if anything differs", NULL},
    {NULL, NULL, NULL, NULL},
};

int ratings_run(const struct arguments *args)
{
    const char *database = flag_text(args, "database");

    if (strcmp(args->word[0], "rebuild") != 0) {
        fprintf(stderr, "fathom ratings: expected \"rebuild\", not \"%s\"\n",
                args->word[0]);
        return CLI_USAGE;
    }
    if (!database)
        database = getenv("FATHOM_DATABASE");
    return rebuild_ladder(database ? database : "", !flag_text(args, "check"))
               ? CLI_OK
               : CLI_FAILED;
}
