/* Attacks on a running node with its default limits, beside a player who plays
 * a match meanwhile.
 *
 *   attack.c           the program: one attack from beginning to end, and its
 *                      line of the table
 *   attack_list.c      the attacks
 *   attack_requests.c  what they send
 *   attack_setup.c     what they need before: accounts, sandboxes, rows
 *   attack_crowd.c     attacks by many connections that hardly send anything
 *   attack_player.c    the player
 *
 * The HTTP client is the soak's (tests/load/soak.h).  Attackers come from
 * 127.0.0.2 and up, the player from 127.0.1.1. */
#ifndef ATTACK_H
#define ATTACK_H

#include "tests/load/soak_watch.h"

#include <libpq-fe.h>

struct run;

/* What the connections of a crowd do. */
enum flood {
    FLOOD_NONE, /* there is no crowd: clients send requests (struct attack) */
    FLOOD_IDLE, /* connect, and send nothing */
    FLOOD_WAIT, /* send a request that waits for events, and the next when it
                   has been answered */
    FLOOD_SLOW, /* send a request, and read 5 KB/s of the reply */
};

/* What refuses the requests of an attack. */
enum refusal {
    REFUSED_NEVER,
    REFUSED_BY_NUMBER, /* there are too many: some must be refused */
    REFUSED_BY_COST,   /* they cost too much: some must be refused, or they have
                          taken less processor time than one address may */
};

struct attack {
    const char *name;
    const char *meaning; /* for --help */
    enum flood flood;
    int connections; /* at once; without a crowd each has a thread */
    int addresses;   /* that they come from */
    enum refusal refusal;
    /* Before the attack, with run->attacker signed in; may be NULL. */
    void (*prepare)(struct run *run);
    /* Send one request and read its reply; number is different each time.  With
     * a crowd NULL. */
    void (*send)(struct run *run, struct line *line, unsigned number);
    /* What else the player does once a second; may be NULL. */
    void (*extra)(struct run *run);
};

extern const struct attack attacks[];
extern const size_t attack_count;

/* When a request was sent. */
enum phase { PHASE_PREPARE, PHASE_BEFORE, PHASE_DURING, PHASE_AFTER, PHASES };

enum { SAMPLES_MAX = 65536, REQUEST_MAX = 1024, POSITION_MAX = 60000 };

/* What the player has seen. */
struct player {
    pthread_t thread;
    struct person people[2];   /* its two accounts */
    struct round round;        /* the match */
    int stream;                /* a connection with the match's events, or -1 */
    struct round bot_round;    /* of extra_bot */
    char device[SOAK_LINE];    /* of the last sign-in; "": none was given */
    int64_t extra_us;          /* when it last ended */
    enum phase phase;          /* in which its decision began */
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
    char match[SOAK_MATCH];    /* what is attacked */
    long seq;                  /* its last */
    int seat;                  /* that is to act there, */
    char move[80];             /* and may play this and take it back */
    char order[POSITION_MAX];  /* the body that makes such a match */
    char *record;              /* new: a body for /v1/records/verify */
    char request[REQUEST_MAX]; /* of a crowd */

    atomic_long sent, refused; /* requests of the attackers; refused: 429, 503
                                  and "too-many-matches" */
};

/* ---- attack_list.c ---- */

/* NULL: there is none of this name. */
const struct attack *attack_find(const char *name);

/* ---- attack.c ---- */

/* The program cannot go on: prints why and ends it. */
__attribute__((format(printf, 1, 2))) _Noreturn void
attack_die(const char *format, ...);

/* Was an attacker's request refused?  text is its reply, or the body of it. */
void attack_count_reply(struct run *run, int status, const char *body);

/* ---- attack_setup.c ---- */

/* Make the attackers' account.  Ends the program when it cannot be made. */
void setup_account(struct run *run);

void setup_locks(struct run *run);      /* failures to sign in as the player */
void setup_open_match(struct run *run); /* one that waits for players */
void setup_list(struct run *run); /* a sandbox where listing moves is costly */
void setup_move(struct run *run); /* one where judging a move is costly */
void setup_past(struct run *run); /* and many moves taken back in it */
void setup_record(struct run *run); /* a record of such a match */
void setup_polls(struct run *run);  /* requests of a crowd: */
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

/* ---- attack_crowd.c ---- */

/* Attack with the crowd until the phase ends. */
void flood_attack(struct run *run);

/* ---- attack_player.c ---- */

/* Sign two accounts up, and play with them in a thread until player_end. */
void player_begin(struct run *run);
void player_end(struct run *run);

/* For struct attack's extra. */
void extra_sign_in(struct run *run);
void extra_bot(struct run *run);
void extra_poll(struct run *run);

#endif
