/* The list of games: ids, settings, and what every row must hold. */
#include "rules/game.h"
#include "rules/sink.h"

#include "rules_match.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

Test(games, are_found_by_id)
{
    for (size_t i = 0; games[i]; i++)
        cr_expect_eq(game_find(games[i]->id), games[i]);
    cr_expect_null(game_find("no-such-game"));
    cr_expect_null(game_find(""));
}

Test(games, say_all_that_the_interface_asks)
{
    for (size_t i = 0; games[i]; i++) {
        const struct game *g = games[i];

        cr_expect(g->title && g->deck && g->deck->id && g->deck->origin);
        cr_expect(g->rules_version > 0 && g->deck->version > 0);
        cr_expect(g->oldest_version > 0 &&
                  g->oldest_version <= g->rules_version);
        cr_expect(g->state_size > 0 && g->state_size <= RULES_STATE_MAX);
        cr_expect(g->min_seats >= 1 && g->min_seats <= g->max_seats);
        cr_expect_leq(g->max_seats, RULES_SEATS_MAX);
        cr_expect(g->decisions_max > 0 && g->options);
        for (int n = 1; n <= RULES_SEATS_MAX; n++)
            cr_expect_eq(g->usual_decisions[n - 1] > 0,
                         n >= g->min_seats && n <= g->max_seats, "%s, %d seats",
                         g->id, n);
        cr_expect(g->start && g->to_act && g->moves && g->apply);
        cr_expect(g->leave && g->left);
        cr_expect(g->view && g->read && g->score && g->evaluate && g->resample);
        cr_expect(g->format && g->parse && g->describe && g->prompt);
        cr_expect(g->is_open && g->determinize && g->settings &&
                  g->irreversible);
        cr_expect(g->record && g->step && g->phrases);
        cr_expect(g->items && g->tally);
        cr_expect(g->explain && g->components && g->played);
    }
}

/* Ids stand in URLs and file names, option names in records. */
Test(games, are_named_by_words_that_need_no_escape)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    static const char option_letters[] = "abcdefghijklmnopqrstuvwxyz_";
    static const char *const head[] = {"game",  "ruleset", "deck",
                                       "seats", "secret",  "position"};

    for (size_t i = 0; games[i]; i++) {
        const struct option *options = games[i]->options;

        cr_expect_eq(strspn(games[i]->id, letters), strlen(games[i]->id));
        for (size_t n = 0; options[n].name; n++) {
            cr_expect_lt(n, RULES_OPTIONS_MAX);
            cr_expect_eq(strspn(options[n].name, option_letters),
                         strlen(options[n].name));
            cr_expect(options[n].meaning && options[n].meaning[0]);
            for (size_t h = 0; h < sizeof head / sizeof *head; h++)
                cr_expect_str_neq(options[n].name, head[h],
                                  "a record's head uses this word");
        }
    }
}

/* Whether the phrases of a game have a key. */
struct key_search {
    struct sink sink;
    const char *key;
    bool is_found;
};

static void look_for_key(struct sink *sink, struct sink_key key,
                         const char *value, size_t length)
{
    struct key_search *search = (struct key_search *)(void *)sink;

    (void)length;
    if (strcmp(key.word, search->key) == 0)
        search->is_found = value[0];
}

static void expect_phrase(const struct game *game, const char *name,
                          const char *what)
{
    char key[100];

    snprintf(key, sizeof key, "option.%s%s%s", name, *what ? "." : "", what);
    for (enum language l = LANGUAGE_EN; l < LANGUAGES; l++) {
        struct key_search search = {
            .sink = {.text = look_for_key, .language = l}, .key = key};

        game->phrases(&search.sink);
        cr_expect(search.is_found, "%s: no %s in language %d", game->id, key,
                  (int)l);
    }
}

Test(games, have_phrases_for_their_options_and_the_values)
{
    for (size_t i = 0; games[i]; i++)
        for (const struct option *o = games[i]->options; o->name; o++) {
            expect_phrase(games[i], o->name, "");
            expect_phrase(games[i], o->name, "about");
            for (size_t n = 0; o->choices && o->choices[n]; n++)
                expect_phrase(games[i], o->name, o->choices[n]);
        }
}

/* Counts the keys that end with ".one". */
struct one_search {
    struct sink sink;
    const struct game *game;
    size_t count;
};

static void check_one(struct sink *sink, struct sink_key key, const char *value,
                      size_t value_length)
{
    static const char end[] = ".one";
    struct one_search *search = (struct one_search *)(void *)sink;
    char several[100];
    struct key_search rest = {.sink = {.text = look_for_key}, .key = several};

    (void)value;
    (void)value_length;
    if (key.length < sizeof end ||
        strcmp(key.word + key.length - strlen(end), end) != 0)
        return;
    snprintf(several, sizeof several, "%.*s", (int)(key.length - strlen(end)),
             key.word);
    search->game->phrases(&rest.sink);
    cr_expect(rest.is_found, "%s: %s, but no %s", search->game->id, key.word,
              several);
    search->count++;
}

/* Texts with a number look for the key of 1 only beside that of others. */
Test(games, have_a_phrase_for_several_of_what_has_one_for_1)
{
    size_t count = 0;

    for (size_t i = 0; games[i]; i++) {
        struct one_search search = {.sink = {.text = check_one},
                                    .game = games[i]};

        games[i]->phrases(&search.sink);
        count += search.count;
    }
    cr_expect_gt(count, 0);
}

Test(games, have_defaults_that_can_be_played)
{
    static const uint8_t secret[RULES_SECRET_SIZE];
    alignas(max_align_t) uint8_t state[RULES_STATE_MAX];

    for (size_t i = 0; games[i]; i++) {
        for (uint8_t seats = games[i]->min_seats; seats <= games[i]->max_seats;
             seats++) {
            struct settings settings;

            game_defaults(games[i], seats, &settings);

            cr_expect_eq(settings.seats, seats);
            cr_expect_eq(game_check_settings(games[i], &settings), RULES_OK);
            cr_expect_eq(games[i]->start(state, &settings, secret), RULES_OK);
            cr_expect_neq(games[i]->to_act(state), 0);
        }
    }
}

Test(games, refuse_seats_and_values_out_of_range)
{
    for (size_t i = 0; games[i]; i++) {
        const struct game *g = games[i];
        struct settings usual, settings;

        game_defaults(g, g->min_seats, &usual);
        settings = usual;
        settings.seats = (uint8_t)(g->min_seats - 1);
        cr_expect_eq(game_check_settings(g, &settings), RULES_BAD_SETTINGS);
        settings.seats = (uint8_t)(g->max_seats + 1);
        cr_expect_eq(game_check_settings(g, &settings), RULES_BAD_SETTINGS);
        for (size_t n = 0; g->options[n].name; n++) {
            settings = usual;
            settings.values[n] = -1000;
            cr_expect_eq(game_check_settings(g, &settings), RULES_BAD_SETTINGS);
            settings.values[n] = 1000;
            cr_expect_eq(game_check_settings(g, &settings), RULES_BAD_SETTINGS);
        }
    }
}

/* A match of one seat may have defaults of its own; both are values. */
Test(games, have_a_default_for_one_seat_and_one_for_more)
{
    for (size_t i = 0; games[i]; i++) {
        struct settings one, two;

        game_defaults(games[i], 1, &one);
        game_defaults(games[i], 2, &two);
        for (size_t n = 0; games[i]->options[n].name; n++) {
            cr_expect_eq(one.values[n], games[i]->options[n].fallback_solo);
            cr_expect_eq(two.values[n], games[i]->options[n].fallback);
            one.values[n] = two.values[n];
        }
        one.seats = two.seats;
        cr_expect_eq(game_check_settings(games[i], &two),
                     two.seats < games[i]->min_seats ? RULES_BAD_SETTINGS
                                                     : RULES_OK);
    }
}

/* Some value of the option is allowed, or leads to advice on another. */
static bool helps(const struct game *game, struct settings *settings,
                  size_t option)
{
    for (int value = -100; value <= 100; value++) {
        const char *why;
        size_t next = option;

        settings->values[option] = (int16_t)value;
        why = game->refuses(settings, &next);
        if (game_check_settings(game, settings) == RULES_OK ||
            (why && next != option))
            return true;
    }
    return false;
}

/* Every combination of options, for every number of seats. */
Test(games, refuse_what_does_not_go_together_with_a_sentence)
{
    static const uint8_t secret[RULES_SECRET_SIZE];
    alignas(max_align_t) uint8_t state[RULES_STATE_MAX];

    for (size_t i = 0; games[i]; i++) {
        const struct game *g = games[i];
        struct settings settings;

        for (int seats = g->min_seats; seats <= g->max_seats; seats++) {
            for (int n = 0; test_settings(g, seats, n, &settings); n++) {
                size_t option = SIZE_MAX;
                const char *why =
                    g->refuses ? g->refuses(&settings, &option) : NULL;
                enum rules_err expected = why ? RULES_BAD_SETTINGS : RULES_OK;

                cr_expect_eq(game_check_settings(g, &settings), expected, "%s",
                             test_settings_text(g, &settings));
                cr_expect_eq(g->start(state, &settings, secret), expected, "%s",
                             test_settings_text(g, &settings));
                if (!why)
                    continue;
                cr_expect_eq(why[strlen(why) - 1], '.', "%s", why);
                cr_assert_lt(option, RULES_OPTIONS_MAX);
                cr_expect(strstr(why, g->options[option].name),
                          "names the option: %s", why);
                cr_expect(helps(g, &settings, option), "%s", why);
            }
        }
    }
}

/* Another deal is another match: piles, and hands if there are any, differ. */
Test(games, are_dealt_again_by_resample)
{
    static struct test_match m;
    static uint8_t key[32] = "redeal";
    struct random random;

    random_init(&random, key, 0);
    for (size_t i = 0; games[i]; i++) {
        alignas(max_align_t) uint8_t other[RULES_STATE_MAX];
        struct settings settings;
        struct sink_hash before, after;
        int differ = 0;

        game_defaults(games[i], games[i]->max_seats, &settings);
        test_match_start(&m, games[i], &settings, 1);
        for (int n = 0; n < 20; n++) {
            memcpy(other, m.state, sizeof other);
            games[i]->resample(other, 0, &random);
            sink_hash_init(&before);
            sink_hash_init(&after);
            games[i]->view(m.state, RULES_OMNISCIENT, &before.sink);
            games[i]->view(other, RULES_OMNISCIENT, &after.sink);
            differ += before.hash != after.hash;
        }
        cr_expect_gt(differ, 15, "%s: %d of 20 deals differ", games[i]->id,
                     differ);
    }
}

Test(games, have_components_that_make_a_document)
{
    static char text[1 << 20];
    static struct source_text_node nodes[1 << 16];
    struct source_text source;
    struct sink_text sink;

    for (size_t i = 0; games[i]; i++) {
        sink_text_init(&sink, text, sizeof text);
        games[i]->components(&sink.sink);

        cr_expect_not(sink.overflow);
        cr_expect_eq(sink.depth, 0);
        cr_expect_gt(sink.length, 0);
        cr_expect(source_text_init(&source, text, nodes, 1 << 16),
                  "%s: line %zu", games[i]->id, source.line);
    }
}

/* Is there a line "cards.N.WORD id"? */
static bool has_card(const char *components, const char *id)
{
    for (const char *line = components; *line;
         line += strcspn(line, "\n") + 1) {
        size_t length = strcspn(line, "\n"), size = strlen(id);

        if (strncmp(line, "cards.", 6) == 0 && length > size &&
            line[length - size - 1] == ' ' &&
            strncmp(line + length - size, id, size) == 0)
            return true;
        if (line[length] == '\0')
            break;
    }
    return false;
}

/* How many moves of an eager match play a card; each must be one of these. */
static int cards_played(const struct game *game, uint64_t seed,
                        const char *components)
{
    static struct test_match m;
    struct settings settings;
    int count = 0;

    game_defaults(game, 2, &settings);
    cr_assert_eq(test_match_start(&m, game, &settings, seed), RULES_OK);
    for (;;) {
        static uint8_t before[RULES_STATE_MAX];
        char id[RULES_CARD_SIZE] = "";
        const struct entry *entry;

        memcpy(before, m.state, game->state_size);
        if (!test_match_step_eager(&m))
            return count;
        entry = &m.record.entries[m.record.count - 1];
        if (!game->played(before, entry->seat, entry->move, id))
            continue;
        cr_expect(has_card(components, id), "%s: no card %s", game->id, id);
        cr_expect_eq(strcspn(id, " \n"), strlen(id));
        count++;
    }
}

Test(games, know_the_cards_that_moves_play)
{
    static char components[1 << 20];
    struct sink_text sink;

    for (size_t i = 0; games[i]; i++) {
        int count = 0;

        sink_text_init(&sink, components, sizeof components);
        games[i]->components(&sink.sink);
        for (uint64_t seed = 0; seed < 3; seed++)
            count += cards_played(games[i], seed, components);
        cr_expect_gt(count, 10, "%s: %d cards", games[i]->id, count);
    }
}
