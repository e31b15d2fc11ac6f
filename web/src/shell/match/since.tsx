// What the others did since the viewer's last decision, or the last event if that is
// nothing: a line, and on tap all of it.  Undone moves are left out.
import { useState } from 'preact/hooks';
import type { Event } from '../../api/types.ts';
import { useWords } from '../../i18n/words.ts';
import { SeatToken } from '../../table/board-parts.tsx';
import type { GameClient, Table } from '../../table/game.ts';
import { Sheet } from '../page.tsx';
import { Entry, isQuiet } from './log.tsx';

const LOOKED_AT = 60; // events: a page that was just loaded has as many

// Without moves that were undone, and without their undos.
function standing(events: readonly Event[]): readonly Event[] {
  let left: Event[] = [];
  for (const event of events) {
    const { seat, type, to_seq: to = 0 } = event;
    if (type === 'undo') {
      left = left.filter((one) => one.type !== 'move' || one.seat !== seat || one.seq <= to);
    } else {
      left.push(event);
    }
  }
  return left;
}

// The seq of a seat's last decision.
const lastDecision = (events: readonly Event[], mine: number): number =>
  events.filter(({ seat, type }) => seat === mine && type === 'move').at(-1)?.seq ??
    (events[0]?.seq === 1 ? 0 : Infinity);

// What others did, or else the event that came last; without what only declined.
function eventsSince(events: readonly Event[], mine: number | null): readonly Event[] {
  const recent = events.slice(-LOOKED_AT);
  const last = mine === null ? Infinity : lastDecision(recent, mine);
  return recent.filter((event) => event.seq > last && event.type === 'move' &&
    event.seat !== null && event.seat !== mine && !isQuiet(event));
}

function lastOf(events: readonly Event[]): readonly Event[] {
  const shown = events.filter((event) => !isQuiet(event));
  return (shown.length > 0 ? shown : events).slice(-1);
}

interface SinceProps {
  table: Table;
  game: GameClient | null;
  events: readonly Event[];
}

function Line({ table, events }: { table: Table; events: readonly Event[] }) {
  const actors = [...new Set(events.map(({ seat }) => seat))];
  return (
    <>
      {actors.map((actor) => {
        const seat = actor === null ? undefined : table.seats[actor];
        const texts = events.filter((event) => event.seat === actor).map(({ text }) => text);
        return (
          <span key={actor ?? 'match'} class="since-seat">
            {seat && <SeatToken seat={seat} size={18} />} {texts.join(' ')} </span>
        );
      })}
    </>
  );
}

export function Since({ table, game, events }: SinceProps) {
  const words = useWords();
  const [isOpen, open] = useState(false);
  const left = standing(events);
  const news = eventsSince(left, table.mine);
  const shown = news.length > 0 ? news : lastOf(left);
  const title = news.length > 0 ? words.since : words.lastEvent;
  return shown.length === 0 ? null : (
    <>
      <button type="button" class="since" title={title} onClick={() => open(true)}>
        <span class="since-text"><span class="only-read">{title}: </span>
          <Line table={table} events={shown} /></span>
      </button>
      {isOpen && (
        <Sheet title={title} onClose={() => open(false)}>
          <ol class="log">
            {shown.map((event) => <Entry key={event.seq} event={event} table={table} game={game} />)}
          </ol>
        </Sheet>
      )}
    </>
  );
}
