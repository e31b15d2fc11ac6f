/* A long mixed load on two nodes that share one database: its clients, their
 * common parts, and the counts.
 *
 *   soak.c          the run: its start, its minutes, its end
 *   soak_common.c   time, shared knowledge, failures
 *   soak_http.c     requests to a node, and checks of every response
 *   soak_play.c     a player in a match: moves, and all around them
 *   soak_hosts.c    matches of one creator: created, played, verified
 *   soak_ranked.c   queue and challenges, driven by /v1/me/events
 *   soak_readers.c  clients that only read
 *   soak_streams.c  streams that are opened, closed and broken
 *   soak_accounts.c accounts that are created, used and deleted
 *   soak_trouble.c  malformed requests, slow ones, abandoned connections
 *   soak_watch.c    samples of the resources of the nodes and PostgreSQL
 *   soak_report.c   which of these grow
 *
 * Each client is a thread and sends one request after the other; all together
 * stay below the rate.  An invalid response is stored as a failure; the run
 * continues. */
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
    SOAK_KNOWN = 256,    /* matches, and accounts, that all clients know */
    SOAK_STATUSES = 600, /* of HTTP */
};

/* The counts: COUNT(NAME, "words"). */
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

/* An account whose name and token others may use, to read. */
struct soak_known_person {
    char name[SOAK_NAME];
    char token[SOAK_TOKEN]; /* "": deleted */
};

struct line;
struct reply;

struct soak {
    struct soak_node nodes[SOAK_NODES];
    /* For programs other than the soak test that use its clients.  judge is
     * called with each response in place of the soak test's own checks, and
     * with the microseconds from connecting to the last byte. */
    void (*judge)(struct line *line, const char *path,
                  const struct reply *reply, int64_t us);
    /* Sends the request and fills in *reply; NULL: over HTTP/1.1, without
     * TLS. */
    void (*ask)(struct line *line, const char *method, const char *path,
                const char *headers, const char *body, struct reply *reply);
    void (*hang_up)(struct line *line); /* with ask: closes line->way */
    void *owner;                        /* for judge */
    long patience_s;                    /* for a response; 0: 40 */
    bool expects_failure; /* failures are neither printed nor counted */
    size_t json_max;      /* longer bodies are not parsed; 0: all are */
    const char *database;
    long rate; /* requests per second, of all clients */
    long minutes;
    int64_t begun_us;
    atomic_bool is_over; /* finish, and start nothing new */

    pthread_mutex_t lock; /* guards everything below */
    int64_t next_us;      /* when the next request may be sent */
    char matches[SOAK_KNOWN][SOAK_MATCH];
    size_t match_count; /* published so far */
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

/* Wait until the rate permits a request. */
void soak_pace(struct soak *soak);

/* Count a failure; the first few are printed to stderr. */
__attribute__((format(printf, 2, 3))) void soak_fail(struct soak *soak,
                                                     const char *format, ...);

/* 0 to n - 1; *chance is the caller's own, never 0. */
unsigned soak_chance(uint64_t *chance, unsigned n);

/* Publish a match to other clients; read one of the latest ("": none). */
void soak_publish_match(struct soak *soak, const char *match);
void soak_know_match(struct soak *soak, uint64_t *chance, char out[SOAK_MATCH]);

/* Publish an account to other clients; without a token: it is deleted. */
void soak_publish_person(struct soak *soak, const char *name,
                         const char *token);
void soak_know_person(struct soak *soak, uint64_t *chance,
                      struct soak_known_person *out);

/* ---- soak_http.c: requests ---- */

/* A client: a connection to each node, kept alive. */
struct line {
    struct soak *soak; /* borrowed */
    uint64_t chance;
    unsigned from; /* its address is 127.0.0.0 plus this */
    int fd[SOAK_NODES];
    int64_t used_us[SOAK_NODES];
    char token[SOAK_TOKEN]; /* "": none */
    int node;               /* of the last request */
    void *way;              /* of soak->ask */
};

struct reply {
    int status;       /* 0: no response */
    char *bytes;      /* new: all of it, with a NUL */
    const char *body; /* in bytes */
    size_t length;    /* of the body */
    json_t *json;     /* new, or NULL */
};

void line_open(struct line *line, struct soak *soak, unsigned from);
void line_close(struct line *line);

/* Connect to a node, by a socket with this timeout; -1 is a failure. */
int line_connect(struct soak *soak, int node, unsigned from, int wait_s);

/* Reset a connection. */
void line_cut(struct soak *soak, int fd);

/* Send a request to one of the nodes; *reply is new.  A server error or no
 * response is a failure.  Headers are lines that end with \r\n; body may be
 * NULL. */
void line_ask(struct line *line, const char *method, const char *path,
              const char *headers, const char *body, struct reply *reply);
/* The same for one node. */
void line_ask_node(struct line *line, int node, const char *method,
                   const char *path, const char *headers, const char *body,
                   struct reply *reply);
/* Send it, and disconnect before a response arrives. */
void line_lose(struct line *line, const char *method, const char *path,
               const char *headers, const char *body);
void reply_clear(struct reply *reply);

/* A header's value; "" when it is missing. */
void reply_header(const struct reply *reply, const char *name, char *out,
                  size_t size);
const char *reply_text(const struct reply *reply, const char *key);
long reply_number(const struct reply *reply, const char *key); /* -1: none */

/* The response has one of these statuses, or it is a failure.  429 is always
 * allowed. */
bool reply_must(struct line *line, const struct reply *reply, const char *what,
                const int *statuses);
#define MUST(line, reply, what, ...)                                           \
    reply_must((line), (reply), (what), (const int[]){__VA_ARGS__, 0})

/* Receives chunks of a body as they arrive; the pieces are passed to take. */
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

/* Create an account and sign in; false: it failed. */
bool person_begin(struct person *person, struct soak *soak, const char *kind,
                  unsigned from);
/* Delete it, and forget it; false when it still exists. */
bool person_delete(struct person *person);
void person_end(struct person *person);

/* A header's line with a new Idempotency-Key. */
void person_key(struct person *person, char out[SOAK_LINE]);

/* ---- soak_play.c: a player in a match ---- */

enum { SEATS_MAX = 4 };

/* A match that a client plays, according to its responses. */
struct round {
    char match[SOAK_MATCH];
    long seq;
    long seen[SOAK_NODES]; /* the last seq from each node, which must not
                            * decrease */
    unsigned to_act;       /* seats, as bits */
    bool is_over;
    bool is_running;
    struct acked {
        long seq;
        char move[80]; /* "": an undo */
    } * acked;         /* new: the acknowledged moves */
    size_t acked_count, acked_size;
};

void round_begin(struct round *round, const char *match);
void round_clear(struct round *round);

/* Take over what a response has of the match; a decreasing seq is a failure. */
void round_learn(struct round *round, struct line *line,
                 const struct reply *reply);

/* Read the match, or act in it; headers as in line_ask. */
void round_ask(struct round *round, struct line *line, const char *method,
               const char *what, const char *headers, const char *body,
               struct reply *reply);

/* Read the progress of the match. */
void round_look(struct round *round, struct line *line);
/* Wait for an event. */
void round_wait(struct round *round, struct line *line, int seconds);

/* A decision of a seat, with all that may come with one: reading the state, a
 * preview, an undo, a repeated request, a lost response.  False: there was no
 * decision, or another client was quicker. */
bool round_decide(struct round *round, struct person *person);

bool round_resign(struct round *round, struct person *person);

/* The match is over: its log must have everything that was acknowledged, in
 * order and without a gap. */
void round_check(struct round *round, struct line *line);

/* Have the record of a finished match verified. */
void round_verify(struct round *round, struct line *line);

/* ---- the threads: each gets a struct role of its own ---- */

struct role {
    struct soak *soak;
    unsigned number; /* number among those of its kind */
};

void *soak_host(void *arg);
void *soak_ranked_player(void *arg);
void *soak_reader(void *arg);
void *soak_stream(void *arg);
void *soak_account(void *arg);
void *soak_trouble(void *arg);

#endif
