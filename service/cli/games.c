/* fathom games, fathom bots: what there is to play, and with whom. */
#include "cli/cli.h"

static void print_value(const struct option *option, int value)
{
    switch (option->kind) {
    case OPTION_BOOL: printf("%s", value ? "yes" : "no"); break;
    case OPTION_CHOICE: printf("%s", option->choices[value]); break;
    case OPTION_INT: printf("%d", value); break;
    }
}

static void print_option(const struct option *option, bool may_play_alone)
{
    printf("    --option %s=", option->name);
    switch (option->kind) {
    case OPTION_BOOL: printf("%s", "no|yes"); break;
    case OPTION_CHOICE:
        for (int i = 0; option->choices[i]; i++)
            printf("%s%s", i ? "|" : "", option->choices[i]);
        break;
    case OPTION_INT: printf("%d..%d", option->min, option->max); break;
    }
    printf("\n        %s Default: ", option->meaning);
    print_value(option, option->fallback);
    if (may_play_alone && option->fallback_solo != option->fallback) {
        printf("; with one seat: ");
        print_value(option, option->fallback_solo);
    }
    printf(".\n");
}

int games_run(const struct arguments *args)
{
    (void)args;
    for (size_t i = 0; games[i]; i++) {
        const struct game *game = games[i];

        if (game->is_hidden)
            continue;
        printf("%s\n    %s, %d to %d seats, rules %u, deck %s version %u\n",
               game->id, game->title, game->min_seats, game->max_seats,
               game->rules_version, game->deck->id, game->deck->version);
        for (size_t o = 0; game->options[o].name; o++)
            print_option(&game->options[o], game->min_seats == 1);
    }
    return CLI_OK;
}

int bots_run(const struct arguments *args)
{
    (void)args;
    for (const struct bot *bot = bots; bot->name; bot++)
        printf("%-10s %s\n", bot->name, bot->about);
    return CLI_OK;
}
