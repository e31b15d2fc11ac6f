/* What a viewer sees of a match. */
#include "rules/seastead/view/view.h"

#include "rules/seastead/engine/stack.h"
#include "rules/seastead/words/words.h"
#include "rules/sink.h"

const char *const side_words[3] = {"a", "b", "mixed"};
const char *const set_words[2] = {"all", "a"};
const char *const discount_words[2] = {"never", "without-token"};
const char *const phase_words[2] = {"play", "over"};
const char *const action_words[3] = {"none", "dive", "build"};

bool view_sees_drawn(const struct state *s, int viewer)
{
    return viewer == RULES_OMNISCIENT || viewer == s->turn;
}

bool state_is_open(const void *state, int seat, struct move move)
{
    (void)state, (void)seat, (void)move;
    return true;
}

static void number_or_null(struct sink *sink, const char *key, int n)
{
    if (n)
        sink_number(sink, key, n);
    else
        sink_null(sink, key);
}

static void write_list(struct sink *sink, const char *key, const uint8_t *list,
                       int count)
{
    sink_array(sink, key);
    for (int i = 0; i < count; i++)
        number_or_null(sink, NULL, list[i]);
    sink_close(sink);
}

static void write_set(struct sink *sink, const char *key, unsigned set)
{
    sink_array(sink, key);
    for (; set; set &= set - 1)
        sink_number(sink, NULL, 1 + __builtin_ctz(set));
    sink_close(sink);
}

void view_site(struct sink *sink, int site)
{
    if (site)
        sink_string(sink, "site", location_word(site - 1).text);
    else
        sink_null(sink, "site");
}

static void view_options(const struct state *s, struct sink *sink)
{
    sink_number(sink, "seats", s->seats);
    sink_string(sink, "sides", side_words[s->sides]);
    sink_string(sink, "specialist_set", set_words[s->set_a]);
    sink_number(sink, "first_decree", s->first_decree);
    sink_string(sink, "solo_location_discount", discount_words[s->discounts]);
}

static void view_progress(const struct state *s, struct sink *sink)
{
    sink_string(sink, "phase", phase_words[s->phase]);
    sink_number(sink, "first", s->first);
    sink_number(sink, "turn", s->turn);
    sink_number(sink, "turns", s->turns);
    sink_number(sink, "ending", s->ending);
    sink_string(sink, "action", action_words[s->action]);
    sink_truth(sink, "extra_turn", s->extra);
    view_site(sink, s->site);
    sink_string(sink, "piece", piece_words[s->piece]);
}

void view_frame(struct sink *sink, const struct frame *f)
{
    sink_object(sink, NULL);
    sink_string(sink, "kind", frame_words[f->kind]);
    sink_number(sink, "seat", f->seat);
    sink_number(sink, "n", f->n);
    sink_number(sink, "a", f->a);
    sink_number(sink, "b", f->b);
    sink_number(sink, "c", f->c);
    sink_close(sink);
}

static void view_location(const struct state *s, int l, struct sink *sink)
{
    sink_object(sink, NULL);
    if (s->building[l]) {
        sink_object(sink, "building");
        sink_string(sink, "piece", piece_words[piece_at(s, l)]);
        sink_number(sink, "seat", owner_at(s, l));
        sink_close(sink);
    }
    if (s->ship[l])
        sink_number(sink, "ship", s->ship[l] - 1);
    if (s->dock[l])
        sink_number(sink, "dock", s->dock[l]);
    if (s->token[l])
        sink_string(sink, "token", resource_words[s->token[l] - 1]);
    sink_close(sink);
}

static void view_flotillas(const struct state *s, struct sink *sink)
{
    sink_array(sink, "flotillas");
    for (int f = 0; f < FLOTILLAS; f++) {
        sink_object(sink, NULL);
        sink_string(sink, "side", side_words[s->b_sides >> f & 1]);
        sink_string(sink, "demand", resource_words[s->demand[f]]);
        sink_truth(sink, "locked", s->locked == f);
        sink_array(sink, "locations");
        for (int spot = 0; spot < SPOTS; spot++)
            view_location(s, f * SPOTS + spot, sink);
        sink_close(sink);
        sink_close(sink);
    }
    sink_close(sink);
}

static void view_resources(struct sink *sink, const char *key,
                           const uint8_t *amount)
{
    sink_object(sink, key);
    for (int r = 0; r < RESOURCES; r++)
        sink_number(sink, resource_words[r], amount[r]);
    sink_close(sink);
}

static void view_player(const struct state *s, int seat, struct sink *sink)
{
    const struct seat *me = &s->seat[seat];

    sink_object(sink, NULL);
    view_resources(sink, "storage", me->stock);
    sink_object(sink, "buildings");
    for (int p = 0; p < PIECES; p++)
        sink_number(sink, piece_words[p], PIECES_EACH - me->built[p]);
    sink_close(sink);
    sink_number(sink, "ships", me->ships);
    sink_number(sink, "cleanup", me->cleanup);
    write_set(sink, "specialists", me->specialists);
    write_set(sink, "face_up", me->face_up);
    sink_truth(sink, "left", me->left);
    sink_close(sink);
}

static void view_piles(const struct state *s, struct sink *sink)
{
    sink_object(sink, "dive");
    write_list(sink, "discards", s->dive, s->drawn);
    sink_number(sink, "facing", s->facing);
    sink_number(sink, "pile", s->dive_count - s->drawn);
    sink_close(sink);
    sink_object(sink, "docks");
    write_list(sink, "display", s->dock_display, DISPLAY);
    sink_number(sink, "pile", s->dock_count);
    sink_close(sink);
    sink_object(sink, "specialists");
    write_list(sink, "display", s->specialist_display, DISPLAY);
    sink_number(sink, "pile", s->specialist_count);
    sink_close(sink);
}

static void view_decrees(const struct state *s, int viewer, struct sink *sink)
{
    sink_object(sink, "decrees");
    number_or_null(sink, "in_force", s->decree);
    write_set(sink, "covered", s->covered);
    sink_number(sink, "pile", s->decree_count);
    sink_number(sink, "drawn", s->drawn_decree[0] ? 2 : 0);
    if (s->drawn_decree[0] && view_sees_drawn(s, viewer))
        write_list(sink, "choice", s->drawn_decree, 2);
    sink_close(sink);
}

/* The cards and tiles removed from the displays in solo play. */
static void view_boxed(const struct state *s, struct sink *sink)
{
    unsigned tiles = (1u << DOCKS) - 1, people = (1u << SPECIALISTS) - 1;

    for (int l = 0; l < LOCATIONS; l++)
        tiles &= s->dock[l] ? ~(1u << (s->dock[l] - 1)) : ~0u;
    for (int i = 0; i < DISPLAY; i++) {
        tiles &= s->dock_display[i] ? ~(1u << (s->dock_display[i] - 1)) : ~0u;
        people &= s->specialist_display[i]
                      ? ~(1u << (s->specialist_display[i] - 1))
                      : ~0u;
    }
    for (int i = 0; i < s->dock_count; i++)
        tiles &= ~(1u << (s->dock_pile[i] - 1));
    for (int i = 0; i < s->specialist_count; i++)
        people &= ~(1u << (s->specialist_pile[i] - 1));
    people &= ~((unsigned)s->seat[0].specialists | s->seat[1].specialists);
    sink_object(sink, "boxed");
    write_set(sink, "docks", tiles);
    write_set(sink, "specialists", people);
    sink_close(sink);
}

static void view_supply(const struct state *s, struct sink *sink)
{
    sink_object(sink, "supply");
    for (int r = 0; r < RESOURCES; r++)
        sink_number(sink, resource_words[r], supply_of(s, r));
    sink_number(sink, "cleanup", cleanup_supply(s));
    sink_close(sink);
}

static void view_hidden(const struct state *s, struct sink *sink)
{
    sink_object(sink, "hidden");
    write_list(sink, "dive", s->dive + s->drawn, s->dive_count - s->drawn);
    write_list(sink, "docks", s->dock_pile, s->dock_count);
    write_list(sink, "specialists", s->specialist_pile, s->specialist_count);
    write_list(sink, "decrees", s->decree_pile, s->decree_count);
    sink_close(sink);
}

void state_view(const void *state, int viewer, struct sink *sink)
{
    const struct state *s = state;

    if (!sink->is_compact)
        view_options(s, sink);
    view_progress(s, sink);
    sink_array(sink, "pending");
    for (int i = 0; i < s->depth; i++)
        view_frame(sink, &s->stack[i]);
    sink_close(sink);
    view_flotillas(s, sink);
    sink_array(sink, "players");
    for (int seat = 0; seat < s->seats; seat++)
        view_player(s, seat, sink);
    sink_close(sink);
    view_piles(s, sink);
    view_decrees(s, viewer, sink);
    if (!sink->is_compact) {
        view_boxed(s, sink);
        view_supply(s, sink);
    }
    if (viewer == RULES_OMNISCIENT)
        view_hidden(s, sink);
}
