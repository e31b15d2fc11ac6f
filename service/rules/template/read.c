/* A state of the template from a view: the very one from the omniscient view,
 * one that looks the same from any other.  Documents come from people: whatever
 * is accepted here must never break the rules later. */
#include "rules/template/template.h"

#include "rules/random.h"
#include "rules/sink.h"

#include <string.h>

/* A number from 0 to max, or false. */
static bool read_number(const struct source *in, source_node object,
                        const char *key, int64_t max, int64_t *out)
{
    return in->number(in, in->member(in, object, key), out) && *out >= 0 &&
           *out <= max;
}

/* A list of cards out of those that are still nowhere. */
static bool read_cards(struct template_state *s, const struct source *in,
                       source_node list, uint32_t *out)
{
    for (size_t i = 0; i < in->length(in, list); i++) {
        int64_t card = 0;

        if (!in->number(in, in->element(in, list, i), &card) || card < 1 ||
            card > TEMPLATE_CARDS || !(s->deck >> card & 1))
            return false;
        *out |= UINT32_C(1) << card;
        s->deck &= ~(UINT32_C(1) << card);
    }
    return list != SOURCE_NONE;
}

/* What everybody sees of a player. */
static bool read_public(struct template_state *s, int seat,
                        const struct source *in, source_node player)
{
    int64_t points = 0, left_as = 0;
    bool left = false;

    if (!read_number(in, player, "points", TEMPLATE_POINTS_MAX, &points) ||
        !in->truth(in, in->member(in, player, "left"), &left))
        return false;
    s->points[seat] = (uint16_t)points;
    if (!left)
        return true;
    if (!read_number(in, player, "left_as", RULES_SEATS_MAX, &left_as))
        return false;
    s->left[seat] = (uint8_t)left_as;
    return left_as > 0;
}

/* The chosen card of a seat, if it has one: in its hand, or turned up. */
static bool read_chosen(struct template_state *s, int seat,
                        const struct source *in, source_node player)
{
    int64_t chosen = 0;
    bool has_chosen = false;

    if (!in->truth(in, in->member(in, player, "has_chosen"), &has_chosen))
        return false;
    if (!has_chosen)
        return true;
    if (!read_number(in, player, "chosen", TEMPLATE_CARDS, &chosen) || !chosen)
        return false;
    s->chosen[seat] = (uint8_t)chosen;
    if (s->phase == TEMPLATE_CHOOSING)
        return s->hand[seat] >> chosen & 1;
    if (s->phase != TEMPLATE_TAKING || !(s->deck >> chosen & 1))
        return false;
    s->deck &= ~(UINT32_C(1) << chosen);
    return true;
}

/* A player whose cards are seen. */
static bool read_player(struct template_state *s, int seat,
                        const struct source *in, source_node player)
{
    return read_public(s, seat, in, player) &&
           read_cards(s, in, in->member(in, player, "hand"), &s->hand[seat]) &&
           !(s->left[seat] && s->hand[seat]) &&
           read_chosen(s, seat, in, player);
}

/* A player of whom only the card turned up is seen, if any. */
static bool read_other(struct template_state *s, int seat,
                       const struct source *in, source_node player)
{
    return read_public(s, seat, in, player) &&
           (s->phase == TEMPLATE_CHOOSING || read_chosen(s, seat, in, player));
}

/* Deal a hand to a player whose cards are hidden: the lowest cards that are not
 * seen elsewhere.  They are resampled at the end. */
static bool deal_other(struct template_state *s, int seat,
                       const struct source *in, source_node player)
{
    int64_t cards = 0;
    bool has_chosen = false;

    if (!read_number(in, player, "cards", __builtin_popcount(s->deck),
                     &cards) ||
        !in->truth(in, in->member(in, player, "has_chosen"), &has_chosen))
        return false;
    for (; cards > 0; cards--) {
        uint32_t card = s->deck & -s->deck;

        s->hand[seat] |= card;
        s->deck &= ~card;
    }
    if (s->left[seat])
        return !s->hand[seat] && !(has_chosen && s->phase == TEMPLATE_CHOOSING);
    if (s->phase != TEMPLATE_CHOOSING || !has_chosen)
        return true;
    s->chosen[seat] =
        (uint8_t)(s->hand[seat] ? __builtin_ctz(s->hand[seat]) : 0);
    return s->chosen[seat] != 0;
}

static bool read_options(struct template_state *s, const struct source *in)
{
    const char *winner = NULL;
    bool sudden = false;
    int64_t dealt = 0;

    if (!read_number(in, 0, "dealt", 6, &dealt) || dealt < 3 ||
        !in->text(in, in->member(in, 0, "winner"), &winner) ||
        !in->truth(in, in->member(in, 0, "sudden"), &sudden))
        return false;
    s->low_wins = strcmp(winner, "low") == 0;
    s->sudden = sudden;
    s->dealt = (uint8_t)dealt;
    return s->low_wins || strcmp(winner, "high") == 0;
}

static bool read_phase(struct template_state *s, const struct source *in)
{
    const char *name = NULL;
    int64_t winner = 0;

    if (!in->text(in, in->member(in, 0, "phase"), &name))
        return false;
    while (s->phase < TEMPLATE_PHASES &&
           strcmp(name, template_phase_names[s->phase]) != 0)
        s->phase++;
    if (s->phase == TEMPLATE_TAKING &&
        !read_number(in, 0, "taking", s->seats - 1, &winner))
        return false;
    s->winner = (uint8_t)winner;
    return s->phase < TEMPLATE_PHASES;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_hidden(struct template_state *s, const struct source *in)
{
    source_node hidden = in->member(in, 0, "hidden");
    const char *secret = NULL;
    int64_t stream = 0;

    if (!read_number(in, hidden, "stream", INT64_MAX, &stream) ||
        !in->text(in, in->member(in, hidden, "secret"), &secret) ||
        strlen(secret) != 2 * RULES_SECRET_SIZE)
        return false;
    s->stream = (uint64_t)stream;
    for (size_t i = 0; i < RULES_SECRET_SIZE; i++) {
        int high = hex_digit(secret[2 * i]);
        int low = hex_digit(secret[2 * i + 1]);

        if (high < 0 || low < 0)
            return false;
        s->secret[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}

/* Did they leave one after the other? */
static bool left_in_order(const struct template_state *s)
{
    unsigned places = 0;

    for (int seat = 0; seat < s->seats; seat++)
        if (s->left[seat])
            places |= 1U << (s->left[seat] - 1);
    return places == (1U << (s->seats - template_active_count(s))) - 1;
}

/* What the rules rely on while a match goes on: two seats or more, someone to
 * act, a card for everyone who chooses, and the cards of a round to take. */
static bool can_go_on(const struct template_state *s)
{
    if (!left_in_order(s))
        return false;
    if (s->phase == TEMPLATE_OVER)
        return true;
    for (int seat = 0; seat < s->seats; seat++)
        if (s->phase == TEMPLATE_CHOOSING &&
            (template_is_active(s, seat) ? !s->hand[seat] : s->chosen[seat]))
            return false;
    if (s->phase == TEMPLATE_TAKING &&
        (!template_is_active(s, s->winner) || !s->chosen[s->winner]))
        return false;
    return template_active_count(s) >= 2 && template_to_act(s) != 0;
}

/* The members that every view has, down to the discards; all other cards are
 * in the deck then. */
static bool read_table(struct template_state *s, const struct source *in)
{
    source_node players = in->member(in, 0, "players");
    size_t seats = in->length(in, players);

    memset(s, 0, sizeof *s);
    if (seats < 2 || seats > RULES_SEATS_MAX)
        return false;
    s->seats = (uint8_t)seats;
    s->deck = ((UINT32_C(1) << TEMPLATE_CARDS) - 1) << 1;
    return read_options(s, in) && read_phase(s, in) &&
           read_cards(s, in, in->member(in, 0, "discards"), &s->discards);
}

enum rules_err template_read(void *state, const struct source *source)
{
    struct template_state *s = state;
    source_node players = source->member(source, 0, "players");
    bool ok = read_table(s, source) && read_hidden(s, source);

    for (int seat = 0; ok && seat < s->seats; seat++)
        ok = read_player(s, seat, source,
                         source->element(source, players, (size_t)seat));
    return ok && can_go_on(s) ? RULES_OK : RULES_BAD_POSITION;
}

/* Remove all seen cards from the deck first; place the rest anywhere and
 * resample it.  Each card that left the deck was a separate draw. */
enum rules_err template_determinize(void *state, const struct source *view,
                                    int viewer, struct random *random)
{
    struct template_state *s = state;
    source_node players = view->member(view, 0, "players");
    int64_t deck = 0;
    bool ok;

    if (viewer == RULES_OMNISCIENT)
        return template_read(state, view);
    ok = read_table(s, view) && viewer < s->seats &&
         read_number(view, 0, "deck", TEMPLATE_CARDS, &deck);
    for (int pass = 0; pass < 2; pass++) {
        for (int seat = 0; ok && seat < s->seats; seat++) {
            source_node player = view->element(view, players, (size_t)seat);

            if (seat == viewer)
                ok = pass || read_player(s, seat, view, player);
            else
                ok = pass ? deal_other(s, seat, view, player)
                          : read_other(s, seat, view, player);
        }
    }
    if (!ok || deck != __builtin_popcount(s->deck) || !can_go_on(s))
        return RULES_BAD_POSITION;
    s->stream = (uint64_t)(TEMPLATE_CARDS - deck);
    template_resample(s, viewer, random);
    return RULES_OK;
}
