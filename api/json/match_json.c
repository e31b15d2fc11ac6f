/* JSON of matches and players. */
#include "api/json/match_json.h"

#include "api/json/clock_json.h"
#include "api/json/members.h"
#include "api/json/ratings_json.h"
#include "base/decimal.h"
#include "base/hex.h"

#include <stdio.h>
#include <string.h>

const char *match_status_word(enum match_status status)
{
    switch (status) {
    case MATCH_OPEN: return "open";
    case MATCH_RUNNING: return "running";
    case MATCH_FINISHED: return "finished";
    case MATCH_ABORTED: return "aborted";
    }
    return "?";
}

static const char *reason_word(enum match_reason reason)
{
    switch (reason) {
    case MATCH_PLAYED_OUT: return "played-out";
    case MATCH_RESIGNED: return "resigned";
    case MATCH_TIMED_OUT: return "timed-out";
    }
    return "?";
}

/* NULL: it was not aborted, or the reason is not known. */
static const char *abort_word(enum match_abort reason)
{
    switch (reason) {
    case ABORT_UNKNOWN: break;
    case ABORT_EMPTY: return "empty";
    case ABORT_VOTED: return "votes";
    case ABORT_OPENING: return "opening";
    case ABORT_BY_CREATOR: return "creator";
    case ABORT_BY_OPERATOR: return "operator";
    case ABORT_EXPIRED: return "expired";
    }
    return NULL;
}

void json_profile(struct sink *sink, const struct player *player)
{
    sink_string(sink, "name", player->name);
    json_display(sink, player->display);
    sink_string(sink, "kind", player->kind == ACCOUNT_HUMAN ? "human" : "bot");
    sink_timestamp(sink, "created_at", player->created_us);
}

void json_account(struct sink *sink, const struct player *player)
{
    sink_string(sink, "id", player->id);
    json_profile(sink, player);
    sink_truth(sink, "guest", player->is_guest);
}

void json_seats(struct sink *sink, const char *key, seat_set seats)
{
    sink_array(sink, key);
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        if (seats >> seat & 1)
            sink_number(sink, NULL, seat);
    sink_close(sink);
}

void json_option(struct sink *sink, const struct option *option, int16_t value)
{
    switch (option->kind) {
    case OPTION_BOOL: sink_truth(sink, option->name, value != 0); break;
    case OPTION_CHOICE:
        sink_string(sink, option->name, option->choices[value]);
        break;
    case OPTION_INT: sink_number(sink, option->name, value); break;
    }
}

void json_settings(struct sink *sink, const struct game *game,
                   const struct settings *settings)
{
    const struct option *options = game->options;

    sink_object(sink, "options");
    for (size_t i = 0; options && options[i].name; i++)
        json_option(sink, &options[i], settings->values[i]);
    sink_close(sink);
}

static void json_seat(struct sink *sink, int number,
                      const struct match_seat *seat)
{
    sink_object(sink, NULL);
    sink_number(sink, "seat", number);
    if (seat->kind == SEAT_OPEN) {
        sink_null(sink, "player");
    } else {
        sink_object(sink, "player");
        sink_string(sink, "name", seat->name);
        json_display(sink, seat->display);
        sink_string(sink, "kind",
                    seat->kind == SEAT_BOT || seat->is_bot_account ? "bot"
                                                                   : "human");
        sink_close(sink);
    }
    sink_close(sink);
}

/* ---- scores ---- */

static const char *outcome_word(enum outcome outcome)
{
    switch (outcome) {
    case OUTCOME_RANKED: return "ranked";
    case OUTCOME_WON: return "won";
    case OUTCOME_LOST: return "lost";
    }
    return "?";
}

static void json_goal(struct sink *sink, const char *name, int16_t reached,
                      int16_t needed)
{
    sink_object(sink, NULL);
    sink_string(sink, "name", name);
    sink_number(sink, "reached", reached);
    sink_number(sink, "needed", needed);
    sink_close(sink);
}

void json_totals(struct sink *sink, const struct scores *scores)
{
    sink_array(sink, "score");
    for (int seat = 0; seat < scores->seats; seat++)
        sink_number(sink, NULL, scores->total[seat]);
    sink_close(sink);
}

void json_scores(struct sink *sink, const struct scores *scores)
{
    sink_array(sink, "breakdown");
    for (int seat = 0; seat < scores->seats; seat++) {
        sink_object(sink, NULL);
        for (int i = 0; i < scores->items; i++)
            sink_number(sink, scores->item[i].name,
                        scores->item[i].points[seat]);
        sink_close(sink);
    }
    sink_close(sink);
    sink_array(sink, "goals");
    for (int i = 0; i < scores->goals; i++)
        json_goal(sink, scores->goal[i].name, scores->goal[i].reached,
                  scores->goal[i].needed);
    sink_close(sink);
}

/* The parts of a result that are written like those of a score. */
static void json_result_scores(struct sink *sink, const struct match *match)
{
    const struct match_result *result = &match->result;
    struct scores scores = {.seats = match->settings.seats,
                            .items = result->items,
                            .goals = result->goals};

    for (size_t i = 0; i < result->items; i++) {
        scores.item[i].name = result->item[i].name;
        memcpy(scores.item[i].points, result->item[i].points,
               sizeof scores.item[i].points);
    }
    for (size_t i = 0; i < result->goals; i++)
        scores.goal[i] =
            (struct score_goal){result->goal[i].name, result->goal[i].reached,
                                result->goal[i].needed};
    json_scores(sink, &scores);
}

void json_result(struct sink *sink, const struct match *match)
{
    const struct match_result *result = &match->result;

    if (!match->has_result) {
        sink_null(sink, "result");
        return;
    }
    sink_object(sink, "result");
    sink_string(sink, "outcome", outcome_word(result->outcome));
    sink_array(sink, "ranks");
    for (int seat = 0; seat < match->settings.seats; seat++)
        sink_number(sink, NULL, result->rank[seat]);
    sink_close(sink);
    sink_array(sink, "scores");
    for (int seat = 0; seat < match->settings.seats; seat++)
        sink_number(sink, NULL, result->total[seat]);
    sink_close(sink);
    json_result_scores(sink, match);
    sink_string(sink, "reason", reason_word(result->reason));
    sink_close(sink);
}

/* ---- matches ---- */

void json_match(struct sink *sink, const struct match *match)
{
    json_match_rated(sink, match, NULL);
}

void json_match_rated(struct sink *sink, const struct match *match,
                      const struct match_ratings *ratings)
{
    char ruleset[8];

    snprintf(ruleset, sizeof ruleset, "%u", match->rules_version);
    sink_string(sink, "id", match->id);
    sink_string(sink, "game", match->game->id);
    sink_string(sink, "ruleset", ruleset);
    sink_string(sink, "deck", match->deck);
    sink_number(sink, "deck_version", match->deck_version);
    sink_string(sink, "status", match_status_word(match->status));
    sink_number(sink, "seq", match->seq);
    sink_truth(sink, "rated", match->rated);
    sink_truth(sink, "private", match->is_private);
    sink_truth(sink, "sandbox", match->sandbox);
    json_settings(sink, match->game, &match->settings);
    sink_array(sink, "seats");
    for (int seat = 0; seat < match->settings.seats; seat++)
        json_seat(sink, seat, &match->seats[seat]);
    sink_close(sink);
    json_seats(sink, "to_act", match->to_act);
    json_clock(sink, match, CLOCK_TIMELESS);
    json_absences(sink, match);
    json_seats(sink, "abort_votes", match->abort_votes);
    sink_timestamp(sink, "created_at", match->created_us);
    sink_timestamp(sink, "started_at", match->started_us);
    sink_timestamp(sink, "finished_at", match->finished_us);
    sink_optional_string(sink, "abort_reason", abort_word(match->abort_reason));
    json_result(sink, match);
    json_seats(sink, "forfeits", match->forfeits);
    sink_optional_string(sink, "commitment",
                         match->commitment[0] ? match->commitment : NULL);
    json_ratings(sink, match, ratings);
}

void json_prompt(struct sink *sink, const struct game *game, const void *state,
                 int viewer)
{
    seat_set to_act = state ? game->to_act(state) : 0;
    int seat = 0;

    if (!to_act) {
        sink_null(sink, "prompt");
        return;
    }
    if (viewer >= 0 && to_act >> viewer & 1)
        seat = viewer;
    else
        while (!(to_act >> seat & 1))
            seat++;
    sink_object(sink, "prompt");
    sink_number(sink, "seat", seat);
    game->prompt(state, seat, viewer, sink);
    sink_close(sink);
}

void view_hash(const struct game *game, const void *state, int viewer,
               char out[STATE_HASH_SIZE])
{
    struct sink_hash hash;

    sink_hash_init(&hash);
    hash.sink.is_compact = true; /* it changes whenever the view does */
    sink_object(&hash.sink, NULL);
    game->view(state, viewer, &hash.sink);
    sink_close(&hash.sink);
    hex_write_u64(hash.hash, out);
}

/* Continue a hash with a text and its NUL: FNV-1a. */
static uint32_t hash_on(uint32_t hash, const char *text)
{
    for (;; text++) {
        hash = (hash ^ (unsigned char)*text) * 16777619U;
        if (*text == '\0')
            return hash;
    }
}

/* A hash of the players' names. */
static uint32_t names_hash(const struct match *match)
{
    uint32_t hash = 2166136261U;

    for (int seat = 0; seat < match->settings.seats; seat++) {
        hash = hash_on(hash, match->seats[seat].name);
        if (*match->seats[seat].display)
            hash = hash_on(hash, match->seats[seat].display);
    }
    return hash;
}

void match_tag(const struct match *match, char out[STATE_TAG_SIZE])
{
    snprintf(out, STATE_TAG_SIZE, "%lu.%08lx", (unsigned long)match->seq,
             (unsigned long)names_hash(match));
}

static char *add(char *end, const char *text)
{
    const size_t length = strlen(text);

    memcpy(end, text, length + 1);
    return end + length;
}

static void add_language(enum language language, char *end)
{
    if (language == LANGUAGE_DE)
        add(end, "-de");
}

/* Returns the end. */
static char *viewer_tag(uint32_t seq, int viewer, char out[STATE_TAG_SIZE])
{
    char *end = decimal_write(seq, out);

    return viewer < 0 ? add(end, ".spectator")
                      : decimal_write((unsigned)viewer, add(end, "."));
}

void state_tag(uint32_t seq, int viewer, enum language language,
               char out[STATE_TAG_SIZE])
{
    add_language(language, viewer_tag(seq, viewer, out));
}

void moves_tag(const struct match *match, int viewer, enum language language,
               char out[STATE_TAG_SIZE])
{
    char *end = viewer_tag(match->seq, viewer, out);

    snprintf(end, STATE_TAG_SIZE - (size_t)(end - out), ".%08lx",
             (unsigned long)names_hash(match));
    add_language(language, end + strlen(end));
}

void past_tag(uint32_t seq, int viewer, enum language language,
              char out[STATE_TAG_SIZE])
{
    add_language(language, add(viewer_tag(seq, viewer, out), "-past"));
}
