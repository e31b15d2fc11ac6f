/* `fathom demo` plays over a bad network, too. */
#include "proxy.h"
#include "service.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Run it against this service; returns the status of waitpid. */
static int run_demo(const char *url)
{
    const char *build = getenv("FATHOM_BUILD_DIR");
    char program[256];
    int status = -1;
    pid_t pid = fork();

    if (pid == 0) {
        int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

        snprintf(program, sizeof program, "%s/fathom",
                 build ? build : "build/asan");
        dup2(nowhere, STDOUT_FILENO);
        execl(program, program, "demo", "--url", url, "--game", "template",
              "--seats", "3", "--quiet", (char *)NULL);
        _exit(127);
    }
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    return status;
}

Test(demo, the_demo_plays_a_match_over_a_bad_network_within_tight_limits,
     .timeout = 600)
{
    const struct proxy_plan plan = {7, PROXY_ALL, 8};
    const char *const settings[] = {"--rate-sign-in=4/2", NULL};
    struct proxy *proxy = proxy_begin(&plan);
    struct service service;

    service_begin(&service, settings);
    proxy_aim(proxy, service.address);
    cr_expect_eq(run_demo(proxy_url(proxy)), 0);
    cr_expect_gt(proxy_answered(proxy, 429), 0);
    cr_expect_gt(proxy_harmed(proxy, PROXY_LOSE_REPLY), 0);
    cr_expect_eq(proxy_hasty(proxy), 0);
    cr_expect_eq(proxy_doubles(proxy), 0);
    proxy_end(proxy);
    service_end(&service);
}
