/* tools/check-commits.sh judges the messages of commits. */
#include "checkout.h"
#include "depth.h"

#include <criterion/criterion.h>
#include <string.h>

/* A valid body for messages. */
#define BODY "\n\nClients cannot tell one limit from another.\n"

static struct checkout checkout;

/* A repository whose only commit, `old`, is older than the rules. */
static void begin(void)
{
    checkout_begin(&checkout);
    cr_assert_eq(
        checkout_run(&checkout,
                     "git init -q -b main . && git config gc.auto 0 && "
                     "GIT_COMMITTER_DATE=2026-11-22T00:00:00Z "
                     "git commit -q --allow-empty -m old. && "
                     "git tag old"),
        0, "%s", checkout.output);
}

static void end(void)
{
    checkout_end(&checkout);
}

TestSuite(commits, .init = begin, .fini = end, .timeout = 120);

static void run(const char *command)
{
    cr_assert_eq(checkout_run(&checkout, command), 0, "%s", checkout.output);
}

static void commit(const char *message)
{
    checkout_write(&checkout, "message", message);
    run("git commit -q --allow-empty --cleanup=verbatim -F message");
}

/* Check a commit with this message; returns the exit status. */
static int check(const char *message)
{
    commit(message);
    return checkout_run(&checkout, "tools/check-commits.sh HEAD~1..HEAD");
}

static void expect_good(const char *message)
{
    cr_expect_eq(check(message), 0, "%s", checkout.output);
}

static void expect_bad(const char *message, const char *problem)
{
    cr_expect_eq(check(message), 1, "%s", message);
    cr_expect(strstr(checkout.output, problem), "no %s in:\n%s", problem,
              checkout.output);
}

Test(commits, an_imperative_subject_with_a_body_passes, .init = deep_only)
{
    expect_good("Name the limit that was reached" BODY);
    expect_good("tests/db: Count the table of blocks" BODY);
    expect_good("api, db: count blocks" BODY);
    expect_good("Proceed after a miss" BODY);
}

Test(commits, a_subject_has_at_most_72_characters)
{
#define CHARACTERS_70                                                          \
    "Name it xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xxxxxxxxx xx"
    expect_good(CHARACTERS_70 "\xc3\xa9\xc3\xa9" BODY);
    expect_bad(CHARACTERS_70 "xxx" BODY, "subject of 73 characters");
}

Test(commits, a_subject_begins_with_a_verb_in_the_imperative, .init = deep_only)
{
    static const char problem[] = "not begin with a verb in the imperative";

    expect_bad("Names the limit" BODY, problem);
    expect_bad("Named the limit" BODY, problem);
    expect_bad("tests/db: Naming the limit" BODY, problem);
    expect_bad("The limit has a name" BODY, problem);
    expect_bad("name the limit" BODY, "small letter");
}

Test(commits, a_subject_has_no_full_stop)
{
    expect_bad("Name the limit." BODY, "full stop");
}

Test(commits, a_body_follows_an_empty_line)
{
    expect_bad("Name the limit\nClients need it.\n\nThey do.\n",
               "second line is not empty");
    expect_bad("Name the limit\n", "no body");
    expect_bad("Name the limit\n\n\n", "no body");
}

Test(commits, a_line_has_at_most_80_characters)
{
    expect_bad("Name the limit" BODY CHARACTERS_70 " and more of it\n",
               "line of 85 characters");
}

Test(commits, a_commit_to_be_squashed_is_refused)
{
    expect_bad("fixup! Name the limit" BODY, "to be squashed");
}

Test(commits, a_merge_needs_no_body)
{
    run("git checkout -q -b side");
    commit("Name the limit" BODY);
    run("git checkout -q main");
    commit("Name the other limit" BODY);
    run("git merge -q --no-ff -m 'Merge names of limits' side");
    cr_expect_eq(checkout_run(&checkout, "tools/check-commits.sh old..HEAD"), 0,
                 "%s", checkout.output);
}

Test(commits, all_commits_since_the_main_branch_are_checked, .init = deep_only)
{
    run("git update-ref refs/remotes/origin/main HEAD");
    cr_expect_eq(checkout_run(&checkout, "tools/check-commits.sh"), 0, "%s",
                 checkout.output);
    commit("bad.\n");
    commit("Name the limit" BODY);
    cr_expect_eq(checkout_run(&checkout, "tools/check-commits.sh"), 1);
    cr_expect(strstr(checkout.output, "2 checked, 1 with"), "%s",
              checkout.output);
}

Test(commits, a_shallow_clone_is_checked_as_far_as_it_goes)
{
    commit("Name the limit" BODY);
    run("git clone -q --depth 1 file://\"$PWD\" shallow && "
        "cp -r tools shallow/ && git -C shallow remote remove origin");
    cr_expect_eq(checkout_run(&checkout, "shallow/tools/check-commits.sh"), 0,
                 "%s", checkout.output);
    cr_expect(strstr(checkout.output, "1 checked, 0 with"), "%s",
              checkout.output);
}

Test(commits, commits_older_than_the_rules_are_not_checked)
{
    cr_expect_eq(checkout_run(&checkout, "tools/check-commits.sh"), 0, "%s",
                 checkout.output);
    cr_expect_eq(checkout_run(&checkout, "tools/check-commits.sh HEAD"), 1);
}

Test(commits, a_range_that_cannot_be_read_is_an_error)
{
    cr_expect_eq(
        checkout_run(&checkout, "tools/check-commits.sh nonsense..HEAD"), 2);
}
