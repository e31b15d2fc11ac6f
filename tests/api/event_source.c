/* An EventSource in a real browser receives each event once, through ends of
 * streams, a lost network, a sleeping page and a restart. */
#include "depth.h"
#include "port.h"
#include "service.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NO_BROWSER = 77 /* event-source.cjs exits with this */ };

static const char script[] = "tests/api/event-source.cjs";

/* The script, whose output is *from. */
static pid_t run_browser(const struct service *service, FILE **from)
{
    int ends[2];

    cr_assert_eq(pipe(ends), 0);
    const pid_t browser = fork();

    if (browser == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execlp("node", "node", script, service->url, "60", NULL);
        _exit(127);
    }
    cr_assert(browser > 0);
    close(ends[1]);
    *from = fdopen(ends[0], "r");
    cr_assert_not_null(*from);
    return browser;
}

Test(event_source, it_receives_each_event_once_whatever_becomes_of_the_stream,
     .init = deep_only, .timeout = 1800)
{
    char listen[64]; /* the same after a restart */
    char line[256];
    const char *const settings[] = {"--stream-seconds=2", listen, NULL};
    struct service service;
    FILE *said;
    int status;

    snprintf(listen, sizeof listen, "--listen=127.0.0.1:%d", port_free());
    service_begin(&service, settings);
    pid_t browser = run_browser(&service, &said);

    while (fgets(line, sizeof line, said)) {
        fputs(line, stdout);
        if (strcmp(line, "restart\n") != 0)
            continue;
        service_signal(&service, SIGKILL);
        service_start(&service);
    }
    fclose(said);
    cr_assert_eq(waitpid(browser, &status, 0), browser);
    service_end(&service);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_BROWSER)
        cr_skip("no browser is installed");
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0,
              "the page missed an event, or received one twice");
}
