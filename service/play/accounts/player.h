/* Accounts, their passwords, sessions and tokens.
 *
 * Passwords are stored as argon2id hashes that include their parameters.
 * Tokens and device tokens are stored as SHA-256 only and are shown once, when
 * they are created.
 *
 * Wrong passwords are counted, and cause locks of play_config.lock_seconds:
 *
 *   - lock_failures for a name from one network lock this name for this
 *     network only;
 *   - lock_network_failures for any names lock the network for all names;
 *   - guard_failures for a name from all networks together guard it for
 *     guard_seconds: then one failure locks the name for the network that it
 *     came from;
 *   - lock_failures on a device that the account has signed in on before lock
 *     this device for this account.  Other locks do not affect the device;
 *   - lock_failures with a token of the account lock the requests of this
 *     token that require the password.  Other clients' failures do not affect
 * it.
 *
 * Names that no account has are locked in the same way. */
#ifndef PLAY_PLAYER_H
#define PLAY_PLAYER_H

#include "play/accounts/display_name.h"
#include "play/error.h"
#include "play/play.h"

/* The kind of an account, which never changes. */
enum account_kind {
    ACCOUNT_HUMAN,
    ACCOUNT_BOT,     /* a program that signs in and plays */
    ACCOUNT_BUILTIN, /* a built-in bot: nobody can sign in with it */
};

struct player {
    char id[PLAY_ID_SIZE]; /* "u_…" */
    char name[PLAY_NAME_SIZE];
    char display[PLAY_DISPLAY_SIZE]; /* see display_name.h; "": none */
    enum account_kind kind;
    bool is_guest; /* see guest.h */
    int64_t created_us;
    struct play_id key; /* the id as bytes; internal to play */
};

/* What a token permits: bits of login.scopes. */
enum scope {
    SCOPE_MATCH_READ = 1,
    SCOPE_MATCH_PLAY = 2,
    SCOPE_BOT_PLAY = 4,
    SCOPE_ACCOUNT_WRITE = 8,
    SCOPE_ADMIN = 16,
    SCOPE_SESSION = SCOPE_MATCH_READ | SCOPE_MATCH_PLAY | SCOPE_ACCOUNT_WRITE,
    /* The session of a bot.  Tokens of a bot never have SCOPE_MATCH_PLAY. */
    SCOPE_BOT_SESSION = SCOPE_MATCH_READ | SCOPE_BOT_PLAY | SCOPE_ACCOUNT_WRITE,
};

/* An authenticated account, and the token that authenticated it. */
struct login {
    struct player player;
    char token_id[PLAY_ID_SIZE]; /* "tok_…" */
    uint32_t scopes;
    int64_t expires_us;
    int64_t last_used_us; /* as this node has it; 0: never */
    bool is_admin;        /* the account: may grant SCOPE_ADMIN */
    bool is_experienced;  /* it has finished a public match; up to a minute
                           * old */
    uint8_t hash[32];     /* SHA-256 of the token */
};

enum {
    TOKENS_MAX = 50,    /* of an account, beside its sessions */
    SESSIONS_MAX = 200, /* of an account: a new one beyond this ends the
                           oldest */
    DEVICES_MAX = 20,   /* remembered for an account: a new one beyond this
                           replaces one that was never used again, or else the
                           least recently used */
    DEVICE_DAYS = 180,  /* after this time without a sign-in a device is
                           forgotten */
};

/* The idempotency key of a request that creates an account or issues a token:
 * repeated within 24 hours with the same key, it has the response of the first
 * time.  PLAY_KEY_REUSED: the key was used with another body, or with another
 * password; PLAY_KEY_ENDED: the session or token that it issued has ended. */
struct issue_once {
    const char *key;       /* NULL: none */
    uint8_t body_hash[32]; /* SHA-256 of the request without passwords */
};

/* A token as it is listed, without its secret. */
struct token {
    char id[PLAY_ID_SIZE];       /* "tok_…" */
    char label[PLAY_LABEL_SIZE]; /* "": it is a session */
    uint32_t scopes;
    char parent[PLAY_ID_SIZE]; /* "tok_…", the token that it ends with; "": no
                                  parent */
    int64_t created_us, expires_us;
    int64_t last_used_us; /* to within ten minutes; 0: never */
    bool is_repeated;     /* of token_create: an earlier request issued it */
};

/* A new session.  Its token is stored nowhere else. */
struct session {
    char token[PLAY_TOKEN_SIZE];
    char device[PLAY_TOKEN_SIZE]; /* secret to send with the next sign-in on
                                     this device */
    struct login login;
    bool is_repeated; /* an earlier request created it */
};

/* The input for a new account. */
struct new_player {
    enum account_kind kind; /* ACCOUNT_HUMAN or ACCOUNT_BOT */
    const char *name, *password;
    const char *from; /* the network, as PLAY_ADDRESS_SIZE describes; NULL or
                         "": unknown */
    struct issue_once once;
};

/* Check whether such an account can be created, without hashing the password.
 * Names are converted to lower case first, so they are unique regardless of
 * case.  A name is also taken if it looks like that of an account (0 for o, 1
 * for l, _ for -), or of a deleted account.
 * PLAY_BAD_NAME, PLAY_BAD_PASSWORD, PLAY_COMMON_PASSWORD, PLAY_NAME_RESERVED
 * (reserved_name.h), PLAY_NAME_TAKEN, PLAY_UNAVAILABLE. */
enum play_err player_check_new(struct play *play, const char *name,
                               const char *password);

/* Create an account.  Makes the checks of player_check_new before hashing; the
 * password is hashed on a separate thread, when it is this network's turn.
 * Copies its arguments, as all functions with `done` in this file do. PLAY_OK
 * gives the player, and whether an earlier request with the key created it;
 * PLAY_UNAVAILABLE also when too many passwords of this network are queued.
 * PLAY_KEY_REUSED. */
void player_create(struct play *play, const struct new_player *new_player,
                   void (*done)(void *ctx, enum play_err err,
                                const struct player *player, bool is_repeated),
                   void *ctx);

/* Find a player's public profile.  PLAY_NOT_FOUND also for deleted accounts;
 * PLAY_UNAVAILABLE. */
enum play_err player_find(struct play *play, const char *name,
                          struct player *out);

/* Set the display name of the account (display_name.h), on every node; NULL:
 * remove it.  PLAY_OK gives the player; PLAY_BAD_DISPLAY: *fault says why;
 * PLAY_NAME_RESERVED, PLAY_BAD_TOKEN when the account is deleted,
 * PLAY_UNAVAILABLE. */
enum play_err player_set_display(struct play *play, const struct login *login,
                                 const char *display, struct player *out,
                                 enum display_fault *fault);

/* The input for a change of password. */
struct password_change {
    const char *current, *next;
    const char *const *keep; /* ids of tokens and sessions to keep */
    size_t keep_count;       /* at most KEEP_MAX */
};

enum { KEEP_MAX = 50 };

/* Change the password.  Ends all tokens and sessions of the account but the
 * login's own and those to keep, and forgets its devices. PLAY_WRONG_PASSWORD,
 * PLAY_LOCKED (retry_s: for how many seconds), PLAY_BAD_PASSWORD,
 * PLAY_COMMON_PASSWORD, PLAY_UNAVAILABLE; PLAY_NOT_FOUND: one to keep does not
 * belong to the account; PLAY_BAD_TOKEN when the account is deleted. */
void player_change_password(struct play *play, const struct login *login,
                            const struct password_change *change,
                            void (*done)(void *ctx, enum play_err err,
                                         int retry_s),
                            void *ctx);

/* Delete the account.  In this order: its other tokens end, it leaves its open
 * matches, resigns its running ones, gets a name that marks it as deleted
 * (also in the events of its matches), and this token ends.  Finished matches
 * stay.  If it is interrupted (PLAY_UNAVAILABLE, a crash), calling it again
 * completes it.  The password of a guest is not looked at, and may be NULL.
 * PLAY_WRONG_PASSWORD, PLAY_LOCKED, PLAY_BAD_TOKEN as above. */
void player_delete(struct play *play, const struct login *login,
                   const char *password,
                   void (*done)(void *ctx, enum play_err err, int retry_s),
                   void *ctx);

/* The data stored for an account beside its tokens and matches. */
struct player_file {
    struct player player;
    bool is_admin;
    uint32_t failures; /* failed sign-ins of strangers; each minute without a
                          failure removes one */
    int64_t failed_us, guarded_until_us; /* 0: never */
};

/* Read the account's data.  PLAY_BAD_TOKEN when the account is deleted;
 * PLAY_UNAVAILABLE. */
enum play_err player_file_read(struct play *play, const struct login *login,
                               struct player_file *out);

/* A device that the account has signed in on. */
struct device {
    int64_t created_us, seen_us; /* seen_us: the last sign-in */
};

/* Call visit for each of the account's devices, the latest first; the device
 * is borrowed for the call.  PLAY_UNAVAILABLE. */
enum play_err device_list(struct play *play, const struct login *login,
                          void (*visit)(void *ctx, const struct device *device),
                          void *ctx);

/* The input for a sign-in. */
struct sign_in {
    const char *name, *password;
    const char *from;   /* as in struct new_player */
    const char *device; /* session.device of an earlier sign-in, or NULL; an
                           unknown one is ignored */
    struct issue_once once;
};

/* The account of a failed sign-in, as far as it was found. */
struct sign_in_tried {
    char name[PLAY_NAME_SIZE];  /* in lower case; "": not a valid name */
    char account[PLAY_ID_SIZE]; /* "u_…"; "": no account has the name, or it
                                   was not looked up */
};

/* Sign in.  Costs the same and gives the same result for an unknown name as
 * for a wrong password; unknown names are locked like known ones.  A password
 * with an outdated hash is hashed again.  The session of an administrator has
 * SCOPE_ADMIN. PLAY_BAD_CREDENTIALS, PLAY_LOCKED (retry_s: for how many
 * seconds), PLAY_BANNED, PLAY_KEY_REUSED, PLAY_KEY_ENDED, PLAY_UNAVAILABLE (as
 * player_create); session is NULL then. */
void session_open(struct play *play, const struct sign_in *who,
                  void (*done)(void *ctx, enum play_err err,
                               const struct session *session,
                               const struct sign_in_tried *tried, int retry_s),
                  void *ctx);

/* Revoke the login's token and all its children at once, on every node. */
enum play_err session_close(struct play *play, const struct login *login);

/* Return the scopes that a login may grant to new tokens: its own, and
 * SCOPE_BOT_PLAY if it has SCOPE_MATCH_PLAY. */
uint32_t token_scopes_allowed(const struct login *login);

/* The input for a new token.
 *
 * A token created with the password is independent.  Without the password the
 * login's token becomes its parent: the new token ends with its parent, cannot
 * outlive it, and cannot have SCOPE_ACCOUNT_WRITE or SCOPE_ADMIN. */
struct new_token {
    const char *label;    /* 1 to 64 characters */
    uint32_t scopes;      /* not 0 */
    int64_t seconds;      /* lifetime */
    const char *password; /* NULL: create it without the password */
    struct issue_once once;
};

/* The property of a new token that requires the missing password. */
enum token_need {
    TOKEN_NEEDS_NOTHING,
    TOKEN_NEEDS_FOR_SCOPES,
    TOKEN_NEEDS_FOR_TIME,
};
enum token_need token_needs(struct play *play, const struct login *login,
                            const struct new_token *new_token);
/* Scopes that a token can have only if it was created with the password. */
enum { SCOPES_WITH_PASSWORD = SCOPE_ACCOUNT_WRITE | SCOPE_ADMIN };

/* Create a token; `text` is its secret, which is stored nowhere else.
 * PLAY_SCOPE_EXCEEDED, PLAY_PASSWORD_NEEDED, PLAY_WRONG_PASSWORD, PLAY_LOCKED
 * (retry_s: for how many seconds), PLAY_TOO_MANY_TOKENS, PLAY_BAD_TOKEN (the
 * login ended meanwhile), PLAY_KEY_REUSED, PLAY_KEY_ENDED, PLAY_UNAVAILABLE;
 * token and text are NULL then. */
void token_create(struct play *play, const struct login *login,
                  const struct new_token *new_token,
                  void (*done)(void *ctx, enum play_err err,
                               const struct token *token, const char *text,
                               int retry_s),
                  void *ctx);

/* Call visit for each valid token and session of the account, newest first;
 * the token is borrowed for the call.  PLAY_UNAVAILABLE. */
enum play_err token_list(struct play *play, const struct login *login,
                         void (*visit)(void *ctx, const struct token *token),
                         void *ctx);

/* Revoke a token of the account and all its children at once, on every node.
 * PLAY_NOT_FOUND: the account has no valid token with this id. */
enum play_err token_end(struct play *play, const struct login *login,
                        const char *id);

/* Check whether a login is still valid, for work that lasts longer than a
 * request.  PLAY_BAD_TOKEN, PLAY_UNAVAILABLE. */
enum play_err login_check(struct play *play, const struct login *login);

/* Find the login of a token, as the client sent it.  PLAY_BAD_TOKEN when it is
 * unknown, expired or revoked; PLAY_UNAVAILABLE. */
enum play_err token_find(struct play *play, const char *token,
                         struct login *out);

/* Like token_find, from this node's memory only: PLAY_UNAVAILABLE also when
 * this node does not remember the token. */
enum play_err token_recall(struct play *play, const char *token,
                           struct login *out);

#endif
