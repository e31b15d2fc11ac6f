/* A state of the template from a document: the very one from a position, one
 * that looks the same from the view of a seat.  Documents come from people:
 * whatever is accepted here must never break the rules later, and whatever is
 * refused is refused with a place and a reason. */
#include "rules/template/template.h"

#include "rules/kit/reader.h"

#include <string.h>

/* The element of "players" of a seat. */
static source_node player_node(struct reader *r, int seat)
{
    return reader_element(r, reader_member(r, 0, "players"), (size_t)seat);
}

/* A list of cards out of those that are still nowhere. */
static void read_cards(struct reader *r, struct template_state *s,
                       source_node list, uint32_t *out)
{
    const size_t count = reader_length(r, list, TEMPLATE_CARDS);

    for (size_t i = 0; i < count && !r->bad; i++) {
        const source_node node = reader_element(r, list, i);
        const int card = (int)reader_number_at(r, node, 1, TEMPLATE_CARDS);

        if (!(s->deck >> card & 1))
            reader_refuse(r, node, "Card %d is already in another place.",
                          card);
        *out |= UINT32_C(1) << card;
        s->deck &= ~(UINT32_C(1) << card);
    }
}

/* What everybody sees of a player. */
static void read_public(struct reader *r, struct template_state *s, int seat)
{
    const source_node player = player_node(r, seat);

    READER_KNOW(r, player, "points", "cards", "left", "left_as", "has_chosen",
                "chosen", "hand");
    s->points[seat] = (uint16_t)reader_number_or(r, player, "points", 0,
                                                 TEMPLATE_POINTS_MAX, 0);
    if (reader_truth_or(r, player, "left", false))
        s->leavers.place[seat] =
            (uint8_t)reader_number(r, player, "left_as", 1, RULES_SEATS_MAX);
}

/* The chosen card of a seat, if it has one: in its hand, or turned up. */
static void read_chosen(struct reader *r, struct template_state *s, int seat)
{
    const source_node player = player_node(r, seat);
    const bool is_given =
        r->source->member(r->source, player, "chosen") != SOURCE_NONE;
    int card;

    if (!reader_truth_or(r, player, "has_chosen", is_given))
        return;
    card = (int)reader_number(r, player, "chosen", 1, TEMPLATE_CARDS);
    s->chosen[seat] = (uint8_t)card;
    if (s->phase == TEMPLATE_CHOOSING && !(s->hand[seat] >> card & 1))
        reader_refuse_member(r, player, "chosen",
                             "Until all have chosen, the card is in the hand.");
    if (s->phase == TEMPLATE_OVER)
        reader_refuse_member(r, player, "chosen",
                             "When the match is over no card is chosen.");
    if (s->phase == TEMPLATE_TAKING && !(s->deck >> card & 1))
        reader_refuse_member(r, player, "chosen",
                             "Card %d is already in another place.", card);
    if (s->phase == TEMPLATE_TAKING)
        s->deck &= ~(UINT32_C(1) << card);
}

/* A player whose cards are seen. */
static void read_player(struct reader *r, struct template_state *s, int seat)
{
    const source_node player = player_node(r, seat);

    read_public(r, s, seat);
    read_cards(r, s, reader_member(r, player, "hand"), &s->hand[seat]);
    if (s->leavers.place[seat] && s->hand[seat])
        reader_refuse_member(r, player, "hand",
                             "A player who has left has no cards.");
    read_chosen(r, s, seat);
}

static void read_options(struct reader *r, struct template_state *s)
{
    static const char *const winners[] = {"high", "low"};

    s->dealt = (uint8_t)reader_number_or(r, 0, "dealt", 3, 6, 4);
    s->low_wins = (uint8_t)READER_WORD_OR(r, 0, "winner", winners, 0);
    s->sudden = reader_truth_or(r, 0, "sudden", false);
}

/* The members that every view has, down to the discards; all other cards are
 * in the deck then. */
static void read_table(struct reader *r, struct template_state *s)
{
    const source_node players = reader_member(r, 0, "players");

    memset(s, 0, sizeof *s);
    READER_KNOW(r, 0, "winner", "sudden", "dealt", "phase", "taking", "deck",
                "discards", "players", "hidden");
    s->seats = (uint8_t)reader_length(r, players, RULES_SEATS_MAX);
    if (s->seats < 2)
        reader_refuse(r, players, "A position has 2 to %d players.",
                      RULES_SEATS_MAX);
    s->deck = ((UINT32_C(1) << TEMPLATE_CARDS) - 1) << 1;
    read_options(r, s);
    s->phase = (uint8_t)READER_WORD_OR(r, 0, "phase", template_phase_names,
                                       TEMPLATE_CHOOSING);
    if (s->phase == TEMPLATE_TAKING)
        s->winner = (uint8_t)reader_number(r, 0, "taking", 0, s->seats - 1);
    read_cards(r, s, reader_find(r, 0, "discards"), &s->discards);
}

/* What no player sees; all of it may be left out. */
static void read_hidden(struct reader *r, struct template_state *s)
{
    const source_node hidden = reader_find(r, 0, "hidden");

    READER_KNOW(r, hidden, "secret", "stream");
    secret_stream_read(&s->chance, r, hidden);
}

/* ---- whether a match can be like this ---- */

/* Each player who chooses has a card; those who left have chosen none. */
static void check_player(struct reader *r, const struct template_state *s,
                         int seat)
{
    if (s->phase != TEMPLATE_CHOOSING)
        return;
    if (template_is_active(s, seat) && !s->hand[seat])
        reader_refuse_member(r, player_node(r, seat), "hand",
                             "A player who is to choose has a card.");
    if (!template_is_active(s, seat) && s->chosen[seat])
        reader_refuse_member(r, player_node(r, seat), "chosen",
                             "A player who has left chooses no card.");
}

/* What the rules rely on while a match goes on: two seats or more, someone to
 * act, a card for everyone who chooses, and the cards of a round to take. */
static enum rules_err check(struct reader *r, const struct template_state *s)
{
    if (r->bad)
        return RULES_BAD_POSITION;
    if (!leavers_are_in_order(&s->leavers))
        reader_refuse_member(r, 0, "players",
                             "\"left_as\" counts from 1 in the order in which "
                             "players left.");
    if (s->phase != TEMPLATE_OVER) {
        for (int seat = 0; seat < s->seats; seat++)
            check_player(r, s, seat);
        if (template_active_count(s) < 2)
            reader_refuse_member(r, 0, "phase",
                                 "The match is over when fewer than two "
                                 "players have not left.");
        if (s->phase == TEMPLATE_TAKING &&
            (!template_is_active(s, s->winner) || !s->chosen[s->winner]))
            reader_refuse_member(r, 0, "taking",
                                 "The winner of the round has not left and has "
                                 "a chosen card.");
        if (!r->bad && !template_to_act(s))
            reader_refuse_member(r, 0, "phase",
                                 "All have chosen, so that the phase is "
                                 "\"taking\".");
    }
    return r->bad ? RULES_BAD_POSITION : RULES_OK;
}

enum rules_err template_read(void *state, const struct source *source,
                             struct position_fault *fault)
{
    struct template_state *s = state;
    struct reader r = {.source = source, .fault = fault};

    read_table(&r, s);
    read_hidden(&r, s);
    for (int seat = 0; !r.bad && seat < s->seats; seat++)
        read_player(&r, s, seat);
    return check(&r, s);
}

/* ---- from the view of a seat ---- */

/* Deal a hand to a player whose cards are hidden: the lowest cards that are not
 * seen elsewhere.  They are resampled at the end. */
static void deal_other(struct reader *r, struct template_state *s, int seat)
{
    const source_node player = player_node(r, seat);
    const bool has_chosen = reader_truth(r, player, "has_chosen");
    int64_t cards =
        reader_number(r, player, "cards", 0, __builtin_popcount(s->deck));

    for (; cards > 0; cards--) {
        uint32_t card = s->deck & -s->deck;

        s->hand[seat] |= card;
        s->deck &= ~card;
    }
    r->bad |= s->leavers.place[seat] && s->hand[seat];
    if (s->phase != TEMPLATE_CHOOSING || !has_chosen)
        return;
    r->bad |= s->leavers.place[seat] || !s->hand[seat];
    if (!r->bad)
        s->chosen[seat] = (uint8_t)__builtin_ctz(s->hand[seat]);
}

/* Remove all seen cards from the deck first; place the rest anywhere and
 * resample it. */
enum rules_err template_determinize(void *state, const struct source *view,
                                    int viewer, struct random *random)
{
    struct template_state *s = state;
    struct reader r = {.source = view, .is_view = true};
    int64_t deck;

    if (viewer == RULES_OMNISCIENT)
        return template_read(state, view, NULL);
    read_table(&r, s);
    deck = reader_number(&r, 0, "deck", 0, TEMPLATE_CARDS);
    for (int seat = 0; !r.bad && seat < s->seats; seat++) {
        if (seat == viewer) {
            read_player(&r, s, seat);
            continue;
        }
        read_public(&r, s, seat);
        if (s->phase != TEMPLATE_CHOOSING)
            read_chosen(&r, s, seat);
    }
    for (int seat = 0; !r.bad && seat < s->seats; seat++)
        if (seat != viewer)
            deal_other(&r, s, seat);
    if (viewer >= s->seats || deck != __builtin_popcount(s->deck) ||
        check(&r, s))
        return RULES_BAD_POSITION;
    template_resample(s, viewer, random);
    return RULES_OK;
}
