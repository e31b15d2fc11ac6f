/* Security events: a stream of its own within the log, so that it can be kept
 * and watched apart from the rest.
 *
 * Each event is a line of the log with "stream":"security".  A line never
 * contains tokens, passwords, addresses, or names that somebody tried. */
#ifndef API_SECURITY_LOG_H
#define API_SECURITY_LOG_H

#include "api/http/request/request.h"
#include "play/accounts/operator.h"

enum security_event {
    SECURITY_SIGNED_IN,
    SECURITY_SIGN_IN_FAILED, /* wrong name or password */
    SECURITY_SIGN_IN_LOCKED, /* too many wrong passwords before */
    SECURITY_SIGN_IN_BANNED, /* the password was right */
    SECURITY_SIGNED_OUT,
    SECURITY_PASSWORD_WRONG, /* for an account that is signed in */
    SECURITY_PASSWORD_LOCKED,
    SECURITY_PASSWORD_CHANGED,
    SECURITY_TOKEN_MADE,
    SECURITY_TOKEN_ENDED,
    SECURITY_ADMIN_GRANTED, /* a session or a token has the scope admin */
    SECURITY_ACCOUNT_MADE,
    SECURITY_ACCOUNT_DELETED,
    SECURITY_LIMITED, /* refused by a rate limit, the first time in a minute */
};

/* Facts beside the request; NULL: not known. */
struct security_facts {
    const char *account; /* "u_…"; NULL: the account of the request */
    const char *token;   /* "tok_…", the id of a token */
    const char *name;    /* the name that was tried, in lower case; a keyed hash
                          * of it is written */
    const char *limit;   /* budget_limits.name */
};

/* Log it.  facts may be NULL. */
void security_note(const struct request *request, enum security_event event,
                   const struct security_facts *facts);

/* The result of a password check of a signed-in account: logs
 * SECURITY_PASSWORD_WRONG or _LOCKED, or nothing. */
void security_note_password(const struct request *request, enum play_err err);

/* Log an action of an operator, which operator.h has stored. */
void security_note_operator(const struct operator_action *action);

#endif
