/* tools/make-openapi.py writes openapi.yaml from its source and the routes. */
#include "checkout.h"
#include "depth.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct checkout checkout;

#define PROBLEM(slug, status)                                                  \
    "PROBLEM(X, \"" slug "\", " status ", \"Title\",\n  \"meaning\")\n"
#define PROBLEMS                                                               \
    PROBLEM("malformed-request", "400")                                        \
    PROBLEM("invalid-fields", "400")                                           \
    PROBLEM("invalid-token", "401")                                            \
    PROBLEM("unauthenticated", "401")                                          \
    PROBLEM("forbidden", "403")                                                \
    PROBLEM("not-found", "404")                                                \
    PROBLEM("not-acceptable", "406")                                           \
    PROBLEM("seat-taken", "409")                                               \
    PROBLEM("content-too-large", "413")                                        \
    PROBLEM("uri-too-long", "414")                                             \
    PROBLEM("rate-limited", "429")                                             \
    PROBLEM("headers-too-large", "431")                                        \
    PROBLEM("internal-error", "500")                                           \
    PROBLEM("unavailable", "503")

#define ROUTES_HEAD                                                            \
    "#define JSON \"application/json\"\n"                                      \
    "#define READ SCOPE_MATCH_READ\n"                                          \
    "const struct route routes[] = {\n"
#define ROUTES_TAIL "};\n"

#define GET_GAMES                                                              \
    "    {\"GET\", \"/games\", NOBODY, 0, AT_ONCE, 0, 0, JSON, games_get},\n"
#define GET_GAME                                                               \
    "    {\"GET\", \"/games/{game}\", PLAYER, READ, ON_WORKER, 1, 0, JSON, "   \
    "game_get},\n"

#define LIST_GAMES                                                             \
    "GET /games:\n"                                                            \
    "  operationId: listGames\n"                                               \
    "  summary: List all games\n"                                              \
    "  description: Returns the games.\n"                                      \
    "  responses:\n"                                                           \
    "    \"200\":\n"                                                           \
    "      description: The games.\n"                                          \
    "      schema: Game\n"
#define TAKEN "  problems: [seat-taken]\n"
#define SHOW_GAME                                                              \
    "GET /games/{game}:\n"                                                     \
    "  operationId: getGame\n"                                                 \
    "  summary: Get a game\n"                                                  \
    "  description: Returns the game.\n"                                       \
    "  responses:\n"                                                           \
    "    \"200\":\n"                                                           \
    "      description: The game.\n"                                           \
    "      schema: Game\n"

static const char headers[] = "X-Request-Id:\n  required: true\n"
                              "RateLimit:\n  required: false\n"
                              "RateLimit-Policy:\n  required: false\n";
static const char parameters[] = "Game:\n  name: game\n  in: path\n";
static const char schemas[] = "Game:\n  type: object\n"
                              "Problem:\n  type: string\n"
                              "  enum: PROBLEM_TYPES\n";

/* A description for each of these statuses. */
static void write_responses(void)
{
    static const char *const statuses[] = {"4XX", "503", "default"};
    char text[1024] = "";

    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        size_t length = strlen(text);

        snprintf(text + length, sizeof text - length,
                 "\"%s\":\n  name: Of%s\n  description: Refused.\n",
                 statuses[i], statuses[i]);
    }
    checkout_write(&checkout, "api/openapi/responses.yaml", text);
}

/* The source of a service with two routes. */
static void begin(void)
{
    checkout_begin(&checkout);
    cr_assert_eq(checkout_run(&checkout, "mkdir -p api/openapi/paths "
                                         "api/openapi/schemas"),
                 0);
    checkout_write(&checkout, "api/routes.c",
                   ROUTES_HEAD GET_GAMES GET_GAME ROUTES_TAIL);
    checkout_write(&checkout, "api/errors.def", PROBLEMS);
    checkout_write(&checkout, "api/openapi/document.yaml", "openapi: 3.1.0\n");
    checkout_write(&checkout, "api/openapi/security.yaml",
                   "token:\n  type: http\n");
    checkout_write(&checkout, "api/openapi/headers.yaml", headers);
    checkout_write(&checkout, "api/openapi/parameters.yaml", parameters);
    checkout_write(&checkout, "api/openapi/schemas/games.yaml", schemas);
    checkout_write(&checkout, "api/openapi/paths/games.yaml",
                   LIST_GAMES TAKEN SHOW_GAME);
    write_responses();
}

static void end(void)
{
    checkout_end(&checkout);
}

TestSuite(openapi, .init = begin, .fini = end, .timeout = 120);

static void expect_output(const char *text)
{
    cr_expect(strstr(checkout.output, text), "no %s in:\n%s", text,
              checkout.output);
}

/* Write openapi.yaml and show its part between two lines. */
static void expand(const char *from, const char *to)
{
    char command[128];

    snprintf(command, sizeof command,
             "tools/make-openapi.py && sed -n '\\|^%s|,\\|^%s|p' openapi.yaml",
             from, to);
    cr_assert_eq(checkout_run(&checkout, command), 0, "%s", checkout.output);
}

static void expect_refusal(const char *text)
{
    cr_expect_eq(checkout_run(&checkout, "tools/make-openapi.py"), 1);
    expect_output(text);
    cr_expect_neq(checkout_run(&checkout, "test -e openapi.yaml"), 0);
}

Test(openapi, a_public_operation_needs_no_token, .init = deep_only)
{
    expand("  /games:", "  /games/{game}:");
    expect_output("      tags: [games]\n");
    expect_output("      security: []\n");
    expect_output("$ref: \"#/components/schemas/Game\"\n");
    expect_output("        \"4XX\":\n");
    cr_expect(!strstr(checkout.output, "401"));
    cr_expect(!strstr(checkout.output, "404"));
    cr_expect(!strstr(checkout.output, "\"503\":"));
}

Test(openapi, the_row_of_a_route_determines_its_authorisation_and_errors,
     .init = deep_only)
{
    expand("  /games/{game}:", "components:");
    expect_output("      - $ref: \"#/components/parameters/Game\"\n");
    expect_output("      security:\n        - token: [match:read]\n");
    expect_output("        Problems: 401 `invalid-token`, `unauthenticated`; "
                  "403 `forbidden`; 404 `not-found`.\n");
    expect_output("        \"4XX\":\n");
    expect_output("        \"503\":\n");
}

Test(openapi, the_types_of_problems_are_those_of_errors_def, .init = deep_only)
{
    expand("    Problem:", "never");
    expect_output("      enum:\n        - /problems/malformed-request\n");
    expect_output("        - /problems/unavailable\n");
}

Test(openapi, the_status_of_a_problem_is_that_of_errors_def, .init = deep_only)
{
    expand("  /games:", "  /games/{game}:");
    expect_output("        \"4XX\":\n"
                  "          $ref: \"#/components/responses/Of4XX\"\n");
    expect_output("        Problems: 409 `seat-taken`.\n");
    expect_output("not-acceptable, seat-taken, content-too-large");
}

Test(openapi, a_problem_that_is_not_in_errors_def_is_named, .init = deep_only)
{
    checkout_write(&checkout, "api/openapi/paths/games.yaml",
                   LIST_GAMES "  problems: [seat-token]\n" SHOW_GAME);
    expect_refusal("GET /games: seat-token is not in api/errors.def");
}

Test(openapi, a_problem_of_no_operation_is_named, .init = deep_only)
{
    checkout_write(&checkout, "api/openapi/paths/games.yaml",
                   LIST_GAMES SHOW_GAME);
    expect_refusal("api/errors.def: seat-taken is not a problem of any");
}

Test(openapi, a_problem_that_follows_from_the_route_is_not_listed_again,
     .init = deep_only)
{
    checkout_write(&checkout, "api/openapi/paths/games.yaml",
                   LIST_GAMES TAKEN SHOW_GAME "  problems: [not-found]\n");
    expect_refusal("GET /games/{game}: not-found need not be listed");
}

Test(openapi, a_route_that_is_not_described_is_named, .init = deep_only)
{
    checkout_write(&checkout, "api/openapi/paths/games.yaml", LIST_GAMES TAKEN);
    expect_refusal("GET /games/{game} is in api/routes.c, and not in");
}

Test(openapi, an_operation_without_a_route_is_named, .init = deep_only)
{
    checkout_write(&checkout, "api/routes.c",
                   ROUTES_HEAD GET_GAMES ROUTES_TAIL);
    expect_refusal("GET /games/{game} is not in api/routes.c");
}

Test(openapi, a_misspelt_key_is_named, .init = deep_only)
{
    checkout_write(&checkout, "api/openapi/paths/games.yaml",
                   LIST_GAMES "  reasons: [409]\n" TAKEN SHOW_GAME);
    expect_refusal("GET /games: unknown key reasons");
}

Test(openapi, a_schema_that_is_not_defined_is_named, .init = deep_only)
{
    checkout_write(&checkout, "api/openapi/schemas/games.yaml",
                   "Problem:\n  type: string\n");
    expect_refusal("#/components/schemas/Game is used, and is not defined");
}

Test(openapi, a_schema_that_is_defined_twice_is_named, .init = deep_only)
{
    checkout_write(&checkout, "api/openapi/schemas/other.yaml",
                   "Game:\n  type: string\n");
    expect_refusal("Game is defined twice");
}

/* Make the game refer to these schemas, a list `A B`. */
static void refer_to(const char *names)
{
    char text[1024];

    snprintf(text, sizeof text,
             "for name in %s; do printf '    %%s:\\n      $ref: "
             "\"#/components/schemas/%%s\"\\n' $name $name; done >list && "
             "sed -i '/^Game:/,/object/{/object/{s/$/\\n  properties:/;r list\n"
             "}}' api/openapi/schemas/games.yaml",
             names);
    cr_assert_eq(checkout_run(&checkout, text), 0, "%s", checkout.output);
}

/* A union whose variants are the words of a table. */
static void write_union(const char *variants)
{
    static const char phrases[] = "PHRASE(\"move.end\", \"End the turn.\")\n";
    char text[512];

    cr_assert_eq(checkout_run(&checkout, "mkdir -p service/rules"), 0);
    checkout_write(&checkout, "service/rules/moves.def",
                   "MOVE(END, \"end\", NONE)\nMOVE(TURN_UP, \"turn-up\", "
                   "CARD)\n");
    checkout_write(&checkout, "service/rules/phrases.def", phrases);
    snprintf(text, sizeof text,
             "Move:\n  description: A move.\n  union: verb\n"
             "  table: rules/moves.def MOVE\n"
             "  phrases: rules/phrases.def move.\n"
             "  common: [pays]\n  members:\n    pays:\n      type: integer\n"
             "    card:\n      type: integer\n  variants:\n%s",
             variants);
    checkout_write(&checkout, "api/openapi/schemas/moves.yaml", text);
    refer_to("Move");
}

Test(openapi, a_union_has_a_schema_for_each_word_of_its_table,
     .init = deep_only)
{
    write_union("    end: []\n    turn-up: [card?]\n");
    expand("    Move:", "never");
    expect_output("      discriminator:\n        propertyName: verb\n");
    expect_output("          turn-up: \"#/components/schemas/MoveTurnUp\"\n");
    expect_output("        Its text is made from `End the turn.`.\n");
    expect_output("      required: [verb, pays]\n      properties:\n"
                  "        verb:\n          type: string\n"
                  "          const: turn-up\n"
                  "        card:\n          type: integer\n"
                  "        pays:\n");
}

Test(openapi, a_word_of_a_table_that_is_not_described_is_named,
     .init = deep_only)
{
    write_union("    end: []\n");
    expect_refusal("turn-up of rules/moves.def MOVE is not described");
}

Test(openapi, a_variant_that_is_not_in_the_table_is_named, .init = deep_only)
{
    write_union("    end: []\n    turn-up: []\n    pass: []\n");
    expect_refusal("pass is not in rules/moves.def MOVE");
}

Test(openapi, a_member_of_a_variant_that_is_not_defined_is_named,
     .init = deep_only)
{
    write_union("    end: [cards]\n    turn-up: []\n");
    expect_refusal("end: cards is not in members");
}

Test(openapi, a_list_of_words_is_that_of_its_table, .init = deep_only)
{
    write_union("    end: []\n    turn-up: []\n");
    checkout_write(&checkout, "service/rules/words.c",
                   "static const char *const words[3] = {\n    [A] = \"a\",\n"
                   "    [B] = \"b\",\n    [C] = \"3\",\n};\n");
    checkout_write(&checkout, "api/openapi/schemas/other.yaml",
                   "Word:\n  type: string\n"
                   "  enum: WORDS rules/words.c words except b\n"
                   "Verb:\n  type: string\n"
                   "  enum: WORDS rules/moves.def MOVE\n"
                   "Counts:\n  type: object\n"
                   "  properties: Word WORDS rules/moves.def MOVE\n");
    refer_to("Word Verb Counts");
    expand("    Word:", "never");
    expect_output("      enum:\n        - a\n        - \"3\"\n    Verb:");
    expect_output("      enum:\n        - end\n        - turn-up\n");
    expect_output("      required:\n        - end\n        - turn-up\n"
                  "      properties:\n        end:\n"
                  "          $ref: \"#/components/schemas/Word\"\n");
}

/* An event that holds a step of its game. */
static void write_events(void)
{
    checkout_write(
        &checkout, "api/openapi/schemas/events.yaml",
        "Event:\n  per_game: document\n  description: An event.\n"
        "  type: object\n  required: [step]\n  properties:\n    step:\n"
        "      $ref: \"#/components/schemas/Step\"\n"
        "Step:\n  games: Step\n"
        "OtysStep:\n  type: string\nSeasteadStep:\n  type: string\n"
        "UnderwaterCitiesStep:\n  type: string\n");
    refer_to("Event");
}

/* Write all documents and show one of them. */
static void show(const char *name)
{
    char command[128];

    snprintf(command, sizeof command,
             "mkdir all && tools/make-openapi.py --all all && cat all/%s",
             name);
    cr_assert_eq(checkout_run(&checkout, command), 0, "%s", checkout.output);
}

Test(openapi, a_document_says_its_game_and_holds_what_belongs_to_it,
     .init = deep_only)
{
    write_events();
    expand("    Event:", "    Event:");
    expect_output("      oneOf:\n");
    expect_output("      discriminator:\n        propertyName: game\n");
    expect_output("          otys: \"#/components/schemas/OtysEvent\"\n");
    expand("    OtysEvent:", "never");
    expect_output("      required: [game, step]\n      properties:\n"
                  "        game:\n          description: The id of the game.\n"
                  "          type: string\n          const: otys\n"
                  "        step:\n"
                  "          $ref: \"#/components/schemas/OtysStep\"\n");
    expect_output("    SeasteadStep:\n");
}

Test(openapi, the_document_of_a_game_has_nothing_of_others, .init = deep_only)
{
    write_events();
    show("openapi-otys.yaml");
    expect_output("          $ref: \"#/components/schemas/OtysEvent\"\n");
    expect_output("    OtysStep:\n");
    cr_expect(!strstr(checkout.output, "\n    Event:\n"));
    cr_expect(!strstr(checkout.output, "Seastead"));
    cr_expect(!strstr(checkout.output, "discriminator"));
}

Test(openapi, the_document_can_be_written_as_json, .init = deep_only)
{
    show("openapi.json");
    expect_output("{\"openapi\":\"3.1.0\",\"paths\":{\"/games\":{\"get\":{");
    expect_output("\"schema\":{\"$ref\":\"#/components/schemas/Game\"}");
}

Test(openapi, values_keep_their_kind_as_json, .init = deep_only)
{
    checkout_write(&checkout, "api/openapi/schemas/games.yaml",
                   "Game:\n  description: |\n    One: \"1\".\n\n    # Two.\n"
                   "  enum: [a b, \"1\", 1, -2.5, null, true, 'it''s', a:b,\n"
                   "    {c: [], \"d, e\": f}]\n"
                   "Problem:\n  type: string\n  enum: PROBLEM_TYPES\n");
    show("openapi.json");
    expect_output(
        "{\"Game\":{\"description\":\"One: \\\"1\\\".\\n\\n# Two.\\n\","
        "\"enum\":[\"a b\",\"1\",1,-2.5,null,true,\"it's\",\"a:b\","
        "{\"c\":[],\"d, e\":\"f\"}]},");
}

/* The example of a game for the operation getGame. */
static void record(void)
{
    cr_assert_eq(checkout_run(&checkout, "mkdir api/openapi/examples"), 0);
    checkout_write(&checkout, "api/openapi/examples/otys.json",
                   "{\"responses\": {\"getGame\": {\"id\": \"otys\"}}}\n");
}

Test(openapi, a_response_without_an_example_has_that_of_a_service,
     .init = deep_only)
{
    record();
    expand("  /games/{game}:", "components:");
    expect_output("              example: {\"id\": \"otys\"}\n");
    expand("  /games:", "  /games/{game}:");
    cr_expect(!strstr(checkout.output, "example:"));
}

Test(openapi, the_document_of_a_game_has_its_own_examples, .init = deep_only)
{
    record();
    checkout_write(&checkout, "api/openapi/paths/games.yaml",
                   LIST_GAMES "      example: {id: GAME}\n" TAKEN SHOW_GAME
                              "      example: {id: GAME}\n");
    expand("  /games/{game}:", "components:");
    expect_output("              example: {id: underwater-cities}\n");
    show("openapi-otys.yaml");
    expect_output("              example: {id: otys}\n");
    expect_output("              example: {\"id\": \"otys\"}\n");
}

Test(openapi, a_changed_result_is_reported, .init = deep_only)
{
    expand("openapi:", "paths:");
    cr_expect_eq(checkout_run(&checkout, "tools/make-openapi.py --check"), 0,
                 "%s", checkout.output);
    cr_expect_eq(checkout_run(&checkout, "echo '# new' >>openapi.yaml && "
                                         "tools/make-openapi.py --check"),
                 1);
    expect_output("run 'make openapi'");
}
