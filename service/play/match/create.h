/* Creating matches, for the modules of play that create them. */
#ifndef PLAY_CREATE_H
#define PLAY_CREATE_H

#include "play/play.h"

struct match;
struct match_fault;
struct match_once;
struct match_spec;
struct play;
struct player;
struct settings;
struct store_match_caps;

/* What the match would be played with: from the game, the number of seats and
 * the options of a spec; nothing else is looked at.  PLAY_UNKNOWN_GAME,
 * PLAY_UNKNOWN_OPTION, PLAY_BAD_OPTION. */
enum play_err spec_settings(const struct match_spec *spec, struct settings *out,
                            struct match_fault *fault);

/* Make a match; with `once`, which may be NULL, render *reply (new, also when
 * the match is refused after that) and store it under the key.
 * The player may be NULL when the spec gives the seats.
 * PLAY_KEY_REUSED: the key is there already; PLAY_STALE as match_spec says. */
enum play_err match_make(struct play *play, const struct player *player,
                         const struct match_spec *spec,
                         const struct match_once *once, struct match *out,
                         char **reply, struct match_fault *fault);

/* The caps of an account that sets up a match or a challenge. */
void room_init(const struct play *play, struct store_match_caps *out);
/* What of it has refused the match. */
void room_fault(const struct store_match_caps *room, struct match_fault *fault);

#endif
