/* Translation of the store's errors. */
#ifndef PLAY_ERRORS_H
#define PLAY_ERRORS_H

#include "play/error.h"
#include "play/store/error.h"

/* Return the error of play for an error of the store. */
enum play_err play_err_of(enum store_err err);

#endif
