/* Pages in a real browser behind the proxy receive each event once, through
 * ends of streams, a lost network, a restart of the proxy and sleep. */
#include "cable.h"
#include "depth.h"
#include "fleet.h"
#include "port.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NO_BROWSER = 77 /* browser-streams.cjs exits with this */ };

static const char script[] = "tests/operations/browser-streams.cjs";

struct scene {
    struct fleet fleet;
    struct cable *cable; /* between the browser and the proxy */
    char for_pages[64], elsewhere[64];
    pid_t pid; /* of the script */
    FILE *requests, *answers;
};

static void begin_scene(struct scene *scene)
{
    char origins[96];
    const char *const settings[] = {"--stream-seconds=4",
                                    "--heartbeat-seconds=1", origins, NULL};

    snprintf(scene->elsewhere, sizeof scene->elsewhere, "http://127.0.0.1:%d",
             port_free());
    snprintf(origins, sizeof origins, "--cors-origins=%s", scene->elsewhere);
    fleet_begin(&scene->fleet, settings);
    const char *port = strrchr(scene->fleet.proxy.front.address, ':') + 1;

    scene->cable = cable_begin((int)strtol(port, NULL, 10));
    snprintf(scene->for_pages, sizeof scene->for_pages, "https://127.0.0.1:%d",
             cable_port(scene->cable));
}

static void start_script(struct scene *scene)
{
    int out[2], in[2];

    cr_assert(pipe2(out, O_CLOEXEC) == 0 && pipe2(in, O_CLOEXEC) == 0);
    scene->pid = fork();
    if (scene->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        dup2(out[1], STDOUT_FILENO);
        dup2(in[0], STDIN_FILENO);
        execlp("node", "node", script, scene->for_pages,
               scene->fleet.nodes[0].url, scene->elsewhere, (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    close(in[0]);
    scene->requests = fdopen(out[0], "r");
    scene->answers = fdopen(in[1], "w");
}

/* Requests arrive before it has resolved the names of the nodes. */
static void start_proxy(struct haproxy *proxy)
{
    proxy->names.delay_ms = 200;
    haproxy_start(proxy);
    proxy->names.delay_ms = 0;
}

/* Do what the script requests, until it ends; returns its exit status. */
static int serve_script(struct scene *scene)
{
    char line[64];
    int status;

    while (fgets(line, sizeof line, scene->requests)) {
        if (!strcmp(line, "cut the cable\n"))
            cable_cut(scene->cable);
        else if (!strcmp(line, "join the cable\n"))
            cable_mend(scene->cable);
        else if (!strcmp(line, "kill the proxy\n"))
            haproxy_stop(&scene->fleet.proxy, SIGKILL);
        else if (!strcmp(line, "start the proxy\n"))
            start_proxy(&scene->fleet.proxy);
        else
            cr_assert_fail("the script requests %s", line);
        fputs("done\n", scene->answers);
        fflush(scene->answers);
    }
    fclose(scene->requests);
    fclose(scene->answers);
    cr_assert_eq(waitpid(scene->pid, &status, 0), scene->pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Test(browser_streams, a_page_receives_each_event_once, .init = deep_only,
     .timeout = 400)
{
    static struct scene scene;

    begin_scene(&scene);
    start_script(&scene);
    int status = serve_script(&scene);

    cable_end(scene.cable);
    fleet_end(&scene.fleet);
    if (status == NO_BROWSER)
        cr_skip("no browser is installed");
    cr_expect_eq(status, 0, "a page missed an event, or received one twice");
}
