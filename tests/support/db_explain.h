/* The plans of the statements that a store runs, as the server goes about
 * them: auto_explain writes them to its log. */
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
    bool is_ours; /* what the log is at was written by store */
    int sessions[EXPLAIN_SESSIONS]; /* processes known to serve world */
    int session_count;
};

/* Open a store whose plans are logged, with these further settings of its
 * sessions (" -c name=value"; "": none).  false: the log cannot be read, the
 * test is skipped. */
bool explain_begin(struct explain *explain, struct world *world,
                   const char *settings);
void explain_end(struct explain *explain);

/* Look at nothing that was logged until now. */
void explain_skip(struct explain *explain);

/* Each line of the plans that were logged since, is_first when another plan
 * begins with it; borrowed for the call.  How many plans there were. */
int explain_plans(struct explain *explain,
                  void (*visit)(void *ctx, const char *line, bool is_first),
                  void *ctx);

#endif
