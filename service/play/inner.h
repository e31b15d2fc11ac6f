/* What the files of play share and nobody else needs. */
#ifndef PLAY_INNER_H
#define PLAY_INNER_H

#include "base/base32.h"
#include "play/accounts/player.h"
#include "play/match/match.h"
#include "play/play.h"
#include "play/store.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct cache;
struct jobs;
struct hashing;
struct stats;
struct pool;
struct bot_runner;
struct snapshots;
struct tokens;
struct event_tails;
struct subscriptions;
struct writer;

struct play {
    struct play_config config;
    struct store *store;
    char build[STORE_BUILD_SIZE]; /* tags this program's snapshots */
    struct cache *cache;
    struct hashing *hashing;
    struct pool *leaving;    /* ends accounts and moves deadlines */
    struct pool *apply_pool; /* judges what waited for a commit */
    struct bot_runner *bot_runner;
    struct jobs *jobs;
    struct snapshots *snapshots;
    struct tokens *tokens;
    struct event_tails *event_tails;
    struct subscriptions *subscriptions;
    struct writer *writer;
    _Atomic bool is_listening; /* news of other nodes reach us */
    _Atomic unsigned epoch;    /* rises when news may have been missed */
    _Atomic uint64_t stamps;   /* the last match.stamp given out */
    struct time_sync {
        _Atomic int64_t base_us; /* what play_now_us adds to steady time; 0:
                                    not known yet */
        _Atomic bool is_wanted;  /* ask the database soon */
        _Atomic bool is_skewed;  /* the wall clock is too far off */
        int64_t asked_us; /* the chores' thread's, steady: when it asked last;
                             0: never */
    } time;
    struct {
        _Atomic int64_t tried_us; /* steady; 0: never */
        _Atomic bool is_failing;  /* the last write was refused */
    } writes;
    /* Steady: until then nobody is made to leave because its time is up; and
     * when that was last looked after, which is the chores' thread's. */
    _Atomic int64_t patient_until_us;
    int64_t clocks_seen_us;
    /* The chores' thread's: how far packing old matches has come, and when it
     * goes on (steady). */
    struct store_archive_place archive_place;
    int64_t archive_next_us;
    /* And the same of matches that expire. */
    struct store_idle_place expiry_places[IDLE_KINDS];
    int64_t expiry_next_us;
    _Atomic int64_t argon2_since_us; /* INT64_MAX: not known yet */
    pthread_mutex_t scrypt_lock;
    _Atomic bool draining;
    pthread_mutex_t drain_lock;
    bool drained;
    struct {
        pthread_mutex_t lock; /* held while it is called */
        void (*hear)(void *ctx, const struct rate_usage *one);
        void *ctx;
    } rate_usage;
    struct stats *stats;
    struct {
        _Atomic uint64_t moves, commits, stale, illegal, replayed, bot_moves,
            undos, reloads, rebuilt, unreplayed, settled, put_aside, archived,
            unwritten, judging_us, hashes, hashing_refused, replayed_events,
            snapshots_written, snapshots_dropped, snapshots_damaged;
    } counts;
};

/* ---- id.c ---- */

void id_write(const char *prefix, const struct play_id *id,
              char out[PLAY_ID_SIZE]);
bool id_read(const char *prefix, const char *text, struct play_id *out);
bool id_equals(const struct play_id *a, const struct play_id *b);
/* Its first two bytes: what news of an account go by. */
uint16_t id_tag(const struct play_id *id);
bool id_new(struct play *play, struct play_id *out);
bool play_random(struct play *play, void *out, size_t size);

/* ---- replay_bound.c ---- */

/* May this thread replay this number of events?  If not: PLAY_SLOW. */
bool replay_is_allowed(uint32_t events);
/* Has it no bound?  In a sandbox a preview may take long. */
bool may_take_long(void);

/* ---- build_id.c ---- */

void build_name(char out[STORE_BUILD_SIZE]);

/* ---- options.c ---- */

void options_write(const struct game *game, const struct settings *settings,
                   char out[STORE_OPTIONS_SIZE]);
/* false: an option or value that this game does not have. */
bool options_read(const struct game *game, const char *text,
                  struct settings *out);

/* ---- cache.c ---- */

struct command;

/* What of a match may still be taken back: what was decided since the last
 * decision that is sealed, as struct replay has it.  It is about the match at
 * `seq`; about any other it knows nothing, and is made anew when it is needed
 * (undo_window_ready).  A copy of the state lies in it only while something may
 * be taken back. */
struct undo_window {
    uint32_t seq;  /* 0: nothing is known */
    uint32_t from; /* the event that closed the span before this one, or the
                      start */
    uint8_t seal;  /* bits of enum irreversible: why it did; 0: the start */
    bool has_base; /* base is the state in which the span begins */
    uint16_t count, cap;
    struct entry *moves; /* trusted; tag is the seq of the event */
    uint8_t *base;
};

/* A match in memory.  `lock` guards everything below it; who holds `acting`
 * is the only one that may have an effect of this match in the writer. */
struct cached_match {
    struct play_id id;
    _Atomic unsigned hints; /* rises with news of a newer seq */
    pthread_mutex_t lock;
    bool loaded;
    unsigned hints_seen, epoch_seen; /* when it was loaded */
    struct store_match row;          /* committed; row.match.game is set */
    struct undo_window undo_window;  /* of the row, or of an earlier one */
    struct command *acting;
    struct command
        *waiting_first;      /* for acting, in the order of their rounds */
    unsigned waiting, round; /* round: that of the task which acts */

    /* the cache's own, under its lock */
    struct cached_match *next, *newer, *older;
    unsigned pins;
};

struct cache *cache_new(unsigned max);
void cache_free(struct cache *cache);
unsigned cache_count(struct cache *cache);
/* The entry of a match, perhaps not loaded: cache_unpin it.  NULL: no
 * memory. */
struct cached_match *cache_pin(struct cache *cache, const struct play_id *id);
void cache_unpin(struct cache *cache, struct cached_match *entry);
/* News from another node. */
void cache_hint(struct cache *cache, const struct play_id *id);
/* Let look see the entry of a match, if it is there and nobody is at work on
 * it: under entry->lock, and the cache's, so it must be short.  false: it
 * could not be seen at once, or look says so. */
bool cache_peek(struct cache *cache, const struct play_id *id,
                bool (*look)(void *ctx, const struct cached_match *entry),
                void *ctx);

/* Under entry->lock: make row what the database has, unless it is already as
 * far as this node can know.  force asks the database anyway. */
enum play_err cached_match_refresh(struct play *play,
                                   struct cached_match *entry, bool force);
/* Under entry->lock: is the row as far as this node can know? */
bool cached_match_is_fresh(struct play *play, const struct cached_match *entry);
/* Under entry->lock: a newer committed row.  The span stays behind. */
void cached_match_install(struct play *play, struct cached_match *entry,
                          const struct store_match *row);
/* A copy of the fresh row; min_seq as for match_read.  What a seat may take
 * back is asked of look (may be NULL), which is called under entry->lock. */
enum play_err row_read_with(struct play *play, const char *id, uint32_t min_seq,
                            struct store_match *out,
                            enum play_err (*look)(struct play *play,
                                                  struct cached_match *entry,
                                                  void *ctx),
                            void *ctx);
enum play_err row_read(struct play *play, const char *id, uint32_t min_seq,
                       struct store_match *out);
/* Is it of a rules version or a deck that this build does not have?  Then it
 * has no state here. */
bool row_is_foreign(const struct store_match *row);
/* The same of a row as the store gives it, whose game this is. */
bool row_is_foreign_to(const struct store_match *row, const struct game *game);

/* ---- match_replay.c ---- */

/* A match being replayed from its log.
 *
 * Committed moves are trusted: they are carried out without judging or
 * searching, and the hash stored with each event must agree with the resulting
 * state.  An event that does not agree is judged (game->apply).  If it still
 * does not agree, the replay ends with PLAY_DAMAGED; with `believes` set it
 * continues and judges the rest.  Set `believes` where the current state of the
 * match is needed, because the log is its only source.
 *
 * If the start event does not agree, the bytes of states have changed since the
 * log was written, and the whole log is judged (is_judging).  Set is_judging
 * after match_replay_open to judge everything and to compare no hashes.
 *
 * A replay may use play_config.replay_cpu_ms of processor time, but always
 * applies at least SNAPSHOT_EVERY events.  Then it ends with
 * PLAY_REPLAY_TOO_LONG.  It offers snapshots on its way, so that the next
 * attempt starts further on. */
struct match_replay {
    struct play *play;             /* borrowed; NULL: of match_replay_begin */
    const struct store_match *row; /* borrowed */
    const struct game *game;
    struct record begin; /* without entries: settings, secret, position (only
                            when it begins with the first event) */
    struct match_event *events;
    size_t count, next; /* events; the one to come */
    uint32_t seq;       /* of the last one applied */
    bool has_before, has_state;
    bool is_judging, believes;
    uint32_t offer_to; /* snapshots up to this seq are offered */
    uint32_t stepped;  /* events */
    int64_t until_us;  /* of the thread's processor time; 0: no end */
    enum play_err err; /* why no more events are applied */
    uint32_t from;     /* the event that closed the last span, or the start */
    _Alignas(16) uint8_t before[RULES_STATE_MAX]; /* before the last step */
    struct replay replay; /* its state is the one now; a move's tag is the seq
                             of its event */
};

/* Load the events up to `to`.  The replay begins with the newest snapshot at or
 * before `from`, or else with the first event.  match_replay_close it when
 * PLAY_OK; the row must stay until then. */
enum play_err match_replay_open(struct play *play,
                                const struct store_match *row, uint32_t from,
                                uint32_t to, struct match_replay *out);
/* The same from where a span with a base ends, to the row. */
enum play_err match_replay_resume(struct play *play,
                                  const struct store_match *row,
                                  const struct undo_window *undo_window,
                                  struct match_replay *out);
/* Replay these events, all from the first on; they are taken.  Not of a
 * sandbox.  There is no time bound, because the result must not depend on the
 * speed of the machine.  match_replay_close it. */
void match_replay_begin(const struct store_match *row,
                        struct match_event *events, size_t count,
                        struct match_replay *out);
void match_replay_close(struct match_replay *match_replay);
/* Apply the next event.  false: there is none, or history->err says why it is
 * not applied. */
bool match_replay_step(struct match_replay *match_replay);
/* To the end of what was loaded; history->err. */
enum play_err match_replay_run(struct match_replay *match_replay);
/* At the end: is the state the one that was played? */
bool match_replay_agrees(const struct match_replay *match_replay);

/* ---- undo_window.c ---- */

/* Under entry->lock: make the span that of the row.  Reads the events that it
 * has not seen, all of them when it knows nothing. */
enum play_err undo_window_ready(struct play *play, struct cached_match *entry);
/* Follow an effect from the row it was judged on; costs one game->seals for a
 * move, and playing it once more if it can be taken back.  A span that is not
 * the one of `before` stays as it is, unless the effect closes it: then the
 * span after it is known again. */
void undo_window_follow(struct undo_window *undo_window,
                        const struct store_match *before,
                        const struct store_match *after,
                        const struct store_update *update);
/* The row is about to be replaced by one further on: keep what is needed to
 * catch up with it. */
void undo_window_keep(struct undo_window *undo_window,
                      const struct store_match *row);
void undo_window_clear(struct undo_window *undo_window);
/* How far may the seat go back? */
void undo_window_limits(const struct play *play,
                        const struct undo_window *undo_window, int seat,
                        struct match_undo *out);
/* The seat of this set that decided last, or -1. */
int undo_window_last_of(const struct undo_window *undo_window, seat_set seats);
/* Take back the moves of event->seat above event->to_seq: the state without
 * them into out.  event->to_seq becomes the highest that means the same, and
 * event->bits how many moves it were.  false: not allowed. */
bool undo_window_undo(const struct play *play,
                      const struct undo_window *undo_window,
                      const struct game *game, struct match_event *event,
                      void *out);

/* ---- rate_sync.c ---- */

/* News from another node. */
void rate_usage_receive(struct play *play, const struct rate_usage *one);

/* ---- requests on their way ---- */

/* A move that was tried. */
struct attempt {
    struct move move;
    struct refusal refusal; /* PLAY_ILLEGAL_MOVE */
};

/* A request on its way: a copy of what was asked, and what becomes of it. */
struct command {
    struct play *play;
    struct command *next;
    struct cached_match *entry; /* pinned */

    enum match_action action;
    bool is_bot;
    struct play_id account;
    bool is_bot_account;
    char name[PLAY_NAME_SIZE];
    int asked_seat; /* match_request.seat; a bot's own */
    uint32_t to_seq;
    int64_t until_us; /* MATCH_VACATION */
    bool wants_abort;
    enum match_abort abort_reason; /* MATCH_ABORT */
    int64_t idle_since_us; /* ABORT_EXPIRED: nothing must have happened since */
    char move[RULES_NOTATION_MAX];
    bool move_too_long;
    int64_t expected_seq;
    bool has_key;
    char key[PLAY_KEY_SIZE];
    uint8_t body_hash[32];
    match_render *render;
    void (*done)(void *ctx, const struct match_answer *answer);
    void *ctx;

    unsigned round; /* while it waits: see submit.c */
    /* Processor time on play's own threads: so far, and when this stretch of
     * it began (0: none is being measured). */
    int64_t cpu_us, cpu_begun_us;

    int tries;
    bool unsure;            /* a commit of it was lost sight of */
    int seat;               /* who acts, once judged */
    struct attempt attempt; /* MATCH_MOVE */
    struct match_undo undo; /* PLAY_UNDO_BLOCKED */
    int64_t deadline_us;    /* PLAY_TIME_NOT_UP */
    struct store_update update;
    struct store_match after; /* the row once the effect is committed */
    char *reply;
};

/* ---- update.c: what a request does ---- */

/* What time it is in a match: the clock may have been set back, the times of a
 * match never are. */
int64_t row_now_us(const struct play *play, const struct store_match *row);
/* The row as it was becomes task->after, where the effect is worked out. */
void update_begin(struct play *play, const struct store_match *row,
                  struct command *command);
/* Raise after's seq by an event, which is borrowed; its hash is of after's
 * state. */
struct match_event *update_add_event(struct command *command,
                                     enum event_kind kind, int seat);
/* The match ends without a result. */
void update_abort(struct command *command, enum match_abort reason);
/* After a decision: who is next, or is it over, and then why? */
void update_continue(struct command *command, enum match_reason reason);
/* The rest of the effect, and the reply, follow from what after has become. */
enum play_err update_finish(struct play *play, const struct store_match *row,
                            struct command *command);
void row_score(struct store_match *row, enum match_reason reason);

/* ---- apply.c ---- */

/* May it be done, and what comes of it?  Fills in effect, after and reply, or
 * refusal, undo and deadline_us.  Nothing of row changes.  The
 * span is that of the row for MATCH_UNDO; other actions do not look at it. */
enum play_err command_apply(struct play *play, const struct store_match *row,
                            const struct undo_window *undo_window,
                            struct command *command);
/* PLAY_OK when it is being played. */
enum play_err running_err(enum match_status status);
/* Try a move in the row's state, and count the time.  out holds the row's state
 * and becomes the one after it.  text NULL is no move.  A refusal lists no
 * moves: it costs no more than judging the move twice. */
enum play_err row_try(struct play *play, const struct store_match *row,
                      int seat, const char *text, void *out,
                      struct attempt *attempt);
/* Begin the match: state, status and to_act. */
enum play_err row_start(struct play *play, struct store_match *row);

/* ---- leave.c: for judge; the match is running, task->seat is set ---- */

enum play_err apply_resignation(struct play *play,
                                const struct store_match *row,
                                struct command *command);
enum play_err apply_claim(struct play *play, const struct store_match *row,
                          struct command *command);
/* Whoever's time is up leaves, all of them at once.  PLAY_TIME_NOT_UP also
 * when it is not for the service to settle. */
enum play_err apply_timeout(struct play *play, const struct store_match *row,
                            struct command *command);
enum play_err apply_vote(struct play *play, const struct store_match *row,
                         struct command *command);
/* Has the seat left the running match? */
bool row_has_left(const struct store_match *row, int seat);
/* The seats of a running match that accounts hold and have not left. */
seat_set row_persons(const struct store_match *row);

/* ---- abort.c ---- */

/* For judge; the match may be in any status. */
enum play_err apply_abort(struct play *play, const struct store_match *row,
                          struct command *command);
/* The account that set them up is gone: its matches without players end. */
void abort_empty(struct play *play, const struct play_id *creator);

/* ---- rated.c ---- */

/* May there be such a match, if it shall be rated?  PLAY_UNFAIR: fault->unfair,
 * index and why say why not; nothing else of the spec is looked at. */
enum play_err rated_check(const struct match_spec *spec,
                          struct match_fault *fault);
/* The seats of a running match that have not left it. */
seat_set rated_here(const struct store_match *row);
/* Is it a rated match that runs, and one of these has not decided yet? */
bool rated_is_opening(const struct store_match *row);
/* Is it over, and does it count for statistics or ratings? */
bool match_counts(const struct match *match);

/* ---- precondition.c ---- */

/* PLAY_STALE when an event since task->expected_seq changed what task->seat may
 * do (for MATCH_UNDO also what it may take back), or when there are too many of
 * them to see that.  PLAY_SLOW. */
enum play_err precondition_check(struct play *play,
                                 const struct store_match *row,
                                 const struct command *command);

/* ---- seats.c ---- */

seat_set seats_of(const struct match *match, const struct play_id *account);
/* The seat meant by `asked` among those of an account: that one, or for -1 the
 * lowest that is to act, or else the lowest; -1: there is none such. */
int seat_meant(seat_set own, int asked, seat_set to_act);
seat_set bot_seats(const struct match *match);
/* Does an account hold a seat, whether it has left or not? */
bool has_player(const struct match *match);
static inline seat_set seats_all(const struct match *match)
{
    return (seat_set)((1U << match->settings.seats) - 1);
}
/* What follows from a row that was read earlier: players who are in both are
 * called as they are by now. */
void seats_keep_names(const struct match *cached_match, struct match *after);

/* ---- idempotent_reply.c ---- */

/* Does the effect's reply follow from the record? */
bool reply_is_replayable(const struct store_update *update);
/* Such a reply once more, into key->reply: what was answered first, to the
 * byte.  Replays the match.  PLAY_OTHER_RULES, PLAY_DAMAGED,
 * PLAY_REPLAY_TOO_LONG, PLAY_UNAVAILABLE. */
enum play_err idempotent_reply(struct play *play, struct command *command,
                               struct store_key *key);

/* ---- submit.c ---- */

/* The threads that judge. */
struct pool *apply_pool_new(void);
/* Judge a task that holds entry->acting, then hand it to the writer or answer
 * it.  The next one that waits is judged by a thread of play->judging. */
void command_run(struct play *play, struct command *command);
/* The same on a thread of play->judging; NULL: nothing. */
void command_run_later(struct play *play, struct command *command);
/* Answer it, give it back, carry on the next one. */
void command_finish(struct play *play, struct command *command,
                    enum play_err err);
/* The writer has committed it. */
void command_committed(struct play *play, struct command *command);
/* The player of a seat is on vacation until then, or back since then.  done as
 * of match_submit. */
void vacation_submit(struct play *play, const struct player *player,
                     const struct store_held_seat *hold, int64_t until_us,
                     void (*done)(void *ctx, const struct match_answer *answer),
                     void *ctx);
/* End the match without a result.  ABORT_EXPIRED: unless something has happened
 * since idle_since_us; ABORT_EMPTY: unless it has a player.  done (may be NULL)
 * as of match_submit. */
void abort_submit(struct play *play, const struct play_id *match,
                  enum match_abort reason, int64_t idle_since_us,
                  void (*done)(void *ctx, const struct match_answer *answer),
                  void *ctx);
/* Make leave whose time is up; nothing happens when nobody's is. */
void timeout_submit(struct play *play, const struct play_id *match);
/* Play a bot's move. */
void bot_submit(struct play *play, const struct match *match, int seat,
                struct move move, const void *state);

/* ---- writer.c ---- */

struct writer *writer_new(struct play *play);
/* Write what is queued, then end. */
void writer_stop(struct writer *writer);
void writer_free(struct writer *writer);
/* false: the queue is full or closed; the task is still the caller's. */
bool writer_push(struct writer *writer, struct command *command);
unsigned writer_queued(struct writer *writer);

/* ---- account_changes.c ---- */

/* The threads that end accounts and move deadlines: jobs that wait for other
 * requests. */
struct pool *account_pool_new(void);

/* ---- hashing.c: the threads that hash passwords ---- */

struct hashing_job {
    void (*run)(void *ctx);
    void (*drop)(void *ctx); /* instead of run: others need the room */
    void *ctx;
};

struct hashing *hashing_new(struct play *play);
/* Do what is queued, then end. */
void hashing_stop(struct hashing *hashing);
void hashing_free(struct hashing *hashing);
unsigned hashing_waiting(struct hashing *hashing);
/* Run a job for somebody from this network, or for the owner of an account who
 * is signed in.  false: there is no room, or play is draining; neither run nor
 * drop will be called. */
bool hashing_for_stranger(struct play *play, const char *network,
                          const struct hashing_job *job);
bool hashing_for_owner(struct play *play, const struct play_id *account,
                       const struct hashing_job *job);

/* A job was dropped: count it. */
void hashing_note_drop(struct play *play);

/* ---- password.c, common_passwords.c: on a thread of hashing.c ---- */

bool password_hash(struct play *play, const char *password,
                   char out[STORE_PASSWORD_SIZE]);
/* Is it the password of this hash?  stored NULL: takes as long as for a new
 * hash, says no. */
bool password_matches(struct play *play, const char *password,
                      const char *stored);
/* Would password_hash make another kind of hash? */
bool password_is_outdated(struct play *play, const char *stored);
bool password_is_common(const char *password, const char *name);

enum { PASSWORD_LONGEST = 128, PASSWORD_SIZE = PASSWORD_LONGEST * 4 + 1 };

/* ---- token_secret.c ---- */

#define TOKEN_PREFIX  "fth_"
#define DEVICE_PREFIX "dev_"

/* A new secret as text, and its hash.  false: there is no randomness. */
bool token_secret_new(struct play *play, const char *prefix,
                      char out[PLAY_TOKEN_SIZE], uint8_t hash[32]);
/* The hash of such a text.  false: it is none. */
bool token_secret_read(const char *prefix, const char *text, uint8_t hash[32]);

/* ---- credentials.c ---- */

/* Lower case; false unless 3-24 of a-z 0-9 _ -. */
bool name_read(const char *text, char out[PLAY_NAME_SIZE]);
/* Has it 8 to 128 characters of UTF-8?  Then it fits in PASSWORD_SIZE. */
bool password_fits(const char *text);

/* The source of a stranger whose network is not known. */
#define CLAIM_NOWHERE "unknown"

/* Who somebody claims to be. */
struct claim {
    enum claim_by {
        CLAIM_STRANGER, /* source: the network, or CLAIM_NOWHERE */
        CLAIM_DEVICE,   /* source: a device that the account knows */
        CLAIM_OWNER,    /* source: the token of the account that asks */
    } by;
    const char *name, *password; /* as name_read and password_fits take them */
    char source[64];
};

void claim_of_login(const struct login *login, const char *password,
                    struct claim *out);
/* Is it true?  Looks at locks, hashes, counts failures, and replaces an old
 * hash.  On a thread of hashing.c.  PLAY_BAD_CREDENTIALS, PLAY_LOCKED (*retry_s
 * says how long), PLAY_UNAVAILABLE.  Cleanse *out. */
enum play_err credentials_check(struct play *play, const struct claim *claim,
                                struct store_account *out, int *retry_s);
/* The same about a login's own account: PLAY_WRONG_PASSWORD, and
 * PLAY_BAD_TOKEN when it is gone. */
enum play_err credentials_check_own(struct play *play,
                                    const struct login *login,
                                    const char *password,
                                    struct store_account *out, int *retry_s);

/* ---- login_locks.c ---- */

/* May the password be tried?  PLAY_LOCKED (*retry_s says how long),
 * PLAY_UNAVAILABLE. */
enum play_err login_lock_check(struct play *play, const struct claim *claim,
                               struct store_failure_record *out, int *retry_s);
/* It was wrong: PLAY_BAD_CREDENTIALS, or PLAY_UNAVAILABLE. */
enum play_err
login_lock_note_failure(struct play *play, const struct claim *claim,
                        const struct store_failure_record *record);
void login_lock_note_success(struct play *play, const struct claim *claim,
                             const struct store_failure_record *record);

/* ---- player.c ---- */

/* Nobody may choose a name that begins like these. */
#define GONE_PREFIX  "gone-"
#define HOUSE_PREFIX "house-"

void player_from(const struct store_account *row, struct player *out);

/* ---- token_issue.c ---- */

/* A new session of an account whose password was just right, on this known
 * device ("": on a new one).  PLAY_BAD_CREDENTIALS: the password is another by
 * now, or hashed again, or the account is gone. */
enum play_err session_create(struct play *play,
                             const struct store_account *account,
                             const char *device, struct session *out);

/* ---- token_cache.c ---- */

struct tokens *token_cache_new(void);
void token_cache_free(struct tokens *tokens);
void token_cache_forget(struct tokens *tokens, const uint8_t hash[32]);
void token_cache_forget_all(struct tokens *tokens);
/* Whom the token of this hash speaks for; otherwise as token_find. */
enum play_err login_find(struct play *play, const uint8_t hash[32],
                         struct login *out);
void token_cache_forget_account(struct tokens *tokens,
                                const struct play_id *id);
/* Write down which tokens were used; now and then, never on a request's way. */
void token_cache_flush(struct play *play);

/* ---- subscriptions.c ---- */

struct subscriptions *subscriptions_new(struct play *play);
/* Answer all (PLAY_WAIT_DRAINING), take no more, end the thread. */
void subscriptions_stop(struct subscriptions *subscriptions);
void subscriptions_free(struct subscriptions *subscriptions);
/* Whoever waits for an event after a seq below this one. */
void subscriptions_wake(struct subscriptions *subscriptions,
                        const struct play_id *id, uint32_t seq);
/* Whoever waits for something of an account of this tag. */
void subscriptions_wake_account(struct subscriptions *subscriptions,
                                uint16_t tag);
/* How many news there were of an account: read this, then the database, then
 * wait for more than these.  done may be called before this returns, also. */
uint32_t subscriptions_heard(struct subscriptions *subscriptions, uint16_t tag);
enum play_err subscriptions_add_account(struct subscriptions *subscriptions,
                                        const struct play_id *account,
                                        uint32_t heard, unsigned wait_ms,
                                        struct play_subscription *waiter);
/* Does this account wait here? */
bool subscriptions_have_account(struct subscriptions *subscriptions,
                                const struct play_id *account);
void subscriptions_wake_all(struct subscriptions *subscriptions);
/* play_shorten_waits. */
void subscriptions_hurry(struct subscriptions *subscriptions,
                         unsigned within_ms);

/* ---- bot_runner.c: the bots' threads ---- */

struct bot_runner *bot_runner_new(struct play *play);
void bot_runner_stop(struct bot_runner *bot_runner);
void bot_runner_free(struct bot_runner *bot_runner);
/* The match has changed: a bot may be to act. */
void bot_runner_kick(struct bot_runner *bot_runner,
                     const struct store_match *row);
/* Has it been a match of bots alone from the start?  Then it is played while
 * somebody watches. */
bool match_is_for_watchers(const struct match *match);
/* Somebody reads the match: if it is such a one, it goes on for
 * play_config.bot_watch_ms. */
void bot_runner_watch(struct bot_runner *bot_runner,
                      const struct store_match *row);

/* ---- jobs.c ---- */

/* What is looked after now and then. */
enum job_kind {
    JOB_NOTHING,
    JOB_TIME,       /* time_sync.c: asks the database what time it is */
    JOB_CLOCKS,     /* timeouts.c: time that is up */
    JOB_PAIRING,    /* matches for those who wait in the queue */
    JOB_LADDER,     /* settler.c: what finished matches change */
    JOB_CHALLENGES, /* challenge.c: answers of the house, time that is up */
    JOB_ARCHIVE,    /* archiver.c: matches that ended long ago */
    JOB_EXPIRY,     /* expiry.c: matches in which nothing happens */
    JOB_BACKLOG,    /* stats.c: what waits in the database */
    JOB_SNAPSHOTS,  /* snapshot_queue.c: snapshots to be written */
    JOB_COUNT,
};

struct jobs *jobs_new(struct play *play);
/* Begin, once play is whole: chores kick others.  false: there is no thread. */
bool jobs_start(struct jobs *all);
void jobs_stop(struct jobs *all);
void jobs_free(struct jobs *all);
/* There is work: do it soon.  From any thread. */
void jobs_kick(struct jobs *all, enum job_kind job_kind);

/* ---- stats.c: what happens is counted ---- */

struct stats *stats_new(void);
void stats_free(struct stats *stats);
/* The rules took so long to judge a move. */
void stats_judged(struct stats *stats, const struct game *game,
                  int64_t took_us);
void stats_moved(struct stats *stats, const struct game *game,
                 enum mover_kind mover);
/* What was asked of a match is refused; refusal: for PLAY_ILLEGAL_MOVE, which
 * rule does. */
void stats_refused(struct stats *stats, enum play_err err,
                   const struct game *game, const struct refusal *refusal);
void stats_committed(struct stats *stats, size_t effects, int64_t took_us);
/* The chore: ask the database what waits there, now and then. */
void backlog_look(struct play *play);
/* What of play_counts is the meter's. */
void stats_count(struct play *play, struct play_counts *out);

/* ---- matchmaker.c ---- */

/* The chore: look after the tickets of the queue, bring their owners
 * together. */
void matchmaker_run(struct play *play);

/* ---- challenge.c ---- */

/* The chore: end challenges whose time is up, answer for bots of the house. */
void challenges_run(struct play *play);

/* ---- archiver.c ---- */

/* The chore: pack some old matches. */
void archiver_run(struct play *play);

/* ---- expiry.c ---- */

/* The chore: end some matches in which nothing has happened for too long. */
void expiry_run(struct play *play);

/* ---- settler.c ---- */

/* The chore: settle what has ended. */
void settler_run(struct play *play);
/* Clear each, and free them. */
void ladder_list_free(struct ladder_match *matches, size_t count);

/* ---- cards_played.c ---- */

/* Replay a match's record for the cards that were played.  STORE_OK also when
 * this build cannot: then it is_foreign, and has the cards that it had. */
enum store_err ladder_read_cards(struct store *store,
                                 struct store_settlement *ladder,
                                 struct ladder_match *match);

/* ---- vacation.c: for judge ---- */

/* PLAY_TIME_NOT_UP: it is so already, or the match has no such clock. */
enum play_err apply_vacation(struct play *play, const struct store_match *row,
                             struct command *command);

/* ---- timeouts.c ---- */

void timeouts_run(struct play *play);
/* Before the chores begin. */
void timeouts_begin(struct play *play);
/* From now on nobody is made to leave for config.grace_ms.  From any thread. */
void timeouts_forgive(struct play *play);
/* How long nobody is made to leave because its time is up: what is left of
 * config.grace_ms after a while in which nobody could play; some seconds at
 * least as long as the time is in doubt. */
int64_t timeouts_patience_us(struct play *play);

/* ---- time_sync.c ---- */

/* The chore: ask the database what time it is when that is due, and compare the
 * node's own clock with it.  Also before there are other threads. */
void time_sync_run(struct play *play);
/* Ask soon: the database may be another server now.  From any thread. */
void time_sync_want(struct play *play);
/* Is the time known, and does the node's own clock agree?  As long as it does
 * not, nothing is done that depends on what time it is and that nobody asked
 * for. */
bool time_sync_is_sound(const struct play *play);

/* ---- create.c ---- */

/* What the match would be played with: from the game, the number of seats and
 * the options of a spec; nothing else is looked at.  PLAY_UNKNOWN_GAME,
 * PLAY_UNKNOWN_OPTION, PLAY_BAD_OPTION. */
enum play_err spec_settings(const struct match_spec *spec, struct settings *out,
                            struct match_fault *fault);

/* Make a match; with `once`, which may be NULL, render *reply (new, also when
 * the match is refused after that) and store it under the key.
 * The player may be NULL when the spec gives the seats.
 * PLAY_KEY_REUSED: the key is there already; PLAY_STALE as match_spec says. */
enum play_err match_make(struct play *play, const struct player *player,
                         const struct match_spec *spec,
                         const struct match_once *once, struct match *out,
                         char **reply, struct match_fault *fault);

/* The caps of an account that sets up a match or a challenge. */
void room_init(const struct play *play, struct store_match_caps *out);
/* What of it has refused the match. */
void room_fault(const struct store_match_caps *room, struct match_fault *fault);

/* ---- small ones ---- */

/* The key of an account's or a match's jobs in a pool: ids are random. */
static inline uint64_t id_pool_key(const struct play_id *id)
{
    uint64_t key;

    memcpy(&key, id->bytes, sizeof key);
    return key;
}

/* Idempotency keys that are not younger do not count any more. */
static inline int64_t key_since_us(const struct play *play)
{
    return play_now_us(play) - INT64_C(24) * 3600 * 1000000;
}

/* A device that an account has not signed in on since then is forgotten. */
static inline int64_t device_since_us(const struct play *play)
{
    return play_now_us(play) - DEVICE_DAYS * INT64_C(86400000000);
}

/* As much of it as fits, with a NUL.  false: not all of it did. */
bool text_copy(const char *text, char *out, size_t size);

enum play_err play_err_of(enum store_err err);
/* A condition variable on the steady clock, and a wait on it. */
void steady_cond_init(pthread_cond_t *cond);
void steady_cond_wait_ms(pthread_cond_t *cond, pthread_mutex_t *lock,
                         unsigned wait_ms);

#endif
