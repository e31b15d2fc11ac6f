/* Errors of play: their words for logs, and the translation of the store's
 * errors. */
#include "play/node/errors.h"

#include "play/error.h"
#include "play/store/error.h"

enum play_err play_err_of(enum store_err err)
{
    switch (err) {
    case STORE_OK: return PLAY_OK;
    case STORE_NOT_FOUND: return PLAY_NOT_FOUND;
    case STORE_STALE: return PLAY_STALE;
    case STORE_CONFLICT:
    case STORE_UNAVAILABLE:
    case STORE_UNSURE:
    case STORE_REFUSED:
    case STORE_FULL: return PLAY_UNAVAILABLE;
    }
    return PLAY_UNAVAILABLE;
}

const char *play_err_word(enum play_err err)
{
    static const char *const words[] = {
#define PLAY_ERR(name, word, problem, detail) [PLAY_##name] = (word),
#include "play/error.def"
#undef PLAY_ERR
    };

    return words[err];
}
