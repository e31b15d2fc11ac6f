/* Backups as described in docs/operations/backup.md: the commands of that page
 * are run literally, on a cluster with matches.  Then its data directory is
 * deleted. */
#include "depth.h"
#include "match_fixture.h"
#include "pages.h"
#include "play_world.h"
#include "postgres.h"
#include "service.h"

#include <criterion/criterion.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MATCHES_MAX = 8, MOVES = 20 };

/* Everything that can be seen of a match. */
struct seen {
    char match[64];
    char *state, *events;
};

struct scene {
    char *page;
    char home[64]; /* values for the variables of the page */
    struct postgres postgres;
    struct service service;
    struct fixture fixture; /* the players; the newest match */
    struct seen seen[MATCHES_MAX];
    size_t count;
};

/* ---- the commands of the page ---- */

static void set(const char *name, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void set(const char *name, const char *format, ...)
{
    char value[512];
    va_list args;

    va_start(args, format);
    vsnprintf(value, sizeof value, format, args);
    va_end(args);
    setenv(name, value, 1);
}

/* In a child process, which may not allocate memory: become this user. */
static void become(const struct passwd *user)
{
    if (user && (initgroups(user->pw_name, user->pw_gid) != 0 ||
                 setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0))
        _exit(126);
}

static void run_as(const struct scene *scene, const char *name, bool is_owner)
{
    char *block = page_block(scene->page, name);
    const struct passwd *owner =
        is_owner && geteuid() == 0 ? getpwnam("postgres") : NULL;
    pid_t pid = fork();
    int status = -1;

    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        become(owner);
        execl("/bin/sh", "sh", "-eu", "-c", block, NULL);
        _exit(127);
    }
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_assert_eq(status, 0, "%s failed:\n%s", name, block);
    free(block);
}

/* Run a block that queries the server, or one that works with its files. */
static void run(const struct scene *scene, const char *name)
{
    run_as(scene, name, false);
}

static void run_as_owner(const struct scene *scene, const char *name)
{
    run_as(scene, name, true);
}

static void name_things(struct scene *scene)
{
    const char *build = getenv("FATHOM_BUILD_DIR");
    char *here = realpath(build ? build : "build/asan", NULL);

    set("CLUSTER", "%s", scene->postgres.conninfo);
    set("DATABASE", "%s", scene->service.database);
    set("PGDATA", "%s/data", scene->postgres.home);
    set("BACKUP_DIR", "%s/backup", scene->home);
    set("ARCHIVE_DIR", "%s/archive", scene->home);
    set("PATH", "%s:%s:/usr/bin:/bin", here, scene->postgres.programs);
    free(here);
}

/* ---- matches ---- */

static char *body_of(struct scene *scene, const char *match, const char *what)
{
    struct answer answer =
        client_get(&scene->fixture.players[0], "/v1/matches/%s%s", match, what);
    char *body;

    cr_assert_eq(answer.status, 200, "%s%s: %ld %s", match, what, answer.status,
                 answer.body);
    body = strdup(answer.body);
    answer_clear(&answer);
    return body;
}

static void look_at(struct scene *scene, struct seen *seen)
{
    free(seen->state);
    free(seen->events);
    seen->state = body_of(scene, seen->match, "/state");
    seen->events = body_of(scene, seen->match, "/events?limit=100");
}

/* Store the newest match as it is. */
static void look(struct scene *scene)
{
    struct seen *seen = &scene->seen[scene->count++];

    cr_assert_leq(scene->count, MATCHES_MAX);
    snprintf(seen->match, sizeof seen->match, "%s", scene->fixture.match);
    look_at(scene, seen);
}

static void deal(struct scene *scene, const char *game, int moves)
{
    fixture_begin_again(&scene->fixture, game);
    fixture_play(&scene->fixture, moves);
}

/* Play a finished match, and a running one. */
static void play_some(struct scene *scene)
{
    deal(scene, "template", 1000);
    cr_assert(scene->fixture.is_over);
    look(scene);
    deal(scene, "underwater-cities", MOVES);
    look(scene);
}

/* Expect everything that was stored, and nothing from later. */
static void expect_as_seen(struct scene *scene)
{
    struct answer list = client_get(&scene->fixture.players[0], "/v1/matches");

    cr_expect_eq(json_array_size(json_object_get(list.json, "data")),
                 scene->count, "%s", list.body);
    answer_clear(&list);
    for (size_t i = 0; i < scene->count; i++) {
        char *state = body_of(scene, scene->seen[i].match, "/state");
        char *events =
            body_of(scene, scene->seen[i].match, "/events?limit=100");

        cr_expect_str_eq(state, scene->seen[i].state);
        cr_expect_str_eq(events, scene->seen[i].events);
        free(state);
        free(events);
    }
}

/* A node in this process replays the stored matches. */
static void expect_verified(struct scene *scene)
{
    static struct world world;
    struct play_config config;

    memset(&world, 0, sizeof world);
    snprintf(world.conninfo, sizeof world.conninfo, "%s",
             scene->service.database);
    world_config(&world, &config);
    config.bots_play = false;
    world_add_node(&world, &config);
    for (size_t i = 0; i < scene->count; i++) {
        uint32_t bad_seq = 0;

        cr_expect_eq(
            match_verify(world.node[0], scene->seen[i].match, &bad_seq),
            PLAY_OK);
        cr_expect_eq(bad_seq, 0);
    }
    world_remove_node(&world, 0);
}

/* ---- the scene ---- */

static void make_home(struct scene *scene)
{
    const struct passwd *user = geteuid() == 0 ? getpwnam("postgres") : NULL;

    snprintf(scene->home, sizeof scene->home, "/tmp/fathom-backup.XXXXXX");
    cr_assert_not_null(mkdtemp(scene->home));
    if (user)
        cr_assert_eq(chown(scene->home, user->pw_uid, user->pw_gid), 0);
}

static void scene_begin_here(struct scene *scene)
{
    scene->page = page_read("docs/operations/backup.md");
    make_home(scene);
    postgres_begin(&scene->postgres);
    service_use_cluster(scene->postgres.conninfo);
    service_begin(&scene->service, NULL);
    name_things(scene);
    fixture_begin(&scene->fixture, &scene->service, "template", 2);
    fixture_play(&scene->fixture, 1000);
    look(scene);
    play_some(scene);
}

static void scene_end_here(struct scene *scene)
{
    char command[96];

    fixture_end(&scene->fixture);
    service_end(&scene->service);
    postgres_end(&scene->postgres);
    for (size_t i = 0; i < scene->count; i++) {
        free(scene->seen[i].state);
        free(scene->seen[i].events);
    }
    free(scene->page);
    snprintf(command, sizeof command, "rm -rf %s", scene->home);
    cr_expect_eq(system(command), 0); /* allowed: a tool of the tests */
}

static void stop_service(struct scene *scene)
{
    cr_assert_eq(service_signal(&scene->service, SIGTERM), 0);
}

/* Delete all data of PostgreSQL. */
static void delete_data(struct scene *scene)
{
    char command[96];

    postgres_kill(&scene->postgres);
    snprintf(command, sizeof command, "rm -rf %s/data", scene->postgres.home);
    cr_assert_eq(system(command), 0); /* allowed: a tool of the tests */
}

static void start_restored(struct scene *scene)
{
    postgres_start(&scene->postgres);
    postgres_await(&scene->postgres, "SELECT pg_is_in_recovery()::int", 0);
    run(scene, "forget");
}

/* As on the page: run the checks, start one node, check its health. */
static void check(struct scene *scene)
{
    run(scene, "check");
    service_start(&scene->service);
    set("FATHOM_ADMIN_LISTEN", "%s", scene->service.admin + strlen("http://"));
    run(scene, "health");
    unsetenv("FATHOM_ADMIN_LISTEN");
    expect_as_seen(scene);
    expect_verified(scene);
    fixture_play(&scene->fixture, 3); /* the newest match continues */
}

/* Make finished matches old, and archive them. */
static void pack(struct scene *scene)
{
    char command[512];

    service_sql(&scene->service,
                "DO $$ BEGIN WHILE EXISTS"
                "  (SELECT FROM ladder_matches WHERE number IS NULL)"
                "  LOOP PERFORM pg_sleep(0.05); END LOOP; END $$;"
                " UPDATE matches SET created_at = created_at - interval '9 d',"
                "  started_at = started_at - interval '9 d',"
                "  finished_at = finished_at - interval '9 d'"
                "  WHERE status = 2");
    stop_service(scene);
    snprintf(command, sizeof command,
             "fathomd archive --archive-days 1 --database '%s'",
             scene->service.database);
    cr_assert_eq(system(command), 0); /* allowed: a tool of the tests */
    service_start(&scene->service);
    for (size_t i = 0; i < scene->count; i++)
        look_at(scene, &scene->seen[i]);
}

Test(backup, a_dump_restores_every_match_to_a_new_cluster, .init = deep_only)
{
    static struct scene scene;

    scene_begin_here(&scene);
    pack(&scene);
    run(&scene, "dump");
    stop_service(&scene);
    postgres_end(&scene.postgres);
    postgres_begin(&scene.postgres);
    set("FATHOM_TEST_DATABASE", "%s", scene.postgres.conninfo);
    snprintf(scene.service.database, sizeof scene.service.database,
             "host=%s user=fathom dbname=%s", scene.postgres.home,
             scene.service.database_name);
    name_things(&scene);
    run(&scene, "restore-dump");
    check(&scene);
    scene_end_here(&scene);
}

/* Take a base backup, then play more; all WAL is archived. */
static void back_up(struct scene *scene)
{
    run_as_owner(scene, "archive");
    postgres_stop(&scene->postgres);
    postgres_start(&scene->postgres);
    run_as_owner(scene, "base");
    play_some(scene);
}

Test(backup, base_backup_and_archive_restore_all_archived_changes,
     .init = deep_only)
{
    static struct scene scene;

    scene_begin_here(&scene);
    back_up(&scene);
    run_as_owner(&scene, "archive-now");
    stop_service(&scene);
    delete_data(&scene);
    run_as_owner(&scene, "restore");
    start_restored(&scene);
    check(&scene);
    scene_end_here(&scene);
}

/* The current time of the server's clock. */
static void name_moment(struct scene *scene)
{
    long us = postgres_number(
        &scene->postgres,
        "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint");
    char text[32];
    time_t at = us / 1000000;
    struct tm utc;

    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", gmtime_r(&at, &utc));
    set("MOMENT", "%s.%06ld+00", text, us % 1000000);
}

Test(backup, a_point_in_time_recovery_restores_exactly_that_state,
     .init = deep_only)
{
    static struct scene scene;
    char newest[64];

    scene_begin_here(&scene);
    back_up(&scene);
    name_moment(&scene);
    snprintf(newest, sizeof newest, "%s", scene.fixture.match);
    fixture_play(&scene.fixture, 5);
    deal(&scene, "template", 1000);
    service_sql(&scene.service, "DELETE FROM events");
    run_as_owner(&scene, "archive-now");
    stop_service(&scene);
    delete_data(&scene);
    run_as_owner(&scene, "restore");
    run_as_owner(&scene, "moment");
    start_restored(&scene);
    snprintf(scene.fixture.match, sizeof scene.fixture.match, "%s", newest);
    scene.fixture.is_over = false;
    check(&scene);
    scene_end_here(&scene);
}
