/* What became different between two states of a match, as a viewer sees it.
 * Works forwards and, for an undo, backwards. */
#include "rules/sink.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/visibility.h"
#include "rules/underwater_cities/words/document.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/words.h"

#include <stdio.h>

/* The two states, who looks, and where it is written. */
struct change {
    const struct uwc_state *from, *to;
    int viewer;
    struct sink *sink;
};

/* Begin an element: {"type": ...; with a seat unless that is -1. */
static void begin(const struct change *c, const char *type, int seat)
{
    sink_object(c->sink, NULL);
    sink_string(c->sink, "type", type);
    if (seat >= 0)
        sink_number(c->sink, "seat", seat);
}

static void end(const struct change *c)
{
    sink_close(c->sink);
}

static void say_number(const struct change *c, const char *type, int seat,
                       const char *key, int value)
{
    begin(c, type, seat);
    sink_number(c->sink, key, value);
    end(c);
}

static void say_amount(const struct change *c, int seat, const char *what,
                       int by)
{
    if (!by)
        return;
    begin(c, "gain", seat);
    sink_string(c->sink, "what", what);
    sink_number(c->sink, "change", by);
    end(c);
}

/* Cards that are in one set and not in the other. */
static struct card_set set_minus(const struct card_set *a,
                                 const struct card_set *b)
{
    struct card_set left;

    for (int i = 0; i < 4; i++)
        left.word[i] = a->word[i] & ~b->word[i];
    return left;
}

/* The size of a hand, and to its owner the cards. */
static void hand_changes(const struct change *c, int seat)
{
    const struct card_set *a = &c->from->seat[seat].hand;
    const struct card_set *b = &c->to->seat[seat].hand;
    struct card_set gone = set_minus(a, b), come = set_minus(b, a);
    int by = set_count(b) - set_count(a);
    bool sees = viewer_sees(c->viewer, seat);

    if (sees ? !set_count(&gone) && !set_count(&come) : !by)
        return;
    begin(c, "hand", seat);
    sink_number(c->sink, "change", by);
    if (sees) {
        sink_cards(c->sink, "gained", &come);
        sink_cards(c->sink, "lost", &gone);
    }
    end(c);
}

static void say_place(const struct change *c, const char *type, int seat,
                      unsigned piece, const char *site)
{
    begin(c, type, seat);
    sink_string(c->sink, "piece", piece_word(piece));
    sink_string(c->sink, "site", site);
    end(c);
}

/* Structures that came or went, by a mask. */
static void site_changes(const struct change *c, int seat, unsigned piece,
                         uint64_t a, uint64_t b, const char *came,
                         const char *went)
{
    for (uint64_t m = a ^ b; m; m &= m - 1) {
        int site = __builtin_ctzll(m);
        char word[16];

        if (piece & BUILDINGS)
            building_site_write(site, word, sizeof word);
        else
            snprintf(word, sizeof word, "%d", 1 + site);
        say_place(c, b >> site & 1 ? came : went, seat, piece, word);
    }
}

static void board_changes(const struct change *c, int seat)
{
    const struct seat *a = &c->from->seat[seat], *b = &c->to->seat[seat];
    unsigned left = board_metropolises(a) ^ board_metropolises(b);

    for (int i = 0; i < 3; i++)
        site_changes(c, seat, (unsigned)FARM << i, a->building[i],
                     b->building[i], "built", "removed");
    site_changes(c, seat, TUNNEL, a->tunnel, b->tunnel, "built", "removed");
    site_changes(c, seat, SYMBIOTIC, a->symbiotic, b->symbiotic, "built",
                 "removed");
    site_changes(c, seat, CITY, a->city & ~(unsigned)a->symbiotic,
                 b->city & ~(unsigned)b->symbiotic, "built", "removed");
    for (int i = 0; i < 3; i++)
        site_changes(c, seat, (unsigned)FARM << i, a->upgraded & a->building[i],
                     b->upgraded & b->building[i], "upgraded", "downgraded");
    site_changes(c, seat, TUNNEL, a->tunnel_upgraded, b->tunnel_upgraded,
                 "upgraded", "downgraded");
    for (int i = 0; i < METROPOLIS_PLACES; i++)
        if (left >> i & 1) {
            begin(c, board_metropolises(b) >> i & 1 ? "connected" : "cut-off",
                  seat);
            sink_string(c->sink, "metropolis", metropolis_words[i]);
            end(c);
        }
    for (int i = 0; i < UWC_BLUE_TILES; i++)
        if ((a->gained_tiles ^ b->gained_tiles) >> i & 1)
            say_number(c,
                       b->gained_tiles >> i & 1 ? "tile-gained" : "tile-lost",
                       seat, "tile", 1 + i);
}

/* Cards that one seat has in play and the other has not. */
static void claims_missing(const struct change *c, int seat,
                           const struct seat *from, const struct seat *to,
                           const char *type)
{
    for (int i = 0; i < to->claim_count; i++)
        if (claim_index(from, to->claims[i]) < 0)
            say_number(c, type, seat, "card", to->claims[i]);
}

static void claim_changes(const struct change *c, int seat)
{
    const struct seat *a = &c->from->seat[seat], *b = &c->to->seat[seat];

    claims_missing(c, seat, a, b, "claimed");
    claims_missing(c, seat, b, a, "dropped");
    for (int i = 0; i < b->claim_count; i++) {
        int before = claim_index(a, b->claims[i]);
        bool used = b->used >> i & 1;

        if (before >= 0 && (a->used >> before & 1) != used)
            say_number(c, used ? "used" : "ready", seat, "card", b->claims[i]);
    }
}

static void contract_changes(const struct change *c, int seat)
{
    unsigned a = c->from->seat[seat].contracts;
    unsigned b = c->to->seat[seat].contracts;

    for (unsigned m = a ^ b; m; m &= m - 1) {
        int i = __builtin_ctz(m);

        say_number(c, b >> i & 1 ? "contract-claimed" : "contract-returned",
                   seat, "contract", 1 + i);
    }
}

/* Where the blue tiles lie is open once all have chosen. */
static void tile_changes(const struct change *c, int seat)
{
    const struct seat *me = &c->to->seat[seat];

    if (c->from->phase != PHASE_TILES || c->to->phase == PHASE_TILES)
        return;
    begin(c, "tiles-laid", seat);
    sink_number(c->sink, "upper_right", me->blue[0]);
    sink_number(c->sink, "lower_left", me->blue[1]);
    end(c);
}

/* What a seat set aside or chose is visible to that seat only until all have
 * chosen; that it has finished choosing is open. */
static void choice_changes(const struct change *c, int seat)
{
    unsigned bit = 1u << seat;
    unsigned chose = uwc_to_act(c->from) & bit;
    unsigned chooses = uwc_to_act(c->to) & bit;

    if (c->from->phase == PHASE_TURN || c->from->phase != c->to->phase ||
        chose == chooses)
        return;
    begin(c, chooses ? "chooses-again" : "chosen", seat);
    end(c);
}

static void seat_changes(const struct change *c, int seat)
{
    const struct seat *a = &c->from->seat[seat], *b = &c->to->seat[seat];

    for (int r = 0; r < RESOURCES; r++)
        say_amount(c, seat, resource_words[r], b->stock[r] - a->stock[r]);
    say_amount(c, seat, resource_words[POINT], b->points - a->points);
    hand_changes(c, seat);
    board_changes(c, seat);
    claim_changes(c, seat);
    contract_changes(c, seat);
    tile_changes(c, seat);
    if (a->space != b->space) {
        begin(c, "marker", seat);
        if (b->space == UWC_BELOW_TRACK)
            sink_null(c->sink, "space");
        else
            sink_number(c->sink, "space", b->space);
        end(c);
    }
    choice_changes(c, seat);
    if (a->left != b->left) {
        begin(c, b->left ? "left" : "came-back", seat);
        end(c);
    }
}

static void say_slot(const struct change *c, const char *type, int seat,
                     int slot)
{
    begin(c, type, seat);
    sink_slot(c->sink, "slot", slot);
    end(c);
}

/* Tiles on slots. */
static void slot_changes(const struct change *c)
{
    for (int slot = 0; slot < UWC_SLOTS; slot++) {
        unsigned a = c->from->slots[slot], b = c->to->slots[slot];

        for (int seat = 0; seat < c->to->seats; seat++)
            if ((a ^ b) >> seat & 1)
                say_slot(c, b >> seat & 1 ? "tile-placed" : "tile-back", seat,
                         slot);
        if ((a ^ b) & UWC_NEUTRAL)
            say_slot(c,
                     b & UWC_NEUTRAL ? "neutral-tile-placed"
                                     : "neutral-tile-back",
                     -1, slot);
    }
    for (int seat = 0; seat < c->to->seats; seat++) {
        int a = c->from->seat[seat].always_tiles;
        int b = c->to->seat[seat].always_tiles;

        if (a != b)
            say_slot(c, b > a ? "tile-placed" : "tile-back", seat,
                     UWC_SLOT_ALWAYS);
    }
}

/* Discards, and the special cards that lie open. */
static void pile_changes(const struct change *c)
{
    const struct uwc_state *a = c->from, *b = c->to;
    struct card_set came = set_minus(&b->discards, &a->discards);
    int top[2] = {0, 0};

    for (int card = set_next(&came, 0); card; card = set_next(&came, card))
        say_number(c, "discarded", -1, "card", card);
    for (size_t i = 0; i < sizeof a->display; i++)
        if (a->display[i] != b->display[i] && a->display[i])
            say_number(c, "display-taken", -1, "card", a->display[i]);
    if (top_special_known(a))
        top[0] = a->specials[a->special_count - 1];
    if (top_special_known(b))
        top[1] = b->specials[b->special_count - 1];
    if (top[1] && top[0] != top[1])
        say_number(c, "special-turned-up", -1, "card", top[1]);
    if (a->deck_count != b->deck_count)
        say_number(c, "deck", -1, "count", b->deck_count);
}

/* The cards or tiles that were revealed to choose from, for the chooser
 * only. */
static void reveal_changes(const struct change *c)
{
    enum source_kind kind = revealed_kind(c->to);
    size_t count = 0;

    if (kind == FRAME_SLOT || kind == revealed_kind(c->from))
        return;
    while (count < 3 && c->to->reveal[count])
        count++;
    begin(c, "revealed", uwc_active(c->to));
    sink_string(c->sink, "kind", frame_words[kind]);
    sink_number(c->sink, "count", (int64_t)count);
    if (viewer_sees(c->viewer, uwc_active(c->to)))
        sink_bytes(c->sink, "items", c->to->reveal, count);
    end(c);
}

static void match_changes(const struct change *c)
{
    const struct uwc_state *a = c->from, *b = c->to;

    if (a->round != b->round)
        say_number(c, "round", -1, "round", b->round);
    if (uwc_era(a) != uwc_era(b))
        say_number(c, "era", -1, "era", uwc_era(b));
    if (a->phase != b->phase) {
        begin(c, "phase", -1);
        sink_string(c->sink, "phase", phase_words[b->phase]);
        end(c);
    }
    if (b->phase == PHASE_TURN &&
        (a->phase != PHASE_TURN || a->round != b->round || a->turn != b->turn))
        say_number(c, "turn", -1, "seat", uwc_active(b));
}

void uwc_changes(const void *before, const void *after, int viewer,
                 struct sink *sink)
{
    const struct change c = {before, after, viewer, sink};

    for (int seat = 0; seat < c.to->seats; seat++)
        seat_changes(&c, seat);
    slot_changes(&c);
    pile_changes(&c);
    reveal_changes(&c);
    match_changes(&c);
}
