/* JSON of bots and of the rules by which they accept challenges. */
#include "api/json/bot_json.h"

#include <string.h>

struct word {
    const char *text;
    uint8_t bit;
};

static const struct word clocks[] = {
    {"none", BOT_CLOCK_NONE},
    {"turn", BOT_CLOCK_TURN},
    {"bank", BOT_CLOCK_BANK},
    {NULL, 0},
};

static const struct word rated[] = {
    {"casual", BOT_CASUAL},
    {"rated", BOT_RATED},
    {NULL, 0},
};

static uint8_t find(const struct word *words, const char *text)
{
    for (; words->text; words++)
        if (strcmp(words->text, text) == 0)
            return words->bit;
    return 0;
}

uint8_t bot_clock_find(const char *word)
{
    return find(clocks, word);
}

uint8_t bot_rated_find(const char *word)
{
    return find(rated, word);
}

static void json_words(struct sink *sink, const char *key,
                       const struct word *words, uint8_t bits)
{
    sink_array(sink, key);
    for (; words->text; words++)
        if (bits & words->bit)
            sink_string(sink, NULL, words->text);
    sink_close(sink);
}

static void json_game(struct sink *sink, const struct bot_game *game)
{
    sink_object(sink, NULL);
    sink_string(sink, "game", game->id);
    sink_array(sink, "seats");
    for (int seats = 1; seats <= RULES_SEATS_MAX; seats++)
        if (game->seats >> (seats - 1) & 1)
            sink_number(sink, NULL, seats);
    sink_close(sink);
    sink_close(sink);
}

void json_bot_rules(struct sink *sink, const struct bot_entry *bot)
{
    const struct bot_rules *rules = &bot->rules;

    sink_array(sink, "games");
    for (size_t i = 0; i < rules->game_count; i++)
        json_game(sink, &rules->games[i]);
    sink_close(sink);
    json_words(sink, "clocks", clocks, rules->clocks);
    json_words(sink, "rated", rated, rules->rated);
    if (rules->at_once == BOT_AT_ONCE_ANY) {
        sink_null(sink, "at_once");
        sink_null(sink, "playing");
    } else {
        sink_number(sink, "at_once", rules->at_once);
        sink_number(sink, "playing", bot->playing);
    }
}
