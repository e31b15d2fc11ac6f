/* The table of routes: method, path, handler, and who is authorised. */
#include "api/routes.h"

#include "api/handlers.h"

#define JSON "application/json"
#define LIVE "application/json, text/event-stream"
#define HTML "text/html"
#define TEXT "text/plain"
#define YAML "application/yaml"
#define PART "text/css, text/javascript, image/png, text/plain"
#define WEB  "text/css, text/javascript, image/svg+xml, text/plain"
#define READ SCOPE_MATCH_READ
#define ACT  (SCOPE_MATCH_PLAY | SCOPE_BOT_PLAY)
#define OWN  SCOPE_ACCOUNT_WRITE
#define HASH 200 /* hashing a password */

/* clang-format off */
const struct route routes[] = {
    /* The routes that are used most come first, because they are tried in this order.
     * The numbers are units of cost and bytes kept, which were measured: as much as the
     * tables and indexes grow. A request that puts somebody into a match pays for its part of it. */
    {"GET",    "/v1/matches",                     ANYONE, READ, ON_WORKER,    5,     0, JSON, matches_get},
    {"POST",   "/v1/matches",                     PLAYER, ACT,  ON_WORKER,    5,  6000, JSON, matches_post},
    {"GET",    "/v1/matches/{match}",             ANYONE, READ, IF_KNOWN,     0,     0, JSON, match_get_one},
    {"POST",   "/v1/matches/{match}/seats",       PLAYER, ACT,  ON_WORKER,    3,  6000, JSON, seats_post},
    {"DELETE", "/v1/matches/{match}/seats/{seat}", PLAYER, ACT, ON_WORKER,    3,  2000, JSON, seat_delete},
    {"GET",    "/v1/matches/{match}/state",       ANYONE, READ, IF_KNOWN,     0,     0, JSON, state_get},
    {"GET",    "/v1/matches/{match}/legal-moves", ANYONE, READ, IF_KNOWN,     0,     0, JSON, legal_moves_get},
    {"POST",   "/v1/matches/{match}/moves",       PLAYER, ACT,  IF_READY,     2,   300, JSON, moves_post},
    {"POST",   "/v1/matches/{match}/moves/preview", PLAYER, READ, ON_WORKER,    0,     0, JSON, preview_post},
    {"POST",   "/v1/matches/{match}/undo",        PLAYER, ACT,  ON_WORKER,    2,   300, JSON, undo_post},
    {"POST",   "/v1/matches/{match}/resignation", PLAYER, ACT,  ON_WORKER,    3,  4500, JSON, resignation_post},
    {"POST",   "/v1/matches/{match}/claims",      PLAYER, ACT,  ON_WORKER,    3,  4500, JSON, claims_post},
    {"POST",   "/v1/matches/{match}/votes",       PLAYER, ACT,  ON_WORKER,    2,   300, JSON, votes_post},
    {"POST",   "/v1/matches/{match}/abort",       PLAYER, ACT,  ON_WORKER,    3,  2000, JSON, abort_post},
    {"GET",    "/v1/matches/{match}/events",      ANYONE, READ, IF_READY,     0,     0, LIVE, events_get},
    {"GET",    "/v1/matches/{match}/position",    ANYONE, READ, ON_WORKER,    0,     0, JSON, position_get},
    {"GET",    "/v1/matches/{match}/record",      ANYONE, READ, ON_SLOW,      2,     0, TEXT, record_get},

    {"GET",    "/",                               NOBODY, 0,    AT_ONCE,      0,     0, HTML, front_get},
    {"GET",    "/web/{build}/{file}",             NOBODY, 0,    AT_ONCE,      0,     0, WEB,  web_file_get},
    {"GET",    "/docs",                           NOBODY, 0,    AT_ONCE,      0,     0, HTML, docs_get},
    {"GET",    "/docs/{file}",                    NOBODY, 0,    AT_ONCE,      0,     0, PART, docs_file_get},
    {"GET",    "/openapi.yaml",                   NOBODY, 0,    AT_ONCE,      0,     0, YAML, openapi_get},
    {"GET",    "/openapi.json",                   NOBODY, 0,    AT_ONCE,      0,     0, JSON, openapi_json_get},
    {"GET",    "/problems",                       NOBODY, 0,    AT_ONCE,      0,     0, HTML, problems_get},
    {"GET",    "/problems/{problem}",             NOBODY, 0,    AT_ONCE,      0,     0, HTML, problem_get},
    {"GET",    "/v1/config",                      NOBODY, 0,    AT_ONCE,      0,     0, JSON, config_get},

    {"POST",   "/v1/accounts",                    NOBODY, 0,    ON_WORKER, HASH,   600, JSON, account_post},
    {"POST",   "/v1/guests",                      NOBODY, 0,    ON_WORKER,   10,  1200, JSON, guest_post},
    {"GET",    "/v1/me",                          PLAYER, 0,    ON_WORKER,    0,     0, JSON, me_get},
    {"PATCH",  "/v1/me",                          PLAYER, OWN,  ON_WORKER, HASH,     0, JSON, me_patch},
    {"DELETE", "/v1/me",                          PLAYER, OWN,  ON_WORKER, HASH,     0, JSON, me_delete},
    {"GET",    "/v1/me/vacation",                 PLAYER, 0,    ON_WORKER,    1,     0, JSON, vacation_get},
    {"PUT",    "/v1/me/vacation",                 PLAYER, OWN,  ON_WORKER,   10,     0, JSON, vacation_put},
    {"DELETE", "/v1/me/vacation",                 PLAYER, OWN,  ON_WORKER,   10,     0, JSON, vacation_delete},
    {"GET",    "/v1/me/blocks",                   PLAYER, READ, ON_WORKER,    2,     0, JSON, blocks_get},
    {"PUT",    "/v1/me/blocks/{name}",            PLAYER, OWN,  ON_WORKER,    3,   300, JSON, block_put_one},
    {"DELETE", "/v1/me/blocks/{name}",            PLAYER, OWN,  ON_WORKER,    2,     0, JSON, block_delete},
    {"GET",    "/v1/me/export",                   PLAYER, OWN,  ON_SLOW,    100,     0, JSON, export_get},
    {"GET",    "/v1/me/events",                   PLAYER, READ, ON_WORKER,    3,     0, LIVE, my_events_get},
    {"GET",    "/v1/me/bot",                      PLAYER, READ, ON_WORKER,    1,     0, JSON, my_bot_get},
    {"PUT",    "/v1/me/bot",                      PLAYER, ACT,  ON_WORKER,    2,   300, JSON, my_bot_put},
    {"DELETE", "/v1/me/bot",                      PLAYER, ACT,  ON_WORKER,    2,     0, JSON, my_bot_delete},
    {"POST",   "/v1/stream-tickets",              PLAYER, READ, ON_WORKER,    2,   300, JSON, stream_ticket_post},
    {"POST",   "/v1/sessions",                    NOBODY, 0,    ON_WORKER, HASH,  1100, JSON, session_post},
    {"DELETE", "/v1/sessions/current",            PLAYER, 0,    ON_WORKER,    2,     0, JSON, session_delete},
    {"GET",    "/v1/tokens",                      PLAYER, OWN,  ON_WORKER,    2,     0, JSON, tokens_get},
    {"POST",   "/v1/tokens",                      PLAYER, OWN,  ON_WORKER,    3,   500, JSON, tokens_post},
    {"DELETE", "/v1/tokens/{token}",              PLAYER, OWN,  ON_WORKER,    2,     0, JSON, token_delete},
    {"GET",    "/v1/players/{name}",              ANYONE, 0,    ON_WORKER,    1,     0, JSON, player_get},
    {"GET",    "/v1/players/{name}/matches",      ANYONE, READ, ON_WORKER,    5,     0, JSON, player_matches_get},
    {"GET",    "/v1/players/{name}/ratings",      ANYONE, READ, ON_WORKER,    3,     0, JSON, player_ratings_get},
    {"GET",    "/v1/players/{name}/ratings/history", ANYONE, READ, ON_WORKER,    5,     0, JSON, rating_history_get},
    {"GET",    "/v1/players/{name}/statistics",   ANYONE, 0,    ON_WORKER,    5,     0, JSON, player_statistics_get},
    {"GET",    "/v1/leaderboards/{game}",         ANYONE, READ, ON_WORKER,    5,     0, JSON, leaderboard_get},
    {"GET",    "/v1/seasons",                     ANYONE, 0,    ON_WORKER,    2,     0, JSON, seasons_get},

    {"GET",    "/v1/bots",                        ANYONE, READ, ON_WORKER,    3,     0, JSON, bots_get},
    {"GET",    "/v1/challenges",                  PLAYER, READ, ON_WORKER,    3,     0, JSON, challenges_get},
    {"POST",   "/v1/challenges",                  PLAYER, ACT,  ON_WORKER,    5,  1400, JSON, challenges_post},
    {"GET",    "/v1/challenges/{challenge}",      PLAYER, READ, ON_WORKER,    1,     0, JSON, challenge_get},
    {"DELETE", "/v1/challenges/{challenge}",      PLAYER, ACT,  ON_WORKER,    3,     0, JSON, challenge_delete},
    {"POST",   "/v1/challenges/{challenge}/answers", PLAYER, ACT, ON_WORKER,    5,  9000, JSON, challenge_answers_post},

    {"GET",    "/v1/games",                       NOBODY, 0,    AT_ONCE,      0,     0, JSON, games_get},
    {"GET",    "/v1/games/{game}",                NOBODY, 0,    AT_ONCE,      0,     0, JSON, game_get},
    {"GET",    "/v1/games/{game}/components",     NOBODY, 0,    AT_ONCE,      0,     0, JSON, components_get},
    {"GET",    "/v1/games/{game}/phrases",        NOBODY, 0,    AT_ONCE,      0,     0, JSON, phrases_get},

    {"PUT",    "/v1/queue/{game}",                PLAYER, ACT,  ON_WORKER,    5,  4500, JSON, queue_entry_put},
    {"GET",    "/v1/queue/{game}",                PLAYER, READ, ON_WORKER,    1,     0, JSON, queue_entry_get},
    {"DELETE", "/v1/queue/{game}",                PLAYER, ACT,  ON_WORKER,    3,     0, JSON, queue_entry_delete},

    {"POST",   "/v1/records/verify",              NOBODY, 0,    ON_SLOW,      0,     0, JSON, verify_post},
};
/* clang-format on */

const size_t route_count = sizeof routes / sizeof *routes;

const struct route_table route_table = {routes, sizeof routes / sizeof *routes};
