/* A database that refuses writes: its disk is full, or it became read-only.
 * Players get an error with Retry-After, no acknowledged move is lost, and no
 * refused move was played; afterwards everything continues by itself. */
#include "depth.h"
#include "disk.h"
#include "fleet.h"
#include "match_fixture.h"
#include "play_world.h"
#include "postgres.h"
#include "probe.h"
#include "service.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    MOVES = 10,      /* before, and again afterwards */
    REFUSED = 8,     /* refused requests before the failure ends */
    TRIES_MAX = 400, /* attempts of a request, or moves until one is refused */
    TRY_MS = 50,
    DISK_KIB = 40 * 1024,
};

struct scene {
    struct postgres postgres;
    struct service service;
    struct fixture fixture;
    struct disk disk;
    long played; /* acknowledged moves */
    long refused;
};

/* A request, sent once or repeatedly. */
struct post {
    int seat;
    char move[128], key[32];
    long seq;
};

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* ---- moves ---- */

/* A legal move of some seat; false: the service did not respond. */
static bool choose(struct scene *scene, struct post *post)
{
    static int keys;

    for (int seat = 0; seat < scene->fixture.people; seat++) {
        struct answer list = fixture_get(&scene->fixture, seat, "/legal-moves");
        json_t *moves = json_object_get(list.json, "moves");
        size_t count = json_array_size(moves);

        cr_assert(list.status == 200 || list.status == 503, "%s", list.body);
        if (count > 0) {
            json_t *one = json_array_get(
                moves, fixture_random(&scene->fixture, (unsigned)count));

            snprintf(post->move, sizeof post->move, "%s",
                     json_string_value(json_object_get(one, "move")));
            snprintf(post->key, sizeof post->key, "trouble-%d", keys++);
            post->seat = seat;
            post->seq = answer_number(&list, "seq");
        }
        answer_clear(&list);
        if (count > 0)
            return true;
    }
    return false;
}

/* The status must be 201, or 503 with Retry-After. */
static long send_post(struct scene *scene, const struct post *post)
{
    struct answer done = fixture_post(&scene->fixture, post->seat, post->move,
                                      post->seq, post->key);
    long status = done.status;
    char later[16], replayed[16];

    cr_assert(status == 201 || status == 503, "%ld %s", status, done.body);
    if (status == 503) {
        answer_header(&done, "Retry-After", later, sizeof later);
        cr_expect_str_eq(answer_problem(&done), "unavailable");
        cr_expect_str_neq(later, "");
        scene->refused++;
    } else {
        answer_header(&done, "Idempotent-Replayed", replayed, sizeof replayed);
        scene->played += replayed[0] == '\0';
    }
    answer_clear(&done);
    return status;
}

/* Play until this many requests were refused; *last is the last request, and
 * before the call one that can be sent when legal moves cannot be read. */
static void play_into_trouble(struct scene *scene, struct post *last)
{
    for (int tries = 0; scene->refused < REFUSED; tries++) {
        cr_assert_lt(tries, TRIES_MAX, "nothing is refused");
        if (!choose(scene, last))
            pause_ms(TRY_MS);
        send_post(scene, last);
    }
}

/* The refused move is repeated, with its key, until it is played. */
static void play_out_of_trouble(struct scene *scene, const struct post *post)
{
    int tries = 0;

    while (send_post(scene, post) != 201) {
        cr_assert_lt(tries++, TRIES_MAX, "the trouble does not end");
        pause_ms(TRY_MS);
    }
}

/* The database has this many moves, and a node in this process replays them. */
static void expect_moves(struct scene *scene, long moves)
{
    static struct world world;
    struct play_config config;
    uint32_t bad_seq = 0;

    memset(&world, 0, sizeof world);
    snprintf(world.conninfo, sizeof world.conninfo, "%s",
             scene->service.database);
    world_config(&world, &config);
    config.bots_play = false;
    world_add_node(&world, &config);
    cr_expect_eq(
        world_number(&world, "SELECT count(*) FROM events WHERE kind = 3"),
        moves);
    cr_expect_eq(match_verify(world.node[0], scene->fixture.match, &bad_seq),
                 PLAY_OK);
    cr_expect_eq(bad_seq, 0);
    world_remove_node(&world, 0);
}

/* Stored data can still be read. */
static void expect_read(struct scene *scene)
{
    struct answer state = fixture_get(&scene->fixture, 0, "/state");
    struct answer events = fixture_get(&scene->fixture, 0, "/events");

    cr_expect_eq(state.status, 200, "%s", state.body);
    cr_expect_eq(events.status, 200, "%s", events.body);
    answer_clear(&state);
    answer_clear(&events);
}

static void expect_whole(struct scene *scene)
{
    int more = fixture_play(&scene->fixture, MOVES);

    cr_expect_eq(more, MOVES);
    fixture_expect_complete_log(&scene->fixture, 0);
    expect_moves(scene, scene->played + more);
}

/* ---- the scene ---- */

static void scene_begin_here(struct scene *scene)
{
    postgres_begin(&scene->postgres);
    service_use_cluster(scene->postgres.conninfo);
    service_begin(&scene->service, NULL);
}

/* Play some moves, and prepare the next one. */
static void sit_down(struct scene *scene, struct post *next)
{
    fixture_begin(&scene->fixture, &scene->service, "underwater-cities", 2);
    scene->played = fixture_play(&scene->fixture, MOVES);
    cr_assert_eq(scene->played, MOVES);
    cr_assert(choose(scene, next));
}

static void scene_end_here(struct scene *scene)
{
    fixture_end(&scene->fixture);
    service_end(&scene->service);
    postgres_end(&scene->postgres);
}

/* ---- read only ---- */

Test(trouble, a_read_only_database_refuses_moves_that_succeed_later,
     .init = deep_only)
{
    static struct scene scene;
    struct post last;

    scene_begin_here(&scene);
    sit_down(&scene, &last);
    postgres_set(&scene.postgres, "default_transaction_read_only", "on");
    play_into_trouble(&scene, &last);
    probe_await(&scene.service, "/readyz", 503, "");
    postgres_set(&scene.postgres, "default_transaction_read_only", "off");
    play_out_of_trouble(&scene, &last);
    expect_whole(&scene);
    scene_end_here(&scene);
}

/* ---- full disks ---- */

/* The service's tables are on the small disk, the WAL elsewhere. */
static void move_tables(struct scene *scene)
{
    char sql[192];

    cr_assert_eq(service_signal(&scene->service, SIGTERM), 0);
    snprintf(sql, sizeof sql, "CREATE TABLESPACE small LOCATION '%s'",
             scene->disk.path);
    postgres_sql(&scene->postgres, sql);
    snprintf(sql, sizeof sql, "ALTER DATABASE %s SET TABLESPACE small",
             scene->service.database_name);
    postgres_sql(&scene->postgres, sql);
    service_start(&scene->service);
}

/* The WAL is on the small disk, the tables elsewhere. */
static void move_wal(struct scene *scene)
{
    char command[512];

    postgres_stop(&scene->postgres);
    snprintf(command, sizeof command,
             "cp -a %s/data/pg_wal %s && rm -r %s/data/pg_wal &&"
             " ln -s %s/pg_wal %s/data/pg_wal",
             scene->postgres.home, scene->disk.path, scene->postgres.home,
             scene->disk.path, scene->postgres.home);
    cr_assert_eq(system(command), 0); /* allowed: a tool of the tests */
    postgres_start(&scene->postgres);
}

Test(trouble, a_full_disk_refuses_moves_and_loses_none, .init = deep_only)
{
    static struct scene scene;
    struct post last;

    if (!disk_mount(&scene.disk, DISK_KIB)) {
        cr_skip("no disk can be mounted here");
        return;
    }
    scene_begin_here(&scene);
    move_tables(&scene);
    sit_down(&scene, &last);
    disk_fill(&scene.disk);
    play_into_trouble(&scene, &last);
    cr_expect(service_logged(&scene.service, "No space left on device"));
    probe_await(&scene.service, "/readyz", 503, "cannot write\n");
    expect_read(&scene);
    disk_free(&scene.disk);
    probe_await(&scene.service, "/readyz", 200, "ready\n");
    play_out_of_trouble(&scene, &last);
    expect_whole(&scene);
    scene_end_here(&scene);
    disk_forget(&scene.disk);
}

/* Until no more WAL can be written: PostgreSQL stops itself then. */
static void use_up_wal(struct scene *scene)
{
    PGconn *pg = PQconnectdb(scene->postgres.conninfo);

    while (PQstatus(pg) == CONNECTION_OK)
        PQclear(PQexec(pg, "SELECT pg_logical_emit_message(true, 'fill',"
                           " repeat('x', 1000000))"));
    PQfinish(pg);
    cr_assert_eq(waitpid(scene->postgres.pid, NULL, 0), scene->postgres.pid);
}

Test(trouble, a_full_disk_of_the_wal_loses_nothing, .init = deep_only)
{
    static struct scene scene;
    struct post last;

    if (!disk_mount(&scene.disk, DISK_KIB)) {
        cr_skip("no disk can be mounted here");
        return;
    }
    scene_begin_here(&scene);
    move_wal(&scene);
    probe_await(&scene.service, "/readyz", 200, "ready\n");
    sit_down(&scene, &last);
    disk_fill(&scene.disk);
    use_up_wal(&scene);
    play_into_trouble(&scene, &last);
    probe_await(&scene.service, "/readyz", 503, "");
    disk_free(&scene.disk);
    postgres_start(&scene.postgres);
    play_out_of_trouble(&scene, &last);
    expect_whole(&scene);
    scene_end_here(&scene);
    disk_forget(&scene.disk);
}

/* ---- behind the proxy ---- */

/* The effect of a full disk, where no disk can be mounted: a row that needs a
 * new page is refused. */
static const char refuse_sql[] =
    "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
    " $$BEGIN RAISE disk_full; END$$;"
    "CREATE TRIGGER full_disk BEFORE INSERT ON write_probe"
    " EXECUTE FUNCTION refuse()";

Test(trouble, while_no_node_can_write_the_proxy_still_serves_reads,
     .init = deep_only, .timeout = 600)
{
    static struct fleet fleet;
    static struct scene scene;

    postgres_begin(&scene.postgres);
    service_use_cluster(scene.postgres.conninfo);
    fleet_begin(&fleet, NULL);
    fixture_begin(&scene.fixture, &fleet.proxy.front, "underwater-cities", 2);
    cr_assert_eq(fixture_play(&scene.fixture, MOVES), MOVES);
    service_sql(&fleet.nodes[0], refuse_sql);
    for (int i = 0; i < FLEET_NODES; i++)
        probe_await(&fleet.nodes[i], "/readyz", 503, "cannot write\n");
    haproxy_await(&fleet.proxy, 0);
    for (int i = 0; i < MOVES; i++)
        expect_read(&scene);
    service_sql(&fleet.nodes[0], "DROP TRIGGER full_disk ON write_probe");
    haproxy_await(&fleet.proxy, FLEET_NODES);
    cr_expect_eq(fixture_play(&scene.fixture, MOVES), MOVES);
    fixture_end(&scene.fixture);
    fleet_end(&fleet);
    postgres_end(&scene.postgres);
}
