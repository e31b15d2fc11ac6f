/* The real program, with a port and a database of its own. */
#ifndef TESTS_SERVICE_H
#define TESTS_SERVICE_H

#include <stdbool.h>
#include <sys/types.h>

struct service {
    pid_t pid;
    char url[64], admin[64]; /* "http://127.0.0.1:40123" */
    char authority[96];      /* for https: the file of the certificate
                              * authority */
    char address[64];
    char database[256]; /* its connection string */
    char database_name[64];
    char log[64];      /* the file of its log */
    char *settings[8]; /* further settings: "--request-seconds=2" */
    bool is_guest;     /* the database belongs to another node */
};

/* From now on services of this test create their databases in this cluster. */
void service_use_cluster(const char *conninfo);

/* Start with a new, empty database.  settings end with NULL. */
void service_begin(struct service *service, const char *const *settings);

/* Start one more node on the database of a running service, with the same
 * settings.  End it before the other. */
void service_join(struct service *guest, const struct service *host);
/* The same with settings of its own. */
void service_join_as(struct service *guest, const struct service *host,
                     const char *const *settings);

/* Start again, after it was stopped. */
void service_start(struct service *service);

/* Start on a database that may not exist yet and belongs to the caller: only
 * the health probes respond when this returns. */
void service_launch(struct service *service, const char *database,
                    const char *const *settings);
/* Wait until it serves clients. */
void service_await(struct service *service);

/* Send a signal and wait for the end; returns the status of waitpid. */
int service_signal(struct service *service, int signal_number);

/* Stop it gracefully, check that it did so, and drop the database. */
void service_end(struct service *service);

/* A fixture that begins test_service, without further settings, before a test
 * and ends it afterwards.
 *
 *     TestSuite(votes, .init = service_setup, .fini = service_teardown);
 */
extern struct service test_service;
void service_setup(void);
void service_teardown(void);

/* Run statements in its database, as its owner. */
void service_sql(const struct service *service, const char *sql);

/* The same in another database of its cluster. */
void cluster_sql(const char *sql);

/* Does the service's log have this text? */
bool service_logged(const struct service *service, const char *text);

/* The log since its start: new text. */
char *service_read_log(const struct service *service);

/* The path of the program. */
const char *service_program(void);

/* From now on it is the one with sanitizers, if there is one: for tests that
 * send what no client would, or that end connections at every moment. */
void service_expose(void);

#endif
