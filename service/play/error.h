/* The errors of play.  The comment of each function names those it returns. */
#ifndef PLAY_ERROR_H
#define PLAY_ERROR_H

enum play_err {
    PLAY_OK,
    PLAY_UNAVAILABLE, /* no database, a full queue, or draining: try again */
    PLAY_NOT_FOUND,

    /* accounts and sessions */
    PLAY_BAD_NAME,        /* not 3-24 of a-z 0-9 _ - */
    PLAY_BAD_PASSWORD,    /* not 8-128 characters of UTF-8 */
    PLAY_COMMON_PASSWORD, /* on the list of common passwords */
    PLAY_NAME_TAKEN,
    PLAY_BAD_CREDENTIALS, /* unknown name or wrong password: never says which */
    PLAY_LOCKED,          /* too many wrong passwords: wait */
    PLAY_BANNED,          /* by an operator; the password was right */
    PLAY_BAD_TOKEN,       /* unknown, expired or revoked */
    PLAY_WRONG_PASSWORD,  /* not that of the account that is signed in */
    PLAY_PASSWORD_NEEDED, /* creating such a token requires the password */
    PLAY_SCOPE_EXCEEDED,  /* the login may not give this scope to a token */
    PLAY_TOO_MANY_TOKENS, /* the account has TOKENS_MAX */

    /* creating a match */
    PLAY_UNKNOWN_GAME,
    PLAY_BAD_SEATS,        /* too few, too many, "me" twice, or another word */
    PLAY_UNKNOWN_BOT,      /* "bot:NAME" without such a bot */
    PLAY_UNKNOWN_OPTION,   /* the game has no option of this name */
    PLAY_BAD_OPTION,       /* a value that the option does not allow, or options
                              that the game refuses together */
    PLAY_UNFAIR,           /* a rated match must not have this */
    PLAY_BAD_POSITION,     /* not a position at which a match of this game can
                              begin, or together with options */
    PLAY_BAD_CURSOR,       /* not a cursor of this list */
    PLAY_TOO_MANY_MATCHES, /* the account has reached a limit (match_cap) */

    /* seats */
    PLAY_NOT_OPEN,       /* the match has started: no joining, no leaving */
    PLAY_SEAT_TAKEN,     /* this seat is not open */
    PLAY_ALREADY_SEATED, /* the player has a seat in this match already */
    PLAY_NOT_SEATED,     /* the player has not this seat, or none */

    /* moves */
    PLAY_NOT_STARTED,    /* seats are still open */
    PLAY_FINISHED,       /* the match is over */
    PLAY_NOT_YOUR_TURN,  /* the seat is not to act now */
    PLAY_BAD_MOVE,       /* text that is not a move of this game */
    PLAY_ILLEGAL_MOVE,   /* a move, but not legal here */
    PLAY_STALE,          /* the expected seq is too old for this seat */
    PLAY_KEY_REUSED,     /* the idempotency key was used with another body */
    PLAY_UNDO_BLOCKED,   /* nothing can be taken back, or not that far */
    PLAY_OWN_SEAT,       /* claims are made against opponents */
    PLAY_TIME_NOT_UP,    /* the seat has time left, or its time does not run */
    PLAY_VOTE_UNCHANGED, /* the vote is the same already; or the match has too
                            many events for votes to be withdrawn */
    PLAY_ABORT_BLOCKED,  /* a rated match is aborted in its opening only, by
                            all seats: not if one has left, nor by built-in
                            bots; its creator aborts no match that others
                            play */
    PLAY_NOT_CREATOR,    /* somebody else has created it */

    /* the queue */
    PLAY_ALREADY_PLAYING, /* the account has all the rated matches that it may
                             have at once */
    PLAY_ALREADY_MATCHED, /* the entry was paired, and the match is running */
    PLAY_ON_VACATION,     /* end the vacation first */
    PLAY_NO_VACATION,     /* fewer days are left than requested */

    PLAY_NOT_ALLOWED, /* the position of this match is not public (yet) */
    PLAY_OTHER_RULES, /* the match has a rules version or deck that this build
                         lacks: it cannot be replayed */
    PLAY_DAMAGED,     /* the event log of the match does not replay */
    PLAY_REPLAY_TOO_LONG, /* the replay took play_config.replay_cpu_ms: try
                             again, the next one normally starts at a later
                             event */

    /* bots and challenges */
    PLAY_NOT_A_BOT,           /* only bot accounts have rules */
    PLAY_UNKNOWN_PLAYER,      /* no account has this name */
    PLAY_BAD_PLAYERS,         /* the account itself, or an account twice */
    PLAY_BOT_DECLINES,        /* the rules of a bot exclude it */
    PLAY_BOT_FULL,            /* a bot has all the matches that its rules
                                 allow */
    PLAY_CHALLENGE_OVER,      /* it no longer waits */
    PLAY_NOT_CHALLENGER,      /* only the challenger cancels a challenge */
    PLAY_TOO_MANY_CHALLENGES, /* of the account wait */
    PLAY_CHALLENGES_SPENT,    /* the account has made all of today's */
    PLAY_BLOCKED,             /* one of the players has blocked the account */
    PLAY_OWN_ACCOUNT,         /* an account cannot block itself */
    PLAY_TOO_MANY_BLOCKS,     /* the account has BLOCKS_MAX */

    PLAY_SLOW, /* more events to replay than this thread may: call again on a
                  thread without a bound (play_limit_replays) */
};

enum { PLAY_ERR_COUNT = PLAY_SLOW + 1 };

/* A stable word for logs: "stale". */
const char *play_err_word(enum play_err err);

#endif
