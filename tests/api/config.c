/* The configuration: environment, flags, and refusals. */
#include "config.h"

#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *nothing(const char *name)
{
    (void)name;
    return NULL;
}

static const char *some(const char *name)
{
    return strcmp(name, "FATHOM_LISTEN") == 0            ? "[::1]:9000"
           : strcmp(name, "FATHOM_LOG_LEVEL") == 0       ? "debug"
           : strcmp(name, "FATHOM_LONG_POLLS") == 0      ? "5"
           : strcmp(name, "FATHOM_PASSWORD_PASSES") == 0 ? "3"
                                                         : NULL;
}

static bool read_flags(struct config *config, char *flag, char *value,
                       char why[256])
{
    char name[] = "fathomd";
    char *argv[] = {name, flag, value, NULL};

    return config_read(config,
                       value  ? 3
                       : flag ? 2
                              : 1,
                       argv, nothing, why, 256);
}

Test(config, settings_have_defaults)
{
    struct config config;
    char why[256] = "";

    cr_assert(read_flags(&config, NULL, NULL, why), "%s", why);
    cr_expect_str_eq(config.listen, "127.0.0.1:8080");
    cr_expect_str_eq(config.admin_listen, "off");
    cr_expect_eq(config.password_memory_kib, 19456);
    cr_expect_eq(config.password_passes, 2);
    cr_expect_eq(config.rate_registration.quota, 20);
    cr_expect_eq(config.rate_registration.window_s, 240);
    cr_expect_eq(config.bots, 1);
    cr_expect_eq(config.command, CONFIG_SERVE);
}

Test(config, flags_win_over_the_environment)
{
    char name[] = "fathomd", flag[] = "--listen=0.0.0.0:80";
    char *argv[] = {name, flag, NULL};
    struct config config;
    char why[256] = "";

    cr_assert(config_read(&config, 2, argv, some, why, sizeof why), "%s", why);
    cr_expect_str_eq(config.listen, "0.0.0.0:80");
    cr_expect_eq(config.log_level, 3);
    cr_expect_eq(config.long_polls, 5);
    cr_expect_eq(config.password_passes, 3);
}

Test(config, streams_and_long_polls_leave_room_for_other_connections)
{
    char flag[] = "--connections=100";
    struct config config;
    char why[256] = "";

    cr_assert(read_flags(&config, flag, NULL, why), "%s", why);
    cr_expect_eq(config.streams, 50);
    cr_expect_eq(config.long_polls, 25);
}

Test(config, invalid_values_are_refused_with_a_sentence)
{
    static const struct {
        const char *flag, *says;
    } bad[] = {
        {"--listen=8080", "host:port"},
        {"--listen=localhost:99999", "host:port"},
        {"--listen=::1:80", "host:port"},
        {"--listen=a:b", "host:port"},
        {"--admin-listen=on", "off or host:port"},
        {"--workers=0", "from 1 to 256"},
        {"--workers=many", "from 1 to 256"},
        {"--workers=3x", "from 1 to 256"},
        {"--workers=99999999999999999999", "from 1 to 256"},
        {"--log-level=loud", "error warn info debug"},
        {"--bots=maybe", "no yes"},
        {"--colour=blue", "is not a flag"},
        {"--password-memory-kib=7", "from 8 to"},
        {"--password-cost=17", "--password-memory-kib"},
        {"--password-cost", "--password-memory-kib"},
        {"serve", "is not a flag"},
        {"--listen", "needs a value"},
        {"--rate-address=100", "quota/seconds"},
        {"--rate-address=100/0", "quota/seconds"},
        {"--rate-token=/10", "quota/seconds"},
        {"--rate-match=-1/10", "quota/seconds"},
        {"--rate-sign-in=10/10x", "quota/seconds"},
        {"--rate-sign-in=10000000/10", "quota/seconds"},
        {"--trusted-proxies=9", "from 0 to 8"},
        {"--cors-origins=a.example", "list of origins"},
        {"--cors-origins=https://a.example/", "list of origins"},
        {"--cors-origins=https://a.example https://", "list of origins"},
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *flag = strdup(bad[i].flag);
        struct config config;
        char why[256] = "";

        cr_expect(!read_flags(&config, flag, NULL, why), "%s", flag);
        cr_expect(strstr(why, bad[i].says) != NULL, "%s: %s", flag, why);
        free(flag);
    }
}

static const char *old_cost(const char *name)
{
    return strcmp(name, "FATHOM_PASSWORD_COST") == 0 ? "17" : NULL;
}

Test(config, a_removed_setting_is_refused_in_the_environment_too)
{
    char name[] = "fathomd";
    char *argv[] = {name, NULL};
    struct config config;
    char why[256] = "";

    cr_expect(!config_read(&config, 1, argv, old_cost, why, sizeof why));
    cr_expect_not_null(strstr(why, "FATHOM_PASSWORD_COST"), "%s", why);
    cr_expect_not_null(strstr(why, "argon2id"), "%s", why);
}

/* ---- values from files ---- */

static char secret[64]; /* the path of a file */

static const char *database_from_file(const char *name)
{
    return strcmp(name, "FATHOM_DATABASE_FILE") == 0 ? secret : NULL;
}

static const char *workers_from_file(const char *name)
{
    return strcmp(name, "FATHOM_WORKERS_FILE") == 0 ? secret : NULL;
}

static const char *database_twice(const char *name)
{
    return strcmp(name, "FATHOM_DATABASE") == 0 ? "dbname=a"
                                                : database_from_file(name);
}

/* Write the file, and read a configuration that names it. */
static bool read_secret(struct config *config, const char *text,
                        const char *(*environment)(const char *name),
                        char why[256])
{
    char name[] = "fathomd";
    char *argv[] = {name, NULL};

    snprintf(secret, sizeof secret, "/tmp/fathom-secret-%d", (int)getpid());
    unlink(secret);
    if (text) {
        FILE *file = fopen(secret, "w");

        cr_assert_not_null(file);
        fputs(text, file);
        fclose(file);
    }
    bool is_read = config_read(config, 1, argv, environment, why, 256);

    unlink(secret);
    return is_read;
}

Test(config, a_value_in_a_file_is_read_without_the_end_of_its_line)
{
    static const char *const texts[] = {"dbname=a password='b c '",
                                        "dbname=a password='b c '\n",
                                        "dbname=a password='b c '\r\n"};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct config config;
        char why[256] = "";

        cr_assert(read_secret(&config, texts[i], database_from_file, why), "%s",
                  why);
        cr_expect_str_eq(config.database, "dbname=a password='b c '");
        config_free(&config);
    }
}

Test(config, a_flag_wins_over_a_file)
{
    char name[] = "fathomd", flag[] = "--workers=5";
    char *argv[] = {name, flag, NULL};
    struct config config;
    char why[256] = "";

    cr_assert(read_secret(&config, "7\n", workers_from_file, why), "%s", why);
    cr_expect_eq(config.workers, 7);
    config_free(&config);
    FILE *file = fopen(secret, "w");

    cr_assert_not_null(file);
    fputs("7\n", file);
    fclose(file);
    cr_assert(
        config_read(&config, 2, argv, workers_from_file, why, sizeof why));
    cr_expect_eq(config.workers, 5);
    config_free(&config);
    unlink(secret);
}

/* The content of a file may be a secret: no error repeats it, except for an
 * unknown setting. */
Test(config, an_unusable_file_is_refused_with_a_sentence)
{
    struct config config;
    char why[256] = "", long_text[5000];

    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';

    cr_expect(!read_secret(&config, "dbname=b", database_twice, why));
    cr_expect_str_eq(why, "FATHOM_DATABASE and FATHOM_DATABASE_FILE are both "
                          "set: unset one.");
    config_free(&config);

    cr_expect(!read_secret(&config, NULL, database_from_file, why));
    cr_expect_not_null(strstr(why, "FATHOM_DATABASE_FILE"), "%s", why);
    cr_expect_not_null(strstr(why, "cannot be read."), "%s", why);
    config_free(&config);

    cr_expect(!read_secret(&config, long_text, database_from_file, why));
    cr_expect_not_null(strstr(why, "too long"), "%s", why);
    cr_expect_null(strstr(why, "xxx"), "%s", why);
    config_free(&config);

    cr_expect(!read_secret(&config, "many\n", workers_from_file, why));
    cr_expect_str_eq(why, "FATHOM_WORKERS_FILE is \"many\": it must be a whole "
                          "number from 1 to 256.");
    config_free(&config);
}

Test(config, help_names_the_flag_and_the_variable_of_every_setting)
{
    static const char *const names[] = {
        "--listen",        "FATHOM_LISTEN",       "--database",
        "FATHOM_DATABASE", "FATHOM_ADMIN_LISTEN", "--migrate-only",
        "--healthcheck",   "--readycheck",        "FATHOM_PASSWORD_PASSES"};
    char *help = config_help();

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect(strstr(help, names[i]) != NULL, "%s", names[i]);
    free(help);
}
