/* Reading the three parts from a view, and comparing them with one. */
#include "oracle.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const char *const colours[ORACLE_COLOURS] = {"metal", "plant", "fuel",
                                                    "tech"};
static const char *const keys[ORACLE_KEYS] = {"1", "2", "3", "4", "5", "x"};

static int index_of(const char *const *words, int count, const char *word)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(words[i], word))
            return i;
    cr_assert_fail("an unknown word: %s", word);
    return -1;
}

const char *oracle_colour(int colour)
{
    return colours[colour];
}

const char *oracle_key_word(int key)
{
    return keys[key];
}

int oracle_colour_of(const char *word)
{
    return index_of(colours, ORACLE_COLOURS, word);
}

int oracle_key_of(const char *word)
{
    return index_of(keys, ORACLE_KEYS, word);
}

const char *oracle_diver_at(const struct oracle_table *table, int seat,
                            int level)
{
    return table->player[seat].column[ORACLE_SURFACED + level - 1];
}

static struct oracle_player read_player(const struct node *view)
{
    struct oracle_player player = {
        .neutral_on_board = node_number(view, "neutral_keys"),
        .neutral_on_track = node_number(view, "used_neutral_keys"),
        .mechanic = node_number(view, "mechanic"),
        .hacker = node_number(view, "hacker"),
        .left = node_number(view, "left") != 0,
    };
    const struct node *column = node_member(view, "column");

    cr_assert_eq(column->number, ORACLE_DIVERS);
    for (int i = 0; i < ORACLE_DIVERS; i++)
        memcpy(player.column[i], node_at(column, i)->word,
               sizeof player.column[i]);
    for (int i = 0; i < ORACLE_KEYS; i++)
        player.key[i] =
            node_includes_word(node_member(view, "keys"), keys[i]) ? ON_BOARD
            : node_includes_word(node_member(view, "used_keys"), keys[i])
                ? ON_TRACK
                : IN_USE;
    return player;
}

void oracle_read(struct oracle_table *table, const struct node *view)
{
    const struct node *players = node_member(view, "players");
    const struct node *store = node_member(view, "store");

    *table = (struct oracle_table){
        .seats = node_number(view, "seats"),
        .first = node_number(view, "first"),
        .turn = node_number(view, "turn"),
        .round = node_number(view, "round"),
        .supply = node_number(view, "neutral_keys"),
    };
    for (int seat = 0; seat < table->seats; seat++)
        table->player[seat] = read_player(node_at(players, seat));
    for (int c = 0; c < ORACLE_COLOURS; c++)
        for (int row = 0; row < ORACLE_ROWS; row++)
            table->store[c][row] =
                node_at(node_member(store, colours[c]), row)->number != 0;
}

static void expect_player(const struct oracle_player *ours,
                          const struct oracle_player *theirs, int seat,
                          const char *note)
{
    for (int i = 0; i < ORACLE_DIVERS; i++)
        cr_assert_str_eq(theirs->column[i], ours->column[i],
                         "%s: slot %d of seat %d has %s, by the rules %s", note,
                         i + 1, seat, theirs->column[i], ours->column[i]);
    for (int i = 0; i < ORACLE_KEYS; i++)
        cr_assert_eq(theirs->key[i], ours->key[i],
                     "%s: key %s of seat %d is at %d, by the rules %d", note,
                     keys[i], seat, theirs->key[i], ours->key[i]);
    cr_assert_eq(theirs->neutral_on_board, ours->neutral_on_board,
                 "%s: seat %d has %d neutral keys, by the rules %d", note, seat,
                 theirs->neutral_on_board, ours->neutral_on_board);
    cr_assert_eq(theirs->neutral_on_track, ours->neutral_on_track,
                 "%s: seat %d used %d neutral keys, by the rules %d", note,
                 seat, theirs->neutral_on_track, ours->neutral_on_track);
    cr_assert_eq(theirs->mechanic, ours->mechanic, "%s: seat %d", note, seat);
    cr_assert_eq(theirs->hacker, ours->hacker, "%s: seat %d", note, seat);
}

void oracle_expect(const struct oracle_table *table, const struct node *view,
                   const char *note)
{
    struct oracle_table theirs;

    oracle_read(&theirs, view);
    for (int seat = 0; seat < table->seats; seat++)
        if (!table->player[seat].left)
            expect_player(&table->player[seat], &theirs.player[seat], seat,
                          note);
    for (int c = 0; c < ORACLE_COLOURS; c++)
        for (int row = 0; row < ORACLE_ROWS; row++)
            cr_assert_eq(theirs.store[c][row], table->store[c][row],
                         "%s: row %d of %s", note, row + 1, colours[c]);
    cr_assert_eq(theirs.supply, table->supply,
                 "%s: the supply has %d neutral keys, by the rules %d", note,
                 theirs.supply, table->supply);
    if (!strcmp(node_word(view, "phase"), "over"))
        return;
    cr_assert_eq(theirs.turn, table->turn, "%s: the turn of seat %d", note,
                 theirs.turn);
    cr_assert_eq(theirs.round, table->round, "%s: round %d", note,
                 theirs.round);
}

/* ---- set-up ---- */

static void expect_divers(const struct oracle_player *player)
{
    for (int i = 0; i < ORACLE_DIVERS; i++)
        for (int k = 0; k < i; k++)
            cr_assert_str_neq(player->column[i], player->column[k]);
}

/* Two of one colour, one each of two others, from the top down. */
static void expect_store(const struct oracle_table *table)
{
    int with[3] = {0};

    for (int c = 0; c < ORACLE_COLOURS; c++) {
        const bool *rows = table->store[c];

        cr_assert(!rows[2] && rows[0] >= rows[1]);
        with[rows[0] + rows[1]]++;
    }
    cr_assert(with[0] == 1 && with[1] == 2 && with[2] == 1);
}

void oracle_expect_setup(const struct node *view)
{
    struct oracle_table table;

    oracle_read(&table, view);
    for (int seat = 0; seat < table.seats; seat++) {
        const struct oracle_player *player = &table.player[seat];

        expect_divers(player);
        for (int i = 0; i < ORACLE_KEYS; i++)
            cr_assert_eq(player->key[i], ON_BOARD);
        cr_assert(!player->neutral_on_board && !player->neutral_on_track);
        cr_assert(!player->mechanic && !player->hacker);
    }
    expect_store(&table);
    cr_assert_eq(table.supply, 12);
    cr_assert_eq(table.turn, table.first);
    cr_assert_eq(table.round, 1);
}
