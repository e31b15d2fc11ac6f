/* The real program, on a port of its own, with a database of its own. */
#ifndef TESTS_SERVICE_H
#define TESTS_SERVICE_H

#include <stdbool.h>
#include <sys/types.h>

struct service {
    pid_t pid;
    char url[64], admin[64]; /* "http://127.0.0.1:40123" */
    char authority[96];      /* of https: the file of who vouches for it */
    char address[64];
    char database[256]; /* its connection string */
    char database_name[64];
    char log[64];      /* the file that it writes to */
    char *settings[8]; /* more of them: "--request-seconds=2" */
    bool is_guest;     /* the database belongs to another */
};

/* From now on services of this test use the databases of this cluster. */
void service_use_cluster(const char *conninfo);

/* Start with a new, empty database.  settings end with NULL. */
void service_begin(struct service *service, const char *const *settings);

/* Start one more node on the database of a service that runs, with the same
 * settings.  End it before the other. */
void service_join(struct service *guest, const struct service *host);
/* The same with settings of its own. */
void service_join_as(struct service *guest, const struct service *host,
                     const char *const *settings);

/* Start again, after it was stopped. */
void service_start(struct service *service);

/* Start on a database that may not be there yet, which belongs to the caller:
 * only the probes answer when this returns. */
void service_launch(struct service *service, const char *database,
                    const char *const *settings);
/* Wait until clients are served. */
void service_await(struct service *service);

/* Send a signal and wait for the end; returns the status of waitpid. */
int service_signal(struct service *service, int signal_number);

/* End it kindly, check that it did, and forget the database. */
void service_end(struct service *service);

/* Run statements in its database, as its owner. */
void service_sql(const struct service *service, const char *sql);

/* The same in another database of its cluster. */
void cluster_sql(const char *sql);

/* Is this text in what the service logged? */
bool service_logged(const struct service *service, const char *text);

/* What the service has logged since it was started: new text. */
char *service_read_log(const struct service *service);

/* The path of the program. */
const char *service_program(void);

#endif
