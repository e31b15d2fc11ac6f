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
struct wording;
struct random;
struct journal;
struct item_group;
struct tally;

enum {
    RULES_SEATS_MAX = 4,
    RULES_STATE_MAX = 1152,  /* bytes of the largest state */
    RULES_MOVES_MAX = 1024,  /* moves that one listing may hold */
    RULES_NOTATION_MAX = 80, /* bytes of a move's notation, with its NUL */
    RULES_OPTIONS_MAX = 8,   /* options of one game */
    RULES_CARD_SIZE = 32,    /* bytes of a card's id, with its NUL */
    RULES_SECRET_SIZE = 32,  /* bytes of a match's secret */
    CHOICE_ITEMS_MAX = 32,   /* items of one choice */
    CHOICE_WORD_SIZE = 16,   /* bytes of an item's word, with its NUL */
    CHOICE_TEXT_SIZE = 64,   /* bytes of an item's text, with its NUL */
    RULES_OMNISCIENT = -2,   /* viewer: sees everything, hidden things too */
    RULES_SPECTATOR = -1,    /* viewer: sees what is public */
};

enum rules_err {
    RULES_OK,
    RULES_BAD_SETTINGS, /* seats or options that the game does not allow */
    RULES_BAD_NOTATION, /* text that is not a move of this game */
    RULES_NOT_TO_ACT,   /* this seat has no decision to make now */
    RULES_ILLEGAL_MOVE, /* a move, but not a legal one here */
    RULES_BAD_POSITION, /* a document that is not a position of this game */
    RULES_NEWER,        /* of rules, or of a game, that only a newer program
                         * has */
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

/* An option of a match.  The API's schema, the CLI's help and the record's
 * header are all made from this table. */
struct option {
    const char *name; /* "draws"; NULL ends the table */
    enum option_kind kind;
    const char *const *choices; /* OPTION_CHOICE: names, NULL at the end */
    int16_t min, max;           /* OPTION_INT */
    int16_t fallback;           /* the default value */
    int16_t fallback_solo;      /* the default in a match of one seat */
    const char *meaning;        /* one sentence for people */
};

/* The settings of a match.  values[i] is the value of options[i]. */
struct settings {
    uint8_t seats;
    int16_t values[RULES_OPTIONS_MAX];
};

/* A set of cards that can be replaced whole. */
struct deck {
    const char *id; /* "fathom-1" */
    uint16_t version;
    const char *origin; /* the source of its content, for people */
};

enum { SCORES_ITEMS_MAX = 16, SCORES_GOALS_MAX = 4 };

/* One line of a breakdown: what it counts, and the points of each seat. */
struct score_item {
    const char *name; /* "cities": a stable word */
    int16_t points[RULES_SEATS_MAX];
};

/* How a match ends: by rank or, in solo play, won or lost. */
enum outcome { OUTCOME_RANKED, OUTCOME_WON, OUTCOME_LOST };

/* A goal of solo play.  The match is won if every goal is reached and the seat
 * has not left. */
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
    struct score_goal goal[SCORES_GOALS_MAX]; /* none with more than one seat */
};

/* Why a decision cannot be undone, as bits. */
enum irreversible {
    IRREVERSIBLE_REVEAL = 1, /* something hidden was shown: a card was
                        drawn, choices were revealed */
    IRREVERSIBLE_FINAL = 2,  /* it is final: the turn ended, or the last
                        seat chose */
};

/* Why a move is refused, for people. */
struct refusal {
    char rule[48];    /* stable word: "cost", "site", "slot-occupied" */
    char reason[512]; /* one or two sentences: the rule, and what is missing */
};

/* Why a document is not a position, for people. */
struct position_fault {
    char pointer[96]; /* JSON Pointer to the member to change; "": the whole */
    char reason[256]; /* one sentence: what is expected there */
};

/* One of the things of a choice. */
struct choice_item {
    char word[CHOICE_WORD_SIZE]; /* "7": one word of a notation */
    char text[CHOICE_TEXT_SIZE]; /* "Sonar Academy (7)": for people */
};

/* A decision to choose `count` of some items at once.  Every set of that many
 * is a legal move; its notation is the verb and the words of the items, in the
 * order in which they are listed here. */
struct choice {
    const char *verb; /* "discard" */
    uint8_t count;    /* from 1 to items */
    uint8_t items;
    struct choice_item item[CHOICE_ITEMS_MAX];
};

/* Precedes the definition of a struct game, which is the only symbol that
 * the linker sees of a game (the Makefile seals its objects). */
#if defined(__GNUC__) && !defined(__clang__)
#define GAME_SYMBOL __attribute__((externally_visible))
#else
#define GAME_SYMBOL
#endif

struct game {
    const char *id;         /* "underwater-cities": in URLs and records */
    const char *title;      /* "Underwater Cities" */
    uint16_t rules_version; /* rises when an old record would replay
                               differently */
    /* The oldest version whose matches this one continues: `play` carries out
     * every move of their logs and leads to the same states, also where
     * `moves` would no longer list the move.  rules_version if none. */
    uint16_t oldest_version;
    /* What record_state_hash was of this state at a version from
     * oldest_version on; NULL while the bytes of states have not changed since
     * then. */
    uint64_t (*old_hash)(const void *state, uint16_t version);
    /* Continue a match that an older version began, from oldest_version on: the
     * state, as start or read leaves it, is played by the rules of that version
     * to the end of the match.  NULL if only what `moves` lists has changed. */
    void (*continue_version)(void *state, uint16_t version);
    /* For records of an older version, where `play` carries out its moves:
     * whether that version allowed a move that `moves` does not list (NULL:
     * none), and whether it passed the open decision by itself (NULL: as
     * `settle` does). */
    bool (*once_allowed)(const void *state, int seat, struct move move,
                         uint16_t version);
    bool (*once_passed)(const void *state, uint16_t version);
    const struct deck *deck;
    uint8_t min_seats, max_seats;
    bool is_hidden; /* for tests, and as a template for new games: not offered
                       to players.  Found by its id as any other game; the
                       service begins matches of it only with the setting
                       hidden-games */
    size_t state_size;      /* bytes; at most RULES_STATE_MAX */
    uint32_t decisions_max; /* of a match, at most */
    /* About how many decisions a match takes that bots play to its end, of all
     * seats together, by its seats less one; 0: it has fewer seats. */
    uint16_t usual_decisions[RULES_SEATS_MAX];
    /* The final points of plausible play, for reports. */
    int16_t points_low, points_high;
    const struct option *options;
    /* The items whose balance can be judged, at most TALLY_GROUPS_MAX groups
     * (rules/tally.h). */
    const struct item_group *items;

    /* Why these settings, each value in range, are not allowed together: one
     * sentence for people, and *option is the index of the option to change.
     * NULL if they are allowed.  The function may be NULL: every combination is
     * allowed. */
    const char *(*refuses)(const struct settings *settings, size_t *option);

    /* Set up a match.  RULES_BAD_SETTINGS leaves the state undefined. */
    enum rules_err (*start)(void *state, const struct settings *settings,
                            const uint8_t secret[RULES_SECRET_SIZE]);

    /* The settings of a match in this state: those given to start, or those in
     * the position that was read. */
    void (*settings)(const void *state, struct settings *out);

    /* The seats that have a decision to make now; empty when the match is
     * over. */
    seat_set (*to_act)(const void *state);

    /* The legal moves of a seat, ascending and unique; 0 if it is not to act.
     * Writes at most cap moves and returns how many there are.  Rules that need
     * a search have a budget of steps, so that every position is listed in
     * bounded time; moves not found within it count as illegal.
     *
     * If the decision is a choice (below) of which not all sets find room in
     * RULES_MOVES_MAX moves, they are the last moves and only the first sets
     * are listed.  The others are as legal. */
    size_t (*moves)(const void *state, int seat, struct move *out, size_t cap);

    /* Whether a seat that is to act decides by choosing several of some items;
     * if so, *out is the choice.  Other moves may be legal besides.  NULL: the
     * game has no such decisions. */
    bool (*choice)(const void *state, int seat, struct choice *out);

    /* The first of the legal moves that are like this legal one, perhaps
     * itself: they lead to the same position except for the names of some
     * places, and whatever is done there, nothing ever distinguishes these
     * places.  NULL: every move is only like itself. */
    struct move (*alike)(const void *state, int seat, struct move move);

    /* The part of the step budget that listing the moves uses, in percent: the
     * most of any seat that is to act.  100 if the budget is used up and the
     * list may be incomplete.  May be NULL for rules that never search. */
    unsigned (*budget_used)(const void *state);

    /* Check a move and, if it is legal, `play` and `settle` it.  On an error
     * the state does not change. */
    enum rules_err (*apply)(void *state, int seat, struct move move);

    /* Play a move that is known to be legal, because `moves` listed it in this
     * state or because it was committed to a log.  Unlike `apply` this does not
     * check the move and does not make the forced passes that may follow it.
     *
     * A forced pass is one that the rules make for a seat that can do nothing
     * else.  Finding out whether one is due may take a search; making it does
     * not.  There are two ways to continue after play, and both lead to the
     * state that apply leads to: call settle, which searches, or call
     * pass_forced as many times as settle passed when the move was first
     * played.  Until then no seat can decide anything.
     *
     * An illegal move is a mistake of the caller or a damaged log.  It neither
     * crashes nor hangs: the state stays as it is, or becomes one that no match
     * can reach, on which every function here still returns.  Compare its hash
     * with the expected one. */
    void (*play)(void *state, int seat, struct move move);

    /* Make one forced pass.  Returns false and changes nothing if nothing that
     * can be passed is in progress.  Safe on any state, as play is. */
    bool (*pass_forced)(void *state);

    /* After play: find out how many forced passes are due and make them.
     * Returns their number, at most 255. */
    uint8_t (*settle)(void *state);

    /* A seat leaves the match permanently (it resigned or ran out of time).  It
     * then ranks behind all seats that stay and behind those that leave later,
     * so that leaving is never an advantage.  Leaving twice, after the end, or
     * from a seat that the match does not have, changes nothing.
     *
     * Together with the seat that left last: the two share their rank, also if
     * the match ended because that one left.  If no seat has left, that is
     * leaving alone. */
    void (*leave)(void *state, int seat, bool together);

    /* The seats that have left. */
    seat_set (*left)(const void *state);

    /* Why the decision that led from one state to the next cannot be undone, as
     * bits of enum irreversible.  0 if it can: it showed nothing to anybody,
     * and the next decision is still the same seat's (or it was one of several
     * simultaneous choices that are not complete).  The result is public. */
    unsigned (*irreversible)(const void *before, const void *after);

    /* Everything that the viewer may know, as the members of one object, none
     * of which is named "game" (game_view).  A viewer is a seat,
     * RULES_SPECTATOR or RULES_OMNISCIENT.
     *
     * For a compact sink only what changes: no empty places, no options, no
     * texts of components, nothing that follows from the rest.  It has no
     * member or element that the other lacks, and changes whenever it does.
     * The omniscient view is never compact. */
    void (*view)(const void *state, int viewer, struct sink *sink);

    /* What a viewer sees, as tables for people at a terminal: with what is
     * printed on boards, cards and tiles, of which a view has numbers.  The
     * members of one object, one for each table; a table named as a member of
     * the view shows all that the member does.  A table is an array: each
     * object is a row, and all have the same keys, the heads of the columns,
     * with the longest text last; a text is a line above the rows that follow.
     * NULL: the view is enough. */
    void (*tables)(const void *state, int viewer, struct sink *sink);

    /* Read a state from a position: its omniscient view, or as much of that as
     * the game needs to fill in the rest.  A member that no view has is
     * refused; "game" is not. RULES_BAD_POSITION leaves the state undefined and
     * sets *fault (which may be NULL).  A state that a legal move leads to from
     * an accepted position is accepted too, and no accepted position crashes
     * later. */
    enum rules_err (*read)(void *state, const struct source *source,
                           struct position_fault *fault);

    /* A state that has this view for the viewer; what the view does not show is
     * dealt at random.  This lets a program that has only a seat's view look
     * ahead, and lets a bot choose from it.  RULES_BAD_POSITION leaves the
     * state undefined. */
    enum rules_err (*determinize)(void *state, const struct source *view,
                                  int viewer, struct random *random);

    /* The result as if the match ended now. */
    void (*score)(const void *state, struct scores *scores);

    /* An estimate of the seat's final points, in hundredths, from what that
     * seat may know.  Bots that look one step ahead compare it. */
    int32_t (*evaluate)(const void *state, int seat);

    /* Replace everything that the viewer cannot know by a random deal, so that
     * the state keeps the same view for the viewer. */
    void (*resample)(void *state, int viewer, struct random *random);

    /* Move to notation: a verb and words in lower case, unique among the
     * seat's legal moves here.  Returns its length; out holds at least
     * RULES_NOTATION_MAX bytes. */
    size_t (*format)(const void *state, int seat, struct move move, char *out);

    /* Notation to move; the move may be illegal.  The items of a choice may be
     * in any order.  A game may also read a text that leaves out what follows
     * from the state; a legal move's own notation always reads as that move.
     * RULES_BAD_NOTATION leaves *out unchanged. */
    enum rules_err (*parse)(const void *state, int seat, const char *text,
                            struct move *out);

    /* The members "parts" (an object: the notation in fields, and what the text
     * says), "phrase" (the key of the text's template) and "text" (one sentence
     * for people) of a move.  The text is the template filled in from "parts"
     * (kit/phrases.h), in the language of the sink, as all texts below. */
    void (*describe)(const void *state, int seat, struct move move,
                     struct sink *sink);

    /* Whether everybody may know the words of a move that the seat plays in
     * this state (before it).  A move that is not open (a choice made while
     * others still choose, a card kept from hidden ones) stays hidden from all
     * but this seat until the match is over.  Callers use game_may_know. */
    bool (*is_open)(const void *state, int seat, struct move move);

    /* What a seat is asked to decide now, as the members "kind" (a stable
     * word), what the text says, "phrase" and "text".  Writes nothing if the
     * seat is not to act.  Shows only what the viewer may know. */
    void (*prompt)(const void *state, int seat, int viewer, struct sink *sink);

    /* Whether this legal move of the seat plays a card.  If so, out is the
     * card's id as in "cards" of the components: text without spaces.  For
     * statistics of the cards played. */
    bool (*played)(const void *state, int seat, struct move move,
                   char out[RULES_CARD_SIZE]);

    /* Record what play, pass_forced and leave do to this state, on this thread,
     * until it is called with NULL.  Callers use game_play_recorded. */
    void (*record)(const void *state, struct journal *journal);

    /* Tally which items the seats have in this state, and which they had or
     * used by the decision that was made in it, whose journal this is.  Called
     * by tally_move and, with an empty journal, by tally_end: for every state
     * of a match, in order. */
    void (*tally)(const void *state, const struct journal *journal,
                  struct tally *tally);

    /* A step of a journal: the members of one object, "type" first, "phrase"
     * and "text", one sentence for people, last.  If `knows`, the reader may
     * know what the step is about (journal_viewer_knows).  All who do, and all
     * who do not, read the same.  Callers use game_step. */
    void (*step)(const struct journal *journal, size_t index, bool knows,
                 struct sink *sink);

    /* The templates of texts in the language of the sink, by key: the members
     * of one object.  Their keys are borrowed for the call. */
    void (*phrases)(struct sink *sink);

    /* Why a move that moves() does not list is refused, as the members "rule"
     * (a stable word), what the text says, "phrase" and "text": one or two
     * sentences with the rule and what is missing. */
    void (*explain)(const void *state, int seat, struct move move,
                    struct sink *sink);

    /* Every card, tile, slot and board as data, with generated texts and
     * origin, as the members of one object.  The same for every match. */
    void (*components)(struct sink *sink);
};

/* Every game, ended by NULL. */
extern const struct game *const games[];

/* The game with this id, or NULL. */
const struct game *game_find(const char *id);

/* Whether a match begun by this version of the game's rules can be continued,
 * and its log replayed. */
bool game_continues(const struct game *game, unsigned version);

/* Whether the viewer may know the words of a move that the seat plays in this
 * state. */
bool game_may_know(const struct game *game, const void *state, int seat,
                   struct move move, int viewer);

/* A step of a journal as the viewer may see it, as game->step writes it. */
void game_step(const struct game *game, const struct journal *journal,
               size_t index, int viewer, struct sink *sink);

/* A view as a document: the id of the game as the first member, "game", then
 * game->view. */
void game_view(const struct game *game, const void *state, int viewer,
               struct sink *sink);

/* Why game->apply refuses a move, as game->explain writes it.  wording: NULL
 * for English with the numbers of seats.  A reason that does not fit is cut. */
void game_explain(const struct game *game, const void *state, int seat,
                  struct move move, const struct wording *wording,
                  struct refusal *refusal);

/* Read a position as game->read does.  If it says of which game it is, it must
 * be of this one. */
enum rules_err game_read(const struct game *game, void *state,
                         const struct source *source,
                         struct position_fault *fault);

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
 * it: as `apply` does, without checking the move. */
void game_play_listed(const struct game *game, void *state, int seat,
                      struct move move);

/* Play a move that is known to be legal, and the number of forced passes that
 * followed it, without checking or searching. */
void game_play(const struct game *game, void *state, int seat, struct move move,
               uint8_t passes);

/* The same as game_play, and game->leave, with a journal of what they did.  The
 * steps are appended; call journal_begin first. */
void game_play_recorded(const struct game *game, void *state, int seat,
                        struct move move, uint8_t passes,
                        struct journal *journal);
void game_leave_recorded(const struct game *game, void *state, int seat,
                         bool together, struct journal *journal);

/* How many forced passes followed the move that led from one state to the
 * other; -1 if it does not lead there. */
int game_forced_passes(const struct game *game, const void *before, int seat,
                       struct move move, const void *after);

#endif
