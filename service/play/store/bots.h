/* Bot accounts and their rules: which matches each accepts. */
#ifndef PLAY_STORE_BOTS_H
#define PLAY_STORE_BOTS_H

#include "play/matchmaking/bot_rules.h"
#include "play/store/accounts.h"
#include "play/store/error.h"

struct store;

/* A bot and its rules; an account of the built-in bots has none. */
struct store_bot {
    struct store_account account; /* without a password */
    struct bot_rules rules;
    uint32_t playing; /* bot_entry.playing */
};

struct store_bots {
    /* Find a bot with rules.  STORE_NOT_FOUND: it is deleted, or has no
     * rules. */
    enum store_err (*find)(struct store *store, const struct play_id *account,
                           struct store_bot *out);
    /* Replace the bot's rules.  STORE_NOT_FOUND: the account is deleted. */
    enum store_err (*put)(struct store *store, const struct play_id *account,
                          const struct bot_rules *rules);
    enum store_err (*remove)(struct store *store,
                             const struct play_id *account);
    /* List at most limit of the built-in bots and of the bots with rules that
     * play this game (NULL: any), by name, after this name (NULL: from the
     * first); each is passed to visit, borrowed for the call. */
    enum store_err (*list)(struct store *store, const char *game,
                           const char *after, unsigned limit,
                           void (*visit)(void *ctx,
                                         const struct store_bot *row),
                           void *ctx);
};

#endif
