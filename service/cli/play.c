/* fathom play: a match in the terminal, people and bots at one table. */
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct flag play_flags[] = {
    {"seats", "N", "seats of the match", "2"},
    {"bots", "A,B", "bots, or human, for the last seats", "greedy"},
    {"seed", "S", "a number: the same seed, the same match", NULL},
    {"option", "K=V", "an option of the match; may be repeated", NULL},
    {"record", "FILE", "write the record when the match ends or you quit",
     NULL},
    {NULL, NULL, NULL, NULL},
};

enum { LINE_MAX_BYTES = 256, TEXT_MAX_BYTES = 512 };

/* A table: the match and who sits at it. */
struct table {
    struct player bot[RULES_SEATS_MAX];
    struct random random[RULES_SEATS_MAX];
    struct record record;
    struct position position;
    struct {
        bool any;
        struct position position; /* after the seat's last decision */
    } seen[RULES_SEATS_MAX];
};

/* What a person's line led to. */
enum reply { REPLY_AGAIN, REPLY_PLAYED, REPLY_QUIT };

static void say_move(const struct table *t, int seat, struct move move)
{
    const struct game *game = t->record.game;
    char notation[RULES_NOTATION_MAX], text[TEXT_MAX_BYTES];

    game->format(&t->position, seat, move, notation);
    cli_move_text(game, &t->position, seat, move, text, sizeof text);
    printf("  seat %d (%s): %s  [%s]\n", seat,
           t->bot[seat].bot ? t->bot[seat].name : "you", text, notation);
}

static void list_moves(const struct table *t, int seat, const struct move *list,
                       size_t count)
{
    const struct game *game = t->record.game;
    char notation[RULES_NOTATION_MAX], text[TEXT_MAX_BYTES];

    for (size_t i = 0; i < count; i++) {
        game->format(&t->position, seat, list[i], notation);
        cli_move_text(game, &t->position, seat, list[i], text, sizeof text);
        printf("%4zu  %-24s %s\n", i + 1, notation, text);
    }
}

static void show_help(void)
{
    printf("  a number     the move of that number in the list\n"
           "  a notation   that move: \"end\", say\n"
           "  list         the legal moves again\n"
           "  view         the position as you see it\n"
           "  about WHAT   a card or another thing by its number or name\n"
           "  score        the result as if the match ended now\n"
           "  hint         what the greedy bot would do\n"
           "  quit         leave the table\n");
}

static void hint(const struct table *t, int seat)
{
    struct random random = t->random[seat];

    say_move(t, seat,
             greedy_choose(t->record.game, &t->position, seat, &random));
}

/* Play what a person wrote; says why when it is no legal move. */
static enum reply play_text(struct table *t, int seat, const char *text,
                            const struct move *list, size_t count)
{
    const struct game *game = t->record.game;
    char *end;
    const long number = strtol(text, &end, 10);
    struct move move;

    if (!*end) {
        if (number < 1 || (size_t)number > count) {
            printf("  There are moves 1 to %zu.\n", count);
            return REPLY_AGAIN;
        }
        move = list[number - 1];
    } else if (game->parse(&t->position, seat, text, &move)) {
        printf("  No move reads like that; ? lists what can be said.\n");
        return REPLY_AGAIN;
    }
    if (record_play(&t->record, &t->position, seat, move)) {
        struct refusal refusal;

        game->explain(&t->position, seat, move, &refusal);
        printf("  Not legal (%s): %s\n", refusal.rule, refusal.reason);
        return REPLY_AGAIN;
    }
    return REPLY_PLAYED;
}

static enum reply take_line(struct table *t, int seat, const char *line,
                            const struct move *list, size_t count)
{
    const struct game *game = t->record.game;

    if (!*line)
        return REPLY_AGAIN;
    if (!strcmp(line, "quit"))
        return REPLY_QUIT;
    if (!strcmp(line, "?") || !strcmp(line, "help"))
        show_help();
    else if (!strcmp(line, "list"))
        list_moves(t, seat, list, count);
    else if (!strcmp(line, "view"))
        show_view(game, &t->position, seat, stdout);
    else if (!strncmp(line, "about ", 6))
        show_component(game, line + 6, stdout);
    else if (!strcmp(line, "score"))
        show_scores(game, &t->position, stdout);
    else if (!strcmp(line, "hint"))
        hint(t, seat);
    else
        return play_text(t, seat, line, list, count);
    return REPLY_AGAIN;
}

/* Ask a person until a move is played.  False: the person left. */
static bool ask(struct table *t, int seat)
{
    const struct game *game = t->record.game;
    struct move list[RULES_MOVES_MAX];
    const size_t count = game->moves(&t->position, seat, list, RULES_MOVES_MAX);
    char prompt[TEXT_MAX_BYTES], line[LINE_MAX_BYTES];

    cli_prompt_text(game, &t->position, seat, prompt, sizeof prompt);
    printf("\nSeat %d: %s\n", seat, prompt);
    list_moves(t, seat, list, count);
    for (;;) {
        printf("%d> ", seat);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) {
            printf("\n");
            return false;
        }
        line[strcspn(line, "\r\n")] = '\0';
        switch (take_line(t, seat, line, list, count)) {
        case REPLY_AGAIN: break;
        case REPLY_PLAYED: return true;
        case REPLY_QUIT: return false;
        }
    }
}

/* Tell a person what became different since its last decision; the whole
 * position the first time. */
static void turn_to(struct table *t, int seat)
{
    const struct game *game = t->record.game;

    if (t->seen[seat].any)
        show_changes(game, &t->seen[seat].position, &t->position, seat, stdout);
    else
        show_view(game, &t->position, seat, stdout);
}

static void remember(struct table *t, int seat)
{
    t->seen[seat].any = true;
    t->seen[seat].position = t->position;
}

/* Who looks at the terminal: the person, what is public when there are
 * several, everything when there are none. */
static int onlooker(const struct table *t)
{
    int viewer = RULES_OMNISCIENT;

    for (int seat = 0; seat < t->record.settings.seats; seat++)
        if (!t->bot[seat].bot)
            viewer = viewer == RULES_OMNISCIENT ? seat : RULES_SPECTATOR;
    return viewer;
}

/* A bot decides; its words are shown as far as they are open. */
static bool bot_turn(struct table *t, int seat)
{
    const struct game *game = t->record.game;
    const struct move move = player_choose(&t->bot[seat], game, &t->position,
                                           seat, &t->random[seat]);

    if (game->is_open(&t->position, seat, move, onlooker(t)))
        say_move(t, seat, move);
    else
        printf("  seat %d (%s) has decided\n", seat, t->bot[seat].name);
    return !record_play(&t->record, &t->position, seat, move);
}

static void play_match(struct table *t)
{
    const struct game *game = t->record.game;
    seat_set seats;

    while ((seats = game->to_act(&t->position)) != 0) {
        const int seat = __builtin_ctz(seats);

        if (t->bot[seat].bot) {
            if (!bot_turn(t, seat))
                return;
            continue;
        }
        turn_to(t, seat);
        remember(t, seat);
        if (!ask(t, seat))
            return;
        turn_to(t, seat);
        remember(t, seat);
    }
    printf("\nThe match is over.\n");
}

/* The last seats go to the bots named; one bot alone takes all seats but the
 * first. */
static bool seat_bots(struct table *t, const struct arguments *args, int seats)
{
    const struct player person = {.name = "human"};
    struct player named[RULES_SEATS_MAX];
    const int count = bots_read(flag_text(args, "bots"), true, named);

    if (!count)
        return false;
    if (count > seats) {
        fprintf(stderr, "fathom play: %d bots for %d seats\n", count, seats);
        return false;
    }
    for (int i = 0; i < seats; i++)
        if (count == 1)
            t->bot[i] = i ? named[0] : person;
        else
            t->bot[i] = i < seats - count ? person : named[i - (seats - count)];
    return true;
}

int play_run(const struct arguments *args)
{
    struct table table = {.record = {.game = NULL}};
    const char *path = flag_text(args, "record");
    struct setup setup;
    int result = setup_read(args, &setup);

    if (result)
        return result;
    if (!seat_bots(&table, args, setup.settings.seats))
        return CLI_USAGE;
    if (!record_new(&table.record, &setup))
        return CLI_FAILED;
    seed_secret(setup.seed, 0, table.record.secret);
    seed_bots(setup.seed, 0, table.random);
    if (setup.game->start(&table.position, &setup.settings,
                          table.record.secret)) {
        fprintf(stderr, "fathom play: %s is not played with these settings\n",
                setup.game->title);
        result = CLI_USAGE;
    } else {
        printf("%s, %d seats, seed %" PRIu64 ".  ? lists what can be said.\n",
               setup.game->title, setup.settings.seats, setup.seed);
        play_match(&table);
        show_scores(setup.game, &table.position, stdout);
        if (path && !record_save(&table.record, path))
            result = CLI_FAILED;
    }
    record_free(&table.record);
    return result;
}
