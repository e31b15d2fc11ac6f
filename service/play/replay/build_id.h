/* The id of the running program, which tags the snapshots it writes. */
#ifndef PLAY_BUILD_ID_H
#define PLAY_BUILD_ID_H

#include "play/store.h"

void build_name(char out[STORE_BUILD_SIZE]);

#endif
