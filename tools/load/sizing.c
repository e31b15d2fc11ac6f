/* What a node and a database need: memory for each connection, stream and
 * match, bytes and time for each move.
 *
 *   sizing DATABASE PID,ADDRESS,ADMIN MATCHES
 *
 * The node has just started, on an empty database, with a small cache
 * (--views-mebibytes 1): memory is measured by its growth with the number of
 * things, so memory freed before would falsify it.  MATCHES of Underwater
 * Cities for two are played to their end for the database. tools/sizing.sh
 * starts what it needs. */
#include "soak_watch.h"

#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    CROWD = 1000, /* connections, streams, matches in memory */
    SETTLE_MS = 1500,
    A_MINUTE_MS = 62000,  /* the node returns free memory once in it */
    ALL_AT_ONCE = 100000, /* requests a second */
    READS = 20000,
};

struct sizing {
    struct soak soak;
    PGconn *pg;
    struct person people[2];
    int fds[CROWD];
    double last_kib; /* private memory at the last measurement */
};

/* ---- measuring ---- */

static double memory_kib(const struct sizing *it)
{
    return soak_status(it->soak.nodes[0].pid, "RssAnon:");
}

static double number(struct sizing *it, const char *sql)
{
    PGresult *rows = PQexec(it->pg, sql);

    if (PQresultStatus(rows) != PGRES_TUPLES_OK || PQntuples(rows) == 0) {
        fprintf(stderr, "sizing: %s: %s", sql, PQerrorMessage(it->pg));
        exit(1);
    }
    double value = strtod(PQgetvalue(rows, 0, 0), NULL);

    PQclear(rows);
    return value;
}

static void say(const char *words, double value, const char *unit)
{
    printf("  %-52s %10.1f %s\n", words, value, unit);
    fflush(stdout);
}

/* Print the growth of the node's memory for each of them. */
static void say_each(struct sizing *it, const char *words)
{
    soak_pause_ms(SETTLE_MS);
    double now_kib = memory_kib(it);

    say(words, (now_kib - it->last_kib) / CROWD, "KiB");
    it->last_kib = now_kib;
}

static double cpu_us(const struct sizing *it)
{
    return soak_cpu_seconds(it->soak.nodes[0].pid) * 1e6;
}

/* ---- connections and streams ---- */

static void open_all(struct sizing *it, const char *request)
{
    char bytes[4096];

    for (int i = 0; i < CROWD; i++) {
        it->fds[i] = line_connect(&it->soak, 0, 0x1000 + (unsigned)i, 10);
        if (it->fds[i] < 0 ||
            send(it->fds[i], request, strlen(request), MSG_NOSIGNAL) <= 0 ||
            recv(it->fds[i], bytes, sizeof bytes, 0) <= 0) {
            fprintf(stderr, "sizing: connection %d is not answered\n", i);
            exit(1);
        }
    }
}

static void close_all(struct sizing *it)
{
    for (int i = 0; i < CROWD; i++)
        close(it->fds[i]);
    soak_pause_ms(SETTLE_MS);
}

static void measure_connections(struct sizing *it)
{
    open_all(it, "GET /v1/config HTTP/1.1\r\nHost: sizing\r\n\r\n");
    say_each(it, "a connection that had a response");
    close_all(it);
    it->last_kib = memory_kib(it); /* free memory is reused */
}

/* ---- matches ---- */

static void expect(struct line *line, struct reply *reply, int status)
{
    if (reply->status == status)
        return;
    fprintf(stderr, "sizing: %d instead of %d by node %d: %s\n", reply->status,
            status, line->node, reply->bytes ? reply->bytes : "");
    exit(1);
}

static void begin_match(struct sizing *it, struct round *round)
{
    struct line *line = &it->people[0].line;
    struct reply reply;

    line_ask(line, "POST", "/v1/matches", "",
             "{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"]}",
             &reply);
    expect(line, &reply, 201);
    round_begin(round, reply_text(&reply, "id"));
    reply_clear(&reply);
    line = &it->people[1].line;
    round_ask(round, line, "POST", "/seats", "", NULL, &reply);
    expect(line, &reply, 201);
    round_learn(round, line, &reply);
    reply_clear(&reply);
}

static void play_match(struct sizing *it)
{
    struct round round;

    begin_match(it, &round);
    while (!round.is_over) {
        int seat = round.to_act & 1 ? 0 : 1;

        if (!round_decide(&round, &it->people[seat]))
            round_look(&round, &it->people[seat].line);
    }
    round_check(&round, &it->people[0].line);
    round_clear(&round);
}

static void measure_streams(struct sizing *it)
{
    struct round round;
    char request[SOAK_LINE];

    begin_match(it, &round);
    snprintf(request, sizeof request,
             "GET /v1/matches/%s/events HTTP/1.1\r\nHost: sizing\r\n"
             "Accept: text/event-stream\r\n\r\n",
             round.match);
    open_all(it, request);
    say_each(it, "a stream of events, beyond its connection");
    close_all(it);
    round_clear(&round);
}

static void measure_matches(struct sizing *it)
{
    struct round round;

    /* Allocate what is allocated once. */
    play_match(it);
    it->last_kib = memory_kib(it);
    for (int i = 0; i < CROWD; i++) {
        begin_match(it, &round);
        round_decide(&round, &it->people[0]);
        round_clear(&round);
    }
    say_each(it, "a match that runs, in memory");
}

/* ---- moves ---- */

static double tables_bytes(struct sizing *it, const char *which)
{
    char sql[SOAK_LINE];

    snprintf(sql, sizeof sql,
             "SELECT coalesce(sum(pg_total_relation_size(relid)), 0)"
             " FROM pg_stat_user_tables WHERE relname %s",
             which);
    return number(it, sql);
}

static void measure_moves(struct sizing *it, long matches)
{
    static const char keys[] =
        "IN ('idempotency_keys', 'key_hashes', 'creation_keys', 'issue_keys')";
    static const char rest[] =
        "NOT IN ('idempotency_keys', 'key_hashes', 'creation_keys',"
        " 'issue_keys')";
    static const char wal[] =
        "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn";
    long moves = it->soak.counts[SOAK_MOVES];

    PQclear(PQexec(it->pg, "CHECKPOINT"));
    double rest_bytes = tables_bytes(it, rest),
           keys_bytes = tables_bytes(it, keys);
    double wal_bytes = number(it, wal), before_us = cpu_us(it);

    for (long i = 0; i < matches; i++)
        play_match(it);
    moves = it->soak.counts[SOAK_MOVES] - moves;
    say("moves of a match of Underwater Cities for two",
        (double)moves / (double)matches, "");
    say("CPU for each move, with the reads before it",
        (cpu_us(it) - before_us) / (double)moves, "us");
    say("WAL for each move, with everything around it",
        (number(it, wal) - wal_bytes) / (double)moves, "bytes");
    PQclear(PQexec(it->pg, "VACUUM"));
    say("a match in the database, indexes in",
        (tables_bytes(it, rest) - rest_bytes) / 1024 / (double)matches, "KiB");
    say("its keys of requests, for a day",
        (tables_bytes(it, keys) - keys_bytes) / 1024 / (double)matches, "KiB");
}

/* Reads of one match by one client. */
static void measure_reads(struct sizing *it)
{
    struct line *line = &it->people[0].line;
    struct round round;
    struct reply reply;

    begin_match(it, &round);
    double before_us = cpu_us(it);

    for (int i = 0; i < READS; i++) {
        round_ask(&round, line, "GET", "/state", "", NULL, &reply);
        expect(line, &reply, 200);
        reply_clear(&reply);
    }
    say("CPU for a read of a state, one after the other",
        (cpu_us(it) - before_us) / READS, "us");
    round_clear(&round);
}

/* ---- all of it ---- */

static void begin(struct sizing *it, char **argv)
{
    struct soak_node *node = &it->soak.nodes[0];
    char *at;

    node->pid = (pid_t)strtol(argv[2], &at, 10);
    if (sscanf(at, ",%63[^,],%63s", node->address, node->admin) != 2) {
        fprintf(stderr, "sizing: %s: expected PID,ADDRESS,ADMIN\n", argv[2]);
        exit(2);
    }
    for (int i = 1; i < SOAK_NODES; i++)
        it->soak.nodes[i] = *node;
    it->soak.rate = ALL_AT_ONCE;
    it->soak.begun_us = soak_now_us();
    pthread_mutex_init(&it->soak.lock, NULL);
    it->pg = PQconnectdb(argv[1]);
    if (PQstatus(it->pg) != CONNECTION_OK) {
        fprintf(stderr, "sizing: %s", PQerrorMessage(it->pg));
        exit(1);
    }
}

static void measure_idle(struct sizing *it)
{
    pid_t pid = it->soak.nodes[0].pid;

    say("an idle node, resident", soak_status(pid, "VmRSS:") / 1024, "MiB");
    say("of that its own, not the program's and libraries'",
        memory_kib(it) / 1024, "MiB");
    say("its threads", soak_status(pid, "Threads:"), "");
}

static void measure_after(struct sizing *it)
{
    pid_t pid = it->soak.nodes[0].pid;

    say("the node after all have disconnected, resident",
        soak_status(pid, "VmRSS:") / 1024, "MiB");
    soak_pause_ms(A_MINUTE_MS);
    say("a minute later", soak_status(pid, "VmRSS:") / 1024, "MiB");
    say("its connections to the database",
        number(it, "SELECT count(*) FROM pg_stat_activity WHERE datname ="
                   " current_database() AND pid <> pg_backend_pid() AND"
                   " backend_type = 'client backend'"),
        "");
}

int main(int argc, char **argv)
{
    static struct sizing it;
    struct rlimit files;

    if (argc != 4) {
        fprintf(stderr, "usage: sizing DATABASE PID,ADDRESS,ADMIN MATCHES\n");
        return 2;
    }
    sigaction(SIGPIPE, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    begin(&it, argv);
    measure_idle(&it);
    for (unsigned i = 0; i < 2; i++)
        if (!person_begin(&it.people[i], &it.soak, "human", 2 + i))
            return 1;
    measure_matches(&it);
    measure_connections(&it);
    measure_streams(&it);
    measure_moves(&it, strtol(argv[3], NULL, 10));
    measure_reads(&it);
    measure_after(&it);
    return it.soak.failures > 0;
}
