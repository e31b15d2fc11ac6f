/* Public profiles of players. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/problem.h"
#include "api/json/bot_json.h"
#include "api/json/match_json.h"

/* People have no rules, nor has a bot that declared none. */
static enum play_err read_rules(struct request *request,
                                const struct player *player,
                                struct bot_entry *out, bool *has_rules)
{
    enum play_err err = PLAY_NOT_FOUND;

    if (player->kind != ACCOUNT_HUMAN)
        err = bot_rules_read(request->play, player, out);
    *has_rules = !err;
    return err == PLAY_NOT_FOUND ? PLAY_OK : err;
}

enum handled player_get(struct request *request)
{
    struct player player;
    struct bot_entry bot;
    bool has_rules;

    if (!query_is_empty(request))
        return HANDLED;
    enum play_err err = player_find(request->play, request->path[0], &player);

    if (!err)
        err = read_rules(request, &player, &bot, &has_rules);
    if (err)
        return problem_of_play(request, err);
    struct sink *sink = reply_open(request, 200);

    json_profile(sink, &player);
    if (has_rules) {
        sink_object(sink, "bot");
        json_bot_rules(sink, &bot);
        sink_close(sink);
    } else {
        sink_null(sink, "bot");
    }
    reply_close(request);
    reply_etag_of_body(request);
    reply_revalidate(request);
    return HANDLED;
}
