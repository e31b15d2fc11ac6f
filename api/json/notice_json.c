/* JSON of the notices of an account. */
#include "api/json/notice_json.h"

#include "api/json/match_json.h"
#include "api/json/members.h"
#include "play/accounts/account_feed.h"

const char *feed_kind_word(enum feed_kind kind)
{
    static const char *const words[] = {
        [FEED_MATCH] = "match",
        [FEED_CHALLENGE] = "challenge",
        [FEED_QUEUE] = "queue",
    };

    return words[kind];
}

static void json_made(struct sink *sink, const struct feed_notice *notice)
{
    sink_optional_string(sink, "match",
                         notice->match[0] ? notice->match : NULL);
}

/* Null: the seat is open. */
static void json_players(struct sink *sink, const struct feed_notice *notice)
{
    sink_array(sink, "players");
    for (size_t i = 0; i < notice->player_count; i++)
        sink_optional_string(sink, NULL,
                             notice->players[i][0] ? notice->players[i] : NULL);
    sink_close(sink);
}

static void json_ranks(struct sink *sink, const struct feed_notice *notice)
{
    if (notice->rank[0] == 0) {
        sink_null(sink, "ranks");
        return;
    }
    sink_array(sink, "ranks");
    for (size_t i = 0; i < notice->player_count; i++)
        sink_number(sink, NULL, notice->rank[i]);
    sink_close(sink);
}

static void json_match_notice(struct sink *sink,
                              const struct feed_notice *notice)
{
    sink_string(sink, "match", notice->id);
    sink_number(sink, "seq", notice->seq);
    sink_string(sink, "status", match_status_word(notice->status));
    json_seats(sink, "to_act", notice->to_act);
    json_seats(sink, "seats", notice->mine);
    json_players(sink, notice);
    sink_timestamp(sink, "changed_at", notice->moved_us);
    sink_timestamp(sink, "deadline", notice->deadline_us);
    json_ranks(sink, notice);
}

static void json_challenge_notice(struct sink *sink,
                                  const struct feed_notice *notice)
{
    sink_string(sink, "challenge", notice->id);
    sink_string(sink, "status", challenge_status_word(notice->challenge));
    sink_string(sink, "answer", challenge_answer_word(notice->answer));
    json_players(sink, notice);
    json_made(sink, notice);
}

void json_notice(struct sink *sink, const struct feed_notice *notice)
{
    sink_object(sink, NULL);
    sink_string(sink, "type", feed_kind_word(notice->kind));
    sink_string(sink, "game", notice->game->id);
    switch (notice->kind) {
    case FEED_MATCH: json_match_notice(sink, notice); break;
    case FEED_CHALLENGE: json_challenge_notice(sink, notice); break;
    case FEED_QUEUE:
        sink_string(sink, "status", queue_status_word(notice->queue));
        json_made(sink, notice);
        break;
    }
    /* In all of them, so that a client that handles only matches can ignore the
     * others. */
    sink_truth(sink, "your_turn", (notice->to_act & notice->mine) != 0);
    sink_close(sink);
}
