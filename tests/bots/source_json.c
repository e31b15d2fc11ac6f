/* A JSON document as a source: what is found, and what is not. */
#include "json/source_json.h"

#include "cli/cli.h"

#include <criterion/criterion.h>
#include <string.h>

/* A document and the source over it. */
struct document {
    json_t *json;
    struct source_json indexed;
    const struct source *in;
};

static void open_document(struct document *d, const char *text)
{
    *d = (struct document){0};
    d->json = json_loads(text, 0, NULL);
    cr_assert_not_null(d->json, "%s", text);
    cr_assert(source_json_init(&d->indexed, d->json));
    d->in = &d->indexed.source;
}

static void close_document(struct document *d)
{
    source_json_free(&d->indexed);
    json_decref(d->json);
}

Test(source_json, a_member_is_found_at_any_place)
{
    static const char *const texts[] = {
        "{\"a\": 1, \"b\": 2, \"c\": 3}",
        "{\"c\": 3, \"b\": 2, \"a\": 1}",
        "{\"x\": {\"b\": 9}, \"b\": 2, \"y\": [{\"b\": 8}]}",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct document d;
        int64_t number = 0;

        open_document(&d, texts[i]);
        cr_expect(d.in->number(d.in, d.in->member(d.in, 0, "b"), &number));
        cr_expect_eq(number, 2, "%s", texts[i]);
        close_document(&d);
    }
}

Test(source_json, members_of_members_are_those_of_their_own_object)
{
    struct document d;
    const char *text = NULL;
    source_node seats;

    open_document(&d, "{\"seats\": [{\"name\": \"ada\", \"at\": {\"name\": "
                      "\"dock\"}}, {\"name\": \"bo\"}], \"name\": \"match\"}");
    seats = d.in->member(d.in, 0, "seats");

    cr_expect(d.in->text(d.in, d.in->member(d.in, 0, "name"), &text));
    cr_expect_str_eq(text, "match");
    cr_expect(d.in->text(
        d.in, d.in->member(d.in, d.in->element(d.in, seats, 1), "name"),
        &text));
    cr_expect_str_eq(text, "bo");
    cr_expect(d.in->text(
        d.in,
        d.in->member(d.in,
                     d.in->member(d.in, d.in->element(d.in, seats, 0), "at"),
                     "name"),
        &text));
    cr_expect_str_eq(text, "dock");
    close_document(&d);
}

Test(source_json, elements_come_in_their_order_and_end_with_the_array)
{
    struct document d;
    source_node list;

    open_document(&d,
                  "{\"deep\": [[7]], \"list\": [10, 11, 12], \"none\": []}");
    list = d.in->member(d.in, 0, "list");

    cr_expect_eq(d.in->length(d.in, list), 3);
    for (size_t i = 0; i < 3; i++) {
        int64_t number = 0;

        cr_expect(d.in->number(d.in, d.in->element(d.in, list, i), &number));
        cr_expect_eq(number, 10 + (int64_t)i);
    }
    cr_expect_eq(d.in->element(d.in, list, 3), SOURCE_NONE);
    cr_expect_eq(d.in->element(d.in, d.in->member(d.in, 0, "none"), 0),
                 SOURCE_NONE);
    cr_expect_eq(d.in->length(d.in, d.in->member(d.in, 0, "none")), 0);
    close_document(&d);
}

Test(source_json, a_value_is_of_its_kind_and_of_no_other)
{
    static const char *const keys[] = {"number", "truth",  "text", "null",
                                       "real",   "object", "array"};
    struct document d;

    open_document(&d, "{\"number\": -9007199254740993, \"truth\": false, "
                      "\"text\": \"\", \"null\": null, \"real\": 1.0, "
                      "\"object\": {}, \"array\": []}");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        source_node node = d.in->member(d.in, 0, keys[i]);
        int64_t number = 5;
        bool truth = true;
        const char *text = "untouched";

        cr_assert_neq(node, SOURCE_NONE, "%s", keys[i]);
        cr_expect_eq(d.in->number(d.in, node, &number), i == 0, "%s", keys[i]);
        cr_expect_eq(d.in->truth(d.in, node, &truth), i == 1, "%s", keys[i]);
        cr_expect_eq(d.in->text(d.in, node, &text), i == 2, "%s", keys[i]);
        cr_expect_eq(d.in->is_null(d.in, node), i == 3, "%s", keys[i]);
        cr_expect_eq(number, i == 0 ? INT64_C(-9007199254740993) : 5);
        cr_expect_eq(truth, i != 1);
        cr_expect_str_eq(text, i == 2 ? "" : "untouched");
    }
    close_document(&d);
}

Test(source_json, asking_for_what_is_missing_fails_and_is_safe)
{
    struct document d;
    int64_t number = 0;
    bool truth = false;
    const char *text = NULL;
    source_node a;

    open_document(&d, "{\"a\": {\"b\": 1}, \"list\": [1]}");
    a = d.in->member(d.in, 0, "a");

    cr_expect_eq(d.in->member(d.in, 0, "b"), SOURCE_NONE);
    cr_expect_eq(d.in->member(d.in, a, "a"), SOURCE_NONE);
    cr_expect_eq(d.in->member(d.in, d.in->member(d.in, 0, "list"), "0"),
                 SOURCE_NONE, "an array has no members");
    cr_expect_eq(d.in->element(d.in, a, 0), SOURCE_NONE,
                 "an object has no elements");
    cr_expect_eq(d.in->member(d.in, SOURCE_NONE, "a"), SOURCE_NONE);
    cr_expect_eq(d.in->element(d.in, SOURCE_NONE, 0), SOURCE_NONE);
    cr_expect_eq(d.in->length(d.in, SOURCE_NONE), 0);
    cr_expect_eq(d.in->length(d.in, a), 0);
    cr_expect_not(d.in->number(d.in, SOURCE_NONE, &number));
    cr_expect_not(d.in->truth(d.in, SOURCE_NONE, &truth));
    cr_expect_not(d.in->text(d.in, SOURCE_NONE, &text));
    cr_expect_not(d.in->is_null(d.in, SOURCE_NONE));
    cr_expect_not(d.in->is_null(d.in, 5), "there are five places");
    close_document(&d);
}

Test(source_json, only_an_object_can_be_the_root)
{
    struct source_json indexed;
    json_t *list = json_pack("[i]", 1);

    cr_expect_not(source_json_init(&indexed, list));
    cr_expect_not(source_json_init(&indexed, NULL));
    json_decref(list);
}

/* ---- places ---- */

Test(source_json, members_and_elements_follow_one_another)
{
    struct document d;
    struct source_place place;
    source_node list, node = SOURCE_NONE;
    size_t count = 0;

    open_document(&d, "{\"a\": [4, 5, 6], \"b\": {}, \"c\": 1}");
    while ((node = d.in->next(d.in, 0, node)) != SOURCE_NONE) {
        cr_assert(d.in->place(d.in, node, &place));
        cr_expect_eq(place.container, 0);
        cr_expect_eq(place.key_length, 1);
        cr_expect_eq(place.key[0], "abc"[count++]);
    }
    cr_expect_eq(count, 3);
    list = d.in->member(d.in, 0, "a");
    for (count = 0; (node = d.in->next(d.in, list, node)) != SOURCE_NONE;) {
        cr_assert(d.in->place(d.in, node, &place));
        cr_expect_eq(place.container, list);
        cr_expect_null(place.key);
        cr_expect_eq(place.index, count++);
    }
    cr_expect_eq(count, 3);
    cr_expect_eq(d.in->next(d.in, d.in->member(d.in, 0, "b"), SOURCE_NONE),
                 SOURCE_NONE);
    cr_expect_eq(d.in->next(d.in, SOURCE_NONE, SOURCE_NONE), SOURCE_NONE);
    cr_expect_not(d.in->place(d.in, 0, &place), "the root is nowhere");
    cr_expect_not(d.in->place(d.in, SOURCE_NONE, &place));
    close_document(&d);
}

Test(source_json, an_object_is_not_an_array)
{
    struct document d;

    open_document(&d, "{\"a\": [], \"b\": {}, \"c\": 1}");
    cr_expect(d.in->has_shape(d.in, 0, SINK_OBJECT));
    cr_expect_not(d.in->has_shape(d.in, 0, SINK_ARRAY));
    cr_expect(d.in->has_shape(d.in, d.in->member(d.in, 0, "a"), SINK_ARRAY));
    cr_expect_not(
        d.in->has_shape(d.in, d.in->member(d.in, 0, "b"), SINK_ARRAY));
    cr_expect_not(
        d.in->has_shape(d.in, d.in->member(d.in, 0, "c"), SINK_OBJECT));
    cr_expect_not(d.in->has_shape(d.in, SOURCE_NONE, SINK_OBJECT));
    close_document(&d);
}

/* What a view becomes on its way through JSON: a sink that builds it. */
struct builder {
    struct sink sink;
    json_t *level[16];
    int depth;
};

static void put(struct sink *sink, const char *key, json_t *value)
{
    struct builder *b = (struct builder *)sink;
    json_t *into = b->level[b->depth];

    if (key)
        json_object_set_new(into, key, value);
    else
        json_array_append_new(into, value);
}

static void build_number(struct sink *sink, struct sink_key key, int64_t value)
{
    put(sink, key.word, json_integer(value));
}

static void build_truth(struct sink *sink, struct sink_key key, bool value)
{
    put(sink, key.word, json_boolean(value));
}

static void build_text(struct sink *sink, struct sink_key key,
                       const char *value, size_t length)
{
    (void)length;
    put(sink, key.word, json_string(value));
}

static void build_null(struct sink *sink, struct sink_key key)
{
    put(sink, key.word, json_null());
}

static void build_open(struct sink *sink, struct sink_key key,
                       enum sink_shape shape)
{
    struct builder *b = (struct builder *)sink;
    json_t *value = shape == SINK_OBJECT ? json_object() : json_array();

    put(sink, key.word, value);
    b->level[++b->depth] = value;
}

static void build_close(struct sink *sink)
{
    ((struct builder *)sink)->depth--;
}

static json_t *view_json(const struct game *game, const void *state, int viewer)
{
    struct builder b = {.sink = {build_number, build_truth, build_text,
                                 build_null, build_open, build_close,
                                 LANGUAGE_EN, false, NULL},
                        .level = {json_object()}};

    game->view(state, viewer, &b.sink);
    return b.level[0];
}

Test(source_json, every_game_determinizes_the_json_of_a_view)
{
    for (size_t g = 0; games[g]; g++) {
        const struct game *game = games[g];
        uint8_t secret[RULES_SECRET_SIZE];
        struct settings settings;
        struct position real, determinized;
        struct source_json indexed;
        struct random random;
        json_t *view, *view_there;

        seed_secret(3, 0, secret);
        seed_stream(3, 1, &random);
        memset(&real, 0, sizeof real);
        game_defaults(game, game->max_seats, &settings);
        cr_assert_eq(game->start(&real, &settings, secret), RULES_OK);
        view = view_json(game, &real, 1);
        cr_assert(source_json_init(&indexed, view));
        cr_assert_not_null(game->determinize, "%s", game->id);
        cr_assert_eq(
            game->determinize(&determinized, &indexed.source, 1, &random),
            RULES_OK, "%s", game->id);
        source_json_free(&indexed);
        view_there = view_json(game, &determinized, 1);
        cr_expect(json_equal(view, view_there), "%s", game->id);
        json_decref(view);
        json_decref(view_there);
    }
}
