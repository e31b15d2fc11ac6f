/* Promises about journals: recording changes nothing, each step is a document
 * with a sentence, taking back twice gives the same steps, and a journal shows
 * a viewer nothing that it cannot know. */
#include "promises.h"

#include "rules/journal.h"
#include "rules/sink.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORLDS = 3, /* other worlds that are compared */
    TRIES = 8,  /* moves of another world that may look the same */
    STEP_TEXT = 1 << 13,
    STEP_NODES = 1 << 9,
};

static struct journal journal, other_journal;

/* Journals as documents. */
static char here[WATCH_TEXT], there[WATCH_TEXT];

static bool write_journal(const struct game *game, const struct journal *j,
                          int viewer, char out[WATCH_TEXT])
{
    struct sink_text sink;

    sink_text_init(&sink, out, WATCH_TEXT);
    sink_array(&sink.sink, "journal");
    for (size_t i = 0; i < j->count; i++) {
        sink_object(&sink.sink, NULL);
        game_step(game, j, i, viewer, &sink.sink);
        sink_close(&sink.sink);
    }
    sink_close(&sink.sink);
    return !sink.overflow;
}

/* ---- each step ---- */

/* One sentence in which every name was filled in. */
static bool is_sentence(const char *text)
{
    const size_t length = strlen(text);

    return length > 1 && text[length - 1] == '.' && !strpbrk(text, "{}") &&
           !strstr(text, "  ") && !strstr(text, " .") && !strstr(text, " ,") &&
           !islower((unsigned char)text[0]) && text[0] != ' ';
}

static bool check_step(struct watch *w, size_t index, int viewer)
{
    static struct source_text_node nodes[STEP_NODES];
    static char text[STEP_TEXT];
    struct source_text source;
    struct sink_text sink;
    const struct source *in = &source.source;
    const enum language language = (enum language)(index % LANGUAGES);
    const char *last, *type = "", *sentence = "";

    sink_text_init(&sink, text, sizeof text);
    sink.sink.language = language;
    game_step(w->match.game, &journal, index, viewer, &sink.sink);
    for (last = text + strlen(text) - 1; last > text && last[-1] != '\n';)
        last--;
    if (sink.overflow || strncmp(text, "type ", 5) != 0 ||
        strncmp(last, "text ", 5) != 0)
        return broken(w, "a step begins with its type and ends with a text",
                      "viewer %d: %.300s", viewer, text);
    if (!check_phrase(w, text, NULL, language))
        return false;
    if (!source_text_init(&source, text, nodes, STEP_NODES) ||
        !in->text(in, in->member(in, 0, "type"), &type) ||
        !in->text(in, in->member(in, 0, "text"), &sentence))
        return broken(w, "a step is a document", "step %zu, viewer %d", index,
                      viewer);
    return (type[0] && is_sentence(sentence)) ||
           broken(w, "the text of a step is a sentence",
                  "viewer %d: \"%s\" has \"%s\"", viewer, type, sentence);
}

static bool check_steps(struct watch *w)
{
    const int viewers = w->match.settings.seats + 2;

    if (journal.is_full)
        return broken(w, "a journal has room for every step", "it is full");
    for (size_t i = 0; i < journal.count; i++) {
        const int viewer =
            (int)random_below(&w->random, (uint32_t)viewers) + RULES_OMNISCIENT;

        if (!check_step(w, i, viewer))
            return false;
    }
    return true;
}

/* Steps taken back and taken back again are the steps. */
static bool check_undone(struct watch *w)
{
    static struct journal undone;
    const struct game *game = w->match.game;

    journal_begin(&undone, journal.seats);
    journal_add_undone(&undone, &journal);
    journal_begin(&other_journal, journal.seats);
    journal_add_undone(&other_journal, &undone);
    return (write_journal(game, &journal, RULES_OMNISCIENT, here) &&
            write_journal(game, &other_journal, RULES_OMNISCIENT, there) &&
            strcmp(here, there) == 0) ||
           broken(w, "steps taken back twice are the steps", "%zu steps",
                  (size_t)journal.count);
}

bool check_recorded(struct watch *w, const struct state_copy *before, int seat,
                    struct move move, int passes,
                    const struct state_copy *after)
{
    const struct game *game = w->match.game;
    struct state_copy state = *before;

    journal_begin(&journal, w->match.settings.seats);
    game_play_recorded(game, state.bytes, seat, move, (uint8_t)passes,
                       &journal);
    if (memcmp(state.bytes, after->bytes, sizeof state.bytes) != 0)
        return broken(w, "recording a move changes nothing",
                      "seat %d leads elsewhere", seat);
    return check_steps(w) && check_undone(w);
}

bool check_recorded_leave(struct watch *w, const struct state_copy *before,
                          int seat, bool together,
                          const struct state_copy *after)
{
    struct state_copy state = *before;

    journal_begin(&journal, w->match.settings.seats);
    game_leave_recorded(w->match.game, state.bytes, seat, together, &journal);
    if (memcmp(state.bytes, after->bytes, sizeof state.bytes) != 0)
        return broken(w, "recording a leave changes nothing",
                      "seat %d leads elsewhere", seat);
    return check_steps(w) && check_undone(w);
}

/* ---- other worlds ---- */

static uint64_t seen(const struct game *game, const void *state, int viewer)
{
    struct sink_hash sink;

    sink_hash_init(&sink);
    game->view(state, viewer, &sink.sink);
    return sink.hash;
}

/* Play a legal move and record it; false if it is not legal. */
static bool play_recorded(struct watch *w, struct state_copy *state, int seat,
                          struct move move, struct journal *out)
{
    const struct game *game = w->match.game;
    struct state_copy after = *state;
    int passes;

    if (game->apply(after.bytes, seat, move))
        return false;
    passes = game_forced_passes(game, state->bytes, seat, move, after.bytes);
    journal_begin(out, w->match.settings.seats);
    game_play_recorded(game, state->bytes, seat, move, (uint8_t)passes, out);
    return true;
}

static const char *first_difference(void)
{
    static char lines[400];
    size_t i = 0, line = 0;

    for (; here[i] && here[i] == there[i]; i++)
        if (here[i] == '\n')
            line = i + 1;
    snprintf(lines, sizeof lines, "\"%.*s\" against \"%.*s\"",
             (int)strcspn(here + line, "\n"), here + line,
             (int)strcspn(there + line, "\n"), there + line);
    return lines;
}

static bool same_journals(const struct game *game, int viewer)
{
    return write_journal(game, &journal, viewer, here) &&
           write_journal(game, &other_journal, viewer, there) &&
           strcmp(here, there) == 0;
}

/* The move of the other world that the viewer cannot tell from this one: that
 * of the same notation, if the viewer may know it; its bits may name cards by
 * their places in the hand.  False if that world has no such move. */
static bool move_of_world(const struct watch *w, int viewer, int seat,
                          struct move move, const void *state,
                          struct move *move_there)
{
    const struct game *game = w->match.game;
    char name[RULES_NOTATION_MAX];

    if (!game_may_know(game, w->match.state, seat, move, viewer))
        return true;
    game->format(w->match.state, seat, move, name);
    return game->parse(state, seat, name, move_there) == RULES_OK;
}

/* The same decision, as far as the viewer can tell, in another world that it
 * cannot tell from this one: it reads the same journal.
 *
 * A decision that reveals something may show everybody what no view keeps, such
 * as a card that leaves the game, or show a seat two cards in another order.
 * Then the viewer could distinguish the worlds in between, and the journals may
 * differ. */
static bool check_world(struct watch *w, int viewer, int seat, struct move move,
                        struct move move_there)
{
    const struct game *game = w->match.game;
    const struct state_copy before = copy_state(w);
    struct state_copy after = before, after_there = before;
    char name[RULES_NOTATION_MAX];
    bool is_told_apart;

    game->resample(after_there.bytes, viewer, &w->random);
    game->format(before.bytes, seat, move, name);
    if (!move_of_world(w, viewer, seat, move, after_there.bytes, &move_there) ||
        !play_recorded(w, &after, seat, move, &journal) ||
        !play_recorded(w, &after_there, seat, move_there, &other_journal) ||
        seen(game, after.bytes, viewer) !=
            seen(game, after_there.bytes, viewer))
        return true;
    if (same_journals(game, viewer))
        return true;
    is_told_apart =
        game->irreversible(before.bytes, after.bytes) & IRREVERSIBLE_REVEAL &&
        (viewer == seat || !same_journals(game, RULES_SPECTATOR));
    (void)same_journals(game, viewer);
    return is_told_apart ||
           broken(w, "a journal shows a viewer only what it may know",
                  "viewer %d, seat %d plays \"%s\": %s", viewer, seat, name,
                  first_difference());
}

/* A move that the viewer may know is the same in the other world; instead of a
 * hidden one, any other hidden move may have been played there. */
static bool check_move(struct watch *w, int viewer, int seat)
{
    const struct game *game = w->match.game;
    const struct listing *listing = &w->listing[seat];
    const struct move move =
        listing->moves[random_below(&w->random, (uint32_t)listing->count)];

    if (game_may_know(game, w->match.state, seat, move, viewer))
        return check_world(w, viewer, seat, move, move);
    for (int i = 0; i < TRIES; i++) {
        const struct move move_there =
            listing->moves[random_below(&w->random, (uint32_t)listing->count)];

        if (!game_may_know(game, w->match.state, seat, move_there, viewer) &&
            !check_world(w, viewer, seat, move, move_there))
            return false;
    }
    return true;
}

bool check_journals(struct watch *w)
{
    for (int viewer = RULES_SPECTATOR; viewer < w->match.settings.seats;
         viewer++)
        for (int seat = 0; seat < w->match.settings.seats; seat++)
            for (int i = 0; i < WORLDS && w->listing[seat].count > 0; i++)
                if (!check_move(w, viewer, seat))
                    return false;
    return true;
}
