/* Whether a match can be like a state that was read. */
#include "rules/seastead/view/check.h"

#include "rules/kit/reader.h"
#include "rules/seastead/engine/board.h"
#include "rules/seastead/engine/decide.h"
#include "rules/seastead/engine/setup.h"

int ships_of(const struct state *s, int seat)
{
    int count = 0;

    for (int l = 0; l < LOCATIONS; l++)
        count += s->ship[l] == seat + 1;
    return count;
}

static void check_options(struct reader *r, const struct state *s)
{
    static const uint8_t mixed_least = 2;
    const int count = __builtin_popcount(s->b_sides);
    struct settings settings;
    size_t option;
    const char *why;

    setup_settings(s, &settings);
    why = setup_refuses(&settings, &option);
    if (why)
        reader_refuse(r, 0, "%s", why);
    if ((s->sides == SIDES_A && count) ||
        (s->sides == SIDES_B && count != FLOTILLAS) ||
        (s->sides == SIDES_MIXED &&
         (count < mixed_least || count == FLOTILLAS)))
        reader_refuse_member(r, 0, "flotillas",
                             "The sides are those of the option \"sides\".");
    if (has_decrees(s) != (s->decree != 0))
        reader_refuse_member(r, 0, "decrees",
                             "A decree is in force if, and only if, a side B "
                             "is in play.");
}

static void check_supply(struct reader *r, const struct state *s)
{
    for (int i = 0; i < RESOURCES; i++)
        if (supply_of(s, i) < 0)
            reader_refuse_member(r, 0, "players",
                                 "There are %d tokens of a resource.",
                                 RESOURCES_EACH);
    for (int seat = 0; seat < s->seats; seat++)
        if (s->seat[seat].ships + ships_of(s, seat) > SHIPS_EACH)
            reader_refuse_member(r, 0, "players", "A player has %d ships.",
                                 SHIPS_EACH);
}

/* A tile is at a port; a resource of the Boss is where no building is. */
static void check_locations(struct reader *r, const struct state *s)
{
    for (int l = 0; l < LOCATIONS; l++) {
        if (s->dock[l] && (!s->building[l] || piece_at(s, l) != PORT))
            reader_refuse_member(r, 0, "flotillas",
                                 "A dock tile is at a port.");
        if (s->token[l] && s->building[l])
            reader_refuse_member(r, 0, "flotillas",
                                 "The Boss leaves no resource at a building.");
    }
}

static bool has_frame(const struct state *s, enum frame_kind kind)
{
    for (int i = 0; i < s->depth; i++)
        if (s->stack[i].kind == kind)
            return true;
    return false;
}

/* While a match goes on a decision is open: one with something to choose. */
static void check_decision(struct reader *r, const struct state *s)
{
    struct state copy = *s;

    if (s->depth && !is_decision(s->stack[s->depth - 1].kind))
        reader_refuse_member(r, 0, "pending",
                             "The last of these is a decision.");
    else if (!s->depth && s->action != ACTION_NONE)
        reader_refuse_member(r, 0, "action",
                             "Without anything pending no action is chosen.");
    else if (!has_option(&copy))
        reader_refuse_member(r, 0, "pending",
                             "There is nothing to choose from.");
    if (!r->bad && s->drawn_decree[0] && !has_frame(s, FRAME_ENACT))
        reader_refuse_member(r, 0, "pending",
                             "Of the decrees that are drawn one is chosen.");
}

/* The end is noted as soon as one of its conditions holds (S14): so a match
 * that goes on comes to an end. */
static void check_ending(struct reader *r, const struct state *s)
{
    const int last = PIECES * PIECES_EACH - 1;

    if (is_solo(s) || s->ending || s->phase == PHASE_OVER)
        return;
    if (board_has_full_flotilla(s) || cleanup_supply(s) == 0 ||
        s->drawn > SHELF_CARDS || built_count(&s->seat[0]) >= last ||
        built_count(&s->seat[1]) >= last)
        reader_refuse_member(r, 0, "ending",
                             "The end is noted: this is 2, or 1 in the last "
                             "round.");
}

/* Some frames are only for solo play. */
static void check_frames(struct reader *r, const struct state *s)
{
    for (int i = 0; i < s->depth && !is_solo(s); i++) {
        const struct frame *f = &s->stack[i];

        if (f->kind == FRAME_TOKENS || f->kind == FRAME_RAISE ||
            f->kind == FRAME_BOX_DOCK || f->kind == FRAME_BOX_SPECIALIST ||
            (f->kind == FRAME_FACE && f->n))
            reader_refuse_member(r, 0, "pending",
                                 "\"%s\" is part of solo play.",
                                 frame_words[f->kind]);
    }
}

static void check_left(struct reader *r, const struct state *s)
{
    const bool any = s->seat[0].left || s->seat[1].left;

    if (any && (s->phase != PHASE_OVER || s->depth))
        reader_refuse_member(r, 0, "phase",
                             "The match is over when a player has left.");
    if (s->phase == PHASE_OVER && s->depth)
        reader_refuse_member(r, 0, "pending",
                             "Nothing is pending when the match is over.");
}

void check_state(struct reader *r, const struct state *s)
{
    check_options(r, s);
    check_supply(r, s);
    check_locations(r, s);
    check_left(r, s);
    check_ending(r, s);
    check_frames(r, s);
    if (!r->bad && s->phase == PHASE_PLAY)
        check_decision(r, s);
}
