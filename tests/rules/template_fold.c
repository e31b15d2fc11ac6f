/* A client of the template without any rules: it keeps what a viewer sees up
 * to date from the steps of journals alone, for every viewer.  So no change is
 * missing from them.
 *
 * The client begins with a state made from the view before a decision, in which
 * hidden cards are any cards that fit.  It reads each step as a document. */
#include "rules/journal.h"
#include "rules/random.h"
#include "rules/sink.h"
#include "rules/template/template.h"
#include "rules_match.h"

#include <criterion/criterion.h>

enum {
    MATCHES = 12, /* of each seat count and combination of options */
    TEXT = 1 << 14,
    NODES = 1 << 10,
};

/* A step as its document says. */
struct told {
    const char *type;
    int seat, card, n, left_as;
};

static struct source_text_node nodes[NODES];
static struct source_text source;

static const struct source *open_text(char *text)
{
    cr_assert(source_text_init(&source, text, nodes, NODES), "line %zu",
              source.line);
    return &source.source;
}

static int number_of(const struct source *in, const char *key, int missing)
{
    int64_t number = 0;

    return in->number(in, in->member(in, 0, key), &number) ? (int)number
                                                           : missing;
}

static struct told tell(const struct journal *journal, size_t i, int viewer)
{
    static char text[TEXT];
    struct told told = {.type = ""};
    struct sink_text sink;
    const struct source *in;

    sink_text_init(&sink, text, sizeof text);
    game_step(game_find("template"), journal, i, viewer, &sink.sink);
    in = open_text(text);
    cr_assert(in->text(in, in->member(in, 0, "type"), &told.type));
    told.seat = number_of(in, "seat", -1);
    told.card = number_of(in, "card", 0);
    told.n = number_of(in, "n", 0);
    told.left_as = number_of(in, "left_as", 0);
    return told;
}

static uint32_t bit(int card)
{
    return UINT32_C(1) << card;
}

/* Exchange a card with another one, wherever both are. */
static void exchange(struct template_state *s, int a, int b)
{
    uint32_t *places[RULES_SEATS_MAX + 1] = {&s->discards};

    if (a == b)
        return;
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        places[1 + seat] = &s->hand[seat];
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if ((*places[i] >> a & 1) != (*places[i] >> b & 1))
            *places[i] ^= bit(a) | bit(b);
    for (int i = 0; i < s->deck_count; i++)
        if (s->deck[i] == a || s->deck[i] == b)
            s->deck[i] = (uint8_t)(a ^ b ^ s->deck[i]);
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        if (s->chosen[seat] == a || s->chosen[seat] == b)
            s->chosen[seat] = (uint8_t)(a ^ b ^ s->chosen[seat]);
}

/* The card that leaves a place where others lie hidden: this one, or if it is
 * not known, any.  The hidden cards are made to fit. */
static int take_from(struct template_state *s, uint32_t *place, int card)
{
    cr_assert(*place, "nothing is there");
    if (!card)
        card = __builtin_ctz(*place);
    else if (!(*place >> card & 1))
        exchange(s, card, __builtin_ctz(*place));
    *place &= ~bit(card);
    return card;
}

static void choose(struct template_state *s, const struct told *step)
{
    uint32_t *hand = &s->hand[step->seat];
    const int card = take_from(s, hand, step->card);

    *hand |= bit(card);
    s->chosen[step->seat] = (uint8_t)card;
}

static void reveal(struct template_state *s, const struct told *step)
{
    s->chosen[step->seat] =
        (uint8_t)take_from(s, &s->hand[step->seat], step->card);
}

/* The card of the round, or one of a hand.  While seats choose, the chosen card
 * is in the hand as well. */
static void discard(struct template_state *s, const struct told *step)
{
    uint8_t *chosen = &s->chosen[step->seat];

    cr_assert(step->card, "everybody sees what is discarded");
    if (s->phase == TEMPLATE_CHOOSING || *chosen != step->card)
        (void)take_from(s, &s->hand[step->seat], step->card);
    if (*chosen == step->card)
        *chosen = 0;
    s->discards |= bit(step->card);
}

/* The top card of the deck: this one, or if it is not known, any. */
static void draw(struct template_state *s, const struct told *step)
{
    cr_assert(s->deck_count, "the deck is empty");
    if (step->card)
        exchange(s, step->card, s->deck[s->deck_count - 1]);
    s->hand[step->seat] |= bit(s->deck[--s->deck_count]);
    s->deck[s->deck_count] = 0;
}

/* The order follows from the secret; who does not know it has any. */
static void shuffle(struct template_state *s)
{
    struct random random;

    cr_assert(!s->deck_count && s->discards);
    for (int card = 1; card <= TEMPLATE_CARDS; card++)
        if (s->discards >> card & 1)
            s->deck[s->deck_count++] = (uint8_t)card;
    s->discards = 0;
    random_init(&random, s->chance.secret, s->chance.next++);
    random_shuffle(&random, s->deck, s->deck_count);
}

/* The trade that a seat begins, with the parts that every trade has, in this
 * order; and one that it performed. */
enum { DISCARD, DRAW, TAKE };

static void trade(struct template_state *s)
{
    s->depth = TEMPLATE_FRAMES;
    s->stack[1] = (struct frame){.id = s->chosen[s->winner],
                                 .pc = 3,
                                 .len = 3,
                                 .open = 1 << DISCARD | 1 << DRAW | 1 << TAKE};
}

static void perform(struct template_state *s, int part)
{
    if (s->depth == TEMPLATE_FRAMES)
        s->stack[1].open &= (uint16_t) ~(1u << part);
}

/* A card that is chosen or drawn is named to nobody but its seat. */
static void check_secret(const struct told *step, int viewer)
{
    if (strcmp(step->type, "choose") == 0 || strcmp(step->type, "draw") == 0)
        cr_assert_eq(
            step->card != 0, viewer == step->seat || viewer == RULES_OMNISCIENT,
            "viewer %d, %s of seat %d", viewer, step->type, step->seat);
}

/* Follow one step, with no more than its words. */
static void follow(struct template_state *s, const struct told *step)
{
    if (strcmp(step->type, "choose") == 0) {
        choose(s, step);
    } else if (strcmp(step->type, "reveal") == 0) {
        reveal(s, step);
    } else if (strcmp(step->type, "win") == 0) {
        s->phase = TEMPLATE_TAKING;
        s->winner = (uint8_t)step->seat;
    } else if (strcmp(step->type, "points") == 0) {
        s->points[step->seat] = (uint16_t)(s->points[step->seat] + step->n);
        perform(s, TAKE);
    } else if (strcmp(step->type, "trade") == 0) {
        trade(s);
    } else if (strcmp(step->type, "shuffle") == 0) {
        shuffle(s);
    } else if (strcmp(step->type, "draw") == 0) {
        draw(s, step);
        perform(s, DRAW);
    } else if (strcmp(step->type, "discard") == 0) {
        discard(s, step);
        if (step->seat == s->winner)
            perform(s, DISCARD);
    } else if (strcmp(step->type, "take-back") == 0) {
        s->chosen[step->seat] = 0;
    } else if (strcmp(step->type, "round-end") == 0) {
        s->phase = TEMPLATE_CHOOSING;
        s->depth = 0;
        s->winner = 0;
    } else if (strcmp(step->type, "leave") == 0) {
        s->leavers.place[step->seat] = (uint8_t)step->left_as;
    } else if (strcmp(step->type, "end") == 0) {
        s->phase = TEMPLATE_OVER;
        s->depth = 0;
    } else {
        cr_assert_fail("a step of type \"%s\"", step->type);
    }
}

static void write_view(const void *state, int viewer, char out[TEXT])
{
    struct sink_text sink;

    sink_text_init(&sink, out, TEXT);
    game_find("template")->view(state, viewer, &sink.sink);
    cr_assert_not(sink.overflow);
}

/* What happened to the viewer's view, followed by the client. */
static void check_viewer(const struct journal *journal, const void *before,
                         const void *after, int viewer, struct random *random)
{
    static char text[TEXT], expected[TEXT];
    struct template_state s;

    write_view(before, viewer, text);
    cr_assert_eq(
        game_find("template")->determinize(&s, open_text(text), viewer, random),
        RULES_OK);
    for (size_t i = 0; i < journal->count; i++) {
        const struct told step = tell(journal, i, viewer);

        check_secret(&step, viewer);
        follow(&s, &step);
    }
    write_view(&s, viewer, text);
    write_view(after, viewer, expected);
    cr_assert_str_eq(text, expected, "viewer %d", viewer);
}

static void check_entry(struct test_match *m, const void *before,
                        struct random *random)
{
    const struct entry *entry = &m->entries[m->record.count - 1];
    struct template_state state;
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
    struct template_state before;
    struct random random;

    test_match_start(&match, game_find("template"), settings, seed);
    random_init(&random, match.record.secret, UINT64_MAX);
    while (match.game->to_act(match.state)) {
        memcpy(&before, match.state, sizeof before);
        if (seed % 3 == 0 && random_below(&random, 12) == 0)
            test_match_step(&match,
                            (struct entry){.kind = ENTRY_LEAVE,
                                           .seat = (uint8_t)random_below(
                                               &random, settings->seats)});
        else
            test_match_step_random(&match);
        check_entry(&match, &before, &random);
    }
}

Test(template_fold, a_journal_leads_from_each_view_to_the_next)
{
    const struct game *game = game_find("template");
    struct settings settings;

    for (int seats = game->min_seats; seats <= game->max_seats; seats++)
        for (int v = -1; test_settings_allowed(game, seats, &v, &settings);)
            for (uint64_t seed = 0; seed < MATCHES; seed++)
                play_match(&settings, seed);
}
