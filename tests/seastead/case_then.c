/* `then ...`: looks at the result of the moves. */
#include "case_story.h"
#include "rules/seastead/engine/stack.h"

bool case_value(const struct story *t, const void *state, int seat,
                const char *what, int *out)
{
    const struct state *s = state;
    const struct seat *me = &s->seat[seat];
    const struct {
        const char *name;
        int value;
    } things[] = {
        {"kelp", me->stock[KELP]},
        {"metal", me->stock[METAL]},
        {"fish", me->stock[FISH]},
        {"artifact", me->stock[ARTIFACT]},
        {"cleanup", me->cleanup},
        {"ships", me->ships},
        {"ports", me->built[PORT]},
        {"academies", me->built[ACADEMY]},
        {"shipyards", me->built[SHIPYARD]},
        {"specialists", __builtin_popcount(me->specialists)},
        {"face-up", __builtin_popcount(me->face_up)},
        {"left", me->left},
    };

    (void)t;
    for (size_t i = 0; i < sizeof things / sizeof *things; i++)
        if (!strcmp(things[i].name, what)) {
            *out = things[i].value;
            return true;
        }
    return false;
}

/* "then at LOCATION PIECE SEAT", or "nothing" */
static void then_at(const struct story *t)
{
    const struct state *s = story_sees(t);
    const int l = story_location(t, t->words[2]);
    int want = 0;

    if (strcmp(t->words[3], "nothing") != 0)
        want = 1 + story_number(t, t->words[4]) * PIECES +
               story_word(t, t->words[3], piece_words, PIECES);
    if (s->building[l] != want)
        story_fail(t, "at %s is building %d", t->words[2], s->building[l]);
}

/* "then ship LOCATION SEAT", or "nothing" */
static void then_ship(const struct story *t)
{
    const int ship = story_sees(t)->ship[story_location(t, t->words[2])];
    const bool none = !strcmp(t->words[3], "nothing");

    if (ship != (none ? 0 : 1 + story_number(t, t->words[3])))
        story_fail(t, "at %s is ship %d", t->words[2], ship - 1);
}

static void then_token(const struct story *t)
{
    const int token = story_sees(t)->token[story_location(t, t->words[2])];
    const bool none = !strcmp(t->words[3], "nothing");

    if (token !=
        (none ? 0 : 1 + story_word(t, t->words[3], resource_words, RESOURCES)))
        story_fail(t, "at %s is resource %d", t->words[2], token - 1);
}

static void then_dock(const struct story *t)
{
    const int dock = story_sees(t)->dock[story_location(t, t->words[2])];

    if (dock != story_number(t, t->words[3]))
        story_fail(t, "at %s is dock tile %d", t->words[2], dock);
}

static void then_demand(const struct story *t)
{
    for (int f = 0; f < FLOTILLAS; f++)
        if (story_sees(t)->demand[f] !=
            story_word(t, t->words[2 + f], resource_words, RESOURCES))
            story_fail(t, "flotilla %d demands %s", f + 1,
                       resource_words[story_sees(t)->demand[f]]);
}

/* "then supply N RESOURCE ..." */
static void then_supply(const struct story *t)
{
    for (int i = 2; i + 1 < t->count; i += 2) {
        const int r = story_word(t, t->words[i + 1], resource_words, RESOURCES);

        if (supply_of(story_sees(t), r) != story_number(t, t->words[i]))
            story_fail(t, "the supply has %d %s", supply_of(story_sees(t), r),
                       resource_words[r]);
    }
}

/* What the seat that is to act decides: "turn", or a word of frames.def. */
static void then_asks(const struct story *t)
{
    const struct state *s = story_sees(t);
    const char *kind = s->phase == PHASE_OVER ? "nothing"
                       : s->depth ? frame_words[s->stack[s->depth - 1].kind]
                                  : "turn";

    if (strcmp(kind, t->words[2]) != 0)
        story_fail(t, "what is asked is %s", kind);
}

static void then_display(const struct story *t)
{
    for (int i = 0; i < DISPLAY; i++) {
        const int n = story_sees(t)->specialist_display[i];
        const char *word = n ? specialists[n].word : "nobody";

        if (strcmp(word, t->words[2 + i]) != 0)
            story_fail(t, "place %d shows %s", i + 1, word);
    }
}

bool case_then(const struct story *t, const char *what)
{
    const struct state *s = story_sees(t);
    static const struct {
        const char *what;
        void (*look)(const struct story *t);
    } looks[] = {
        {"at", then_at},     {"ship", then_ship},       {"token", then_token},
        {"dock", then_dock}, {"demand", then_demand},   {"supply", then_supply},
        {"asks", then_asks}, {"display", then_display},
    };
    const struct {
        const char *what;
        int value;
    } values[] = {
        {"turn", s->turn},
        {"first", s->first},
        {"ending", s->ending},
        {"locked", s->locked + 1},
        {"decree", s->decree},
        {"facing", s->facing + 1},
        {"cleanup-supply", cleanup_supply(s)},
        {"dive-pile", s->dive_count - s->drawn},
        {"dock-pile", s->dock_count},
        {"specialist-pile", s->specialist_count},
        {"decree-pile", s->decree_count},
        {"boss", built_count(&s->seat[1])},
    };

    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (!strcmp(looks[i].what, what)) {
            looks[i].look(t);
            return true;
        }
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (!strcmp(values[i].what, what)) {
            story_expect_number(t, values[i].value);
            return true;
        }
    return false;
}
