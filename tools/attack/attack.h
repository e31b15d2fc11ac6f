/* Attacks on a running node with its default limits, beside a player who plays
 * a match meanwhile.
 *
 *   attack.c           the program: one attack from start to end, and its
 *                      line of the table
 *   attack_list.c      the attacks
 *   attack_requests.c  their requests
 *   attack_setup.c     what they need before: accounts, sandboxes, rows
 *   attack_flood.c     attacks by many connections that hardly send anything
 *   attack_player.c    the player
 *
 * The HTTP client is the soak's (tools/load/soak.h).  Attackers have addresses
 * from 127.0.0.2 on, the player 127.0.1.1. */
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

struct attack {
    const char *name;
    const char *meaning; /* for --help */
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
};

extern const struct attack attacks[];
extern const size_t attack_count;

/* The phase in which a request was sent. */
enum phase { PHASE_PREPARE, PHASE_BEFORE, PHASE_DURING, PHASE_AFTER, PHASES };

enum { SAMPLES_MAX = 65536, REQUEST_MAX = 1024, POSITION_MAX = 60000 };

/* The player's state and measurements. */
struct player {
    pthread_t thread;
    struct person people[2];   /* its two accounts */
    struct round round;        /* the match */
    int stream;                /* a connection with the match's events, or -1 */
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
    pid_t pid; /* of the node */

    struct soak player_http;   /* of the player's clients */
    struct soak attacker_http; /* of the attackers' */
    _Atomic(enum phase) phase;
    struct player player;

    struct person attacker;    /* the attackers' account */
    char match[SOAK_MATCH];    /* the attacked match */
    long seq;                  /* its last seq */
    int seat;                  /* the seat to act, */
    char move[80];             /* and its move, which can be played and
                                * undone */
    char order[POSITION_MAX];  /* the body that creates such a match */
    char *record;              /* new: a body for /v1/records/verify */
    char request[REQUEST_MAX]; /* of a flood */

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

/* ---- attack_flood.c ---- */

/* Attack with the flood until the phase ends. */
void flood_attack(struct run *run);

/* ---- attack_player.c ---- */

/* Create two accounts, and play with them in a thread until player_end. */
void player_begin(struct run *run);
void player_end(struct run *run);

/* For struct attack's extra. */
void extra_sign_in(struct run *run);
void extra_bot(struct run *run);
void extra_poll(struct run *run);

#endif
