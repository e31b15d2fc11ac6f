/* Which moves concern the three parts (rules 2.5, 2.6). */
#include "oracle.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

__attribute__((format(printf, 2, 3))) static void add(struct oracle_list *list,
                                                      const char *format, ...)
{
    va_list arguments;

    cr_assert_lt(list->count, ORACLE_MOVES);
    va_start(arguments, format);
    vsnprintf(list->text[list->count++], RULES_NOTATION_MAX, format, arguments);
    va_end(arguments);
}

static const struct node *player_of(const struct oracle_scene *scene, int seat)
{
    return node_at(node_member(scene->view, "players"), seat);
}

/* What the value of a technician is after its improvements. */
static int value(const struct oracle_scene *scene, const char *technician,
                 int improvements)
{
    const struct node *track = node_member(scene->components, technician);

    return (int)node_at(node_member(track, "values"), improvements)->number;
}

/* An X acts on any level, whatever is there (2.5, BO4). */
static void list_keys(const struct oracle_player *player,
                      struct oracle_list *out)
{
    for (int i = 0; i < 5; i++)
        if (player->key[i] == ON_BOARD)
            add(out, "key %s", oracle_key_word(i));
    for (int level = 1; level <= 5; level++) {
        if (player->key[ORACLE_KEYS - 1] == ON_BOARD)
            add(out, "key x %d", level);
        if (player->neutral_on_board)
            add(out, "key neutral %d", level);
    }
}

/* Slots that are 1 to N away, without wrapping around (O1, BO6). */
static void list_propeller(const struct oracle_table *table,
                           const struct oracle_scene *scene,
                           struct oracle_list *out)
{
    const struct oracle_player *player = &table->player[table->turn];
    const int here = ORACLE_SURFACED + table->level - 1;
    const int reach = value(scene, "mechanic", player->mechanic);

    if (!node_number(player_of(scene, table->turn), "batteries"))
        return;
    for (int i = 0; i < ORACLE_DIVERS; i++)
        if (i != here && abs(i - here) <= reach)
            add(out, "propel %s", player->column[i]);
}

static void list_recalls(const struct oracle_player *player,
                         struct oracle_list *out)
{
    for (int i = 0; i < ORACLE_KEYS; i++)
        if (player->key[i] == ON_TRACK)
            add(out, "recall %s", oracle_key_word(i));
}

/* The diver whose effect is used. */
struct effect {
    const char *diver;
    bool is_upgraded, is_free;
};

static struct effect effect_of(const struct oracle_table *table,
                               const struct oracle_scene *scene)
{
    const bool is_copy = node_has(scene->prompt, "of");
    const int owner = is_copy ? node_number(scene->prompt, "of") : table->turn;
    struct effect effect = {.diver = node_word(scene->prompt, "diver")};

    effect.is_upgraded = node_includes_word(
        node_member(player_of(scene, owner), "upgraded"), effect.diver);
    effect.is_free = !is_copy && node_number(scene->view, "free");
    return effect;
}

static void list_sales(const struct oracle_table *table,
                       const struct oracle_scene *scene, struct effect effect,
                       struct oracle_list *out)
{
    const struct node *level = node_at(
        node_member(player_of(scene, table->turn), "levels"), table->level - 1);
    const struct node *rows = node_member(scene->components, "store");

    for (int c = 0; c < ORACLE_COLOURS; c++)
        for (int row = 0; row < ORACLE_ROWS; row++) {
            if (table->store[c][row] || !node_number(level, oracle_colour(c)))
                continue;
            add(out, "sell %s credits", oracle_colour(c));
            if (node_number(node_at(rows, row), "points") || effect.is_upgraded)
                add(out, "sell %s points", oracle_colour(c));
            break;
        }
}

static void list_purchases(const struct oracle_table *table,
                           const struct oracle_scene *scene,
                           struct effect effect, struct oracle_list *out)
{
    const struct node *player = player_of(scene, table->turn);
    const struct node *level =
        node_at(node_member(player, "levels"), table->level - 1);
    const struct node *printed =
        node_at(node_member(scene->components, "levels"), table->level - 1);
    int there = 0;

    for (int c = 0; c < ORACLE_COLOURS; c++)
        there += node_number(level, oracle_colour(c));
    if (there >= node_number(printed, "spaces"))
        return;
    for (int c = 0; c < ORACLE_COLOURS; c++)
        for (int row = 0; row < ORACLE_ROWS; row++) {
            const int printed_price = node_number(
                node_at(node_member(scene->components, "store"), row),
                "credits");
            const int price =
                effect.is_free ? 0 : printed_price - effect.is_upgraded;

            if (table->store[c][row] && price <= node_number(player, "credits"))
                add(out, "buy %s %d", oracle_colour(c), row + 1);
        }
}

static void list_improvements(const struct oracle_table *table,
                              const struct oracle_scene *scene,
                              struct effect effect, struct oracle_list *out)
{
    const struct oracle_player *player = &table->player[table->turn];
    const int cost = !effect.is_upgraded && !effect.is_free;

    if (node_number(player_of(scene, table->turn), "credits") < cost)
        return;
    if (player->mechanic < 3)
        add(out, "improve mechanic");
    if (player->hacker < 3)
        add(out, "improve hacker");
}

/* False: the documents do not say whether the key was taken back already. */
static bool list_effect(const struct oracle_table *table,
                        const struct oracle_scene *scene, const char *verb,
                        struct oracle_list *out)
{
    const struct effect effect = effect_of(table, scene);
    const bool is_part = is(node_word(scene->prompt, "kind"), "part");

    if (is(verb, "sell") && is(effect.diver, "trader"))
        list_sales(table, scene, effect, out);
    if (is(verb, "buy") && is(effect.diver, "trader"))
        list_purchases(table, scene, effect, out);
    if (is(verb, "improve") && is(effect.diver, "engineer"))
        list_improvements(table, scene, effect, out);
    if (!is(verb, "recall") || !is(effect.diver, "tech") || !effect.is_upgraded)
        return true;
    list_recalls(&table->player[table->turn], out);
    return !is_part;
}

/* Once in a turn (O24), and once by the owner of a copied diver (BO35). */
static void list_oxygen(const struct oracle_table *table,
                        const struct oracle_scene *scene,
                        struct oracle_list *out)
{
    const char *kind = node_word(scene->prompt, "kind");

    if ((is(kind, "shelter") || (is(kind, "oxygen") && !table->stays)) &&
        node_number(player_of(scene, scene->seat), "batteries"))
        add(out, "oxygen");
}

bool oracle_moves(const struct oracle_table *table,
                  const struct oracle_scene *scene, const char *verb,
                  struct oracle_list *out)
{
    const char *kind = node_word(scene->prompt, "kind");
    const struct oracle_player *player = &table->player[table->turn];
    const struct node *sponsor;

    out->count = 0;
    if (is(kind, "turn") && is(verb, "key"))
        list_keys(player, out);
    if (is(kind, "propeller") && is(verb, "propel"))
        list_propeller(table, scene, out);
    if (is(kind, "sponsor") && is(verb, "recall")) {
        sponsor =
            node_at(node_member(scene->view, "sponsors"), table->level - 1);
        if (node_number(sponsor, "number") == 3 &&
            is(node_word(sponsor, "side"), "basic"))
            list_recalls(player, out);
    }
    if (is(verb, "oxygen"))
        list_oxygen(table, scene, out);
    if (is(kind, "diver") || is(kind, "part"))
        return list_effect(table, scene, verb, out);
    return true;
}
