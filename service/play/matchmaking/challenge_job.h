/* The job that ends challenges and answers for the service's bots. */
#ifndef PLAY_CHALLENGE_JOB_H
#define PLAY_CHALLENGE_JOB_H

struct play;

/* The chore: end challenges whose time is up, answer for bots of the house. */
void challenges_run(struct play *play);

#endif
