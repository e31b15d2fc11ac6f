/* Refusals teach: the rule, and what is missing. */
#include "rules/underwater_cities/words/explain.h"
#include "positions.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/options.h"
#include "rules/underwater_cities/game.h"
#include "rules/underwater_cities/words/notation.h"
#include "rules/underwater_cities/words/words.h"

#include <criterion/criterion.h>
#include <stdio.h>

/* Expect a rule's word, and a piece of the reason. */
static void expect(const struct uwc_state *s, int seat, const char *notation,
                   const char *rule, const char *piece)
{
    struct refusal refusal;

    game_explain(&underwater_cities, s, seat, position_move(s, seat, notation),
                 NULL, &refusal);
    cr_expect_str_eq(refusal.rule, rule, "%s: %s (%s)", notation, refusal.rule,
                     refusal.reason);
    cr_expect_not_null(strstr(refusal.reason, piece), "%s: '%s' lacks '%s'",
                       notation, refusal.reason, piece);
}

/* Seat 0 has begun a slot with a card that does not match it. */
static struct uwc_state resolving(const char *slot, int card)
{
    struct uwc_state s = position_plain();
    char place[RULES_NOTATION_MAX];

    s.seat[0].board = 0;
    s.seat[1].board = 1;
    for (int r = 0; r < RESOURCES; r++)
        s.seat[0].stock[r] = 9;
    position_give(&s, 0, card);
    snprintf(place, sizeof place, "place %s %d", slot, card);
    position_play(&s, 0, place);
    return s;
}

Test(explain, a_cost_names_what_is_missing)
{
    struct uwc_state s = resolving("green3", 44);

    s.seat[0].stock[BIOMATTER] = 0;
    s.seat[0].stock[CREDIT] = 1;
    expect(&s, 0, "build symbiotic 8", "cost",
           "A symbiotic city costs 2 credits, 1 kelp, 1 steelplast and 1 "
           "biomatter here; you lack 1 credit and 1 biomatter.");
}

Test(explain, biomatter_replaces_no_more_than_is_asked)
{
    struct uwc_state s = resolving("green4", 44);

    expect(&s, 0, "build plant 9a biomatter 1 kelp", "cost",
           "biomatter cannot replace more");
}

Test(explain, a_site_says_why_not)
{
    struct uwc_state s = resolving("yellow1", 44);

    expect(&s, 0, "build city 1", "site", "to one of your cities");
    expect(&s, 0, "build city 9", "site", "Your city is already there");
    expect(&s, 0, "build farm 1a part 1", "site", "one next to a site");
    expect(&s, 0, "build farm 9x part 1", "site", "Expansion sites");
    expect(&s, 0, "build farm 9d part 1", "site", "no such building site");
    s = resolving("yellow3", 44);
    expect(&s, 0, "build tunnel 1", "site", "link to the starting city");
}

Test(explain, an_occupied_slot_names_its_seat)
{
    struct uwc_state s = position_plain();

    position_give(&s, 0, 7);
    position_give(&s, 1, 44);
    position_play(&s, 0, "place red2 7");
    position_play(&s, 0, "end");
    expect(&s, 1, "place red2 44", "slot-occupied", "of seat 0");
    expect(&s, 1, "place red2 44 clone", "cloning-tile", "four seats");
    expect(&s, 1, "place red5 44", "no-such-slot", "this side of the board");
    expect(&s, 1, "place red1 180", "not-in-hand", "(180) is not in your hand");
}

Test(explain, a_neutral_tile_occupies_its_slot)
{
    struct settings settings = position_settings(1);
    struct uwc_state s = position_of(&settings, 3, 1);

    cr_assert_eq(s.phase, PHASE_TURN);
    position_give(&s, 0, 44);
    expect(&s, 0, "place green1 44", "slot-occupied",
           "a neutral tile is there");
}

Test(explain, a_contract_says_which_criteria_are_missing_and_by_how_much)
{
    struct uwc_state s = position_contracts();

    expect(&s, 0, "claim 4", "condition",
           "Transit Authority (4) still requires 6 tunnels next to a city (you "
           "have 1, 5 missing) and 1 upgraded tunnel next to a city (you have "
           "0, 1 missing).");
    /* what is reached is not named */
    expect(&s, 0, "claim 2", "condition",
           "still requires 4 connected desalination plants (you have 0, 4 "
           "missing) and 3 connected cities (you have 2, 1 missing).");
    s.seat[0].building[1] = UINT64_C(15) << 40; /* four plants at city 9 */
    expect(&s, 0, "claim 2", "condition",
           "Charter (2) still requires 3 connected cities (you have 2, 1 "
           "missing).");
}

Test(explain, a_contract_that_nobody_can_claim_says_why)
{
    struct uwc_state s = position_contracts(), without = position_plain();

    expect(&s, 0, "claim 1", "contract", "Harvest Guarantee (1) is not laid");
    position_play(&s, 0, "claim 5");
    expect(&s, 0, "claim 5", "contract", "was claimed by seat 0");
    expect(&without, 0, "claim 5", "contract", "without government contracts");
    expect(&s, 1, "claim 5", "not-now", "to act: seat 0");
}

Test(explain, tiles_to_lay_are_ones_own)
{
    struct settings settings = position_settings(2);
    struct uwc_state s;
    char arrange[RULES_NOTATION_MAX], mine[64];

    settings.values[UWC_BLUE_PLACEMENT] = 1;
    s = position_of(&settings, 1, 0);
    snprintf(mine, sizeof mine, "tiles are %d and %d;", s.seat[0].blue[0],
             s.seat[0].blue[1]);
    snprintf(arrange, sizeof arrange, "arrange %d %d", s.seat[0].blue[0],
             s.seat[1].blue[0]);
    expect(&s, 0, arrange, "tiles", mine);
    snprintf(arrange, sizeof arrange, "arrange %d %d", s.seat[0].blue[0],
             s.seat[0].blue[0]);
    expect(&s, 0, arrange, "tiles", mine);
}

Test(explain, a_seat_that_is_not_to_act_learns_who_is)
{
    struct uwc_state s = position_plain();

    expect(&s, 1, "place always", "not-now", "to act: seat 0");
    expect(&s, 0, "end", "not-now", "Choose a slot and a card.");
}

Test(explain, a_decision_for_another_time_names_the_one_of_now)
{
    struct uwc_state s = resolving("green3", 44);

    expect(&s, 0, "arrange 1 2", "no-such-part", "to make now: Continue with");
    expect(&s, 0, "end", "no-such-part", "to make now: Continue with");
    expect(&s, 0, "use 1", "no-such-part", "no such open part");
}

Test(explain, a_slot_that_cannot_be_performed_is_a_dead_end)
{
    struct uwc_state s = position_plain();

    position_give(&s, 0, 44);
    memset(s.seat[0].stock, 0, sizeof s.seat[0].stock);
    expect(&s, 0, "place green4 44", "turn-incomplete",
           "At least one part of the chosen slot must be performed");
}

Test(explain, a_discard_has_as_many_cards_as_must_go)
{
    struct uwc_state s = position_after(2, true, 1, 0);
    const struct card_set *hand = &s.seat[0].hand;
    const int first = set_next(hand, 0), second = set_next(hand, first);
    char discard[RULES_NOTATION_MAX];
    int missing = 1;

    snprintf(discard, sizeof discard, "discard %d %d", first, second);
    expect(&s, 0, discard, "discard-count", "exactly 3 cards; this move names");
    while (set_has(hand, missing))
        missing++;
    snprintf(discard, sizeof discard, "discard %d %d %d", first, second,
             missing);
    expect(&s, 0, discard, "not-in-hand", "is not in your hand");
    snprintf(discard, sizeof discard, "discard %d", missing);
    expect(&s, 0, discard, "not-in-hand", "is not in your hand");
}

Test(explain, a_legal_move_is_called_legal)
{
    struct uwc_state s = resolving("green4", 44);

    expect(&s, 0, "build plant 9a", "legal", "This move is legal.");
}

/* A legal move with one field changed, or any bits. */
static struct move nearly_legal(const struct uwc_state *s,
                                struct random *random)
{
    static struct move moves[RULES_MOVES_MAX];
    seat_set seats = uwc_to_act(s);
    size_t count = seats ? uwc_moves(s, __builtin_ctz((unsigned)seats), moves,
                                     RULES_MOVES_MAX)
                         : 0;
    struct move m = {random_u32(random)};

    if (count && random_below(random, 4)) {
        m = moves[random_below(random, (uint32_t)count)];
        m.bits ^= UINT32_C(1) << random_below(random, 32);
    }
    return m;
}

/* Every refusal at all sorts of positions is a known rule with a sentence. */
Test(explain, every_refusal_has_a_rule_and_a_sentence)
{
    static const char *const rules[] = {
#define REFUSAL(NAME, word, sentence) word,
#include "rules/underwater_cities/engine/refusals.def"
#undef REFUSAL
    };
    uint8_t key[32] = {5};
    struct random random;
    unsigned seen[sizeof rules / sizeof *rules] = {0}, kinds = 0;

    random_init(&random, key, 0);
    for (unsigned seed = 0; seed < 40; seed++) {
        struct uwc_state s = position_after(2 + (int)(seed % 3), seed & 1, seed,
                                            (int)random_below(&random, 400));

        for (int i = 0; i < 400; i++) {
            struct move m = nearly_legal(&s, &random);
            int seat = random_below(&random, 8)
                           ? __builtin_ctz(uwc_to_act(&s) | 16u) & 3
                           : (int)random_below(&random, s.seats);
            struct uwc_state copy = s;
            struct refusal refusal;
            size_t rule = 0, length;

            game_explain(&underwater_cities, &s, seat, m, NULL, &refusal);
            if (move_is_canonical(m) && !uwc_try(&copy, seat, m)) {
                cr_assert_str_eq(refusal.rule, "legal");
                continue;
            }
            while (rule < sizeof rules / sizeof *rules &&
                   strcmp(rules[rule], refusal.rule))
                rule++;
            cr_assert_lt(rule, sizeof rules / sizeof *rules, "%s",
                         refusal.rule);
            seen[rule]++;
            length = strlen(refusal.reason);
            cr_assert(length > 10 && length < sizeof refusal.reason - 1, "%s",
                      refusal.reason);
            cr_assert(refusal.reason[length - 1] == '.' ||
                          refusal.reason[length - 1] == '?',
                      "%s", refusal.reason);
        }
    }
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        kinds += seen[i] > 0;
    cr_expect_gt(kinds, 6, "only %u kinds of refusal", kinds);
}

/* The text of a refusal, explained for a move that it can refuse or not. */
static const char *text_of(const struct uwc_state *s, enum refusal_reason why,
                           enum language language)
{
    static char document[4096];
    struct sink_text sink;
    const char *text;

    sink_text_init(&sink, document, sizeof document);
    sink.sink.language = language;
    explain_reason(s, 0, position_move(s, 0, "claim 1"), why, &sink.sink);
    text = strstr(document, "\ntext ");
    return text ? text + strlen("\ntext ") : "";
}

Test(explain, every_refusal_has_a_sentence_in_every_language)
{
    const struct uwc_state s = position_plain();

    for (int why = 0; why < REFUSAL_REASONS; why++) {
        char english[1024];
        const char *german;

        snprintf(english, sizeof english, "%s",
                 text_of(&s, (enum refusal_reason)why, LANGUAGE_EN));
        german = text_of(&s, (enum refusal_reason)why, LANGUAGE_DE);
        cr_expect_gt(strlen(english), 10, "refusal %d: %s", why, english);
        cr_expect_gt(strlen(german), 10, "refusal %d: %s", why, german);
        cr_expect_str_neq(english, german);
    }
}

/* Expect a reason, as this wording says it. */
static void expect_worded(const struct uwc_state *s, int seat,
                          const char *notation, const struct wording *wording,
                          const char *reason)
{
    struct refusal refusal;

    game_explain(&underwater_cities, s, seat, position_move(s, seat, notation),
                 wording, &refusal);
    cr_expect_str_eq(refusal.reason, reason);
}

Test(explain, a_reason_is_in_the_language_and_has_the_names_of_the_players)
{
    static const char *const names[RULES_SEATS_MAX] = {"ada", "bob"};
    const struct wording german = {LANGUAGE_DE, names},
                         named = {.names = names};
    struct uwc_state s = position_plain();

    position_give(&s, 0, 7);
    position_give(&s, 1, 44);
    position_play(&s, 0, "place red2 7");
    expect_worded(&s, 1, "place always", &named,
                  "You have no decision to make now; to act: ada.");
    expect_worded(&s, 1, "place always", &german,
                  "Du hast jetzt nichts zu entscheiden; am Zug: ada.");
    position_play(&s, 0, "end");
    expect_worded(
        &s, 1, "place red2 44", &german,
        "Du kannst das Aktionsfeld für 2 Stahlplast und 1 Kelp (red2) nicht "
        "haben: dort liegt in dieser Runde ein Plättchen von ada.");
    s = resolving("green3", 44);
    s.seat[0].stock[BIOMATTER] = 0;
    s.seat[0].stock[CREDIT] = 1;
    expect_worded(&s, 0, "build symbiotic 8", &german,
                  "Die Kosten hier für eine symbiotische Stadt: 2 Credits, 1 "
                  "Kelp, 1 Stahlplast und 1 Biomasse; dir fehlt noch: 1 Credit "
                  "und 1 Biomasse.");
    s = position_contracts();
    expect_worded(&s, 0, "claim 4", &german,
                  "Regierungsauftrag Transit Authority (4) erfordert noch 6 "
                  "Tunnel neben einer Stadt (du hast 1, es fehlen 5) und 1 "
                  "verbesserten Tunnel neben einer Stadt (du hast 0, es fehlen "
                  "1).");
}
