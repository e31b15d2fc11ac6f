/* People at a table: accounts that play a match over HTTP. */
#ifndef TESTS_TABLE_H
#define TESTS_TABLE_H

#include "http.h"

#include <stdint.h>

enum { TABLE_SEATS = 4 };

struct table {
    struct service *service;
    int people; /* players[i] sits on seat i */
    struct client players[TABLE_SEATS];
    char match[64];
    uint64_t chance; /* the stream that the moves are chosen from */
    long seq;        /* as far as the table knows */
    bool is_over;
};

/* Accounts, and a match in which they sit; it has begun. */
void table_begin(struct table *table, struct service *service, const char *game,
                 int people);
/* The same people begin another match. */
void table_begin_again(struct table *table, const char *game);
void table_end(struct table *table);

/* A move that the seat may play now, into out; false when it owes none.  The
 * seq of the list goes to table->seq. */
bool table_choose(struct table *table, int seat, char *out, size_t size);

/* Post a move with this If-Match (a seq) and key (NULL: none). */
struct answer table_post(struct table *table, int seat, const char *move,
                         long seq, const char *key);

/* Take back the seat's moves after to_seq; the rest as for table_post. */
struct answer table_undo(struct table *table, int seat, long to_seq, long seq,
                         const char *key);

/* Ask what a move of the seat would do. */
struct answer table_preview(struct table *table, int seat, const char *move);

/* The first seat that may move, with a move; -1 when nobody may. */
int table_choose_any(struct table *table, char *out, size_t size);

/* Seats in turn choose by chance until the match is over or so many moves are
 * played; returns how many were. */
int table_play(struct table *table, int most);

/* A number from 0 to n - 1. */
unsigned table_chance(struct table *table, unsigned n);

/* Every event is there, once and in order, as this seat sees the log; and the
 * log ends where the match is. */
void table_expect_whole_log(struct table *table, int seat);

/* What the player of a seat sees: the reply of a GET below the match. */
struct answer table_get(struct table *table, int seat, const char *what);

/* The words of the state that nobody may change by bad input: seq and hash as
 * every seat sees them, new text. */
char *table_fingerprint(struct table *table);

#endif
