/* Two worlds that a viewer cannot tell apart: every request about a match that
 * the viewer may send is sent to both. */
#include "worlds.h"
#include "depth.h"
#include "sandbox.h"
#include "sse.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PREVIEWS = 10 };

/* Play a move that reveals nothing, and undo it. */
static void play_and_take_back(struct worlds *worlds, int viewer,
                               const char *body)
{
    struct answer done = worlds_compare(worlds, viewer, "/moves", body);
    char back[64];

    cr_expect_eq(done.status, 201, "%s", done.body);
    snprintf(back, sizeof back, "{\"to_seq\":%ld}",
             answer_number(&done, "seq") - 1);
    answer_clear(&done);
    worlds_same(worlds, viewer, "/state", NULL);
    worlds_same(worlds, viewer, "/legal-moves", NULL);
    worlds_same(worlds, viewer, "/undo", back);
}

/* Lists that begin with a move that can be undone.  They are refused, or stop
 * after it, and it is undone. */
static void send_lists(struct worlds *worlds, int viewer, const char *move)
{
    static const char *const bad[] = {"fly", "place red1 40", "discard 7"};
    char body[256], back[64];

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(body, sizeof body, "{\"moves\":[\"%s\",\"%s\",\"fly\"]}", move,
                 bad[i]);
        struct answer done = worlds_compare(worlds, viewer, "/moves", body);

        snprintf(back, sizeof back, "{\"to_seq\":%ld}",
                 answer_number(&done, "seq") - 1);
        if (done.status == 201)
            worlds_same(worlds, viewer, "/undo", back);
        answer_clear(&done);
    }
}

static void preview_moves(struct worlds *worlds, int viewer, json_t *moves)
{
    size_t count = json_array_size(moves);
    size_t step = count / PREVIEWS + 1;
    bool has_played = false;
    char body[192], lists[320];

    for (size_t i = 0; i < count; i += step) {
        json_t *move = json_object_get(json_array_get(moves, i), "move");

        snprintf(body, sizeof body, "{\"move\":\"%s\"}",
                 json_string_value(move));
        struct answer preview =
            worlds_compare(worlds, viewer, "/moves/preview", body);
        bool reveals = json_is_true(json_object_get(preview.json, "reveals"));

        cr_expect_eq(preview.status, 200, "%s", preview.body);
        snprintf(lists, sizeof lists,
                 "{\"alternatives\":[\"%s\",\"%s\"],\"forced\":true}",
                 json_string_value(move), json_string_value(move));
        worlds_same(worlds, viewer, "/moves/preview", lists);
        worlds->revealing += reveals;
        worlds->open += !reveals;
        if (!has_played &&
            json_is_true(json_object_get(preview.json, "undoable"))) {
            play_and_take_back(worlds, viewer, body);
            send_lists(worlds, viewer, json_string_value(move));
            has_played = true;
        }
        answer_clear(&preview);
    }
}

/* Every request that the viewer may send. */
static void compare_worlds(struct worlds *worlds, int viewer)
{
    static const char *const refused[] = {
        "{\"move\":\"fly\"}", "{\"move\":\"place red1 1\"}",
        "{\"move\":\"place red1 40\"}", "{\"move\":\"discard 7\"}"};

    static const char *const reads[] = {"",
                                        "/state?at_seq=2",
                                        "/state?at_seq=1",
                                        "/state?view=compact",
                                        "/state?seat=0",
                                        "/record",
                                        "/state?seat=1",
                                        "/legal-moves?seat=1",
                                        "/events?seat=0",
                                        "/events?limit=1",
                                        "/position?at_seq=2",
                                        "/events?after=3"};
    static const char *const undos[] = {"{\"to_seq\":1}", "{\"to_seq\":3}",
                                        "{\"to_seq\":2,\"seat\":1}"};

    worlds_same(worlds, viewer, "/state", NULL);
    worlds_same(worlds, viewer, "/events", NULL);
    worlds_same(worlds, viewer, "/position", NULL);
    for (size_t i = 0; i < sizeof reads / sizeof *reads; i++)
        worlds_same(worlds, viewer, reads[i], NULL);
    struct answer list = worlds_compare(worlds, viewer, "/legal-moves", NULL);

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        worlds_same(worlds, viewer, "/moves/preview", refused[i]);
    for (size_t i = 0; i < sizeof undos / sizeof *undos; i++)
        worlds_same(worlds, viewer, "/undo", undos[i]);
    preview_moves(worlds, viewer, json_object_get(list.json, "moves"));
    worlds_same(worlds, viewer, "/events", NULL);
    answer_clear(&list);
}

/* A quick run compares at every fourth decision. */
static void compare_many(struct worlds *worlds, const char *name,
                         const int *decisions, size_t count)
{
    const size_t every = 2;
    const struct game *game = game_find(name);
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));

    for (size_t i = 0; i < count; i += every)
        for (int viewer = RULES_SPECTATOR; viewer < WORLDS_SEATS; viewer++) {
            sandbox_state(game, WORLDS_SEATS, 40 + (unsigned)i, decisions[i],
                          state);
            worlds_deal(worlds, game, state, viewer, (unsigned)i);
            compare_worlds(worlds, viewer);
        }
}

Test(worlds, a_viewer_gets_the_same_bytes_in_worlds_that_look_the_same,
     .init = deep_only)
{
    static const int decisions[] = {0,  2,  5,   9,   12,  17,  22,
                                    31, 38, 44,  52,  63,  71,  80,
                                    90, 99, 110, 125, 139, 160, 190};
    struct worlds worlds;

    worlds_begin(&worlds);
    compare_many(&worlds, "underwater-cities", decisions,
                 sizeof decisions / sizeof *decisions);
    cr_expect(worlds.revealing > 2 && worlds.open > 14,
              "%d previews reveal, %d do not", worlds.revealing, worlds.open);
    cr_expect_gt(worlds.compressed, 100);
    fprintf(stderr,
            "%d answers were the same, %d compressed; %d previews reveal, "
            "%d not\n",
            worlds.compared, worlds.compressed, worlds.revealing, worlds.open);
    worlds_end(&worlds);
}

Test(worlds, a_viewer_of_the_template_gets_the_same_bytes_too,
     .init = deep_only)
{
    static const int decisions[] = {0, 1, 2, 3, 5, 6};
    struct worlds worlds;

    worlds_begin(&worlds);
    compare_many(&worlds, "template", decisions,
                 sizeof decisions / sizeof *decisions);
    cr_expect_gt(worlds.compared, 100);
    worlds_end(&worlds);
}

/* ---- lists, streams and exports ---- */

/* The text of an event of a stream without its time. */
static char *stream_words(struct sse *sse)
{
    struct sse_event event;

    if (!sse_next(sse, SSE_WAIT_MS, &event))
        return strdup("nothing");
    json_object_del(event.json, "at");
    char *data = json_dumps(event.json, JSON_COMPACT);
    size_t size = strlen(data) + SSE_ID_SIZE + sizeof event.type + 4;
    char *words = malloc(size);

    snprintf(words, size, "%s %s %s", event.id, event.type, data);
    free(data);
    sse_event_clear(&event);
    return words;
}

static void compare_streams(struct worlds *worlds, int viewer)
{
    struct sse sse[WORLDS];
    struct answer match = worlds_compare(worlds, viewer, "", NULL);
    long count = answer_number(&match, "seq");

    for (int world = 0; world < WORLDS; world++) {
        char path[128];

        snprintf(path, sizeof path, "/v1/matches/%s/events",
                 worlds->match[world]);
        sse_open(&sse[world], worlds_client(worlds, viewer), path, NULL);
    }
    for (long i = 0; i < count; i++) {
        char *words[WORLDS] = {stream_words(&sse[0]), stream_words(&sse[1])};

        cr_expect_str_eq(words[0], words[1]);
        cr_expect_str_neq(words[0], "nothing");
        free(words[0]);
        free(words[1]);
    }
    sse_close(&sse[0]);
    sse_close(&sse[1]);
    answer_clear(&match);
}

/* The member of a list of the account that is about a match, without ids and
 * times; "" when it is missing. */
static char *entry_of(const struct answer *list, const char *key,
                      const char *member, const char *match)
{
    static const char *const passing[] = {
        "id",          "match",      "created_at", "started_at",
        "finished_at", "changed_at", "absent_from"};
    json_t *entry;
    size_t i;

    json_array_foreach(json_object_get(list->json, key), i, entry)
    {
        const char *id = json_string_value(json_object_get(entry, member));

        if (!id || strcmp(id, match) != 0)
            continue;
        for (size_t k = 0; k < sizeof passing / sizeof *passing; k++)
            json_object_del(entry, passing[k]);
        return json_dumps(entry, JSON_COMPACT);
    }
    return strdup("");
}

static void compare_entries(struct worlds *worlds, int viewer, const char *path,
                            const char *key, const char *member)
{
    struct answer list = client_get(worlds_client(worlds, viewer), "%s", path);
    char *words[WORLDS];

    for (int world = 0; world < WORLDS; world++)
        words[world] = entry_of(&list, key, member, worlds->match[world]);
    cr_expect_str_eq(words[0], words[1], "%s", path);
    cr_expect_str_neq(words[0], "", "%s: %s", path, list.body);
    worlds->compared++;
    free(words[0]);
    free(words[1]);
    answer_clear(&list);
}

static void compare_accounts(struct worlds *worlds, int viewer)
{
    compare_entries(worlds, viewer, "/v1/matches?limit=100", "data", "id");
    compare_entries(worlds, viewer, "/v1/players/ada/matches?limit=100", "data",
                    "id");
    if (viewer < 0)
        return;
    compare_entries(worlds, viewer, "/v1/me/events?limit=100", "data", "match");
    compare_entries(worlds, viewer, "/v1/me/export", "matches", "match");
}

Test(worlds, streams_feeds_lists_and_exports_have_the_same_bytes_in_both,
     .init = deep_only)
{
    static const int decisions[] = {3, 20, 60, 120};
    const struct game *game = game_find("underwater-cities");
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
    struct worlds worlds;

    worlds_begin(&worlds);
    for (size_t i = 0; i < sizeof decisions / sizeof *decisions; i++)
        for (int viewer = RULES_SPECTATOR; viewer < WORLDS_SEATS; viewer++) {
            sandbox_state(game, WORLDS_SEATS, 70 + (unsigned)i, decisions[i],
                          state);
            worlds_deal(&worlds, game, state, viewer, (unsigned)i);
            compare_accounts(&worlds, viewer);
            compare_streams(&worlds, viewer);
        }
    worlds_end(&worlds);
}

/* Administrators are spectators of matches. */
Test(worlds, an_administrator_sees_no_more_than_a_spectator, .init = deep_only)
{
    static const int decisions[] = {1, 15, 50, 100};
    const struct game *game = game_find("underwater-cities");
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
    struct worlds worlds;

    worlds_begin(&worlds);
    for (size_t i = 0; i < sizeof decisions / sizeof *decisions; i++) {
        sandbox_state(game, WORLDS_SEATS, 90 + (unsigned)i, decisions[i],
                      state);
        worlds_deal(&worlds, game, state, RULES_SPECTATOR, (unsigned)i);
        compare_worlds(&worlds, WORLDS_ADMIN);
        compare_accounts(&worlds, WORLDS_ADMIN);
        compare_streams(&worlds, WORLDS_ADMIN);
    }
    worlds_end(&worlds);
}
