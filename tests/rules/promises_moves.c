/* Promises about moves: listed ascending and once, each with a name of its own
 * that reads back, each applies; whatever is not listed is refused and changes
 * nothing; there is no way into a dead end. */
#include "promises.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    MUTATIONS = 24, /* unlisted moves tried for each seat */
    CHILDREN = 8,   /* listed moves after which the next listing is looked at */
};

bool is_listed(const struct listing *listing, struct move move)
{
    for (size_t i = 0; i < listing->count; i++)
        if (listing->moves[i].bits == move.bits)
            return true;
    return false;
}

static bool is_to_act(const struct watch *w, int seat)
{
    return w->match.game->to_act(w->match.state) >> seat & 1;
}

/* Cheap: who is to act has moves, in order; nobody else has any. */
static bool check_listing(struct watch *w, int seat)
{
    const struct game *game = w->match.game;
    struct listing *listing = &w->listing[seat];
    bool is_asked = is_to_act(w, seat);

    listing->count =
        game->moves(w->match.state, seat, listing->moves, RULES_MOVES_MAX);
    if (listing->count > RULES_MOVES_MAX)
        return broken(w, "a listing has its bound", "seat %d has %zu moves",
                      seat, listing->count);
    if (is_asked != (listing->count > 0))
        return broken(w, "exactly those to act have moves",
                      "seat %d %s to act and has %zu moves", seat,
                      is_asked ? "is" : "is not", listing->count);
    for (size_t i = 1; i < listing->count; i++)
        if (listing->moves[i - 1].bits >= listing->moves[i].bits)
            return broken(w, "moves are ascending and unique",
                          "seat %d: move %zu %08" PRIx32 " follows %08" PRIx32,
                          seat, i, listing->moves[i].bits,
                          listing->moves[i - 1].bits);
    return true;
}

bool check_listings(struct watch *w)
{
    seat_set seats = w->match.game->to_act(w->match.state);

    if (seats >> w->match.settings.seats)
        return broken(w, "only seats of the match are to act", "set %x", seats);
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++) {
        w->listing[seat].count = 0;
        if (seat < w->match.settings.seats && !check_listing(w, seat))
            return false;
    }
    return true;
}

/* A smaller buffer gets the beginning of the same list. */
static bool check_cap(struct watch *w, int seat)
{
    static struct move moves[RULES_MOVES_MAX];
    const struct listing *listing = &w->listing[seat];
    size_t cap = random_below(&w->random, (uint32_t)listing->count + 1);
    size_t count;

    moves[cap].bits = 0xabababab;
    count = w->match.game->moves(w->match.state, seat, moves, cap);
    if (count != listing->count || moves[cap].bits != 0xabababab ||
        memcmp(moves, listing->moves, cap * sizeof *moves) != 0)
        return broken(w, "a listing writes at most cap moves",
                      "seat %d, cap %zu: %zu moves", seat, cap, count);
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Texts in a record that are not moves. */
static bool is_a_records_word(const char *name)
{
    return strcmp(name, "leave") == 0 || strcmp(name, "undo") == 0 ||
           strncmp(name, "undo ", 5) == 0;
}

/* The name of one move is a line of small letters that reads back. */
static bool check_name(struct watch *w, int seat, struct move move,
                       char name[RULES_NOTATION_MAX])
{
    const struct game *game = w->match.game;
    struct move back = {~move.bits};
    size_t length;

    memset(name, 'X', RULES_NOTATION_MAX);
    length = game->format(w->match.state, seat, move, name);
    if (length == 0 || length >= RULES_NOTATION_MAX ||
        memchr(name, '\0', RULES_NOTATION_MAX) != name + length)
        return broken(w, "format returns the notation's length",
                      "seat %d, move %08" PRIx32 ": length %zu", seat,
                      move.bits, length);
    if (strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789+- ") != length ||
        name[0] == ' ' || name[length - 1] == ' ' || is_a_records_word(name))
        return broken(w, "notation is words in lower case", "\"%s\"", name);
    if (game->parse(w->match.state, seat, name, &back) != RULES_OK ||
        back.bits != move.bits)
        return broken(w, "notation reads back",
                      "seat %d: \"%s\" is %08" PRIx32 ", read as %08" PRIx32,
                      seat, name, move.bits, back.bits);
    return true;
}

static bool check_names(struct watch *w, int seat)
{
    static char names[RULES_MOVES_MAX][RULES_NOTATION_MAX];
    const struct listing *listing = &w->listing[seat];

    for (size_t i = 0; i < listing->count; i++)
        if (!check_name(w, seat, listing->moves[i], names[i]))
            return false;
    qsort(names, listing->count, sizeof *names, compare_names);
    for (size_t i = 1; i < listing->count; i++)
        if (strcmp(names[i - 1], names[i]) == 0)
            return broken(w, "moves have names of their own",
                          "seat %d has \"%s\" twice", seat, names[i]);
    return true;
}

static bool is_legal(const struct watch *w, int seat, struct move move)
{
    struct state_copy copy = copy_state(w);

    return w->match.game->apply(copy.bytes, seat, move) == RULES_OK;
}

/* Whether the text is the notation up to its words "part N", which may be left
 * out where only one open part takes the move. */
static bool leaves_out_part(const char *text, const char *notation)
{
    static const char part[] = " part ";
    const size_t length = strlen(text);

    return strncmp(text, notation, length) == 0 &&
           strncmp(notation + length, part, strlen(part)) == 0;
}

/* Text near a notation is refused, or is the notation of what it was read as,
 * perhaps without its part or with the items of a choice in another order: no
 * legal move has two spellings otherwise. */
static bool check_spelling(struct watch *w, int seat)
{
    static const char letters[] = "abcdefstuvwxyz 0123456789-+?\t\"A";
    const struct listing *listing = &w->listing[seat];
    const struct game *game = w->match.game;
    struct move move, back = {0xabababab};
    char name[RULES_NOTATION_MAX], again[RULES_NOTATION_MAX];
    size_t length;

    move = listing->moves[random_below(&w->random, (uint32_t)listing->count)];
    length = game->format(w->match.state, seat, move, name);
    name[random_below(&w->random, (uint32_t)length + 1)] =
        letters[random_below(&w->random, sizeof letters)];
    name[length] = '\0';
    if (game->parse(w->match.state, seat, name, &back) != RULES_OK)
        return back.bits == 0xabababab ||
               broken(w, "refused notation leaves the move alone", "\"%s\"",
                      name);
    game->format(w->match.state, seat, back, again);
    return strcmp(name, again) == 0 ||
           (game->choice && same_words(name, again)) ||
           leaves_out_part(name, again) || !is_legal(w, seat, back) ||
           broken(w, "a move has one spelling", "\"%s\" is read as \"%s\"",
                  name, again);
}

/* A move applies, to the same bytes each time. */
bool check_applies(struct watch *w, int seat, struct move move,
                   struct state_copy *after)
{
    const struct game *game = w->match.game;
    const struct state_copy before = copy_state(w);
    struct state_copy again = before;
    char name[RULES_NOTATION_MAX];
    enum rules_err err;

    *after = before;
    game->format(w->match.state, seat, move, name);
    err = game->apply(after->bytes, seat, move);
    if (err)
        return broken(w, "every listed move applies",
                      "seat %d: \"%s\" gives error %d", seat, name, (int)err);
    game->apply(again.bytes, seat, move);
    if (memcmp(after, &again, sizeof again) != 0)
        return broken(w, "a move does the same each time", "seat %d: \"%s\"",
                      seat, name);
    return check_played(w, &before, seat, move, after);
}

/* Every seat that is to act after a move has a legal move. */
static bool check_child(struct watch *w, int seat, struct move move,
                        const struct state_copy *after)
{
    const struct game *game = w->match.game;
    seat_set seats = game->to_act(after->bytes);
    char name[RULES_NOTATION_MAX];
    struct move first;

    game->format(w->match.state, seat, move, name);
    for (int next = 0; next < w->match.settings.seats; next++) {
        bool has_moves = game->moves(after->bytes, next, &first, 1) > 0;

        if (has_moves != (seats >> next & 1))
            return broken(w, "no move leads into a dead end",
                          "after seat %d: \"%s\", seat %d %s to act and %s",
                          seat, name, next, seats >> next & 1 ? "is" : "is not",
                          has_moves ? "has moves" : "has no move");
    }
    return true;
}

static bool check_listed(struct watch *w, int seat)
{
    const struct listing *listing = &w->listing[seat];
    struct state_copy after;

    for (size_t i = 0; i < listing->count; i++) {
        if (!check_applies(w, seat, listing->moves[i], &after))
            return false;
        if (random_below(&w->random, (uint32_t)listing->count) < CHILDREN &&
            !check_child(w, seat, listing->moves[i], &after))
            return false;
    }
    return true;
}

/* The refusal of a move has a rule, and a reason in every language. */
static bool check_reasons(struct watch *w, int seat, struct move move,
                          const char *name)
{
    for (int language = 0; language < LANGUAGES; language++) {
        const struct wording wording = {(enum language)language, NULL};
        struct refusal why;

        memset(&why, 'X', sizeof why);
        game_explain(w->match.game, w->match.state, seat, move, &wording, &why);
        if (!memchr(why.rule, '\0', sizeof why.rule) || !why.rule[0] ||
            !memchr(why.reason, '\0', sizeof why.reason) || !why.reason[0] ||
            strpbrk(why.reason, "{}"))
            return broken(w, "a refusal says why",
                          "seat %d: %08" PRIx32
                          " \"%s\" is explained by \"%.48s\" in language %d",
                          seat, move.bits, name, why.rule, language);
    }
    return true;
}

/* A move that is not listed is refused with a reason, and nothing changes. */
bool check_unlisted(struct watch *w, int seat, struct move move)
{
    const struct game *game = w->match.game;
    const struct state_copy before = copy_state(w);
    struct state_copy after = before;
    char name[RULES_NOTATION_MAX];
    enum rules_err expected =
        is_to_act(w, seat) ? RULES_ILLEGAL_MOVE : RULES_NOT_TO_ACT;
    enum rules_err err = game->apply(after.bytes, seat, move);

    game->format(w->match.state, seat, move, name);
    if (err != expected)
        return broken(w, "every unlisted move is refused",
                      "seat %d: %08" PRIx32 " \"%s\" gives %d instead of %d",
                      seat, move.bits, name, (int)err, (int)expected);
    if (memcmp(&before, &after, sizeof after) != 0)
        return broken(w, "a refused move changes no byte",
                      "seat %d: %08" PRIx32 " \"%s\"", seat, move.bits, name);
    return check_reasons(w, seat, move, name);
}

struct move any_move(struct watch *w)
{
    uint32_t way = random_below(&w->random, 8);
    const struct listing *listing =
        &w->listing[random_below(&w->random, w->match.settings.seats)];
    struct move move = {random_u32(&w->random)};

    if (way < 2 && w->earlier_count > 0)
        return w->earlier[random_below(&w->random, (uint32_t)w->earlier_count)];
    if (way < 7 && listing->count > 0) {
        move =
            listing->moves[random_below(&w->random, (uint32_t)listing->count)];
        move.bits ^= UINT32_C(1) << random_below(&w->random, 32);
        if (way < 4)
            move.bits ^= UINT32_C(1) << random_below(&w->random, 32);
    }
    return move;
}

/* Keep a few listed moves, to be tried again when they may be legal no more. */
static void remember(struct watch *w, const struct listing *listing)
{
    size_t place = w->earlier_count;

    if (listing->count == 0)
        return;
    if (place == WATCH_EARLIER)
        place = random_below(&w->random, WATCH_EARLIER);
    else
        w->earlier_count++;
    w->earlier[place] =
        listing->moves[random_below(&w->random, (uint32_t)listing->count)];
}

bool check_moves(struct watch *w)
{
    for (int seat = 0; seat < w->match.settings.seats; seat++) {
        for (int i = 0; i < MUTATIONS; i++) {
            struct move move = any_move(w);

            if (!is_listed(&w->listing[seat], move) &&
                !test_is_unlisted_set(w->match.game, w->match.state, seat,
                                      move) &&
                !check_unlisted(w, seat, move))
                return false;
        }
        if (!check_choice(w, seat))
            return false;
        if (w->listing[seat].count == 0)
            continue;
        if (!check_cap(w, seat) || !check_names(w, seat) ||
            !check_spelling(w, seat) || !check_listed(w, seat))
            return false;
        remember(w, &w->listing[seat]);
    }
    return true;
}
