/* Two years of a ladder. */
#include "db_ladder.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

void ladder_fill(struct world *world, int matches)
{
    enum { SQL_MAX = 1 << 16 };
    char begin[160];
    char *sql = malloc(SQL_MAX);
    FILE *file = fopen("tests/support/ladder.sql", "r");
    size_t n;

    cr_assert(sql && file);
    n = fread(sql, 1, SQL_MAX, file);
    cr_assert_lt(n, SQL_MAX);
    sql[n] = '\0';
    fclose(file);
    snprintf(begin, sizeof begin, "ALTER DATABASE %s SET fill.matches = '%d'",
             world->name, matches);
    cr_assert(world_sql_as_admin(world, begin));
    cr_assert(world_sql_as_admin(world, sql));
    cr_assert(world_sql_as_admin(world, "VACUUM"));
    free(sql);
}
