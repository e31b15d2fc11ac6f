/* What a position may leave out, because it follows from the rest: boards and
 * tiles that no other seat has, neutral tiles, cards that are nowhere else, and
 * what each seat has to choose.  Piles are shuffled with the secret, as at the
 * start of a match. */
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/production.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/solo.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/view/reader.h"
#include "rules/underwater_cities/words/document.h"

static bool is_given(struct reader *r, const char *object, const char *key)
{
    return reader_find(r, reader_find(r, 0, object), key) != SOURCE_NONE;
}

/* ---- boards ---- */

/* The lowest bit that is not set. */
static uint8_t lowest_free(unsigned taken)
{
    return (uint8_t)__builtin_ctz(~taken);
}

static unsigned blue_taken(const struct uwc_state *s)
{
    unsigned taken = 1;

    for (int i = 0; i < s->tile_count; i++)
        taken |= 1u << s->tiles[i];
    for (int i = 0; revealed_kind(s) == FRAME_TILES && i < 3; i++)
        if (s->reveal[i] <= UWC_BLUE_TILES)
            taken |= 1u << s->reveal[i];
    for (int i = 0; i < s->seats; i++)
        taken |= 1u << s->seat[i].blue[0] | 1u << s->seat[i].blue[1] |
                 (unsigned)s->seat[i].gained_tiles << 1;
    return taken;
}

/* Boards and tiles are those with the lowest numbers that no seat has; playing
 * alone there is no brown tile 2. */
void fill_boards(struct uwc_state *s)
{
    unsigned boards_taken = s->advanced ? 0x0f : 0;
    unsigned brown = s->seats == 1 ? 5 : 1, blue = blue_taken(s);

    for (int i = 0; i < s->seats; i++) {
        if (s->seat[i].board != NO_BOARD)
            boards_taken |= 1u << s->seat[i].board;
        brown |= 1u << s->seat[i].brown;
    }
    for (int i = 0; i < s->seats; i++) {
        struct seat *me = &s->seat[i];

        if (me->board == NO_BOARD)
            me->board = lowest_free(boards_taken) % BOARDS;
        boards_taken |= 1u << me->board;
        if (!me->brown)
            me->brown = lowest_free(brown);
        brown |= 1u << me->brown;
        for (int k = 0; k < 2; k++) {
            if (!me->blue[k] && lowest_free(blue) <= UWC_BLUE_TILES)
                me->blue[k] = lowest_free(blue);
            blue |= 1u << me->blue[k];
        }
    }
}

/* ---- slots ---- */

/* The tile of the turn under way is on its slot; neutral tiles lie where the
 * rules lay them.  Both only if no slot is listed. */
void fill_slots(struct reader *r, struct uwc_state *s)
{
    const int round = s->round + (s->phase == PHASE_PRODUCTION);

    if (reader_find(r, 0, "slots") != SOURCE_NONE)
        return;
    if (s->phase == PHASE_TURN && s->slot < UWC_SLOT_ALWAYS)
        s->slots[s->slot] |= (uint8_t)(1u << uwc_active(s));
    if (s->seats > 1)
        return;
    if (round <= UWC_ROUNDS)
        solo_lay_tiles(s, round);
    if (s->fourth < UWC_SLOT_ALWAYS)
        s->slots[s->fourth] = UWC_NEUTRAL;
}

/* ---- piles ---- */

/* Every card that is in a list or belongs to a seat. */
static struct card_set cards_placed(const struct uwc_state *s)
{
    struct card_set set = s->discards;

    set_add_list(&set, s->deck, s->deck_count);
    set_add_list(&set, s->specials, s->special_count);
    set_add_list(&set, s->display, sizeof s->display);
    if (revealed_kind(s) == FRAME_SPECIALS)
        set_add_list(&set, s->reveal, sizeof s->reveal);
    set_add(&set, s->card);
    for (int i = 0; i < s->seats; i++) {
        const struct seat *me = &s->seat[i];

        set_add_list(&set, me->claims, me->claim_count);
        set_add_set(&set, &me->hand);
    }
    return set;
}

/* Shuffle the cards from first to last that are nowhere; how many they are. */
static uint8_t shuffle_rest(struct uwc_state *s, int first, int last,
                            uint8_t *out)
{
    const struct card_set placed = cards_placed(s);
    uint8_t count = 0;

    for (int card = first; card <= last; card++)
        if (!set_has(&placed, card))
            out[count++] = (uint8_t)card;
    secret_stream_shuffle(&s->chance, out, count);
    return count;
}

/* Six special cards for three credits are in a match; those that no seat has
 * taken lie face up. */
static void fill_display(struct uwc_state *s)
{
    enum { THREES = SPECIAL_FIRST - SPECIAL3_FIRST };
    const int in_match = (int)sizeof s->display;
    uint8_t rest[THREES] = {0};
    const int nowhere =
        shuffle_rest(s, SPECIAL3_FIRST, SPECIAL_FIRST - 1, rest);
    const int taken = THREES - nowhere;

    for (int i = 0; i < in_match - taken; i++)
        s->display[i] = rest[i];
}

static void fill_tiles(struct uwc_state *s)
{
    const unsigned taken = blue_taken(s);

    for (int tile = 1; tile <= UWC_BLUE_TILES; tile++)
        if (!(taken >> tile & 1))
            s->tiles[s->tile_count++] = (uint8_t)tile;
    pile_shuffle(pile_tiles(s), &s->chance);
}

/* Before the blue tiles lie, no era card is anywhere. */
void fill_piles(struct reader *r, struct uwc_state *s)
{
    const struct era_deck *era = &era_decks[uwc_era(s)];

    if (!is_given(r, "hidden", "metropolises"))
        fill_tiles(s);
    if (!is_given(r, "piles", "display"))
        fill_display(s);
    if (!is_given(r, "hidden", "specials"))
        s->special_count =
            shuffle_rest(s, SPECIAL_FIRST, CARD_LAST, s->specials);
    if (!is_given(r, "hidden", "deck") && s->phase != PHASE_TILES)
        s->deck_count =
            shuffle_rest(s, era->first, era->first + era->size - 1, s->deck);
}

/* ---- decisions ---- */

/* Whether a seat has to choose together with the others: by default it has not
 * chosen yet. */
static bool owes(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];

    switch ((enum phase)s->phase) {
    case PHASE_FIRST_HANDS:
    case PHASE_ERA_HANDS: return !me->left && hand_surplus(me) > 0;
    case PHASE_PRODUCTION: return me->asked != 0;
    case PHASE_TILES: return !me->left;
    case PHASE_TURN:
    case PHASE_OVER: break;
    }
    return false;
}

static void read_choices(struct reader *r, struct uwc_state *s, int seat,
                         source_node at)
{
    const bool asks = s->phase == PHASE_PRODUCTION && !s->seat[seat].left;
    struct seat *me = &s->seat[seat];

    READER_KNOW(r, at, "owes", "aside", "swapped", "asked", "answers");
    me->set_aside =
        (uint32_t)reader_number_or(r, at, "aside", 0, UINT32_MAX, 0);
    me->swapped = reader_truth_or(r, at, "swapped", false);
    me->asked = (uint32_t)reader_number_or(
        r, at, "asked", 0, UINT32_MAX, asks ? production_choices(s, seat) : 0);
    me->is_choosing =
        (uint8_t)reader_number_or(r, at, "owes", 0, 1, owes(s, seat));
    (void)reader_bytes(r, reader_find(r, at, "answers"), me->answer,
                       me->claim_count, 0, 15);
}

/* What each seat has to choose; and a turn begins with discards if the hand is
 * above its limit. */
void fill_turn(struct reader *r, struct uwc_state *s)
{
    const source_node choices =
        reader_find(r, reader_find(r, 0, "hidden"), "choices");
    const size_t listed = reader_length(r, choices, s->seats);

    for (int i = 0; i < s->seats; i++)
        read_choices(r, s, i,
                     (size_t)i < listed ? reader_element(r, choices, (size_t)i)
                                        : SOURCE_NONE);
    if (s->phase == PHASE_TURN && s->slot == UWC_NO_SLOT &&
        !is_given(r, "current_turn", "step") &&
        hand_surplus(&s->seat[uwc_active(s)]) > 0)
        s->step = STEP_DISCARD;
}
