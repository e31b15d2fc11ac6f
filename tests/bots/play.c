/* fathom play: whole matches at the terminal, and what may be taken back. */
#include "run.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As many lines as any match takes: the first move; or where several cards are
 * chosen, so that it has no number, the greedy bot's. */
static const char *first_moves(void)
{
    static const char lines[] = "1\nbot\n";
    static char text[(sizeof lines - 1) * 2000 + 1];

    for (size_t i = 0; i + 1 < sizeof text; i += sizeof lines - 1)
        memcpy(text + i, lines, sizeof lines);
    return text;
}

/* Play with a record, and replay that. */
static void play(struct ran *ran, struct ran *replayed, const char *flags,
                 const char *input)
{
    char *path = temporary("");
    char line[512];

    snprintf(line, sizeof line,
             "play underwater-cities --seed 5 --record %s %s", path, flags);
    run_with(ran, line, input);
    snprintf(line, sizeof line, "replay %s", path);
    run(replayed, line);
    unlink(path);
    free(path);
}

Test(play, every_kind_of_match_comes_to_its_end)
{
    static const char *const flags[] = {
        "--seats 1",
        "--seats 1 --option solo_start=3 "
        "--option blue_metropolis_placement=chosen",
        "--seats 2 --option contracts",
        "--seats 3 --bots random --option boards=advanced --option contracts "
        "--option draws=immediate --option blue_metropolis_placement=chosen",
        "--seats 2 --bots human,human --option "
        "blue_metropolis_placement=chosen",
    };
    static struct ran ran, replayed;

    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        play(&ran, &replayed, flags[i], first_moves());
        cr_expect_eq(ran.status, CLI_OK, "%s: %s", flags[i], ran.err);
        cr_expect_not_null(strstr(ran.out, "The match is over."), "%s",
                           flags[i]);
        cr_expect_eq(replayed.status, CLI_OK, "%s: %s", flags[i], replayed.err);
        cr_expect_not_null(strstr(replayed.out, "decisions, finished"));
    }
}

Test(play, playing_alone_ends_with_goals_and_outcome)
{
    static struct ran ran, replayed;

    play(&ran, &replayed, "--seats 1", first_moves());
    cr_expect_not_null(strstr(ran.out, " of 7\n"));
    cr_expect_not_null(strstr(ran.out, "lost\n"));
}

Test(play, a_move_is_taken_back_and_the_record_says_so)
{
    static struct ran ran, replayed, plain;
    char *path = temporary("");
    char *text;
    char line[256];

    snprintf(line, sizeof line,
             "play underwater-cities --seats 1 --seed 5 --record %s", path);
    run_with(&ran, line, "bot\n1\n1\nundo 2\n2\nquit\n");
    text = content_of(path);
    cr_expect_not_null(strstr(text, "\n0 undo 2\n"));
    snprintf(line, sizeof line, "replay %s --position -", path);
    run(&replayed, line);
    cr_assert_eq(replayed.status, CLI_OK, "%s", replayed.err);
    snprintf(line, sizeof line,
             "play underwater-cities --seats 1 --seed 5 --position %s", path);
    run_with(&plain, line, "bot\n2\nquit\n");
    free(text);
    text = content_of(path);
    cr_expect_str_eq(replayed.out, text);
    unlink(path);
    free(path);
    free(text);
}

Test(play, what_cannot_be_taken_back_is_said_and_why)
{
    static struct ran ran, replayed;

    play(&ran, &replayed, "--seats 1", "undo\nbot\n4\nundo 5\nundo x\nquit\n");
    cr_expect_not_null(strstr(ran.out, "You can undo 0 moves."));
    cr_expect_not_null(strstr(ran.out, "You can undo 1 move: earlier"));
    cr_expect_not_null(strstr(replayed.out, ", 2 decisions, not finished"));
    /* After the first hand came to light nothing goes back behind it. */
    play(&ran, &replayed, "--seats 1", "bot\nundo\nquit\n");
    cr_expect_not_null(strstr(ran.out, "You can undo 0 moves: earlier"));
}

/* ---- several cards at once ---- */

/* The number of an item in the list after "discard 3 of these:". */
static int item(const char *out, int place)
{
    const char *at = strstr(out, "discard 3 of these:\n");

    cr_assert_not_null(at, "%s", out);
    for (; place >= 0; place--)
        at = strchr(at, '\n') + 1;
    return (int)strtol(at, NULL, 10);
}

Test(play, an_item_is_described_by_number_word_and_name)
{
    static const struct {
        const char *game, *name, *has;
    } items[] = {
        {"seastead", "recycler", "title Recycler"},
        {"seastead", "Recycler", "word recycler"},
        {"seastead", "free harbour", "title Free harbour"},
        {"seastead", "3d", "id 3d"},
        {"otys", "engineer", "word engineer"},
        {"underwater-cities", "7", "card 7"},
    };
    static struct ran ran;
    char line[64], input[64];

    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        snprintf(line, sizeof line, "play %s --seed 5", items[i].game);
        snprintf(input, sizeof input, "about %s\nquit\n", items[i].name);
        run_with(&ran, line, input);
        cr_expect_not_null(strstr(ran.out, items[i].has), "%s: %s",
                           items[i].name, ran.out);
        cr_expect_null(strstr(ran.out, "There is no item"));
    }
}

Test(play, cards_to_discard_are_typed_in_any_order)
{
    static struct ran ran, replayed;
    char input[64], says[64];
    int low, high;

    play(&ran, &replayed, "--seats 1", "quit\n");
    low = item(ran.out, 0);
    high = item(ran.out, 5);
    snprintf(says, sizeof says, "%14d  ", high);
    cr_expect_not_null(strstr(ran.out, says), "%s", ran.out);

    snprintf(input, sizeof input, "%d %d %d\nlist\nquit\n", high, low,
             item(ran.out, 2));
    play(&ran, &replayed, "--seats 1", input);
    cr_expect_not_null(strstr(ran.out, "Choose a slot and a card."), "%s",
                       ran.out);
    cr_expect_not_null(strstr(replayed.out, ", 1 decisions, not finished"),
                       "%s", replayed.out);
}

Test(play, a_discard_that_is_not_legal_is_explained)
{
    static struct ran ran, replayed;
    char input[64];
    int low, high;

    play(&ran, &replayed, "--seats 1", "quit\n");
    low = item(ran.out, 0);
    high = item(ran.out, 5);
    snprintf(input, sizeof input, "%d\n%d %d\n%d %d %d\nquit\n", low, high, low,
             high, low, high);
    play(&ran, &replayed, "--seats 1", input);
    cr_expect_not_null(strstr(ran.out, "this move names 1."), "%s", ran.out);
    cr_expect_not_null(strstr(ran.out, "this move names 2."));
    cr_expect_not_null(strstr(ran.out, "Not a move; ? lists the commands."));
}
