/* The dock tiles, three for each resource.  Of six of them the scoring example
 * of the rule book shows areas; the rest is our own. */
#include "rules/seastead/content/content.h"

const int8_t area_offset[AREAS] = {
    [FRONT_LEFT] = -1,
    [FRONT_RIGHT] = 1,
    [BACK_LEFT] = -2,
    [BACK_RIGHT] = 2,
};

const char *const area_words[AREAS] = {
    [FRONT_LEFT] = "front_left",
    [FRONT_RIGHT] = "front_right",
    [BACK_LEFT] = "back_left",
    [BACK_RIGHT] = "back_right",
};

/* clang-format off */
#define NONE {0, 0}
const struct dock docks[DOCKS + 1] = {
    [1] = {KELP, {NONE, {SHIPYARD, 1}, {ACADEMY, 3}, NONE}, ORIGIN_RULEBOOK},
    [2] = {KELP, {{ACADEMY, 1}, {ACADEMY, 2}, {SHIPYARD, 2}, {SHIPYARD, 1}}, ORIGIN_OURS},
    [3] = {KELP, {{SHIPYARD, 2}, {ACADEMY, 2}, {SHIPYARD, 1}, {ACADEMY, 1}}, ORIGIN_OURS},
    [4] = {METAL, {{SHIPYARD, 2}, NONE, {ACADEMY, 1}, {SHIPYARD, 1}}, ORIGIN_RULEBOOK},
    [5] = {METAL, {{SHIPYARD, 1}, {ACADEMY, 2}, NONE, {SHIPYARD, 3}}, ORIGIN_OURS},
    [6] = {METAL, {{ACADEMY, 2}, {SHIPYARD, 2}, {ACADEMY, 1}, {SHIPYARD, 1}}, ORIGIN_OURS},
    [7] = {FISH, {NONE, {SHIPYARD, 1}, {ACADEMY, 2}, {ACADEMY, 2}}, ORIGIN_RULEBOOK},
    [8] = {FISH, {{SHIPYARD, 1}, {SHIPYARD, 1}, NONE, {ACADEMY, 2}}, ORIGIN_RULEBOOK},
    [9] = {FISH, {{ACADEMY, 2}, {SHIPYARD, 1}, {SHIPYARD, 1}, NONE}, ORIGIN_RULEBOOK},
    [10] = {ARTIFACT, {{ACADEMY, 2}, NONE, NONE, {SHIPYARD, 3}}, ORIGIN_RULEBOOK},
    [11] = {ARTIFACT, {{SHIPYARD, 1}, {ACADEMY, 1}, {SHIPYARD, 2}, {ACADEMY, 2}}, ORIGIN_OURS},
    [12] = {ARTIFACT, {{ACADEMY, 2}, {SHIPYARD, 2}, {ACADEMY, 1}, {SHIPYARD, 1}}, ORIGIN_OURS},
};
/* clang-format on */
