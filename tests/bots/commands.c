/* The commands of fathom: what they print, write and refuse. */
#include "depth.h"
#include "run.h"

#include <criterion/criterion.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Test(simulate, the_same_seed_gives_the_same_report, .init = deep_only)
{
    static struct ran first, again, other;
    char line[256];

    snprintf(line, sizeof line,
             "simulate %s --matches 12 --bots greedy,random --seed 7",
             games[0]->id);
    run(&first, line);
    run(&again, line);
    line[strlen(line) - 1] = '8';
    run(&other, line);

    cr_assert_eq(first.status, CLI_OK);
    cr_expect_str_eq(first.out, again.out);
    cr_expect_str_neq(first.out, other.out);
}

Test(simulate, the_number_of_jobs_changes_nothing)
{
    static struct ran one, three;
    char line[256];

    snprintf(line, sizeof line, "simulate %s --matches 20 --bots random",
             games[0]->id);
    run(&one, line);
    strncat(line, " --jobs 3", sizeof line - strlen(line) - 1);
    run(&three, line);

    cr_assert_eq(one.status, CLI_OK);
    cr_expect_str_eq(one.out, three.out);
}

Test(simulate, counts_the_seats_with_the_points_of_plausible_play)
{
    static struct ran ran;
    char line[256];

    for (size_t i = 0; games[i]; i++) {
        char range[32];

        snprintf(line, sizeof line, "simulate %s --matches 2 --bots random",
                 games[i]->id);
        snprintf(range, sizeof range, " %d to %d\n", games[i]->points_low,
                 games[i]->points_high);
        run(&ran, line);

        cr_assert_eq(ran.status, CLI_OK, "%s", ran.err);
        cr_expect_not_null(strstr(ran.out, range), "%s", ran.out);
    }
}

Test(simulate, bots_change_seats)
{
    static struct ran ran;
    char line[256];
    int greedy = 0, random = 0;

    snprintf(line, sizeof line, "simulate %s --matches 10 --bots greedy,random",
             games[0]->id);
    run(&ran, line);

    cr_assert_not_null(strstr(ran.out, "\ngreedy"));
    cr_assert_not_null(strstr(ran.out, "\nrandom"));
    sscanf(strstr(ran.out, "\ngreedy"), " greedy %d", &greedy);
    sscanf(strstr(ran.out, "\nrandom"), " random %d", &random);
    cr_expect_eq(greedy, 10);
    cr_expect_eq(random, 10);
}

Test(simulate, meaningless_flags_are_refused)
{
    static const char *const lines[] = {
        "simulate nothing",
        "simulate %s --seats 99",
        "simulate %s --seats",
        "simulate %s --matches 0",
        "simulate %s --matches ten",
        "simulate %s --bots greedy,nobody",
        "simulate %s --bots greedy,human",
        "simulate %s --bots random,random,random --seats 2",
        "simulate %s --option nothing=1",
        "simulate %s --seed -3",
        "simulate %s --bots greedy:5ms",
        "simulate %s --bots search:0",
        "simulate %s --bots search:5x",
        "simulate %s --bots search:",
        "simulate %s --nothing 3",
        "simulate %s more",
        "simulate",
    };
    static struct ran ran;

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *hole = strstr(lines[i], "%s");
        char line[256];

        snprintf(line, sizeof line, "%.*s%s%s",
                 (int)(hole ? hole - lines[i] : (long)strlen(lines[i])),
                 lines[i], hole ? games[0]->id : "", hole ? hole + 2 : "");
        run(&ran, line);
        cr_expect_eq(ran.status, CLI_USAGE, "%s", line);
        cr_expect_str_empty(ran.out);
    }
}

/* Before the service is asked for anything. */
Test(demo, meaningless_flags_are_refused)
{
    static const char *const lines[] = {
        "demo --game nothing",
        "demo --seats 0",
        "demo --seats 5",
        "demo --bots nobody",
        "demo --bots greedy,human",
        "demo --bots random,random,random --seats 2",
        "demo --seed x",
        "demo more",
    };
    static struct ran ran;

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char line[256];

        snprintf(line, sizeof line, "%s --url http://127.0.0.1:1", lines[i]);
        run(&ran, line);
        cr_expect_eq(ran.status, CLI_USAGE, "%s", line);
        cr_expect_str_empty(ran.out);
    }
}

/* Played alone, nobody is ahead of anybody: won is every goal reached. */
Test(simulate, a_match_played_alone_is_won_by_its_goals)
{
    static struct ran ran;
    double won = -1, cities = -1, points = -1;

    run(&ran, "simulate underwater-cities --seats 1 --matches 6 --bots greedy");

    cr_assert_eq(ran.status, CLI_OK, "%s", ran.err);
    cr_assert_not_null(strstr(ran.out, "\ngreedy "));
    sscanf(strstr(ran.out, "\ngreedy "), " greedy %*d %*f %*d %*d %lf", &won);
    cr_assert_not_null(strstr(ran.out, "\ngoal connected-cities: 7 "));
    cr_assert_not_null(strstr(ran.out, "\ngoal points: 100 "));
    sscanf(strstr(ran.out, "\ngoal conn"), " goal %*s 7 reached in %lf",
           &cities);
    sscanf(strstr(ran.out, "\ngoal points"), " goal %*s 100 reached in %lf",
           &points);
    cr_expect(won >= 0 && won <= cities && won <= points, "%f %f %f", won,
              cities, points);
}

Test(simulate, a_number_after_a_bots_name_is_its_thinking_time)
{
    static struct ran few, again, timed;

    run(&few, "simulate template --matches 4 --bots search:50,random");
    run(&again, "simulate template --matches 4 --bots search:50,random");
    run(&timed, "simulate template --matches 1 --bots search:1ms,random");

    cr_assert_eq(few.status, CLI_OK, "%s", few.err);
    cr_expect_not_null(strstr(few.out, "\nsearch:50 "));
    cr_expect_str_eq(few.out, again.out);
    cr_assert_eq(timed.status, CLI_OK, "%s", timed.err);
    cr_expect_not_null(strstr(timed.out, "\nsearch:1ms "));
}

Test(simulate, a_position_of_the_first_match_is_where_its_record_leads)
{
    static struct ran ran;
    char *record = temporary(""), *position = temporary(""), *text;
    char line[256];

    snprintf(line, sizeof line,
             "simulate template --matches 2 --record %s --position %s --at 4",
             record, position);
    run(&ran, line);
    cr_assert_eq(ran.status, CLI_OK, "%s", ran.err);
    text = content_of(position);
    snprintf(line, sizeof line, "replay %s --at 4 --position -", record);
    run(&ran, line);
    cr_expect_str_eq(ran.out, text);
    run(&ran, "simulate template --matches 1 --position /dev/null --at 9999");
    cr_expect_eq(ran.status, CLI_FAILED);
    unlink(record);
    unlink(position);
    free(record);
    free(position);
    free(text);
}

Test(simulate, a_position_on_standard_output_is_alone_there)
{
    static struct ran ran;
    json_t *document;

    run(&ran, "simulate template --matches 2 --position - --at 4");
    cr_assert_eq(ran.status, CLI_OK, "%s", ran.err);
    document = json_loads(ran.out, 0, NULL);
    cr_expect_not_null(document, "%s", ran.out);
    cr_expect_not_null(strstr(ran.err, "decisions per match"));
    json_decref(document);
}

Test(replay, a_simulated_match_leads_to_the_same_result)
{
    static struct ran played, replayed;

    for (size_t g = 0; games[g]; g++) {
        char line[256];
        char *path = temporary("");
        const char *decisions;
        double count = 0;
        char found[64];

        snprintf(line, sizeof line,
                 "simulate %s --matches 1 --bots random --record %s",
                 games[g]->id, path);
        run(&played, line);
        snprintf(line, sizeof line, "replay %s", path);
        run(&replayed, line);

        cr_assert_eq(played.status, CLI_OK);
        cr_assert_eq(replayed.status, CLI_OK);
        decisions = strstr(played.out, "decisions per match");
        cr_assert_not_null(decisions);
        while (decisions > played.out && decisions[-1] != '\n')
            decisions--;
        sscanf(decisions, "%lf", &count);
        snprintf(found, sizeof found, "%.0f decisions, finished", count);
        cr_expect_not_null(strstr(replayed.out, found));
        unlink(path);
        free(path);
    }
}

Test(replay, every_position_on_the_way_can_be_shown)
{
    static struct ran ran;
    char *path = temporary("");
    char line[256];

    snprintf(line, sizeof line,
             "simulate %s --matches 1 --bots random --record %s", games[0]->id,
             path);
    run(&ran, line);
    for (int at = 0; at < 4; at++) {
        char begins[64];

        snprintf(line, sizeof line, "replay %s --at %d --viewer 1", path, at);
        run(&ran, line);
        snprintf(begins, sizeof begins, "after %d of ", at);
        cr_expect_eq(ran.status, CLI_OK);
        cr_expect_eq(strncmp(ran.out, begins, strlen(begins)), 0);
        cr_expect_null(strstr(ran.out, "secret"), "a seat sees the secret");
    }
    snprintf(line, sizeof line, "replay %s --at 999999", path);
    run(&ran, line);
    cr_expect_eq(ran.status, CLI_USAGE);
    unlink(path);
    free(path);
}

Test(replay, a_file_that_is_not_a_record_is_refused)
{
    static struct ran ran;
    static const char *const texts[] = {"", "hello\n", "game nothing\n\n"};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *path = temporary(texts[i]);
        char line[128];

        snprintf(line, sizeof line, "replay %s", path);
        run(&ran, line);
        cr_expect_eq(ran.status, CLI_FAILED);
        unlink(path);
        free(path);
    }
    run(&ran, "replay /no/such/file");
    cr_expect_eq(ran.status, CLI_FAILED);
}

Test(simulate, settings_that_do_not_go_together_are_refused_with_the_reason)
{
    static struct ran ran;

    run(&ran, "simulate underwater-cities --seats 1 --option contracts");
    cr_expect_eq(ran.status, CLI_USAGE);
    cr_expect_not_null(strstr(ran.err, "contracts"));
    run(&ran, "simulate underwater-cities --seats 2 --option solo_start=2");
    cr_expect_eq(ran.status, CLI_USAGE);
    cr_expect_not_null(strstr(ran.err, "solo_start"));
}

Test(games, every_game_and_option_is_listed)
{
    static struct ran ran;

    run(&ran, "games");
    for (size_t g = 0; games[g]; g++) {
        if (games[g]->is_hidden)
            continue;
        cr_expect_not_null(strstr(ran.out, games[g]->id));
        for (size_t o = 0; games[g]->options[o].name; o++)
            cr_expect_not_null(strstr(ran.out, games[g]->options[o].meaning));
    }
}

Test(games, hidden_games_are_not_listed)
{
    static struct ran ran;

    run(&ran, "games");
    cr_expect_null(strstr(ran.out, "template"));
}

Test(games, a_default_that_differs_when_played_alone_is_shown)
{
    static struct ran ran;

    run(&ran, "games");
    cr_expect_not_null(
        strstr(ran.out, "Default: basic; with one seat: advanced."));
}

/* The outline of a small document, as text. */
static void outline_text(char *out, size_t cap, int numbers)
{
    struct outline *outline = outline_new();
    struct sink *sink = outline_sink(outline);
    FILE *file = tmpfile();

    sink_array(sink, "numbers");
    for (int i = 0; i < numbers; i++)
        sink_number(sink, NULL, 100 + i);
    sink_close(sink);
    sink_truth(sink, "open", true);
    sink_truth(sink, "rated", false);
    sink_null(sink, "winner");
    sink_array(sink, "empty");
    sink_close(sink);
    outline_print(outline, file);
    outline_free(outline);
    rewind(file);
    out[fread(out, 1, cap - 1, file)] = '\0';
    fclose(file);
}

Test(outline, what_is_not_there_is_not_mentioned)
{
    char text[2048];

    outline_text(text, sizeof text, 3);
    cr_expect_str_eq(text, "numbers [100, 101, 102], open yes\n");
}

Test(outline, what_does_not_fit_is_wrapped_within_the_width)
{
    char text[2048];

    outline_text(text, sizeof text, 40);
    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        cr_expect_leq(strcspn(line, "\n"), 79);
    cr_expect_eq(strncmp(text, "numbers: 100, 101", 17), 0);
    cr_expect_not_null(strstr(text, "139\nopen yes\n"));
}

Test(seed, streams_of_a_seed_differ)
{
    uint8_t a[RULES_SECRET_SIZE], b[RULES_SECRET_SIZE], c[RULES_SECRET_SIZE];

    seed_secret(1, 0, a);
    seed_secret(1, 1, b);
    seed_secret(2, 0, c);

    cr_expect_arr_neq(a, b, sizeof a);
    cr_expect_arr_neq(a, c, sizeof a);
}

/* ---- the command line ---- */

Test(command_line,
     mistakes_are_named_with_the_command_whose_help_lists_what_is_valid)
{
    static const struct {
        const char *line, *says;
    } bad[] = {
        {"simulat template", "fathom: unknown command \"simulat\""},
        {"ratings rebuild", "fathom: unknown command \"ratings\""},
        {"--quiet", "fathom: --quiet is not a flag of fathom;"},
        {"simulate", "missing argument: GAME; see fathom simulate --help"},
        {"simulate --matches=3", "missing argument: GAME"},
        {"simulate a b", "unexpected argument: b"},
        {"games more", "unexpected argument: more"},
        {"games -- --quiet", "unexpected argument: --quiet"},
        {"simulate template --nothing=3",
         "--nothing=3 is not a flag of fathom simulate"},
        {"simulate template --matches", "--matches needs a value"},
        {"demo --quiet=yes", "--quiet=yes: the flag takes no value"},
        {"simulate template -m 3", "-m is not a flag of fathom simulate"},
        {"simulate template --matches=", "--matches must be a number"},
    };
    static struct ran ran;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        run(&ran, bad[i].line);
        cr_expect_eq(ran.status, CLI_USAGE, "%s", bad[i].line);
        cr_expect_str_empty(ran.out);
        cr_expect_not_null(strstr(ran.err, bad[i].says), "%s: %s", bad[i].line,
                           ran.err);
    }
}

Test(command_line, flags_and_the_argument_may_come_in_any_order)
{
    static const char *const lines[] = {
        "replay RECORD --at 2 --viewer 1", "replay --at=2 --viewer 1 RECORD",
        "replay --at 2 RECORD --viewer=1", "replay --at=2 --viewer=1 -- RECORD",
        "replay --at=9 --viewer=1 --at=2 RECORD"};
    static struct ran first, ran;
    char *record = temporary("");
    char line[256];

    snprintf(line, sizeof line, "simulate template --matches 1 --record %s",
             record);
    run(&ran, line);
    cr_assert_eq(ran.status, CLI_OK, "%s", ran.err);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *hole = strstr(lines[i], "RECORD");

        snprintf(line, sizeof line, "%.*s%s%s", (int)(hole - lines[i]),
                 lines[i], record, hole + strlen("RECORD"));
        run(i ? &ran : &first, line);
        cr_assert_eq((i ? &ran : &first)->status, CLI_OK, "%s", line);
        if (i)
            cr_expect_str_eq(ran.out, first.out, "%s", line);
    }
    unlink(record);
    free(record);
}

Test(command_line, help_of_a_command_lists_its_flags_with_their_defaults)
{
    static struct ran ran;

    run(&ran, "simulate --seats 99 --help");
    cr_expect_eq(ran.status, CLI_OK);
    cr_expect_not_null(
        strstr(ran.out, "usage: fathom simulate GAME [flags]\n"));
    cr_expect_not_null(
        strstr(ran.out, "\n  --matches M        number of matches [100]\n"));
    run(&ran, "games --help");
    cr_expect_not_null(strstr(ran.out, "usage: fathom games\n"));
}

Test(command_line, help_lists_the_commands_and_without_a_command_it_is_an_error)
{
    static struct ran asked, none;

    run(&asked, "--help");
    cr_expect_eq(asked.status, CLI_OK);
    cr_expect_not_null(strstr(asked.out, "\n  simulate  GAME    play many "));
    run(&none, "help");
    cr_expect_str_eq(none.out, asked.out);
    run(&none, "");
    cr_expect_eq(none.status, CLI_USAGE);
    cr_expect_str_empty(none.out);
    cr_expect_str_eq(none.err, asked.out);
}

Test(command_line, the_version_is_printed_with_that_of_each_game)
{
    static struct ran ran;

    run(&ran, "--version");
    cr_expect_eq(ran.status, CLI_OK);
    cr_expect_eq(strncmp(ran.out, "fathom ", 7), 0);
    cr_expect_not_null(strstr(ran.out, games[0]->id));
}
