/* Accounts, their passwords, and the sessions and tokens that speak for them.
 *
 * Passwords are kept as scrypt hashes that name their own parameters; tokens
 * are kept as SHA-256 only and are shown once, when they are made. */
#ifndef PLAY_PLAYER_H
#define PLAY_PLAYER_H

#include "play.h"

struct player {
    char id[PLAY_ID_SIZE]; /* "u_…" */
    char name[PLAY_NAME_SIZE];
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
};

/* Who a token speaks for. */
struct login {
    struct player player;
    char token_id[PLAY_ID_SIZE]; /* "tok_…" */
    uint32_t scopes;
    int64_t expires_us;
    uint8_t hash[32]; /* SHA-256 of the token */
};

/* A new session; the token is nowhere else. */
struct session {
    char token[PLAY_TOKEN_SIZE];
    struct login login;
};

/* Make an account.  Names are lower-cased before they are judged and kept, so
 * they are unique without case.  Hashing takes half a second and happens on a
 * thread of its own.  Copies its arguments.
 * PLAY_OK gives the player; PLAY_BAD_NAME, PLAY_BAD_PASSWORD,
 * PLAY_COMMON_PASSWORD, PLAY_NAME_TAKEN, PLAY_UNAVAILABLE. */
void player_create(struct play *play, const char *name, const char *password,
                   void (*done)(void *ctx, enum play_err err,
                                const struct player *player),
                   void *ctx);

/* The public profile.  PLAY_NOT_FOUND, PLAY_UNAVAILABLE. */
enum play_err player_find(struct play *play, const char *name,
                          struct player *out);

/* Sign in.  Takes the same time and gives the same answer for an unknown name
 * as for a wrong password; unknown names lock like known ones.
 * PLAY_BAD_CREDENTIALS, PLAY_LOCKED (retry_s says how long), PLAY_UNAVAILABLE;
 * session is NULL then. */
void session_open(struct play *play, const char *name, const char *password,
                  void (*done)(void *ctx, enum play_err err,
                               const struct session *session, int retry_s),
                  void *ctx);

/* Revoke the token at once, on every node. */
enum play_err session_close(struct play *play, const struct login *login);

/* Who speaks?  The token as the client sent it.  PLAY_BAD_TOKEN when it is
 * unknown, expired or revoked; PLAY_UNAVAILABLE. */
enum play_err token_find(struct play *play, const char *token,
                         struct login *out);

/* The same without asking the database: PLAY_UNAVAILABLE also when this node
 * does not remember the token. */
enum play_err token_recall(struct play *play, const char *token,
                           struct login *out);

#endif
