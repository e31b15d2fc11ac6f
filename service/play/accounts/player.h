/* Accounts, their passwords, and the sessions and tokens that speak for them.
 *
 * Passwords are stored as argon2id hashes that name their parameters.  Tokens
 * and device tokens are stored as SHA-256 only and are shown once, when they
 * are made.
 *
 * Wrong passwords are counted, and lock for play_config.lock_seconds:
 *
 *   - lock_failures for a name from one network lock this name there, and
 *     nowhere else;
 *   - lock_network_failures for any names lock the network for all names;
 *   - guard_failures for a name from all networks together guard it for
 *     guard_seconds: then one failure locks the name for the network that it
 *     came from;
 *   - lock_failures on a device that the account has signed in on before lock
 *     this device for this account.  What else is locked does not concern it;
 *   - lock_failures with a token of the account lock what this token asks the
 *     password for.  What strangers do does not concern it.
 *
 * It is the same for names that no account has. */
#ifndef PLAY_PLAYER_H
#define PLAY_PLAYER_H

#include "play/error.h"
#include "play/play.h"

/* What an account is, from its making to its end. */
enum account_kind {
    ACCOUNT_HUMAN,
    ACCOUNT_BOT,   /* a program that signs in and plays */
    ACCOUNT_HOUSE, /* a bot of the service's own: nobody signs in as it */
};

struct player {
    char id[PLAY_ID_SIZE]; /* "u_…" */
    char name[PLAY_NAME_SIZE];
    enum account_kind kind;
    int64_t created_us;
    struct play_id key; /* the id as bytes; for play */
};

/* What a token allows: bits of login.scopes. */
enum scope {
    SCOPE_MATCH_READ = 1,
    SCOPE_MATCH_PLAY = 2,
    SCOPE_BOT_PLAY = 4,
    SCOPE_ACCOUNT_WRITE = 8,
    SCOPE_ADMIN = 16,
    SCOPE_SESSION = SCOPE_MATCH_READ | SCOPE_MATCH_PLAY | SCOPE_ACCOUNT_WRITE,
    /* A bot's session: no token of its account ever has SCOPE_MATCH_PLAY. */
    SCOPE_BOT_SESSION = SCOPE_MATCH_READ | SCOPE_BOT_PLAY | SCOPE_ACCOUNT_WRITE,
};

/* Who a token speaks for. */
struct login {
    struct player player;
    char token_id[PLAY_ID_SIZE]; /* "tok_…" */
    uint32_t scopes;
    int64_t expires_us;
    int64_t last_used_us; /* as far as this node knows; 0: never */
    bool is_admin;        /* the account: may give out SCOPE_ADMIN */
    uint8_t hash[32];     /* SHA-256 of the token */
};

enum {
    TOKENS_MAX = 50,    /* an account's, beside its sessions */
    SESSIONS_MAX = 200, /* an account's: one more ends the oldest */
    DEVICES_MAX = 20,   /* that an account knows: one more is known instead of
                           one that was never used again, or else not for
                           longest */
    DEVICE_DAYS = 180,  /* without signing in on it, and it is forgotten */
};

/* A token, without itself. */
struct token {
    char id[PLAY_ID_SIZE];       /* "tok_…" */
    char label[PLAY_LABEL_SIZE]; /* "": it is a session's */
    uint32_t scopes;
    char parent[PLAY_ID_SIZE]; /* "tok_…": it ends with this one; "": none */
    int64_t created_us, expires_us;
    int64_t last_used_us; /* to within ten minutes; 0: never */
};

/* A new session; the token is nowhere else. */
struct session {
    char token[PLAY_TOKEN_SIZE];
    char device[PLAY_TOKEN_SIZE]; /* for the next sign-in on this device */
    struct login login;
};

/* An account to make. */
struct new_player {
    enum account_kind kind; /* ACCOUNT_HUMAN or ACCOUNT_BOT */
    const char *name, *password;
    const char *from; /* the network, as PLAY_ADDRESS_SIZE has it; NULL or "":
                         not known */
};

/* Can such an account be made?  Cheap: hashes nothing.  Names are lower-cased
 * before they are judged and kept, so they are unique without case; those that
 * begin with "gone-" or "house-" are taken.  PLAY_BAD_NAME, PLAY_BAD_PASSWORD,
 * PLAY_COMMON_PASSWORD, PLAY_NAME_TAKEN, PLAY_UNAVAILABLE. */
enum play_err player_check_new(struct play *play, const char *name,
                               const char *password);

/* Make an account.  Refuses what player_check_new refuses, before hashing;
 * then hashes the password on a thread of its own, when it is this network's
 * turn.  Copies its arguments; so do all functions with `done` here.
 * PLAY_OK gives the player; PLAY_UNAVAILABLE also when too many passwords of
 * this network wait. */
void player_create(struct play *play, const struct new_player *new_player,
                   void (*done)(void *ctx, enum play_err err,
                                const struct player *player),
                   void *ctx);

/* The public profile.  PLAY_NOT_FOUND also for accounts that are gone;
 * PLAY_UNAVAILABLE. */
enum play_err player_find(struct play *play, const char *name,
                          struct player *out);

/* A new password. */
struct password_change {
    const char *current, *next;
    const char *const *keep; /* ids of tokens and sessions that shall stay */
    size_t keep_count;       /* at most KEEP_MAX */
};

enum { KEEP_MAX = 50 };

/* Change the password.  Ends all tokens and sessions of the account but the
 * login's own and those to be kept, and forgets its devices.
 * PLAY_WRONG_PASSWORD, PLAY_LOCKED (retry_s says how long), PLAY_BAD_PASSWORD,
 * PLAY_COMMON_PASSWORD, PLAY_UNAVAILABLE; PLAY_NOT_FOUND: one to be kept is
 * none of the account's; PLAY_BAD_TOKEN when the account is gone. */
void player_change_password(struct play *play, const struct login *login,
                            const struct password_change *change,
                            void (*done)(void *ctx, enum play_err err,
                                         int retry_s),
                            void *ctx);

/* Delete the account: its other tokens end, it leaves its open matches,
 * resigns its running ones, gets a name that says it is gone, in its matches'
 * events, too, and this token ends.  Finished matches stay.  What was begun
 * and not finished (PLAY_UNAVAILABLE, a crash) is finished by doing it again.
 * PLAY_WRONG_PASSWORD, PLAY_LOCKED, PLAY_BAD_TOKEN as above. */
void player_delete(struct play *play, const struct login *login,
                   const char *password,
                   void (*done)(void *ctx, enum play_err err, int retry_s),
                   void *ctx);

/* What is kept of an account beside its tokens and matches. */
struct player_file {
    struct player player;
    bool is_admin;
    uint32_t failures; /* of strangers to sign in; each minute without forgives
                          one */
    int64_t failed_us, guarded_until_us; /* 0: never */
};

/* PLAY_BAD_TOKEN when the account is gone; PLAY_UNAVAILABLE. */
enum play_err player_file_read(struct play *play, const struct login *login,
                               struct player_file *out);

/* A device that the account knows. */
struct device {
    int64_t created_us, seen_us; /* when it was last signed in on */
};

/* The devices of the account, the latest first; each is given to visit,
 * borrowed for the call.  PLAY_UNAVAILABLE. */
enum play_err device_list(struct play *play, const struct login *login,
                          void (*visit)(void *ctx, const struct device *device),
                          void *ctx);

/* Somebody who signs in. */
struct sign_in {
    const char *name, *password;
    const char *from;   /* as struct new_player has it */
    const char *device; /* session.device of an earlier sign-in, or NULL; one
                           that the account does not know is ignored */
};

/* Who was tried, as far as that is known. */
struct sign_in_tried {
    char name[PLAY_NAME_SIZE];  /* in lower case; "": no name can be like it */
    char account[PLAY_ID_SIZE]; /* "u_…"; "": none has the name, or it was not
                                   looked up */
};

/* Sign in.  Costs the same and gives the same answer for an unknown name as for
 * a wrong password; unknown names lock like known ones.  A password that is
 * stored as an old kind of hash is hashed again.  An administrator's session
 * has SCOPE_ADMIN.
 * PLAY_BAD_CREDENTIALS, PLAY_LOCKED (retry_s says how long), PLAY_BANNED,
 * PLAY_UNAVAILABLE (as player_create); session is NULL then. */
void session_open(struct play *play, const struct sign_in *who,
                  void (*done)(void *ctx, enum play_err err,
                               const struct session *session,
                               const struct sign_in_tried *tried, int retry_s),
                  void *ctx);

/* Revoke the token at once, on every node, and the tokens that it is the parent
 * of. */
enum play_err session_close(struct play *play, const struct login *login);

/* The scopes that a login may give to new tokens: its own, and what plays may
 * let programs play. */
uint32_t token_scopes_allowed(const struct login *login);

/* A token to make.
 *
 * With the password it stands for itself.  Without, the login's token is its
 * parent: it ends with the parent, and can neither outlive it nor have
 * SCOPE_ACCOUNT_WRITE or SCOPE_ADMIN. */
struct new_token {
    const char *label;    /* 1 to 64 characters */
    uint32_t scopes;      /* not 0 */
    int64_t seconds;      /* how long it is good */
    const char *password; /* or NULL */
};

/* What of a new token needs the password, which is not given. */
enum token_need {
    TOKEN_NEEDS_NOTHING,
    TOKEN_NEEDS_FOR_SCOPES,
    TOKEN_NEEDS_FOR_TIME,
};
enum token_need token_needs(struct play *play, const struct login *login,
                            const struct new_token *new_token);
/* Scopes that no token is given without the password. */
enum { SCOPES_WITH_PASSWORD = SCOPE_ACCOUNT_WRITE | SCOPE_ADMIN };

/* Make a token; `text` is it, and is nowhere else.  PLAY_SCOPE_EXCEEDED,
 * PLAY_PASSWORD_NEEDED, PLAY_WRONG_PASSWORD, PLAY_LOCKED (retry_s says how
 * long), PLAY_TOO_MANY_TOKENS, PLAY_BAD_TOKEN (the login ended meanwhile),
 * PLAY_UNAVAILABLE; token and text are NULL then. */
void token_create(struct play *play, const struct login *login,
                  const struct new_token *new_token,
                  void (*done)(void *ctx, enum play_err err,
                               const struct token *token, const char *text,
                               int retry_s),
                  void *ctx);

/* The account's tokens and sessions that are good now, newest first; each is
 * given to visit, borrowed for the call.  PLAY_UNAVAILABLE. */
enum play_err token_list(struct play *play, const struct login *login,
                         void (*visit)(void *ctx, const struct token *token),
                         void *ctx);

/* Revoke one of the account's at once, on every node, and the tokens that it is
 * the parent of.  PLAY_NOT_FOUND: it has no good one with this id. */
enum play_err token_end(struct play *play, const struct login *login,
                        const char *id);

/* Is a login still good?  For what lasts longer than a request.
 * PLAY_BAD_TOKEN, PLAY_UNAVAILABLE. */
enum play_err login_check(struct play *play, const struct login *login);

/* Who speaks?  The token as the client sent it.  PLAY_BAD_TOKEN when it is
 * unknown, expired or revoked; PLAY_UNAVAILABLE. */
enum play_err token_find(struct play *play, const char *token,
                         struct login *out);

/* The same without asking the database: PLAY_UNAVAILABLE also when this node
 * does not remember the token. */
enum play_err token_recall(struct play *play, const char *token,
                           struct login *out);

#endif
