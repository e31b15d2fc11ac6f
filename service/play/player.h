/* Accounts, their passwords, and the sessions and tokens that speak for them.
 *
 * Passwords are kept as scrypt hashes that name their own parameters; tokens
 * are kept as SHA-256 only and are shown once, when they are made.
 *
 * Whoever gives a password says where from, as PLAY_ADDRESS_SIZE has it (NULL
 * or "": not known): failures lock the name, and the address, too. */
#ifndef PLAY_PLAYER_H
#define PLAY_PLAYER_H

#include "play.h"

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
};

/* A token, without itself. */
struct token {
    char id[PLAY_ID_SIZE];       /* "tok_…" */
    char label[PLAY_LABEL_SIZE]; /* "": it is a session's */
    uint32_t scopes;
    int64_t created_us, expires_us;
    int64_t last_used_us; /* to within ten minutes; 0: never */
};

/* A new session; the token is nowhere else. */
struct session {
    char token[PLAY_TOKEN_SIZE];
    struct login login;
};

/* Make an account, of a person or of a bot.  Names are lower-cased before they
 * are judged and kept, so they are unique without case; those that begin with
 * "gone-" or "house-" are taken.
 * Hashing takes half a second and happens on a thread of its own.  Copies its
 * arguments; so do all functions with `done` here.
 * PLAY_OK gives the player; PLAY_BAD_NAME, PLAY_BAD_PASSWORD,
 * PLAY_COMMON_PASSWORD, PLAY_NAME_TAKEN, PLAY_UNAVAILABLE. */
void player_create(struct play *play, enum account_kind kind, const char *name,
                   const char *password,
                   void (*done)(void *ctx, enum play_err err,
                                const struct player *player),
                   void *ctx);

/* The public profile.  PLAY_NOT_FOUND also for accounts that are gone;
 * PLAY_UNAVAILABLE. */
enum play_err player_find(struct play *play, const char *name,
                          struct player *out);

/* Change the password.  Closes every other session of the account; tokens
 * with a label stay.  PLAY_WRONG_PASSWORD, PLAY_LOCKED (retry_s says how
 * long), PLAY_BAD_PASSWORD, PLAY_COMMON_PASSWORD, PLAY_UNAVAILABLE;
 * PLAY_BAD_TOKEN when the account is gone. */
void player_change_password(
    struct play *play, const struct login *login, const char *current,
    const char *next, const char *from,
    void (*done)(void *ctx, enum play_err err, int retry_s), void *ctx);

/* Delete the account: its other tokens end, it leaves its open matches,
 * resigns its running ones, gets a name that says it is gone, in its matches'
 * events, too, and this token ends.  Finished matches stay.  What was begun
 * and not finished (PLAY_UNAVAILABLE, a crash) is finished by doing it again.
 * PLAY_WRONG_PASSWORD, PLAY_LOCKED, PLAY_BAD_TOKEN as above. */
void player_delete(struct play *play, const struct login *login,
                   const char *password, const char *from,
                   void (*done)(void *ctx, enum play_err err, int retry_s),
                   void *ctx);

/* What is kept of an account beside its tokens and matches. */
struct player_file {
    struct player player;
    bool is_admin;
    uint32_t failures;                  /* to sign in, since the last success */
    int64_t failed_us, locked_until_us; /* 0: never */
};

/* PLAY_BAD_TOKEN when the account is gone; PLAY_UNAVAILABLE. */
enum play_err player_file_read(struct play *play, const struct login *login,
                               struct player_file *out);

/* Make the account of this name an administrator, or one no more: then its
 * tokens with SCOPE_ADMIN end.  For the operator, without a node.
 * PLAY_NOT_FOUND, PLAY_UNAVAILABLE. */
enum play_err player_set_admin(struct store *store, const char *name,
                               bool is_admin);

/* Sign in.  Takes the same time and gives the same answer for an unknown name
 * as for a wrong password; unknown names lock like known ones.
 * PLAY_BAD_CREDENTIALS, PLAY_LOCKED (retry_s says how long), PLAY_UNAVAILABLE;
 * session is NULL then. */
void session_open(struct play *play, const char *name, const char *password,
                  const char *from,
                  void (*done)(void *ctx, enum play_err err,
                               const struct session *session, int retry_s),
                  void *ctx);

/* Revoke the token at once, on every node. */
enum play_err session_close(struct play *play, const struct login *login);

/* The scopes that a login may give to new tokens: its own; what plays may let
 * programs play; who is an administrator may give SCOPE_ADMIN. */
uint32_t token_scopes_allowed(const struct login *login);

/* Make a token.  The label has 1 to 64 characters, scopes are not 0, seconds
 * is how long it is good.  PLAY_SCOPE_EXCEEDED, PLAY_TOO_MANY_TOKENS,
 * PLAY_BAD_TOKEN (the login ended meanwhile), PLAY_UNAVAILABLE. */
enum play_err token_create(struct play *play, const struct login *login,
                           const char *label, uint32_t scopes, int64_t seconds,
                           struct token *out, char token[PLAY_TOKEN_SIZE]);

/* The account's tokens and sessions that are good now, newest first; each is
 * given to visit, borrowed for the call.  PLAY_UNAVAILABLE. */
enum play_err token_list(struct play *play, const struct login *login,
                         void (*visit)(void *ctx, const struct token *token),
                         void *ctx);

/* Revoke one of the account's at once, on every node.  PLAY_NOT_FOUND: it has
 * none such that is good. */
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
