/* Whether a match can be like a state that was read. */
#include "rules/otys/view/check.h"

#include "rules/kit/reader.h"
#include "rules/otys/engine/decide.h"

/* ---- what is pending ---- */

static bool is_turns(const struct state *s, int i, enum frame_kind kind)
{
    return i < s->depth && s->stack[i].kind == kind &&
           s->stack[i].seat == s->turn;
}

/* Points that may be refused: what gives them is done (BP1). */
static bool is_gain(const struct state *s, int i, enum source_of_points from)
{
    return is_turns(s, i, FRAME_GAIN) && s->stack[i].n == 1 &&
           s->stack[i].a == from;
}

/* What a reward token asks for. */
static bool is_reward(const struct state *s, int i)
{
    return is_turns(s, i, FRAME_KEEP) || is_turns(s, i, FRAME_PICK) ||
           is_turns(s, i, FRAME_UPGRADE) || is_gain(s, i, POINTS_TOKENS);
}

/* A diver of the key's level: the own one, or that of another seat. */
static bool is_diver(const struct state *s, int i, bool copied)
{
    const struct frame *f = &s->stack[i];

    if (!is_turns(s, i, FRAME_DIVER) || (f->b != 0) != copied)
        return false;
    if (!copied)
        return f->a == key_diver(s) && f->c == 0 && f->n >= 1 &&
               f->n <= 1 + s->is_double;
    return f->n == 1 && f->b - 1 < s->seats && f->b - 1 != s->turn &&
           f->c >> s->seats == 0 && f->c >> (f->b - 1) & 1 &&
           !(f->c >> s->turn & 1) &&
           f->a == s->seat[f->b - 1].column[key_slot(s)];
}

static bool is_part(const struct state *s, int i)
{
    const struct frame *f = &s->stack[i];

    return is_turns(s, i, FRAME_PART) && f->b <= s->seats &&
           f->b != s->turn + 1 && frame_is_upgraded(s, f);
}

/* From frame i to the top: the rest of step 2.  The own diver's second effect
 * may wait below the first. */
static bool is_step_2(const struct state *s, int i)
{
    const bool waits = i < s->depth && is_diver(s, i, false);

    i += waits;
    if (i == s->depth)
        return waits;
    if (is_turns(s, i, FRAME_PLACE))
        return s->stack[i].a && i + 2 == s->depth && is_reward(s, i + 1);
    return i + 1 == s->depth && (is_diver(s, i, true) || is_part(s, i) ||
                                 is_turns(s, i, FRAME_KEEP));
}

/* Divers that were copied come along, each unless its owner pays. */
static bool is_step_3(const struct state *s, int i)
{
    unsigned seats = s->spy_variant ? 1u << s->turn : 0;

    if (i == s->depth)
        return false;
    for (; i < s->depth; i += 2) {
        const struct frame *rise = &s->stack[i], *shelter = rise + 1;

        if (i + 1 >= s->depth || !seats || seats >> rise->seat & 1 ||
            rise->kind != FRAME_RISE || shelter->kind != FRAME_SHELTER ||
            shelter->seat != rise->seat)
            return false;
        seats |= 1u << rise->seat;
    }
    return true;
}

/* What a turn pushes at its begin, from the bottom. */
static const uint8_t steps[] = {FRAME_END,      FRAME_RESURFACE, FRAME_OXYGEN,
                                FRAME_RETURN,   FRAME_ACTIVATE,  FRAME_SPONSOR,
                                FRAME_PROPELLER};
enum {
    STEPS = sizeof steps,
    TO_END = 1,
    TO_OXYGEN = 3,
    TO_RETURN,
    TO_ACTIVATE
};

/* How many of these are still there. */
static int steps_left(const struct state *s)
{
    int i = 0;

    while (i < STEPS && is_turns(s, i, (enum frame_kind)steps[i]))
        i++;
    return i;
}

static bool is_sequence(const struct state *s)
{
    const int left = steps_left(s);

    if (left > TO_ACTIVATE || left == TO_OXYGEN)
        return left == s->depth;
    if (left == TO_ACTIVATE && is_gain(s, left, POINTS_SPONSORS))
        return left + 1 == s->depth;
    if (left == TO_ACTIVATE)
        return is_turns(s, left, FRAME_REPLACE) && left + 2 == s->depth &&
               is_reward(s, left + 1);
    if (left == TO_RETURN)
        return is_step_2(s, left);
    return left == TO_END ? is_step_3(s, left) : s->depth == 0;
}

/* A contract was completed, whose bonus may be refused. */
static bool is_after_contract(const struct state *s)
{
    struct state before = *s;

    if (!s->depth || !is_gain(s, s->depth - 1, POINTS_BONUSES))
        return false;
    before.depth--;
    return contracts_are_open(&before) && is_sequence(&before);
}

static void check_pending(struct reader *r, const struct state *s)
{
    const bool keeps = s->depth && s->stack[s->depth - 1].kind == FRAME_KEEP;

    if (!is_sequence(s) && !is_after_contract(s))
        reader_refuse_member(r, 0, "pending",
                             "These are the steps of a turn that are left, "
                             "the next one last.");
    else if (keeps != (s->drawn[0] != 0))
        reader_refuse_member(r, 0, "contracts",
                             "Contracts are drawn if, and only if, one of them "
                             "is to be kept.");
}

/* ---- keys ---- */

static void check_turn(struct reader *r, const struct state *s)
{
    if ((s->key != NO_KEY) != (steps_left(s) >= TO_RETURN))
        reader_refuse_member(r, 0, "key",
                             "A key is in use from step 1 to step 3.");
    else if (s->key == NO_KEY ? s->level && !s->depth
                              : s->key < KEY_X && s->key != s->level + 1)
        reader_refuse_member(r, 0, "level",
                             "A numbered key is used on its level.");
    else if (s->key && s->key <= KEY_X &&
             s->seat[s->turn].keys >> (s->key - 1) & 1)
        reader_refuse_member(r, 0, "key",
                             "The key in use is not on the board.");
    else if ((!s->depth && (s->is_free || s->is_double || s->stays ||
                            s->copied || s->declined)) ||
             (s->copied && (!s->spy_variant || s->copied >> s->turn & 1)))
        reader_refuse_member(r, 0, "pending",
                             "\"free\", \"double\", \"stays\", \"copied\" and "
                             "\"declined\" belong to a turn, \"copied\" to the "
                             "variant of the Spy.");
}

/* Keys return as soon as the track is full: so every seat has a key.  The
 * hacker may have been moved onto the keys in this turn (BO23). */
static void check_keys(struct reader *r, const struct state *s)
{
    if (neutral_supply(s) < 0)
        reader_refuse_member(r, 0, "players", "There are %d neutral keys.",
                             NEUTRAL_KEYS);
    for (int seat = 0; seat < s->seats && s->phase == PHASE_PLAY; seat++)
        if (is_playing(s, seat) && !(seat == s->turn && s->key) &&
            track_length(s, seat) >= hacker_value(&s->seat[seat]))
            reader_refuse_member(r, 0, "players",
                                 "As many used keys as the hacker has return "
                                 "to the board.");
}

/* ---- the match ---- */

static void check_left(struct reader *r, const struct state *s)
{
    const int playing = s->seats - leavers_count(&s->leavers);

    if (!leavers_are_in_order(&s->leavers))
        reader_refuse_member(r, 0, "players",
                             "\"left_as\" is one more than the number of "
                             "players who left before.");
    else if (s->phase == PHASE_OVER ? s->depth > 0 : playing < 2)
        reader_refuse_member(r, 0, "phase",
                             "The match is over, and nothing is pending, when "
                             "one player is left.");
    else if (s->phase == PHASE_PLAY && !is_playing(s, s->turn))
        reader_refuse_member(r, 0, "turn", "This player has left.");
}

static void check_sides(struct reader *r, const struct state *s)
{
    const unsigned all = (1u << SPONSORS) - 1;

    if ((s->sides == SIDES_BASIC && s->advanced) ||
        (s->sides == SIDES_ADVANCED && s->advanced != all))
        reader_refuse_member(r, 0, "sponsors",
                             "The sides are those of the option "
                             "\"sponsor_sides\".");
}

void check_state(struct reader *r, const struct state *s)
{
    struct state copy = *s;

    check_sides(r, s);
    check_left(r, s);
    if (!r->bad)
        check_pending(r, s);
    if (!r->bad)
        check_turn(r, s);
    if (!r->bad)
        check_keys(r, s);
    if (!r->bad && s->phase == PHASE_PLAY && !has_option(&copy))
        reader_refuse_member(r, 0, "pending",
                             "There is nothing to choose from.");
}
