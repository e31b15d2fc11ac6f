/* A match and its players: accounts that play it over HTTP. */
#ifndef TESTS_MATCH_FIXTURE_H
#define TESTS_MATCH_FIXTURE_H

#include "http.h"

#include <stdint.h>

enum { FIXTURE_SEATS = 4 };

struct fixture {
    struct service *service;
    int people; /* players[i] has seat i */
    struct client players[FIXTURE_SEATS];
    char match[64];
    uint64_t chance; /* the state of the generator that chooses moves */
    long seq;        /* the last one seen */
    bool is_over;
};

/* Create accounts and a match between them; it has started. */
void fixture_begin(struct fixture *fixture, struct service *service,
                   const char *game, int people);
/* The same accounts begin another match. */
void fixture_begin_again(struct fixture *fixture, const char *game);
void fixture_end(struct fixture *fixture);

/* A legal move of the seat, to out; false when it has no decision to make.  The
 * seq of the list is stored in fixture->seq. */
bool fixture_choose(struct fixture *fixture, int seat, char *out, size_t size);

/* Post a move with this If-Match (a seq) and key (NULL: none). */
struct answer fixture_post(struct fixture *fixture, int seat, const char *move,
                           long seq, const char *key);

/* Undo the seat's moves after to_seq; the rest as for fixture_post. */
struct answer fixture_undo(struct fixture *fixture, int seat, long to_seq,
                           long seq, const char *key);

/* Preview a move of the seat. */
struct answer fixture_preview(struct fixture *fixture, int seat,
                              const char *move);

/* The first seat that may move, with a move; -1 when none may. */
int fixture_choose_any(struct fixture *fixture, char *out, size_t size);

/* Seats in turn choose randomly until the match is over or this many moves were
 * played; returns their number. */
int fixture_play(struct fixture *fixture, int most);

/* A number from 0 to n - 1. */
unsigned fixture_random(struct fixture *fixture, unsigned n);

/* Expect every event of the log, once and in order, as this seat sees it; the
 * log must end at the match's seq. */
void fixture_expect_complete_log(struct fixture *fixture, int seat);

/* The response to a GET below the match by the player of a seat. */
struct answer fixture_get(struct fixture *fixture, int seat, const char *what);

/* The parts of the state that bad input must not change: seq and hash as every
 * seat sees them, new text. */
char *fixture_fingerprint(struct fixture *fixture);

#endif
