/* The kinds of events. */
#include "play/match/event.h"

const char *event_kind_word(enum event_kind kind)
{
    static const char *const words[] = {
        [EVENT_JOIN] = "join",       [EVENT_LEAVE] = "leave",
        [EVENT_START] = "start",     [EVENT_MOVE] = "move",
        [EVENT_RESIGN] = "resign",   [EVENT_FINISH] = "finish",
        [EVENT_ABORT] = "abort",     [EVENT_UNDO] = "undo",
        [EVENT_VOTE] = "vote",       [EVENT_VOTE_WITHDRAWN] = "vote",
        [EVENT_TIMEOUT] = "timeout", [EVENT_AWAY] = "away",
        [EVENT_BACK] = "away",
    };

    return words[kind];
}

bool event_is_vote(enum event_kind kind)
{
    return kind == EVENT_VOTE || kind == EVENT_VOTE_WITHDRAWN;
}

bool event_is_aside(enum event_kind kind)
{
    return event_is_vote(kind) || kind == EVENT_AWAY || kind == EVENT_BACK;
}

bool event_is_decision(enum event_kind kind, enum entry_kind *out)
{
    switch (kind) {
    case EVENT_MOVE: *out = ENTRY_MOVE; return true;
    case EVENT_RESIGN:
    case EVENT_TIMEOUT: *out = ENTRY_LEAVE; return true;
    case EVENT_UNDO: *out = ENTRY_UNDO; return true;
    case EVENT_JOIN:
    case EVENT_LEAVE:
    case EVENT_START:
    case EVENT_FINISH:
    case EVENT_ABORT:
    case EVENT_VOTE:
    case EVENT_VOTE_WITHDRAWN:
    case EVENT_AWAY:
    case EVENT_BACK: break;
    }
    return false;
}
