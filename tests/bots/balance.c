/* fathom balance: its arithmetic on what is known, and its report. */
#include "cli/balance/balance.h"
#include "cli/balance/balance_tables.h"
#include "cli/sink_paths.h"
#include "run.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char uwc[] = "underwater-cities";

#define expect_near(value, wanted)                                             \
    cr_expect_float_eq(value, wanted, 0.005, "%f, not %f", (double)(value),    \
                       (double)(wanted))

/* The sums of `count` seats: `wins` of them won, and each had `points`. */
static struct sums sums_of(int64_t count, int64_t wins, int64_t points)
{
    return (struct sums){count, wins, count * points, count * points * points};
}

/* Two cards of one kind: half of the seats that drew card 0 played it. */
static void two_cards(struct items *items, struct balance *balance)
{
    static const struct item_group group = {.word = "card", .count = 2};
    struct item_sums *cards = balance->item[0];

    memset(items, 0, sizeof *items);
    memset(balance, 0, sizeof *balance);
    items->group = &group;
    items->groups = 1;
    balance->seats = 2;
    cards[0].used = sums_of(200, 160, 90);
    cards[0].had = cards[0].used;
    sums_merge(&cards[0].had, &(struct sums){200, 80, 16000, 1280000});
    cards[1].had = sums_of(400, 160, 80);
    cards[1].used = sums_of(100, 40, 80);
}

Test(balance, win_rate_and_mean_come_with_their_errors)
{
    struct sums sums = {0, 0, 0, 0};

    for (int i = 0; i < 98; i++)
        sums_add(&sums, i % 2 ? 10 : 20, i % 2);

    expect_near(win_rate(&sums).value, 50.0);
    expect_near(win_rate(&sums).error, 5.0); /* 100 * sqrt(1/4 / 100) */
    expect_near(mean_points(&sums).value, 15.0);
    expect_near(mean_points(&sums).error, 5 / sqrt(98));
}

Test(balance, a_card_is_judged_against_parity_its_kind_and_those_who_kept_it)
{
    static struct items items;
    static struct balance balance;
    struct lift lift;

    two_cards(&items, &balance);
    lift_of(&balance, 1, &items, 0, 0, &lift);

    cr_expect_eq(lift.had.count, 400);
    cr_expect_eq(lift.idle.count, 200);
    expect_near(lift.drawn.value, 10.0);     /* 240 of 400 won, 50 % is par */
    expect_near(lift.played.value, 30.0);    /* 160 of 200 */
    expect_near(lift.unplayed.value, -10.0); /* 80 of 200 */
    expect_near(lift.contrast.value, 40.0);
    expect_near(lift.points.value, 10.0); /* 90 against 80 */
    /* The seats that drew it won 60 %, the seats that drew any card of its
     * kind 50 %; every second seat that drew it played it. */
    expect_near(lift.effect.value, 20.0);
    expect_near(lift.effect.error, 2 * win_rate(&lift.had).error);
}

Test(balance, numbers_of_seats_are_each_held_to_their_own_parity)
{
    static struct items items;
    static struct balance balances[2];
    struct lift lift;

    two_cards(&items, &balances[0]);
    two_cards(&items, &balances[1]);
    balances[1].seats = 4;
    lift_of(balances, 2, &items, 0, 0, &lift);

    cr_expect_eq(lift.had.count, 800);
    expect_near(lift.drawn.value, (10.0 + 35.0) / 2);
    expect_near(lift.effect.value, 20.0); /* within each number of seats */
    expect_near(lift.contrast.value, 40.0);
    expect_near(lift.drawn.error,
                win_rate(&balances[0].item[0][0].had).error / sqrt(2));
}

Test(balance, a_board_is_judged_against_the_mean_points_of_its_kind)
{
    static struct items items;
    static struct balance balance;

    two_cards(&items, &balance);
    balance.item[0][0].had = sums_of(10, 5, 90);
    balance.item[0][1].had = sums_of(10, 5, 110);

    expect_near(off_the_mean(&balance, &items, 0, 0).value, -10.0);
    expect_near(off_the_mean(&balance, &items, 0, 1).value, 10.0);
    snprintf(items.item[0][1].kind, sizeof items.item[0][1].kind, "advanced");
    expect_near(off_the_mean(&balance, &items, 0, 0).value, 0.0);
}

Test(balance, items_are_used_in_the_ways_that_their_group_says)
{
    const struct item_group given = {.had = "had"};
    const struct item_group chosen = {.used = "chosen"};
    const struct item_group owned = {.had = "drawn", .used = "played"};
    const struct item_group shared = {
        .had = "laid out", .used = "claimed", .is_shared = true};

    cr_expect_eq(group_use(&given), USE_GIVEN);
    cr_expect_eq(group_use(&chosen), USE_CHOSEN);
    cr_expect_eq(group_use(&owned), USE_OWNED);
    cr_expect_eq(group_use(&shared), USE_SHARED);
}

Test(balance, a_match_is_added_to_the_items_that_its_seats_had)
{
    static struct items items;
    static struct balance balance;
    static struct tally tally;
    const struct scores scores = {
        .seats = 2, .total = {30, 20}, .rank = {1, 2}};

    two_cards(&items, &balance);
    memset(balance.item, 0, sizeof balance.item);
    tally_begin(&tally, 2);
    tally.had[0][0][0] = tally.had[0][1][0] = tally.had[0][1][1] = 1;
    tally.used[0][1][0] = 3;
    tally.when[0][1][0] = 7;
    balance_add(&balance, &items, &tally, &scores);

    cr_expect_eq(balance.item[0][0].had.count, 2);
    cr_expect_eq(balance.item[0][0].had.wins, 1);
    cr_expect_eq(balance.item[0][0].used.count, 1);
    cr_expect_eq(balance.item[0][0].used.points, 20);
    cr_expect_eq(balance.item[0][0].times, 3);
    cr_expect_eq(balance.item[0][0].when, 7);
    cr_expect_eq(balance.item[0][1].had.count, 1);
    cr_expect_eq(balance.item[0][1].used.count, 0);
}

/* The table of two items, of which only the first was had or used. */
static bool has_table(struct item_group group)
{
    static struct items items;
    static struct balance balance;
    char text[2048];
    FILE *file = tmpfile();

    two_cards(&items, &balance);
    group.word = group.title = group.meaning = "technician";
    group.count = 2;
    items.group = &group;
    balance.matches = 200;
    balance.item[0][0].times = 200;
    memset(&balance.item[0][1], 0, sizeof balance.item[0][1]);
    table_group(&balance, &items, 0, file);
    table_owned(&balance, 1, &items, 0, file);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return strstr(text, "| technician |") != NULL;
}

/* That players use one item alone is what the report is for; what they are
 * given is compared with nothing then. */
Test(balance, a_table_is_there_if_one_item_alone_was_used)
{
    cr_expect(has_table((struct item_group){.used = "improved"}));
    cr_expect(has_table((struct item_group){.had = "taken", .used = "used"}));
    cr_expect(has_table((struct item_group){
        .had = "laid out", .used = "claimed", .is_shared = true}));
    cr_expect_not(has_table((struct item_group){.had = "had"}));
}

Test(balance, what_was_not_used_is_what_remains)
{
    const struct sums all = {10, 6, 500, 30000}, part = {4, 3, 240, 15000};
    const struct sums rest = sums_minus(&all, &part);

    cr_expect_eq(rest.count, 6);
    cr_expect_eq(rest.wins, 3);
    cr_expect_eq(rest.points, 260);
    cr_expect_eq(rest.squares, 15000);
}

/* Leaves as lines "path value", with the numbers of elements in the path. */
static void write_leaf(void *context, const struct leaf *leaf)
{
    char *out = context;
    int arrays = 0;

    out += strlen(out);
    for (const char *at = leaf->path; *at; at++)
        if (*at == '*')
            out += snprintf(out, 8, "%d", leaf->index[arrays++]);
        else
            *out++ = *at;
    snprintf(out, 32, " %s\n", leaf->value);
}

Test(paths, leaves_are_reported_by_path_and_element_numbers)
{
    char text[512] = "";
    struct sink_paths paths;
    struct sink *sink = &paths.sink;

    sink_paths_init(&paths, write_leaf, text);
    sink_number(sink, "round", 3);
    sink_array(sink, "seats");
    for (int seat = 0; seat < 2; seat++) {
        sink_object(sink, NULL);
        sink_array(sink, "cards");
        sink_number(sink, NULL, 10 + seat);
        sink_number(sink, NULL, 20 + seat);
        sink_close(sink);
        sink_truth(sink, "left", seat);
        sink_close(sink);
    }
    sink_close(sink);
    sink_null(sink, "winner");

    cr_expect_str_eq(text, "round 3\n"
                           "seats.0.cards.0 10\n"
                           "seats.0.cards.1 20\n"
                           "seats.0.left false\n"
                           "seats.1.cards.0 11\n"
                           "seats.1.cards.1 21\n"
                           "seats.1.left true\n"
                           "winner null\n");
}

/* The numbers of the first row that begins so: "| seat 0 | 45.0 ± 11.1 |". */
static int row(const char *text, const char *begin, double *out, int cap)
{
    const char *at = strstr(text, begin);
    const char *end = at ? strchr(at + strlen(begin), '\n') : NULL;
    int count = 0;

    cr_assert_not_null(at, "no row \"%s\"", begin);
    for (at += strlen(begin); at < end && count < cap;) {
        char *next;
        const double value = strtod(at, &next);

        if (next == at) {
            at++;
            continue;
        }
        out[count++] = value;
        at = next;
    }
    return count;
}

Test(balance, seats_fare_as_in_the_same_matches_simulated)
{
    static struct ran judged, simulated;
    char line[256];

    for (size_t g = 0; games[g]; g++) {
        snprintf(line, sizeof line,
                 "balance %s --seats 2 --matches 8 --seed 5 --bot random",
                 games[g]->id);
        run(&judged, line);
        snprintf(line, sizeof line,
                 "simulate %s --seats 2 --matches 8 --seed 5 --bots random",
                 games[g]->id);
        run(&simulated, line);

        cr_assert_eq(judged.status, CLI_OK, "%s", judged.err);
        for (int seat = 0; seat < 2; seat++) {
            double report[6], known[6];
            char name[32];

            snprintf(name, sizeof name, "| seat %d |", seat);
            cr_assert_eq(row(judged.out, name, report, 6), 6);
            snprintf(name, sizeof name, "\nseat %d ", seat);
            cr_assert_geq(row(simulated.out, name, known, 6), 5);
            expect_near(report[0], known[4]); /* won */
            expect_near(report[4], known[1]); /* points */
        }
    }
}

Test(balance, every_turn_of_every_seat_chose_a_slot)
{
    static const int seats[] = {1, 2, 4};
    static struct ran ran;

    for (size_t i = 0; i < sizeof seats / sizeof *seats; i++) {
        const char *at;
        double sum = 0;
        char line[256];

        snprintf(line, sizeof line,
                 "balance %s --seats %d --matches 4 --bot random", uwc,
                 seats[i]);
        run(&ran, line);
        cr_assert_eq(ran.status, CLI_OK, "%s", ran.err);
        at = strstr(ran.out,
                    seats[i] <= 2 ? "| small-slot |" : "| large-slot |");
        cr_assert_not_null(at);
        for (at = strchr(strchr(at, '\n') + 1, '\n') + 1; *at == '|';
             at = strchr(at, '\n') + 1) {
            const char *times = at;

            for (int column = 0; column < 3; column++)
                times = strchr(times + 1, '|');
            sum += strtod(times + 1, NULL);
        }
        /* Ten rounds of three turns; figures are rounded. */
        cr_expect_float_eq(sum, 30.0 * seats[i], 0.1, "%f", sum);
    }
}

Test(balance, every_seat_has_a_board_and_a_card_that_was_played_was_drawn)
{
    static struct ran ran;
    double value[8], boards = 0;
    const char *at;
    char line[256];

    snprintf(line, sizeof line,
             "balance %s --seats 3 --matches 6 --bot random --vary boards",
             uwc);
    run(&ran, line);
    cr_assert_eq(ran.status, CLI_OK, "%s", ran.err);
    for (int board = 1; board <= 8; board++) {
        char name[32];

        snprintf(name, sizeof name, "\n| %d |  | %s |", board,
                 board <= 4 ? "basic" : "advanced");
        if (!strstr(ran.out, name))
            continue;
        row(ran.out, name, value, 8);
        boards += value[0];
    }
    expect_near(boards, 18.0);
    at = strstr(ran.out, "## Cards");
    cr_assert_not_null(at);
    at = strstr(at, "era 1 |");
    cr_assert_not_null(at);
    while (at) {
        cr_assert_eq(row(at, "era 1 |", value, 2), 2);
        cr_expect_leq(value[0], 18.0);
        cr_expect_leq(value[1], 100.0);
        at = strstr(at + 1, "era 1 |");
    }
}

/* Run a balance of some matches in which all options vary. */
static void run_varied(struct ran *ran, const struct game *game, int seats)
{
    char line[256];
    int length = snprintf(line, sizeof line,
                          "balance %s --seats %d --matches 8 --bot random",
                          game->id, seats);

    for (size_t i = 0; game->options[i].name; i++)
        length += snprintf(line + length, sizeof line - (size_t)length, "%s%s",
                           i ? "," : " --vary ", game->options[i].name);
    run(ran, line);
    cr_assert_eq(ran->status, CLI_OK, "%s", ran->err);
}

Test(balance, every_game_has_a_table_for_each_of_its_groups)
{
    static struct ran ran;

    for (size_t n = 0; games[n]; n++) {
        const struct item_group *groups = games[n]->items;
        bool found[TALLY_GROUPS_MAX] = {false};

        for (int seats = games[n]->min_seats; seats <= games[n]->max_seats;
             seats++) {
            run_varied(&ran, games[n], seats);
            for (int g = 0; groups[g].word; g++) {
                char head[64];

                snprintf(head, sizeof head, "\n| %s | | |", groups[g].word);
                found[g] |= strstr(ran.out, head) != NULL;
            }
        }
        for (int g = 0; groups[g].word; g++)
            cr_expect(found[g], "%s: no table of %s", games[n]->id,
                      groups[g].title);
    }
}

Test(balance, the_number_of_jobs_changes_nothing)
{
    static struct ran one, three;
    char line[256];

    snprintf(line, sizeof line,
             "balance %s --seats 1,2 --matches 4 --bot random", uwc);
    run(&one, line);
    strncat(line, " --jobs 3", sizeof line - strlen(line) - 1);
    run(&three, line);

    cr_assert_eq(one.status, CLI_OK, "%s", one.err);
    cr_expect_str_eq(one.out, three.out);
}

Test(balance, meaningless_flags_are_refused)
{
    static const char *const lines[] = {
        "balance nothing",
        "balance template --seats 1",
        "balance template --seats 3,2",
        "balance template --seats 2,",
        "balance template --matches 0",
        "balance template --bot greedy,random",
        "balance template --bot nobody",
        "balance template --vary nothing",
        "balance template --seed x",
    };
    static struct ran ran;

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        run(&ran, lines[i]);
        cr_expect_eq(ran.status, CLI_USAGE, "%s", lines[i]);
        cr_expect_str_empty(ran.out);
    }
}
