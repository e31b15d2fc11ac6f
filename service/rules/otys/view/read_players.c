/* The players of a document. */
#include "rules/otys/engine/score.h"
#include "rules/otys/view/read.h"
#include "rules/otys/view/view.h"

/* A set of words; without the member `otherwise`. */
static uint8_t read_words(struct reader *r, source_node object, const char *key,
                          const char *const *words, size_t count,
                          unsigned otherwise)
{
    const source_node list = reader_find(r, object, key);
    const size_t length = reader_length(r, list, count);
    unsigned set = 0;

    if (list == SOURCE_NONE)
        return (uint8_t)otherwise;
    for (size_t i = 0; i < length && !r->bad; i++) {
        const source_node node = reader_element(r, list, i);
        const unsigned bit = 1u << reader_word_at(r, node, words, count);

        if (set & bit)
            reader_refuse(r, node, "Each word occurs here once.");
        set |= bit;
    }
    return (uint8_t)set;
}

static void read_column(struct reader *r, struct seat *me, source_node player)
{
    const source_node list = reader_find(r, player, "column");
    unsigned divers = 0;

    for (int slot = 0; slot < SLOTS; slot++)
        me->column[slot] = (uint8_t)slot;
    if (list == SOURCE_NONE)
        return;
    if (reader_length(r, list, SLOTS) != SLOTS)
        reader_refuse(r, list, "A column has %d divers.", SLOTS);
    for (int slot = 0; slot < SLOTS && !r->bad; slot++) {
        const source_node node = reader_element(r, list, (size_t)slot);

        me->column[slot] =
            (uint8_t)reader_word_at(r, node, diver_words, DIVERS);
        divers |= 1u << me->column[slot];
    }
    if (!r->bad && divers != (1u << DIVERS) - 1)
        reader_refuse(r, list, "Each diver is in the column once.");
}

static void read_levels(struct reader *r, struct seat *me, source_node player,
                        uint64_t *all)
{
    const source_node list = reader_find(r, player, "levels");

    if (list != SOURCE_NONE && reader_length(r, list, LEVELS) != LEVELS)
        reader_refuse(r, list, "A board has %d levels.", LEVELS);
    for (int level = 0; level < LEVELS && list != SOURCE_NONE && !r->bad;
         level++) {
        const source_node node = reader_element(r, list, (size_t)level);
        const int spaces = level_spaces[level];

        READER_KNOW(r, node, "metal", "plant", "fuel", "tech", "reward");
        for (int c = 0; c < COLOURS; c++)
            me->cubes[level][c] = (uint8_t)reader_number_or(
                r, node, colour_words[c], 0, spaces, 0);
        if (cubes_on(me, level) > spaces)
            reader_refuse(r, node, "This level has %d spaces.", spaces);
        me->reward[level] =
            (uint8_t)reader_maybe_or(r, node, "reward", TOKENS, 0);
        read_occupy(r, node, all, me->reward[level]);
    }
}

static void read_goods(struct reader *r, struct seat *me, source_node player)
{
    const source_node points = reader_find(r, player, "points");

    me->credits =
        (uint16_t)reader_number_or(r, player, "credits", 0, GOODS_MAX, 0);
    me->batteries =
        (uint16_t)reader_number_or(r, player, "batteries", 0, GOODS_MAX, 0);
    READER_KNOW(r, points, "contracts", "bonuses", "tokens", "sponsors",
                "store");
    for (int i = 0; i < POINT_SOURCES && points != SOURCE_NONE; i++)
        me->points[i] = (uint16_t)reader_number_or(r, points, score_words[i], 0,
                                                   GOODS_MAX, 0);
}

static void read_keys(struct reader *r, struct seat *me, source_node player)
{
    me->keys = read_words(r, player, "keys", key_words, OWN_KEYS, ALL_KEYS);
    me->neutral = (uint8_t)reader_number_or(r, player, "neutral_keys", 0,
                                            NEUTRAL_KEYS, 0);
    me->used_neutral = (uint8_t)reader_number_or(r, player, "used_neutral_keys",
                                                 0, NEUTRAL_KEYS, 0);
    me->improved[MECHANIC] =
        (uint8_t)reader_number_or(r, player, "mechanic", 0, IMPROVEMENTS, 0);
    me->improved[HACKER] =
        (uint8_t)reader_number_or(r, player, "hacker", 0, IMPROVEMENTS, 0);
}

static void read_player(struct reader *r, struct state *s, source_node player,
                        int seat, uint64_t *all)
{
    struct seat *me = &s->seat[seat];

    READER_KNOW(r, player, "credits", "batteries", "points", "column",
                "upgraded", "levels", "keys", "used_keys", "neutral_keys",
                "used_neutral_keys", "mechanic", "hacker", "contracts", "hand",
                "left", "left_as");
    read_goods(r, me, player);
    read_column(r, me, player);
    me->upgraded = read_words(r, player, "upgraded", diver_words, DIVERS, 0);
    read_levels(r, me, player, all);
    read_keys(r, me, player);
    if (reader_truth_or(r, player, "left", false))
        s->leavers.place[seat] =
            (uint8_t)reader_number(r, player, "left_as", 1, RULES_SEATS_MAX);
}

/* ---- hands ---- */

static bool has_list(struct reader *r, source_node player)
{
    return r->source->member(r->source, player, "hand") != SOURCE_NONE;
}

/* As listed. */
static void read_hand(struct reader *r, struct seat *me, source_node player,
                      uint64_t *cards)
{
    const source_node list = reader_member(r, player, "hand");
    const uint64_t hand = read_set(r, list, CONTRACTS, cards);
    const int count = __builtin_popcountll(hand);

    me->hand = (uint32_t)(hand >> 1);
    if (!r->bad &&
        reader_number_or(r, player, "contracts", 0, CONTRACTS, count) != count)
        reader_refuse_member(r, player, "contracts",
                             "This is the number of contracts in the hand.");
}

/* Not listed: the lowest that are left. */
static void deal_hand(struct reader *r, struct seat *me, source_node player,
                      uint64_t *cards)
{
    int count = (int)reader_number_or(r, player, "contracts", 0, CONTRACTS, 0);

    if (count > __builtin_popcountll(*cards))
        reader_refuse_member(r, player, "contracts",
                             "There are not as many contracts.");
    for (; count > 0 && !r->bad; count--)
        me->hand |= UINT32_C(1) << (read_lowest(cards) - 1);
}

void read_players(struct reader *r, struct state *s, uint64_t *cards,
                  uint64_t *all)
{
    const source_node list = reader_member(r, 0, "players");

    if (reader_length(r, list, SEATS) != s->seats)
        reader_refuse(r, list, "There are as many players as seats.");
    for (int seat = 0; seat < s->seats && !r->bad; seat++)
        read_player(r, s, reader_element(r, list, (size_t)seat), seat, all);
    for (int seat = 0; seat < s->seats && !r->bad; seat++) {
        const source_node player = reader_element(r, list, (size_t)seat);

        if (has_list(r, player))
            read_hand(r, &s->seat[seat], player, cards);
    }
    for (int seat = 0; seat < s->seats && !r->bad; seat++) {
        const source_node player = reader_element(r, list, (size_t)seat);

        if (!has_list(r, player))
            deal_hand(r, &s->seat[seat], player, cards);
    }
}
