/* A state from a position: the document of its omniscient view, or part of it.
 *
 * Only the facts are read, each from its one place; members that repeat or
 * explain them (texts, counts, scores, supplies) are known, but not looked at.
 * A fact that is left out is that of a match's start, or follows from the
 * others (fill.c).  Whether the facts agree with each other is for uwc_check to
 * say. */
#include "rules/kit/fault.h"
#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/view/reader.h"
#include "rules/underwater_cities/view/view.h"
#include "rules/underwater_cities/words/document.h"

/* The value of an option that is not given. */
static int usual(const struct uwc_state *s, enum uwc_option option)
{
    return s->seats == 1 ? uwc_options[option].fallback_solo
                         : uwc_options[option].fallback;
}

/* If contracts are listed, the option is on. */
static void read_options(struct reader *r, struct uwc_state *s)
{
    static const char *const draws[] = {"immediate", "deferred"};
    static const char *const sides[] = {"basic", "advanced"};
    const source_node options = reader_find(r, 0, "options");
    const source_node drawn = reader_find(r, 0, "contracts");
    const bool has_contracts =
        drawn != SOURCE_NONE && r->source->length(r->source, drawn) > 0;

    READER_KNOW(r, options, "draws", "boards", "contracts",
                "blue_metropolis_placement", "solo_start");
    s->deferred = (uint8_t)READER_WORD_OR(r, options, "draws", draws,
                                          !usual(s, UWC_DRAWS));
    s->advanced = (uint8_t)READER_WORD_OR(r, options, "boards", sides,
                                          usual(s, UWC_BOARDS));
    s->contracts = reader_truth_or(r, options, "contracts", has_contracts);
    s->chosen_tiles =
        (uint8_t)READER_WORD_OR(r, options, "blue_metropolis_placement",
                                placement_words, usual(s, UWC_BLUE_PLACEMENT));
    s->solo_start = (uint8_t)reader_number_or(r, options, "solo_start", 1, 4,
                                              usual(s, UWC_SOLO_START));
    if (s->seats > 1) {
        if (s->solo_start != 1)
            reader_refuse_member(r, options, "solo_start",
                                 "Only a match of one seat has this option.");
        s->solo_start = 0;
    }
}

static void read_match(struct reader *r, struct uwc_state *s)
{
    const source_node seats = reader_member(r, 0, "seats");
    source_node order;

    READER_KNOW(r, 0, "game", "phase", "round", "era", "turn", "active",
                "to_act", "options", "order", "next", "federation",
                "current_turn", "effects", "revealed", "slots", "cloning_tile",
                "solo", "piles", "discards", "supplies", "contracts", "seats",
                "hidden");
    s->seats = (uint8_t)reader_length(r, seats, RULES_SEATS_MAX);
    if (!s->seats) {
        reader_refuse(r, seats, "A position has 1 to %d seats.",
                      RULES_SEATS_MAX);
        return;
    }
    s->phase = (uint8_t)READER_WORD_OR(r, 0, "phase", phase_words, PHASE_TURN);
    s->round = (uint8_t)reader_number_or(r, 0, "round", 1, UWC_ROUNDS, 1);
    s->turn =
        (uint8_t)reader_number_or(r, 0, "turn", 0, UWC_TURNS * s->seats - 1, 0);
    read_options(r, s);
    order = reader_find(r, 0, "order");
    for (uint8_t i = 0; i < s->seats; i++)
        s->order[i] = i;
    if (order != SOURCE_NONE &&
        reader_bytes(r, order, s->order, s->seats, 0, s->seats - 1) != s->seats)
        reader_refuse(r, order, "This must have all %d seats.", s->seats);
}

/* At a round's beginning all markers are below the track, in the order of
 * play. */
static void read_federation(struct reader *r, struct uwc_state *s)
{
    const source_node track = reader_find(r, 0, "federation");

    for (uint8_t i = 0; i < s->seats; i++) {
        s->track[i] = s->order[i];
        s->seat[i].space = UWC_BELOW_TRACK;
    }
    if (track == SOURCE_NONE)
        return;
    if (reader_length(r, track, s->seats) != s->seats)
        reader_refuse(r, track, "This must have all %d seats.", s->seats);
    for (size_t i = 0; i < s->seats && !r->bad; i++) {
        const source_node at = reader_element(r, track, i);
        int seat, space;

        READER_KNOW(r, at, "seat", "space");
        seat = (int)reader_number(r, at, "seat", 0, s->seats - 1);
        space = reader_maybe_or(r, at, "space", 4, 0);
        s->track[i] = (uint8_t)seat;
        s->seat[seat].space = (uint8_t)(space ? space : UWC_BELOW_TRACK);
    }
}

/* A turn whose slot is chosen is being resolved; fill_turn decides whether one
 * begins with discards. */
static void read_turn(struct reader *r, struct uwc_state *s)
{
    const source_node turn = reader_find(r, 0, "current_turn");
    const source_node slot = reader_find(r, turn, "slot");
    bool is_chosen;

    READER_KNOW(r, turn, "step", "slot", "card", "slot_progress",
                "card_progress", "part_done", "tunnels_built", "pending_draws",
                "claiming", "last_discard");
    s->slot = slot == SOURCE_NONE ? UWC_NO_SLOT : read_slot_at(r, slot);
    is_chosen = s->slot != UWC_NO_SLOT;
    s->step = (uint8_t)READER_WORD_OR(r, turn, "step", step_words,
                                      is_chosen ? STEP_RESOLVE : STEP_PLACE);
    s->card = (uint8_t)reader_maybe_or(r, turn, "card", CARD_LAST, 0);
    s->slot_progress =
        (uint8_t)READER_WORD_OR(r, turn, "slot_progress", progress_words,
                                is_chosen ? WAITING : NOTHING_THERE);
    s->card_progress =
        (uint8_t)READER_WORD_OR(r, turn, "card_progress", progress_words,
                                s->card ? WAITING : NOTHING_THERE);
    s->part_done = reader_truth_or(r, turn, "part_done", false);
    s->tunnels_built = (uint8_t)reader_number_or(r, turn, "tunnels_built", 0,
                                                 UWC_TUNNEL_SITES, 0);
    s->draws =
        (uint8_t)reader_number_or(r, turn, "pending_draws", 0, UWC_HAND_MAX, 0);
    s->claim_after_use =
        (uint8_t)reader_maybe_or(r, turn, "claiming", CARD_LAST, 0);
    s->last_discard =
        (uint8_t)reader_maybe_or(r, turn, "last_discard", CARD_LAST, 0);
}

/* The tiles of one slot; a slot that is listed twice is refused. */
static void read_slot(struct reader *r, struct uwc_state *s, source_node at,
                      unsigned *listed)
{
    source_node word, tiles;
    uint8_t slot, seats[RULES_SEATS_MAX] = {0};
    int count;

    READER_KNOW(r, at, "slot", "colour", "kind", "text", "tiles", "neutral");
    word = reader_member(r, at, "slot");
    slot = read_slot_at(r, word);
    if (slot == UWC_NO_SLOT || *listed >> slot & 1) {
        reader_refuse(r, word, "Each slot is listed once.");
        return;
    }
    *listed |= 1u << slot;
    tiles = reader_find(r, at, "tiles");
    count = reader_bytes(r, tiles, seats, sizeof seats, 0, s->seats - 1);
    for (int i = 0; i < count; i++)
        s->slots[slot] |= (uint8_t)(1u << seats[i]);
    if (reader_truth_or(r, at, "neutral", false))
        s->slots[slot] |= UWC_NEUTRAL;
}

static void read_slots(struct reader *r, struct uwc_state *s)
{
    const source_node slots = reader_find(r, 0, "slots");
    const source_node cloning = reader_find(r, 0, "cloning_tile");
    const size_t n = reader_length(r, slots, UWC_SLOTS);
    unsigned listed = 0;

    for (size_t i = 0; i < n; i++)
        read_slot(r, s, reader_element(r, slots, i), &listed);
    READER_KNOW(r, cloning, "in_match", "used");
    s->cloned = reader_truth_or(r, cloning, "used", false);
}

/* What only a match of one seat has. */
static void read_solo(struct reader *r, struct uwc_state *s)
{
    const source_node solo = reader_find(r, 0, "solo");
    source_node fourth;

    s->fourth = UWC_NO_SLOT;
    if (s->seats > 1) {
        if (solo != SOURCE_NONE && !r->source->is_null(r->source, solo))
            reader_refuse(r, solo,
                          "This must be null: only a match of one "
                          "seat has it.");
        return;
    }
    READER_KNOW(r, solo, "stepped", "fourth_tile", "next_tiles");
    s->stepped = reader_truth_or(r, solo, "stepped", false);
    fourth = reader_find(r, solo, "fourth_tile");
    if (fourth != SOURCE_NONE)
        s->fourth = read_slot_at(r, fourth);
}

/* Those drawn for the match, in their places. */
static void read_contracts(struct reader *r, struct uwc_state *s)
{
    const source_node drawn = reader_find(r, 0, "contracts");
    const size_t wanted = s->contracts ? UWC_CONTRACTS_OPEN : 0;

    if (reader_length(r, drawn, UWC_CONTRACTS) != wanted)
        reader_refuse_member(r, 0, "contracts",
                             "With this option \"contracts\" the position must "
                             "have %zu contracts.",
                             wanted);
    for (size_t i = 0; i < wanted && !r->bad; i++) {
        const source_node at = reader_element(r, drawn, i);
        source_node owner;
        int number;

        READER_KNOW(r, at, "contract", "name", "claimed_by", "criteria",
                    "met_by", "text");
        number = (int)reader_number(r, at, "contract", 1, UWC_CONTRACTS);
        owner = reader_find(r, at, "claimed_by");
        if (r->bad)
            return;
        if (owner == SOURCE_NONE || r->source->is_null(r->source, owner))
            s->contract[i] = (uint8_t)number;
        else
            s->seat[reader_number_at(r, owner, 0, s->seats - 1)].contracts |=
                (uint8_t)(1u << (number - 1));
    }
}

/* The cards that lie face up. */
static void read_piles(struct reader *r, struct uwc_state *s)
{
    const source_node piles = reader_find(r, 0, "piles");
    const source_node display = reader_find(r, piles, "display");
    const size_t n = reader_length(r, display, sizeof s->display);

    READER_KNOW(r, piles, "deck", "discards", "specials", "top_special_face_up",
                "top_special", "display", "metropolises");
    if (display != SOURCE_NONE && n != sizeof s->display)
        reader_refuse(r, display, "This must have %zu places, null if empty.",
                      sizeof s->display);
    for (size_t i = 0; i < n; i++)
        s->display[i] = (uint8_t)reader_maybe_at(
            r, reader_element(r, display, i), CARD_LAST);
    read_cards_at(r, reader_find(r, 0, "discards"), &s->discards);
}

static void read_frames(struct reader *r, struct uwc_state *s)
{
    const source_node frames = reader_find(r, 0, "effects");

    s->depth = (uint8_t)reader_length(r, frames, UWC_FRAMES_MAX);
    for (size_t i = 0; i < s->depth; i++) {
        const source_node effect = reader_element(r, frames, i);
        struct frame *f = &s->stack[i];
        source_node at;

        READER_KNOW(r, effect, "source", "slot", "card", "name", "structure",
                    "contract", "text", "part_done", "must_perform", "open",
                    "frame");
        f->source = (uint8_t)READER_WORD(r, effect, "source", frame_words);
        at = reader_member(r, effect, "frame");
        READER_KNOW(r, at, "id", "pc", "len", "open", "flags", "gave");
        f->id = (uint8_t)reader_number(r, at, "id", 0, 255);
        f->pc = (uint8_t)reader_number(r, at, "pc", 0, 255);
        f->len = (uint8_t)reader_number(r, at, "len", 0, 255);
        f->open = (uint16_t)reader_number(r, at, "open", 0, UINT16_MAX);
        f->flags = (uint8_t)reader_number(r, at, "flags", 0, 255);
        f->gave = (uint8_t)reader_number(r, at, "gave", 0, 255);
    }
}

void read_open(struct reader *r, struct uwc_state *s, int viewer)
{
    memset(s, 0, sizeof *s);
    read_match(r, s);
    if (r->bad)
        return;
    read_federation(r, s);
    read_turn(r, s);
    read_slots(r, s);
    read_solo(r, s);
    read_contracts(r, s);
    read_piles(r, s);
    read_frames(r, s);
    for (int i = 0; i < s->seats; i++)
        read_seat(r, s, i, viewer);
}

/* ---- what no viewer sees ---- */

/* Decks, piles and what was drawn from them to choose from. */
static void read_hidden(struct reader *r, struct uwc_state *s)
{
    const source_node hidden = reader_find(r, 0, "hidden");

    READER_KNOW(r, hidden, "deck", "specials", "top_hidden", "metropolises",
                "revealed", "choices", "secret", "stream");
    s->deck_count = reader_bytes(r, reader_find(r, hidden, "deck"), s->deck,
                                 sizeof s->deck, 1, CARD_LAST);
    s->special_count =
        reader_bytes(r, reader_find(r, hidden, "specials"), s->specials,
                     CARD_LAST - SPECIAL_FIRST + 1, 1, CARD_LAST);
    s->top_hidden = reader_truth_or(r, hidden, "top_hidden", false);
    s->tile_count = reader_bytes(r, reader_find(r, hidden, "metropolises"),
                                 s->tiles, sizeof s->tiles, 1, UWC_BLUE_TILES);
    (void)reader_bytes(r, reader_find(r, hidden, "revealed"), s->reveal,
                       sizeof s->reveal, 0, CARD_LAST);
    secret_stream_read(&s->chance, r, hidden);
}

static bool read_position(struct reader *r, struct uwc_state *s)
{
    read_open(r, s, RULES_OMNISCIENT);
    if (r->bad)
        return false;
    read_hidden(r, s);
    if (r->bad)
        return false;
    fill_boards(s);
    fill_slots(r, s);
    fill_piles(r, s);
    fill_turn(r, s);
    return !r->bad;
}

enum rules_err uwc_read(void *state, const struct source *source,
                        struct position_fault *fault)
{
    struct position_fault found = {"", ""};
    struct reader r = {.source = source, .fault = &found};
    bool is_read = read_position(&r, state);

    if (is_read && !uwc_check_why(state, &found))
        return RULES_OK;
    if (is_read)
        fault_locate(&found, source);
    if (fault)
        *fault = found;
    return RULES_BAD_POSITION;
}
