/* The colony board, contracts and tokens of a document. */
#include "rules/otys/view/read.h"

#include "rules/otys/view/view.h"

/* ---- numbers in their places ---- */

void read_occupy(struct reader *r, source_node node, uint64_t *left, int n)
{
    const uint64_t bit = n ? UINT64_C(1) << n : 0;

    if (!r->bad && bit & ~*left)
        reader_refuse(r, node, "Number %d is in another place.", n);
    *left &= ~bit;
}

int read_lowest(uint64_t *left)
{
    const int n = *left ? __builtin_ctzll(*left) : 0;

    *left &= *left - (*left != 0);
    return n;
}

uint64_t read_set(struct reader *r, source_node list, int most, uint64_t *left)
{
    const size_t count = reader_length(r, list, (size_t)most);
    uint64_t set = 0;

    for (size_t i = 0; i < count && !r->bad; i++) {
        const source_node node = reader_element(r, list, i);
        const int n = (int)reader_number_at(r, node, 1, most);

        read_occupy(r, node, left, n);
        set |= UINT64_C(1) << n;
    }
    return set;
}

/* ---- the colony board ---- */

static void read_sponsors(struct reader *r, struct state *s)
{
    const source_node list = reader_find(r, 0, "sponsors");
    uint64_t left = ((UINT64_C(1) << SPONSORS) - 1) << 1;

    s->advanced = s->sides == SIDES_ADVANCED ? (1 << SPONSORS) - 1 : 0;
    for (int i = 0; i < LEVELS; i++)
        s->sponsor[i] = (uint8_t)(i + 1);
    if (list == SOURCE_NONE)
        return;
    if (reader_length(r, list, LEVELS) != LEVELS)
        reader_refuse(r, list, "There are %d sponsors.", SPONSORS);
    s->advanced = 0;
    for (int i = 0; i < LEVELS && !r->bad; i++) {
        const source_node node = reader_element(r, list, (size_t)i);
        const int n = (int)reader_number(r, node, "number", 1, SPONSORS);

        READER_KNOW(r, node, "number", "side");
        read_occupy(r, node, &left, n);
        s->sponsor[i] = (uint8_t)n;
        if (READER_WORD(r, node, "side", side_words) && !r->bad)
            s->advanced |= (uint8_t)(1u << (n - 1));
    }
}

static void read_store(struct reader *r, struct state *s)
{
    const source_node store = reader_find(r, 0, "store");

    READER_KNOW(r, store, "metal", "plant", "fuel", "tech");
    for (int c = 0; c < COLOURS && store != SOURCE_NONE; c++) {
        const source_node list = reader_member(r, store, colour_words[c]);

        if (reader_length(r, list, STORE_ROWS) != STORE_ROWS)
            reader_refuse(r, list, "The store has %d rows.", STORE_ROWS);
        for (int row = 0; row < STORE_ROWS && !r->bad; row++) {
            bool is_there = false;

            if (!r->source->truth(
                    r->source, reader_element(r, list, (size_t)row), &is_there))
                reader_refuse(r, list,
                              "A place of the store is true if it has "
                              "a resource, else false.");
            s->store[c] |= (uint8_t)((is_there ? 1u : 0u) << row);
        }
    }
}

void read_board(struct reader *r, struct state *s)
{
    read_sponsors(r, s);
    read_store(r, s);
}

/* ---- contracts ---- */

static source_node choice_of(struct reader *r, source_node object)
{
    return object == SOURCE_NONE
               ? SOURCE_NONE
               : r->source->member(r->source, object, "choice");
}

/* Contracts that were drawn, as listed. */
static void read_drawn(struct reader *r, struct state *s, source_node object,
                       uint64_t *cards)
{
    const source_node list = choice_of(r, object);

    if (list == SOURCE_NONE)
        return;
    if (reader_bytes(r, list, s->drawn, DRAWN_CONTRACTS, 1, CONTRACTS) !=
        reader_number(r, object, "drawn", 1, DRAWN_CONTRACTS))
        reader_refuse(r, list, "\"drawn\" is the number of these.");
    for (int i = 0; i < DRAWN_CONTRACTS && !r->bad; i++)
        read_occupy(r, list, cards, s->drawn[i]);
}

/* Not listed: the lowest that are left. */
static void deal_drawn(struct reader *r, struct state *s, source_node object,
                       uint64_t *cards)
{
    const int drawn =
        object == SOURCE_NONE
            ? 0
            : (int)reader_number_or(r, object, "drawn", 0, DRAWN_CONTRACTS, 0);

    for (int i = 0; i < drawn && !r->bad; i++) {
        s->drawn[i] = (uint8_t)read_lowest(cards);
        if (!s->drawn[i])
            reader_refuse(r, object, "There are not as many contracts.");
    }
}

static void read_public(struct reader *r, struct state *s, source_node object,
                        uint64_t *cards)
{
    const source_node list = reader_find(r, object, "public");

    if (list == SOURCE_NONE)
        return;
    if (reader_length(r, list, PUBLIC_CONTRACTS) != PUBLIC_CONTRACTS)
        reader_refuse(r, list, "There are %d public contracts; null is none.",
                      PUBLIC_CONTRACTS);
    for (int i = 0; i < PUBLIC_CONTRACTS && !r->bad; i++) {
        const source_node node = reader_element(r, list, (size_t)i);

        s->open[i] = (uint8_t)reader_maybe_at(r, node, CONTRACTS);
        read_occupy(r, node, cards, s->open[i]);
    }
}

void read_contracts(struct reader *r, struct state *s, uint64_t *cards)
{
    const source_node object = reader_find(r, 0, "contracts");

    READER_KNOW(r, object, "public", "deck", "completed", "drawn", "choice");
    (void)read_set(r, reader_find(r, object, "completed"), CONTRACTS, cards);
    read_public(r, s, object, cards);
    read_drawn(r, s, object, cards);
}

/* ---- tokens ---- */

void read_tokens(struct reader *r, struct state *s, uint64_t *all)
{
    const source_node list = reader_find(r, 0, "tokens");
    const source_node bag = reader_find(r, 0, "bag");

    READER_KNOW(r, bag, "count", "discards");
    s->discards.word[0] =
        read_set(r, reader_find(r, bag, "discards"), TOKENS, all);
    for (int i = 0; i < s->depth; i++)
        if (s->stack[i].kind == FRAME_PLACE)
            read_occupy(r, 0, all, s->stack[i].a);
    if (list == SOURCE_NONE)
        return;
    if (reader_length(r, list, LEVELS) != LEVELS)
        reader_refuse(r, list, "There are tokens for %d levels.", LEVELS);
    for (int level = 0; level < LEVELS && !r->bad; level++) {
        const source_node pair = reader_element(r, list, (size_t)level);
        uint8_t *display = s->display + level * TOKENS_EACH;

        if (reader_bytes(r, pair, display, TOKENS_EACH, 1, TOKENS) !=
            TOKENS_EACH)
            reader_refuse(r, pair, "A level has %d tokens.", TOKENS_EACH);
        for (int i = 0; i < TOKENS_EACH; i++)
            read_occupy(r, pair, all, display[i]);
    }
}

/* ---- piles ---- */

/* The numbers that are left: as listed in "hidden", or ascending. */
static uint8_t read_pile(struct reader *r, source_node hidden, const char *key,
                         uint64_t left, uint8_t *out)
{
    const int count = __builtin_popcountll(left);
    const source_node list = hidden == SOURCE_NONE
                                 ? SOURCE_NONE
                                 : r->source->member(r->source, hidden, key);

    if (list != SOURCE_NONE && reader_length(r, list, TOKENS) != (size_t)count)
        reader_refuse(r, list, "%d are left for this pile.", count);
    for (int i = 0; i < count && !r->bad; i++) {
        if (list == SOURCE_NONE) {
            out[i] = (uint8_t)read_lowest(&left);
            continue;
        }
        out[i] = (uint8_t)reader_number_at(
            r, reader_element(r, list, (size_t)i), 1, TOKENS);
        read_occupy(r, list, &left, out[i]);
    }
    return (uint8_t)count;
}

/* Without a list of the public contracts, or the tokens, the lowest. */
void read_deck(struct reader *r, struct state *s, source_node hidden,
               uint64_t cards)
{
    const source_node object = reader_find(r, 0, "contracts");

    if (choice_of(r, object) == SOURCE_NONE)
        deal_drawn(r, s, object, &cards);
    if (object == SOURCE_NONE ||
        r->source->member(r->source, object, "public") == SOURCE_NONE)
        for (int i = 0; i < PUBLIC_CONTRACTS; i++)
            s->open[i] = (uint8_t)read_lowest(&cards);
    s->deck_count = read_pile(r, hidden, "deck", cards, s->deck);
}

void read_bag(struct reader *r, struct state *s, source_node hidden,
              uint64_t all)
{
    if (r->source->member(r->source, 0, "tokens") == SOURCE_NONE)
        for (int i = 0; i < DISPLAY; i++)
            s->display[i] = (uint8_t)read_lowest(&all);
    s->bag_count = read_pile(r, hidden, "bag", all, s->bag);
}
