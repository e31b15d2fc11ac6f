/* Promises about choices of several things at once: every set is a legal move,
 * which may be named in any order; sets of another size are not. */
#include "promises.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_words(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The words of a text, sorted; the text is taken apart.  Returns how many. */
static size_t sort_words(char text[RULES_NOTATION_MAX],
                         char *words[RULES_NOTATION_MAX])
{
    char *rest = NULL;
    size_t count = 0;

    for (char *word = strtok_r(text, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    qsort(words, count, sizeof *words, compare_words);
    return count;
}

bool same_words(const char *a, const char *b)
{
    char texts[2][RULES_NOTATION_MAX];
    char *words[2][RULES_NOTATION_MAX];
    size_t count;

    snprintf(texts[0], RULES_NOTATION_MAX, "%s", a);
    snprintf(texts[1], RULES_NOTATION_MAX, "%s", b);
    count = sort_words(texts[0], words[0]);
    if (sort_words(texts[1], words[1]) != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[0][i], words[1][i]) != 0)
            return false;
    return true;
}

/* How many sets there are; many is many. */
static double sets_of(int items, int count)
{
    double sets = 1;

    for (int i = 0; i < count; i++)
        sets = sets * (items - i) / (i + 1);
    return sets;
}

/* A notation that names these items, in this order; false if it has no room
 * for them. */
static bool name_items(const struct choice *choice, const uint8_t *items,
                       size_t count, char out[RULES_NOTATION_MAX])
{
    size_t length =
        (size_t)snprintf(out, RULES_NOTATION_MAX, "%s", choice->verb);

    for (size_t i = 0; i < count && length < RULES_NOTATION_MAX; i++)
        length += (size_t)snprintf(out + length, RULES_NOTATION_MAX - length,
                                   " %s", choice->item[items[i]].word);
    return length < RULES_NOTATION_MAX;
}

static int compare_items(const void *a, const void *b)
{
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

/* Any set is a legal move, whatever the order in which it is named. */
static bool check_set(struct watch *w, int seat, const struct choice *choice)
{
    const struct game *game = w->match.game;
    uint8_t items[CHOICE_ITEMS_MAX];
    char given[RULES_NOTATION_MAX], name[RULES_NOTATION_MAX];
    char again[RULES_NOTATION_MAX];
    struct state_copy after;
    struct move move;

    for (uint8_t i = 0; i < choice->items; i++)
        items[i] = i;
    random_shuffle(&w->random, items, choice->items);
    if (!name_items(choice, items, choice->count, given))
        return broken(w, "a set fits in a notation", "seat %d: %d items", seat,
                      choice->count);
    qsort(items, choice->count, sizeof *items, compare_items);
    (void)name_items(choice, items, choice->count, name);
    if (game->parse(w->match.state, seat, given, &move) != RULES_OK)
        return broken(w, "a set is read in any order", "seat %d: \"%s\"", seat,
                      given);
    game->format(w->match.state, seat, move, again);
    if (strcmp(name, again) != 0)
        return broken(w, "a set is written in one order", "\"%s\" and \"%s\"",
                      name, again);
    if (!is_listed(&w->listing[seat], move) &&
        !test_is_unlisted_set(game, w->match.state, seat, move))
        return broken(w, "every set is listed, or the list is full",
                      "seat %d: \"%s\"", seat, name);
    return check_applies(w, seat, move, &after);
}

/* A set of another size is refused. */
static bool check_wrong_set(struct watch *w, int seat,
                            const struct choice *choice)
{
    const size_t sizes = choice->items;
    const size_t size = 1 + random_below(&w->random, (uint32_t)sizes);
    uint8_t items[CHOICE_ITEMS_MAX];
    char name[RULES_NOTATION_MAX];
    struct move move;

    for (uint8_t i = 0; i < choice->items; i++)
        items[i] = i;
    random_shuffle(&w->random, items, choice->items);
    if (!name_items(choice, items, size, name) || size == choice->count ||
        w->match.game->parse(w->match.state, seat, name, &move) != RULES_OK)
        return true;
    return check_unlisted(w, seat, move);
}

/* The moves of a listing that begin with the verb. */
static size_t listed_sets(const struct watch *w, int seat,
                          const struct choice *choice)
{
    const struct listing *listing = &w->listing[seat];
    const size_t length = strlen(choice->verb);
    char name[RULES_NOTATION_MAX];
    size_t sets = 0;

    for (size_t i = 0; i < listing->count; i++) {
        w->match.game->format(w->match.state, seat, listing->moves[i], name);
        sets += !strncmp(name, choice->verb, length) && name[length] == ' ';
    }
    return sets;
}

/* The sets of a choice are legal moves, all listed if there is room. */
bool check_choice(struct watch *w, int seat)
{
    const struct game *game = w->match.game;
    const struct listing *listing = &w->listing[seat];
    struct choice choice;
    double sets;

    if (!game->choice || !game->choice(w->match.state, seat, &choice))
        return true;
    if (!(game->to_act(w->match.state) >> seat & 1))
        return broken(w, "a seat chooses when it is to act", "seat %d", seat);
    if (choice.count < 1 || choice.count > choice.items ||
        choice.items > CHOICE_ITEMS_MAX)
        return broken(w, "a choice is of some of its items", "%d of %d",
                      choice.count, choice.items);
    sets = sets_of(choice.items, choice.count);
    if (listing->count < RULES_MOVES_MAX &&
        (double)listed_sets(w, seat, &choice) != sets)
        return broken(w, "a list with room has every set", "seat %d", seat);
    return check_set(w, seat, &choice) && check_wrong_set(w, seat, &choice);
}
