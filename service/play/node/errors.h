/* The error of play that stands for an error of the store. */
#ifndef PLAY_ERRORS_H
#define PLAY_ERRORS_H

#include "play/play.h"
#include "play/store.h"

enum play_err play_err_of(enum store_err err);

#endif
