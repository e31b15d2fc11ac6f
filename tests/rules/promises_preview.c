/* Promises about previews: what a preview says is what the move then does, and
 * in every world that looks the same to the seat it says the same. */
#include "promises.h"

#include "rules/journal.h"
#include "rules/preview.h"
#include "rules/sink.h"

#include <stdio.h>
#include <string.h>

enum {
    MOVES = 24, /* moves of each seat: all, or this many by chance */
    WORLDS = 2, /* other worlds for each of them */
};

/* A preview as a document, and what it was made from. */
struct shown {
    struct state_copy before, after;
    struct preview preview;
    struct journal journal;
    int16_t change[RULES_SEATS_MAX]; /* of the scores */
    char text[WATCH_TEXT];
};

static struct shown here, there;

static void write_steps(const struct game *game, const struct journal *journal,
                        int seat, struct sink *sink)
{
    sink_array(sink, "steps");
    for (size_t i = 0; i < journal->count; i++) {
        sink_object(sink, NULL);
        game_step(game, journal, i, seat, sink);
        sink_close(sink);
    }
    sink_close(sink);
}

static void compare_scores(const struct game *game, struct shown *out)
{
    struct scores before = {0}, after = {0};

    game->score(out->before.bytes, &before);
    game->score(out->after.bytes, &after);
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        out->change[seat] = (int16_t)(after.total[seat] - before.total[seat]);
}

/* All that a preview may tell its seat. */
static bool write_preview(const struct game *game, int seat, struct shown *out)
{
    struct sink_text text;
    struct sink *sink = &text.sink;

    sink_text_init(&text, out->text, sizeof out->text);
    sink_number(sink, "seal", (int)out->preview.seal);
    write_steps(game, &out->journal, seat, sink);
    if (out->preview.is_whole)
        sink_number(sink, "to_act", game->to_act(out->after.bytes));
    for (int i = 0; out->preview.has_score && i < RULES_SEATS_MAX; i++)
        sink_number(sink, "change", out->change[i]);
    if (!(out->preview.seal & IRREVERSIBLE_REVEAL))
        game->view(out->after.bytes, seat, sink);
    return !text.overflow;
}

/* Preview a move in the state that out->before is. */
static bool look_ahead(struct watch *w, int seat, struct move move,
                       struct shown *out)
{
    const struct game *game = w->match.game;

    out->after = out->before;
    if (game->apply(out->after.bytes, seat, move))
        return broken(w, "a move can be previewed in every world",
                      "seat %d: a listed move is refused", seat);
    journal_begin(&out->journal, w->match.settings.seats);
    out->preview = game_preview(game, out->before.bytes, seat, move,
                                out->after.bytes, &out->journal);
    compare_scores(game, out);
    return write_preview(game, seat, out) ||
           broken(w, "a preview has room", "seat %d", seat);
}

/* What the event of the move says begins as the preview does. */
static bool check_true(struct watch *w, int seat, struct move move,
                       const char *name)
{
    static char event[WATCH_TEXT], shown[WATCH_TEXT];
    static struct journal journal;
    const struct game *game = w->match.game;
    struct state_copy state = here.before;
    struct sink_text sink;
    int passes =
        game_forced_passes(game, state.bytes, seat, move, here.after.bytes);

    journal_begin(&journal, w->match.settings.seats);
    game_play_recorded(game, state.bytes, seat, move, (uint8_t)passes,
                       &journal);
    if (here.preview.is_whole != (here.journal.count == journal.count))
        return broken(w, "a preview says whether it is whole",
                      "seat %d: \"%s\" shows %u of %u steps", seat, name,
                      here.journal.count, journal.count);
    if (journal.count > here.journal.count)
        journal.count = here.journal.count;
    sink_text_init(&sink, event, sizeof event);
    write_steps(game, &journal, seat, &sink.sink);
    sink_text_init(&sink, shown, sizeof shown);
    write_steps(game, &here.journal, seat, &sink.sink);
    return strcmp(event, shown) == 0 ||
           broken(w, "a preview shows the first steps of the move",
                  "seat %d: \"%s\"", seat, name);
}

/* The first line by which the two documents differ. */
static const char *difference(void)
{
    static char lines[400];
    size_t i = 0, line = 0;

    for (; here.text[i] && here.text[i] == there.text[i]; i++)
        if (here.text[i] == '\n')
            line = i + 1;
    snprintf(lines, sizeof lines, "\"%.*s\" against \"%.*s\"",
             (int)strcspn(here.text + line, "\n"), here.text + line,
             (int)strcspn(there.text + line, "\n"), there.text + line);
    return lines;
}

static bool check_preview(struct watch *w, int seat, struct move move)
{
    const struct game *game = w->match.game;
    char name[RULES_NOTATION_MAX];

    game->format(w->match.state, seat, move, name);
    here.before = copy_state(w);
    if (!look_ahead(w, seat, move, &here) || !check_true(w, seat, move, name))
        return false;
    for (int i = 0; i < WORLDS; i++) {
        there.before = copy_state(w);
        game->resample(there.before.bytes, seat, &w->random);
        if (!look_ahead(w, seat, move, &there))
            return false;
        if (strcmp(here.text, there.text) != 0)
            return broken(w, "a preview gives nothing away",
                          "seat %d: \"%s\": %s", seat, name, difference());
    }
    return true;
}

bool check_previews(struct watch *w)
{
    for (int seat = 0; seat < w->match.settings.seats; seat++) {
        const struct listing *listing = &w->listing[seat];
        const size_t count = listing->count < MOVES ? listing->count : MOVES;

        for (size_t i = 0; i < count; i++) {
            const size_t at =
                listing->count <= MOVES
                    ? i
                    : random_below(&w->random, (uint32_t)listing->count);

            if (!check_preview(w, seat, listing->moves[at]))
                return false;
        }
    }
    return true;
}
