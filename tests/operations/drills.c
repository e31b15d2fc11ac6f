/* Crash, freeze, partition and full disk: two nodes on one PostgreSQL, and a
 * workload that uses both while each of these failures occurs in turn.  After
 * every round all acknowledged moves are stored, once, at both nodes, and each
 * stream has sent every event, in order and once.
 *
 * FATHOM_DRILLS is the number of rounds. */
#include "cable.h"
#include "depth.h"
#include "disk.h"
#include "port.h"
#include "postgres.h"
#include "probe.h"
#include "service.h"
#include "workload.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum {
    NODES = 2,
    FAR = 1, /* the node that reaches PostgreSQL through the cable */
    HANDS = 4,
    CITIES = 2,
    BEFORE = 2,  /* moves of each pair, before the failure */
    DURING = 8,  /* moves at the node that still serves */
    REFUSED = 5, /* failed requests, before the failure ends */
    AFTER = 3,   /* moves of each pair, and at each node */
    FROZEN_MS = 3000,
    DISK_KIB = 40 * 1024,
};

struct drill {
    struct postgres postgres;
    struct cable *cable;
    struct disk disk;
    bool has_disk;
    struct service nodes[NODES];
    char listen[NODES][48], admin[NODES][48];
    struct workload workload;
    uint64_t chance;
    int pass; /* how often every failure has occurred */
};

/* ---- failures ---- */

static void await_all(struct drill *drill, int status, const char *words)
{
    for (int i = 0; i < NODES; i++)
        probe_await(&drill->nodes[i], "/readyz", status, words);
}

static void kill_node(struct drill *drill, int node)
{
    cr_expect(WIFSIGNALED(service_signal(&drill->nodes[node], SIGKILL)));
}

static void lose_node(struct drill *drill)
{
    int node = (int)workload_random(&drill->chance, NODES);

    kill_node(drill, node);
    workload_await_at(&drill->workload, !node, DURING);
    service_start(&drill->nodes[node]);
}

static void lose_both_nodes(struct drill *drill)
{
    for (int i = 0; i < NODES; i++)
        kill_node(drill, i);
    for (int i = 0; i < NODES; i++)
        service_start(&drill->nodes[i]);
}

static void lose_postgres(struct drill *drill)
{
    postgres_kill(&drill->postgres);
    await_all(drill, 503, "");
    postgres_start(&drill->postgres);
}

/* 3 s at first; in later passes longer than a node waits for PostgreSQL. */
static long frozen_ms(const struct drill *drill)
{
    return FROZEN_MS * (1 + drill->pass % 3);
}

static void freeze_node(struct drill *drill)
{
    int node = (int)workload_random(&drill->chance, NODES);

    kill(drill->nodes[node].pid, SIGSTOP);
    workload_await_at(&drill->workload, !node, DURING);
    workload_pause(frozen_ms(drill));
    kill(drill->nodes[node].pid, SIGCONT);
}

static void freeze_postgres(struct drill *drill)
{
    postgres_freeze(&drill->postgres);
    workload_pause(frozen_ms(drill));
    postgres_thaw(&drill->postgres);
}

static void cut_off_node(struct drill *drill)
{
    cable_cut(drill->cable);
    probe_await(&drill->nodes[FAR], "/readyz", 503, "");
    workload_await_at(&drill->workload, !FAR, DURING);
    workload_await_retries(&drill->workload, REFUSED);
    probe_await(&drill->nodes[!FAR], "/readyz", 200, "ready\n");
    cable_mend(drill->cable);
}

static void fill_disk(struct drill *drill)
{
    if (!drill->has_disk)
        return;
    disk_fill(&drill->disk);
    await_all(drill, 503, "cannot write\n");
    workload_await_retries(&drill->workload, REFUSED);
    disk_free(&drill->disk);
}

static const struct {
    const char *what;
    void (*happens)(struct drill *drill);
} rounds[] = {
    {"a node is killed", lose_node},
    {"both nodes are killed", lose_both_nodes},
    {"PostgreSQL is killed", lose_postgres},
    {"a node is frozen", freeze_node},
    {"PostgreSQL is frozen", freeze_postgres},
    {"a node is cut off from PostgreSQL", cut_off_node},
    {"the disk is full", fill_disk},
};

enum { KINDS = sizeof rounds / sizeof *rounds };

/* ---- the scene ---- */

/* Tables created from now on are on the small disk. */
static void begin_postgres(struct drill *drill)
{
    const struct postgres_plan plan = {.has_port = true};
    char sql[160];

    drill->has_disk = disk_mount(&drill->disk, DISK_KIB);
    postgres_begin_as(&drill->postgres, &plan);
    service_use_cluster(drill->postgres.conninfo);
    drill->cable = cable_begin(drill->postgres.port);
    if (!drill->has_disk)
        return;
    snprintf(sql, sizeof sql, "CREATE TABLESPACE small LOCATION '%s'",
             drill->disk.path);
    postgres_sql(&drill->postgres, sql);
    postgres_set(&drill->postgres, "default_tablespace", "small");
}

/* At addresses that they keep. */
static void begin_nodes(struct drill *drill)
{
    char far[192];

    for (int i = 0; i < NODES; i++) {
        snprintf(drill->listen[i], sizeof drill->listen[i],
                 "--listen=127.0.0.1:%d", port_free());
        snprintf(drill->admin[i], sizeof drill->admin[i],
                 "--admin-listen=127.0.0.1:%d", port_free());
    }
    const char *const near_settings[] = {drill->listen[!FAR],
                                         drill->admin[!FAR], NULL};
    const char *const far_settings[] = {drill->listen[FAR], drill->admin[FAR],
                                        NULL};

    service_begin(&drill->nodes[!FAR], near_settings);
    snprintf(far, sizeof far, "host=127.0.0.1 port=%d user=fathom dbname=%s",
             cable_port(drill->cable), drill->nodes[!FAR].database_name);
    service_launch(&drill->nodes[FAR], far, far_settings);
    service_await(&drill->nodes[FAR]);
    cr_assert_gt(cable_connections(drill->cable), 0);
}

static void drill_begin(struct drill *drill)
{
    const struct workload_plan plan = {.pairs = HANDS,
                                       .cities = CITIES,
                                       .pace_ms = 150,
                                       .resigns = true,
                                       .may_fail = true,
                                       .second = &drill->nodes[1]};

    memset(drill, 0, sizeof *drill);
    drill->chance = 20260301U;
    begin_postgres(drill);
    begin_nodes(drill);
    workload_begin(&drill->workload, &drill->nodes[0], &plan);
    workload_play(&drill->workload);
}

static void drill_end(struct drill *drill)
{
    workload_end(&drill->workload);
    service_end(&drill->nodes[FAR]);
    service_end(&drill->nodes[!FAR]);
    cable_end(drill->cable);
    postgres_end(&drill->postgres);
    if (drill->has_disk)
        disk_forget(&drill->disk);
}

/* ---- the rounds ---- */

/* Play, cause the failure, and play again. */
static void run_round(struct drill *drill, int number)
{
    struct workload *workload = &drill->workload;
    const char *what = rounds[number % KINDS].what;
    long moves = workload_moves(workload);
    long reconnected = workload->reconnected;

    drill->pass = number / KINDS;
    workload_reset_counts(workload);
    workload_await(workload, BEFORE);
    workload_pause(workload_random(&drill->chance, 100));
    rounds[number % KINDS].happens(drill);
    await_all(drill, 200, "ready\n");
    long gap_ms = workload_gap_ms(workload, WORKLOAD_MOVES),
         again = workload->retried;

    workload_reset_counts(workload);
    workload_await(workload, AFTER);
    for (int i = 0; i < NODES; i++)
        workload_await_at(workload, i, AFTER);
    workload_check(workload);
    fprintf(stderr, "%3d %-34s %6ld %6ld %6ld %6ld\n", number + 1, what,
            workload_moves(workload) - moves, again,
            workload->reconnected - reconnected, gap_ms);
}

static void report(const struct drill *drill, int number)
{
    const struct workload *workload = &drill->workload;

    fprintf(stderr,
            "%d rounds: %ld moves acknowledged, %ld replies from their keys, "
            "%ld stale; %ld events and %ld notices by streams that came again "
            "%ld times\n",
            number, workload->progress[WORKLOAD_MOVES].count,
            workload->replayed, workload->stale, workload->streamed,
            workload->noticed, workload->reconnected);
}

Test(drills, acknowledged_moves_and_stream_events_survive_every_failure,
     .init = deep_only, .timeout = 3600)
{
    static struct drill drill;
    const char *asked = getenv("FATHOM_DRILLS");
    int number = asked ? (int)strtol(asked, NULL, 10) : KINDS;

    drill_begin(&drill);
    fprintf(stderr, "%38s moves, retries, reconnected streams, no move [ms]\n",
            drill.has_disk ? "" : "no disk can be mounted: its round is none");
    for (int i = 0; i < number; i++)
        run_round(&drill, i);
    workload_finish(&drill.workload);
    workload_expect_complete(&drill.workload);
    report(&drill, number);
    cr_expect_gt(drill.workload.reconnected, 0);
    drill_end(&drill);
}
