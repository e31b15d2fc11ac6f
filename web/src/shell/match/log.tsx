// What happened, the newest first: events with their steps.  The number of an event
// leads to the position after it.
import type { Event } from '../../api/types.ts';
import { useWords } from '../../i18n/words.ts';
import { SeatToken } from '../../table/board-parts.tsx';
import type { GameClient, Table } from '../../table/game.ts';

const textOf = (step: { text: string }): string => step.text;

// Moves that decline: their texts say what a player may do, not what one did.
export const isQuiet = ({ type, parts }: Event): boolean =>
  type === 'move' && parts?.verb === 'pass';

export function Entry({ event, table, game }: { event: Event; table: Table; game: GameClient | null }) {
  const words = useWords();
  const seat = event.seat === null ? undefined : table.seats[event.seat];
  return (
    <li class="entry">
      {seat && <SeatToken seat={seat} size={20} />}
      <div>
        <p class={isQuiet(event) ? 'steps' : undefined}>{isQuiet(event) ? words.wentOn : event.text}</p>
        {event.steps.length > 0 && (
          <ul class="steps">
            {event.steps.map((step, i) => (
              <li key={i}>{(table.view && game?.step?.(step, table)) ?? textOf(step)}</li>
            ))}
          </ul>
        )}
      </div>
      <a class="seq" href={`#/replay/${table.match.id}/${event.seq}`}
        aria-label={words.toPosition(event.seq)}>{event.seq}</a>
    </li>
  );
}

const SHOWN = 60;

export function Log({ table, game, events }:
    { table: Table; game: GameClient | null; events: readonly Event[] }) {
  const words = useWords();
  const shown = events.slice(-SHOWN).reverse();
  const isWhole = shown.at(-1)?.seq === 1;
  return (
    <div class="log">
      <ol>
        {shown.map((event) =>
          <Entry key={event.seq} event={event} table={table} game={game} />)}
      </ol>
      {!isWhole && <p class="note">{words.earlier}</p>}
    </div>
  );
}
