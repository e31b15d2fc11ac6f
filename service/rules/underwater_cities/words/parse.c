/* Moves of a state as text: writing them, and reading what a player wrote.
 * "part N" may be left out where exactly one open part takes the move. */
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/perform.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/words.h"

/* How well an open part fits a move. */
enum fit { FITS_NOT, FITS_KIND, FITS };

static struct move with_part(struct move m, int part)
{
    return move_make(move_verb(m), part, move_a(m), move_b(m), move_x(m));
}

static enum fit fit_of(const struct uwc_state *s, int seat, struct move m)
{
    struct uwc_state copy = *s;
    const enum refusal_reason why = perform_part(&copy, seat, m);

    if (!why)
        return FITS;
    return why == REFUSED_NO_PART || why == REFUSED_PIECE ? FITS_NOT
                                                          : FITS_KIND;
}

/* The move for the only open part that takes it or, if none does, that is of
 * its kind.  Unchanged if that is part 0, or if there are several. */
static struct move find_part(const struct uwc_state *s, int seat, struct move m)
{
    struct open_parts parts = open_parts_of_top(s);
    int count[FITS + 1] = {0}, part[FITS + 1] = {0};
    enum fit best = FITS;

    if (fit_of(s, seat, m) == FITS)
        return m;
    while (open_parts_next(&parts)) {
        const enum fit fit = fit_of(s, seat, with_part(m, parts.number));

        count[fit]++;
        part[fit] = parts.number;
    }
    if (!count[best])
        best = FITS_KIND;
    return count[best] == 1 ? with_part(m, part[best]) : m;
}

/* The hand of a seat of the match, if there are both. */
static const struct card_set *hand_of(const struct uwc_state *s, int seat)
{
    return s && seat >= 0 && seat < s->seats ? &s->seat[seat].hand : NULL;
}

size_t uwc_format(const void *state, int seat, struct move move, char *out)
{
    return move_write(move, hand_of(state, seat), out);
}

enum rules_err uwc_parse(const void *state, int seat, const char *text,
                         struct move *out)
{
    const struct uwc_state *s = state;
    struct move m;

    if (!move_read(text, hand_of(s, seat), &m))
        return RULES_BAD_NOTATION;
    if (s && s->phase == PHASE_TURN && s->depth && seat == uwc_active(s) &&
        verb_shapes[move_verb(m)].names_part && !move_part(m))
        m = find_part(s, seat, m);
    *out = m;
    return RULES_OK;
}
