/* Security events, a stream of its own within the log. */
#include "api/http/limits/security_log.h"

#include "api/http/limits/client_name.h"
#include "api/http/request/route.h"
#include "api/http/server_inner.h"
#include "base/log.h"

#include <inttypes.h>
#include <stdio.h>

static const struct {
    const char *word;
    enum log_level level;
} words[] = {
    [SECURITY_SIGNED_IN] = {"signed-in", LOG_INFO},
    [SECURITY_SIGN_IN_FAILED] = {"sign-in-failed", LOG_WARN},
    [SECURITY_SIGN_IN_LOCKED] = {"sign-in-locked", LOG_WARN},
    [SECURITY_SIGN_IN_BANNED] = {"sign-in-banned", LOG_WARN},
    [SECURITY_SIGNED_OUT] = {"signed-out", LOG_INFO},
    [SECURITY_PASSWORD_WRONG] = {"password-wrong", LOG_WARN},
    [SECURITY_PASSWORD_LOCKED] = {"password-locked", LOG_WARN},
    [SECURITY_PASSWORD_CHANGED] = {"password-changed", LOG_INFO},
    [SECURITY_TOKEN_MADE] = {"token-made", LOG_INFO},
    [SECURITY_TOKEN_ENDED] = {"token-ended", LOG_INFO},
    [SECURITY_ADMIN_GRANTED] = {"admin-granted", LOG_WARN},
    [SECURITY_ACCOUNT_MADE] = {"account-made", LOG_INFO},
    [SECURITY_ACCOUNT_DELETED] = {"account-deleted", LOG_INFO},
    [SECURITY_LIMITED] = {"limited", LOG_INFO},
};

enum { FIELDS = 10 };

/* The fields of a line; unknown ones are omitted. */
struct line {
    struct log_field fields[FIELDS + 1];
    size_t count;
};

static void add(struct line *line, const char *name, const char *text)
{
    if (text && *text && line->count < FIELDS)
        line->fields[line->count++] = (struct log_field)LOG_T(name, text);
}

void security_note(const struct request *request, enum security_event event,
                   const struct security_facts *facts)
{
    static const struct security_facts none;
    char network[CLIENT_SIZE], name[CLIENT_SIZE] = "";
    struct line line = {.count = 0};

    if (!facts)
        facts = &none;
    client_network(request, network);
    if (facts->name && *facts->name)
        snprintf(name, sizeof name, "%016" PRIx64,
                 payer_pseudonym(request->server->payer_secret, facts->name));
    add(&line, "stream", "security");
    add(&line, "request_id", request->id);
    add(&line, "method", request->method);
    add(&line, "route", request->route ? request->route->template : "");
    add(&line, "account",
        facts->account ? facts->account : client_account_id(request));
    add(&line, "network", network);
    add(&line, "token_id", facts->token);
    add(&line, "name_hash", name);
    add(&line, "limit", facts->limit);
    log_line(words[event].level, words[event].word, line.fields);
}

void security_note_password(const struct request *request, enum play_err err)
{
    if (err == PLAY_WRONG_PASSWORD)
        security_note(request, SECURITY_PASSWORD_WRONG, NULL);
    else if (err == PLAY_LOCKED)
        security_note(request, SECURITY_PASSWORD_LOCKED, NULL);
}

void security_note_operator(const struct operator_action *action)
{
    struct line line = {.count = 0};

    add(&line, "stream", "security");
    add(&line, "action", operator_word(action->what));
    add(&line, "account", action->account);
    add(&line, "match", action->match);
    add(&line, "by", action->by);
    add(&line, "why", action->why);
    log_line(LOG_WARN, "operator", line.fields);
}
