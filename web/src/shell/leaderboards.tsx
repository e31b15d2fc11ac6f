// The leaderboards: a game, a number of seats, a pool and a season.  The address has
// all four: "#/leaderboards/GAME/2/human/3".
import { useEffect, useState } from 'preact/hooks';
import type { Game, Leaderboard, Pool, Season } from '../api/types.ts';
import { useAroundWords, useFormats } from '../i18n/around/words.ts';
import { useWords } from '../i18n/words.ts';
import { useAnswer, useList } from '../store/answer.ts';
import { loadBoard, loadSeasons, type Board } from '../store/ladder.ts';
import { loadLobby, lobby } from '../store/lobby.ts';
import { session } from '../store/session.ts';
import { useStore } from '../store/store.ts';
import { Page, Problem } from './page.tsx';
import { PlayerLink } from './player-link.tsx';
import { go } from './router.ts';

const POOLS: readonly Pool[] = ['human', 'bot', 'all'];

// What the address asks for, as far as there is such a leaderboard.
function boardOf(parts: readonly string[], games: readonly Game[]): Board | null {
  const game = games.find(({ id }) => id === parts[0]) ?? games[0];
  if (!game) {
    return null;
  }
  const { min, max } = game.seats;
  const seats = Number(parts[1]);
  return {
    game: game.id,
    seats: seats >= min && seats <= max ? seats : Math.min(max, Math.max(2, min)),
    pool: POOLS.find((pool) => pool === parts[2]) ?? 'human',
    season: Number(parts[3]) || undefined,
  };
}

const open = ({ game, seats, pool, season }: Board) =>
  go(`/leaderboards/${game}/${seats}/${pool}${season ? `/${season}` : ''}`);

function Filters({ board, games, seasons }:
    { board: Board; games: readonly Game[]; seasons: readonly Season[] }) {
  const words = useAroundWords();
  const seats = games.find(({ id }) => id === board.game)?.seats ?? { min: 2, max: 2 };
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <label class="field">
        <span>{words.game}</span>
        <select value={board.game}
          onChange={(event) => open({ ...board, game: event.currentTarget.value })}>
          {games.map(({ id, title }) => <option key={id} value={id}>{title}</option>)}
        </select>
      </label>
      <label class="field">
        <span>{words.seats}</span>
        <select value={board.seats}
          onChange={(event) => open({ ...board, seats: Number(event.currentTarget.value) })}>
          {Array.from({ length: seats.max - seats.min + 1 }, (_, n) => seats.min + n)
              .map((n) => <option key={n} value={n}>{words.seatsOf(n)}</option>)}
        </select>
      </label>
      <label class="field">
        <span>{words.pool}</span>
        <select value={board.pool}
          onChange={(event) => open({ ...board, pool: event.currentTarget.value as Pool })}>
          {POOLS.map((pool) => <option key={pool} value={pool}>{words.pools[pool]}</option>)}
        </select>
      </label>
      {seasons.length > 0 && (
        <label class="field">
          <span>{words.season}</span>
          <select value={board.season ?? seasons[0]?.number}
            onChange={(event) => open({ ...board, season: Number(event.currentTarget.value) })}>
            {seasons.map(({ number }) =>
              <option key={number} value={number}>{words.seasonOf(number)}</option>)}
          </select>
        </label>
      )}
    </form>
  );
}

function SeasonNote({ season, isSolo }:
    { season: Leaderboard['season']; isSolo: boolean }) {
  const words = useAroundWords();
  const { date } = useFormats();
  if (!season) {
    return <p class="note">{words.noSeason}</p>;
  }
  const isOver = new Date(season.ends_at) <= new Date();
  return (
    <p class="note">
      {isOver ? words.seasonOver(date(season.ends_at)) : words.seasonUntil(date(season.ends_at))}
      {season.final && ` ${words.seasonFinal}`}
      {!isSolo && ` ${words.listedFrom(season.list_matches, season.list_opponents, season.list_queue_opponents)}`}
      {!isSolo && season.list_order === 'lower-bound' && ` ${words.byLowerBound}`}
    </p>
  );
}

type Row = Leaderboard['data'][number];

function BoardRow({ row, isMe }: { row: Row; isMe: boolean }) {
  const words = useAroundWords();
  const { date } = useFormats();
  const isScore = 'score' in row;
  return (
    <tr class={isMe ? 'is-mine' : ''}>
      <td class="number">{row.rank ?? '–'}</td>
      <th scope="row">
        <PlayerLink player={row.player} />{isMe && <small> {words.isMe}</small>}
      </th>
      {isScore ? (
        <>
          <td class="number">{row.score}</td>
          <td>{row.won ? words.reached : words.missed}</td>
          <td>{row.match ? <a class="line-link" href={`#/match/${row.match}`}>
            {date(row.reached_at)}</a> : date(row.reached_at)}</td>
        </>
      ) : (
        <>
          <td class="number">
            <span class="whole">{row.rating} <small>± {row.uncertainty}</small></span>
            <small class="block">{words.lowerBound(row.lower_bound)}</small>
          </td>
          <td class="number">{row.matches}</td>
          <td class="number">{row.wins}</td>
        </>
      )}
    </tr>
  );
}

function BoardTable({ board, title }: { board: Board; title: string }) {
  const words = useAroundWords();
  const { account } = useStore(session);
  const [around, setAround] = useState<string | undefined>(undefined);
  const key = JSON.stringify(board);
  useEffect(() => setAround(undefined), [key]);
  const list = useList((cursor) =>
    loadBoard(board, cursor ? { cursor } : { around }), [key, around]);
  const page = list.data as Leaderboard | null;
  const isSolo = board.seats === 1;
  return (
    <section aria-busy={!page && !list.problem}>
      <h2>{title}</h2>
      <Problem problem={list.problem} />
      {page && <SeasonNote season={page.season} isSolo={isSolo} />}
      {page && page.data.length === 0 && <p>{words.nobodyListed}</p>}
      {page && page.data.length > 0 && (
        <table class="data">
          <caption>{words.listed(page.total)}</caption>
          <thead>
            <tr>
              <th scope="col" class="number">{words.rank}</th>
              <th scope="col">{words.player}</th>
              <th scope="col" class="number">{isSolo ? words.score : words.rating}</th>
              <th scope="col" class={isSolo ? '' : 'number'}>
                {isSolo ? words.goals : words.matches}</th>
              <th scope="col" class={isSolo ? '' : 'number'}>
                {isSolo ? words.when : words.wins}</th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((row) => <BoardRow key={(row as Row).player.name} row={row as Row}
              isMe={account !== null && (row as Row).player.name === account.name} />)}
          </tbody>
        </table>
      )}
      <div class="row after-table">
        {list.more && <button type="button" class="button" onClick={list.more}>{words.more}</button>}
        {account && !around && page && page.total > 0 && (
          <button type="button" class="button"
            onClick={() => setAround(account.name)}>{words.showMe}</button>
        )}
        {around && <button type="button" class="button"
          onClick={() => setAround(undefined)}>{words.showTop}</button>}
      </div>
    </section>
  );
}

export default function LeaderboardsPage({ parts }: { parts: readonly string[] }) {
  const words = useAroundWords();
  const { loading } = useWords();
  const { games, problem } = useStore(lobby);
  const seasons = useAnswer(loadSeasons, []);
  useEffect(() => void loadLobby(), []);
  const board = games && boardOf(parts, games);
  return (
    <Page title={words.leaderboards}>
      <Problem problem={problem ?? seasons.problem} />
      {!board && <p>{loading}</p>}
      {board && games && (
        <>
          <Filters board={board} games={games} seasons={seasons.data?.data ?? []} />
          <BoardTable board={board}
            title={games.find(({ id }) => id === board.game)?.title ?? board.game} />
        </>
      )}
    </Page>
  );
}
