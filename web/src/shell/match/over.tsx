// How a match ended, and what one can do then.
import { useEffect, useState } from 'preact/hooks';
import type { Refusal } from '../../api/types.ts';
import type { Words } from '../../i18n/en.ts';
import { useWords } from '../../i18n/words.ts';
import { createMatch, loadLobby, lobby } from '../../store/lobby.ts';
import { useStore } from '../../store/store.ts';
import type { Table } from '../../table/game.ts';
import { SeatToken } from '../../table/board-parts.tsx';
import { Icon } from '../../table/icon.tsx';
import { Problem } from '../page.tsx';
import { go } from '../router.ts';

export function resultText({ match, seats, mine }: Table, words: Words): string {
  const { result, status } = match;
  if (!result) {
    return status === 'aborted' ? words.aborted : words.over;
  }
  if (result.outcome !== 'ranked') {
    return result.outcome === 'won' ? words.soloWon : words.soloLost;
  }
  const winners = seats.filter(({ seat }) => result.ranks[seat] === 1);
  return winners.length > 1 ? words.tied(winners.map(({ name }) => name).join(', ')) :
    winners[0]?.seat === mine ? words.youWon : words.won(winners[0]?.name ?? '');
}

// The points of all, the best first.
export function Points({ table: { match: { result }, seats } }: { table: Table }) {
  const words = useWords();
  const inOrder = [...seats].sort((a, b) =>
    (result?.ranks[a.seat] ?? 0) - (result?.ranks[b.seat] ?? 0));
  return result ? (
    <>
      {inOrder.map((seat) => (
        <span key={seat.seat} class="since-seat"><SeatToken seat={seat} size={18} /> {seat.isMine ? words.you : seat.name} {seat.score} </span>
      ))}
    </>
  ) : null;
}

// The seats of another match against the same bots; null if somebody else took part.
function sameSeats({ seats }: Table, bots: readonly string[]): string[] | null {
  const wanted = seats.flatMap(({ isMine, kind, name }) =>
    isMine ? 'me' : kind === 'bot' && bots.includes(name) ? `bot:${name}` : []);
  return wanted.includes('me') && wanted.length === seats.length ? wanted : null;
}

export function Over({ table }: { table: Table }) {
  const words = useWords();
  const { bots } = useStore(lobby);
  const [refused, setRefused] = useState<Refusal | null>(null);
  useEffect(() => void loadLobby(), []);
  const { game, options, id } = table.match;
  const seats = sameSeats(table, bots ?? []);
  const again = async () => {
    const made = seats && await createMatch({ game, options, seats });
    if (made && 'match' in made) {
      return go(`/match/${made.match}`);
    }
    setRefused(made?.problem ?? null);
  };
  return (
    <div class="over">
      <Problem problem={refused} />
      <a class="button" data-replay="" href={`#/replay/${id}/1`}><Icon name="play" size={18} />{words.watchAgain}</a>
      {seats && <button type="button" class="button main" data-again="" onClick={() => void again()}>
        <Icon name="refresh" size={18} />{words.again}</button>}
    </div>
  );
}
