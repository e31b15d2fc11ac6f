/* The commands of operators: accounts and matches. */
#ifndef SERVICE_OPERATE_H
#define SERVICE_OPERATE_H

#include "config.h"

#include <stdbool.h>

struct play;

/* Do what config->command says (CONFIG_OPERATE), and say so; returns the exit
 * code.  play NULL: what needs no node. */
int operate(const struct config *config, struct store *store,
            struct play *play);

/* Does the command need a node? */
bool operate_needs_play(const struct config *config);

#endif
