/* fathom play: a match in the terminal, people and bots at one table. */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct flag play_flags[] = {
    {"seats", "N", "number of seats", "2"},
    {"bots", "A,B", "bots (or human) for the last seats", "greedy"},
    {"seed", "S", "random seed: the same seed gives the same match", NULL},
    {"option", "K=V", "option of the match; may be repeated", NULL},
    {"record", "FILE", "write the record when the match ends or you quit",
     NULL},
    {"position", "FILE", "also write the position as JSON", NULL},
    {"at", "N", "with --position: the position after N decisions", NULL},
    {NULL, NULL, NULL, NULL},
};

enum { LINE_MAX_BYTES = 256, TEXT_MAX_BYTES = 512 };

/* A match on the terminal and its players. */
struct table {
    struct player bot[RULES_SEATS_MAX];
    struct random random[RULES_SEATS_MAX];
    struct record record;
    struct replay *replay;
    bool has_seen[RULES_SEATS_MAX]; /* the position was shown to the person */
};

/* What a person may play now.  If several things are chosen at once, the list
 * has only the other moves. */
struct offer {
    struct move list[RULES_MOVES_MAX];
    size_t count;
    bool has_choice;
    struct choice choice;
};

/* What a person's line led to. */
enum reply { REPLY_AGAIN, REPLY_PLAYED, REPLY_QUIT };

/* The viewer whose view is shown: the seat of the only person, the public view
 * for several persons, everything if only bots play. */
static int onlooker(const struct table *t)
{
    int viewer = RULES_OMNISCIENT;

    for (int seat = 0; seat < t->record.settings.seats; seat++)
        if (!t->bot[seat].bot)
            viewer = viewer == RULES_OMNISCIENT ? seat : RULES_SPECTATOR;
    return viewer;
}

/* Show what a move that led to the present position did. */
static void show_move(const struct table *t, const struct entry *entry,
                      const void *before)
{
    const struct game *game = t->record.game;
    const int passes = game_forced_passes(game, before, entry->seat,
                                          entry->move, t->replay->state);
    struct position copy;
    struct journal journal;

    journal_begin(&journal, t->record.settings.seats);
    memcpy(&copy, before, game->state_size);
    if (passes >= 0)
        game_play_recorded(game, &copy, entry->seat, entry->move,
                           (uint8_t)passes, &journal);
    show_journal(game, &journal, onlooker(t), stdout);
}

/* Play an entry and write it down. */
static bool decide(struct table *t, struct entry entry)
{
    struct position before;

    memcpy(&before, t->replay->state, t->record.game->state_size);
    if (t->record.count == t->record.cap || replay_step(t->replay, &entry))
        return false;
    record_append(&t->record, entry);
    if (entry.kind == ENTRY_MOVE)
        show_move(t, &entry, &before);
    return true;
}

static void say_move(const struct table *t, int seat, struct move move)
{
    const struct game *game = t->record.game;
    char notation[RULES_NOTATION_MAX], text[TEXT_MAX_BYTES];

    game->format(t->replay->state, seat, move, notation);
    cli_move_text(game, t->replay->state, seat, move, text, sizeof text);
    printf("  seat %d (%s): %s  [%s]\n", seat,
           t->bot[seat].bot ? t->bot[seat].name : "you", text, notation);
}

static bool is_of_choice(const struct choice *choice, const char *notation)
{
    const size_t length = strlen(choice->verb);

    return !strncmp(notation, choice->verb, length) && notation[length] == ' ';
}

static void find_offer(const struct table *t, int seat, struct offer *offer)
{
    const struct game *game = t->record.game;
    const void *state = t->replay->state;
    const size_t count = game->moves(state, seat, offer->list, RULES_MOVES_MAX);
    char notation[RULES_NOTATION_MAX];

    offer->count = 0;
    offer->has_choice = game->choice &&
                        game->choice(state, seat, &offer->choice) &&
                        offer->choice.count > 1;
    for (size_t i = 0; i < count; i++) {
        game->format(state, seat, offer->list[i], notation);
        if (!offer->has_choice || !is_of_choice(&offer->choice, notation))
            offer->list[offer->count++] = offer->list[i];
    }
}

static void list_moves(const struct table *t, int seat,
                       const struct offer *offer)
{
    const struct game *game = t->record.game;
    const struct choice *choice = &offer->choice;
    char notation[RULES_NOTATION_MAX], text[TEXT_MAX_BYTES];

    for (size_t i = 0; i < offer->count; i++) {
        game->format(t->replay->state, seat, offer->list[i], notation);
        cli_move_text(game, t->replay->state, seat, offer->list[i], text,
                      sizeof text);
        printf("%4zu  %-24s %s\n", i + 1, notation, text);
    }
    if (!offer->has_choice)
        return;
    printf("      %s %d of these:\n", choice->verb, choice->count);
    for (int i = 0; i < choice->items; i++)
        printf("%14s  %s\n", choice->item[i].word, choice->item[i].text);
}

static void show_help(void)
{
    printf("  a number     play that move of the list\n"
           "  a notation   play that move, for example \"end\"\n"
           "  A B C        choose these, if several are chosen, in any order\n"
           "  list         show the legal moves again\n"
           "  view         show the position as you see it\n"
           "  about WHAT   describe a card or other item by number or name\n"
           "  score        show the result as if the match ended now\n"
           "  hint         show what the greedy bot would play\n"
           "  bot          let the greedy bot decide for you\n"
           "  undo [N]     undo your last move, or your last N moves\n"
           "  save FILE    write this position as JSON, including hidden "
           "information\n"
           "  quit         quit the match\n");
}

/* What the greedy bot would play. */
static struct move hint(const struct table *t, int seat)
{
    struct random random = t->random[seat];

    return greedy_choose(t->record.game, t->replay->state, seat, &random);
}

/* Play what the greedy bot would play. */
static enum reply play_hint(struct table *t, int seat)
{
    const struct move move = hint(t, seat);

    say_move(t, seat, move);
    return decide(t, (struct entry){.seat = (uint8_t)seat, .move = move})
               ? REPLY_PLAYED
               : REPLY_QUIT;
}

/* Read what a person typed: a notation, or only what is to be chosen. */
static bool read_move(const struct table *t, int seat, const char *text,
                      const struct offer *offer, struct move *out)
{
    const struct game *game = t->record.game;
    char full[LINE_MAX_BYTES + RULES_NOTATION_MAX];

    if (!game->parse(t->replay->state, seat, text, out))
        return true;
    if (!offer->has_choice)
        return false;
    snprintf(full, sizeof full, "%s %s", offer->choice.verb, text);
    return !game->parse(t->replay->state, seat, full, out);
}

/* Play the move that a person typed; prints the reason if it is illegal. */
static enum reply play_text(struct table *t, int seat, const char *text,
                            const struct offer *offer)
{
    const struct game *game = t->record.game;
    char *end;
    const long number = strtol(text, &end, 10);
    struct move move;

    if (!*end && offer->count) {
        if (number < 1 || (size_t)number > offer->count) {
            printf("  Choose a move from 1 to %zu.\n", offer->count);
            return REPLY_AGAIN;
        }
        move = offer->list[number - 1];
    } else if (!read_move(t, seat, text, offer, &move)) {
        printf("  Not a move; ? lists the commands.\n");
        return REPLY_AGAIN;
    }
    if (!decide(t, (struct entry){.seat = (uint8_t)seat, .move = move})) {
        struct refusal refusal;

        game_explain(game, t->replay->state, seat, move, NULL, &refusal);
        printf("  Not legal (%s): %s\n", refusal.rule, refusal.reason);
        return REPLY_AGAIN;
    }
    return REPLY_PLAYED;
}

/* Take back the seat's last moves; says why when that cannot be. */
static enum reply undo(struct table *t, int seat, const char *count)
{
    const size_t most = replay_undoable(t->replay, seat);
    const long n = *count ? strtol(count, NULL, 10) : 1;

    if (n >= 1 && (size_t)n <= most &&
        decide(t, (struct entry){.kind = ENTRY_UNDO,
                                 .seat = (uint8_t)seat,
                                 .move = {(uint32_t)n}}))
        return REPLY_PLAYED;
    printf("  You can undo %zu move%s", most, most == 1 ? "" : "s");
    if (t->replay->seal & IRREVERSIBLE_REVEAL)
        printf(": earlier moves revealed hidden information");
    else if (t->replay->seal)
        printf(": earlier decisions are final");
    printf(".\n");
    return REPLY_AGAIN;
}

static enum reply take_line(struct table *t, int seat, const char *line,
                            const struct offer *offer)
{
    const struct game *game = t->record.game;

    if (!*line)
        return REPLY_AGAIN;
    if (!strcmp(line, "quit"))
        return REPLY_QUIT;
    if (!strcmp(line, "?") || !strcmp(line, "help"))
        show_help();
    else if (!strcmp(line, "list"))
        list_moves(t, seat, offer);
    else if (!strcmp(line, "view"))
        show_view(game, t->replay->state, seat, stdout);
    else if (!strncmp(line, "about ", 6))
        show_component(game, line + 6, stdout);
    else if (!strcmp(line, "score"))
        show_scores(game, t->replay->state, stdout);
    else if (!strcmp(line, "hint"))
        say_move(t, seat, hint(t, seat));
    else if (!strcmp(line, "bot"))
        return play_hint(t, seat);
    else if (!strcmp(line, "undo") || !strncmp(line, "undo ", 5))
        return undo(t, seat, line[4] ? line + 5 : "");
    else if (!strncmp(line, "save ", 5))
        position_save(game, t->replay->state, line + 5);
    else
        return play_text(t, seat, line, offer);
    return REPLY_AGAIN;
}

/* Ask a person until a move is played.  False: the person left. */
static bool ask(struct table *t, int seat)
{
    const struct game *game = t->record.game;
    struct offer offer;
    char prompt[TEXT_MAX_BYTES], line[LINE_MAX_BYTES];

    find_offer(t, seat, &offer);
    cli_prompt_text(game, t->replay->state, seat, prompt, sizeof prompt);
    printf("\nSeat %d: %s\n", seat, prompt);
    list_moves(t, seat, &offer);
    for (;;) {
        printf("%d> ", seat);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) {
            printf("\n");
            return false;
        }
        line[strcspn(line, "\r\n")] = '\0';
        switch (take_line(t, seat, line, &offer)) {
        case REPLY_AGAIN: break;
        case REPLY_PLAYED: return true;
        case REPLY_QUIT: return false;
        }
    }
}

/* Show a person the position when it decides for the first time; later the
 * journals of all decisions have been shown. */
static void turn_to(struct table *t, int seat)
{
    if (!t->has_seen[seat])
        show_view(t->record.game, t->replay->state, seat, stdout);
    t->has_seen[seat] = true;
}

/* A bot decides; its words are shown as far as they are open. */
static bool bot_turn(struct table *t, int seat)
{
    const struct game *game = t->record.game;
    const struct move move = player_choose(
        &t->bot[seat], game, t->replay->state, seat, &t->random[seat]);

    if (game_may_know(game, t->replay->state, seat, move, onlooker(t)))
        say_move(t, seat, move);
    else
        printf("  seat %d (%s) has decided\n", seat, t->bot[seat].name);
    return decide(t, (struct entry){.seat = (uint8_t)seat, .move = move});
}

static void play_match(struct table *t)
{
    const struct game *game = t->record.game;
    seat_set seats;

    while ((seats = game->to_act(t->replay->state)) != 0) {
        const int seat = __builtin_ctz(seats);

        if (t->bot[seat].bot) {
            if (!bot_turn(t, seat))
                return;
            continue;
        }
        turn_to(t, seat);
        if (!ask(t, seat))
            return;
        turn_to(t, seat);
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

/* Play, show the result, and write what was asked for. */
static int play_and_write(const struct arguments *args, struct table *t,
                          const struct setup *setup)
{
    const char *record_path = flag_text(args, "record");
    const char *position_path = flag_text(args, "position");
    long at = -1;

    if (!flag_number(args, "at", 0, INT32_MAX, &at))
        return CLI_USAGE;
    printf("%s, %d seat%s, seed %" PRIu64 ".  ? lists the commands.\n",
           setup->game->title, setup->settings.seats,
           setup->settings.seats > 1 ? "s" : "", setup->seed);
    play_match(t);
    show_scores(setup->game, t->replay->state, stdout);
    if (record_path && !record_save(&t->record, record_path))
        return CLI_FAILED;
    if (at < 0 || at > (long)t->record.count)
        at = (long)t->record.count;
    if (position_path && !record_save_position(&t->record, at, position_path))
        return CLI_FAILED;
    return CLI_OK;
}

int play_run(const struct arguments *args)
{
    struct table table = {.record = {.game = NULL}};
    struct position begin;
    struct setup setup;
    int result = setup_read(args, &setup);

    if (result)
        return result;
    if (!seat_bots(&table, args, setup.settings.seats))
        return CLI_USAGE;
    table.replay = calloc(1, sizeof *table.replay);
    if (!table.replay || !record_new(&table.record, &setup)) {
        free(table.replay);
        return CLI_FAILED;
    }
    seed_secret(setup.seed, 0, table.record.secret);
    seed_bots(setup.seed, 0, table.random);
    if (record_begin(&table.record, &begin)) {
        fprintf(stderr, "fathom play: %s does not allow these settings\n",
                setup.game->title);
        result = CLI_USAGE;
    } else {
        replay_begin(table.replay, setup.game, &begin);
        result = play_and_write(args, &table, &setup);
    }
    record_free(&table.record);
    free(table.replay);
    return result;
}
