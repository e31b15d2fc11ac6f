/* The web page in a real browser, beside whole matches: trouble is shown and
 * recovered from, people meet, and steps move.  The scripts beside this file
 * say how. */
#include "depth.h"
#include "service.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

enum { NO_BROWSER = 77 /* the scripts exit with this */ };

/* Let the service listen at the same address after a restart. */
static void keep_address(struct service *service)
{
    char setting[96];
    int count = 0;

    while (service->settings[count])
        count++;
    snprintf(setting, sizeof setting, "--listen=%s", service->address);
    service->settings[count] = strdup(setting);
}

/* Print what a script says, and stop or start the service when it asks.
 * Returns the status of the script. */
static int follow(FILE *script, struct service *service)
{
    char line[1024];

    while (fgets(line, sizeof line, script)) {
        if (strcmp(line, "stop\n") == 0)
            service_signal(service, SIGTERM);
        else if (strcmp(line, "start\n") == 0)
            service_start(service);
        else
            fputs(line, stdout);
    }
    return pclose(script);
}

static void run_script(const char *script)
{
    struct service service;
    char command[256];

    service_begin(&service, NULL);
    keep_address(&service);
    snprintf(command, sizeof command,
             "FATHOM_WEB_SECONDS=900 node tests/web/%s.mjs %s", script,
             service.url);
    FILE *output = popen(command, "r"); /* allowed: a tool of the tests */

    cr_assert_not_null(output);
    int status = follow(output, &service);

    service_end(&service);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_BROWSER)
        cr_skip("no browser is installed");
    cr_expect_eq(status, 0, "%s failed", script);
}

Test(around, trouble_is_shown_in_words_and_recovered_from, .init = deep_only)
{
    run_script("trouble");
}

Test(around, the_pages_around_the_matches_do_what_they_say, .init = deep_only)
{
    run_script("around");
}

Test(around, every_page_is_of_use_to_strangers_guests_and_accounts,
     .init = deep_only)
{
    run_script("viewers");
}

Test(around, what_was_sent_survives_the_tab, .init = deep_only)
{
    run_script("outbox");
}

Test(around, steps_move_for_a_moment_and_not_for_everybody, .init = deep_only)
{
    run_script("motion");
}

Test(around, the_hand_comes_back_for_a_decision_about_it, .init = deep_only)
{
    run_script("discard");
}
