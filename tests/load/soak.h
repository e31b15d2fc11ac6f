/* A long day of mixed load on two nodes that share one database: who makes it,
 * what they have in common, and how they are counted.
 *
 *   soak.c          the day: its beginning, its minutes, its end
 *   soak_common.c   time, what all know of, failures
 *   soak_http.c     asking a node, and what must be true of every reply
 *   soak_play.c     somebody at a table: moves, and all that goes with them
 *   soak_hosts.c    matches of one host: made, played to the end, verified
 *   soak_guests.c   queue and challenges, by what /v1/me/events tells
 *   soak_readers.c  those who only look
 *   soak_streams.c  streams that come, go and are cut
 *   soak_accounts.c accounts that are made, used and deleted
 *   soak_trouble.c  requests that are none, slow ones, forgotten connections
 *   soak_watch.c    samples of what the nodes and PostgreSQL hold
 *   soak_report.c   what of that grows
 *
 * Everybody is a thread and asks one thing after the other; all together ask
 * no faster than the rate.  What should not have been answered is kept as a
 * failure; the day goes on. */
#ifndef LOAD_SOAK_H
#define LOAD_SOAK_H

#include <jansson.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    SOAK_NODES = 2,
    SOAK_LINE = 256,     /* bytes of a path or a header */
    SOAK_MATCH = 32,     /* bytes of a match's id */
    SOAK_TOKEN = 80,     /* bytes of a token */
    SOAK_NAME = 32,      /* bytes of an account's name */
    SOAK_KNOWN = 256,    /* matches, and people, that everybody knows of */
    SOAK_STATUSES = 600, /* of HTTP */
};

/* What is counted: COUNT(NAME, "words"). */
#define SOAK_COUNTS(COUNT)                                                     \
    COUNT(REQUESTS, "requests")                                                \
    COUNT(MOVES, "moves")                                                      \
    COUNT(REPEATS, "repeated with their key")                                  \
    COUNT(LOST, "replies lost on purpose")                                     \
    COUNT(UNDOS, "undos")                                                      \
    COUNT(PREVIEWS, "previews")                                                \
    COUNT(CLAIMS, "claims")                                                    \
    COUNT(VOTES, "votes")                                                      \
    COUNT(RESIGNATIONS, "resignations")                                        \
    COUNT(MATCHES, "matches made")                                             \
    COUNT(ENDED, "matches of hosts ended")                                     \
    COUNT(CHECKED, "logs checked move by move")                                \
    COUNT(VERIFIED, "records verified")                                        \
    COUNT(POLLS, "long polls")                                                 \
    COUNT(STREAMS, "streams")                                                  \
    COUNT(EVENTS, "events in streams")                                         \
    COUNT(CUTS, "connections cut hard")                                        \
    COUNT(TICKETS, "tickets of the queue")                                     \
    COUNT(CHALLENGES, "challenges")                                            \
    COUNT(READS, "reads")                                                      \
    COUNT(SANDBOXES, "sandboxes")                                              \
    COUNT(ACCOUNTS, "accounts made")                                           \
    COUNT(GONE, "accounts deleted")                                            \
    COUNT(BAD, "bad requests")                                                 \
    COUNT(FORGOTTEN, "connections forgotten")

enum soak_count {
#define AS_ENUM(name, words) SOAK_##name,
    SOAK_COUNTS(AS_ENUM)
#undef AS_ENUM
        SOAK_COUNT_COUNT
};

struct soak_node {
    char address[64]; /* host:port */
    char admin[64];
    pid_t pid;
};

/* Somebody whose name and token others may use, to look. */
struct soak_known_person {
    char name[SOAK_NAME];
    char token[SOAK_TOKEN]; /* "": gone */
};

struct line;
struct reply;

struct soak {
    struct soak_node nodes[SOAK_NODES];
    /* For other programs than the soak, which use its clients.  judge is called
     * with each reply in place of the soak's own judgement, and with the
     * microseconds from connecting to the last byte. */
    void (*judge)(struct line *line, const char *path,
                  const struct reply *reply, int64_t us);
    void *owner;          /* for judge */
    long patience_s;      /* for a reply; 0: 40 */
    bool expects_failure; /* failures are neither printed nor counted */
    size_t json_max;      /* longer bodies are not parsed; 0: all are */
    const char *database;
    long rate; /* requests a second, of all */
    long minutes;
    int64_t begun_us;
    atomic_bool is_over; /* end what you do, begin nothing */

    pthread_mutex_t lock; /* of what follows */
    int64_t next_us;      /* when the next request may be sent */
    char matches[SOAK_KNOWN][SOAK_MATCH];
    size_t match_count; /* ever told */
    struct soak_known_person people[SOAK_KNOWN];
    size_t person_count;
    long failures;

    atomic_long counts[SOAK_COUNT_COUNT];
    atomic_long statuses[SOAK_STATUSES];
};

static inline void soak_count(struct soak *soak, enum soak_count what)
{
    atomic_fetch_add_explicit(&soak->counts[what], 1, memory_order_relaxed);
}

int64_t soak_now_us(void); /* steady */
void soak_pause_ms(long ms);

/* Wait for one's turn to ask. */
void soak_pace(struct soak *soak);

/* Something was not as it should be: said on stderr (the first few), counted.
 */
__attribute__((format(printf, 2, 3))) void soak_fail(struct soak *soak,
                                                     const char *format, ...);

/* 0 to n - 1; *chance is the caller's own, never 0. */
unsigned soak_chance(uint64_t *chance, unsigned n);

/* Tell others of a match; know one of the last that were told ("": none). */
void soak_tell_match(struct soak *soak, const char *match);
void soak_know_match(struct soak *soak, uint64_t *chance, char out[SOAK_MATCH]);

/* Tell others of somebody; with no token, that nobody is called so any more. */
void soak_tell_person(struct soak *soak, const char *name, const char *token);
void soak_know_person(struct soak *soak, uint64_t *chance,
                      struct soak_known_person *out);

/* ---- soak_http.c: asking ---- */

/* A client: a connection to each node, kept alive. */
struct line {
    struct soak *soak; /* borrowed */
    uint64_t chance;
    unsigned from; /* its address is 127.0.0.0 plus this */
    int fd[SOAK_NODES];
    int64_t used_us[SOAK_NODES];
    char token[SOAK_TOKEN]; /* "": none */
    int node;               /* that was asked last */
};

struct reply {
    int status;       /* 0: none came */
    char *bytes;      /* new: all of it, with a NUL */
    const char *body; /* in bytes */
    size_t length;    /* of the body */
    json_t *json;     /* new, or NULL */
};

void line_open(struct line *line, struct soak *soak, unsigned from);
void line_close(struct line *line);

/* Connect to a node, by a socket that waits at most so long; -1 is a failure.
 */
int line_connect(struct soak *soak, int node, unsigned from, int wait_s);

/* End a connection without a word: the other side sees a reset. */
void line_cut(struct soak *soak, int fd);

/* Ask one of the nodes; *reply is new.  A reply that must not be (5xx, none at
 * all) is a failure.  Headers are lines that end with \r\n; body may be NULL.
 */
void line_ask(struct line *line, const char *method, const char *path,
              const char *headers, const char *body, struct reply *reply);
/* The same of a certain node. */
void line_ask_node(struct line *line, int node, const char *method,
                   const char *path, const char *headers, const char *body,
                   struct reply *reply);
/* Send it, and be gone before a reply comes. */
void line_lose(struct line *line, const char *method, const char *path,
               const char *headers, const char *body);
void reply_clear(struct reply *reply);

/* A header's value; "" when there is none. */
void reply_header(const struct reply *reply, const char *name, char *out,
                  size_t size);
const char *reply_text(const struct reply *reply, const char *key);
long reply_number(const struct reply *reply, const char *key); /* -1: none */

/* The reply is one of these statuses, or a failure.  429 always may be. */
bool reply_must(struct line *line, const struct reply *reply, const char *what,
                const int *statuses);
#define MUST(line, reply, what, ...)                                           \
    reply_must((line), (reply), (what), (const int[]){__VA_ARGS__, 0})

/* Takes chunks of a body as they come; the pieces go to take. */
struct chunks {
    enum { CHUNK_SIZE, CHUNK_DATA, CHUNK_END } where;
    size_t left;
    bool is_over;
};
void chunks_read(struct chunks *chunks, const char *bytes, size_t size,
                 void (*take)(void *ctx, const char *bytes, size_t size),
                 void *ctx);

/* ---- accounts ---- */

struct person {
    struct line line;
    char name[SOAK_NAME], password[40];
    uint64_t keys; /* Idempotency-Keys used */
};

/* Make an account and sign in; false: it came to nothing. */
bool person_begin(struct person *person, struct soak *soak, const char *kind,
                  unsigned from);
/* Delete it, and forget it; false when it did not go. */
bool person_delete(struct person *person);
void person_end(struct person *person);

/* A header's line with a new Idempotency-Key. */
void person_key(struct person *person, char out[SOAK_LINE]);

/* ---- soak_play.c: at a table ---- */

enum { SEATS_MAX = 4 };

/* A match that somebody plays, as far as they know. */
struct round {
    char match[SOAK_MATCH];
    long seq;
    long seen[SOAK_NODES]; /* what each node said last: never less again */
    unsigned to_act;       /* seats, as bits */
    bool is_over;
    bool is_running;
    struct acked {
        long seq;
        char move[80]; /* "": an undo */
    } * acked;         /* new: what was acknowledged */
    size_t acked_count, acked_size;
};

void round_begin(struct round *round, const char *match);
void round_clear(struct round *round);

/* Take over what a reply says of the match; seqs that go back are a failure. */
void round_learn(struct round *round, struct line *line,
                 const struct reply *reply);

/* Ask about the match, or do something in it; headers as in line_ask. */
void round_ask(struct round *round, struct line *line, const char *method,
               const char *what, const char *headers, const char *body,
               struct reply *reply);

/* Look where the match is. */
void round_look(struct round *round, struct line *line);
/* Wait for something to happen. */
void round_wait(struct round *round, struct line *line, int seconds);

/* A decision of a seat, with all that may come with one: a look at the state,
 * a preview, an undo, a repeated request, a lost reply.  False: there was
 * nothing to decide, or somebody was quicker. */
bool round_decide(struct round *round, struct person *person);

bool round_resign(struct round *round, struct person *person);

/* The match is over: is everything in its log that was acknowledged, in order
 * and without a gap? */
void round_check(struct round *round, struct line *line);

/* Have the record of a match that is over verified. */
void round_verify(struct round *round, struct line *line);

/* ---- the others: each is a pthread, and gets a struct role of its own ---- */

struct role {
    struct soak *soak;
    unsigned number; /* of its kind */
};

void *soak_host(void *arg);
void *soak_guest(void *arg);
void *soak_reader(void *arg);
void *soak_stream(void *arg);
void *soak_account(void *arg);
void *soak_trouble(void *arg);

#endif
