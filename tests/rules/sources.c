/* What a text source and a record make of what nobody writes. */
#include "rules/replay.h"
#include "rules/sink.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Read one line; the text of its member "a", or NULL. */
static const char *text_of(const char *value)
{
    static struct source_text_node nodes[8];
    static struct source_text source;
    static char line[80];
    const struct source *base = &source.source;
    const char *out = NULL;

    snprintf(line, sizeof line, "a \"%s\"\n", value);
    if (!source_text_init(&source, line, nodes, 8))
        return NULL;
    cr_assert(base->text(base, base->member(base, 0, "a"), &out));
    return out;
}

Test(sources, escapes_are_those_that_a_sink_writes)
{
    cr_expect_str_eq(text_of("\\u0041\\n\\\"\\\\"), "A\n\"\\");
    cr_expect_str_eq(text_of("\\u001f"), "\x1f");
    cr_expect_str_eq(text_of("\\u007f"), "\x7f");
    cr_expect_null(text_of("\\u00g1"));
    cr_expect_null(text_of("\\u001G"));
    cr_expect_null(text_of("\\u001!"));
    cr_expect_null(text_of("\\u0000"), "a text ends there");
    cr_expect_null(text_of("\\u0100"), "no byte");
    cr_expect_null(text_of("\\u1000"), "no byte");
    cr_expect_null(text_of("\\t"));
    cr_expect_null(text_of("\\u00"));
}

Test(sources, a_leaf_has_no_members_and_a_list_no_more_than_it_has)
{
    struct source_text_node nodes[8];
    struct source_text source;
    const struct source *base = &source.source;
    char text[] = "a 1\nb.0 2\n", again[] = "a 1\nb.0 2\n";
    source_node a, b;

    cr_assert(source_text_init(&source, text, nodes, 8));
    a = base->member(base, 0, "a");
    b = base->member(base, 0, "b");
    cr_expect_eq(base->member(base, a, "c"), SOURCE_NONE);
    cr_expect_eq(base->member(base, b, "c"), SOURCE_NONE);
    cr_expect_eq(base->element(base, a, 0), SOURCE_NONE);
    cr_expect_eq(base->element(base, 0, 0), SOURCE_NONE);
    cr_expect_eq(base->element(base, b, 1), SOURCE_NONE);
    cr_expect_neq(base->element(base, b, 0), SOURCE_NONE);
    for (size_t cap = 0; cap < 4; cap++) { /* four are needed */
        memcpy(again, "a 1\nb.0 2\n", sizeof again);
        cr_expect_not(source_text_init(&source, again, nodes, cap));
    }
}

Test(sources, members_and_elements_follow_one_another)
{
    struct source_text_node nodes[16];
    struct source_text source;
    const struct source *base = &source.source;
    char text[] = "a.0 1\nb {}\na.1 2\nc 3\n";
    source_node list, node = SOURCE_NONE;
    struct source_place place;
    size_t count = 0;

    cr_assert(source_text_init(&source, text, nodes, 16));
    while ((node = base->next(base, 0, node)) != SOURCE_NONE) {
        cr_assert(base->place(base, node, &place));
        cr_expect_eq(place.container, 0);
        cr_expect_eq(place.key_length, 1);
        cr_expect_eq(place.key[0], "abc"[count++]);
    }
    cr_expect_eq(count, 3);
    list = base->member(base, 0, "a");
    for (count = 0; (node = base->next(base, list, node)) != SOURCE_NONE;) {
        cr_assert(base->place(base, node, &place));
        cr_expect_null(place.key);
        cr_expect_eq(place.container, list);
        cr_expect_eq(place.index, count++);
    }
    cr_expect_eq(count, 2);
    cr_expect_eq(base->next(base, base->member(base, 0, "b"), SOURCE_NONE),
                 SOURCE_NONE);
    cr_expect_not(base->place(base, 0, &place), "the root is nowhere");
    cr_expect(base->has_shape(base, list, SINK_ARRAY));
    cr_expect_not(base->has_shape(base, list, SINK_OBJECT));
    cr_expect(base->has_shape(base, base->member(base, 0, "b"), SINK_OBJECT));
    cr_expect_not(base->has_shape(base, SOURCE_NONE, SINK_OBJECT));
}

Test(sources, entries_of_no_kind_do_not_apply)
{
    static struct test_match m;
    const struct entry strange = {.kind = 9},
                       undo = {.kind = ENTRY_UNDO, .move = {1}},
                       nobodys = {.seat = RULES_SEATS_MAX, .is_trusted = true};
    static struct replay replay;
    alignas(max_align_t) uint8_t state[RULES_STATE_MAX];
    struct settings settings;
    struct record record;
    size_t failed = 9;

    game_defaults(game_find("template"), 2, &settings);
    cr_assert_eq(test_match_start(&m, game_find("template"), &settings, 1),
                 RULES_OK);
    replay_begin(&replay, m.game, m.state);
    cr_expect_eq(replay_step(&replay, &strange), RULES_ILLEGAL_MOVE);
    cr_expect_eq(replay_step(&replay, &undo), RULES_ILLEGAL_MOVE);
    cr_expect_eq(replay_step(&replay, &nobodys), RULES_NOT_TO_ACT);
    cr_expect_neq(replay_step_known(&replay, &nobodys, 0), RULES_OK);
    record = m.record;
    cr_assert(record_append(&record, strange));
    cr_expect_eq(record_replay(&record, 1, state, &failed), RULES_ILLEGAL_MOVE);
    cr_expect_eq(failed, 0);
    cr_expect_eq(record_replay(&record, 1, state, NULL), RULES_ILLEGAL_MOVE);
    record.settings.seats = 0;
    cr_expect_eq(record_replay(&record, 1, state, &failed), RULES_BAD_SETTINGS);
    cr_expect_eq(record_replay(&record, 1, state, NULL), RULES_BAD_SETTINGS);
}
