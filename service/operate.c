/* The commands of operators: actions on accounts and matches. */
#include "commands.h"
#include "node.h"

#include "api/http/limits/security_log.h"

#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

static const char *const said[] = {
    [OPERATOR_GRANT_ADMIN] =
        "an administrator, effective from the next sign-in",
    [OPERATOR_REVOKE_ADMIN] = "not an administrator",
    [OPERATOR_BAN] = "banned; all sessions and tokens are revoked",
    [OPERATOR_UNBAN] = "not banned",
    [OPERATOR_END_SESSIONS] = "all sessions and tokens are revoked",
    [OPERATOR_RESET_PASSWORD] =
        ("all sessions and tokens are revoked; its owner should change this "
         "password"),
    [OPERATOR_ABORT_MATCH] = "aborted",
    [OPERATOR_ANNUL_MATCH] = "annulled", /* by annul_command */
};

static const char *reason(enum play_err err)
{
    return err == PLAY_GUEST
               ? "a guest has no password and cannot be an administrator"
               : play_err_word(err);
}

static enum play_err act(const struct operator_action *action,
                         const char *subject, struct store *store,
                         struct play *play, char account[PLAY_ID_SIZE],
                         char password[OPERATOR_PASSWORD_SIZE])
{
    if (action->what == OPERATOR_ABORT_MATCH)
        return operator_abort(play, action);
    if (action->what == OPERATOR_RESET_PASSWORD)
        return operator_reset(play, action, subject, account, password);
    return operator_act(store, action, subject, account);
}

/* play is NULL for an action that needs no node. */
static int operate(const struct config *config, struct store *store,
                   struct play *play)
{
    struct operator_action action = {.what = config->command->operation,
                                     .by = config->by,
                                     .why = config->why};
    char account[PLAY_ID_SIZE] = "", password[OPERATOR_PASSWORD_SIZE] = "";
    enum play_err err;

    if (action.what == OPERATOR_ABORT_MATCH)
        action.match = config->subject;
    err = act(&action, config->subject, store, play, account, password);
    if (err) {
        fprintf(stderr, "fathomd: %s: %s\n", config->subject, reason(err));
        return EXIT_FAILED;
    }
    if (!action.match)
        action.account = account;
    security_note_operator(&action);
    printf("%s: %s.\n", config->subject, said[action.what]);
    if (*password)
        puts(password);
    OPENSSL_cleanse(password, sizeof password);
    return EXIT_SUCCESS;
}

/* A node for this action only: it plays no bots, and archives and
 * deletes no matches. */
static int operate_as_node(const struct config *config, struct store *store,
                           const sigset_t *ending)
{
    struct config quiet = *config;
    struct play *play;
    int status = EXIT_FAILED;

    quiet.bots = 0;
    quiet.archive_days = 0;
    quiet.delete_days = 0;
    play = node_open_play(&quiet, store);
    if (!play)
        return status;
    if (node_wait_for_time(play, ending))
        status = operate(config, store, play);
    play_free(play);
    return status;
}

int operate_command(const struct config *config, const sigset_t *ending)
{
    const enum operator_what what = config->command->operation;
    const bool needs_node =
        what == OPERATOR_RESET_PASSWORD || what == OPERATOR_ABORT_MATCH;
    struct store *store;
    int status;

    if (strlen(config->by) > OPERATOR_TEXT_MAX ||
        strlen(config->why) > OPERATOR_TEXT_MAX) {
        fprintf(stderr, "fathomd: --by and --why take at most %d bytes.\n",
                OPERATOR_TEXT_MAX);
        return EXIT_CONFIG;
    }
    store = node_open_store(config);
    if (!store)
        return EXIT_FAILED;
    status = needs_node ? operate_as_node(config, store, ending)
                        : operate(config, store, NULL);
    store->free(store);
    return status;
}
