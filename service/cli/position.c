/* fathom position: show a position, its legal moves, and the position after a
 * move. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

const struct flag position_flags[] = {
    {"game", "ID", "game, if the document does not name it", NULL},
    {"move", "MOVE",
     "move to play first; may be repeated; \"1 end\" is by seat 1", NULL},
    {"seat", "N", "seat that moves and whose view is shown", NULL},
    {"hidden", NULL, "show the decks and the secret, too", NULL},
    {"moves", NULL, "print only the legal moves", NULL},
    {"json", NULL, "print only the resulting position", NULL},
    {NULL, NULL, NULL, NULL},
};

enum { NOTE_MAX = 512 };

/* The seat that moves: the one asked for, or the first that is to act. */
static int mover(const struct game *game, const void *state, int seat)
{
    const seat_set seats = game->to_act(state);

    return seat >= 0 || !seats ? seat : __builtin_ctz(seats);
}

static bool refuse(const struct game *game, const void *state, int seat,
                   struct move move, const char *text)
{
    struct refusal refusal = {"", ""};

    if (seat < 0 || !(game->to_act(state) >> seat & 1)) {
        if (seat < 0)
            fprintf(stderr, "fathom: \"%s\": the match is over\n", text);
        else
            fprintf(stderr, "fathom: \"%s\": seat %d has no decision to make\n",
                    text, seat);
        return false;
    }
    game_explain(game, state, seat, move, NULL, &refusal);
    fprintf(stderr, "fathom: \"%s\" is not legal (%s): %s\n", text,
            refusal.rule, refusal.reason);
    return false;
}

/* A seat leaves once, and not after the end. */
static bool leave(struct replay *replay, const struct entry *entry,
                  const char *text)
{
    struct position before;

    memcpy(&before, replay->state, replay->game->state_size);
    if (replay_step(replay, entry) == RULES_OK &&
        memcmp(&before, replay->state, replay->game->state_size) != 0)
        return true;
    fprintf(stderr, "fathom: \"%s\": seat %d has left, or the match is over\n",
            text, entry->seat);
    return false;
}

/* Play a move by its words, "end", or a record's line, "1 end"; "undo N" and
 * "leave", too. */
static bool play_words(struct replay *replay, int seats, int seat,
                       const char *text)
{
    const struct game *game = replay->game;
    struct entry entry = {.kind = ENTRY_MOVE};
    const char *words = text;

    if (text[0] >= '0' && text[0] < '0' + seats && text[1] == ' ') {
        seat = text[0] - '0';
        words = text + 2;
    }
    seat = mover(game, replay->state, seat);
    entry.seat = (uint8_t)(seat < 0 ? 0 : seat);
    if (!strcmp(words, "leave") || !strcmp(words, "leave together")) {
        entry.kind = ENTRY_LEAVE;
        entry.move.bits = words[sizeof "leave" - 1] != '\0';
        return leave(replay, &entry, text);
    }
    if (!strncmp(words, "undo ", 5)) {
        entry.kind = ENTRY_UNDO;
        entry.move.bits = (uint32_t)strtoul(words + 5, NULL, 10);
        if (replay_step(replay, &entry) == RULES_OK)
            return true;
        fprintf(stderr, "fathom: \"%s\": seat %d can undo %zu moves\n", text,
                entry.seat, replay_undoable(replay, entry.seat));
        return false;
    }
    if (game->parse(replay->state, entry.seat, words, &entry.move)) {
        fprintf(stderr, "fathom: \"%s\" is not a move of %s\n", text,
                game->title);
        return false;
    }
    if (replay_step(replay, &entry) == RULES_OK)
        return true;
    return refuse(game, replay->state, seat, entry.move, text);
}

static void show_seat(const struct game *game, const void *state, int seat,
                      bool bare)
{
    struct move *list = calloc(RULES_MOVES_MAX, sizeof *list);
    const size_t count =
        list ? game->moves(state, seat, list, RULES_MOVES_MAX) : 0;
    char notation[RULES_NOTATION_MAX], text[NOTE_MAX];

    if (!bare) {
        cli_prompt_text(game, state, seat, text, sizeof text);
        printf("\nSeat %d: %s\n", seat, text);
    }
    for (size_t i = 0; i < count; i++) {
        game->format(state, seat, list[i], notation);
        cli_move_text(game, state, seat, list[i], text, sizeof text);
        if (bare)
            printf("%d %s\n", seat, notation);
        else
            printf("%4zu  %-24s %s\n", i + 1, notation, text);
    }
    free(list);
}

/* The moves of the seat asked for, or of all that are to act. */
static void show_moves(const struct game *game, const void *state, int seats,
                       int only, bool bare)
{
    const seat_set acting = game->to_act(state);

    for (int seat = 0; seat < seats; seat++)
        if (acting >> seat & 1 && (only < 0 || only == seat))
            show_seat(game, state, seat, bare);
    if (!bare && !acting)
        printf("\nThe match is over.\n");
    else if (!bare && only >= 0 && !(acting >> only & 1))
        printf("\nSeat %d has no decision to make now.\n", only);
}

static int show(const struct arguments *args, const struct replay *replay,
                const struct settings *settings, int seat)
{
    const struct game *game = replay->game;

    if (flag_text(args, "json"))
        return position_save(game, replay->state, "-") ? CLI_OK : CLI_FAILED;
    if (flag_text(args, "moves")) {
        show_moves(game, replay->state, settings->seats, seat, true);
        return CLI_OK;
    }
    printf("%s, %d seat%s\n", game->title, settings->seats,
           settings->seats > 1 ? "s" : "");
    show_position(game, replay->state, seat < 0 ? RULES_OMNISCIENT : seat,
                  flag_text(args, "hidden"), stdout);
    printf("\n");
    show_scores(game, replay->state, stdout);
    show_moves(game, replay->state, settings->seats, seat, false);
    return CLI_OK;
}

int position_run(const struct arguments *args)
{
    struct replay *replay = calloc(1, sizeof *replay);
    const struct game *game;
    struct position position;
    struct settings settings;
    int result = CLI_FAILED;
    long seat = -1;

    if (!replay) {
        perror("fathom");
        return CLI_FAILED;
    }
    game = position_load(args->word, flag_text(args, "game"), &position);
    if (!game)
        goto done;
    game->settings(&position, &settings);
    if (!flag_number(args, "seat", 0, settings.seats - 1, &seat)) {
        result = CLI_USAGE;
        goto done;
    }
    replay_begin(replay, game, &position);
    for (int i = 0; i < args->options; i++)
        if (!play_words(replay, settings.seats, (int)seat, args->option[i]))
            goto done;
    result = show(args, replay, &settings, (int)seat);
done:
    free(replay);
    return result;
}
