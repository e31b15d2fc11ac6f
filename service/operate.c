/* The commands of operators: accounts and matches. */
#include "operate.h"

#include "api/http/security_log.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>

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
};

bool operate_needs_play(const struct config *config)
{
    return config->operation == OPERATOR_RESET_PASSWORD ||
           config->operation == OPERATOR_ABORT_MATCH;
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

int operate(const struct config *config, struct store *store, struct play *play)
{
    struct operator_action action = {
        .what = config->operation, .by = config->by, .why = config->why};
    char account[PLAY_ID_SIZE] = "", password[OPERATOR_PASSWORD_SIZE] = "";
    enum play_err err;

    if (action.what == OPERATOR_ABORT_MATCH)
        action.match = config->subject;
    err = act(&action, config->subject, store, play, account, password);
    if (err) {
        fprintf(stderr, "fathomd: %s: %s\n", config->subject,
                play_err_word(err));
        return EXIT_FAILURE;
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
