/* Journals of random matches: a client without rules follows each view from
 * them, and every payment is in them with its exact price.
 *
 * FATHOM_DEPTH=deep plays all combinations of options, checks every viewer of
 * every decision, and more prices. */
#include "depth.h"
#include "journal_fold.h"
#include "rules_match.h"

#include "rules/journal.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/cost.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/game.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include <stdio.h>

enum {
    TEXT = 1 << 17,
    NODES = 1 << 13,
    SETUPS_MAX = 100,
    LEAVES = 40, /* where seats leave, one decision in 40 */
};

struct setup {
    int seats, variant;
};

static struct test_match match;
static struct journal journal;
static char seen[TEXT], expected[TEXT];

static void write_view(const void *state, int viewer, char out[TEXT])
{
    struct sink_text sink;

    sink_text_init(&sink, out, TEXT);
    underwater_cities.view(state, viewer, &sink.sink);
    cr_assert_not(sink.overflow);
}

/* A client that has nothing but the viewer's view. */
static void begin_fold(struct fold *f, const void *before, int viewer,
                       struct random *random)
{
    static struct source_text_node nodes[NODES];
    struct source_text source;

    f->viewer = viewer;
    write_view(before, viewer, seen);
    cr_assert(source_text_init(&source, seen, nodes, NODES));
    cr_assert_eq(
        underwater_cities.determinize(&f->s, &source.source, viewer, random),
        RULES_OK);
}

/* The first lines in which the two views differ. */
static const char *difference(void)
{
    static char lines[600];
    size_t i = 0, line = 0;

    for (; seen[i] && seen[i] == expected[i]; i++)
        if (seen[i] == '\n')
            line = i + 1;
    snprintf(lines, sizeof lines, "followed \"%.*s\", it is \"%.*s\"",
             (int)strcspn(seen + line, "\n"), seen + line,
             (int)strcspn(expected + line, "\n"), expected + line);
    return lines;
}

static void print_journal(int viewer)
{
    struct sink_text sink;

    sink_text_init(&sink, seen, sizeof seen);
    for (size_t i = 0; i < journal.count; i++) {
        sink_object(&sink.sink, NULL);
        game_step(&underwater_cities, &journal, i, viewer, &sink.sink);
        sink_close(&sink.sink);
    }
    fprintf(stderr, "%s", seen);
}

static void check_viewer(const void *before, int viewer, struct random *random)
{
    struct fold f;

    begin_fold(&f, before, viewer, random);
    for (size_t i = 0; i < journal.count; i++)
        fold_step(&f, &journal, i);
    write_view(&f.s, viewer, seen);
    write_view(match.state, viewer, expected);
    if (strcmp(seen, expected) != 0) {
        fprintf(stderr, "%s\n", difference());
        print_journal(viewer);
        write_view(&f.s, viewer, seen);
    }
    cr_assert(strcmp(seen, expected) == 0, "%s, entry %zu, viewer %d: %s",
              test_settings_text(&underwater_cities, &match.settings),
              match.record.count, viewer, difference());
}

/* Record the last entry of the match again. */
static void record_entry(const void *before)
{
    const struct entry *entry = &match.entries[match.record.count - 1];
    struct uwc_state state;

    memcpy(&state, before, sizeof state);
    journal_begin(&journal, match.settings.seats);
    if (entry->kind == ENTRY_LEAVE) {
        game_leave_recorded(&underwater_cities, &state, entry->seat,
                            entry->move.bits != 0, &journal);
    } else {
        const int passes = game_forced_passes(
            &underwater_cities, before, entry->seat, entry->move, match.state);

        game_play_recorded(&underwater_cities, &state, entry->seat, entry->move,
                           (uint8_t)passes, &journal);
    }
    cr_assert_not(journal.is_full);
    cr_assert_eq(memcmp(&state, match.state, sizeof state), 0);
}

/* One viewer, or all of them now and then. */
static void check_viewers(const void *before, struct random *random)
{
    const int viewers = match.settings.seats + 2;
    const int one = (int)random_below(random, (uint32_t)viewers);
    const bool all = is_deep() && random_below(random, 12) == 0;

    for (int i = 0; i < viewers; i++)
        if (all || i == one)
            check_viewer(before, i + RULES_OMNISCIENT, random);
}

/* ---- payments ---- */

/* What gains and payments of the journal come to is how the stocks differ. */
static void check_sums(const struct uwc_state *before,
                       const struct uwc_state *after)
{
    int sum[RULES_SEATS_MAX][POINT + 1] = {{0}};

    for (int i = 0; i < journal.count; i++) {
        const struct journal_step *step = &journal.step[i];

        if (step->type == JOURNAL_GAIN)
            sum[step->seat][step->what] += step->n;
        if (step->type == JOURNAL_PAY || step->type == JOURNAL_LOSE)
            sum[step->seat][step->what] -= step->n;
    }
    for (int seat = 0; seat < before->seats; seat++) {
        const struct seat *a = &before->seat[seat], *b = &after->seat[seat];

        for (int r = 0; r < RESOURCES; r++)
            cr_assert_eq(b->stock[r] - a->stock[r], sum[seat][r],
                         "seat %d, resource %d", seat, r);
        cr_assert_eq(b->points - a->points, sum[seat][POINT]);
    }
}

/* The price of a build or an upgrade, from the state before it. */
static void expected_price(const struct uwc_state *before, int seat,
                           struct move m, int price[RESOURCES])
{
    const struct effect *e = uwc_part(before, move_part(m));
    const int payment = move_x(m);
    uint16_t upgrade = 0;

    if (move_verb(m) == MOVE_UPGRADE) {
        cr_assert_eq(build_upgrade_price(e, move_b(m), &upgrade), REFUSED_OK);
        for (int r = 0; r < RESOURCES; r++)
            price[r] = price_of(upgrade, (enum resource)r);
        return;
    }
    build_cost(before, seat, e, (enum piece)move_b(m), move_a(m), price);
    price[KELP] -= payment_kelp(payment);
    price[STEELPLAST] -= payment_steelplast(payment);
    price[BIOMATTER] += payment_kelp(payment) + payment_steelplast(payment);
}

/* The journal of a build or an upgrade has its price and the structure. */
static void check_price(const struct uwc_state *before, int seat, struct move m)
{
    const bool is_build = move_verb(m) == MOVE_BUILD;
    const enum cause_kind cause = is_build ? CAUSE_BUILDING : CAUSE_UPGRADING;
    int price[RESOURCES], paid[RESOURCES] = {0}, structures = 0;

    expected_price(before, seat, m, price);
    for (int i = 0; i < journal.count; i++) {
        const struct journal_step *step = &journal.step[i];

        structures +=
            step->type == (is_build ? JOURNAL_BUILD : JOURNAL_UPGRADE);
        if (step->type == JOURNAL_PAY && step->because.kind == cause) {
            cr_assert_eq(step->seat, seat);
            cr_assert_eq(paid[step->what], 0, "each resource is paid once");
            paid[step->what] = step->n;
        }
    }
    cr_assert_eq(structures, 1);
    for (int r = 0; r < RESOURCES; r++)
        cr_assert_eq(paid[r], price[r], "seat %d, resource %d", seat, r);
}

/* Try the builds and upgrades that the seat may make now. */
static size_t check_prices(const struct uwc_state *before)
{
    static struct move moves[RULES_MOVES_MAX];
    const int seat = __builtin_ctz(uwc_to_act(before));
    const size_t listed = uwc_moves(before, seat, moves, RULES_MOVES_MAX);
    size_t count = 0;

    for (size_t i = 0; i < listed; i++) {
        struct uwc_state after = *before;

        if (move_verb(moves[i]) != MOVE_BUILD &&
            move_verb(moves[i]) != MOVE_UPGRADE)
            continue;
        journal_begin(&journal, before->seats);
        game_play_recorded(&underwater_cities, &after, seat, moves[i], 0,
                           &journal);
        check_price(before, seat, moves[i]);
        check_sums(before, &after);
        count++;
    }
    return count;
}

Test(journal, every_build_and_upgrade_has_its_exact_price, .timeout = 600)
{
    const size_t wanted = is_deep() ? 8000 : 4000;
    struct settings settings;
    size_t count = 0;

    for (uint64_t seed = 0; count < wanted; seed++) {
        const int seats = 1 + (int)(seed % 4);
        int number = -1;

        for (uint64_t i = 0; i <= seed / 4 % 16; i++)
            cr_assert(test_settings_allowed(&underwater_cities, seats, &number,
                                            &settings));
        test_match_start(&match, &underwater_cities, &settings, seed);
        while (count < wanted && test_match_step_random(&match))
            if (uwc_to_act(match.state))
                count += check_prices((const void *)match.state);
    }
}

/* ---- the views ---- */

/* How much a collector likes a move: special and action cards, the more if
 * they replace a special one. */
static uint32_t liking(struct move m)
{
    const int card = move_verb(m) == MOVE_PLACE ? move_b(m) : move_a(m);
    const bool is_special = card && card_is_special(card);

    switch (move_verb(m)) {
    case MOVE_CARD: return is_special ? 9 : 5;
    case MOVE_SPECIAL:
    case MOVE_THREE:
    case MOVE_TILES: return 8;
    case MOVE_PLACE:
        if (!card || cards[card]->colour != slot_colour(move_a(m)))
            return 0;
        return is_special ? 7 : cards[card]->type == ACTION ? 4 : 0;
    default: return 0;
    }
}

static void collect(struct random *random)
{
    static struct move moves[RULES_MOVES_MAX];
    const int seat = __builtin_ctz(uwc_to_act(match.state));
    const size_t count = uwc_moves(match.state, seat, moves, RULES_MOVES_MAX);
    struct move best = moves[random_below(random, (uint32_t)count)];

    for (size_t i = 0; i < count; i++)
        if (liking(moves[i]) > liking(best))
            best = moves[i];
    test_match_step(&match, (struct entry){.seat = (uint8_t)seat,
                                           .kind = ENTRY_MOVE,
                                           .move = best});
}

/* Now and then a seat leaves; in some matches only while a special is in use.
 */
static bool leave_now(struct random *random, struct entry *entry)
{
    const struct uwc_state *s = (const void *)match.state;
    const bool in_use = s->phase == PHASE_TURN && s->card &&
                        card_is_special(s->card) && s->card_progress == RUNNING;

    if (in_use ? random_below(random, 3) == 0
               : match.seed % 8 >= 6 || random_below(random, LEAVES))
        return false;
    entry->kind = ENTRY_LEAVE;
    entry->seat =
        (uint8_t)(in_use ? uwc_active(s) : (int)random_below(random, s->seats));
    return true;
}

/* A decision, or a seat leaves. */
static void play_entry(bool leaves, struct random *random)
{
    struct entry entry = {0};

    if (leaves && leave_now(random, &entry))
        test_match_step(&match, entry);
    else if (match.seed % 4 == 0)
        (void)test_match_step_random(&match);
    else if (match.seed % 4 == 1)
        (void)test_match_step_eager(&match);
    else
        collect(random);
}

static void play_match(const struct settings *settings, uint64_t seed)
{
    struct uwc_state before;
    struct random random;

    test_match_start(&match, &underwater_cities, settings, seed);
    random_init(&random, match.record.secret, UINT64_MAX);
    while (uwc_to_act(match.state)) {
        memcpy(&before, match.state, sizeof before);
        play_entry(seed % 8 >= 5, &random);
        record_entry(&before);
        check_sums(&before, (const void *)match.state);
        check_viewers(&before, &random);
    }
}

ParameterizedTestParameters(journal, leads_from_each_view_to_the_next)
{
    static struct setup setups[SETUPS_MAX];
    struct settings settings;
    size_t count = 0;

    for (int seats = 1; seats <= RULES_SEATS_MAX; seats++)
        for (int v = -1;
             test_settings_allowed(&underwater_cities, seats, &v, &settings);) {
            cr_assert(count < SETUPS_MAX);
            if ((v + seats) % by_depth(3, 1) == 0)
                setups[count++] = (struct setup){seats, v};
        }
    return cr_make_param_array(struct setup, setups, count);
}

ParameterizedTest(struct setup *setup, journal,
                  leads_from_each_view_to_the_next, .timeout = 600)
{
    struct settings settings;

    test_settings(&underwater_cities, setup->seats, setup->variant, &settings);
    play_match(&settings, (uint64_t)(setup->variant + setup->seats));
}
