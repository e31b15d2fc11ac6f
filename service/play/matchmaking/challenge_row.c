/* Challenges as they are stored, their words and their players. */
#include "play/matchmaking/challenge_row.h"

#include "play/accounts/player.h"
#include "play/match/match.h"
#include "play/match/options.h"
#include "play/match/subscriptions.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/challenges.h"
#include "rules/game.h"

#include <string.h>

const char *challenge_status_word(enum challenge_status status)
{
    switch (status) {
    case CHALLENGE_WAITING: return "waiting";
    case CHALLENGE_ACCEPTED: return "accepted";
    case CHALLENGE_DECLINED: return "declined";
    case CHALLENGE_CANCELLED: return "cancelled";
    case CHALLENGE_EXPIRED: return "expired";
    }
    return "?";
}

const char *challenge_answer_word(enum challenge_answer answer)
{
    switch (answer) {
    case ANSWER_NONE: return "none";
    case ANSWER_ACCEPTED: return "accepted";
    case ANSWER_DECLINED: return "declined";
    }
    return "?";
}

bool challenge_status_find(const char *word, enum challenge_status *out)
{
    for (int i = CHALLENGE_WAITING; i <= CHALLENGE_EXPIRED; i++) {
        *out = (enum challenge_status)i;
        if (strcmp(word, challenge_status_word(*out)) == 0)
            return true;
    }
    return false;
}

bool challenge_from_row(struct play *play, const struct store_challenge *row,
                        struct challenge *out)
{
    *out = row->challenge;
    out->game = game_find(row->game_id);
    id_write("c_", &out->key, out->id);
    id_write("m_", &out->match, out->match_id);
    /* The job that ends expired challenges may be late. */
    if (out->status == CHALLENGE_WAITING &&
        out->expires_us <= play_now_us(play)) {
        out->status = CHALLENGE_EXPIRED;
        out->ended_us = out->expires_us;
    }
    return out->game && options_read(out->game, row->options, &out->settings);
}

int challenge_place(const struct challenge *challenge,
                    const struct player *player)
{
    for (int i = 0; i < challenge->settings.seats; i++)
        if (id_equals(&challenge->players[i].account, &player->key))
            return i;
    return -1;
}

void challenge_wake_players(struct play *play,
                            const struct challenge *challenge)
{
    for (int i = 0; i < challenge->settings.seats; i++)
        subscriptions_wake_account(play->subscriptions,
                                   id_tag(&challenge->players[i].account));
}

void challenge_seat(const struct challenge_player *who, struct match_seat *out)
{
    const bool is_builtin = who->kind == ACCOUNT_BUILTIN;

    *out = (struct match_seat){
        .kind = is_builtin ? SEAT_BOT : SEAT_HUMAN,
        .account = who->account,
        .is_bot_account = who->kind == ACCOUNT_BOT,
        .is_builtin = is_builtin,
    };
    memcpy(out->name, who->name, sizeof out->name);
    memcpy(out->display, who->display, sizeof out->display);
    memcpy(out->bot, who->builtin_bot, sizeof out->bot);
}
