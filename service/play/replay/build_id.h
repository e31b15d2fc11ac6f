/* The build id of the running program, which is stored with its snapshots. */
#ifndef PLAY_BUILD_ID_H
#define PLAY_BUILD_ID_H

#include "play/store/matches.h"

void build_name(char out[STORE_BUILD_SIZE]);

#endif
