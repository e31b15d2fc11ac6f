/* What moves and the end of a turn do to the three parts (rules 2.5, 2.6). */
#include "oracle.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* What the seat is asked; if that is contracts alone, the step of the turn. */
static const char *kind_of(const struct oracle_scene *scene)
{
    const char *kind = scene->seat < 0 ? "" : node_word(scene->prompt, "kind");

    if (is(kind, "contracts"))
        for (const struct node *n = node_member(scene->view, "pending")->child;
             n; n = n->next)
            kind = node_word(n, "kind");
    return kind;
}

/* ---- the column ---- */

static int slot_of(const struct oracle_player *player, const char *diver)
{
    for (int i = 0; i < ORACLE_DIVERS; i++)
        if (is(player->column[i], diver))
            return i;
    cr_assert_fail("no diver %s", diver);
    return -1;
}

/* Take the diver out of a slot and insert it at another one (O3). */
static void shift(struct oracle_player *player, int from, int to)
{
    char order[ORACLE_DIVERS][20];
    int n = 0;

    for (int i = 0; i < ORACLE_DIVERS; i++)
        if (i != from)
            memcpy(order[n++], player->column[i], sizeof *order);
    for (int i = ORACLE_DIVERS - 1; i > to; i--)
        memcpy(order[i], order[i - 1], sizeof *order);
    memcpy(order[to], player->column[from], sizeof *order);
    memcpy(player->column, order, sizeof order);
}

static void propel(struct oracle_table *table,
                   const struct oracle_scene *before, const char *diver)
{
    struct oracle_player *player = &table->player[table->turn];
    const int here = ORACLE_SURFACED + table->level - 1;
    const int there = slot_of(player, diver);

    if (is(node_word(before->view, "propeller"), "to_key_level"))
        shift(player, there, here);
    else
        shift(player, here, there);
}

/* ---- keys ---- */

static void use_key(struct oracle_table *table, const struct oracle_move *move)
{
    struct oracle_player *player = &table->player[table->turn];
    const char *key = move->word[1];

    snprintf(table->key, sizeof table->key, "%s", key);
    if (is(key, "neutral"))
        player->neutral_on_board--;
    else
        player->key[oracle_key_of(key)] = IN_USE;
    table->level = move->word[move->count - 1][0] - '0';
}

static int used(const struct oracle_player *player)
{
    int count = player->neutral_on_track;

    for (int i = 0; i < ORACLE_KEYS; i++)
        count += player->key[i] == ON_TRACK;
    return count;
}

/* The key goes to the track; at the hacker's number all come back (O9). */
static void clear_key(struct oracle_table *table)
{
    struct oracle_player *player = &table->player[table->turn];

    if (is(table->key, "neutral"))
        player->neutral_on_track++;
    else
        player->key[oracle_key_of(table->key)] = ON_TRACK;
    if (used(player) >= 6 - player->hacker) {
        for (int i = 0; i < ORACLE_KEYS; i++)
            player->key[i] = ON_BOARD;
        table->supply += player->neutral_on_track;
        player->neutral_on_track = 0;
    }
    table->is_cleared = true;
}

/* ---- the store ---- */

static int free_row(const struct oracle_table *table, int colour)
{
    for (int row = 0; row < ORACLE_ROWS; row++)
        if (!table->store[colour][row])
            return row;
    cr_assert_fail("a full column");
    return -1;
}

static const struct node *store_row(const struct oracle_scene *scene, int row)
{
    return node_at(node_member(scene->components, "store"), row);
}

bool oracle_trade(const struct oracle_table *table,
                  const struct oracle_scene *before,
                  const struct oracle_move *move, int *credits, int *points)
{
    const bool is_copy = node_has(before->prompt, "of");
    const int owner = is_copy ? node_number(before->prompt, "of") : table->turn;
    const struct node *player =
        node_at(node_member(before->view, "players"), owner);
    const int extra =
        node_includes_word(node_member(player, "upgraded"), "trader");
    int price;

    *credits = *points = 0;
    if (is(move->word[0], "sell")) {
        const struct node *row =
            store_row(before, free_row(table, oracle_colour_of(move->word[1])));

        if (is(move->word[2], "points"))
            *points = node_number(row, "points") + extra;
        else
            *credits = node_number(row, "credits") + extra;
        return true;
    }
    if (!is(move->word[0], "buy"))
        return false;
    price = node_number(store_row(before, move->word[2][0] - '1'), "credits") -
            extra;
    if (price < 0 || (node_number(before->view, "free") && !is_copy))
        price = 0;
    *credits = -price;
    return true;
}

/* ---- a move ---- */

static void play_own(struct oracle_table *table,
                     const struct oracle_scene *before,
                     const struct oracle_move *move)
{
    struct oracle_player *player = &table->player[table->turn];
    const char *verb = move->word[0], *what = move->word[1];
    const struct node *sponsor;
    int colour;

    if (is(verb, "key")) {
        use_key(table, move);
    } else if (is(verb, "propel")) {
        propel(table, before, what);
    } else if (is(verb, "sponsor")) {
        sponsor =
            node_at(node_member(before->view, "sponsors"), table->level - 1);
        if (node_number(sponsor, "number") == 3 &&
            is(node_word(sponsor, "side"), "advanced"))
            shift(player, ORACLE_DIVERS - 1, 0);
    } else if (is(verb, "recall")) {
        player->key[oracle_key_of(what)] = ON_BOARD;
    } else if (is(verb, "bonus")) {
        if (is(node_word(before->prompt, "diver"), "metal")) {
            table->supply--;
            player->neutral_on_board++;
        }
    } else if (is(verb, "sell")) {
        colour = oracle_colour_of(what);
        table->store[colour][free_row(table, colour)] = true;
    } else if (is(verb, "buy")) {
        colour = oracle_colour_of(what);
        table->store[colour][move->word[2][0] - '1'] = false;
    } else if (is(verb, "improve")) {
        *(is(what, "mechanic") ? &player->mechanic : &player->hacker) += 1;
    } else if (is(verb, "copy")) {
        table->copied[what[0] - '0'] = true;
    } else if (is(verb, "oxygen")) {
        table->stays = true;
    }
}

/* The owner of a copied diver protects it, or it resurfaces (BO35). */
static void play_owner(struct oracle_table *table, int seat,
                       const struct oracle_move *move)
{
    if (is(move->word[0], "pass"))
        shift(&table->player[seat], ORACLE_SURFACED + table->level - 1, 0);
    table->copied[seat] = false;
}

void oracle_play(struct oracle_table *table, const struct oracle_scene *before,
                 const struct oracle_move *move)
{
    if (is(kind_of(before), "shelter"))
        play_owner(table, before->seat, move);
    else
        play_own(table, before, move);
}

/* ---- the end of a turn ---- */

static int player_number(const struct oracle_scene *scene, int seat,
                         const char *key)
{
    return node_number(node_at(node_member(scene->view, "players"), seat), key);
}

/* The activated diver resurfaces, and of the owners of copied divers those who
 * have no battery have no choice. */
static void rise(struct oracle_table *table, const struct oracle_scene *after,
                 const char *note)
{
    const int slot = ORACLE_SURFACED + table->level - 1;

    if (table->stays)
        return;
    if (!table->is_risen)
        shift(&table->player[table->turn], slot, 0);
    table->is_risen = true;
    if (!node_number(after->view, "spy_variant"))
        return;
    for (int i = 1; i < table->seats; i++) {
        const int seat = (table->turn + i) % table->seats;

        if (is(kind_of(after), "shelter") && after->seat == seat)
            return;
        if (!table->copied[seat] || table->player[seat].left)
            continue;
        cr_assert_eq(player_number(after, seat, "batteries"), 0,
                     "%s: seat %d is not asked", note, seat);
        shift(&table->player[seat], slot, 0);
        table->copied[seat] = false;
    }
}

/* The turn passes clockwise, and a round ends before the first seat. */
static void pass_turn(struct oracle_table *table)
{
    do {
        table->turn = (table->turn + 1) % table->seats;
        table->round += table->turn == table->first;
    } while (table->player[table->turn].left);
    table->level = 0;
    table->is_cleared = table->stays = table->is_risen = false;
    memset(table->copied, 0, sizeof table->copied);
}

/* The match ends with the round in which a player reached 18 points (rules
 * 2.8), or with round 60 (D2).  Only known while nobody has left. */
static void expect_end(const struct oracle_table *table,
                       const struct oracle_scene *after, bool is_over,
                       const char *note)
{
    const bool is_last = (table->turn + 1) % table->seats == table->first;
    bool is_reached = table->round == 60;

    for (int seat = 0; seat < table->seats; seat++) {
        const struct node *player =
            node_at(node_member(after->view, "players"), seat);
        int points = 0;

        if (table->player[seat].left)
            return;
        for (const struct node *n = node_member(player, "points")->child; n;
             n = n->next)
            points += (int)n->number;
        is_reached |= points >= 18;
    }
    cr_assert_eq(is_over, is_last && is_reached, "%s: over or not", note);
}

void oracle_follow(struct oracle_table *table, const struct oracle_scene *after,
                   const char *note)
{
    const bool is_over = is(node_word(after->view, "phase"), "over");
    const bool is_passed = is_over ||
                           node_number(after->view, "turn") != table->turn ||
                           node_number(after->view, "round") != table->round;
    const bool is_sheltering = is(kind_of(after), "shelter");

    if (!table->level)
        return;
    if (!table->is_cleared &&
        (is_passed || is_sheltering || is(kind_of(after), "oxygen")))
        clear_key(table);
    if (is_passed || is_sheltering)
        rise(table, after, note);
    if (is_passed)
        expect_end(table, after, is_over, note);
    if (is_passed && !is_over)
        pass_turn(table);
}

void oracle_leave(struct oracle_table *table, int seat,
                  const struct oracle_scene *after)
{
    struct oracle_player *player = &table->player[seat];

    table->supply += player->neutral_on_board + player->neutral_on_track;
    player->left = true;
    if (seat != table->turn)
        return;
    if (!table->is_cleared && table->level && is(table->key, "neutral"))
        table->supply++;
    if (!is(node_word(after->view, "phase"), "over"))
        pass_turn(table);
}
