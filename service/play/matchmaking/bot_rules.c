/* The rules of bots: reading, setting and applying them. */
#include "play/matchmaking/bot_rules.h"

#include "play/accounts/account_row.h"
#include "play/accounts/player.h"
#include "play/error.h"
#include "play/match/match.h"
#include "play/node/errors.h"
#include "play/node/offered_games.h"
#include "play/node/text.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/bots.h"
#include "play/store/error.h"
#include "rules/game.h"

#include <assert.h>
#include <string.h>

const char *bot_rule_word(enum bot_rule rule)
{
    switch (rule) {
    case BOT_TAKES_IT: return "none";
    case BOT_HAS_NO_RULES: return "rules";
    case BOT_NOT_THIS_GAME: return "game";
    case BOT_NOT_SO_MANY_SEATS: return "seats";
    case BOT_NOT_THIS_CLOCK: return "clock";
    case BOT_NOT_RATED: return "rated";
    case BOT_AT_ONCE: return "at_once";
    }
    return "?";
}

static unsigned clock_bit(const struct match_clock *clock)
{
    if (clock->bank_seconds > 0)
        return BOT_CLOCK_BANK;
    return clock->turn_seconds > 0 ? BOT_CLOCK_TURN : BOT_CLOCK_NONE;
}

enum bot_rule bot_rules_refuse(const struct bot_rules *rules, uint32_t playing,
                               const char *game, size_t seats,
                               const struct match_clock *clock, bool rated)
{
    const struct bot_game *found = NULL;

    if (!rules)
        return BOT_HAS_NO_RULES;
    for (size_t i = 0; i < rules->game_count; i++)
        if (strcmp(rules->games[i].id, game) == 0)
            found = &rules->games[i];
    if (!found)
        return BOT_NOT_THIS_GAME;
    if (!(found->seats >> (seats - 1) & 1))
        return BOT_NOT_SO_MANY_SEATS;
    if (!(rules->clocks & clock_bit(clock)))
        return BOT_NOT_THIS_CLOCK;
    if (!(rules->rated & (rated ? BOT_RATED : BOT_CASUAL)))
        return BOT_NOT_RATED;
    if (rules->at_once != BOT_AT_ONCE_ANY &&
        playing >= (uint32_t)rules->at_once)
        return BOT_AT_ONCE;
    return BOT_TAKES_IT;
}

/* A match of one seat has no opponents. */
static uint8_t all_seats(const struct game *game)
{
    unsigned seats = 0;

    for (unsigned n = game->min_seats; n <= game->max_seats; n++)
        if (n > 1)
            seats |= 1U << (n - 1);
    return (uint8_t)seats;
}

void builtin_bot_rules(const struct play *play, struct bot_rules *out)
{
    *out = (struct bot_rules){
        .clocks = BOT_CLOCK_NONE | BOT_CLOCK_TURN | BOT_CLOCK_BANK,
        .rated = BOT_CASUAL | BOT_RATED,
        .at_once = BOT_AT_ONCE_ANY,
    };
    for (size_t i = 0; games[i] && out->game_count < BOT_GAMES_MAX; i++) {
        struct bot_game *game = &out->games[out->game_count];

        if (!play_offers(play, games[i]))
            continue;
        game->seats = all_seats(games[i]);
        text_copy(games[i]->id, game->id, sizeof game->id);
        out->game_count += game->seats != 0;
    }
}

static void entry_from(const struct play *play, const struct store_bot *row,
                       struct bot_entry *out)
{
    *out = (struct bot_entry){.rules = row->rules, .playing = row->playing};
    player_from(&row->account, &out->player);
    if (row->account.kind == ACCOUNT_BUILTIN)
        builtin_bot_rules(play, &out->rules);
}

enum play_err bot_rules_read(struct play *play, const struct player *player,
                             struct bot_entry *out)
{
    struct store_bot row;
    enum store_err err =
        play->store->bots->find(play->store, &player->key, &row);

    if (!err)
        entry_from(play, &row, out);
    return play_err_of(err);
}

enum play_err bot_rules_set(struct play *play, const struct player *player,
                            const struct bot_rules *rules)
{
    assert(rules->game_count <= BOT_GAMES_MAX && rules->at_once >= 0);
    if (player->kind != ACCOUNT_BOT)
        return PLAY_NOT_A_BOT;
    enum store_err err =
        play->store->bots->put(play->store, &player->key, rules);

    return err == STORE_NOT_FOUND ? PLAY_BAD_TOKEN : play_err_of(err);
}

enum play_err bot_rules_drop(struct play *play, const struct player *player)
{
    if (player->kind != ACCOUNT_BOT)
        return PLAY_NOT_A_BOT;
    return play_err_of(play->store->bots->remove(play->store, &player->key));
}

/* ---- listing ---- */

struct bot_page {
    const struct play *play;
    struct bot_entry *out;
    size_t count, limit;
    bool has_more;
};

static void list_one(void *ctx, const struct store_bot *row)
{
    struct bot_page *page = ctx;

    if (page->count < page->limit)
        entry_from(page->play, row, &page->out[page->count++]);
    else
        page->has_more = true;
}

enum play_err bot_list(struct play *play, const char *game, const char *cursor,
                       unsigned limit, struct bot_entry *out, size_t *count,
                       char next[PLAY_CURSOR_SIZE])
{
    struct bot_page page = {.play = play, .out = out, .limit = limit};
    char after[PLAY_NAME_SIZE];
    enum store_err err;

    next[0] = '\0';
    *count = 0;
    /* The cursor is the last name. */
    if (cursor && !name_read(cursor, after))
        return PLAY_BAD_CURSOR;
    err = play->store->bots->list(play->store, game, cursor ? after : NULL,
                                  limit + 1, list_one, &page);
    if (err)
        return play_err_of(err);
    *count = page.count;
    if (page.has_more)
        text_copy(out[page.count - 1].player.name, next, PLAY_CURSOR_SIZE);
    return PLAY_OK;
}
