/* Display names: what they may be, and that every node shows them. */
#include "play_cases.h"
#include "play_world.h"

#include "play/accounts/display_name.h"
#include "play/match/read.h"
#include "play/matchmaking/challenge.h"

#include <criterion/criterion.h>

#include <string.h>

/* ---- the rule ---- */

struct row {
    const char *text;
    enum display_fault fault;
    const char *read; /* NULL: as the text */
};

static void expect_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char out[PLAY_DISPLAY_SIZE] = "";

        cr_expect_eq(display_name_read(rows[i].text, out), rows[i].fault,
                     "%s: %d", rows[i].text,
                     display_name_read(rows[i].text, out));
        if (!rows[i].fault)
            cr_expect_str_eq(out, rows[i].read ? rows[i].read : rows[i].text);
    }
}

#define EXPECT_ROWS(rows) expect_rows(rows, sizeof(rows) / sizeof *(rows))

Test(display_name, may_be_in_any_script)
{
    static const struct row rows[] = {
        {"Ada", DISPLAY_OK, NULL},
        {"Zoë Ångström", DISPLAY_OK, NULL},
        {"Zoe\u0308", DISPLAY_OK, "Zoë"},
        {"O'Neill-García", DISPLAY_OK, NULL},
        {"Dr. Ada L. Jr.", DISPLAY_OK, NULL},
        {"Núria Gal·la", DISPLAY_OK, NULL},
        {"李雷", DISPLAY_OK, NULL},
        {"さくら", DISPLAY_OK, NULL},
        {"山田エリカ・ひろ", DISPLAY_OK, NULL},
        {"ジョー", DISPLAY_OK, NULL},
        {"김민수", DISPLAY_OK, NULL},
        {"金민수", DISPLAY_OK, NULL},
        {"李ㄅ", DISPLAY_OK, NULL},
        {"Анна Ёлкина", DISPLAY_OK, NULL},
        {"Σωκράτης", DISPLAY_OK, NULL},
        {"محمد علي", DISPLAY_OK, NULL},
        {"דָּוִד", DISPLAY_OK, NULL},
        {"प्रिया", DISPLAY_OK, NULL},
        {"น้ำฝน", DISPLAY_OK, NULL},
        {"ᏣᎳᎩ", DISPLAY_OK, NULL},
        {"Anna 2", DISPLAY_OK, NULL},
        {"K", DISPLAY_OK, NULL},
        {"Lê Thị Thu Hà", DISPLAY_OK, NULL},
    };

    EXPECT_ROWS(rows);
}

Test(display_name, has_only_visible_letters_and_what_is_between_them)
{
    static const struct row rows[] = {
        {"a\u202eb", DISPLAY_CHARACTER, NULL}, /* right-to-left override */
        {"a\u2066b", DISPLAY_CHARACTER, NULL}, /* isolate */
        {"a\u200eb", DISPLAY_CHARACTER, NULL}, /* left-to-right mark */
        {"a\u200bb", DISPLAY_CHARACTER, NULL}, /* zero width space */
        {"a\u200db", DISPLAY_CHARACTER, NULL}, /* zero width joiner */
        {"a\u00adb", DISPLAY_CHARACTER, NULL}, /* soft hyphen */
        {"a\ufeff", DISPLAY_CHARACTER, NULL},
        {"\u3164", DISPLAY_CHARACTER, NULL}, /* Hangul filler */
        {"a\u034fb", DISPLAY_CHARACTER, NULL},
        {"a\ufe0f", DISPLAY_CHARACTER, NULL}, /* variation selector */
        {"a\nb", DISPLAY_CHARACTER, NULL},
        {"a\tb", DISPLAY_CHARACTER, NULL},
        {"a\xc2\x85", DISPLAY_CHARACTER, NULL},
        {"a\u00a0b", DISPLAY_CHARACTER, NULL},
        {"a\u3000b", DISPLAY_CHARACTER, NULL},
        {"\u2800", DISPLAY_CHARACTER, NULL},
        {"a\u20dd", DISPLAY_CHARACTER, NULL}, /* enclosing circle */
        {"Ada\U0001f600", DISPLAY_CHARACTER, NULL},
        {"<b>", DISPLAY_CHARACTER, NULL},
        {"a/b", DISPLAY_CHARACTER, NULL},
        {"a@b", DISPLAY_CHARACTER, NULL},
        {"\uff21\uff44\uff41", DISPLAY_CHARACTER, NULL}, /* full width */
        {"\U0001d400da", DISPLAY_CHARACTER, NULL},       /* mathematical */
        {"\ufb01n", DISPLAY_CHARACTER, NULL},            /* ligature */
        {"a\u00b2", DISPLAY_CHARACTER, NULL},
        {"a\ue000", DISPLAY_CHARACTER, NULL}, /* private use */
        {"a\U000e0041", DISPLAY_CHARACTER, NULL},
        {" Ada", DISPLAY_PLACE, NULL},
        {"Ada ", DISPLAY_PLACE, NULL},
        {"Ada  L", DISPLAY_PLACE, NULL},
        {"-Ada", DISPLAY_PLACE, NULL},
        {"\u0301a", DISPLAY_PLACE, NULL},
        {"a \u0301", DISPLAY_PLACE, NULL},
        {"x\u0300\u0301\u0302\u0303", DISPLAY_PLACE, NULL},
        {"x\u0300\u0301\u0302", DISPLAY_OK, NULL},
        {"007", DISPLAY_NO_LETTER, NULL},
        {"", DISPLAY_LENGTH, NULL},
        {"...", DISPLAY_PLACE, NULL},
    };

    EXPECT_ROWS(rows);
}

Test(display_name, is_of_one_script)
{
    static const struct row rows[] = {
        {"Αda", DISPLAY_SCRIPTS, NULL}, /* Greek and Latin */
        {"аdа", DISPLAY_SCRIPTS, NULL}, /* Cyrillic and Latin */
        {"Anna Анна", DISPLAY_SCRIPTS, NULL}, {"李Lei", DISPLAY_SCRIPTS, NULL},
        {"김さくら", DISPLAY_SCRIPTS, NULL},  {"ㄅさ", DISPLAY_SCRIPTS, NULL},
        {"αа", DISPLAY_SCRIPTS, NULL}, /* Greek and Cyrillic */
        {"Анна 2", DISPLAY_OK, NULL},
    };

    EXPECT_ROWS(rows);
}

Test(display_name, has_at_most_24_characters_and_72_bytes)
{
    static const struct row rows[] = {
        {"abcdefghijklmnopqrstuvwx", DISPLAY_OK, NULL},
        {"abcdefghijklmnopqrstuvwxy", DISPLAY_LENGTH, NULL},
        {"李李李李李李李李李李李李李李李李李李李李李李李李", DISPLAY_OK, NULL},
        {"李李李李李李李李李李李李李李李李李李李李李李李李李", DISPLAY_LENGTH,
         NULL},
        {"𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀", DISPLAY_OK, NULL},
        {"𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀𐐀", DISPLAY_LENGTH, NULL},
    };

    EXPECT_ROWS(rows);
}

Test(display_name, does_not_look_like_a_reserved_name)
{
    static const struct row rows[] = {
        {"Admin", DISPLAY_RESERVED, NULL},
        {"Fathom Support", DISPLAY_RESERVED, NULL},
        {"Ádmïn", DISPLAY_RESERVED, NULL},
        {"R O O T", DISPLAY_RESERVED, NULL},
        {"Gréedy", DISPLAY_RESERVED, NULL},
        {"Guest-abc", DISPLAY_RESERVED, NULL},
        {"ѕуѕтем", DISPLAY_RESERVED, NULL}, /* Cyrillic */
        {"Rootes", DISPLAY_OK, NULL},
        {"Система", DISPLAY_OK, NULL},
    };

    EXPECT_ROWS(rows);
}

/* ---- players ---- */

CASES(display_names);

static enum play_err call(struct play *play, const struct session *session,
                          const char *display)
{
    enum display_fault fault;
    struct player player;

    return player_set_display(play, &session->login, display, &player, &fault);
}

/* The display name on the first seat, as this node shows it soon. */
static bool shows(struct play *play, const char *match_id, const char *display)
{
    struct match match = {.seq = 0};

    for (int i = 0; i < 30000; i++) {
        if (!match_get(play, match_id, &match) &&
            strcmp(match.seats[0].display, display) == 0)
            return true;
        world_sleep_ms(2);
    }
    return false;
}

CASE(are_shown_by_every_node_at_once)
{
    static const char *const seats[] = {"me", "open"};

    struct play *here = test_world.node[0];
    struct play *there = world_add_node(&test_world, NULL);
    struct player ada = world_player(here, "ada");
    struct session session = world_session(here, "ada");
    struct match match = world_match(here, &ada, "template", seats, 2);
    struct login login;
    struct player seen;

    cr_assert_eq(token_find(there, session.token, &login), PLAY_OK);
    cr_expect(shows(there, match.id, ""));
    cr_assert_eq(call(here, &session, "Zoe\u0308"), PLAY_OK);
    cr_expect(shows(here, match.id, "Zoë"));
    cr_expect(shows(there, match.id, "Zoë"));
    cr_assert_eq(player_find(there, "ada", &seen), PLAY_OK);
    cr_expect_str_eq(seen.display, "Zoë");
    for (int i = 0; i < 30000 && strcmp(login.player.display, "Zoë") != 0;
         i++) {
        world_sleep_ms(2);
        cr_assert_eq(token_find(there, session.token, &login), PLAY_OK);
    }
    cr_expect_str_eq(login.player.display, "Zoë");
    cr_assert_eq(call(there, &session, NULL), PLAY_OK);
    cr_expect(shows(here, match.id, ""));
    cr_expect(shows(there, match.id, ""));
}

CASE(that_are_refused_change_nothing)
{
    struct play *play = test_world.node[0];
    struct player seen;

    world_player(play, "ada");
    struct session session = world_session(play, "ada");

    cr_assert_eq(call(play, &session, "Zoë"), PLAY_OK);
    cr_expect_eq(call(play, &session, "Z\u202e"), PLAY_BAD_DISPLAY);
    cr_expect_eq(call(play, &session, "Fathom"), PLAY_NAME_RESERVED);
    cr_assert_eq(player_find(play, "ada", &seen), PLAY_OK);
    cr_expect_str_eq(seen.display, "Zoë");
}

CASE(are_deleted_with_the_account)
{
    static const char *const seats[] = {"me", "open", "open"};
    struct play *play = test_world.node[0];
    struct player ada = world_player(play, "ada");
    struct player bob = world_player(play, "bob");
    struct player cyd = world_player(play, "cyd");
    struct session session = world_session(play, "ada");
    struct match match = world_match(play, &ada, "template", seats, 3);

    cr_assert_eq(world_join(play, &bob, match.id, -1).err, PLAY_OK);
    cr_assert_eq(world_join(play, &cyd, match.id, -1).err, PLAY_OK);
    cr_assert_eq(call(play, &session, "Zoë"), PLAY_OK);
    cr_expect(shows(play, match.id, "Zoë"));
    cr_assert_eq(world_delete(play, &session.login, "a fine long phrase"),
                 PLAY_OK);
    cr_expect(shows(play, match.id, ""));
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM accounts"
                                           " WHERE display_name IS NOT NULL"),
                 0);
}

CASE(come_along_into_matches_and_challenges)
{
    static const char *const seats[] = {"me", "open"};
    static const char *const names[] = {"bob"};
    struct play *play = test_world.node[0];
    struct challenge_spec spec = {.names = names,
                                  .name_count = 1,
                                  .match = {.game = "template"},
                                  .seconds = 600};
    struct challenge_fault fault;
    struct challenge challenge;
    bool replayed;

    world_player(play, "ada");
    world_player(play, "bob");
    struct session ada = world_session(play, "ada");
    struct session bob = world_session(play, "bob");

    cr_assert_eq(call(play, &ada, "李雷"), PLAY_OK);
    cr_assert_eq(call(play, &bob, "김민수"), PLAY_OK);
    cr_assert_eq(token_find(play, ada.token, &ada.login), PLAY_OK);
    cr_assert_eq(token_find(play, bob.token, &bob.login), PLAY_OK);
    struct match match =
        world_match(play, &ada.login.player, "template", seats, 2);

    cr_expect_str_eq(match.seats[0].display, "李雷");
    cr_assert_eq(world_join(play, &bob.login.player, match.id, -1).err,
                 PLAY_OK);
    cr_assert_eq(match_get(play, match.id, &match), PLAY_OK);
    cr_expect_str_eq(match.seats[1].display, "김민수");
    cr_assert_eq(challenge_create(play, &ada.login.player, &spec, &challenge,
                                  &replayed, &fault),
                 PLAY_OK);
    cr_expect_str_eq(challenge.players[0].display, "李雷");
    cr_expect_str_eq(challenge.players[1].display, "김민수");
}
