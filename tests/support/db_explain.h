/* The plans of the statements that a store runs, which the server's
 * auto_explain writes to its log. */
#ifndef SUPPORT_DB_EXPLAIN_H
#define SUPPORT_DB_EXPLAIN_H

#include "play_world.h"

#include <stdio.h>

enum { EXPLAIN_SESSIONS = 16 };

struct explain {
    struct store *store; /* on one connection, and one that writes */
    struct world *world;
    char conninfo[2048];
    FILE *log;
    bool is_ours; /* the current plan of the log is of store */
    int sessions[EXPLAIN_SESSIONS]; /* processes known to serve world */
    int session_count;
};

/* Open a store whose plans are logged, with these further settings of its
 * sessions (" -c name=value"; "": none).  False: the log cannot be read, and
 * the test is skipped. */
bool explain_begin(struct explain *explain, struct world *world,
                   const char *settings);
void explain_end(struct explain *explain);

/* Skip everything that was logged until now. */
void explain_skip(struct explain *explain);

/* Call for each line of the plans that were logged since, with is_first for the
 * first line of a plan; borrowed for the call.  Returns the number of plans. */
int explain_plans(struct explain *explain,
                  void (*visit)(void *ctx, const char *line, bool is_first),
                  void *ctx);

#endif
