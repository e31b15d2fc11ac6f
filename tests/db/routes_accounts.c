/* The operations of accounts, their tokens and devices. */
#include "routes.h"

#include <stdlib.h>

static enum store_err account_insert(struct route_rows *it)
{
    const struct store_account cyd = rows_account(17, "cyd");

    return it->store->accounts->insert(it->store, &cyd);
}

static enum store_err account_find(struct route_rows *it)
{
    struct store_account out;

    return it->store->accounts->find(it->store, "ada", &out);
}

static enum store_err name_check(struct route_rows *it)
{
    return it->store->accounts->check_name(it->store, "dan");
}

static enum store_err account_password(struct route_rows *it)
{
    const struct store_new_password change = {.account = it->bob,
                                              .before = "$scrypt$secret",
                                              .after = "$scrypt$other",
                                              .asker = it->other,
                                              .now_us = t0 + 9};

    return it->store->accounts->change_password(it->store, &change);
}

static enum store_err account_rehash(struct route_rows *it)
{
    return it->store->accounts->replace_hash(
        it->store, &it->ada, "$scrypt$secret", "$argon2id$secret");
}

static enum store_err argon2_since(struct route_rows *it)
{
    int64_t since_us;

    return it->store->accounts->argon2_since(it->store, &since_us);
}

static enum store_err account_holds(struct route_rows *it)
{
    struct store_held_seat out[4];
    size_t count;

    return it->store->accounts->list_seats(it->store, &it->ada, NULL, out, 4,
                                           &count);
}

/* A guest that becomes an account. */
static enum store_err guest_promote(struct route_rows *it)
{
    struct store_account guest = rows_account(18, "guest-x");
    const struct store_promotion promotion = {guest.id, "dan",
                                              "$argon2id$secret"};
    struct play_id *matches;
    size_t count;
    enum store_err err;

    guest.is_guest = true;
    guest.password[0] = '\0';
    err = it->store->accounts->insert(it->store, &guest);
    if (err)
        return err;
    err = it->store->accounts->promote(it->store, &promotion, &matches, &count);
    free(matches);
    return err;
}

static enum store_err set_display(struct route_rows *it)
{
    struct play_id *matches;
    size_t count;
    enum store_err err = it->store->accounts->set_display(
        it->store, &it->ada, "Ada", &matches, &count);

    free(matches);
    return err;
}

static enum store_err guests_idle(struct route_rows *it)
{
    struct store_guest out[4];
    size_t count;

    return it->store->accounts->list_idle_guests(it->store, t0 + 9, out, 4,
                                                 &count);
}

static enum store_err account_erase(struct route_rows *it)
{
    const struct store_account_deletion erasure = {
        .account = it->bob, .name = "gone-1", .now_us = t0 + 99, .spared = 9};
    struct play_id *matches;
    size_t count;
    enum store_err err =
        it->store->accounts->erase(it->store, &erasure, &matches, &count);

    free(matches);
    return err;
}

static enum store_err operator_ban(struct route_rows *it)
{
    const struct store_operator_command deed = {
        .action = {.what = OPERATOR_BAN, .by = "", .why = ""},
        .name = "bob",
        .now_us = t0 + 99,
    };
    struct play_id id;

    return it->store->operators->act(it->store, &deed, &id);
}

static enum store_err issue_key_find(struct route_rows *it)
{
    static const uint8_t key_hash[32];
    struct store_issue_key out;

    return it->store->issue_keys->find(it->store, key_hash, t0 - 1, &out);
}

static enum store_err token_insert(struct route_rows *it)
{
    const struct store_token token = {
        .id = rows_id(40),
        .hash = {40},
        .created_us = t0,
        .expires_us = t0 + 1000000,
        .account = it->ada,
    };
    const struct store_issue_key issue_key = {.created_us = t0};
    const struct store_token_terms terms = {.most = 20,
                                            .device = token.hash,
                                            .devices_most = 20,
                                            .issue_key = &issue_key};

    return it->store->tokens->insert(it->store, &token, &terms);
}

static enum store_err show_token(struct route_rows *it)
{
    struct store_token out;

    return it->store->tokens->find(it->store, it->token, &out);
}

static void see_token(void *ctx, const struct store_token *row)
{
    (void)ctx;
    (void)row;
}

static enum store_err list_tokens(struct route_rows *it)
{
    return it->store->tokens->list(it->store, &it->ada, t0, see_token, NULL);
}

static enum store_err tokens_touch(struct route_rows *it)
{
    const uint8_t hashes[2][32] = {{1}, {2}};

    return it->store->tokens->touch(it->store, hashes, 2, t0 + 5, t0 + 4);
}

static enum store_err token_revoke(struct route_rows *it)
{
    return it->store->tokens->revoke(it->store, it->other, t0 + 5);
}

static enum store_err end_token(struct route_rows *it)
{
    const struct play_id token = rows_id(40);

    return it->store->tokens->revoke_by_id(it->store, &it->ada, &token, t0 + 5);
}

static enum store_err device_find(struct route_rows *it)
{
    const uint8_t hash[32] = {40};

    return it->store->devices->find(it->store, "ada", hash, t0);
}

static void see_device(void *ctx, const struct store_device *row)
{
    (void)ctx;
    (void)row;
}

static enum store_err note_network(struct route_rows *it)
{
    return it->store->matches->note_network(it->store, &it->ada, "192.0.2.0/24",
                                            t0);
}

static enum store_err list_devices(struct route_rows *it)
{
    return it->store->devices->list(it->store, &it->ada, t0, see_device, NULL);
}

static enum store_err tokens_end_others(struct route_rows *it)
{
    return it->store->tokens->revoke_others(it->store, &it->ada, it->token,
                                            t0 + 5);
}

static enum store_err failures(struct route_rows *it)
{
    const struct store_failure failure = {"ada", "192.0.2.7", t0, 3, t0 + 500};
    struct store_failure_record out;
    enum store_err err = it->store->login_failures->add(it->store, &failure);

    if (!err)
        err = it->store->login_failures->find(it->store, "ada", "192.0.2.7",
                                              &out);
    return err ? err
               : it->store->login_failures->clear(it->store, "ada",
                                                  "192.0.2.7");
}
const struct route_operation account_operations[] = {
    {"check a token", show_token},
    {"record the last use of tokens", tokens_touch},
    {"find an account by name", account_find},
    {"create an account", account_insert},
    {"check a name", name_check},
    {"sign in, or create a token", token_insert},
    {"find the key of a new account or token", issue_key_find},
    {"count failed sign-ins", failures},
    {"find a known device", device_find},
    {"list the devices of an account", list_devices},
    {"note the network of an account", note_network},
    {"replace the hash of a password", account_rehash},
    {"find the password hash that all nodes support", argon2_since},
    {"list the tokens of an account", list_tokens},
    {"revoke a token", end_token},
    {"sign out", token_revoke},
    {"sign out all other sessions", tokens_end_others},
    {"change the password", account_password},
    {"find the seats of an account", account_holds},
    {NULL, NULL},
};

const struct route_operation account_end_operations[] = {
    {"ban an account", operator_ban},
    {"make a guest an account", guest_promote},
    {"set a display name", set_display},
    {"list unused guests", guests_idle},
    {"delete an account", account_erase},
    {NULL, NULL},
};
