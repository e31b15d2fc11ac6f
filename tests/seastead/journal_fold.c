/* A client of Seastead without any rules: it keeps what a viewer sees up to
 * date from the steps of journals alone, for every viewer.  So no change is
 * missing from them.
 *
 * The client begins with a state made from the view before a decision, in which
 * hidden cards are any cards that fit.  It reads each step as a document. */
#include "depth.h"
#include "rules/journal.h"
#include "rules/random.h"
#include "rules/seastead/engine/stack.h"
#include "rules/seastead/view/view.h"
#include "rules/sink.h"
#include "rules_match.h"

#include <criterion/criterion.h>

enum {
    MATCHES = 6, /* of each seat count and combination of options */
    TEXT = 1 << 15,
    NODES = 1 << 11,
};

/* A step as a document. */
struct told {
    const struct source *in;
    const char *type;
    int seat;
};

static struct source_text_node nodes[NODES];
static struct source_text source;

static const struct source *open_text(char *text)
{
    cr_assert(source_text_init(&source, text, nodes, NODES), "line %zu",
              source.line);
    return &source.source;
}

static int number_in(const struct told *t, source_node node, const char *key,
                     int missing)
{
    const source_node member = t->in->member(t->in, node, key);
    bool truth;
    int64_t n;

    if (t->in->number(t->in, member, &n))
        return (int)n;
    return t->in->truth(t->in, member, &truth) ? truth : missing;
}

static int number(const struct told *t, const char *key)
{
    return number_in(t, 0, key, 0);
}

static const char *word_in(const struct told *t, source_node node,
                           const char *key)
{
    const char *text = "";

    (void)t->in->text(t->in, t->in->member(t->in, node, key), &text);
    return text;
}

static int index_in(const struct told *t, source_node node, const char *key,
                    const char *const *words, int count)
{
    const char *word = word_in(t, node, key);

    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    cr_assert_fail("\"%s\" of a step \"%s\" is \"%s\"", key, t->type, word);
    return 0;
}

/* ---- places ---- */

static source_node end_of(const struct told *t, const char *end)
{
    return t->in->member(t->in, 0, end);
}

static bool is_at(const struct told *t, const char *end, const char *place)
{
    return strcmp(word_in(t, end_of(t, end), "place"), place) == 0;
}

static int location(const struct told *t, const char *end)
{
    const char *word = word_in(t, end_of(t, end), "location");

    cr_assert_eq(strlen(word), 2);
    return (word[0] - '1') * SPOTS + word[1] - 'a';
}

static int seat_of(const struct told *t, const char *end)
{
    return number_in(t, end_of(t, end), "seat", -1);
}

static int flotilla(const struct told *t, const char *end)
{
    return number_in(t, end_of(t, end), "flotilla", 0) - 1;
}

/* Take a card from the top of a pile; if it is known and not the top one, it is
 * exchanged with it. */
static uint8_t take_top(uint8_t *pile, uint8_t *count, int card)
{
    uint8_t taken;

    cr_assert_gt(*count, 0);
    for (int i = 0; i < *count; i++)
        if (pile[i] == card) {
            pile[i] = pile[*count - 1];
            pile[*count - 1] = (uint8_t)card;
        }
    taken = pile[--*count];
    pile[*count] = 0;
    cr_assert(!card || taken == card, "card %d is not in the pile", card);
    return taken;
}

/* ---- steps ---- */

static void follow_resource(struct state *s, const struct told *t)
{
    const int r = index_in(t, 0, "resource", resource_words, RESOURCES);
    const int n = number(t, "n");

    if (is_at(t, "from", "storage"))
        s->seat[seat_of(t, "from")].stock[r] -= (uint8_t)n;
    if (is_at(t, "to", "storage"))
        s->seat[seat_of(t, "to")].stock[r] += (uint8_t)n;
    if (is_at(t, "from", "location"))
        s->token[location(t, "from")] = 0;
    if (is_at(t, "to", "location"))
        s->token[location(t, "to")] = (uint8_t)(r + 1);
}

/* Of two that change places the second comes to where the first was. */
static void follow_building(struct state *s, const struct told *t)
{
    const int piece = index_in(t, 0, "piece", piece_words, PIECES);
    const uint8_t building = (uint8_t)(1 + t->seat * PIECES + piece);

    if (is_at(t, "from", "board"))
        s->seat[t->seat].built[piece]++;
    else if (s->building[location(t, "from")] == building)
        s->building[location(t, "from")] = 0;
    s->building[location(t, "to")] = building;
}

static void follow_ship(struct state *s, const struct told *t)
{
    if (is_at(t, "from", "board"))
        s->seat[t->seat].ships--;
    else
        s->ship[location(t, "from")] = 0;
    if (is_at(t, "to", "location"))
        s->ship[location(t, "to")] = (uint8_t)(t->seat + 1);
}

static int display_index(const struct told *t, const char *end)
{
    return number_in(t, end_of(t, end), "index", 0);
}

static void follow_dock(struct state *s, const struct told *t)
{
    uint8_t tile = (uint8_t)number(t, "dock");

    if (is_at(t, "from", "pile"))
        tile = take_top(s->dock_pile, &s->dock_count, tile);
    else
        s->dock_display[display_index(t, "from")] = 0;
    if (is_at(t, "to", "display"))
        s->dock_display[display_index(t, "to")] = tile;
    else if (is_at(t, "to", "location"))
        s->dock[location(t, "to")] = tile;
}

static void follow_specialist(struct state *s, const struct told *t)
{
    uint8_t n = (uint8_t)number(t, "specialist");

    if (is_at(t, "from", "pile"))
        n = take_top(s->specialist_pile, &s->specialist_count, n);
    else
        s->specialist_display[display_index(t, "from")] = 0;
    if (is_at(t, "to", "display"))
        s->specialist_display[display_index(t, "to")] = n;
    if (!is_at(t, "to", "board"))
        return;
    s->seat[t->seat].specialists |= (uint16_t)(1u << (n - 1));
    s->seat[t->seat].face_up |= (uint16_t)(1u << (n - 1));
}

/* Take a decree from those that were drawn; one that is not known can be any of
 * them, and one that is not among them was one of them. */
static uint8_t take_drawn(struct state *s, int decree)
{
    const int which =
        !s->drawn_decree[0] || (decree && s->drawn_decree[1] == decree);
    uint8_t taken = s->drawn_decree[which];

    if (decree && taken != decree) {
        for (int i = 0; i < s->decree_count; i++)
            if (s->decree_pile[i] == decree)
                s->decree_pile[i] = taken;
        taken = (uint8_t)decree;
    }
    s->drawn_decree[which] = 0;
    return taken;
}

static void follow_decree(struct state *s, const struct told *t)
{
    uint8_t decree = (uint8_t)number(t, "decree");

    if (is_at(t, "from", "pile"))
        decree = take_top(s->decree_pile, &s->decree_count, decree);
    else if (is_at(t, "from", "drawn"))
        decree = take_drawn(s, decree);
    else
        s->decree = 0;
    if (is_at(t, "to", "drawn")) {
        s->drawn_decree[s->drawn_decree[0] != 0] = decree;
    } else if (is_at(t, "to", "force")) {
        s->decree = decree;
    } else if (is_at(t, "to", "covered")) {
        s->covered |= (uint16_t)(1u << (decree - 1));
    } else {
        memmove(s->decree_pile + 1, s->decree_pile, s->decree_count);
        s->decree_pile[0] = decree;
        s->decree_count++;
    }
}

static void follow_dive(struct state *s, const struct told *t)
{
    const int card = number(t, "card");

    for (int i = s->drawn; i < s->dive_count; i++)
        if (s->dive[i] == card)
            s->dive[i] = s->dive[s->drawn];
    s->dive[s->drawn++] = (uint8_t)card;
}

static void follow_flip(struct state *s, const struct told *t)
{
    const uint16_t bit = (uint16_t)(1u << (number(t, "specialist") - 1));

    s->seat[t->seat].face_up &= (uint16_t)~bit;
    if (number(t, "face_up"))
        s->seat[t->seat].face_up |= bit;
}

static void follow_swap(struct state *s, const struct told *t)
{
    const int a = flotilla(t, "from"), b = flotilla(t, "to");
    const uint8_t demand = s->demand[a];

    s->demand[a] = s->demand[b];
    s->demand[b] = demand;
}

/* The location built on, from 1; 0 for none. */
static int site_of(const struct told *t)
{
    const char *text;

    if (!t->in->text(t->in, t->in->member(t->in, 0, "site"), &text))
        return 0;
    return 1 + (text[0] - '1') * SPOTS + text[1] - 'a';
}

static void follow_progress(struct state *s, const struct told *t)
{
    const source_node list = t->in->member(t->in, 0, "pending");

    s->turn = (uint8_t)number(t, "turn");
    s->turns = (uint8_t)number(t, "turns");
    s->ending = (uint8_t)number(t, "ending");
    s->action = (uint8_t)index_in(t, 0, "action", action_words, 3);
    s->extra = (uint8_t)number(t, "extra_turn");
    s->site = (uint8_t)site_of(t);
    s->piece = (uint8_t)index_in(t, 0, "piece", piece_words, PIECES);
    s->depth = (uint8_t)t->in->length(t->in, list);
    memset(s->stack, 0, sizeof s->stack);
    for (int i = 0; i < s->depth; i++) {
        const source_node node = t->in->element(t->in, list, (size_t)i);

        s->stack[i] = (struct frame){
            .kind = (uint8_t)index_in(t, node, "kind", frame_words, FRAMES),
            .seat = (uint8_t)number_in(t, node, "seat", 0),
            .n = (uint8_t)number_in(t, node, "n", 0),
            .a = (uint8_t)number_in(t, node, "a", 0),
            .b = (uint8_t)number_in(t, node, "b", 0),
            .c = (uint8_t)number_in(t, node, "c", 0),
        };
    }
}

static void follow(struct state *s, const struct told *t)
{
    static const struct {
        const char *type;
        void (*follow)(struct state *s, const struct told *t);
    } ways[] = {
        {"resource", follow_resource}, {"building", follow_building},
        {"ship", follow_ship},         {"dock", follow_dock},
        {"decree", follow_decree},     {"specialist", follow_specialist},
        {"dive", follow_dive},         {"flip", follow_flip},
        {"swap", follow_swap},         {"progress", follow_progress},
    };

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcmp(ways[i].type, t->type) == 0) {
            ways[i].follow(s, t);
            return;
        }
    if (strcmp(t->type, "cleanup") == 0)
        s->seat[t->seat].cleanup += (uint8_t)number(t, "n");
    else if (strcmp(t->type, "face") == 0)
        s->facing = (uint8_t)number(t, "facing");
    else if (strcmp(t->type, "lock") == 0)
        s->locked = (uint8_t)flotilla(t, "to");
    else if (strcmp(t->type, "leave") == 0)
        s->seat[t->seat].left = 1;
    else if (strcmp(t->type, "over") == 0)
        s->phase = PHASE_OVER;
    else
        cr_assert_fail("a step of type \"%s\"", t->type);
}

/* A decree that is drawn or put back is named to nobody but its seat. */
static void check_secret(const struct told *t, int viewer)
{
    if (strcmp(t->type, "decree") == 0 &&
        (is_at(t, "to", "drawn") || is_at(t, "to", "pile")))
        cr_assert_eq(number(t, "decree") != 0,
                     viewer == t->seat || viewer == RULES_OMNISCIENT,
                     "viewer %d, decree of seat %d", viewer, t->seat);
}

static void follow_step(struct state *s, const struct journal *journal,
                        size_t i, int viewer)
{
    static char text[TEXT];
    struct told told = {.type = ""};
    struct sink_text sink;

    sink_text_init(&sink, text, sizeof text);
    game_step(game_find("seastead"), journal, i, viewer, &sink.sink);
    told.in = open_text(text);
    told.type = word_in(&told, 0, "type");
    told.seat = number_in(&told, 0, "seat", -1);
    check_secret(&told, viewer);
    follow(s, &told);
}

/* ---- matches ---- */

static void write_view(const void *state, int viewer, char out[TEXT])
{
    struct sink_text sink;

    sink_text_init(&sink, out, TEXT);
    game_find("seastead")->view(state, viewer, &sink.sink);
    cr_assert_not(sink.overflow);
}

static void expect_same(const char *text, const char *expected, int viewer)
{
    size_t i = 0, line = 0;

    for (; text[i] && text[i] == expected[i]; i++)
        if (text[i] == '\n')
            line = i + 1;
    cr_assert(text[i] == expected[i], "viewer %d: \"%.*s\", not \"%.*s\"",
              viewer, (int)strcspn(text + line, "\n"), text + line,
              (int)strcspn(expected + line, "\n"), expected + line);
}

static void check_viewer(const struct journal *journal, const void *before,
                         const void *after, int viewer, struct random *random)
{
    static char text[TEXT], expected[TEXT];
    struct state s;

    write_view(before, viewer, text);
    cr_assert_eq(
        game_find("seastead")->determinize(&s, open_text(text), viewer, random),
        RULES_OK);
    for (size_t i = 0; i < journal->count; i++)
        follow_step(&s, journal, i, viewer);
    write_view(&s, viewer, text);
    write_view(after, viewer, expected);
    expect_same(text, expected, viewer);
}

static void check_entry(struct test_match *m, const void *before,
                        struct random *random)
{
    const struct entry *entry = &m->entries[m->record.count - 1];
    struct state state;
    struct journal journal;

    memcpy(&state, before, sizeof state);
    journal_begin(&journal, m->settings.seats);
    if (entry->kind == ENTRY_LEAVE)
        game_leave_recorded(m->game, &state, entry->seat, entry->move.bits != 0,
                            &journal);
    else
        game_play_recorded(m->game, &state, entry->seat, entry->move, 0,
                           &journal);
    for (int viewer = RULES_OMNISCIENT; viewer < m->settings.seats; viewer++)
        check_viewer(&journal, before, m->state, viewer, random);
}

static void play_match(const struct settings *settings, uint64_t seed)
{
    static struct test_match match;
    struct state before;
    struct random random;

    test_match_start(&match, game_find("seastead"), settings, seed);
    random_init(&random, match.record.secret, UINT64_MAX);
    while (match.game->to_act(match.state)) {
        memcpy(&before, match.state, sizeof before);
        if (seed % 3 == 0 && random_below(&random, 80) == 0)
            test_match_step(&match,
                            (struct entry){.kind = ENTRY_LEAVE,
                                           .seat = (uint8_t)random_below(
                                               &random, settings->seats)});
        else if (seed % 2)
            test_match_step_eager(&match);
        else
            test_match_step_random(&match);
        check_entry(&match, &before, &random);
    }
}

Test(journal_fold, a_journal_leads_from_each_view_to_the_next, .timeout = 600)
{
    const struct game *game = game_find("seastead");
    const int matches = by_depth(2, MATCHES);
    struct settings settings;

    for (int seats = game->min_seats; seats <= game->max_seats; seats++)
        for (int v = -1; test_settings_allowed(game, seats, &v, &settings);)
            for (int i = 0; i < matches; i++)
                play_match(&settings, (uint64_t)(v + i));
}
