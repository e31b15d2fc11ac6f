// What the others did since the viewer's last decision: a line, and on tap all of it.
import { useState } from 'preact/hooks';
import type { Event } from '../../api/types.ts';
import { useWords } from '../../i18n/words.ts';
import { SeatToken } from '../../table/board-parts.tsx';
import type { GameClient, Table } from '../../table/game.ts';
import { Sheet } from '../page.tsx';
import { Entry, isQuiet } from './log.tsx';

const LOOKED_AT = 60; // events: a page that was just loaded has as many

// The seq of a seat's last decision that was not undone.
function lastDecision(events: readonly Event[], mine: number): number {
  let own: number[] = [];
  for (const { seat, seq, type, to_seq: to } of events) {
    if (seat === mine && type === 'undo') {
      own = own.filter((decision) => decision <= (to ?? 0));
    } else if (seat === mine && type === 'move') {
      own.push(seq);
    }
  }
  return own.at(-1) ?? (events[0]?.seq === 1 ? 0 : Infinity);
}

function eventsSince(events: readonly Event[], mine: number | null): readonly Event[] {
  const recent = events.slice(-LOOKED_AT);
  const last = mine === null ? Infinity : lastDecision(recent, mine);
  return recent.filter(({ seat, seq, type }) =>
    seq > last && type === 'move' && seat !== null && seat !== mine);
}

interface SinceProps {
  table: Table;
  game: GameClient | null;
  events: readonly Event[];
}

function Line({ table, events }: { table: Table; events: readonly Event[] }) {
  const shown = events.filter((event) => !isQuiet(event));
  return (
    <>
      {table.seats.map((seat) => {
        const texts = shown.filter((event) => event.seat === seat.seat).map(({ text }) => text);
        return texts.length > 0 && (
          <span key={seat.seat} class="since-seat"><SeatToken seat={seat} size={18} /> {texts.join(' ')} </span>
        );
      })}
    </>
  );
}

export function Since({ table, game, events }: SinceProps) {
  const words = useWords();
  const [isOpen, open] = useState(false);
  const news = eventsSince(events, table.mine);
  return news.length === 0 ? null : (
    <>
      <button type="button" class="since" title={words.since} onClick={() => open(true)}>
        <span class="only-read">{words.since}: </span><Line table={table} events={news} />
      </button>
      {isOpen && (
        <Sheet title={words.since} onClose={() => open(false)}>
          <ol class="log">
            {news.map((event) => <Entry key={event.seq} event={event} table={table} game={game} />)}
          </ol>
        </Sheet>
      )}
    </>
  );
}
