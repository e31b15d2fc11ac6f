/* The configuration: environment, flags, and refusals. */
#include "config.h"

#include "commands.h"
#include "service.h"
#include "settings.h"

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
    cr_expect_str_eq(config.command->name, "serve");
    cr_expect_eq(config.request, CONFIG_RUN);
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
        {"--colour=blue", "--colour=blue is not a flag of fathomd"},
        {"--password-memory-kib=7", "from 8 to"},
        {"--password-cost=17", "--password-memory-kib"},
        {"--password-cost", "--password-memory-kib"},
        {"-x", "-x is not a flag"},
        {"--by=carla", "is not a flag of fathomd"},
        {"--version=3", "takes no value"},
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

/* ---- commands ---- */

/* Read a command line of up to four arguments; `config` refers to them until
 * the next one. */
static bool read_line(struct config *config, const char *const line[4],
                      char why[256])
{
    static char texts[5][64] = {"fathomd"};
    char *argv[6] = {texts[0]};
    int argc = 1;

    for (; argc < 5 && line[argc - 1]; argc++) {
        snprintf(texts[argc], sizeof texts[argc], "%s", line[argc - 1]);
        argv[argc] = texts[argc];
    }
    return config_read(config, argc, argv, nothing, why, 256);
}

Test(config, a_command_has_its_argument_and_its_settings)
{
    static const char *const lines[][4] = {
        {"ban", "ada", "--why=spam"},    {"ban", "--why=spam", "ada"},
        {"ban", "--why", "spam", "ada"}, {"ban", "--why=spam", "--", "ada"},
        {"ban", "ada", "--why", "spam"},
    };

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct config config;
        char why[256] = "";

        cr_assert(read_line(&config, lines[i], why), "%zu: %s", i, why);
        cr_expect_str_eq(config.command->name, "ban");
        cr_expect_eq(config.command->operation, OPERATOR_BAN);
        cr_expect_str_eq(config.why, "spam");
        cr_expect_str_eq(config.subject, "ada");
        config_free(&config);
    }
}

Test(config, what_follows_two_dashes_is_the_argument_of_a_command)
{
    static const char *const line[4] = {"ban", "--", "--odd"};
    struct config config;
    char why[256] = "";

    cr_assert(read_line(&config, line, why), "%s", why);
    cr_expect_eq(config.request, CONFIG_RUN);
    cr_expect_str_eq(config.subject, "--odd");
}

Test(config, an_invalid_command_line_is_refused_with_what_is_valid)
{
    static const struct {
        const char *line[4], *says;
    } bad[] = {
        {{"serv"}, "unknown command \"serv\"; see fathomd --help"},
        {{""}, "unknown command \"\""},
        {{"ban"}, "missing argument: NAME; see fathomd ban --help"},
        {{"ban", "--"}, "missing argument: NAME"},
        {{"ban", "--why", "spam"}, "missing argument: NAME"},
        {{"abort-match"}, "missing argument: MATCH"},
        {{"ban", "ada", "bob"}, "unexpected argument: bob"},
        {{"migrate", "ada"}, "unexpected argument: ada"},
        {{"--listen=:80", "serve"}, "unexpected argument: serve"},
        {{"ban", "ada", "--why"}, "--why needs a value"},
        {{"migrate", "--workers=3"}, "is not a flag of fathomd migrate"},
        {{"migrate", "--version"}, "is not a flag of fathomd migrate"},
        {{"serve", "--by=carla"}, "is not a flag of fathomd serve"},
        {{"archive", "--archive-days=x"}, "--archive-days is \"x\""},
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct config config;
        char why[256] = "";

        cr_expect(!read_line(&config, bad[i].line, why), "%zu", i);
        cr_expect_not_null(strstr(why, bad[i].says), "%s: %s", bad[i].says,
                           why);
        config_free(&config);
    }
}

Test(config, a_flag_that_became_a_command_is_refused_with_its_name)
{
    static const struct {
        const char *line[4], *says;
    } former[] = {
        {{"--migrate-only"},
         "--migrate-only is now a command: fathomd migrate"},
        {{"--listen=:80", "--healthcheck"}, "fathomd health"},
        {{"--ban", "ada"}, "--ban is now a command: fathomd ban NAME"},
        {{"--ban=ada"}, "fathomd ban NAME"},
        {{"--archive-now"}, "fathomd archive"},
    };

    for (size_t i = 0; i < sizeof former / sizeof *former; i++) {
        struct config config;
        char why[256] = "";

        cr_expect(!read_line(&config, former[i].line, why), "%zu", i);
        cr_expect_not_null(strstr(why, former[i].says), "%s", why);
        config_free(&config);
    }
}

static const char *invalid_workers(const char *name)
{
    return strcmp(name, "FATHOM_WORKERS") == 0 ? "many" : NULL;
}

/* So that an operator can look up what is valid. */
Test(config, help_and_version_need_no_valid_setting)
{
    static const struct {
        const char *line[2];
        enum config_request request;
    } lines[] = {
        {{"--help"}, CONFIG_HELP},
        {{"--version"}, CONFIG_VERSION},
        {{"ban", "--help"}, CONFIG_COMMAND_HELP},
        {{"serve", "--help"}, CONFIG_COMMAND_HELP},
    };

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char name[] = "fathomd", first[16], second[16];
        char *argv[] = {name, first, second, NULL};
        struct config config;
        char why[256] = "";

        snprintf(first, sizeof first, "%s", lines[i].line[0]);
        snprintf(second, sizeof second, "%s",
                 lines[i].line[1] ? lines[i].line[1] : "");
        cr_assert(config_read(&config, lines[i].line[1] ? 3 : 2, argv,
                              invalid_workers, why, sizeof why),
                  "%s", why);
        cr_expect_eq(config.request, lines[i].request, "%s", first);
        config_free(&config);
    }
}

/* ---- help ---- */

/* The help of a command, or (NULL) of the program: new. */
static char *help_of(const char *name)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    cr_assert_not_null(to);
    for (const struct command *c = fathomd_commands; name && c->name; c++)
        if (strcmp(c->name, name) == 0)
            help_print_command(c, to);
    if (!name)
        help_print(to);
    fclose(to);
    return text;
}

Test(config, help_names_the_flag_and_the_variable_of_every_setting)
{
    static const char *const names[] = {
        "--listen",        "FATHOM_LISTEN",       "--database",
        "FATHOM_DATABASE", "FATHOM_ADMIN_LISTEN", "FATHOM_PASSWORD_PASSES"};
    char *help = help_of(NULL);

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect(strstr(help, names[i]) != NULL, "%s", names[i]);
    for (const struct command *c = fathomd_commands; c->name; c++) {
        char line[64];

        snprintf(line, sizeof line, "\n  %s ", c->name);
        cr_expect_not_null(strstr(help, line), "%s", c->name);
    }
    for (const char *line = help; *line; line = strchr(line, '\n') + 1)
        cr_expect_leq(strcspn(line, "\n"), 80, "%.100s", line);
    free(help);
}

Test(config, help_of_a_command_lists_the_settings_that_it_takes)
{
    char *ban = help_of("ban"), *migrate = help_of("migrate");

    cr_expect_eq(strncmp(ban, "usage: fathomd ban NAME ", 24), 0, "%s", ban);
    cr_expect_not_null(strstr(ban, "--why  FATHOM_WHY"));
    cr_expect_not_null(strstr(ban, "--database  FATHOM_DATABASE"));
    cr_expect_null(strstr(ban, "--listen"));
    cr_expect_not_null(strstr(migrate, "--database  FATHOM_DATABASE"));
    cr_expect_null(strstr(migrate, "--why"));
    free(ban);
    free(migrate);
}

/* Every name in the table of commands is a setting. */
Test(config, settings_of_commands_exist)
{
    for (const struct command *c = fathomd_commands; c->name; c++) {
        char list[256];
        char *at = list, *name;

        snprintf(list, sizeof list, "%s", c->settings ? c->settings : "");
        while ((name = strsep(&at, " ")) != NULL) {
            const struct setting *s = config_settings;

            while (s->name && strcmp(s->name, name) != 0)
                s++;
            cr_expect(!*name || s->name, "%s: %s", c->name, name);
        }
    }
}
