/* A night of ranked play: its beginning, its troubles, its end. */
#include "night.h"

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

long night_number(const struct night *night, const char *sql)
{
    PGconn *pg = PQconnectdb(night->node[0].database);
    PGresult *rows = PQexec(pg, sql);

    cr_assert_eq(PQresultStatus(rows), PGRES_TUPLES_OK, "%s: %s", sql,
                 PQerrorMessage(pg));
    long number =
        PQntuples(rows) > 0 ? strtol(PQgetvalue(rows, 0, 0), NULL, 10) : -1;

    PQclear(rows);
    PQfinish(pg);
    return number;
}

static long count_over(const struct night *night)
{
    return night_number(
        night, "SELECT count(*) FROM matches WHERE rated AND status IN (2, 3)");
}

/* What is still going on. */
static long count_open(const struct night *night)
{
    return night_number(
        night, "SELECT (SELECT count(*) FROM matches WHERE status IN (0, 1)) +"
               " (SELECT count(*) FROM queue_tickets WHERE status = 0) +"
               " (SELECT count(*) FROM challenges WHERE status = 0) +"
               " (SELECT count(*) FROM ladder_matches WHERE number IS NULL)");
}

/* ---- the beginning ---- */

static void begin_node(struct night *night, int which)
{
    char listen[48];
    const char *const settings[] = {listen, "--ladder-matches=2", NULL};

    snprintf(listen, sizeof listen, "--listen=127.0.0.1:%d", port_free());
    if (which == 0)
        service_begin(&night->node[which], settings);
    else
        service_join_as(&night->node[which], &night->node[0], settings);
}

void night_begin(struct night *night)
{
    memset(night, 0, sizeof *night);
    for (int i = 0; i < NIGHT_NODES; i++)
        begin_node(night, i);
    for (int i = 0; i < NIGHT_GUESTS; i++)
        guest_begin(&night->guests[i], night, i);
}

/* ---- the night ---- */

static void kill_one(struct night *night, int which)
{
    struct service *node = &night->node[which % NIGHT_NODES];

    cr_expect(WIFSIGNALED(service_signal(node, SIGKILL)));
    pause_ms(50);
    service_start(node);
}

/* Until so many matches are over, with the kills spread over them. */
static void wait_for(struct night *night, long matches, int kills,
                     long until_ms)
{
    int killed = 0;

    for (long over = 0; over < matches; over = count_over(night)) {
        if (killed < kills && over >= matches * killed / kills)
            kill_one(night, killed++);
        cr_assert_lt(raw_now_ms(), until_ms, "%ld of %ld matches are over",
                     over, matches);
        pause_ms(50);
    }
}

static void wait_until_quiet(const struct night *night, long until_ms)
{
    long open;

    while ((open = count_open(night)) > 0) {
        cr_assert_lt(raw_now_ms(), until_ms, "%ld things never end", open);
        pause_ms(50);
    }
}

void night_play(struct night *night, long matches, int kills)
{
    long until_ms = raw_now_ms() + PATIENCE_MS * (1 + matches / 100);

    night->is_late = night->is_over = false;
    night->is_rough = kills > 0;
    for (int i = 0; i < NIGHT_GUESTS; i++)
        cr_assert_eq(pthread_create(&night->guests[i].thread, NULL, guest_live,
                                    &night->guests[i]),
                     0);
    wait_for(night, matches, kills, until_ms);
    night->is_late = true;
    wait_until_quiet(night, until_ms);
    night->is_over = true;
    for (int i = 0; i < NIGHT_GUESTS; i++)
        pthread_join(night->guests[i].thread, NULL);
}

void night_expect_no_failure(const struct night *night)
{
    for (int i = 0; i < NIGHT_GUESTS; i++)
        cr_expect_str_eq(night->guests[i].failure, "", "guest %d: %s", i,
                         night->guests[i].failure);
}

static void report(const struct night *night)
{
    struct guest all = {0};

    for (int i = 0; i < NIGHT_GUESTS; i++) {
        const struct guest *guest = &night->guests[i];

        all.moves += guest->moves;
        all.resignations += guest->resignations;
        all.walks += guest->walks;
        all.tickets += guest->tickets;
        all.challenges += guest->challenges;
        all.accepted += guest->accepted;
        all.declined += guest->declined;
    }
    fprintf(
        stderr,
        "%ld matches (%ld of the queue), %ld played out, %ld aborted; "
        "%ld moves, %ld resignations, %ld walked off; %ld tickets; %ld "
        "challenges, %ld accepted, %ld declined\n",
        count_over(night),
        night_number(night, "SELECT count(*) FROM matches m WHERE NOT"
                            " EXISTS (SELECT FROM challenges c WHERE"
                            " c.match_id = m.id)"),
        night_number(night, "SELECT count(*) FROM matches m WHERE status"
                            " = 2 AND NOT EXISTS (SELECT FROM events e"
                            " WHERE e.match_id = m.id AND e.kind IN"
                            " (4, 10))"),
        night_number(night, "SELECT count(*) FROM matches WHERE status = 3"),
        all.moves, all.resignations, all.walks, all.tickets, all.challenges,
        all.accepted, all.declined);
}

void night_end(struct night *night)
{
    report(night);
    for (int i = 0; i < NIGHT_GUESTS; i++)
        guest_end(&night->guests[i]);
    for (int i = NIGHT_NODES - 1; i >= 0; i--)
        service_end(&night->node[i]);
}
