/* A state from a document: the very one from a position, one that looks the
 * same from a view.  What a position leaves out has the value of a new match;
 * piles that are not given are those that are left, by number. */
#include "rules/kit/reader.h"
#include "rules/seastead/view/check.h"
#include "rules/seastead/view/view.h"

#include "rules/seastead/engine/setup.h"
#include "rules/seastead/engine/stack.h"
#include "rules/seastead/words/words.h"

static const struct {
    bool is_decision;
    uint8_t n, a, b, c;
} frame_limits[FRAMES] = {
#define FRAME(NAME, word, is_decision, n, a, b, c)                             \
    [FRAME_##NAME] = {is_decision, n, a, b, c},
#include "rules/seastead/engine/frames.def"
#undef FRAME
};

/* ---- options and progress ---- */

static void read_options(struct reader *r, struct state *s)
{
    s->seats = (uint8_t)reader_number_or(r, 0, "seats", 1, OWNERS, OWNERS);
    s->sides = (uint8_t)READER_WORD_OR(r, 0, "sides", side_words, 0);
    s->set_a = (uint8_t)READER_WORD_OR(r, 0, "specialist_set", set_words, 0);
    s->first_decree =
        (uint8_t)reader_number_or(r, 0, "first_decree", 0, DECREES, 0);
    s->discounts = (uint8_t)READER_WORD_OR(r, 0, "solo_location_discount",
                                           discount_words, 0);
}

/* "2c", or null for none. */
static uint8_t read_site(struct reader *r)
{
    const source_node node = reader_find(r, 0, "site");
    const char *text;

    if (node == SOURCE_NONE || r->source->is_null(r->source, node))
        return 0;
    for (int l = 0; r->source->text(r->source, node, &text) && l < LOCATIONS;
         l++)
        if (strcmp(text, location_word(l).text) == 0)
            return (uint8_t)(1 + l);
    reader_refuse(r, node,
                  "This must be a location, \"1a\" to \"4f\", or null.");
    return 0;
}

static void read_progress(struct reader *r, struct state *s)
{
    const int last = s->seats ? s->seats - 1 : 0;

    s->phase = (uint8_t)READER_WORD_OR(r, 0, "phase", phase_words, 0);
    s->first = (uint8_t)reader_number_or(r, 0, "first", 0, last, 0);
    s->turn = (uint8_t)reader_number_or(r, 0, "turn", 0, last, s->first);
    s->turns = (uint8_t)reader_number_or(r, 0, "turns", 0, UINT8_MAX, 0);
    s->ending =
        (uint8_t)reader_number_or(r, 0, "ending", 0, last > 0 ? 2 : 0, 0);
    s->action = (uint8_t)READER_WORD_OR(r, 0, "action", action_words, 0);
    s->extra = reader_truth_or(r, 0, "extra_turn", false);
    s->site = read_site(r);
    s->piece = (uint8_t)READER_WORD_OR(r, 0, "piece", piece_words, 0);
}

static void read_frame(struct reader *r, source_node node,
                       const struct state *s, struct frame *f)
{
    const int last = s->seats ? OWNERS - 1 : 0;

    READER_KNOW(r, node, "kind", "seat", "n", "a", "b", "c");
    f->kind = (uint8_t)READER_WORD(r, node, "kind", frame_words);
    f->seat = (uint8_t)reader_number(r, node, "seat", 0, last);
    f->n =
        (uint8_t)reader_number_or(r, node, "n", 0, frame_limits[f->kind].n, 0);
    f->a =
        (uint8_t)reader_number_or(r, node, "a", 0, frame_limits[f->kind].a, 0);
    f->b =
        (uint8_t)reader_number_or(r, node, "b", 0, frame_limits[f->kind].b, 0);
    f->c =
        (uint8_t)reader_number_or(r, node, "c", 0, frame_limits[f->kind].c, 0);
    if (f->kind == FRAME_KEEP && !f->n)
        reader_refuse_member(r, node, "n", "At least 1 resource is kept.");
    if (s->seats == 1 && f->seat && f->kind != FRAME_GIVE)
        reader_refuse_member(r, node, "seat", "The Boss decides nothing.");
    if (s->seats == 1 && f->kind == FRAME_SHIP_HERE && f->b > 1)
        reader_refuse_member(r, node, "b", "The Boss has no ships.");
}

static void read_pending(struct reader *r, struct state *s)
{
    const source_node list = reader_find(r, 0, "pending");

    s->depth = (uint8_t)reader_length(r, list, FRAMES_MAX);
    for (int i = 0; i < s->depth && !r->bad; i++)
        read_frame(r, reader_element(r, list, (size_t)i), s, &s->stack[i]);
}

/* ---- flotillas ---- */

static void read_building(struct reader *r, struct state *s, source_node node,
                          int l)
{
    int piece, owner;

    if (node == SOURCE_NONE)
        return;
    READER_KNOW(r, node, "piece", "seat");
    piece = READER_WORD(r, node, "piece", piece_words);
    owner = (int)reader_number(r, node, "seat", 0, OWNERS - 1);
    if (s->seat[owner].built[piece] >= PIECES_EACH)
        reader_refuse(r, node, "An owner has %d buildings of a type.",
                      PIECES_EACH);
    else
        s->seat[owner].built[piece]++;
    s->building[l] = (uint8_t)(1 + owner * PIECES + piece);
}

static void read_location(struct reader *r, struct state *s, source_node node,
                          int l)
{
    const struct source *source = r->source;
    const int last = s->seats ? s->seats - 1 : 0;

    READER_KNOW(r, node, "building", "ship", "dock", "token");
    read_building(r, s, source->member(source, node, "building"), l);
    if (source->member(source, node, "ship") != SOURCE_NONE)
        s->ship[l] = (uint8_t)(1 + reader_number(r, node, "ship", 0, last));
    if (source->member(source, node, "dock") != SOURCE_NONE)
        s->dock[l] = (uint8_t)reader_number(r, node, "dock", 1, DOCKS);
    if (source->member(source, node, "token") != SOURCE_NONE)
        s->token[l] =
            (uint8_t)(1 + READER_WORD(r, node, "token", resource_words));
    if (s->token[l] && s->seats != 1)
        reader_refuse_member(r, node, "token",
                             "Only the Boss of solo play leaves resources.");
}

static void read_flotilla(struct reader *r, struct state *s, source_node node,
                          int f)
{
    static const char *const sides[] = {"a", "b"};
    const source_node list = reader_member(r, node, "locations");

    READER_KNOW(r, node, "side", "demand", "locked", "locations");
    if (READER_WORD(r, node, "side", sides))
        s->b_sides |= (uint8_t)(1u << f);
    s->demand[f] = (uint8_t)READER_WORD(r, node, "demand", resource_words);
    if (reader_truth(r, node, "locked"))
        s->locked = (uint8_t)f;
    if (reader_length(r, list, SPOTS) != SPOTS)
        reader_refuse(r, list, "A flotilla has %d locations.", SPOTS);
    for (int spot = 0; spot < SPOTS && !r->bad; spot++)
        read_location(r, s, reader_element(r, list, (size_t)spot),
                      f * SPOTS + spot);
}

/* Exactly one demand token of each type, and one of them locked. */
static void check_demand(struct reader *r, source_node list,
                         const struct state *s)
{
    unsigned types = 0;
    int locked = 0;

    for (int f = 0; f < FLOTILLAS && !r->bad; f++) {
        types |= 1u << s->demand[f];
        locked += reader_truth(r, reader_element(r, list, (size_t)f), "locked");
    }
    if (!r->bad && (types != ALL_RESOURCES || locked != 1))
        reader_refuse(r, list,
                      "Each resource is demanded on one flotilla, and one "
                      "demand token is locked.");
}

static void read_flotillas(struct reader *r, struct state *s)
{
    const source_node list = reader_member(r, 0, "flotillas");

    if (reader_length(r, list, FLOTILLAS) != FLOTILLAS)
        reader_refuse(r, list, "There are %d flotillas.", FLOTILLAS);
    for (int f = 0; f < FLOTILLAS && !r->bad; f++)
        read_flotilla(r, s, reader_element(r, list, (size_t)f), f);
    check_demand(r, list, s);
}

/* ---- players ---- */

/* A set of cards by number: each once. */
static uint16_t read_set(struct reader *r, source_node list, int most)
{
    const size_t count = reader_length(r, list, (size_t)most);
    unsigned set = 0;

    for (size_t i = 0; i < count && !r->bad; i++) {
        const source_node node = reader_element(r, list, i);
        const int64_t n = reader_number_at(r, node, 1, most);
        const unsigned bit = n ? 1u << (n - 1) : 0;

        if (set & bit)
            reader_refuse(r, node, "Each number occurs here once.");
        set |= bit;
    }
    return (uint16_t)set;
}

static void read_player(struct reader *r, struct state *s, source_node node,
                        int seat)
{
    struct seat *me = &s->seat[seat];
    const source_node storage = reader_find(r, node, "storage");

    READER_KNOW(r, node, "storage", "buildings", "ships", "cleanup",
                "specialists", "face_up", "left");
    READER_KNOW(r, storage, "kelp", "metal", "fish", "artifact");
    for (int i = 0; i < RESOURCES && storage != SOURCE_NONE; i++)
        me->stock[i] = (uint8_t)reader_number_or(r, storage, resource_words[i],
                                                 0, RESOURCES_EACH, 0);
    me->ships = (uint8_t)reader_number_or(r, node, "ships", 0, SHIPS_EACH,
                                          SHIPS_EACH - ships_of(s, seat));
    me->cleanup =
        (uint8_t)reader_number_or(r, node, "cleanup", 0, CLEANUP_MAX, 0);
    me->specialists =
        read_set(r, reader_find(r, node, "specialists"), SPECIALISTS);
    me->face_up = read_set(r, reader_find(r, node, "face_up"), SPECIALISTS);
    me->left = reader_truth_or(r, node, "left", false);
    if (me->face_up & (unsigned)~me->specialists)
        reader_refuse_member(r, node, "face_up",
                             "Only the player's specialists are face up.");
}

static void read_players(struct reader *r, struct state *s)
{
    const source_node list = reader_member(r, 0, "players");

    if (reader_length(r, list, OWNERS) != s->seats)
        reader_refuse(r, list, "There are as many players as seats.");
    for (int seat = 0; seat < s->seats && !r->bad; seat++)
        read_player(r, s, reader_element(r, list, (size_t)seat), seat);
}

/* ---- piles ---- */

/* The cards of a pile with this many places: those listed in "hidden", or any
 * of the set that are left. */
static uint8_t read_pile(struct reader *r, source_node hidden, const char *key,
                         unsigned set, uint8_t *out)
{
    const int count = __builtin_popcount(set);
    const source_node list = hidden == SOURCE_NONE
                                 ? SOURCE_NONE
                                 : r->source->member(r->source, hidden, key);

    if (list == SOURCE_NONE) {
        for (int i = 0; set; set &= set - 1)
            out[i++] = (uint8_t)(1 + __builtin_ctz(set));
        return (uint8_t)count;
    }
    if (reader_length(r, list, DIVE_CARDS) != (size_t)count)
        reader_refuse(r, list, "%d are left for this pile.", count);
    for (int i = 0; i < count && !r->bad; i++) {
        const source_node node = reader_element(r, list, (size_t)i);
        const int n = (int)reader_number_at(r, node, 1, DIVE_CARDS);

        if (!r->bad && !(set >> (n - 1) & 1))
            reader_refuse(r, node, "Number %d is in another place.", n);
        set &= r->bad ? set : ~(1u << (n - 1));
        out[i] = (uint8_t)n;
    }
    return (uint8_t)count;
}

static void read_display(struct reader *r, source_node object, int most,
                         uint8_t *out)
{
    const source_node list = reader_find(r, object, "display");

    if (list != SOURCE_NONE && reader_length(r, list, DISPLAY) != DISPLAY)
        reader_refuse(r, list, "A display has %d places; null is empty.",
                      DISPLAY);
    for (int i = 0; i < DISPLAY && list != SOURCE_NONE && !r->bad; i++)
        out[i] = (uint8_t)reader_maybe_at(r, reader_element(r, list, (size_t)i),
                                          most);
}

/* One Shallow card, then the Shelf, then with two players the Depth. */
static void read_dive(struct reader *r, struct state *s, source_node hidden)
{
    const source_node dive = reader_member(r, 0, "dive");
    const source_node list = reader_member(r, dive, "discards");
    const unsigned shelf = ((1u << SHELF_CARDS) - 1) << SHALLOW_CARDS;
    const unsigned depth = ((1u << DEPTH_CARDS) - 1)
                           << (SHALLOW_CARDS + SHELF_CARDS);
    unsigned left = shelf | (s->seats == 1 ? 0 : depth);

    READER_KNOW(r, dive, "discards", "facing", "pile");
    s->facing = (uint8_t)reader_number_or(r, dive, "facing", 0, 1, 0);
    s->drawn = reader_bytes(r, list, s->dive, DIVE_CARDS, 1, DIVE_CARDS);
    for (int i = 1; i < s->drawn && !r->bad; i++) {
        const unsigned bit = 1u << (s->dive[i] - 1);

        if (!(left & bit) || (bit & depth && left & shelf))
            reader_refuse(r, list,
                          "After the first card each Shelf card comes once, "
                          "then those of the Depth.");
        left &= ~bit;
    }
    if (!r->bad && (!s->drawn || s->dive[0] > SHALLOW_CARDS))
        reader_refuse(r, list, "The first card is a Shallow one.");
    if (!r->bad)
        s->dive_count = (uint8_t)(s->drawn + read_pile(r, hidden, "dive", left,
                                                       s->dive + s->drawn));
}

static unsigned bit_of(int n)
{
    return n ? 1u << (n - 1) : 0;
}

/* The set of things that are in some place; one in two places is refused. */
static void occupy(struct reader *r, source_node node, unsigned *left,
                   unsigned bits)
{
    if (!r->bad && bits & ~*left)
        reader_refuse(r, node,
                      "One of these is in another place, or not in play.");
    *left &= ~bits;
}

static void read_docks(struct reader *r, struct state *s, source_node hidden)
{
    const source_node object = reader_find(r, 0, "docks");
    const source_node boxed = reader_find(r, 0, "boxed");
    unsigned left = (1u << DOCKS) - 1;

    READER_KNOW(r, object, "display", "pile");
    if (object != SOURCE_NONE)
        read_display(r, object, DOCKS, s->dock_display);
    for (int i = 0; i < DISPLAY; i++)
        occupy(r, object, &left, bit_of(s->dock_display[i]));
    for (int l = 0; l < LOCATIONS; l++)
        occupy(r, object, &left, bit_of(s->dock[l]));
    if (boxed != SOURCE_NONE)
        occupy(r, boxed, &left,
               read_set(r, reader_find(r, boxed, "docks"), DOCKS));
    s->dock_count = read_pile(r, hidden, "docks", left, s->dock_pile);
}

static void read_specialists(struct reader *r, struct state *s,
                             source_node hidden)
{
    const source_node object = reader_find(r, 0, "specialists");
    const source_node boxed = reader_find(r, 0, "boxed");
    unsigned left = 0, all = (1u << SPECIALISTS) - 1;

    for (int n = 1; n <= SPECIALISTS; n++)
        left |= setup_has_specialist(s, n) ? bit_of(n) : 0;
    READER_KNOW(r, object, "display", "pile");
    READER_KNOW(r, boxed, "docks", "specialists");
    if (object != SOURCE_NONE)
        read_display(r, object, SPECIALISTS, s->specialist_display);
    for (int i = 0; i < DISPLAY; i++)
        occupy(r, object, &left, bit_of(s->specialist_display[i]));
    for (int seat = 0; seat < OWNERS; seat++)
        occupy(r, object, &left, s->seat[seat].specialists);
    if (boxed != SOURCE_NONE)
        left &= all & (unsigned)~read_set(
                          r, reader_find(r, boxed, "specialists"), SPECIALISTS);
    s->specialist_count =
        read_pile(r, hidden, "specialists", left, s->specialist_pile);
}

/* Decrees that were drawn: as listed, or the lowest that are left. */
static void read_drawn(struct reader *r, struct state *s, source_node object,
                       unsigned *left)
{
    const source_node list = r->source->member(r->source, object, "choice");
    const int drawn = (int)reader_number_or(r, object, "drawn", 0, 2, 0);

    if (drawn == 1 || (!drawn && list != SOURCE_NONE))
        reader_refuse_member(r, object, "drawn", "Two decrees are drawn.");
    if (!drawn || r->bad)
        return;
    if (list != SOURCE_NONE &&
        reader_bytes(r, list, s->drawn_decree, 2, 1, DECREES) != 2)
        reader_refuse(r, list, "Two decrees are drawn.");
    for (int i = 0; i < 2 && list == SOURCE_NONE && *left; i++) {
        s->drawn_decree[i] = (uint8_t)(1 + __builtin_ctz(*left));
        *left &= *left - 1;
    }
    if (list != SOURCE_NONE)
        for (int i = 0; i < 2; i++)
            occupy(r, list, left, bit_of(s->drawn_decree[i]));
    if (!r->bad && s->drawn_decree[0] >= s->drawn_decree[1])
        reader_refuse_member(r, object, "choice",
                             "Two decrees are drawn, in ascending order.");
}

static void read_decrees(struct reader *r, struct state *s, source_node hidden)
{
    const source_node object = reader_find(r, 0, "decrees");
    unsigned left = has_decrees(s) ? (1u << DECREES) - 1 : 0;

    READER_KNOW(r, object, "in_force", "covered", "pile", "drawn", "choice");
    if (object != SOURCE_NONE) {
        s->decree = (uint8_t)reader_maybe_or(r, object, "in_force", DECREES, 0);
        s->covered = read_set(r, reader_find(r, object, "covered"), DECREES);
        occupy(r, object, &left, bit_of(s->decree));
        occupy(r, object, &left, s->covered);
        read_drawn(r, s, object, &left);
    }
    s->decree_count = read_pile(r, hidden, "decrees", left, s->decree_pile);
}

static void read_state(struct reader *r, struct state *s)
{
    const source_node hidden =
        r->is_view ? SOURCE_NONE : reader_find(r, 0, "hidden");

    memset(s, 0, sizeof *s);
    s->version = RULES_VERSION;
    READER_KNOW(r, 0, "game", "seats", "sides", "specialist_set",
                "first_decree", "solo_location_discount", "phase", "first",
                "turn", "turns", "ending", "action", "extra_turn", "site",
                "piece", "pending", "flotillas", "players", "dive", "docks",
                "specialists", "decrees", "boxed", "supply", "hidden");
    READER_KNOW(r, hidden, "dive", "docks", "specialists", "decrees");
    read_options(r, s);
    read_progress(r, s);
    read_pending(r, s);
    read_flotillas(r, s);
    read_players(r, s);
    if (!r->bad)
        read_dive(r, s, hidden);
    if (!r->bad)
        read_docks(r, s, hidden);
    if (!r->bad)
        read_specialists(r, s, hidden);
    if (!r->bad)
        read_decrees(r, s, hidden);
    if (!r->bad)
        check_state(r, s);
}

enum rules_err state_read(void *state, const struct source *source,
                          struct position_fault *fault)
{
    struct reader r = {.source = source, .fault = fault};

    read_state(&r, state);
    return r.bad ? RULES_BAD_POSITION : RULES_OK;
}

enum rules_err state_determinize(void *state, const struct source *view,
                                 int viewer, struct random *random)
{
    const struct state *s = state;
    struct reader r = {.source = view, .is_view = true};

    if (viewer == RULES_OMNISCIENT)
        return state_read(state, view, NULL);
    read_state(&r, state);
    if (r.bad || viewer >= s->seats)
        return RULES_BAD_POSITION;
    state_resample(state, viewer, random);
    return RULES_OK;
}
