/* fathom play: whole matches at the terminal, and what may be taken back. */
#include "run.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* As many lines "1" (the first move) as any match takes. */
static const char *first_moves(void)
{
    static char text[2 * 2000 + 1];

    for (size_t i = 0; i + 1 < sizeof text; i += 2)
        memcpy(text + i, "1\n", 3);
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
    run_with(&ran, line, "1\n1\nundo 2\n2\nquit\n");
    text = content_of(path);
    cr_expect_not_null(strstr(text, "\n0 undo 2\n"));
    snprintf(line, sizeof line, "replay %s --position -", path);
    run(&replayed, line);
    cr_assert_eq(replayed.status, CLI_OK, "%s", replayed.err);
    snprintf(line, sizeof line,
             "play underwater-cities --seats 1 --seed 5 --position %s", path);
    run_with(&plain, line, "2\nquit\n");
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

    play(&ran, &replayed, "--seats 1", "undo\n1\nundo 5\nundo x\n1\nquit\n");
    cr_expect_not_null(strstr(ran.out, "You can undo 0 moves."));
    cr_expect_not_null(strstr(ran.out, "You can undo 1 move."));
    cr_expect_not_null(strstr(replayed.out, ", 2 decisions, not finished"));
    /* After the first hand came to light nothing goes back behind it. */
    play(&ran, &replayed, "--seats 1", "1\n1\n1\nundo\nquit\n");
    cr_expect_not_null(strstr(ran.out, "You can undo 0 moves: earlier"));
}
