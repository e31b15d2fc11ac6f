/* Promises about moves that are alike: the match goes on in the same way after
 * each of them, once the names of two places are exchanged. */
#include "promises.h"

#include <stdio.h>
#include <string.h>

enum {
    DECISIONS = 40, /* that are compared after two moves that are alike */
    MOVES = 6,      /* of a seat that are tried, by chance */
};

/* Two places of a seat's board, by the words of their notation. */
struct places {
    int seat;
    char one[RULES_NOTATION_MAX], other[RULES_NOTATION_MAX];
};

/* Find the one word by which two notations differ. */
static bool find_places(const char *one, const char *other,
                        struct places *places)
{
    size_t begin = 0;

    for (size_t i = 0; one[i] && one[i] == other[i]; i++)
        if (one[i] == ' ')
            begin = i + 1;
    const size_t lengths[] = {strcspn(one + begin, " "),
                              strcspn(other + begin, " ")};

    snprintf(places->one, sizeof places->one, "%.*s", (int)lengths[0],
             one + begin);
    snprintf(places->other, sizeof places->other, "%.*s", (int)lengths[1],
             other + begin);
    return strcmp(one + begin + lengths[0], other + begin + lengths[1]) == 0;
}

/* The notation with the two places exchanged. */
static void exchange(const struct places *places, const char *text, char *out)
{
    size_t length = 0;

    out[0] = '\0';
    while (*text) {
        const size_t word = strcspn(text, " ");
        const char *put = text;
        size_t size = word;

        if (word == strlen(places->one) && !strncmp(text, places->one, word))
            size = strlen(put = places->other);
        else if (word == strlen(places->other) &&
                 !strncmp(text, places->other, word))
            size = strlen(put = places->one);
        length +=
            (size_t)snprintf(out + length, RULES_NOTATION_MAX - length,
                             "%.*s%s", (int)size, put, text[word] ? " " : "");
        text += word + (text[word] ? 1 : 0);
    }
}

/* A random move of a random seat that is to act; false if the match is over. */
static bool choose(struct watch *w, const void *state, int *seat,
                   struct listing *listing, struct move *move)
{
    const struct game *game = w->match.game;
    const seat_set to_act = game->to_act(state);

    if (!to_act)
        return false;
    do
        *seat = (int)random_below(&w->random, w->match.settings.seats);
    while (!(to_act >> *seat & 1));
    listing->count = game->moves(state, *seat, listing->moves, RULES_MOVES_MAX);
    *move = listing->moves[random_below(&w->random, (uint32_t)listing->count)];
    return true;
}

/* Whether the seat has as many legal moves, and this is one of them. */
static bool is_legal_too(struct watch *w, const void *state, int seat,
                         const char *notation, size_t count, struct move *move)
{
    const struct game *game = w->match.game;
    static struct listing listing;

    listing.count = game->moves(state, seat, listing.moves, RULES_MOVES_MAX);
    return listing.count == count &&
           game->parse(state, seat, notation, move) == RULES_OK &&
           is_listed(&listing, *move);
}

/* Continue in the first state, and with the places exchanged in the second. */
static bool check_goes_on(struct watch *w, const struct places *places,
                          struct state_copy *first, struct state_copy *second)
{
    const struct game *game = w->match.game;
    static struct listing listing;
    struct scores scores[2];
    struct move move, moved;
    char name[RULES_NOTATION_MAX], other[RULES_NOTATION_MAX];
    int seat;

    for (int n = 0; n < DECISIONS; n++) {
        memset(scores, 0, sizeof scores);
        game->score(first->bytes, &scores[0]);
        game->score(second->bytes, &scores[1]);
        if (memcmp(&scores[0], &scores[1], sizeof scores[0]) != 0)
            return broken(w, "moves that are alike lead to the same scores",
                          "%s and %s, %d decisions later", places->one,
                          places->other, n);
        if (!choose(w, first->bytes, &seat, &listing, &move))
            break;
        game->format(first->bytes, seat, move, name);
        if (seat == places->seat)
            exchange(places, name, other);
        else
            snprintf(other, sizeof other, "%s", name);
        if (!is_legal_too(w, second->bytes, seat, other, listing.count, &moved))
            return broken(w, "after moves that are alike the same is legal",
                          "%s and %s, %d decisions later: \"%s\"", places->one,
                          places->other, n, other);
        game->apply(first->bytes, seat, move);
        game->apply(second->bytes, seat, moved);
    }
    return true;
}

/* One move and the first that is like it. */
static bool check_pair(struct watch *w, int seat, struct move move)
{
    const struct game *game = w->match.game;
    const struct move first = game->alike(w->match.state, seat, move);
    struct places places = {.seat = seat};
    struct state_copy states[2];
    char names[2][RULES_NOTATION_MAX];

    if (first.bits == move.bits)
        return true;
    game->format(w->match.state, seat, first, names[0]);
    game->format(w->match.state, seat, move, names[1]);
    if (first.bits > move.bits || !is_listed(&w->listing[seat], first))
        return broken(w, "the first of the moves that are alike is listed",
                      "seat %d: \"%s\", \"%s\"", seat, names[0], names[1]);
    if (!find_places(names[0], names[1], &places))
        return broken(w, "moves that are alike differ by one place",
                      "seat %d: \"%s\", \"%s\"", seat, names[0], names[1]);
    return check_applies(w, seat, first, &states[0]) &&
           check_applies(w, seat, move, &states[1]) &&
           check_goes_on(w, &places, &states[0], &states[1]);
}

bool check_alike(struct watch *w)
{
    const seat_set to_act = w->match.game->to_act(w->match.state);

    if (!w->match.game->alike)
        return true;
    for (int seat = 0; seat < w->match.settings.seats; seat++) {
        const struct listing *listing = &w->listing[seat];

        for (int n = 0; (to_act >> seat & 1) && n < MOVES; n++) {
            const uint32_t i =
                random_below(&w->random, (uint32_t)listing->count);

            if (!check_pair(w, seat, listing->moves[i]))
                return false;
        }
    }
    return true;
}
