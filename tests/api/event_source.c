/* An EventSource in a real browser receives each event once, through ends of
 * streams, a lost network, a sleeping page and a restart. */
#include "depth.h"
#include "port.h"
#include "service.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NO_BROWSER = 77 /* event-source.cjs exits with this */ };

static const char script[] = "tests/api/event-source.cjs";

static void pause_s(time_t seconds)
{
    const struct timespec pause = {seconds, 0};

    nanosleep(&pause, NULL);
}

Test(event_source, it_receives_each_event_once_whatever_becomes_of_the_stream,
     .init = deep_only, .timeout = 300)
{
    char listen[64]; /* the same after a restart */
    const char *const settings[] = {"--stream-seconds=2", listen, NULL};
    struct service service;
    int status;

    snprintf(listen, sizeof listen, "--listen=127.0.0.1:%d", port_free());
    service_begin(&service, settings);
    pid_t browser = fork();

    if (browser == 0) {
        execlp("node", "node", script, service.url, "100", NULL);
        _exit(127);
    }
    cr_assert(browser > 0);
    for (int i = 0; i < 2; i++) {
        pause_s(6);
        service_signal(&service, SIGKILL);
        service_start(&service);
    }
    cr_assert_eq(waitpid(browser, &status, 0), browser);
    service_end(&service);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_BROWSER)
        cr_skip("no browser is installed");
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0,
              "the page missed an event, or received one twice");
}
