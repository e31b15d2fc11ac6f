/* Checks after some attacks, beside those after all of them. */
#include "attack.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    KEPT_MAX = 64,       /* bytes for each unit of cost */
    CHALLENGES_MAX = 10, /* of strangers, that a player has */
    LIST_MS = 50,        /* of a list, alone */
    TIMES = 9,
};

double check_number(struct run *run, const char *sql)
{
    PGresult *result = PQexec(run->pg, sql);

    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1)
        attack_die("%s: %s", sql, PQerrorMessage(run->pg));
    const double value = strtod(PQgetvalue(result, 0, 0), NULL);

    PQclear(result);
    return value;
}

double check_units(struct run *run)
{
    double sum = 0;

    for (int i = 0; i < run->node_count; i++)
        sum += front_metric(run->admins[i], "fathom_cost_units_total");
    return sum;
}

static int refuse(const struct run *run, const char *words)
{
    printf("  %s: %s\n", run->attack->name, words);
    return 1;
}

int check_kept(struct run *run)
{
    const double units = check_units(run) - run->begun_units;
    const double bytes =
        check_number(run, "SELECT pg_database_size(current_database())") -
        run->begun_bytes;

    printf("  %s: %.0f KiB kept for %.0f units of cost: %.0f bytes for each\n",
           run->attack->name, bytes / 1024, units,
           units > 0 ? bytes / units : 0);
    return bytes > KEPT_MAX * units
               ? refuse(run, "more than 64 bytes for each unit of cost")
               : 0;
}

int check_challenges(struct run *run)
{
    char sql[SOAK_LINE];

    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM challenge_players WHERE ended_xid IS NULL"
             " AND account_id = (SELECT id FROM accounts WHERE name = '%s')",
             run->player.people[0].name);
    return check_number(run, sql) > CHALLENGES_MAX
               ? refuse(run, "the player has more than 10 open challenges")
               : 0;
}

/* The least of some: other programs may use the machine. */
static double list_ms(struct run *run, size_t list)
{
    int64_t least_us = INT64_MAX;

    for (int i = 0; i < TIMES; i++) {
        const int64_t begun_us = soak_now_us();

        send_list(run, &run->attacker.line,
                  (unsigned)(list + (size_t)i * list_count));
        const int64_t us = soak_now_us() - begun_us;

        if (us < least_us)
            least_us = us;
    }
    return (double)least_us / 1000;
}

int check_lists(struct run *run)
{
    double slowest_ms = 0;
    size_t slowest = 0;

    for (size_t i = 0; i < list_count; i++) {
        const double ms = list_ms(run, i);

        if (ms > slowest_ms) {
            slowest_ms = ms;
            slowest = i;
        }
    }
    printf("  %s: the slowest, alone, takes %.1f ms: %s\n", run->attack->name,
           slowest_ms, list_paths[slowest]);
    return !run->is_short && slowest_ms > LIST_MS
               ? refuse(run, "a list takes more than 50 ms")
               : 0;
}
