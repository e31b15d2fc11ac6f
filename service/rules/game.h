/* The interface between a game's rules and everything else.
 *
 * One `const struct game` per game; `games[]` lists them.  Storage, HTTP, bots,
 * replay, fuzzers, property tests and benchmarks are written once, over that
 * list, and never include a game's own headers.
 *
 * A state is plain bytes: no pointers, every byte defined (padding included),
 * at most RULES_STATE_MAX bytes; copy it with memcpy, compare it with memcmp.
 * Nothing here allocates, reads a clock or does input or output. */
#ifndef RULES_GAME_H
#define RULES_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sink;
struct source;
struct random;

enum {
    RULES_SEATS_MAX = 4,
    RULES_STATE_MAX = 2048,  /* bytes of the largest state */
    RULES_MOVES_MAX = 1024,  /* moves that one listing may hold */
    RULES_NOTATION_MAX = 80, /* bytes of a move's notation, with its NUL */
    RULES_OPTIONS_MAX = 8,   /* options of one game */
    RULES_CARD_SIZE = 32,    /* bytes of a card's id, with its NUL */
    RULES_SECRET_SIZE = 32,  /* bytes of a match's secret */
    RULES_OMNISCIENT = -2,   /* viewer: everything, hidden things too */
    RULES_SPECTATOR = -1,    /* viewer: what is public */
};

enum rules_err {
    RULES_OK,
    RULES_BAD_SETTINGS, /* seats or options that the game does not allow */
    RULES_BAD_NOTATION, /* text that is no move of this game */
    RULES_NOT_TO_ACT,   /* this seat owes no decision now */
    RULES_ILLEGAL_MOVE, /* a move, but not a legal one here */
    RULES_BAD_POSITION, /* a document that is no position of this game */
};

/* One atomic decision.  The bits belong to the game; equal moves have equal
 * bits, and lists are ascending by them. */
struct move {
    uint32_t bits;
};

/* A set of seats: bit n is seat n. */
typedef uint8_t seat_set;

enum option_kind {
    OPTION_BOOL,   /* 0 or 1 */
    OPTION_CHOICE, /* an index into choices */
    OPTION_INT,    /* min to max */
};

/* One thing that players may agree on before a match.  The API's schema, the
 * CLI's help and the record's header all come from this table. */
struct option {
    const char *name; /* "draws"; NULL ends the table */
    enum option_kind kind;
    const char *const *choices; /* OPTION_CHOICE: names, NULL at the end */
    int16_t min, max;           /* OPTION_INT */
    int16_t fallback;           /* the default value */
    int16_t fallback_solo;      /* the default in a match of one seat */
    const char *meaning;        /* one sentence for people */
};

/* What a match is played with.  values[i] belongs to options[i]. */
struct settings {
    uint8_t seats;
    int16_t values[RULES_OPTIONS_MAX];
};

/* A set of cards that can be replaced whole. */
struct deck {
    const char *id; /* "fathom-1" */
    uint16_t version;
    const char *origin; /* where its content comes from, for people */
};

enum { SCORES_ITEMS_MAX = 16, SCORES_GOALS_MAX = 4 };

/* One line of a breakdown: what it counts and what it gave each seat. */
struct score_item {
    const char *name; /* "cities": a stable word */
    int16_t points[RULES_SEATS_MAX];
};

/* How a match ends: by rank, or, played alone, won or lost. */
enum outcome { OUTCOME_RANKED, OUTCOME_WON, OUTCOME_LOST };

/* Something that must be reached to win alone: won is every goal reached (and
 * the seat still there). */
struct score_goal {
    const char *name; /* "connected-cities": a stable word */
    int16_t reached, needed;
};

/* The result as if the match ended now.  Totals are the sum of the items.
 * Ranks start at 1; a game whose rules know ties may share them. */
struct scores {
    uint8_t seats, items, goals;
    uint8_t outcome; /* enum outcome */
    int16_t total[RULES_SEATS_MAX];
    uint8_t rank[RULES_SEATS_MAX];
    struct score_item item[SCORES_ITEMS_MAX];
    struct score_goal goal[SCORES_GOALS_MAX]; /* goals of them: none unless
                                                 played alone */
};

/* Why a decision cannot be taken back, as bits. */
enum irreversible {
    IRREVERSIBLE_REVEAL = 1, /* something hidden came to light: a card was
                        drawn, the others' choices were turned up */
    IRREVERSIBLE_FINAL = 2,  /* it was declared final: the turn ended, the last
                        seat  chose */
};

/* Why a move is refused, in words that teach. */
struct refusal {
    char rule[48];    /* stable word: "cost", "site", "slot-occupied" */
    char reason[256]; /* one or two sentences: the rule, and what is missing */
};

struct game {
    const char *id;         /* "underwater-cities": in URLs and records */
    const char *title;      /* "Underwater Cities" */
    uint16_t rules_version; /* rises when an old record would replay
                               differently */
    const struct deck *deck;
    uint8_t min_seats, max_seats;
    bool is_hidden; /* for tests, and as a template for new games: not offered
                       to players.  Found by its id as any other game; the
                       service begins matches of it only with the setting
                       hidden-games */
    size_t state_size;      /* bytes; at most RULES_STATE_MAX */
    uint32_t decisions_max; /* no match has more decisions than this */
    const struct option *options;

    /* Why these settings, each value in range, are not allowed together: one
     * sentence for people, and *option the index of the option to change; NULL
     * when they are allowed.  The function may be NULL: all are. */
    const char *(*refuses)(const struct settings *settings, size_t *option);

    /* Set up a match.  RULES_BAD_SETTINGS leaves the state undefined. */
    enum rules_err (*start)(void *state, const struct settings *settings,
                            const uint8_t secret[RULES_SECRET_SIZE]);

    /* What a state is played with: start's settings, or those that a position
     * says. */
    void (*settings)(const void *state, struct settings *out);

    /* Every seat that owes a decision now; empty when the match is over. */
    seat_set (*to_act)(const void *state);

    /* The legal moves of a seat, ascending and unique; 0 when it is not to
     * act.  Writes at most cap moves and returns how many there are.  Rules
     * whose moves take a search have a budget of steps, so that no position
     * makes them run away: what was not found within it is not legal, as far
     * as anybody can tell. */
    size_t (*moves)(const void *state, int seat, struct move *out, size_t cap);

    /* What it takes to list the moves of the seats that are to act: for the
     * seat whose list takes most, in percent of the budget of a list; 100 when
     * the budget is spent and the list may be incomplete.  May be NULL: these
     * rules never search. */
    unsigned (*effort)(const void *state);

    /* Play a move.  On an error not a byte of the state changes.  What is
     * applied is judged first; then it is `play` and `settle`. */
    enum rules_err (*apply)(void *state, int seat, struct move move);

    /* Play a move that is known to be legal, because `moves` listed it in this
     * state or because it was committed to a log: `apply` without judging the
     * move, and without the forced passes that may follow it.
     *
     * A forced pass is one that the rules make for a seat which can do nothing
     * else.  Finding out whether one is due may take a search; making it does
     * not.  So there are two ways to go on after play, and both lead to the
     * state that apply leads to: settle, which searches, or pass_forced as
     * often as settle passed when the move was first played.  Until then the
     * state is not one in which anybody decides.
     *
     * A move that is not legal is the caller's mistake, or damage to a log; it
     * does not crash and does not hang.  The state stays as it is, or becomes
     * one that no match can reach, on which every function here still returns:
     * compare its hash with the one that was expected. */
    void (*play)(void *state, int seat, struct move move);

    /* Make one forced pass.  False, and nothing changed, when nothing is under
     * way that can be passed.  Safe on any state, as play is. */
    bool (*pass_forced)(void *state);

    /* After play: find out how many forced passes are due, and make them.
     * Returns how many they were.  No rules need more than 255. */
    uint8_t (*settle)(void *state);

    /* A seat leaves the match for good (it resigned or ran out of time).
     * Leaving twice, after the end, or from a seat that the match does not
     * have, changes nothing.  From then on it ranks
     * behind all who stay, and behind those who leave later: nobody gains by
     * leaving. */
    void (*leave)(void *state, int seat);

    /* Why the decision that led from one state to the next cannot be taken
     * back, as bits of enum irreversible; 0: it can, for it showed nobody
     * anything and what follows is still the same seat's (or a choice that all
     * make at once, and others have yet to make theirs).  Everybody may know
     * the answer. */
    unsigned (*irreversible)(const void *before, const void *after);

    /* All that the viewer may know (a seat, RULES_SPECTATOR or
     * RULES_OMNISCIENT), as the members of one object. */
    void (*view)(const void *state, int viewer, struct sink *sink);

    /* Rebuild a state from its omniscient view.  RULES_BAD_POSITION leaves the
     * state undefined; what is accepted never crashes later. */
    enum rules_err (*read)(void *state, const struct source *source);

    /* A state that looks to the viewer just like this view of its own: what
     * the view does not show is dealt at random.  So a program that sees only
     * a seat's view can look ahead and let a bot choose.  RULES_BAD_POSITION
     * leaves the state undefined. */
    enum rules_err (*determinize)(void *state, const struct source *view,
                                  int viewer, struct random *random);

    /* The result as if the match ended now. */
    void (*score)(const void *state, struct scores *scores);

    /* An estimate of the seat's final points in hundredths, from what that
     * seat may know: what one-step look-ahead bots compare. */
    int32_t (*evaluate)(const void *state, int seat);

    /* Turn the state into another world with the same view for the viewer:
     * what it cannot know is dealt anew. */
    void (*resample)(void *state, int viewer, struct random *random);

    /* Move to notation: a verb and words in lower case, unique among the
     * seat's legal moves here.  Returns its length; out holds at least
     * RULES_NOTATION_MAX bytes. */
    size_t (*format)(const void *state, int seat, struct move move, char *out);

    /* Notation to move.  Says nothing about whether it is legal.
     * RULES_BAD_NOTATION leaves *out alone. */
    enum rules_err (*parse)(const void *state, int seat, const char *text,
                            struct move *out);

    /* The members "parts" (an object: the notation in fields) and "text" (one
     * sentence for people) of a move. */
    void (*describe)(const void *state, int seat, struct move move,
                     struct sink *sink);

    /* Whether the viewer may know the words of a move that the seat plays in
     * this state (before it).  What is not open (a choice made while others
     * still choose, a card kept from hidden ones) stays so until the match is
     * over. */
    bool (*is_open)(const void *state, int seat, struct move move, int viewer);

    /* The members "kind" (a stable word) and "text" of what a seat is asked
     * now.  Writes nothing when it is not to act.  The viewer sees no more
     * than it may. */
    void (*prompt)(const void *state, int seat, int viewer, struct sink *sink);

    /* Does this legal move of the seat play a card?  Then out is the card's
     * id: what "cards" of the components has it under, as text without
     * spaces.  For statistics: which cards somebody played, and how it
     * went. */
    bool (*played)(const void *state, int seat, struct move move,
                   char out[RULES_CARD_SIZE]);

    /* What became different between two states of a match, as the elements of
     * one array of objects, as far as the viewer may see it. */
    void (*changes)(const void *before, const void *after, int viewer,
                    struct sink *sink);

    /* Which rule refuses a move that moves() does not list, and what is
     * missing. */
    void (*explain)(const void *state, int seat, struct move move,
                    struct refusal *refusal);

    /* Every card, tile, slot and board as data with generated words and
     * origin, as the members of one object.  The same for every match. */
    void (*components)(struct sink *sink);
};

/* Every game, ended by NULL. */
extern const struct game *const games[];

/* The game with this id, or NULL. */
const struct game *game_find(const char *id);

/* The default settings of a game for this many seats. */
void game_defaults(const struct game *game, uint8_t seats,
                   struct settings *settings);

/* Whether every value is in the range of its option. */
bool options_allow(const struct option *options,
                   const struct settings *settings);

/* RULES_BAD_SETTINGS unless seats and every value are in range and the game
 * allows them together. */
enum rules_err game_check_settings(const struct game *game,
                                   const struct settings *settings);

/* Play a move that was listed for this state, and the forced passes that follow
 * it: what `apply` does, without judging the move. */
void game_play_listed(const struct game *game, void *state, int seat,
                      struct move move);

/* Play a move that is known to be legal and the forced passes that followed
 * it, without judging or searching. */
void game_play(const struct game *game, void *state, int seat, struct move move,
               uint8_t passes);

/* How many forced passes followed the move that led from one state to the
 * other; -1 when it does not lead there. */
int game_forced_passes(const struct game *game, const void *before, int seat,
                       struct move move, const void *after);

#endif
