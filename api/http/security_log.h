/* Security events: a stream of its own within the log, so that it can be kept
 * and watched apart from the rest.
 *
 * Each is a line of the log with "stream":"security".  Never in it: tokens,
 * passwords, addresses, and names that somebody tried. */
#ifndef API_SECURITY_H
#define API_SECURITY_H

#include "api/http/request.h"
#include "play/accounts/operator.h"

enum security_event {
    SECURITY_SIGNED_IN,
    SECURITY_SIGN_IN_FAILED, /* wrong name or password */
    SECURITY_SIGN_IN_LOCKED, /* too many of these before */
    SECURITY_SIGN_IN_BANNED, /* the password was right */
    SECURITY_SIGNED_OUT,
    SECURITY_PASSWORD_WRONG, /* of an account that is signed in */
    SECURITY_PASSWORD_LOCKED,
    SECURITY_PASSWORD_CHANGED,
    SECURITY_TOKEN_MADE,
    SECURITY_TOKEN_ENDED,
    SECURITY_ADMIN_GRANTED, /* a session or a token has the scope admin */
    SECURITY_ACCOUNT_MADE,
    SECURITY_ACCOUNT_DELETED,
    SECURITY_LIMITED, /* refused by a limit, the first in a minute */
};

/* What is known beside the request; NULL: not known. */
struct security_facts {
    const char *account; /* "u_…"; NULL: the one that the request speaks for */
    const char *token;   /* "tok_…", the id of a token */
    const char *name;    /* that was tried, in lower case: a keyed hash of it is
                            written */
    const char *limit;   /* limit_words.name */
};

/* Log it.  facts may be NULL. */
void security_note(const struct request *request, enum security_event event,
                   const struct security_facts *facts);

/* What an error means where a signed-in account gives its password: logs
 * SECURITY_PASSWORD_WRONG or _LOCKED, or nothing. */
void security_note_password(const struct request *request, enum play_err err);

/* An operator did something, which operator.h has stored. */
void security_note_operator(const struct operator_action *action);

#endif
