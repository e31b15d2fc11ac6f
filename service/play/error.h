/* The errors of play: see error.def. */
#ifndef PLAY_ERROR_H
#define PLAY_ERROR_H

enum play_err {
#define PLAY_ERR(name, word, problem, detail) PLAY_##name,
#include "play/error.def"
#undef PLAY_ERR
};

enum {
    PLAY_ERR_COUNT = 0
#define PLAY_ERR(name, word, problem, detail) +1
#include "play/error.def"
#undef PLAY_ERR
};

/* A stable word for logs: "stale". */
const char *play_err_word(enum play_err err);

#endif
