/* The configuration: reads the command line, the environment and the files that
 * it names. */
#include "config.h"

#include "base/flags.h"
#include "commands.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Settings of earlier versions.  They are reported as errors, because ignoring
 * them would leave an operator to believe that they hold. */
static const struct gone {
    const char *flag, *variable, *instead;
} gone[] = {
    {"--password-cost", "FATHOM_PASSWORD_COST",
     "passwords are now hashed with argon2id; set --password-memory-kib and "
     "--password-passes"},
};

enum { GONE = sizeof gone / sizeof *gone };

/* ---- the environment and files ---- */

/* What a file holds, without the end of its last line; held by the config.
 * NULL: why says. */
static const char *read_file(struct config *config, const char *name,
                             const char *path, char *why, size_t size)
{
    enum { VALUE_MAX = 4096 };
    char *text = calloc(1, VALUE_MAX + 1);
    FILE *file = text ? fopen(path, "re") : NULL;
    size_t length = file ? fread(text, 1, VALUE_MAX, file) : 0;
    bool is_read = file && !ferror(file) && length < VALUE_MAX;

    if (file)
        fclose(file);
    if (!is_read) {
        snprintf(why, size, "%s: \"%s\" cannot be read%s.", name, path,
                 length == VALUE_MAX ? ", it is too long" : "");
        free(text);
        return NULL;
    }
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r'))
        text[--length] = '\0';
    config->held[config->held_count++] = text;
    return text;
}

/* One setting from FATHOM_NAME, or from the file that FATHOM_NAME_FILE names.
 */
static bool read_variable(struct config *config, const struct setting *setting,
                          const char *(*environment)(const char *name),
                          char *why, size_t size)
{
    char name[64], file_name[72];

    setting_variable(setting, name, sizeof name);
    snprintf(file_name, sizeof file_name, "%s_FILE", name);
    const char *text = environment(name);
    const char *path = environment(file_name);

    if (text && path) {
        snprintf(why, size, "%s and %s are both set: unset one.", name,
                 file_name);
        return false;
    }
    if (path) {
        text = read_file(config, file_name, path, why, size);
        if (!text)
            return false;
    }
    return !text || setting_set(config, setting, path ? file_name : name, text,
                                why, size);
}

static bool refuse_gone(const char *from, const struct gone *setting, char *why,
                        size_t size)
{
    snprintf(why, size, "The setting %s no longer exists: %s.", from,
             setting->instead);
    return false;
}

static bool read_environment(struct config *config,
                             const char *(*environment)(const char *name),
                             char *why, size_t size)
{
    for (const struct setting *s = config_settings; s->name; s++)
        if (!setting_set(config, s, s->name, s->fallback, why, size) ||
            !read_variable(config, s, environment, why, size))
            return false;
    for (size_t i = 0; i < GONE; i++)
        if (environment(gone[i].variable))
            return refuse_gone(gone[i].variable, &gone[i], why, size);
    return true;
}

void config_free(struct config *config)
{
    while (config->held_count > 0)
        free(config->held[--config->held_count]);
}

/* ---- the command line ---- */

/* The flags of a command, and what was given for them. */
struct command_line {
    struct flag flags[FLAGS_MAX + 1];
    const struct setting *settings[FLAGS_MAX]; /* NULL: --version */
    const char *values[FLAGS_MAX];             /* NULL: not given */
    int count;
};

static void add_flag(struct command_line *line, const struct setting *setting)
{
    line->settings[line->count] = setting;
    line->flags[line->count++] =
        setting ? (struct flag){.name = setting->name, .value = "VALUE"}
                : (struct flag){.name = "version"};
}

/* Does argv[1] name a command?  Then *command is it, otherwise `serve`. */
static bool find_command(const struct command **command, int argc, char **argv,
                         char *why, size_t size)
{
    *command = fathomd_commands;
    if (argc < 2 || *argv[1] == '-')
        return true;
    for (; (*command)->name; ++*command)
        if (strcmp((*command)->name, argv[1]) == 0)
            return true;
    snprintf(why, size, "unknown command \"%s\"; see fathomd --help", argv[1]);
    return false;
}

/* Is the argument, "--name" or "--name=value", this flag? */
static bool is_flag(const char *argument, const char *flag)
{
    const size_t length = strcspn(argument, "=");

    return strlen(flag) == length && strncmp(argument, flag, length) == 0;
}

/* Say what to use instead of a flag of earlier versions; otherwise what
 * flags_next says. */
static void refuse_flag(const struct flags *flags, char *why, size_t size)
{
    snprintf(why, size, "%s", flags->why);
    if (!flags->refused)
        return;
    for (size_t i = 0; i < GONE; i++)
        if (is_flag(flags->refused, gone[i].flag))
            refuse_gone(gone[i].flag, &gone[i], why, size);
    for (const struct command *c = fathomd_commands; c->name; c++)
        if (c->former && is_flag(flags->refused, c->former))
            snprintf(why, size, "%s is now a command: fathomd %s%s%s",
                     c->former, c->name, *c->wants ? " " : "", c->wants);
}

static bool read_flags(struct config *config, struct command_line *line,
                       struct flags *flags, bool is_named, char *why,
                       size_t size)
{
    for (;;) {
        const int row = flags_next(flags);

        switch (row) {
        case FLAGS_END: config->subject = flags->word; return true;
        case FLAGS_HELP:
            config->request = is_named ? CONFIG_COMMAND_HELP : CONFIG_HELP;
            return true;
        case FLAGS_REFUSED: refuse_flag(flags, why, size); return false;
        default: break;
        }
        if (!line->settings[row]) {
            config->request = CONFIG_VERSION;
            return true;
        }
        line->values[row] = flags->value;
    }
}

static bool read_command_line(struct config *config, struct command_line *line,
                              int argc, char **argv, char *why, size_t size)
{
    const bool is_named = argc > 1 && *argv[1] != '-';
    char name[40];
    struct flags flags;

    *line = (struct command_line){.count = 0};
    if (!find_command(&config->command, argc, argv, why, size))
        return false;
    for (const struct setting *s = config_settings; s->name; s++)
        if (command_takes(config->command, s->name))
            add_flag(line, s);
    if (!is_named)
        add_flag(line, NULL);
    snprintf(name, sizeof name, "fathomd%s%s", is_named ? " " : "",
             is_named ? config->command->name : "");
    flags_begin(&flags, name, config->command->wants, line->flags,
                argc - is_named, argv + is_named);
    return read_flags(config, line, &flags, is_named, why, size);
}

static bool use_flags(struct config *config, const struct command_line *line,
                      char *why, size_t size)
{
    for (int i = 0; i < line->count; i++) {
        char from[64];

        snprintf(from, sizeof from, "--%s", line->flags[i].name);
        if (line->values[i] && !setting_set(config, line->settings[i], from,
                                            line->values[i], why, size))
            return false;
    }
    return true;
}

bool config_read(struct config *config, int argc, char **argv,
                 const char *(*environment)(const char *name), char *why,
                 size_t why_size)
{
    struct command_line line;

    *config = (struct config){.request = CONFIG_RUN};
    if (!read_command_line(config, &line, argc, argv, why, why_size))
        return false;
    if (config->request != CONFIG_RUN)
        return true;
    if (!read_environment(config, environment, why, why_size) ||
        !use_flags(config, &line, why, why_size))
        return false;
    if (config->streams > config->connections / 2)
        config->streams = config->connections / 2;
    if (config->long_polls > config->connections / 4)
        config->long_polls = config->connections / 4;
    return true;
}
