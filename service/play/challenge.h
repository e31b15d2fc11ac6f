/* Challenges: invitations to a match by name.
 *
 * Whoever challenges has accepted; when everybody else has, the match is made,
 * in the same moment, with the seats drawn by lot.  One who declines ends it
 * for all.  Bots of the house answer by themselves. */
#ifndef PLAY_CHALLENGE_H
#define PLAY_CHALLENGE_H

enum challenge_status {
    CHALLENGE_WAITING,
    CHALLENGE_ACCEPTED, /* by all: there is a match */
    CHALLENGE_DECLINED, /* by one of them, or one is gone */
    CHALLENGE_CANCELLED,
    CHALLENGE_EXPIRED,
};

enum challenge_answer { ANSWER_NONE, ANSWER_ACCEPTED, ANSWER_DECLINED };

/* "waiting", "accepted", "declined", "cancelled", "expired". */
const char *challenge_status_word(enum challenge_status status);
/* "none", "accepted", "declined". */
const char *challenge_answer_word(enum challenge_answer answer);

#endif
