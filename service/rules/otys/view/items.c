/* The items whose balance can be judged: places in the play order, contracts,
 * reward tokens, sponsors and divers; and which of them a match used. */
#include "rules/kit/tally.h"
#include "rules/otys/engine/journal.h"
#include "rules/otys/view/view.h"

#include <stdio.h>

enum group {
    GROUP_PLACE,
    GROUP_CONTRACT,
    GROUP_TOKEN,
    GROUP_SPONSOR,
    GROUP_UPGRADE,
    GROUP_TECHNICIAN
};

static void place_item(int index, struct item *out)
{
    static const char *const words[SEATS] = {"first", "second", "third",
                                             "fourth"};

    snprintf(out->word, sizeof out->word, "%s", words[index]);
}

static void contract_item(int index, struct item *out)
{
    const struct contract *c = &contracts[1 + index];
    const bool is_pattern = contract_is_pattern(1 + index);

    snprintf(out->word, sizeof out->word, "%d", 1 + index);
    snprintf(out->name, sizeof out->name, "%s of %d resources for %d points",
             is_pattern ? "pattern" : "list", c->size, c->points);
    snprintf(out->kind, sizeof out->kind, "%d resources", c->size);
}

static void token_item(int index, struct item *out)
{
    const struct token *t = &tokens[1 + index];

    snprintf(out->word, sizeof out->word, "%d", 1 + index);
    snprintf(out->name, sizeof out->name, "front %s, back %s",
             front_words[t->front], back_words[t->back]);
}

/* Basic and advanced sides are different items. */
static void sponsor_item(int index, struct item *out)
{
    snprintf(out->word, sizeof out->word, "%d%c", 1 + index / 2,
             "ab"[index % 2]);
    snprintf(out->name, sizeof out->name, "sponsor %d, %s side", 1 + index / 2,
             side_words[index % 2]);
}

static void upgrade_item(int index, struct item *out)
{
    snprintf(out->word, sizeof out->word, "%s", diver_words[index]);
}

static void technician_item(int index, struct item *out)
{
    snprintf(out->word, sizeof out->word, "%s", technician_words[index]);
}

const struct item_group otys_items[] = {
    [GROUP_PLACE] = {.word = "place",
                     .title = "Places in the play order",
                     .had = "had",
                     .meaning = "The start player is first.",
                     .count = SEATS,
                     .item = place_item},
    [GROUP_CONTRACT] = {.word = "contract",
                        .title = "Contracts",
                        .used = "completed",
                        .meaning = "A contract is completed by one seat.",
                        .count = CONTRACTS,
                        .item = contract_item},
    [GROUP_TOKEN] = {.word = "token",
                     .title = "Reward tokens",
                     .had = "placed",
                     .meaning = "A reward token is placed on the board of the "
                                "seat.",
                     .count = TOKENS,
                     .item = token_item},
    [GROUP_SPONSOR] = {.word = "sponsor",
                       .title = "Sponsors",
                       .used = "used",
                       .meaning = "A side of a sponsor is used once for each "
                                  "turn in which it is.",
                       .count = 2 * SPONSORS,
                       .item = sponsor_item},
    [GROUP_UPGRADE] = {.word = "upgrade",
                       .title = "Upgraded divers",
                       .had = "upgraded",
                       .meaning = "The diver of the seat was upgraded.",
                       .count = DIVERS,
                       .item = upgrade_item},
    [GROUP_TECHNICIAN] = {.word = "technician",
                          .title = "Technicians",
                          .used = "improved",
                          .meaning = "A technician is improved up to three "
                                     "times.",
                          .count = TECHNICIANS,
                          .item = technician_item},
    {.word = NULL},
};

static void tally_seat(const struct state *s, int seat, struct tally *tally)
{
    const struct seat *me = &s->seat[seat];

    tally_had(tally, GROUP_PLACE, seat,
              (seat + s->seats - s->first) % s->seats);
    for (int level = 0; level < LEVELS; level++)
        if (me->reward[level])
            tally_had(tally, GROUP_TOKEN, seat, me->reward[level] - 1);
    for (int diver = 0; diver < DIVERS; diver++)
        if (is_upgraded(me, diver))
            tally_had(tally, GROUP_UPGRADE, seat, diver);
}

static void tally_step(const struct state *s, const struct journal_step *step,
                       struct tally *tally)
{
    switch ((enum journal_type)step->type) {
    case STEP_CONTRACT:
        if (step->to.kind == PLACE_DONE)
            tally_used(tally, GROUP_CONTRACT, step->seat, step->what - 1);
        break;
    case STEP_TOKEN:
        if (step->to.kind == PLACE_REWARD)
            tally_had(tally, GROUP_TOKEN, step->seat, step->what - 1);
        break;
    case STEP_SPONSOR:
        tally_used(tally, GROUP_SPONSOR, step->seat,
                   2 * (step->what - 1) + is_advanced(s, step->what));
        break;
    case STEP_IMPROVE:
        tally_used(tally, GROUP_TECHNICIAN, step->seat, step->what);
        break;
    default: break;
    }
}

void otys_tally(const void *state, const struct journal *journal,
                struct tally *tally)
{
    const struct state *s = state;

    tally->round = s->round;
    for (int seat = 0; seat < s->seats; seat++)
        tally_seat(s, seat, tally);
    for (int i = 0; i < journal->count; i++)
        if (journal->step[i].seat >= 0 && journal->step[i].seat < s->seats)
            tally_step(s, &journal->step[i], tally);
}
