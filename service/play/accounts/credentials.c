/* Checking the passwords that clients send. */
#include "play/accounts/credentials.h"

#include "play/accounts/login_locks.h"
#include "play/accounts/password.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/node/id.h"
#include "play/node/text.h"
#include "play/play_struct.h"
#include "play/store/accounts.h"
#include "play/store/error.h"
#include "play/store/login_failures.h"

#include <openssl/crypto.h>
#include <string.h>

void claim_of_login(const struct login *login, const char *password,
                    struct claim *out)
{
    *out = (struct claim){
        .by = CLAIM_OWNER, .name = login->player.name, .password = password};
    text_copy(login->token_id, out->source, sizeof out->source);
}

/* Hash the password with the current algorithm.  If that fails, or another
 * node was faster, the old hash stays valid. */
static void renew_hash(struct play *play, const char *password,
                       struct store_account *account)
{
    char after[STORE_PASSWORD_SIZE];

    if (password_is_outdated(play, account->password) &&
        password_hash(play, password, after) &&
        !play->store->accounts->replace_hash(play->store, &account->id,
                                             account->password, after))
        memcpy(account->password, after, sizeof after);
    OPENSSL_cleanse(after, sizeof after);
}

enum play_err credentials_check(struct play *play, const struct claim *claim,
                                struct store_account *out, int *retry_s)
{
    struct store_failure_record record;
    enum play_err err = login_lock_check(play, claim, &record, retry_s);
    enum store_err found;

    if (err)
        return err;
    found = play->store->accounts->find(play->store, claim->name, out);
    if (found && found != STORE_NOT_FOUND)
        return PLAY_UNAVAILABLE;
    /* An unknown name costs as much as a known one. */
    if (!password_matches(play, claim->password, found ? NULL : out->password))
        return login_lock_note_failure(play, claim, &record);
    login_lock_note_success(play, claim, &record);
    renew_hash(play, claim->password, out);
    return PLAY_OK;
}

enum play_err credentials_check_own(struct play *play,
                                    const struct login *login,
                                    const char *password,
                                    struct store_account *out, int *retry_s)
{
    struct claim claim;
    enum play_err err;

    claim_of_login(login, password, &claim);
    err = credentials_check(play, &claim, out, retry_s);
    if (err == PLAY_BAD_CREDENTIALS)
        return PLAY_WRONG_PASSWORD;
    /* Another account may have the name by now. */
    if (!err && !id_equals(&out->id, &login->player.key))
        return PLAY_BAD_TOKEN;
    return err;
}
