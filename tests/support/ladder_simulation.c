/* A simulation of ranked play: its start, its failures, its end. */
#include "ladder_simulation.h"

#include "port.h"
#include "raw.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 240000 };

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* ---- the database ---- */

long simulation_number(const struct simulation *simulation, const char *sql)
{
    PGconn *pg = PQconnectdb(simulation->node[0].database);
    PGresult *rows = PQexec(pg, sql);

    cr_assert_eq(PQresultStatus(rows), PGRES_TUPLES_OK, "%s: %s", sql,
                 PQerrorMessage(pg));
    long number =
        PQntuples(rows) > 0 ? strtol(PQgetvalue(rows, 0, 0), NULL, 10) : -1;

    PQclear(rows);
    PQfinish(pg);
    return number;
}

static long count_over(const struct simulation *simulation)
{
    return simulation_number(
        simulation,
        "SELECT count(*) FROM matches WHERE rated AND status IN (2, 3)");
}

/* The matches, queue entries and challenges that are not over. */
static long count_open(const struct simulation *simulation)
{
    return simulation_number(
        simulation,
        "SELECT (SELECT count(*) FROM matches WHERE status IN (0, 1)) +"
        " (SELECT count(*) FROM queue_tickets WHERE status = 0) +"
        " (SELECT count(*) FROM challenges WHERE status = 0) +"
        " (SELECT count(*) FROM ladder_matches WHERE number IS NULL)");
}

/* ---- start ---- */

static void begin_node(struct simulation *simulation, int which)
{
    char listen[48];
    const char *const settings[] = {listen, "--ladder-matches=2", NULL};

    snprintf(listen, sizeof listen, "--listen=127.0.0.1:%d", port_free());
    if (which == 0)
        service_begin(&simulation->node[which], settings);
    else
        service_join_as(&simulation->node[which], &simulation->node[0],
                        settings);
}

void simulation_begin(struct simulation *simulation)
{
    memset(simulation, 0, sizeof *simulation);
    for (int i = 0; i < SIMULATION_NODES; i++)
        begin_node(simulation, i);
    for (int i = 0; i < SIMULATION_USERS; i++)
        user_begin(&simulation->users[i], simulation, i);
}

/* ---- play and failures ---- */

static void kill_one(struct simulation *simulation, int which)
{
    struct service *node = &simulation->node[which % SIMULATION_NODES];

    cr_expect(WIFSIGNALED(service_signal(node, SIGKILL)));
    pause_ms(50);
    service_start(node);
}

/* Wait until this many matches are over, with the kills spread over them. */
static void wait_for(struct simulation *simulation, long matches, int kills,
                     long until_ms)
{
    int killed = 0;

    for (long over = 0; over < matches; over = count_over(simulation)) {
        if (killed < kills && over >= matches * killed / kills)
            kill_one(simulation, killed++);
        cr_assert_lt(raw_now_ms(), until_ms, "%ld of %ld matches are over",
                     over, matches);
        pause_ms(50);
    }
}

static void wait_until_quiet(const struct simulation *simulation, long until_ms)
{
    long open;

    while ((open = count_open(simulation)) > 0) {
        cr_assert_lt(raw_now_ms(), until_ms, "%ld items never end", open);
        pause_ms(50);
    }
}

void simulation_play(struct simulation *simulation, long matches, int kills)
{
    long until_ms = raw_now_ms() + PATIENCE_MS * (1 + matches / 100);

    simulation->is_ending = simulation->is_over = false;
    simulation->may_fail = kills > 0;
    for (int i = 0; i < SIMULATION_USERS; i++)
        cr_assert_eq(pthread_create(&simulation->users[i].thread, NULL,
                                    user_run, &simulation->users[i]),
                     0);
    wait_for(simulation, matches, kills, until_ms);
    simulation->is_ending = true;
    wait_until_quiet(simulation, until_ms);
    simulation->is_over = true;
    for (int i = 0; i < SIMULATION_USERS; i++)
        pthread_join(simulation->users[i].thread, NULL);
}

void simulation_expect_no_failure(const struct simulation *simulation)
{
    for (int i = 0; i < SIMULATION_USERS; i++)
        cr_expect_str_eq(simulation->users[i].failure, "", "guest %d: %s", i,
                         simulation->users[i].failure);
}

static void report(const struct simulation *simulation)
{
    struct user all = {0};

    for (int i = 0; i < SIMULATION_USERS; i++) {
        const struct user *user = &simulation->users[i];

        all.moves += user->moves;
        all.resignations += user->resignations;
        all.abandoned += user->abandoned;
        all.entries += user->entries;
        all.challenges += user->challenges;
        all.accepted += user->accepted;
        all.declined += user->declined;
    }
    fprintf(stderr,
            "%ld matches (%ld of the queue), %ld played out, %ld aborted; "
            "%ld moves, %ld resignations, %ld abandoned; %ld entries; %ld "
            "challenges, %ld accepted, %ld declined\n",
            count_over(simulation),
            simulation_number(simulation,
                              "SELECT count(*) FROM matches m WHERE NOT"
                              " EXISTS (SELECT FROM challenges c WHERE"
                              " c.match_id = m.id)"),
            simulation_number(simulation,
                              "SELECT count(*) FROM matches m WHERE status"
                              " = 2 AND NOT EXISTS (SELECT FROM events e"
                              " WHERE e.match_id = m.id AND e.kind IN"
                              " (4, 10))"),
            simulation_number(simulation,
                              "SELECT count(*) FROM matches WHERE status = 3"),
            all.moves, all.resignations, all.abandoned, all.entries,
            all.challenges, all.accepted, all.declined);
}

void simulation_end(struct simulation *simulation)
{
    report(simulation);
    for (int i = 0; i < SIMULATION_USERS; i++)
        user_end(&simulation->users[i]);
    for (int i = SIMULATION_NODES - 1; i >= 0; i--)
        service_end(&simulation->node[i]);
}
