/* A database and nodes of a test's own, for the tests of play.
 *
 * FATHOM_TEST_DATABASE is a connection string to a cluster where databases may
 * be created.  Without it the tests that need one are skipped, with a message.
 * FATHOM_ADMIN_DATABASE is the same for a superuser, which few tests need. */
#ifndef SUPPORT_PLAY_WORLD_H
#define SUPPORT_PLAY_WORLD_H

#include "play/accounts/player.h"
#include "play/config.h"
#include "play/counts.h"
#include "play/error.h"
#include "play/match/action.h"
#include "play/match/create.h"
#include "play/match/event.h"
#include "play/match/match.h"
#include "play/match/preview.h"
#include "play/match/read.h"
#include "play/match/wait.h"
#include "play/play.h"
#include "play/replay/match_record.h"
#include "play/store.h"
#include "rules/record.h"
#include "rules/replay.h"

enum { WORLD_NODES_MAX = 4 };

struct db_config;

struct world {
    char conninfo[512]; /* of the test's own database */
    char admin[512];    /* the same for a superuser */
    char name[64];
    int node_count;
    struct play *node[WORLD_NODES_MAX];
    struct store *store[WORLD_NODES_MAX];
    _Atomic int64_t wall_offset_us; /* added to the clock of every node */
    _Atomic int64_t wall_stands_us; /* the clock is stopped at this time; 0: it
                                     * is running */
};

/* Create the database and one node.  False: no cluster, and the test is
 * skipped. */
bool world_open(struct world *world);
/* Create the database and a store without a node: no job of a node changes the
 * rows.  node[0] is NULL. */
bool world_open_store(struct world *world);
/* Create the database only. */
bool world_open_empty(struct world *world);
void world_close(struct world *world);

/* From now on world_close keeps a database with all tables, without its rows,
 * and the store of node 0 for the next world of this process: creating them
 * takes several times as long as emptying them.  False: what was kept is
 * deleted. */
void world_keep_databases(bool keep);

/* A fixture that opens test_world before a test and closes it afterwards; the
 * test is skipped without a cluster.
 *
 *     TestSuite(blocks, .init = world_setup, .fini = world_teardown);
 *
 * The nodes outlive the function of the test: what it gives them to keep, such
 * as a struct waited, is static. */
extern struct world test_world;
void world_setup(void);
void world_teardown(void);

/* The settings of nodes here: cheap hashes, quick sweeps. */
void world_config(struct world *world, struct play_config *config);
/* Add a node; config NULL: as above. */
struct play *world_add_node(struct world *world,
                            const struct play_config *config);
/* Add a store without a node. */
struct store *world_add_store(struct world *world);
/* The defaults, but with time limits that no busy machine reaches. */
void world_db_defaults(struct db_config *config);
void world_remove_node(struct world *world, int node);

/* Run statements as the owner of the test's database, or as a superuser. */
bool world_sql(struct world *world, const char *sql);
bool world_sql_as_admin(struct world *world, const char *sql);
/* Does the database refuse these statements? */
bool world_refuses(struct world *world, const char *sql);
/* Permit or refuse connections to the test's database. */
bool world_allow(struct world *world, bool allow);
/* The first column of the first row, as a number. */
int64_t world_number(struct world *world, const char *sql);

/* ---- operations of play, waiting for their results ---- */

struct player world_player(struct play *play, const char *name);
/* The same for a bot. */
struct player world_bot(struct play *play, const char *name);

enum play_err world_create_player(struct play *play, const char *name,
                                  const char *password, struct player *out);
enum play_err world_sign_in(struct play *play, const char *name,
                            const char *password, struct session *out,
                            int *retry_s);

enum play_err world_sign_in_from(struct play *play, const char *name,
                                 const char *password, const char *from,
                                 struct session *out, int *retry_s);
/* An operator's action on an account. */
enum play_err world_operate(struct store *store, enum operator_what what,
                            const char *name);
enum play_err world_sign_in_as(struct play *play, const struct sign_in *who,
                               struct session *out, int *retry_s);
/* Make a guest an account. */
enum play_err world_promote(struct play *play, const struct login *login,
                            const char *name, const char *password);
/* A new session of an account that world_player created. */
struct session world_session(struct play *play, const char *name);
enum play_err world_change_password(struct play *play,
                                    const struct login *login,
                                    const char *current, const char *next);
/* The same, but these tokens stay valid. */
enum play_err world_change_password_but(struct play *play,
                                        const struct login *login,
                                        const struct password_change *change);
enum play_err world_delete(struct play *play, const struct login *login,
                           const char *password);
/* A token with a label for `seconds`; password: or NULL. */
enum play_err world_token(struct play *play, const struct login *login,
                          const char *label, uint32_t scopes, int64_t seconds,
                          const char *password, struct token *out,
                          char text[PLAY_TOKEN_SIZE]);

struct reply {
    enum play_err err;
    uint32_t seq;
    bool replayed;
    char text[512]; /* the rendered response */
    struct refusal refusal;
    enum match_status status; /* PLAY_OK and new */
    struct match_undo undo;   /* PLAY_UNDO_BLOCKED */
};

struct reply world_act(struct play *play, const struct match_request *request);
struct reply world_move(struct play *play, const struct player *player,
                        const char *match, const char *move, int64_t seq);
/* Undo the moves of the account's own seat after to_seq. */
struct reply world_undo(struct play *play, const struct player *player,
                        const char *match, uint32_t to_seq, int64_t seq);
struct reply world_join(struct play *play, const struct player *player,
                        const char *match, int seat);

/* The account that created it aborts it. */
struct reply world_abort(struct play *play, const struct player *player,
                         const char *match);
struct reply world_abort_by_operator(struct play *play, const char *match);

/* A new match with "me" and open seats, or with these seats. */
struct match world_match(struct play *play, const struct player *player,
                         const char *game, const char *const *seats,
                         size_t seat_count);

/* The n-th (modulo their number) legal move of a seat, in notation. */
bool world_legal(const struct match_position *position, int seat, unsigned n,
                 char out[RULES_NOTATION_MAX]);

/* A renderer that writes "seq SEQ seat SEAT". */
char *world_render(void *ctx, const struct match_update *effect);

void world_sleep_ms(unsigned ms);

/* A subscription, with the number and the reason of its notifications. */
struct waited {
    struct play_subscription waiter;
    _Atomic int calls;
    _Atomic int why; /* enum play_wait */
};

/* The argument for match_wait and feed_wait; it must stay in place. */
struct play_subscription *waited_by(struct waited *waited);

/* Was it notified within `ms` milliseconds? */
bool waited_is_told(struct waited *waited, unsigned ms);

/* Preview one move; *refusal (which may be NULL) is why it is illegal. */
enum play_err world_preview(struct play *play, const struct player *player,
                            const char *match, int seat, const char *move,
                            struct match_preview *out, struct refusal *refusal);

#endif
