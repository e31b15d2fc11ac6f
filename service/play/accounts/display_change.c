/* Changing the display name of an account. */
#include "play/accounts/display_name.h"
#include "play/accounts/player.h"
#include "play/accounts/token_cache.h"
#include "play/error.h"
#include "play/match/cache.h"
#include "play/node/errors.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/accounts.h"
#include "play/store/error.h"

#include <stdlib.h>

static enum play_err read_display(const char *display,
                                  char out[PLAY_DISPLAY_SIZE],
                                  enum display_fault *fault)
{
    out[0] = '\0';
    *fault = display ? display_name_read(display, out) : DISPLAY_OK;
    if (*fault == DISPLAY_RESERVED)
        return PLAY_NAME_RESERVED;
    return *fault ? PLAY_BAD_DISPLAY : PLAY_OK;
}

enum play_err player_set_display(struct play *play, const struct login *login,
                                 const char *display, struct player *out,
                                 enum display_fault *fault)
{
    const struct play_id *account = &login->player.key;
    struct play_id *matches = NULL;
    size_t count = 0;
    enum store_err stored;

    *out = login->player;
    enum play_err err = read_display(display, out->display, fault);

    if (err)
        return err;
    stored = play->store->accounts->set_display(play->store, account,
                                                out->display, &matches, &count);
    token_cache_forget_account(play->tokens, account);
    for (size_t i = 0; i < count; i++)
        cache_hint(play->cache, &matches[i]);
    free(matches);
    return stored == STORE_NOT_FOUND ? PLAY_BAD_TOKEN : play_err_of(stored);
}
