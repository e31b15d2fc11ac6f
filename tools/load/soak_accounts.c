/* Accounts that are created, used and deleted. */
#include "soak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- an account ---- */

void person_key(struct person *person, char out[SOAK_LINE])
{
    snprintf(out, SOAK_LINE, "Idempotency-Key: %s-%llu\r\n", person->name,
             (unsigned long long)++person->keys);
}

static bool sign_in(struct person *person)
{
    struct reply reply;
    char body[SOAK_LINE];

    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}",
             person->name, person->password);
    person->line.token[0] = '\0';
    line_ask(&person->line, "POST", "/v1/sessions", "", body, &reply);
    if (MUST(&person->line, &reply, "sign in", 201))
        snprintf(person->line.token, SOAK_TOKEN, "%s",
                 reply_text(&reply, "token"));
    reply_clear(&reply);
    return person->line.token[0] != '\0';
}

bool person_begin(struct person *person, struct soak *soak, const char *kind,
                  unsigned from)
{
    static atomic_uint number;
    struct reply reply;
    char body[SOAK_LINE];

    *person = (struct person){0};
    line_open(&person->line, soak, from);
    snprintf(person->name, sizeof person->name, "soak-%u",
             atomic_fetch_add(&number, 1));
    snprintf(person->password, sizeof person->password, "pass phrase of %s no",
             person->name + 5);
    snprintf(body, sizeof body,
             "{\"name\":\"%s\",\"password\":\"%s\",\"kind\":\"%s\"}",
             person->name, person->password, kind);
    line_ask(&person->line, "POST", "/v1/accounts", "", body, &reply);
    bool is_made = MUST(&person->line, &reply, "sign up", 201);

    reply_clear(&reply);
    if (!is_made || !sign_in(person))
        return false;
    soak_count(soak, SOAK_ACCOUNTS);
    return true;
}

bool person_delete(struct person *person)
{
    struct reply reply;
    char body[SOAK_LINE];

    soak_publish_person(person->line.soak, person->name, "");
    snprintf(body, sizeof body, "{\"password\":\"%s\"}", person->password);
    line_ask(&person->line, "DELETE", "/v1/me", "", body, &reply);
    bool is_gone = MUST(&person->line, &reply, "delete", 204);

    if (is_gone)
        soak_count(person->line.soak, SOAK_GONE);
    reply_clear(&reply);
    return is_gone;
}

void person_end(struct person *person)
{
    soak_publish_person(person->line.soak, person->name, "");
    line_close(&person->line);
}

/* ---- using it ---- */

static void ask(struct person *person, const char *method, const char *path,
                const char *body, int status)
{
    struct reply reply;
    char what[SOAK_LINE];

    line_ask(&person->line, method, path, "", body, &reply);
    snprintf(what, sizeof what, "%s %.200s", method, path);
    MUST(&person->line, &reply, what, status);
    reply_clear(&reply);
}

/* A token for a program: created, used, revoked, and then refused. */
static void use_token(struct person *person)
{
    struct line program;
    struct reply reply;
    char path[SOAK_LINE];

    line_ask(&person->line, "POST", "/v1/tokens", "",
             "{\"label\":\"soak\",\"scopes\":[\"match:read\"],"
             "\"expires_in\":3600}",
             &reply);
    if (MUST(&person->line, &reply, "token", 201)) {
        line_open(&program, person->line.soak, person->line.from + 1);
        snprintf(program.token, SOAK_TOKEN, "%s", reply_text(&reply, "token"));
        snprintf(path, sizeof path, "/v1/tokens/%s", reply_text(&reply, "id"));
        reply_clear(&reply);
        line_ask(&program, "GET", "/v1/me", "", NULL, &reply);
        MUST(&program, &reply, "a program", 200);
        ask(person, "GET", "/v1/tokens", NULL, 200);
        ask(person, "DELETE", path, NULL, 204);
        line_close(&program);
    }
    reply_clear(&reply);
}

static void change_password(struct person *person)
{
    char body[SOAK_LINE], next[40];

    snprintf(next, sizeof next, "%.30s more", person->password);
    snprintf(body, sizeof body,
             "{\"current_password\":\"%s\",\"password\":\"%s\"}",
             person->password, next);
    ask(person, "PATCH", "/v1/me", body, 200);
    snprintf(person->password, sizeof person->password, "%s", next);
}

static void fail_to_sign_in(struct person *person)
{
    struct reply reply;
    char body[SOAK_LINE];

    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"no\"}",
             person->name);
    line_ask(&person->line, "POST", "/v1/sessions", "", body, &reply);
    MUST(&person->line, &reply, "wrong password", 401);
    reply_clear(&reply);
}

static void live(struct person *person)
{
    ask(person, "GET", "/v1/me", NULL, 200);
    use_token(person);
    if (soak_chance(&person->line.chance, 3) == 0)
        change_password(person);
    if (soak_chance(&person->line.chance, 3) == 0)
        fail_to_sign_in(person);
    if (soak_chance(&person->line.chance, 3) == 0) {
        ask(person, "PUT", "/v1/me/vacation", "{\"days\":2}", 200);
        ask(person, "GET", "/v1/me/vacation", NULL, 200);
        ask(person, "DELETE", "/v1/me/vacation", NULL, 204);
    }
    ask(person, "GET", "/v1/me/export", NULL, 200);
    if (soak_chance(&person->line.chance, 2) == 0)
        ask(person, "DELETE", "/v1/sessions/current", NULL, 204);
    else
        person_delete(person);
}

void *soak_account(void *arg)
{
    const struct role *role = arg;
    struct soak *soak = role->soak;
    uint64_t chance = UINT64_C(0xda942042e4dd58b5) * (role->number + 1);

    while (!soak->is_over) {
        struct person person;
        /* A new address every time, because limits are by address. */
        unsigned from = 0x20000 + soak_chance(&chance, 0x100000) * 2;

        if (person_begin(&person, soak, "human", from))
            live(&person);
        person_end(&person);
        soak_pause_ms((long)soak_chance(&chance, 2000));
    }
    return NULL;
}
