// The players in a strip, on a desktop one below the other.  A tap on one shows
// that player's board.
import { useWords } from '../../i18n/words.ts';
import { SeatToken } from '../../table/board-parts.tsx';
import type { GameClient, Table } from '../../table/game.ts';
import { Icon } from '../../table/icon.tsx';

export function Seats({ table, game }: { table: Table; game: GameClient | null }) {
  const words = useWords();
  return (
    <ul class={`seats seats-${table.seats.length}`} aria-label={words.players}>
      {table.seats.map((seat) => (
        <li key={seat.seat}>
          <button type="button" class={seat.isToAct ? 'seat acts' : 'seat'}
            aria-pressed={table.shown === seat.seat} data-seat={seat.seat}
            onClick={() => table.show(seat.isMine ? 'mine' : seat.seat)}>
            <span aria-hidden="true"><SeatToken seat={seat} /></span>
            <span class="seat-name" title={seat.account === null ? seat.name : `${seat.name} (${seat.account})`}>
              {seat.isMine ? words.you : seat.name}
              {!seat.isMine && seat.account !== null && <small> {seat.account}</small>}
              {seat.kind === 'bot' && <small> {words.bot}</small>}</span>
            <span class="seat-score"><b>{seat.score}</b><Icon name="points" size={16} />
              <span class="only-read">{words.points(seat.score)}</span></span>
            {table.view && game?.rival &&
              <span class="seat-more">{game.rival(table, seat.seat)}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
