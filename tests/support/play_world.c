/* A database and nodes of a test's own, for the tests of play. */
#include "play_world.h"

#include "base/clock.h"
#include "db/db.h"
#include "db/pg/pg.h"
#include "db/schema/migrate.h"
#include "play/accounts/guest.h"
#include "play_sql.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void world_db_defaults(struct db_config *config)
{
    db_config_defaults(config);
    config->pool_wait_ms = 60000;
    config->connect_s = 60;
    config->statement_ms = 60000;
}

static const char *cluster(void)
{
    return getenv("FATHOM_TEST_DATABASE");
}

static const char *admin(void)
{
    const char *conninfo = getenv("FATHOM_ADMIN_DATABASE");

    return conninfo ? conninfo : cluster();
}

/* Without tables, or a copy of `template`. */
static bool open_copy_of(struct world *world, const char *template)
{
    char sql[128];

    memset(world, 0, sizeof *world);
    if (!cluster()) {
        cr_skip("no FATHOM_TEST_DATABASE");
        return false;
    }
    /* A test that failed may have left one, and a process id comes again. */
    snprintf(world->name, sizeof world->name, "fathom_test_%d_%llx",
             (int)getpid(), (unsigned long long)clock_steady_ns());
    if (strstr(cluster(), "://"))
        cr_assert_fail("FATHOM_TEST_DATABASE: key=value words, please");
    snprintf(world->conninfo, sizeof world->conninfo, "%s dbname=%s", cluster(),
             world->name);
    snprintf(world->admin, sizeof world->admin, "%s dbname=%s", admin(),
             world->name);
    snprintf(sql, sizeof sql, "DROP DATABASE IF EXISTS %s", world->name);
    cr_assert(sql_kept(cluster(), sql, NULL));
    snprintf(sql, sizeof sql, "CREATE DATABASE %s TEMPLATE %s", world->name,
             template);
    cr_assert(sql_kept(cluster(), sql, NULL));
    return true;
}

bool world_open_empty(struct world *world)
{
    return open_copy_of(world, "template1");
}

/* ---- a database that is kept for the next world ---- */

static bool keeps_databases;
static bool is_kept;      /* kept is complete */
static struct world kept; /* its names, and the store */

/* Delete all rows that a new database has not.  Those that it has, of built-in
 * bots, stay as they are. */
static bool delete_rows(struct world *world)
{
    return world_sql(
        world,
        "DO $$ DECLARE t text; BEGIN FOR t IN SELECT oid::regclass::text"
        " FROM pg_class WHERE relkind = 'r'"
        " AND relnamespace = 'public'::regnamespace AND relname NOT IN"
        " ('migrations', 'shared', 'accounts', 'matches', 'seasons', 'tokens',"
        " 'challenges', 'bot_rules')"
        " LOOP EXECUTE 'DELETE FROM ' || t; END LOOP; END $$;"
        "DELETE FROM bot_rules; DELETE FROM challenges; DELETE FROM tokens;"
        "DELETE FROM matches; DELETE FROM seasons;"
        "DELETE FROM accounts WHERE name NOT LIKE 'house-%'");
}

static bool keep(struct world *world)
{
    for (int i = world->node_count - 1; i > 0; i--)
        world_remove_node(world, i);
    if (world->node_count == 0 || !world->store[0])
        return false;
    play_free(world->node[0]);
    world->node[0] = NULL;
    world->node_count = 1; /* its store is left */
    is_kept = delete_rows(world);
    if (is_kept)
        kept = *world;
    return is_kept;
}

static void reopen(struct world *world)
{
    memset(world, 0, sizeof *world);
    memcpy(world->conninfo, kept.conninfo, sizeof world->conninfo);
    memcpy(world->admin, kept.admin, sizeof world->admin);
    memcpy(world->name, kept.name, sizeof world->name);
}

/* The store that was kept; NULL: none. */
static struct store *take_store(void)
{
    struct store *store = kept.store[0];

    kept.store[0] = NULL;
    return store;
}

static void free_store(struct store *store)
{
    if (store)
        store->free(store);
}

void world_keep_databases(bool keep_them)
{
    keeps_databases = keep_them;
    if (!keep_them && is_kept) {
        is_kept = false;
        world_close(&kept);
    }
}

/* With all tables. */
static bool open_migrated(struct world *world)
{
    const char *migrated = getenv("FATHOM_TEST_TEMPLATE");
    char why[256];
    int applied;

    if (is_kept) {
        is_kept = false;
        reopen(world);
        return true;
    }
    if (!open_copy_of(world, migrated ? migrated : "template1"))
        return false;
    if (migrated)
        return true;
    cr_assert(db_migrate(world->conninfo, &applied, why, sizeof why), "%s",
              why);
    return true;
}

bool world_open(struct world *world)
{
    if (!open_migrated(world))
        return false;
    cr_assert_not_null(world_add_node(world, NULL));
    return true;
}

bool world_open_store(struct world *world)
{
    if (!open_migrated(world))
        return false;
    world_add_store(world);
    return true;
}

/* PostgreSQL refuses to drop a database while autovacuum works in it, if the
 * role is not a superuser. */
void world_close(struct world *world)
{
    char sql[128];
    bool is_dropped = false;

    if (keeps_databases && keep(world))
        return;
    free_store(take_store()); /* of a world that did not use it */
    for (int i = 0; i < world->node_count; i++)
        world_remove_node(world, i);
    sql_forget(world->conninfo);
    snprintf(sql, sizeof sql, "DROP DATABASE %s WITH (FORCE)", world->name);
    for (int tries = 0; !is_dropped && tries < 600; tries++) {
        is_dropped = sql_kept(cluster(), sql, NULL);
        if (!is_dropped)
            usleep(100000);
    }
    cr_expect(is_dropped);
    sql_forget(cluster());
}

/* ---- the fixture ---- */

struct world test_world;

void world_setup(void)
{
    if (!world_open(&test_world))
        cr_skip("FATHOM_TEST_DATABASE names no cluster");
}

void world_teardown(void)
{
    if (test_world.name[0])
        world_close(&test_world);
    test_world.name[0] = '\0';
}

static int64_t wall_us(void *ctx)
{
    const struct world *world = ctx;
    struct timespec now;

    if (world->wall_stands_us)
        return world->wall_stands_us + world->wall_offset_us;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000 +
           world->wall_offset_us;
}

static int64_t steady_us(void *ctx)
{
    struct timespec now;

    (void)ctx;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static bool random_bytes(void *ctx, void *out, size_t size)
{
    struct play_config defaults;

    (void)ctx;
    play_config_defaults(&defaults);
    return defaults.random_bytes(NULL, out, size);
}

void world_config(struct world *world, struct play_config *config)
{
    play_config_defaults(config);
    config->wall_us = wall_us;
    config->steady_us = steady_us;
    config->random_bytes = random_bytes;
    config->ctx = world;
    config->hidden_games = true;
    config->sync_ms = 0; /* the tests' clocks are the time */
    config->password_kib = 8;
    config->password_passes = 1;
    config->scrypt_log2_n = 4;
    config->lock_failures = 3;
    config->bot_sweep_ms = 200;
    config->job_period_ms = 50;
    config->grace_ms = 0;
    config->bot_think_ms = 5;
    config->archive_days = 0; /* tests read rows, and let years pass */
    config->delete_days = 0;
}

/* A node is notified of others' moves from the moment it listens. */
static void wait_until_hearing(struct play *play)
{
    struct play_counts counts = {0};

    for (int i = 0; i < 6000 && !counts.is_listening; i++) {
        world_sleep_ms(i > 0 ? 5 : 0);
        play_count(play, &counts);
    }
}

/* Without it, a test that fails because of the database does not say why. */
static void print_error(void *ctx, const char *text)
{
    (void)ctx;
    fprintf(stderr, "database: %s\n", text);
}

struct store *world_add_store(struct world *world)
{
    struct db_config db;
    int i = world->node_count;

    world->store[i] = take_store();
    if (world->store[i]) {
        world->node_count++;
        return world->store[i];
    }
    world_db_defaults(&db);
    db.conninfo = world->conninfo;
    db.pool_max = 4;
    db.log = print_error;
    world->store[i] = db_store_new(&db);
    cr_assert_not_null(world->store[i]);
    world->node_count++;
    return world->store[i];
}

struct play *world_add_node(struct world *world,
                            const struct play_config *config)
{
    struct play_config own;
    int i = world->node_count;

    if (!config) {
        world_config(world, &own);
        config = &own;
    }
    world->node[i] = play_new(config, world_add_store(world));
    cr_assert_not_null(world->node[i]);
    wait_until_hearing(world->node[i]);
    return world->node[i];
}

void world_remove_node(struct world *world, int node)
{
    play_free(world->node[node]);
    free_store(world->store[node]);
    world->node[node] = NULL;
    world->store[node] = NULL;
}

bool world_sql(struct world *world, const char *sql)
{
    return sql_kept(world->conninfo, sql, NULL);
}

bool world_sql_as_admin(struct world *world, const char *sql)
{
    return sql_once(world->admin, sql, NULL);
}

bool world_refuses(struct world *world, const char *sql)
{
    struct db_config config;
    struct pg *pg;
    bool is_refused;

    world_db_defaults(&config);
    config.conninfo = world->conninfo;
    pg = pg_open(&config);
    cr_assert_not_null(pg);
    is_refused = pg_script(pg, sql) != STORE_OK && pg_is_usable(pg);
    pg_close(pg);
    return is_refused;
}

bool world_allow(struct world *world, bool allow)
{
    char sql[160];

    snprintf(sql, sizeof sql, "ALTER DATABASE %s ALLOW_CONNECTIONS %s",
             world->name, allow ? "true" : "false");
    return sql_kept(cluster(), sql, NULL);
}

int64_t world_number(struct world *world, const char *sql)
{
    int64_t number = -1;

    sql_kept(world->conninfo, sql, &number);
    return number;
}

/* ---- waiting for results ---- */

struct box {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    bool is_full;
    enum play_err err;
    struct player player;
    struct session session;
    int retry_s;
    struct token token;
    char text[PLAY_TOKEN_SIZE];
    struct reply reply;
};

static void box_init(struct box *box)
{
    memset(box, 0, sizeof *box);
    pthread_mutex_init(&box->lock, NULL);
    pthread_cond_init(&box->filled, NULL);
}

/* After the unlock the box may be gone. */
static void box_fill(struct box *box)
{
    box->is_full = true;
    pthread_cond_signal(&box->filled);
    pthread_mutex_unlock(&box->lock);
}

static void box_wait(struct box *box)
{
    pthread_mutex_lock(&box->lock);
    while (!box->is_full)
        pthread_cond_wait(&box->filled, &box->lock);
    pthread_mutex_unlock(&box->lock);
    pthread_cond_destroy(&box->filled);
    pthread_mutex_destroy(&box->lock);
}

static void promoted(void *ctx, enum play_err err, const struct player *player)
{
    struct box *box = ctx;

    pthread_mutex_lock(&box->lock);
    box->err = err;
    if (player)
        box->player = *player;
    box_fill(box);
}

static void created(void *ctx, enum play_err err, const struct player *player,
                    bool is_repeated)
{
    (void)is_repeated;
    promoted(ctx, err, player);
}

enum play_err world_create_player(struct play *play, const char *name,
                                  const char *password, struct player *out)
{
    struct box box;

    const struct new_player new_player = {
        .kind = ACCOUNT_HUMAN, .name = name, .password = password};

    box_init(&box);
    player_create(play, &new_player, created, &box);
    box_wait(&box);
    *out = box.player;
    return box.err;
}

static void opened(void *ctx, enum play_err err, const struct session *session,
                   const struct sign_in_tried *tried, int retry_s)
{
    struct box *box = ctx;

    (void)tried;
    pthread_mutex_lock(&box->lock);
    box->err = err;
    box->retry_s = retry_s;
    if (session)
        box->session = *session;
    box_fill(box);
}

enum play_err world_operate(struct store *store, enum operator_what what,
                            const char *name)
{
    const struct operator_action action = {
        .what = what, .by = "carla", .why = "a test"};
    char account[PLAY_ID_SIZE];

    return operator_act(store, &action, name, account);
}

enum play_err world_sign_in_as(struct play *play, const struct sign_in *who,
                               struct session *out, int *retry_s)
{
    struct box box;

    box_init(&box);
    session_open(play, who, opened, &box);
    box_wait(&box);
    *out = box.session;
    *retry_s = box.retry_s;
    return box.err;
}

enum play_err world_sign_in_from(struct play *play, const char *name,
                                 const char *password, const char *from,
                                 struct session *out, int *retry_s)
{
    const struct sign_in who = {
        .name = name, .password = password, .from = from};

    return world_sign_in_as(play, &who, out, retry_s);
}

enum play_err world_sign_in(struct play *play, const char *name,
                            const char *password, struct session *out,
                            int *retry_s)
{
    return world_sign_in_from(play, name, password, NULL, out, retry_s);
}

enum play_err world_promote(struct play *play, const struct login *login,
                            const char *name, const char *password)
{
    struct box box;

    box_init(&box);
    guest_promote(play, login, name, password, promoted, &box);
    box_wait(&box);
    return box.err;
}

static void done(void *ctx, enum play_err err, int retry_s)
{
    struct box *box = ctx;

    pthread_mutex_lock(&box->lock);
    box->err = err;
    box->retry_s = retry_s;
    box_fill(box);
}

enum play_err world_change_password_but(struct play *play,
                                        const struct login *login,
                                        const struct password_change *change)
{
    struct box box;

    box_init(&box);
    player_change_password(play, login, change, done, &box);
    box_wait(&box);
    return box.err;
}

enum play_err world_change_password(struct play *play,
                                    const struct login *login,
                                    const char *current, const char *next)
{
    const struct password_change change = {.current = current, .next = next};

    return world_change_password_but(play, login, &change);
}

static void token_made(void *ctx, enum play_err err, const struct token *token,
                       const char *text, int retry_s)
{
    struct box *box = ctx;

    pthread_mutex_lock(&box->lock);
    box->err = err;
    box->retry_s = retry_s;
    if (!err) {
        box->token = *token;
        snprintf(box->text, sizeof box->text, "%s", text);
    }
    box_fill(box);
}

enum play_err world_token(struct play *play, const struct login *login,
                          const char *label, uint32_t scopes, int64_t seconds,
                          const char *password, struct token *out,
                          char text[PLAY_TOKEN_SIZE])
{
    const struct new_token new_token = {.label = label,
                                        .scopes = scopes,
                                        .seconds = seconds,
                                        .password = password};
    struct box box;

    box_init(&box);
    token_create(play, login, &new_token, token_made, &box);
    box_wait(&box);
    if (box.err)
        return box.err;
    *out = box.token;
    memcpy(text, box.text, sizeof box.text);
    return PLAY_OK;
}

enum play_err world_delete(struct play *play, const struct login *login,
                           const char *password)
{
    struct box box;

    box_init(&box);
    player_delete(play, login, password, done, &box);
    box_wait(&box);
    return box.err;
}

struct player world_player(struct play *play, const char *name)
{
    struct player player;
    enum play_err err =
        world_create_player(play, name, "a fine long phrase", &player);

    cr_assert_eq(err, PLAY_OK, "%s", play_err_word(err));
    return player;
}

struct player world_bot(struct play *play, const char *name)
{
    struct box box;

    const struct new_player new_player = {
        .kind = ACCOUNT_BOT, .name = name, .password = "a fine long phrase"};

    box_init(&box);
    player_create(play, &new_player, created, &box);
    box_wait(&box);
    cr_assert_eq(box.err, PLAY_OK, "%s", play_err_word(box.err));
    return box.player;
}

struct session world_session(struct play *play, const char *name)
{
    struct session session;
    int retry_s;
    enum play_err err =
        world_sign_in(play, name, "a fine long phrase", &session, &retry_s);

    cr_assert_eq(err, PLAY_OK, "%s", play_err_word(err));
    return session;
}

static void answered(void *ctx, const struct match_response *answer)
{
    struct box *box = ctx;

    pthread_mutex_lock(&box->lock);
    box->reply = (struct reply){
        .err = answer->err,
        .seq = answer->seq,
        .replayed = answer->replayed,
    };
    if (answer->reply)
        snprintf(box->reply.text, sizeof box->reply.text, "%s", answer->reply);
    if (answer->refusal)
        box->reply.refusal = *answer->refusal;
    if (answer->match)
        box->reply.status = answer->match->status;
    if (answer->undo)
        box->reply.undo = *answer->undo;
    box_fill(box);
}

struct reply world_act(struct play *play, const struct match_request *request)
{
    struct box box;

    box_init(&box);
    match_submit(play, request, answered, &box);
    box_wait(&box);
    return box.reply;
}

struct reply world_move(struct play *play, const struct player *player,
                        const char *match, const char *move, int64_t seq)
{
    const struct match_request request = {
        .action = MATCH_MOVE,
        .seat = -1,
        .match = match,
        .player = player,
        .move = move,
        .expected_seq = seq,
        .render = world_render,
    };

    return world_act(play, &request);
}

struct reply world_undo(struct play *play, const struct player *player,
                        const char *match, uint32_t to_seq, int64_t seq)
{
    const struct match_request request = {
        .action = MATCH_UNDO,
        .seat = -1,
        .match = match,
        .player = player,
        .to_seq = to_seq,
        .expected_seq = seq,
        .render = world_render,
    };

    return world_act(play, &request);
}

struct reply world_join(struct play *play, const struct player *player,
                        const char *match, int seat)
{
    const struct match_request request = {
        .action = MATCH_JOIN,
        .match = match,
        .player = player,
        .seat = seat,
        .expected_seq = MATCH_ANY_SEQ,
    };

    return world_act(play, &request);
}

struct reply world_abort(struct play *play, const struct player *player,
                         const char *match)
{
    const struct match_request request = {
        .action = MATCH_ABORT,
        .match = match,
        .player = player,
        .seat = MATCH_OWN_SEAT,
        .expected_seq = MATCH_ANY_SEQ,
        .render = world_render,
    };

    return world_act(play, &request);
}

struct reply world_abort_by_operator(struct play *play, const char *match)
{
    struct box box;

    box_init(&box);
    match_abort_by_operator(play, match, answered, &box);
    box_wait(&box);
    return box.reply;
}

struct match world_match(struct play *play, const struct player *player,
                         const char *game, const char *const *seats,
                         size_t seat_count)
{
    const struct match_spec spec = {
        .game = game, .seats = seats, .seat_count = seat_count};
    struct match match;
    enum play_err err = match_create(play, player, &spec, &match, NULL);

    cr_assert_eq(err, PLAY_OK, "%s", play_err_word(err));
    return match;
}

bool world_legal(const struct match_position *position, int seat, unsigned n,
                 char out[RULES_NOTATION_MAX])
{
    struct move moves[RULES_MOVES_MAX];
    const struct game *game = position->match.game;
    size_t count = game->moves(position->state, seat, moves, RULES_MOVES_MAX);

    if (count == 0)
        return false;
    game->format(position->state, seat, moves[n % count], out);
    return true;
}

char *world_render(void *ctx, const struct match_update *effect)
{
    char text[64];

    (void)ctx;
    snprintf(text, sizeof text, "seq %u seat %d", effect->match->seq,
             effect->seat);
    return strdup(text);
}

void world_sleep_ms(unsigned ms)
{
    const struct timespec pause = {.tv_sec = ms / 1000,
                                   .tv_nsec = (long)(ms % 1000) * 1000000};

    nanosleep(&pause, NULL);
}

/* ---- waiting ---- */

static void told(void *ctx, enum play_wait why)
{
    struct waited *waited = ctx;

    atomic_store(&waited->why, (int)why);
    atomic_fetch_add(&waited->calls, 1);
}

struct play_subscription *waited_by(struct waited *waited)
{
    waited->waiter.done = told;
    waited->waiter.ctx = waited;
    return &waited->waiter;
}

bool waited_is_told(struct waited *waited, unsigned ms)
{
    for (unsigned i = 0; i < ms && atomic_load(&waited->calls) == 0; i += 2)
        world_sleep_ms(2);
    return atomic_load(&waited->calls) > 0;
}

static void keep_preview(void *ctx, const struct match_preview *preview)
{
    *(struct match_preview *)ctx = *preview;
}

enum play_err world_preview(struct play *play, const struct player *player,
                            const char *match, int seat, const char *move,
                            struct match_preview *out, struct refusal *refusal)
{
    const struct match_preview_request request = {.match = match,
                                                  .seat = seat,
                                                  .moves = &move,
                                                  .count = 1,
                                                  .visit = keep_preview,
                                                  .ctx = out};
    struct refusal unread;
    size_t at;

    return match_preview(play, player, &request, &at,
                         refusal ? refusal : &unread);
}
