/* The kits play whole matches over a bad network, while the service is stopped
 * and killed: every match ends, its record replays to the result, and every
 * acknowledged move was played exactly once. */
#include "depth.h"
#include "http.h"
#include "kits.h"
#include "proxy.h"
#include "rules/record.h"
#include "service.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { BOTS = 3, MOVES_MAX = 2000, WAIT_MS = 300000 };

static const char *const names[BOTS] = {"pia", "jan", "cid"};

/* A match of three bots, one of each kit. */
struct party {
    struct service service;
    struct proxy *proxy;
    struct client watcher;
    struct bot bots[BOTS];
    char match[64];
};

static void start_bot(struct party *party, int i, const char *flag,
                      const char *value)
{
    const char *const flags[] = {flag, value, NULL};

    bot_start(&party->bots[i], (enum kit)i, proxy_url(party->proxy), names[i],
              flags);
}

static void make_account(struct party *party, const char *name)
{
    json_t *who =
        json_pack("{s:s,s:s}", "name", name, "password", BOT_PASSWORD);
    char *body = json_dumps(who, 0);
    struct answer made =
        client_send(&party->watcher, "POST", "/v1/accounts", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    answer_clear(&made);
    free(body);
    json_decref(who);
}

/* The bot of the kit `first` opens a match; its account exists already. */
static void begin_party(struct party *party, const struct proxy_plan *plan,
                        const char *game, int first)
{
    const char *const settings[] = {"--rate-token=2400/4", "--rate-sign-in=2/2",
                                    NULL};

    *party = (struct party){0};
    service_begin(&party->service, settings);
    party->watcher = client_open(&party->service);
    make_account(party, names[first]);
    party->proxy = proxy_begin(plan);
    cr_assert_not_null(party->proxy);
    proxy_aim(party->proxy, party->service.address);
    start_bot(party, first, "--create", game);
    if (!bot_read(&party->bots[first])) {
        bot_show(&party->bots[first]);
        cr_assert_fail("no match was opened");
    }
    cr_expect_str_eq(party->bots[first].rest, "open");
    snprintf(party->match, sizeof party->match, "%s", party->bots[first].match);
}

/* The other bots take the other seats. */
static void fill_seats(struct party *party, int first)
{
    for (int i = 0; i < BOTS; i++)
        if (i != first)
            start_bot(party, i, "--join", party->match);
}

/* Nothing happens any longer: print the bots' output. */
static void give_up(const struct party *party)
{
    for (int i = 0; i < BOTS; i++)
        bot_show(&party->bots[i]);
    cr_assert_fail("%ld moves, and no more",
                   proxy_moves(party->proxy, party->match));
}

/* Wait until this many moves were played. */
static void play_until(struct party *party, long moves)
{
    if (proxy_wait_moves(party->proxy, party->match, moves, WAIT_MS))
        return;
    give_up(party);
}

/* Stop the service gracefully or kill it, and start it again at another
 * address. */
static void restart(struct party *party, int signal_number)
{
    service_signal(&party->service, signal_number);
    proxy_aim(party->proxy, NULL);
    service_start(&party->service);
    proxy_aim(party->proxy, party->service.address);
}

/* ---- checks ---- */

/* Every move of the log was acknowledged to a bot, and the reverse. */
static void expect_exactly_once(struct party *party)
{
    long moves = 0, after = 0;
    size_t i;

    do {
        json_t *event;
        struct answer page =
            client_get(&party->watcher, "/v1/matches/%s/events?after=%ld",
                       party->match, after);

        json_array_foreach(json_object_get(page.json, "events"), i, event)
        {
            const char *type =
                json_string_value(json_object_get(event, "type"));
            long seq = (long)json_integer_value(json_object_get(event, "seq"));

            cr_expect_eq(seq, ++after, "the log has a gap");
            if (strcmp(type, "move") != 0)
                continue;
            moves++;
            cr_expect(proxy_has_move(party->proxy, party->match, seq),
                      "no bot was notified of event %ld", seq);
        }
        answer_clear(&page);
    } while (i > 0);
    cr_expect_eq(moves, proxy_moves(party->proxy, party->match));
    cr_expect_eq(proxy_doubles(party->proxy), 0);
}

/* The record leads to the scores of the match. */
static void expect_replay(struct party *party, const json_t *scores)
{
    struct record record = {.cap = MOVES_MAX};
    struct record_error error = {0};
    struct scores reached = {0};
    _Alignas(16) unsigned char state[RULES_STATE_MAX];
    struct answer text =
        client_get(&party->watcher, "/v1/matches/%s/record", party->match);

    record.entries = calloc(record.cap, sizeof *record.entries);
    cr_assert_eq(record_read(text.body, &record, state, &error), 0,
                 "line %zu: %s", error.line, error.reason);
    record.game->score(state, &reached);
    for (size_t seat = 0; seat < BOTS; seat++)
        cr_expect_eq(reached.total[seat],
                     json_integer_value(json_array_get(scores, seat)));
    free(record.entries);
    answer_clear(&text);
}

/* Each bot prints the result and exits with success. */
static void end_bots(struct party *party, const json_t *scores)
{
    char result[64] = "";

    for (size_t i = 0; i < json_array_size(scores); i++)
        snprintf(result + strlen(result), sizeof result - strlen(result),
                 "%s%d", i ? " " : "",
                 (int)json_integer_value(json_array_get(scores, i)));
    for (int i = 0; i < BOTS; i++) {
        cr_expect_str_eq(party->bots[i].match, party->match);
        cr_expect_str_eq(party->bots[i].rest, result);
        bot_expect_success(&party->bots[i]);
    }
}

static void expect_everything_happened(struct party *party)
{
    /* A service that stops finishes its requests: no 503. */
    static const long met[] = {200, 201, 409, 412, 429};

    for (int harm = 0; harm < PROXY_HARMS; harm++)
        cr_expect_gt(proxy_harmed(party->proxy, (enum proxy_harm)harm), 0,
                     "the line did not %s",
                     proxy_harm_word((enum proxy_harm)harm));
    for (size_t i = 0; i < sizeof met / sizeof *met; i++)
        cr_expect_gt(proxy_answered(party->proxy, met[i]), 0,
                     "no response with %ld", met[i]);
}

/* Read every bot's last line, in any order.  If one ends without it, the others
 * wait forever: print its output. */
static void read_results(struct party *party)
{
    struct pollfd outs[BOTS];

    for (int i = 0; i < BOTS; i++)
        outs[i] = (struct pollfd){fileno(party->bots[i].out), POLLIN, 0};
    for (int left = BOTS; left > 0;) {
        if (poll(outs, BOTS, WAIT_MS) <= 0)
            give_up(party);
        for (int i = 0; i < BOTS; i++) {
            if (!outs[i].revents)
                continue;
            outs[i].fd = -1; /* ignored from now on */
            left--;
            if (bot_read(&party->bots[i]))
                continue;
            bot_show(&party->bots[i]);
            cr_assert_fail("bot %d has no result", i);
        }
    }
}

/* The match is played to its end, and all checks pass. */
static void end_match(struct party *party)
{
    read_results(party);
    struct answer match =
        client_get(&party->watcher, "/v1/matches/%s", party->match);
    json_t *scores =
        json_object_get(json_object_get(match.json, "result"), "scores");

    cr_expect_str_eq(answer_text(&match, "status"), "finished");
    end_bots(party, scores);
    expect_exactly_once(party);
    expect_replay(party, scores);
    cr_expect_eq(proxy_hasty(party->proxy), 0);
    answer_clear(&match);
}

static void end_party(struct party *party)
{
    client_close(&party->watcher);
    proxy_end(party->proxy);
    service_end(&party->service);
}

/* ---- the matches ---- */

/* Of a run that is not deep: a small match, too short to meet every failure. */
Test(whole_matches, three_kits_continue_while_the_service_is_stopped_and_killed,
     .init = deep_only, .timeout = 600)
{
    const struct proxy_plan plan = {1, PROXY_ALL, is_deep() ? 40 : 12};
    const char *game = is_deep() ? "underwater-cities:3" : "template:3";
    const long stopped_at = is_deep() ? 30 : 3, killed_at = 2 * stopped_at;
    struct party party;

    begin_party(&party, &plan, game, KIT_PYTHON);
    /* The bot waits for players: its long poll gets a response as the service
     * stops. */
    proxy_wait_asked(party.proxy, "wait=25", WAIT_MS);
    restart(&party, SIGTERM);
    fill_seats(&party, KIT_PYTHON);
    play_until(&party, stopped_at);
    restart(&party, SIGTERM);
    bot_kill(&party.bots[KIT_JAVASCRIPT]);
    start_bot(&party, KIT_JAVASCRIPT, "--join", party.match);
    play_until(&party, killed_at);
    restart(&party, SIGKILL);
    end_match(&party);
    if (is_deep())
        expect_everything_happened(&party);
    end_party(&party);
}

/* A small match over a worse network. */
static void play_small_match(int first)
{
    const struct proxy_plan plan = {(uint64_t)first, PROXY_ALL, 12};
    struct party party;

    begin_party(&party, &plan, "template:3", first);
    fill_seats(&party, first);
    end_match(&party);
    end_party(&party);
}

/* It also opens the match above. */
Test(whole_matches, the_python_bot_opens_a_match_for_the_others,
     .init = deep_only, .timeout = 600)
{
    play_small_match(KIT_PYTHON);
}

Test(whole_matches, the_javascript_bot_opens_a_match_for_the_others,
     .init = deep_only, .timeout = 600)
{
    play_small_match(KIT_JAVASCRIPT);
}

Test(whole_matches, the_c_bot_opens_a_match_for_the_others, .timeout = 600)
{
    play_small_match(KIT_C);
}
