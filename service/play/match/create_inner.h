/* Creating matches: what create.c offers to other modules of play. */
#ifndef PLAY_CREATE_INNER_H
#define PLAY_CREATE_INNER_H

#include "play/error.h"

struct match;
struct match_fault;
struct match_once;
struct match_spec;
struct play;
struct player;
struct settings;
struct store_match_caps;

/* Compute the settings for a spec's game, number of seats and options; its
 * other fields are not used.  PLAY_UNKNOWN_GAME, PLAY_UNKNOWN_OPTION,
 * PLAY_BAD_OPTION. */
enum play_err spec_settings(const struct match_spec *spec, struct settings *out,
                            struct match_fault *fault);

/* Create a match.  With `once`, which may be NULL, render *reply (new, also
 * when the match is refused after that) and store it with the key.  The player
 * may be NULL when the spec has the seats.  PLAY_KEY_REUSED: the key is stored
 * already; PLAY_STALE: see match_spec. */
enum play_err match_make(struct play *play, const struct player *player,
                         const struct match_spec *spec,
                         const struct match_once *once, struct match *out,
                         char **reply, struct match_fault *fault);

/* Fill in the limits on matches of the account that creates a match or
 * challenge. */
void room_init(const struct play *play, struct store_match_caps *out);
/* Fill in which of the limits refused the match. */
void room_fault(const struct store_match_caps *room, struct match_fault *fault);

#endif
