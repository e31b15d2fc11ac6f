/* All viewers but its insiders read the same of an event: of whole matches of
 * all games with all options. */
#include "depth.h"
#include "rules_match.h"

#include "api/json/match_json.h"
#include "api/json/sink_json.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* What the viewers read of the last entry of the record. */
struct readings {
    const struct test_match *m;
    struct match match;
    struct match_event event;
    struct event_context context;
    size_t secret, open; /* events with insiders, and without */
};

static void set_event(struct readings *readings, const void *before)
{
    const struct test_match *m = readings->m;
    const struct entry *entry = &m->record.entries[m->record.count - 1];
    const struct game *game = m->game;

    readings->match = (struct match){.game = game,
                                     .settings = m->settings,
                                     .status = MATCH_RUNNING,
                                     .seq = (uint32_t)m->record.count};
    readings->event = (struct match_event){
        .seq = readings->match.seq,
        .kind = entry->kind == ENTRY_LEAVE ? EVENT_RESIGN : EVENT_MOVE,
        .seat = entry->seat,
        .bits = entry->move};
    if (readings->event.kind == EVENT_MOVE)
        game->format(before, entry->seat, entry->move, readings->event.move);
    readings->context = (struct event_context){
        .match = &readings->match, .before = before, .after = m->state};
}

static seat_set write_for(const struct readings *readings, int viewer,
                          struct text *text)
{
    struct event_context context = readings->context;
    struct sink_json json;

    context.viewer = viewer;
    text_rewind(text);
    sink_json_init(&json, text);
    return json_event(&json.sink, &context, &readings->event);
}

static void compare(struct readings *readings)
{
    struct text spectator = {0}, text = {0};
    const seat_set insiders = write_for(readings, RULES_SPECTATOR, &spectator);

    for (int seat = 0; seat < readings->m->settings.seats; seat++) {
        cr_assert_eq(write_for(readings, seat, &text), insiders);
        if (!(insiders >> seat & 1))
            cr_assert_str_eq(text.bytes, spectator.bytes);
    }
    if (insiders)
        readings->secret++;
    else
        readings->open++;
    text_clear(&text);
    text_clear(&spectator);
}

static void compare_match(struct readings *readings, const struct game *game,
                          const struct settings *settings, uint64_t seed)
{
    static struct test_match m;
    static alignas(max_align_t) uint8_t before[RULES_STATE_MAX];

    readings->m = &m;
    cr_assert_eq(test_match_start(&m, game, settings, seed), RULES_OK);
    for (;;) {
        memcpy(before, m.state, sizeof before);
        if (!test_match_step_eager(&m))
            break;
        set_event(readings, before);
        compare(readings);
    }
}

/* A quick run leaves out most combinations of options. */
static void compare_matches(const struct game *game)
{
    const uint64_t every = 5;
    struct readings readings = {.m = NULL};
    struct settings settings;
    uint64_t count = 0;

    for (int seats = game->min_seats; seats <= game->max_seats; seats++)
        for (int n = -1; test_settings_allowed(game, seats, &n, &settings);)
            if (count++ % every == 0)
                compare_match(&readings, game, &settings, count);
    cr_expect_gt(readings.open, 0, "%s", game->id);
    cr_expect_gt(readings.secret, 0, "%s", game->id);
}

Test(insiders, all_others_read_the_same, .init = deep_only, .timeout = 600)
{
    for (size_t i = 0; games[i]; i++)
        compare_matches(games[i]);
}
