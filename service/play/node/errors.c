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
        [PLAY_OK] = "ok",
        [PLAY_UNAVAILABLE] = "unavailable",
        [PLAY_NOT_FOUND] = "not-found",
        [PLAY_BAD_NAME] = "bad-name",
        [PLAY_BAD_PASSWORD] = "bad-password",
        [PLAY_COMMON_PASSWORD] = "common-password",
        [PLAY_NAME_TAKEN] = "name-taken",
        [PLAY_BAD_CREDENTIALS] = "bad-credentials",
        [PLAY_LOCKED] = "locked",
        [PLAY_BANNED] = "banned",
        [PLAY_BAD_TOKEN] = "bad-token",
        [PLAY_WRONG_PASSWORD] = "wrong-password",
        [PLAY_PASSWORD_NEEDED] = "password-needed",
        [PLAY_SCOPE_EXCEEDED] = "scope-exceeded",
        [PLAY_TOO_MANY_TOKENS] = "too-many-tokens",
        [PLAY_UNKNOWN_GAME] = "unknown-game",
        [PLAY_BAD_SEATS] = "bad-seats",
        [PLAY_UNKNOWN_BOT] = "unknown-bot",
        [PLAY_UNKNOWN_OPTION] = "unknown-option",
        [PLAY_BAD_OPTION] = "bad-option",
        [PLAY_UNFAIR] = "unfair",
        [PLAY_BAD_POSITION] = "bad-position",
        [PLAY_BAD_CURSOR] = "bad-cursor",
        [PLAY_TOO_MANY_MATCHES] = "too-many-matches",
        [PLAY_NOT_OPEN] = "not-open",
        [PLAY_SEAT_TAKEN] = "seat-taken",
        [PLAY_ALREADY_SEATED] = "already-seated",
        [PLAY_NOT_SEATED] = "not-seated",
        [PLAY_NOT_STARTED] = "not-started",
        [PLAY_FINISHED] = "finished",
        [PLAY_NOT_YOUR_TURN] = "not-your-turn",
        [PLAY_BAD_MOVE] = "bad-move",
        [PLAY_ILLEGAL_MOVE] = "illegal-move",
        [PLAY_STALE] = "stale",
        [PLAY_KEY_REUSED] = "key-reused",
        [PLAY_UNDO_BLOCKED] = "undo-blocked",
        [PLAY_OWN_SEAT] = "own-seat",
        [PLAY_TIME_NOT_UP] = "time-not-up",
        [PLAY_VOTE_UNCHANGED] = "vote-unchanged",
        [PLAY_ABORT_BLOCKED] = "abort-blocked",
        [PLAY_NOT_CREATOR] = "not-creator",
        [PLAY_ALREADY_PLAYING] = "already-playing",
        [PLAY_ALREADY_MATCHED] = "already-matched",
        [PLAY_ON_VACATION] = "on-vacation",
        [PLAY_NO_VACATION] = "no-vacation-left",
        [PLAY_NOT_ALLOWED] = "not-allowed",
        [PLAY_OTHER_RULES] = "other-rules",
        [PLAY_DAMAGED] = "damaged",
        [PLAY_REPLAY_TOO_LONG] = "replay-too-long",
        [PLAY_NOT_A_BOT] = "not-a-bot",
        [PLAY_UNKNOWN_PLAYER] = "unknown-player",
        [PLAY_BAD_PLAYERS] = "bad-players",
        [PLAY_BOT_DECLINES] = "not-taken",
        [PLAY_BOT_FULL] = "bot-full",
        [PLAY_CHALLENGE_OVER] = "challenge-over",
        [PLAY_NOT_CHALLENGER] = "not-challenger",
        [PLAY_TOO_MANY_CHALLENGES] = "too-many-challenges",
        [PLAY_CHALLENGES_SPENT] = "challenges-spent",
        [PLAY_BLOCKED] = "blocked",
        [PLAY_OWN_ACCOUNT] = "own-account",
        [PLAY_TOO_MANY_BLOCKS] = "too-many-blocks",
        [PLAY_SLOW] = "slow",
    };

    return words[err];
}
