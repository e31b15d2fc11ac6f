/* What --help prints. */
#include "base/flags.h"
#include "commands.h"
#include "settings.h"

#include <string.h>

enum { COMMAND_COLUMN = 24, SETTING_COLUMN = 6 };

static void print_setting(const struct setting *setting, FILE *to)
{
    char variable[64], left[128], meaning[512], range[64] = "";

    setting_variable(setting, variable, sizeof variable);
    snprintf(left, sizeof left, "--%s  %s", setting->name, variable);
    if (setting->kind == SETTING_NUMBER)
        snprintf(range, sizeof range, " (%ld to %ld)", setting->min,
                 setting->max);
    if (setting->kind == SETTING_WORD)
        snprintf(range, sizeof range, " (%s)", setting->words);
    snprintf(meaning, sizeof meaning, "%s%s", setting->meaning, range);
    flags_help_entry(to, SETTING_COLUMN, left, meaning,
                     *setting->fallback ? setting->fallback : NULL);
}

static void print_settings(const struct command *command, FILE *to)
{
    fprintf(to, "\nSettings, as flags or environment variables "
                "(FATHOM_NAME_FILE names a file with\nthe value):\n\n");
    for (const struct setting *s = config_settings; s->name; s++)
        if (s->meaning && command_takes(command, s->name))
            print_setting(s, to);
}

void help_print_command(const struct command *command, FILE *to)
{
    fprintf(to, "usage: fathomd %s%s%s [--setting VALUE ...]\n\n",
            command->name, *command->wants ? " " : "", command->wants);
    flags_help_entry(to, 0, "", command->meaning, NULL);
    if (strcmp(command->wants, "NAME") == 0)
        fprintf(to, "NAME is the name or the id of an account.\n");
    print_settings(command, to);
}

void help_print(FILE *to)
{
    fprintf(to,
            "fathomd: the game service\n\n"
            "usage: fathomd [COMMAND [ARGUMENT]] [--setting VALUE ...]\n\n");
    for (const struct command *c = fathomd_commands; c->name; c++) {
        char left[40];

        snprintf(left, sizeof left, "%s%s%s", c->name, *c->wants ? " " : "",
                 c->wants);
        flags_help_entry(to, COMMAND_COLUMN, left, c->meaning, NULL);
    }
    fprintf(to, "\nNAME is the name or the id of an account.\n\n"
                "  fathomd COMMAND --help   help for a command\n"
                "  fathomd --version        version of this program\n");
    print_settings(fathomd_commands, to);
}
