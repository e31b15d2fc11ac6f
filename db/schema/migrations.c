/* The migrations, embedded: the text of db/migrations/NNNN_*.sql, in order.
 * Compiled from the root of the repository. */
#include "db/schema/migrations.h"

#include <stddef.h>

#define EMBED(name, file)                                                      \
    __asm__(".section .rodata\n"                                               \
            ".global " #name "\n"                                              \
            ".type " #name ", @object\n" #name ":\n"                           \
            ".incbin \"db/migrations/" file "\"\n"                             \
            ".byte 0\n"                                                        \
            ".size " #name ", . - " #name "\n"                                 \
            ".previous\n");                                                    \
    extern const char name[]

EMBED(migration_0001, "0001_start.sql");
EMBED(migration_0002, "0002_undo_and_sandboxes.sql");
EMBED(migration_0003, "0003_accounts.sql");
EMBED(migration_0004, "0004_votes_clocks_and_keys.sql");
EMBED(migration_0005, "0005_feeds.sql");
EMBED(migration_0006, "0006_rated_matches_and_clocks.sql");
EMBED(migration_0007, "0007_ladder.sql");
EMBED(migration_0008, "0008_bots_challenges_queue.sql");
EMBED(migration_0009, "0009_boards.sql");
EMBED(migration_0010, "0010_challenge_keys.sql");
EMBED(migration_0011, "0011_ladder_cards.sql");
EMBED(migration_0012, "0012_ladder_aside.sql");
EMBED(migration_0013, "0013_shared_by_nodes.sql");
EMBED(migration_0014, "0014_archives.sql");
EMBED(migration_0015, "0015_short_keys.sql");
EMBED(migration_0016, "0016_write_probe.sql");
EMBED(migration_0017, "0017_written_by_migrations.sql");
EMBED(migration_0018, "0018_sign_in.sql");
EMBED(migration_0019, "0019_match_ends.sql");
EMBED(migration_0020, "0020_live_matches.sql");
EMBED(migration_0021, "0021_snapshots.sql");
EMBED(migration_0022, "0022_operators.sql");
EMBED(migration_0023, "0023_blocks.sql");
EMBED(migration_0024, "0024_result_arrays.sql");
EMBED(migration_0025, "0025_option_values.sql");
EMBED(migration_0026, "0026_stream_ticket_uses.sql");
EMBED(migration_0027, "0027_guests.sql");
EMBED(migration_0028, "0028_checks_aside.sql");
EMBED(migration_0029, "0029_key_hashes.sql");
EMBED(migration_0030, "0030_cheaper_snapshots.sql");
EMBED(migration_0031, "0031_event_keys.sql");
EMBED(migration_0032, "0032_ties_in_time.sql");
EMBED(migration_0033, "0033_issue_keys.sql");
EMBED(migration_0034, "0034_former_names.sql");
EMBED(migration_0035, "0035_name_looks.sql");
EMBED(migration_0036, "0036_display_names.sql");
EMBED(migration_0037, "0037_ladder_evidence.sql");
EMBED(migration_0038, "0038_retention.sql");

const struct migration migrations[] = {
    {1, "start", migration_0001, false},
    {2, "undo-and-sandboxes", migration_0002, false},
    {3, "accounts", migration_0003, false},
    {4, "votes-clocks-and-keys", migration_0004, false},
    {5, "feeds", migration_0005, false},
    {6, "rated-matches-and-clocks", migration_0006, false},
    {7, "ladder", migration_0007, false},
    {8, "bots-challenges-queue", migration_0008, false},
    {9, "boards", migration_0009, false},
    {10, "challenge-keys", migration_0010, false},
    {11, "ladder-cards", migration_0011, false},
    {12, "ladder-aside", migration_0012, false},
    {13, "shared-by-nodes", migration_0013, false},
    {14, "archives", migration_0014, false},
    {15, "short-keys", migration_0015, false},
    {16, "write-probe", migration_0016, false},
    {17, "written-by-migrations", migration_0017, false},
    {18, "sign-in", migration_0018, false},
    {19, "match-ends", migration_0019, false},
    {20, "live-matches", migration_0020, true},
    {21, "snapshots", migration_0021, false},
    {22, "operators", migration_0022, false},
    {23, "blocks", migration_0023, false},
    {24, "result-arrays", migration_0024, false},
    {25, "option-values", migration_0025, false},
    {26, "stream-ticket-uses", migration_0026, false},
    {27, "guests", migration_0027, false},
    {28, "checks-aside", migration_0028, false},
    {29, "key-hashes", migration_0029, false},
    {30, "cheaper-snapshots", migration_0030, false},
    {31, "event-keys", migration_0031, false},
    {32, "ties-in-time", migration_0032, false},
    {33, "issue-keys", migration_0033, false},
    {34, "former-names", migration_0034, false},
    {35, "name-looks", migration_0035, true},
    {36, "display-names", migration_0036, false},
    {37, "ladder-evidence", migration_0037, false},
    {38, "retention", migration_0038, true},
    {0, NULL, NULL, false},
};

/* A database that was created with the migration never had older nodes. */
const char db_common_sql[] =
    "SELECT CASE"
    " WHEN learned.applied_at < made.applied_at + interval '1 minute'"
    " THEN 'epoch' ELSE learned.applied_at + interval '1 day' END"
    " FROM migrations made, migrations learned"
    " WHERE made.number = 1 AND learned.name = $1";
