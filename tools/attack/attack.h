/* Attacks on running nodes with their default limits, behind the proxy or not,
 * beside a player who plays a match meanwhile.
 *
 *   attack.c           the program: one attack from start to end, and its
 *                      line of the table
 *   attack_list.c      the attacks
 *   attack_requests.c  their requests
 *   attack_setup.c     what they need before: accounts, sandboxes, rows
 *   attack_check.c     what is checked after some of them
 *   attack_flood.c     attacks by many connections that hardly send anything
 *   attack_front.c     requests through the proxy
 *   attack_player.c    the player
 *
 * The HTTP client is the soak's (tools/load/soak.h); through the proxy it sends
 * its requests by libcurl.  Attackers have addresses from 127.0.0.2 on, the
 * player 127.0.1.1. */
#ifndef ATTACK_H
#define ATTACK_H

#include "tools/load/soak_watch.h"

#include <libpq-fe.h>

struct run;

/* What the connections of a flood do. */
enum flood {
    FLOOD_NONE, /* not a flood: clients send requests (struct attack) */
    FLOOD_IDLE, /* connect, and send nothing */
    FLOOD_WAIT, /* send a long poll, and the next one after its response */
    FLOOD_SLOW, /* send a request, and read 5 KB/s of the response */
};

/* The limit that must refuse requests of an attack. */
enum refusal {
    REFUSED_NEVER,
    REFUSED_BY_NUMBER, /* their number: some must be refused */
    REFUSED_BY_COST,   /* their cost: some must be refused, or they have taken
                        * less processor time than one address may */
};

/* What an attack needs. */
enum need {
    NEEDS_NODE,     /* a node: its short form is without the proxy */
    NEEDS_PROXY,    /* places or networks: with the proxy, if there is one */
    NEEDS_NETWORKS, /* the proxy and IPv6 networks */
};

struct attack {
    const char *name;
    const char *meaning; /* for --help */
    enum need need;
    bool is_long; /* the short form leaves it out: another is like it */
    enum flood flood;
    int connections; /* at once; outside a flood each has a thread */
    int addresses;   /* their number of addresses */
    enum refusal refusal;
    /* Before the attack, with run->attacker signed in; may be NULL. */
    void (*prepare)(struct run *run);
    /* Send one request and read its response; number is different each time.
     * NULL for a flood. */
    void (*send)(struct run *run, struct line *line, unsigned number);
    /* The player's additional requests, once a second; may be NULL. */
    void (*extra)(struct run *run);
    /* After the attack: print what is wrong; returns the number of claims that
     * do not hold.  May be NULL. */
    int (*check)(struct run *run);
};

extern const struct attack attacks[];
extern const size_t attack_count;

/* The phase in which a request was sent. */
enum phase { PHASE_PREPARE, PHASE_BEFORE, PHASE_DURING, PHASE_AFTER, PHASES };

enum {
    SAMPLES_MAX = 65536,
    REQUEST_MAX = 1024,
    POSITION_MAX = 60000,
    TOKENS_MAX = 64,
    NODES_MAX = 2,
    FRONT_URL = 320,
    FRONT_OWN = 48,
    /* In an address (struct line): it is that of the IPv6 network with the
     * number in the lower 16 bits, of one /48.  256 of them are a /56. */
    FRONT_NETWORK = 1 << 24,
};

/* The player's state and measurements. */
struct player {
    pthread_t thread;
    struct person people[2];   /* its two accounts */
    struct round round;        /* the match */
    int stream;                /* a connection with the match's events, or -1 */
    struct tap *tap;           /* the same through the proxy, or NULL */
    struct round bot_round;    /* of extra_bot */
    char device[SOAK_LINE];    /* of the last sign-in; "": none was returned */
    int64_t extra_us;          /* the end of the last one */
    enum phase phase;          /* in which its current decision began */
    uint32_t *samples[PHASES]; /* new: microseconds of each request */
    size_t count[PHASES];
    atomic_long errors; /* requests that failed, and streams that ended */
};

struct run {
    const struct attack *attack;
    long seconds;          /* of the attack */
    bool is_short;         /* times are not judged, little is prepared */
    const char *positions; /* the directory with costly positions */
    PGconn *pg;
    const char *front;     /* the port of the proxy; NULL: none */
    bool has_networks;     /* IPv6 networks can be used */
    pid_t pids[NODES_MAX]; /* of the nodes */
    char admins[NODES_MAX][64];
    int node_count;

    struct soak player_http;   /* of the player's clients */
    struct soak attacker_http; /* of the attackers' */
    _Atomic(enum phase) phase;
    struct player player;

    struct person attacker;   /* the attackers' account */
    char match[SOAK_MATCH];   /* the attacked match */
    long seq;                 /* its last seq */
    int seat;                 /* the seat to act, */
    char move[80];            /* and its move, which can be played and
                               * undone */
    char order[POSITION_MAX]; /* the body that creates such a match */
    char *record;             /* new: a body for /v1/records/verify */
    char path[SOAK_LINE];     /* of a flood, */
    char headers[SOAK_LINE];  /* its headers, */
    char tokens[TOKENS_MAX][SOAK_TOKEN]; /* and its tokens, in turns; or of
                                          * attackers */
    int token_count;                     /* 0: none */
    double begun_units, begun_bytes;     /* cost and database, before */

    atomic_long sent, refused; /* requests of the attackers; refused: 429, 503
                                * and "too-many-matches" */
};

/* ---- attack_list.c ---- */

/* NULL: no attack has this name. */
const struct attack *attack_find(const char *name);

/* ---- attack.c ---- */

/* Print the reason and exit. */
__attribute__((format(printf, 1, 2))) _Noreturn void
attack_die(const char *format, ...);

/* Was an attacker's request refused?  text is its response, or the body of
 * it. */
void attack_count_reply(struct run *run, int status, const char *body);

/* ---- attack_setup.c ---- */

/* Create the attackers' account.  Ends the program on failure. */
void setup_account(struct run *run);

void setup_locks(struct run *run);      /* failures to sign in as the player */
void setup_open_match(struct run *run); /* a match that waits for players */
void setup_list(struct run *run); /* a sandbox where listing moves is costly */
void setup_move(struct run *run); /* a sandbox where judging a move is costly */
void setup_past(struct run *run); /* and many undone moves in it */
void setup_record(struct run *run); /* a record of such a match */
void setup_polls(struct run *run);  /* requests of a flood: */
void setup_streams(struct run *run);
void setup_exports(struct run *run); /* an account with many matches */
void setup_lobby(struct run *run);   /* many private open matches */
void setup_aborted(struct run *run); /* an account with many aborted matches */
void setup_growth(struct run *run);  /* a position, and what the database has */
void setup_guest_polls(struct run *run); /* requests of a flood by guests */
void setup_guest_streams(struct run *run);
void setup_accounts(struct run *run); /* some accounts of two addresses */

/* ---- attack_requests.c: for struct attack's send ---- */

void send_past(struct run *run, struct line *line, unsigned number);
void send_refused_move(struct run *run, struct line *line, unsigned number);
void send_preview(struct run *run, struct line *line, unsigned number);
void send_sandbox(struct run *run, struct line *line, unsigned number);
void send_bots(struct run *run, struct line *line, unsigned number);
void send_hash(struct run *run, struct line *line, unsigned number);
void send_wrong_password(struct run *run, struct line *line, unsigned number);
void send_match(struct run *run, struct line *line, unsigned number);
void send_verify(struct run *run, struct line *line, unsigned number);
void send_lobby(struct run *run, struct line *line, unsigned number);
void send_document(struct run *run, struct line *line, unsigned number);
void send_network(struct run *run, struct line *line, unsigned number);
void send_guest(struct run *run, struct line *line, unsigned number);
void send_challenge(struct run *run, struct line *line, unsigned number);
void send_kept(struct run *run, struct line *line, unsigned number);
void send_list(struct run *run, struct line *line, unsigned number);

/* The lists that send_list asks for, each with a %s for a player. */
extern const char *const list_paths[];
extern const size_t list_count;

/* ---- attack_check.c: for struct attack's check ---- */

int check_kept(struct run *run);       /* bytes for each unit of cost */
int check_lists(struct run *run);      /* the time of each list, alone */
int check_challenges(struct run *run); /* those that the player has */

/* The first column of the first row. */
double check_number(struct run *run, const char *sql);
/* Units of cost, of all nodes. */
double check_units(struct run *run);

/* ---- attack_flood.c ---- */

/* Attack with the flood until the phase ends. */
void flood_attack(struct run *run);

/* ---- attack_front.c ---- */

/* For struct soak. */
void front_ask(struct line *line, const char *method, const char *path,
               const char *headers, const char *body, struct reply *reply);
void front_hang_up(struct line *line);

/* Send run->path with run->attack->connections requests at once, over HTTP/2,
 * again and again until the phase ends; after a refusal after this pause. */
void front_wait(struct run *run, int64_t pause_us);

/* The sum of a metric over all its labels, from an admin listener. */
double front_metric(const char *admin, const char *name);

/* The URL of a path, and the own address, as libcurl has it. */
void front_address(const struct run *run, unsigned from, const char *path,
                   char url[FRONT_URL], char own[FRONT_OWN]);

/* A stream that is read by calls of tap_is_open.  tap_open waits until its
 * first bytes have arrived; *status is 0 if nothing has. */
struct tap *tap_open(struct run *run, const char *path, unsigned from,
                     long wait_ms, long *status);
bool tap_is_open(struct tap *tap);
void tap_close(struct tap *tap); /* tap may be NULL */

/* ---- attack_player.c ---- */

/* Create two accounts, and play with them in a thread until player_end. */
void player_begin(struct run *run);
void player_end(struct run *run);

/* For struct attack's extra. */
void extra_sign_in(struct run *run);
void extra_bot(struct run *run);
void extra_poll(struct run *run);

#endif
