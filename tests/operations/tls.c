/* Encrypted connections to the database: the service connects to the right host
 * with the right password, and to no other. */
#include "tls.h"
#include "depth.h"
#include "match_fixture.h"
#include "postgres.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char password[] = "Sehr-geheimes-Wort";

/* A cluster that accepts TCP connections only with TLS and a password. */
struct guarded {
    struct postgres postgres;
    char good[64], other[64], passwords[64]; /* files */
    char wrong[64];
};

static void write_passwords(const char *path, const char *word)
{
    FILE *file = fopen(path, "w");

    cr_assert_not_null(file);
    fchmod(fileno(file), 0600);
    fprintf(file, "*:*:*:fathom:%s\n", word);
    fclose(file);
}

static void guarded_begin(struct guarded *guarded)
{
    char sql[96];
    int pid = (int)getpid();

    snprintf(guarded->good, sizeof guarded->good, "/tmp/fathom-tls-%d-a", pid);
    snprintf(guarded->other, sizeof guarded->other, "/tmp/fathom-tls-%d-b",
             pid);
    snprintf(guarded->passwords, sizeof guarded->passwords,
             "/tmp/fathom-tls-%d-p", pid);
    snprintf(guarded->wrong, sizeof guarded->wrong, "/tmp/fathom-tls-%d-w",
             pid);
    tls_make(guarded->good);
    tls_make(guarded->other);
    write_passwords(guarded->passwords, password);
    write_passwords(guarded->wrong, "Ein-falsches-Wort");
    postgres_begin_as(&guarded->postgres,
                      &(struct postgres_plan){
                          .has_port = true,
                          .tls = guarded->good,
                          .hba =
                              "local all all trust\n"
                              "hostssl all all 127.0.0.1/32 scram-sha-256\n"});
    snprintf(sql, sizeof sql, "ALTER ROLE fathom PASSWORD '%s'", password);
    postgres_sql(&guarded->postgres, sql);
    service_use_cluster(guarded->postgres.conninfo);
}

static void guarded_end(struct guarded *guarded)
{
    char command[160];

    postgres_end(&guarded->postgres);
    snprintf(command, sizeof command, "rm -f /tmp/fathom-tls-%d-*",
             (int)getpid());
    cr_expect_eq(system(command), /* allowed: a tool of the tests */
                 0);
}

/* The connection string except for the host: it must be verified by this
 * authority, and the password is in this file. */
static void conninfo_of(const struct guarded *guarded, const char *host,
                        const char *authority, const char *passwords,
                        char out[384])
{
    snprintf(out, 384,
             "host=%s hostaddr=127.0.0.1 port=%d user=fathom dbname=postgres"
             " sslmode=verify-full sslrootcert=%s.crt channel_binding=require"
             " passfile=%s",
             host, guarded->postgres.port, authority, passwords);
}

/* The program must fail to migrate the database, and report why. */
static void expect_refused(const char *conninfo, const char *why)
{
    char command[768], said[2048];

    snprintf(command, sizeof command, "%s migrate --database='%s' 2>&1",
             service_program(), conninfo);
    FILE *program = popen(command, "r"); /* allowed: a tool of the tests */

    cr_assert_not_null(program);
    size_t length = fread(said, 1, sizeof said - 1, program);
    int status = pclose(program);

    said[length] = '\0';
    cr_expect_eq(WEXITSTATUS(status), 1);
    cr_expect_not_null(strstr(said, why), "not '%s': %s", why, said);
    cr_expect_null(strstr(said, password), "%s", said);
    cr_expect_null(strstr(said, "Ein-falsches-Wort"), "%s", said);
}

static void expect_no_other(const struct guarded *guarded)
{
    char conninfo[384];

    conninfo_of(guarded, "db.example", guarded->good, guarded->passwords,
                conninfo);
    expect_refused(conninfo, "does not match host name");
    conninfo_of(guarded, "localhost", guarded->other, guarded->passwords,
                conninfo);
    expect_refused(conninfo, "certificate verify failed");
    conninfo_of(guarded, "localhost", guarded->good, guarded->wrong, conninfo);
    expect_refused(conninfo, "password authentication failed");
    snprintf(conninfo, sizeof conninfo, "%s sslmode=disable passfile=%s",
             guarded->postgres.tcp, guarded->passwords);
    expect_refused(conninfo, "no encryption");
}

/* How many of the service's connections are encrypted, or are not. */
static long connections(const struct guarded *guarded, const char *which)
{
    char sql[192];

    snprintf(
        sql, sizeof sql,
        "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)"
        " WHERE application_name = 'fathom' AND %s",
        which);
    return postgres_number(&guarded->postgres, sql);
}

Test(tls, only_the_verified_host_is_used_and_all_connections_are_encrypted,
     .init = deep_only)
{
    static struct guarded guarded;
    struct service service;
    struct fixture fixture;
    char conninfo[384], setting[400];
    const char *const settings[] = {setting, NULL};

    guarded_begin(&guarded);
    expect_no_other(&guarded);
    conninfo_of(&guarded, "localhost", guarded.good, guarded.passwords,
                conninfo);
    snprintf(setting, sizeof setting, "--database=%s", conninfo);
    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    fixture_play(&fixture, 4);
    cr_expect_geq(connections(&guarded, "ssl"), 3,
                  "the pool, the writer, the listener");
    cr_expect_eq(connections(&guarded, "NOT ssl"), 0);
    cr_expect_not(service_logged(&service, password));
    fixture_end(&fixture);
    service_end(&service);
    guarded_end(&guarded);
}
