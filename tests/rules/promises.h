/* The promises that every game keeps (service/rules/game.h), watched over while
 * a random match is played.
 *
 * Every decision gets the cheap checks; now and then, and after each leave, a
 * step gets all of them.  A check returns false once a promise is broken, with
 * the claim and what was seen in `message`. */
#ifndef TESTS_RULES_PROMISES_H
#define TESTS_RULES_PROMISES_H

#include "rules_match.h"

#include "rules/sink.h"

enum {
    WATCH_TEXT = 1 << 17,  /* bytes of the longest document */
    WATCH_NODES = 1 << 13, /* nodes of the largest one */
    WATCH_EARLIER = 64,    /* moves kept to be tried again later */
};

/* The legal moves of a seat. */
struct listing {
    struct move moves[RULES_MOVES_MAX];
    size_t count;
};

/* A buffer for a state that no game can tell from its own. */
struct state_copy {
    alignas(max_align_t) uint8_t bytes[RULES_STATE_MAX];
};

struct watch {
    struct test_match match;
    struct replay replay; /* the same match */
    /* The undo window: its moves, and the states before each of them and
     * now. */
    size_t undo_window;
    struct entry taken[REPLAY_SPAN_MAX];
    struct state_copy before[REPLAY_SPAN_MAX + 1];
    struct random random; /* what checks choose by; the play has its own */
    uint64_t entry_hash[TEST_ENTRIES_MAX]; /* of the state after each entry */
    struct listing listing[RULES_SEATS_MAX];
    struct move earlier[WATCH_EARLIER];
    size_t earlier_count;
    size_t decisions;
    bool somebody_left;
    uint8_t left[RULES_SEATS_MAX]; /* 0, or 1 + the seats that left before */
    char message[1024];
};

/* Say which promise is broken, and how; always false. */
__attribute__((format(printf, 3, 4))) bool
broken(struct watch *w, const char *claim, const char *format, ...);

/* The viewers of a match are seats, RULES_SPECTATOR and RULES_OMNISCIENT. */
struct state_copy copy_state(const struct watch *w);

/* promises_moves.c: what is listed, applies and has a name; all else is
 * refused.  check_listings fills w->listing and is the cheap check. */
bool check_listings(struct watch *w);
bool check_moves(struct watch *w);
bool is_listed(const struct listing *listing, struct move move);
bool check_applies(struct watch *w, int seat, struct move move,
                   struct state_copy *after);
bool check_unlisted(struct watch *w, int seat, struct move move);

/* promises_declining.c: a move that is offered beside declining can do more
 * than that.  Needs w->listing. */
bool check_declining(struct watch *w);

/* promises_choice.c: every set of a choice is a legal move.  Needs
 * w->listing. */
bool check_choice(struct watch *w, int seat);

/* Whether two texts have the same words, in any order. */
bool same_words(const char *a, const char *b);

/* promises_alike.c: after moves that are alike the match goes on in the same
 * way.  Needs w->listing. */
bool check_alike(struct watch *w);

/* promises_play.c: game_play leads to the same state as apply, and an illegal
 * move does no harm.  check_played is for each move that was played;
 * check_damaged needs w->listing. */
bool check_played(struct watch *w, const struct state_copy *before, int seat,
                  struct move move, const struct state_copy *after);
bool check_damaged(struct watch *w);

/* promises_journal.c: recording changes nothing; steps are well formed;
 * journals show a viewer only what it may know.  check_recorded is for each
 * move that was played, with the passes that followed; check_journals needs
 * w->listing. */
bool check_recorded(struct watch *w, const struct state_copy *before, int seat,
                    struct move move, int passes,
                    const struct state_copy *after);
bool check_recorded_leave(struct watch *w, const struct state_copy *before,
                          int seat, bool together,
                          const struct state_copy *after);
bool check_journals(struct watch *w);

/* A move to be refused: a listed one of anybody with a bit or two turned, one
 * that was legal earlier, or any bits at all. */
struct move any_move(struct watch *w);

/* promises_phrases.c: the text of an object, given as a document, is the
 * template of its "phrase" filled in from its members, or from those of the
 * object `names` (NULL: its own). */
bool check_phrase(struct watch *w, const char *document, const char *names,
                  enum language language);

/* promises_views.c: what is seen is well formed and can be read back; scores
 * add up. */
bool check_views(struct watch *w);
bool check_scores(struct watch *w);

/* Read a view's text into a state. */
enum rules_err read_view_text(const struct game *game, const char *text,
                              void *state);
const char *view_text(const struct game *game, const void *state, int viewer);

/* promises_resample.c: worlds that a viewer cannot tell apart are the same to
 * it. */
bool check_worlds(struct watch *w);

/* promises_determinize.c: from a view alone a program can construct a state
 * that has this view.  Needs w->listing. */
bool check_determinize(struct watch *w);

/* promises_undo.c: a seat may take back what is not sealed, and then it is as
 * if that had not been.  check_followed is for each entry that was played. */
void begin_span(struct watch *w);
bool check_followed(struct watch *w);
bool check_undo(struct watch *w);

/* promises_irreversible.c: a reversible move shows its seat nothing new.
 * Needs w->listing. */
bool check_seals(struct watch *w);

/* promises_preview.c: a preview is true, and gives nothing away.  Needs
 * w->listing. */
bool check_previews(struct watch *w);

/* promises_record.c: the record leads to the same states again. */
bool check_start(struct watch *w);
bool check_settings(struct watch *w, const struct settings *settings,
                    const char *claim);
bool check_leave(struct watch *w, int seat, bool together);
bool check_record(struct watch *w);
bool check_over(struct watch *w);

#endif
