/* What operators do to accounts and matches, from commands of fathomd.
 *
 * Each is stored with who did it and why (table operator_actions), in the same
 * transaction where the database does it alone.  Nothing deletes these rows. */
#ifndef PLAY_OPERATOR_H
#define PLAY_OPERATOR_H

#include "play/error.h"
#include "play/play.h"

enum operator_what {
    /* To an account. */
    OPERATOR_GRANT_ADMIN,  /* from its next sign-in on */
    OPERATOR_REVOKE_ADMIN, /* its tokens and sessions with the scope admin
                              end */
    OPERATOR_BAN,   /* until OPERATOR_UNBAN it cannot sign in.  Its sessions
                       and tokens end at all nodes, its challenges, its place
                       in the queue and what it accepts as a bot go; its
                       matches go on */
    OPERATOR_UNBAN, /* it signs in again; nothing else comes back */
    OPERATOR_END_SESSIONS,   /* all sessions and tokens, at all nodes */
    OPERATOR_RESET_PASSWORD, /* to a new one; ends all sessions and tokens, and
                                forgets devices */
    /* To a match. */
    OPERATOR_ABORT_MATCH, /* open or running: it ends without a result */
};

enum { OPERATOR_TEXT_MAX = 500 }; /* bytes of `by` and `why` */

struct operator_action {
    enum operator_what what;
    const char *account; /* "u_…"; NULL: it was about a match */
    const char *match;   /* "m_…"; NULL: it was about an account */
    const char *by;      /* who, as they say; "" */
    const char *why;     /* "" */
};

/* "ban", "reset-password": as it is stored and logged. */
const char *operator_word(enum operator_what what);

/* Do it to the account of this name, or id ("u_…"): everything but
 * OPERATOR_RESET_PASSWORD and OPERATOR_ABORT_MATCH.  Needs no node.  account
 * becomes its id. PLAY_NOT_FOUND: also of accounts of the house;
 * PLAY_UNAVAILABLE. */
enum play_err operator_act(struct store *store,
                           const struct operator_action *action,
                           const char *name, char account[PLAY_ID_SIZE]);

/* OPERATOR_RESET_PASSWORD: the new password is random, and nowhere else than in
 * `password`. */
enum { OPERATOR_PASSWORD_SIZE = 25 };
enum play_err operator_reset(struct play *play,
                             const struct operator_action *action,
                             const char *name, char account[PLAY_ID_SIZE],
                             char password[OPERATOR_PASSWORD_SIZE]);

/* OPERATOR_ABORT_MATCH of action->match; waits until it is done.
 * PLAY_FINISHED: it is over already. */
enum play_err operator_abort(struct play *play,
                             const struct operator_action *action);

#endif
