/* Matches that the game does not allow, and seats that cannot be taken. */
#include "depth.h"
#include "scene.h"

#include <criterion/criterion.h>

#define NEW(text) ADA, "POST", "/v1/matches", (text), 0, 0

static const struct bad new_matches[] = {
    {"no game", NEW("{\"seats\":[\"me\",\"open\"]}"), 400, "invalid-fields",
     "\"/game\""},
    {"an unknown game", NEW("{\"game\":\"go\",\"seats\":[\"me\",\"open\"]}"),
     422, "unknown-game", 0},
    {"no seats", NEW("{\"game\":\"template\"}"), 400, "invalid-fields",
     "\"/seats\""},
    {"an empty list of seats", NEW("{\"game\":\"template\",\"seats\":[]}"), 400,
     "invalid-fields", "\"/seats\""},
    {"five seats",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\",\"open\","
         "\"open\",\"open\"]}"),
     400, "invalid-fields", "\"/seats\""},
    {"seats that are numbers", NEW("{\"game\":\"template\",\"seats\":[1,2]}"),
     400, "invalid-fields", "\"/seats/0\""},
    {"one seat", NEW("{\"game\":\"template\",\"seats\":[\"me\"]}"), 422,
     "invalid-settings", "\"/seats\""},
    {"contracts alone",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"me\"],"
         "\"options\":{\"contracts\":true}}"),
     422, "invalid-settings", "\"/options/contracts\""},
    {"basic boards alone",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"bot:greedy\"],"
         "\"options\":{\"boards\":\"basic\"}}"),
     422, "invalid-settings", "Solo play requires an advanced board"},
    {"a start for one seat with two",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"],"
         "\"options\":{\"solo_start\":2}}"),
     422, "invalid-settings", "\"/options/solo_start\""},
    {"a position that is a text",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"me\"],"
         "\"position\":\"start\"}"),
     400, "invalid-fields", "\"/position\""},
    {"a position with options",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"me\"],"
         "\"options\":{\"hand\":4},\"position\":{}}"),
     400, "invalid-fields", "\"/options\""},
    {"a position with a fraction",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"me\"],"
         "\"position\":{\"players\":[{}, {}],\"winner\":1.5}}"),
     422, "invalid-position", "\"/position/winner\""},
    {"an empty position",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"me\"],"
         "\"position\":{}}"),
     422, "invalid-position", "\"/position/players\""},
    {"a position with a misspelt member",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"me\"],"
         "\"position\":{\"seats\":[{},{}],\"phaze\":\"turn\"}}"),
     422, "invalid-position", "\"/position/phaze\""},
    {"a position of an unknown game",
     NEW("{\"game\":\"go\",\"seats\":[\"me\"],\"position\":{}}"), 422,
     "unknown-game", 0},
    {"me twice", NEW("{\"game\":\"template\",\"seats\":[\"me\",\"me\"]}"), 422,
     "invalid-settings", 0},
    {"a seat of an unknown kind",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"you\"]}"), 422,
     "invalid-settings", "\"/seats/1\""},
    {"an unknown bot",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"bot:deep\"]}"), 422,
     "invalid-settings", "\"/seats/1\""},
    {"an unknown option",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"],"
         "\"options\":{\"moon\":true}}"),
     422, "invalid-settings", "\"/options/moon\""},
    {"a bad value",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"],"
         "\"options\":{\"draws\":\"never\"}}"),
     422, "invalid-settings", "\"/options/draws\""},
    {"a number for a choice",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"],"
         "\"options\":{\"draws\":7}}"),
     422, "invalid-settings", "\"/options/draws\""},
    {"an option that is a list",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"],"
         "\"options\":{\"draws\":[]}}"),
     400, "invalid-fields", "\"/options/draws\""},
    {"options that are a list",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
         "\"options\":[]}"),
     400, "invalid-fields", "\"/options\""},
    {"rated as a word",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
         "\"rated\":\"yes\"}"),
     400, "invalid-fields", "\"/rated\""},
    {"a chosen seed",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
         "\"rated\":true,\"seed\":7}"),
     400, "invalid-fields", "\"/seed\""},
    {"a rated match of an unknown game",
     NEW("{\"game\":\"go\",\"seats\":[\"me\",\"open\"],\"rated\":true}"), 422,
     "unknown-game", 0},
    {"a rated match from a position",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
         "\"rated\":true,\"position\":{}}"),
     422, "unfair", "\"/position\""},
    {"a rated match against a bot by its name",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"bot:greedy\"],"
         "\"rated\":true}"),
     422, "unfair", "\"/seats/1\""},
    {"a rated match on two seats",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\",\"me\"],"
         "\"rated\":true}"),
     422, "unfair", "\"/seats/2\""},
    {"a rated match without a clock",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
         "\"rated\":true,\"clock\":null}"),
     422, "unfair", "\"/clock\""},
    {"a rated match with time that must be claimed",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\"],\"rated\":true,"
         "\"clock\":{\"turn_seconds\":60,\"policy\":\"claim\"}}"),
     422, "unfair", "\"/clock/policy\""},
    {"a rated match alone with time that nobody could claim",
     NEW("{\"game\":\"underwater-cities\",\"seats\":[\"me\"],\"rated\":true,"
         "\"clock\":{\"turn_seconds\":60,\"policy\":\"claim\"}}"),
     422, "unfair", "\"/clock/policy\""},
    {"a clock of nothing",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
         "\"clock\":{}}"),
     400, "invalid-fields", "\"/clock/turn_seconds\""},
    {"a clock without time",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
         "\"clock\":{\"turn_seconds\":0}}"),
     400, "invalid-fields", "\"/clock/turn_seconds\""},
    {"a clock of more",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
         "\"clock\":{\"turn_seconds\":9,\"bonus\":1}}"),
     400, "invalid-fields", "\"/clock/bonus\""},
    {"private as a word",
     NEW("{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
         "\"private\":\"yes\"}"),
     400, "invalid-fields", "\"/private\""},
};

Test(refusals, matches_need_settings_that_the_game_allows, .init = deep_only)
{
    EXPECT_ALL_REFUSED(new_matches);
}

#define SEATS(who, match, body)                                                \
    (who), "POST", "/v1/matches/" match "/seats", (body), 0, 0
#define LEAVE(who, match, seat)                                                \
    (who), "DELETE", "/v1/matches/" match "/seats/" seat, 0, 0, 0

static const struct bad seats[] = {
    {"joining a running match", SEATS(CYD, "{M}", "{}"), 409, "match-not-open",
     0},
    {"joining a finished match", SEATS(CYD, "{F}", "{}"), 409, "match-not-open",
     0},
    {"joining twice", SEATS(ADA, "{O}", "{}"), 409, "already-seated", 0},
    {"a taken seat", SEATS(CYD, "{O}", "{\"seat\":0}"), 409, "seat-taken", 0},
    {"a seat that is not there", SEATS(CYD, "{O}", "{\"seat\":3}"), 404,
     "not-found", 0},
    {"a seat below 0", SEATS(CYD, "{O}", "{\"seat\":-1}"), 400,
     "invalid-fields", "\"/seat\""},
    {"a seat that is a text", SEATS(CYD, "{O}", "{\"seat\":\"1\"}"), 400,
     "invalid-fields", "\"/seat\""},
    {"a seat that is a fraction", SEATS(CYD, "{O}", "{\"seat\":0.5}"), 400,
     "invalid-fields", "\"/seat\""},
    {"leaving another's seat", LEAVE(BEA, "{O}", "0"), 403, "not-seated", 0},
    {"leaving a running match", LEAVE(ADA, "{M}", "0"), 409, "match-not-open",
     0},
    {"leaving a seat that is not there", LEAVE(ADA, "{O}", "9"), 404,
     "not-found", 0},
    {"leaving a seat without a number", LEAVE(ADA, "{O}", "x"), 404,
     "not-found", 0},
};

Test(refusals, seats_that_cannot_be_taken_or_left_are_refused,
     .init = deep_only)
{
    EXPECT_ALL_REFUSED(seats);
}
