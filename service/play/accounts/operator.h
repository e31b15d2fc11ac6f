/* Actions of operators on accounts and matches, from commands of fathomd.
 *
 * Every action is stored with the operator and the reason (table
 * operator_actions), in the same transaction if the action is a single
 * database change.  These rows are never deleted. */
#ifndef PLAY_OPERATOR_H
#define PLAY_OPERATOR_H

#include "play/error.h"
#include "play/play.h"

enum operator_what {
    /* On an account. */
    OPERATOR_GRANT_ADMIN,  /* from the next sign-in on */
    OPERATOR_REVOKE_ADMIN, /* also revokes tokens and sessions with the scope
                              admin */
    OPERATOR_BAN,   /* until OPERATOR_UNBAN the account cannot sign in.  Its
                       sessions and tokens end at all nodes; its challenges,
                       its queue entries and its bot rules are deleted; its
                       matches continue */
    OPERATOR_UNBAN, /* the account can sign in again; nothing else is
                       restored */
    OPERATOR_END_SESSIONS,   /* ends all sessions and tokens, at all nodes */
    OPERATOR_RESET_PASSWORD, /* sets a new one, ends all sessions and tokens,
                                and forgets devices */
    /* On a match. */
    OPERATOR_ABORT_MATCH, /* ends an open or running match without a result */
    OPERATOR_ANNUL_MATCH, /* takes a rated match that is over out of the ladder
                             (ladder/rating_rebuild.h) */
};

enum { OPERATOR_TEXT_MAX = 500 }; /* bytes of `by` and `why` */

struct operator_action {
    enum operator_what what;
    const char *account; /* "u_…"; NULL: an action on a match */
    const char *match;   /* "m_…"; NULL: an action on an account */
    const char *by;      /* the operator, as given on the command line; "":
                            unnamed */
    const char *why;     /* the reason; "": not given */
};

/* Return the word that is stored and logged: "ban", "reset-password". */
const char *operator_word(enum operator_what what);

/* Apply an action to the account with this name or id ("u_…"): any but
 * OPERATOR_RESET_PASSWORD and those on a match.  Needs no node.  Sets
 * action->account to the id. PLAY_NOT_FOUND: also for accounts of built-in
 * bots; PLAY_GUEST: a guest has no password and cannot be an administrator;
 * PLAY_UNAVAILABLE. */
enum play_err operator_act(struct store *store,
                           const struct operator_action *action,
                           const char *name, char account[PLAY_ID_SIZE]);

/* OPERATOR_RESET_PASSWORD.  The new password is random, and is stored nowhere
 * but in `password`. */
enum { OPERATOR_PASSWORD_SIZE = 25 };
enum play_err operator_reset(struct play *play,
                             const struct operator_action *action,
                             const char *name, char account[PLAY_ID_SIZE],
                             char password[OPERATOR_PASSWORD_SIZE]);

/* OPERATOR_ABORT_MATCH of action->match; blocks until it is done.
 * PLAY_FINISHED: the match has already ended. */
enum play_err operator_abort(struct play *play,
                             const struct operator_action *action);

#endif
