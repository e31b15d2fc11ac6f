/* The many events of an old match as few bytes: what the table archives holds.
 *
 * Pure: no database, no rules.  Packed are moves and whatever else names
 * nobody; who came, who left and who gave up stay rows, for accounts that are
 * deleted lose their names there, and ratings ask who left.
 *
 * Format 1, all numbers of fixed size lowest byte first:
 *
 *   1 byte    the format
 *   4 bytes   how many events
 *   4 bytes   the size of the columns before they were deflated
 *   8 each    hashes of the states: nothing makes these smaller
 *   the rest  the columns, deflated (raw), one after the other:
 *             kinds, a byte each; seats + 1, a byte each;
 *             seqs, each less the one before, as varints;
 *             times in microseconds, likewise, zigzag;
 *             of moves: the notation and a NUL;
 *             of undos: seq less to_seq, as varints
 *   4 bytes   CRC-32 of all before
 *
 * A format is never changed, for there are bytes of it for ever: another one
 * gets another number, and the old ones can still be read. */
#ifndef DB_ARCHIVE_H
#define DB_ARCHIVE_H

#include "play/match/match.h"

enum {
    ARCHIVE_FORMAT = 1,
    ARCHIVE_EVENTS_MAX = 100000, /* matches have some hundreds */
};

enum archive_err {
    ARCHIVE_OK,
    ARCHIVE_NO_MEMORY,
    ARCHIVE_REFUSED, /* these events cannot be packed: too many, none, or no
                        record of a match */
    ARCHIVE_CORRUPT, /* these bytes are no archive */
};

/* Is an event of this kind packed?  Others stay rows. */
bool archive_takes(enum event_kind kind);

/* Pack events in the order of their seq, all of which are taken.  *out is new
 * (free it), *size bytes of it; NULL unless ARCHIVE_OK. */
enum archive_err archive_pack(const struct match_event *events, size_t count,
                              uint8_t **out, size_t *size);

/* The events back, but for their bits, which packing does not keep.  *out is
 * new (free it), *count of them; NULL unless ARCHIVE_OK.  Whatever the bytes
 * are: memory that is taken and time that is spent are bounded by
 * ARCHIVE_EVENTS_MAX, and what comes out could have been packed. */
enum archive_err archive_unpack(const uint8_t *bytes, size_t size,
                                struct match_event **out, size_t *count);

#endif
