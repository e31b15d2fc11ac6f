/* Version and limits of the service. */
#include "api/handlers.h"
#include "api/http/limits/throttle.h"
#include "api/http/request/input.h"
#include "base/version.h"
#include "bots/bot.h"
#include "play/accounts/block.h"
#include "play/config.h"
#include "play/node/offered_games.h"
#include "play/play.h"
#include "rules/game.h"

#include <stdio.h>

static void json_limits(struct sink *sink)
{
    const struct {
        const char *name;
        int64_t value;
    } limits[] = {
        {"body_bytes", REQUEST_BODY_MAX},
        {"header_bytes", REQUEST_HEADERS_MAX},
        {"url_bytes", REQUEST_TARGET_MAX},
        {"json_depth", REQUEST_DEPTH_MAX},
        {"page_limit", 100},
        {"wait_seconds", 25},
        {"idempotency_key_bytes", PLAY_KEY_SIZE - 1},
        {"idempotency_key_hours", 24},
        {"tokens", TOKENS_MAX},
        {"sessions", SESSIONS_MAX},
        {"blocks", BLOCKS_MAX},
    };

    sink_object(sink, "limits");
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        sink_number(sink, limits[i].name, limits[i].value);
    sink_close(sink);
}

static void json_build(struct request *request, struct sink *sink)
{
    char ruleset[16];

    sink_object(sink, "build");
    sink_string(sink, "version", FATHOM_VERSION);
    sink_object(sink, "rulesets");
    for (size_t i = 0; games[i]; i++) {
        if (!play_offers(request->play, games[i]))
            continue;
        snprintf(ruleset, sizeof ruleset, "%u", games[i]->rules_version);
        sink_string(sink, games[i]->id, ruleset);
    }
    sink_close(sink);
    sink_close(sink);
}

enum handled config_get(struct request *request)
{
    if (!query_is_empty(request))
        return HANDLED;
    struct sink *sink = reply_open(request, 200);

    sink_string(sink, "version", API_VERSION);
    json_build(request, sink);
    json_limits(sink);
    sink_array(sink, "rate_limits");
    throttle_write_policies(request, sink);
    sink_close(sink);
    sink_object(sink, "matches_per_account");
    for (int cap = 0; cap < CAP_COUNT; cap++)
        sink_number(sink, match_cap_word((enum match_cap)cap),
                    play_cap(request->play, (enum match_cap)cap));
    sink_close(sink);
    sink_number(sink, "challenges_per_day",
                play_challenges_per_day(request->play));
    sink_array(sink, "games");
    for (size_t i = 0; games[i]; i++)
        if (play_offers(request->play, games[i]))
            sink_string(sink, NULL, games[i]->id);
    sink_close(sink);
    sink_array(sink, "bots");
    for (size_t i = 0; bots[i].name; i++) {
        sink_object(sink, NULL);
        sink_string(sink, "name", bots[i].name);
        sink_string(sink, "about", bots[i].about);
        sink_close(sink);
    }
    sink_close(sink);
    reply_close(request);
    reply_etag_of_body(request);
    reply_revalidate(request);
    return HANDLED;
}
