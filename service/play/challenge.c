/* Challenges. */
#include "challenge.h"

const char *challenge_status_word(enum challenge_status status)
{
    switch (status) {
    case CHALLENGE_WAITING: return "waiting";
    case CHALLENGE_ACCEPTED: return "accepted";
    case CHALLENGE_DECLINED: return "declined";
    case CHALLENGE_CANCELLED: return "cancelled";
    case CHALLENGE_EXPIRED: return "expired";
    }
    return "?";
}

const char *challenge_answer_word(enum challenge_answer answer)
{
    switch (answer) {
    case ANSWER_NONE: return "none";
    case ANSWER_ACCEPTED: return "accepted";
    case ANSWER_DECLINED: return "declined";
    }
    return "?";
}
