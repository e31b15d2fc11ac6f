/* Texts in the language that the client accepts. */
#include "http.h"
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"
#include "sse.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct fixture fixture;

static void setup(void)
{
    shared_setup();
    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
}

static void teardown(void)
{
    fixture_end(&fixture);
    shared_teardown();
}

TestSuite(languages, .init = setup, .fini = teardown);

static const char german[] = "Accept-Language: de-AT, en;q=0.5";

static struct answer get_german(int seat, const char *what)
{
    client_with(&fixture.players[seat], german);
    return fixture_get(&fixture, seat, what);
}

static void expect_header(const struct answer *answer, const char *name,
                          const char *part)
{
    char value[256];

    answer_header(answer, name, value, sizeof value);
    cr_expect_not_null(strstr(value, part), "%s: %s", name, value);
}

static const char *prompt_of(const struct answer *answer)
{
    return json_string_value(
        json_object_get(json_object_get(answer->json, "prompt"), "text"));
}

static const char *first_text(const struct answer *answer, const char *list)
{
    return json_string_value(json_object_get(
        json_array_get(json_object_get(answer->json, list), 0), "text"));
}

/* Twice each: the second response comes from the cache. */
Test(languages, moves_and_prompts_are_in_the_language_of_the_request)
{
    for (int i = 0; i < 4; i++) {
        const bool is_german = i % 2;
        struct answer moves = is_german
                                  ? get_german(0, "/legal-moves")
                                  : fixture_get(&fixture, 0, "/legal-moves");
        struct answer state = is_german ? get_german(0, "/state")
                                        : fixture_get(&fixture, 0, "/state");

        cr_expect_str_eq(prompt_of(&moves), is_german
                                                ? "Wähle 3 Karten zum Abwerfen."
                                                : "Choose 3 cards to discard.");
        cr_expect_str_eq(prompt_of(&state), prompt_of(&moves));
        cr_expect(strncmp(first_text(&moves, "moves"),
                          is_german ? "Wirf " : "Discard ", 5) == 0,
                  "%s", moves.body);
        expect_header(&moves, "Content-Language", is_german ? "de" : "en");
        expect_header(&moves, "Vary", "Accept-Language");
        expect_header(&state, "Content-Language", is_german ? "de" : "en");
        expect_header(&state, "Vary", "Accept-Language");
        answer_clear(&moves);
        answer_clear(&state);
    }
}

/* Expect this reason of a refused move, also of its preview. */
static void expect_reason(struct answer answer, const char *language,
                          const char *reason)
{
    cr_expect_eq(answer.status, 422);
    cr_expect_str_eq(answer_text(&answer, "reason"), reason);
    cr_expect_str_eq(answer_text(&answer, "detail"), reason);
    expect_header(&answer, "Content-Language", language);
    expect_header(&answer, "Vary", "Accept-Language");
    answer_clear(&answer);
}

Test(languages, reasons_of_refusals_are_in_the_language_of_the_request)
{
    static const char english_reason[] =
        "This is not the decision to make now: Choose 3 cards to discard.";
    static const char german_reason[] =
        "Jetzt geht es um eine andere Entscheidung: Wähle 3 Karten zum "
        "Abwerfen.";

    expect_reason(fixture_post(&fixture, 0, "end", fixture.seq, NULL), "en",
                  english_reason);
    expect_reason(fixture_preview(&fixture, 0, "end"), "en", english_reason);
    client_with(&fixture.players[0], german);
    expect_reason(fixture_post(&fixture, 0, "end", fixture.seq, NULL), "de",
                  german_reason);
    client_with(&fixture.players[0], german);
    expect_reason(fixture_preview(&fixture, 0, "end"), "de", german_reason);
}

/* A version is that of all languages, so that its URL may be cached for ever in
 * each of them. */
Test(languages, components_are_in_the_language_of_the_request)
{
    struct client *client = &fixture.players[0];
    struct answer game =
        client_send(client, "GET", "/v1/games/underwater-cities", NULL);
    const char *url = answer_text(&game, "components_url");

    for (int i = 0; i < 2; i++) {
        struct answer answer;

        if (i)
            client_with(client, german);
        answer = client_send(client, "GET", url, NULL);
        expect_header(&answer, "Content-Language", i ? "de" : "en");
        expect_header(&answer, "Vary", "Accept-Language");
        expect_header(&answer, "Cache-Control", "immutable");
        cr_expect_str_eq(
            first_text(&answer, "contracts"),
            i ? "Für 3 verbundene verbesserte Farmen darfst du ihn "
                "erfüllen: erhalte 4 Punkte und 3 Credits."
              : "With 3 connected upgraded farms you may claim: "
                "gain 4 points and 3 credits.");
        answer_clear(&answer);
    }
    answer_clear(&game);
}

Test(languages, an_etag_is_that_of_a_language)
{
    struct answer english = fixture_get(&fixture, 0, "/state");
    char tag[64], header[96];

    answer_header(&english, "ETag", tag, sizeof tag);
    snprintf(header, sizeof header, "If-None-Match: %s", tag);
    client_with(&fixture.players[0], header);
    struct answer other = get_german(0, "/state");

    cr_expect_eq(other.status, 200);
    answer_header(&other, "ETag", tag, sizeof tag);
    snprintf(header, sizeof header, "If-None-Match: %s", tag);
    client_with(&fixture.players[0], header);
    struct answer same = get_german(0, "/state");

    cr_expect_eq(same.status, 304);
    expect_header(&same, "Vary", "Accept-Language");
    answer_clear(&english);
    answer_clear(&other);
    answer_clear(&same);
}

/* A move with the tag of a German state, and its events in each language. */
Test(languages, events_are_in_the_language_of_the_request)
{
    char move[128], body[192], path[128], tag[64], header[96];
    const int seat = fixture_choose_any(&fixture, move, sizeof move);
    struct client *player = &fixture.players[seat];
    struct answer state = get_german(seat, "/state");

    answer_header(&state, "ETag", tag, sizeof tag);
    snprintf(header, sizeof header, "If-Match: %s", tag);
    snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
    snprintf(path, sizeof path, "/v1/matches/%s/moves", fixture.match);
    client_with(player, header);
    client_with(player, german);
    struct answer done = client_send(player, "POST", path, body);
    struct answer log = get_german(seat, "/events?limit=1");
    struct answer english = fixture_get(&fixture, seat, "/events?limit=1");

    cr_assert_eq(done.status, 201, "%s", done.body);
    expect_header(&done, "Content-Language", "de");
    cr_expect(strncmp(first_text(&done, "events"), "Wirf ", 5) == 0, "%s",
              done.body);
    cr_expect_not_null(strstr(done.body, " zum Abwerfen.\""), "%s", done.body);
    cr_expect_not_null(strstr(first_text(&log, "events"), " nimmt Platz "),
                       "%s", log.body);
    expect_header(&log, "Content-Language", "de");
    cr_expect_not_null(strstr(first_text(&english, "events"), " takes seat "),
                       "%s", english.body);
    expect_header(&english, "Content-Language", "en");
    answer_clear(&state);
    answer_clear(&done);
    answer_clear(&log);
    answer_clear(&english);
}

Test(languages, a_preview_is_in_the_language_of_the_request)
{
    char move[128];
    const int seat = fixture_choose_any(&fixture, move, sizeof move);

    client_with(&fixture.players[seat], german);
    struct answer preview = fixture_preview(&fixture, seat, move);

    cr_assert_eq(preview.status, 200, "%s", preview.body);
    cr_expect(strncmp(answer_text(&preview, "text"), "Wirf ", 5) == 0);
    expect_header(&preview, "Content-Language", "de");
    answer_clear(&preview);
}

Test(languages, a_stream_is_in_the_language_of_the_request)
{
    struct client *player = &fixture.players[0];
    struct sse_event event;
    struct sse sse;
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s/events", fixture.match);
    client_with(player, german);
    sse_open(&sse, player, path, NULL);
    cr_assert(sse_next(&sse, 10000, &event));
    cr_expect_not_null(strstr(event.data, " nimmt Platz "), "%s", event.data);
    cr_expect_not_null(strstr(sse.head, "Content-Language: de"), "%s",
                       sse.head);
    sse_event_clear(&event);
    sse_close(&sse);
}

/* ---- names of players ---- */

/* Play until the events have steps of both seats. */
static void play_some(void)
{
    cr_assert_gt(fixture_play(&fixture, 12), 8);
}

/* Expect that the texts of all steps name players, not numbers of seats.
 * Returns how many begin with a name. */
static int expect_names(const struct answer *log, const char *seat)
{
    json_t *event, *step;
    size_t i, k;
    int count = 0;

    json_array_foreach(json_object_get(log->json, "events"), i, event)
    {
        json_array_foreach(json_object_get(event, "steps"), k, step)
        {
            const char *words =
                json_string_value(json_object_get(step, "text"));

            cr_expect_null(strstr(words, seat), "%s", words);
            for (int who = 0; who < 2; who++)
                count += strncmp(words, fixture.players[who].name,
                                 strlen(fixture.players[who].name)) == 0;
        }
    }
    return count;
}

Test(languages, texts_of_steps_have_the_names_of_players)
{
    play_some();
    for (int seat = 0; seat < 2; seat++) {
        struct answer english =
            fixture_get(&fixture, seat, "/events?limit=100");
        struct answer other = get_german(seat, "/events?limit=100");

        cr_expect_gt(expect_names(&english, "eat "), 4, "%s", english.body);
        cr_expect_gt(expect_names(&other, "Platz "), 4, "%s", other.body);
        answer_clear(&english);
        answer_clear(&other);
    }
}

/* ---- names of players ---- */

/* The text of a legal move with this phrase, to out; false: no move has it. */
static bool find_phrase(const struct answer *list, const char *phrase,
                        char *out, size_t size)
{
    const json_t *moves = json_object_get(list->json, "moves"), *move;
    size_t i;

    json_array_foreach(moves, i, move)
    {
        const char *key = json_string_value(json_object_get(move, "phrase"));

        if (key && strcmp(key, phrase) == 0) {
            snprintf(out, size, "%s",
                     json_string_value(json_object_get(move, "text")));
            return true;
        }
    }
    return false;
}

/* Play until a seat may copy a diver, and write the text of that move to out;
 * false: the match ended before. */
static bool play_to_copy(struct fixture *table, char *out, size_t size)
{
    char move[128];

    for (int seat; (seat = fixture_choose_any(table, move, sizeof move)) >= 0;
         fixture_play(table, 1)) {
        struct answer list = fixture_get(table, seat, "/legal-moves");
        const bool is_found = find_phrase(&list, "move.copy", out, size);

        answer_clear(&list);
        if (is_found)
            return true;
    }
    return false;
}

Test(languages, legal_moves_name_players_instead_of_seats)
{
    struct fixture table = fixture;
    char text[256], ada[48], bea[48];

    table.chance = 2;
    fixture_begin_again(&table, "otys");
    while (!play_to_copy(&table, text, sizeof text))
        fixture_begin_again(&table, "otys");
    snprintf(ada, sizeof ada, "of %s ", account_name("ada"));
    snprintf(bea, sizeof bea, "of %s ", account_name("bea"));
    cr_expect(strstr(text, ada) || strstr(text, bea), "%s", text);
    cr_expect_null(strstr(text, "seat"), "%s", text);
}
