/* Names and passwords: what they may be, and whether they are right.
 *
 * Failures lock the name, whether it is anybody's or not, and the address they
 * came from: so neither one password can be looked for among many nor one
 * account's among all. */
#include "inner.h"

#include <openssl/crypto.h>
#include <string.h>

enum { NAME_SHORTEST = 3, NAME_LONGEST = 24, PASSWORD_SHORTEST = 8 };

bool name_read(const char *text, char out[PLAY_NAME_SIZE])
{
    size_t n = 0;

    for (; text[n]; n++) {
        char c = text[n];

        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (n == NAME_LONGEST ||
            !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
              c == '-'))
            return false;
        out[n] = c;
    }
    out[n] = '\0';
    return n >= NAME_SHORTEST;
}

/* Characters, not bytes: those that do not continue another in UTF-8. */
static size_t characters(const char *text)
{
    size_t n = 0;

    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

bool password_fits(const char *text)
{
    size_t n = characters(text);

    return n >= PASSWORD_SHORTEST && n <= PASSWORD_LONGEST &&
           strlen(text) < PASSWORD_SIZE;
}

static bool has_address(const struct claim *claim)
{
    return claim->from && claim->from[0];
}

/* Is the name locked, or the address?  *retry_s says for how long yet. */
static enum play_err check_locks(struct play *play, const struct claim *claim,
                                 struct store_failures *by_name, int *retry_s)
{
    struct store *store = play->store;
    struct store_failures by_address = {0};
    enum store_err err = store->failures_find(store, claim->name, by_name);
    int64_t until_us, left_us;

    if (!err && has_address(claim))
        err = store->address_failures_find(store, claim->from, &by_address);
    if (err)
        return play_err_of(err);
    until_us = by_name->locked_until_us > by_address.locked_until_us
                   ? by_name->locked_until_us
                   : by_address.locked_until_us;
    left_us = until_us - play_now_us(play);
    if (left_us <= 0)
        return PLAY_OK;
    *retry_s = (int)(left_us / 1000000) + 1;
    return PLAY_LOCKED;
}

static enum play_err note_failure(struct play *play, const struct claim *claim)
{
    const struct play_config *config = &play->config;
    struct store *store = play->store;
    int64_t now_us = play_now_us(play);
    int64_t until_us = now_us + (int64_t)config->lock_seconds * 1000000;
    enum store_err err = store->failures_add(store, claim->name, now_us,
                                             config->lock_failures, until_us);

    if (!err && has_address(claim))
        err = store->address_failures_add(store, claim->from, now_us,
                                          config->lock_address_failures,
                                          until_us);
    return err ? PLAY_UNAVAILABLE : PLAY_BAD_CREDENTIALS;
}

enum play_err credentials_check(struct play *play, const struct claim *claim,
                                struct store_account *out, int *retry_s)
{
    struct store *store = play->store;
    struct store_failures failures;
    enum play_err err = check_locks(play, claim, &failures, retry_s);
    enum store_err found;

    if (err)
        return err;
    found = store->account_find(store, claim->name, out);
    if (found && found != STORE_NOT_FOUND)
        return PLAY_UNAVAILABLE;
    /* An unknown name costs what a known one does. */
    if (!password_matches(play, claim->password, found ? NULL : out->password))
        return note_failure(play, claim);
    /* What failed from this address may have been about others. */
    if (failures.count > 0)
        store->failures_clear(store, claim->name);
    return PLAY_OK;
}

enum play_err credentials_check_own(struct play *play,
                                    const struct login *login,
                                    const char *password, const char *from,
                                    struct store_account *out, int *retry_s)
{
    const struct claim claim = {login->player.name, password, from};
    enum play_err err = credentials_check(play, &claim, out, retry_s);

    if (err == PLAY_BAD_CREDENTIALS)
        return PLAY_WRONG_PASSWORD;
    /* Somebody else may have the name by now. */
    if (!err && !id_equals(&out->id, &login->player.key))
        return PLAY_BAD_TOKEN;
    return err;
}
