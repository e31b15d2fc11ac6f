/* A state of the template from a document: the very one from a position, one
 * that looks the same from the view of a seat.  Documents come from people:
 * whatever is accepted here must never break the rules later, and whatever is
 * refused is refused with a place and a reason. */
#include "rules/template/template.h"

#include "rules/kit/reader.h"

#include <string.h>

/* A state being read.  The reader is its first member. */
struct reading {
    struct reader reader;
    struct template_state *s;
    uint32_t rest; /* the cards that no place has had so far */
};

/* The element of "players" of a seat. */
static source_node player_node(struct reader *r, int seat)
{
    return reader_element(r, reader_member(r, 0, "players"), (size_t)seat);
}

/* A card at a node, which leaves the rest. */
static int read_card(struct reading *in, source_node node)
{
    struct reader *r = &in->reader;
    const int card = (int)reader_number_at(r, node, 1, TEMPLATE_CARDS);

    if (!r->bad && !(in->rest >> card & 1))
        reader_refuse(r, node, "Card %d is already in another place.", card);
    in->rest &= ~(UINT32_C(1) << card);
    return card;
}

static void read_cards(struct reading *in, source_node list, uint32_t *out)
{
    const size_t count = reader_length(&in->reader, list, TEMPLATE_CARDS);

    for (size_t i = 0; i < count && !in->reader.bad; i++)
        *out |= UINT32_C(1)
                << read_card(in, reader_element(&in->reader, list, i));
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
static void read_chosen(struct reading *in, int seat)
{
    struct reader *r = &in->reader;
    struct template_state *s = in->s;
    const source_node player = player_node(r, seat);
    const source_node chosen = r->source->member(r->source, player, "chosen");

    if (!reader_truth_or(r, player, "has_chosen", chosen != SOURCE_NONE))
        return;
    s->chosen[seat] =
        (uint8_t)reader_number(r, player, "chosen", 1, TEMPLATE_CARDS);
    if (s->phase == TEMPLATE_CHOOSING &&
        !(s->hand[seat] >> s->chosen[seat] & 1))
        reader_refuse_member(r, player, "chosen",
                             "Until all have chosen, the card is in the hand.");
    if (s->phase == TEMPLATE_OVER)
        reader_refuse_member(r, player, "chosen",
                             "When the match is over no card is chosen.");
    if (s->phase == TEMPLATE_TAKING && !r->bad)
        (void)read_card(in, chosen);
}

/* A player whose cards are seen. */
static void read_player(struct reading *in, int seat)
{
    struct reader *r = &in->reader;
    const source_node player = player_node(r, seat);

    read_public(r, in->s, seat);
    read_cards(in, reader_member(r, player, "hand"), &in->s->hand[seat]);
    if (in->s->leavers.place[seat] && in->s->hand[seat])
        reader_refuse_member(r, player, "hand",
                             "A player who has left has no cards.");
    read_chosen(in, seat);
}

static void read_options(struct reader *r, struct template_state *s)
{
    static const char *const winners[] = {"high", "low"};

    s->dealt = (uint8_t)reader_number_or(r, 0, "dealt", 3, 6, 4);
    s->low_wins = (uint8_t)READER_WORD_OR(r, 0, "winner", winners, 0);
    s->sudden = reader_truth_or(r, 0, "sudden", false);
}

/* The members that every view has, down to the discards. */
static void read_table(struct reading *in)
{
    struct reader *r = &in->reader;
    struct template_state *s = in->s;
    const source_node players = reader_member(r, 0, "players");

    memset(s, 0, sizeof *s);
    READER_KNOW(r, 0, "game", "winner", "sudden", "dealt", "phase", "taking",
                "trade", "deck", "discards", "players", "hidden");
    s->seats = (uint8_t)reader_length(r, players, RULES_SEATS_MAX);
    if (s->seats < 2)
        reader_refuse(r, players, "A position has 2 to %d players.",
                      RULES_SEATS_MAX);
    read_options(r, s);
    s->phase = (uint8_t)READER_WORD_OR(r, 0, "phase", template_phase_names,
                                       TEMPLATE_CHOOSING);
    if (s->phase == TEMPLATE_TAKING)
        s->winner = (uint8_t)reader_number(r, 0, "taking", 0, s->seats - 1);
    in->rest = ((UINT32_C(1) << TEMPLATE_CARDS) - 1) << 1;
    read_cards(in, reader_find(r, 0, "discards"), &s->discards);
}

/* The rest is the deck. */
static void fill_deck(struct reading *in)
{
    struct template_state *s = in->s;

    for (int card = template_next(in->rest, 0); card;
         card = template_next(in->rest, card))
        s->deck[s->deck_count++] = (uint8_t)card;
    in->rest = 0;
}

/* What no player sees; all of it may be left out.  A deck that is listed has
 * all cards that are in no other place. */
static void read_hidden(struct reading *in)
{
    struct reader *r = &in->reader;
    struct template_state *s = in->s;
    const source_node hidden = reader_find(r, 0, "hidden");
    const source_node deck = reader_find(r, hidden, "deck");
    const size_t count = reader_length(r, deck, TEMPLATE_CARDS);

    READER_KNOW(r, hidden, "deck", "secret", "stream");
    secret_stream_read(&s->chance, r, hidden);
    for (size_t i = 0; i < count && !r->bad; i++)
        s->deck[s->deck_count++] =
            (uint8_t)read_card(in, reader_element(r, deck, i));
    if (deck == SOURCE_NONE)
        fill_deck(in);
    if (in->rest)
        reader_refuse_member(r, hidden, "deck", "Card %d is in no place.",
                             template_next(in->rest, 0));
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
static void check(struct reading *in)
{
    struct reader *r = &in->reader;
    const struct template_state *s = in->s;

    if (!leavers_are_in_order(&s->leavers))
        reader_refuse_member(r, 0, "players",
                             "\"left_as\" is one more than the number of "
                             "players who left before.");
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
}

/* The effect in progress: that of the winner's card, or its trade with the
 * parts that are still open. */
static void read_effect(struct reading *in)
{
    struct reader *r = &in->reader;
    struct template_state *s = in->s;
    const source_node list = r->source->member(r->source, 0, "trade");
    const size_t count = reader_length(r, list, TEMPLATE_VERBS);
    const struct effect *part;
    unsigned open = 0;

    if (s->phase == TEMPLATE_TAKING)
        template_begin_effect(s);
    if (list == SOURCE_NONE || r->bad)
        return;
    if (template_perform(s, s->winner, template_move(TEMPLATE_TRADE, 0)))
        reader_refuse(r, list, "The card that won does not allow a trade.");
    for (size_t i = 0; i < count && !r->bad; i++)
        open |= 1U << reader_word_at(r, reader_element(r, list, i),
                                     template_verb_words, TEMPLATE_VERBS);
    for (uint32_t verb = 0; verb < TEMPLATE_VERBS && !r->bad; verb++) {
        part = template_part(s, verb);
        if (part && !(open >> verb & 1))
            template_close_part(s, part);
        open &= ~((part ? 1U : 0U) << verb);
    }
    if (!r->bad && (open || !count || !template_can_complete(s, s->winner)))
        reader_refuse(r, list,
                      "A trade has a part that is open, and can be completed.");
}

static enum rules_err finish(struct reading *in)
{
    if (!in->reader.bad)
        check(in);
    if (!in->reader.bad)
        read_effect(in);
    return in->reader.bad ? RULES_BAD_POSITION : RULES_OK;
}

enum rules_err template_read(void *state, const struct source *source,
                             struct position_fault *fault)
{
    struct reading in = {{.source = source, .fault = fault}, .s = state};

    read_table(&in);
    for (int seat = 0; !in.reader.bad && seat < in.s->seats; seat++)
        read_player(&in, seat);
    read_hidden(&in);
    return finish(&in);
}

/* ---- from the view of a seat ---- */

/* Deal a hand to a player whose cards are hidden: the lowest cards that are not
 * seen elsewhere.  They are resampled at the end. */
static void deal_other(struct reading *in, int seat)
{
    struct reader *r = &in->reader;
    struct template_state *s = in->s;
    const source_node player = player_node(r, seat);
    const bool has_chosen = reader_truth(r, player, "has_chosen");
    int64_t cards =
        reader_number(r, player, "cards", 0, __builtin_popcount(in->rest));

    for (; cards > 0; cards--) {
        const uint32_t card = in->rest & -in->rest;

        s->hand[seat] |= card;
        in->rest &= ~card;
    }
    r->bad |= s->leavers.place[seat] && s->hand[seat];
    if (s->phase != TEMPLATE_CHOOSING || !has_chosen)
        return;
    r->bad |= s->leavers.place[seat] || !s->hand[seat];
    if (!r->bad)
        s->chosen[seat] = (uint8_t)template_next(s->hand[seat], 0);
}

/* Remove all seen cards first; place the rest anywhere and resample it. */
enum rules_err template_determinize(void *state, const struct source *view,
                                    int viewer, struct random *random)
{
    struct reading in = {{.source = view, .is_view = true}, .s = state};
    struct reader *r = &in.reader;
    const struct template_state *s = state;
    int64_t deck;

    if (viewer == RULES_OMNISCIENT)
        return template_read(state, view, NULL);
    read_table(&in);
    deck = reader_number(r, 0, "deck", 0, TEMPLATE_CARDS);
    for (int seat = 0; !r->bad && seat < s->seats; seat++) {
        if (seat == viewer) {
            read_player(&in, seat);
            continue;
        }
        read_public(r, in.s, seat);
        if (s->phase != TEMPLATE_CHOOSING)
            read_chosen(&in, seat);
    }
    for (int seat = 0; !r->bad && seat < s->seats; seat++)
        if (seat != viewer)
            deal_other(&in, seat);
    fill_deck(&in);
    if (viewer >= s->seats || deck != s->deck_count || finish(&in))
        return RULES_BAD_POSITION;
    template_resample(state, viewer, random);
    return RULES_OK;
}
