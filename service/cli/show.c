/* Views, moves and scores for people at a terminal. */
#include "cli/cli.h"
#include "cli/named_cards.h"
#include "cli/sink_paths.h"

#include <stdlib.h>
#include <string.h>

static void member_text(struct sink *sink, struct sink_key key,
                        const char *value, size_t length)
{
    struct sink_member *member = (struct sink_member *)sink;

    (void)length;
    if (member->depth == 0 && key.word && !strcmp(key.word, member->key))
        snprintf(member->out, member->cap, "%s", value);
}

static void member_number(struct sink *sink, struct sink_key key, int64_t value)
{
    (void)sink, (void)key, (void)value;
}

static void member_truth(struct sink *sink, struct sink_key key, bool value)
{
    (void)sink, (void)key, (void)value;
}

static void member_null(struct sink *sink, struct sink_key key)
{
    (void)sink, (void)key;
}

static void member_open(struct sink *sink, struct sink_key key,
                        enum sink_shape shape)
{
    (void)key, (void)shape;
    ((struct sink_member *)sink)->depth++;
}

static void member_close(struct sink *sink)
{
    ((struct sink_member *)sink)->depth--;
}

void sink_member_init(struct sink_member *member, const char *key, char *out,
                      size_t cap)
{
    *member = (struct sink_member){
        .sink = {member_number, member_truth, member_text, member_null,
                 member_open, member_close, LANGUAGE_EN, false, NULL},
        .key = key,
        .out = out,
        .cap = cap,
    };
    *out = '\0';
}

void cli_move_text(const struct game *game, const void *state, int seat,
                   struct move move, char *out, size_t cap)
{
    struct sink_member member;

    sink_member_init(&member, "text", out, cap);
    game->describe(state, seat, move, &member.sink);
}

void cli_prompt_text(const struct game *game, const void *state, int seat,
                     char *out, size_t cap)
{
    struct sink_member member;

    sink_member_init(&member, "text", out, cap);
    game->prompt(state, seat, seat, &member.sink);
}

/* A new outline; complains if memory is short. */
static struct outline *outline_for(FILE *to)
{
    struct outline *outline = outline_new();

    if (!outline)
        fprintf(to, "(out of memory)\n");
    return outline;
}

/* Print an outline of the view, and instead of what the game has tables for,
 * these. */
static void print_view(const struct game *game, const void *state, int viewer,
                       struct outline *view, FILE *to)
{
    struct outline *tables = game->tables ? outline_for(to) : NULL;

    if (tables) {
        game->tables(state, viewer, outline_sink(tables));
        outline_leave_out(view, tables);
    }
    outline_print(view, to);
    if (tables)
        tables_print(tables, to);
    outline_free(tables);
}

void show_view(const struct game *game, const void *state, int viewer, FILE *to)
{
    struct outline *outline = outline_for(to);

    if (!outline)
        return;
    game->view(state, viewer, outline_sink(outline));
    print_view(game, state, viewer, outline, to);
    outline_free(outline);
}

void show_position(const struct game *game, const void *state, int viewer,
                   bool shows_hidden, FILE *to)
{
    struct card_names *names = malloc(sizeof *names);
    struct outline *outline = outline_for(to);
    struct named_cards cards;

    if (names && outline) {
        card_names_read(names, game);
        named_cards_init(&cards, outline_sink(outline), names, shows_hidden);
        game->view(state, viewer, &cards.sink);
        print_view(game, state, viewer, outline, to);
    }
    outline_free(outline);
    free(names);
}

/* Print the text of a step. */
static void print_text(void *context, const struct leaf *leaf)
{
    if (strcmp(leaf->path, "text") == 0)
        fprintf(context, "    %s\n", leaf->value);
}

void show_journal(const struct game *game, const struct journal *journal,
                  int viewer, FILE *to)
{
    for (size_t i = 0; i < journal->count; i++) {
        struct sink_paths sink;

        sink_paths_init(&sink, print_text, to);
        game_step(game, journal, i, viewer, &sink.sink);
    }
}

void show_component(const struct game *game, const char *name, FILE *to)
{
    struct outline *outline = outline_for(to);

    if (!outline)
        return;
    game->components(outline_sink(outline));
    outline_print_named(outline, name, to);
    outline_free(outline);
}

/* Played alone: what was to be reached. */
static void show_goals(const struct scores *scores, FILE *to)
{
    for (int i = 0; i < scores->goals; i++)
        fprintf(to, "%-22s %6d of %d\n", scores->goal[i].name,
                scores->goal[i].reached, scores->goal[i].needed);
    if (scores->outcome != OUTCOME_RANKED)
        fprintf(to, "%-22s %6s\n", "outcome",
                scores->outcome == OUTCOME_WON ? "won" : "lost");
}

void show_scores(const struct game *game, const void *state, FILE *to)
{
    struct scores scores;

    memset(&scores, 0, sizeof scores);
    game->score(state, &scores);
    fprintf(to, "%-22s", "points");
    for (int seat = 0; seat < scores.seats; seat++)
        fprintf(to, " seat %d", seat);
    fprintf(to, "\n");
    for (int i = 0; i < scores.items; i++) {
        fprintf(to, "  %-20s", scores.item[i].name);
        for (int seat = 0; seat < scores.seats; seat++)
            fprintf(to, " %6d", scores.item[i].points[seat]);
        fprintf(to, "\n");
    }
    fprintf(to, "%-22s", "total");
    for (int seat = 0; seat < scores.seats; seat++)
        fprintf(to, " %6d", scores.total[seat]);
    fprintf(to, "\n%-22s", "rank");
    for (int seat = 0; seat < scores.seats; seat++)
        fprintf(to, " %6d", scores.rank[seat]);
    fprintf(to, "\n");
    show_goals(&scores, to);
}
