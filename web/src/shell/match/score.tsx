// The score sheet: the points of each seat from each source, as if the match ended
// now, and the goals of a solo match.
import { useWords } from '../../i18n/words.ts';
import { SeatToken } from '../../table/board-parts.tsx';
import type { GameClient, Table } from '../../table/game.ts';

export function ScoreSheet({ table, game }: { table: Table; game: GameClient | null }) {
  const words = useWords();
  const { breakdown, goals, score } = table.state;
  const sources = [...new Set(breakdown.flatMap((seat) => Object.keys(seat)))];
  const nameOf = (source: string) => game?.sources?.[source]?.[table.language] ??
    source.replaceAll(/[-_]/g, ' ');
  return (
    <div class="score">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.scoreSheet}</th>
            {table.seats.map((seat) => <th key={seat.seat} scope="col"><SeatToken seat={seat} /></th>)}
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <tr key={source}>
              <th scope="row">{nameOf(source)}</th>
              {breakdown.map((seat, i) => <td key={i}>{seat[source] ?? 0}</td>)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            {score.map((points, i) => <td key={i}>{points}</td>)}
          </tr>
        </tfoot>
      </table>
      {goals.length > 0 && (
        <ul class="goals">
          {goals.map((goal) => (
            <li key={goal.name}>{nameOf(goal.name)}: {goal.reached} / {goal.needed}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
