// A player: ratings with their history, recent matches, statistics.
import { useEffect, useState } from 'preact/hooks';
import type { Game, GameStatistics, Match, Refusal, Standings } from '../api/types.ts';
import { useAroundWords, useFormats } from '../i18n/around/words.ts';
import { useWords } from '../i18n/words.ts';
import { useAnswer, useList } from '../store/answer.ts';
import {
  loadIsBlocked, loadPlayerMatches, loadProfile, loadRatingHistory, loadStandings, loadStatistics,
  type Board,
} from '../store/ladder.ts';
import { createMatch, loadLobby, lobby, seatOfPlayer } from '../store/lobby.ts';
import { session } from '../store/session.ts';
import { useStore } from '../store/store.ts';
import { fullName, shownName } from '../table/names.tsx';
import { BlockButton } from './block-button.tsx';
import { Page, Problem } from './page.tsx';
import { RatingPlot } from './plot.tsx';
import { go } from './router.ts';

type Standing = Standings['data'][number];

const titleOf = (games: readonly { id: string; title: string }[] | null, game: string) =>
  games?.find(({ id }) => id === game)?.title ?? game;

// What a rating is about, in words.
function useNaming() {
  const words = useAroundWords();
  const { games } = useStore(lobby);
  return ({ game, seats, pool }: Board) =>
    `${titleOf(games, game)}, ${words.seatsOf(seats)}, ${words.pools[pool]}`;
}

function StandingRow({ standing }: { standing: Standing }) {
  const words = useAroundWords();
  const nameOf = useNaming();
  const { game, seats, pool } = standing;
  const missing = 'missing' in standing ? standing.missing : null;
  return (
    <>
      <tr>
        <th scope="row">
          <a class="line-link" href={`#/leaderboards/${game}/${seats}/${pool}`}>{nameOf(standing)}</a>
        </th>
        <td class="number">
          {'score' in standing ? `${standing.score}` : (
            <>
              <span class="whole">{standing.rating} <small>± {standing.uncertainty}</small></span>
              <small class="block">{words.lowerBound(standing.lower_bound)}</small>
            </>
          )}
        </td>
        <td class="number">{standing.rank ?? '–'}</td>
        <td class="number">{standing.matches}</td>
        <td class="number">{'wins' in standing ? standing.wins :
          standing.won ? words.reached : words.missed}</td>
      </tr>
      {missing && (
        <tr><td colSpan={5}><small>{words.missing(missing.matches, missing.opponents,
            missing.queue_opponents, missing.uncertainty)}</small></td></tr>
      )}
    </>
  );
}

function Ratings({ standings }: { standings: Standings }) {
  const words = useAroundWords();
  return (
    <section>
      <h2>{words.ratings}</h2>
      {standings.data.length === 0 ? <p>{words.noRatings}</p> : (
        <table class="data">
          <caption>{standings.season && words.seasonOf(standings.season.number)}</caption>
          <thead>
            <tr>
              <th scope="col">{words.game}</th>
              <th scope="col" class="number">{words.rating}</th>
              <th scope="col" class="number">{words.rank}</th>
              <th scope="col" class="number">{words.matches}</th>
              <th scope="col" class="number">{words.wins}</th>
            </tr>
          </thead>
          <tbody>
            {standings.data.map((standing) => <StandingRow standing={standing}
              key={`${standing.game} ${standing.seats} ${standing.pool}`} />)}
          </tbody>
        </table>
      )}
    </section>
  );
}

// The boards are one at least.
function History({ name, boards }: { name: string; boards: readonly Board[] }) {
  const words = useAroundWords();
  const nameOf = useNaming();
  const [chosen, choose] = useState(0);
  const board = boards[chosen] ?? boards[0];
  const history = useAnswer(() => loadRatingHistory(name, board as Board), [name, chosen]);
  const points = history.data?.data ?? [];
  return (
    <section>
      <h2>{words.ratingOver}</h2>
      <label class="field">
        <span>{words.plotOf}</span>
        <select value={chosen} onChange={(event) => choose(Number(event.currentTarget.value))}>
          {boards.map((one, at) => <option key={at} value={at}>{nameOf(one)}</option>)}
        </select>
      </label>
      <Problem problem={history.problem} />
      {points.length >= 2 ? <RatingPlot points={[...points].reverse()} /> :
        history.data && <p class="note">{words.noPlot}</p>}
    </section>
  );
}

// Where the player ended up, and against whom.
function MatchLine({ match, name }: { match: Match; name: string }) {
  const { status, nobody } = useWords();
  const words = useAroundWords();
  const { games } = useStore(lobby);
  const { date } = useFormats();
  const seat = seatOfPlayer(match, name);
  const others = match.seats.filter((one) => one.seat !== seat)
      .map(({ player }) => player ? shownName(player) : nobody);
  const rank = seat === null ? undefined : match.result?.ranks[seat];
  const score = seat === null ? undefined : match.result?.scores[seat];
  return (
    <li>
      <a class="match-row"
        href={`#/match/${match.id}`}>
        <span class="match-what">
          <b>{titleOf(games, match.game)}</b>
          <span>{[date(match.created_at), ...others].join(', ')}</span>
        </span>
        <span class="match-state">
          {rank === undefined ? status[match.status] :
            words.placed(rank, match.seats.length, score ?? 0)}
        </span>
      </a>
    </li>
  );
}

function Recent({ name }: { name: string }) {
  const words = useAroundWords();
  const list = useList((cursor) => loadPlayerMatches(name, cursor), [name]);
  return (
    <section>
      <h2>{words.recent}</h2>
      <Problem problem={list.problem} />
      {list.data && list.items.length === 0 && !list.more && <p>{words.noMatches}</p>}
      <ul class="list">
        {list.items.map((match) => <MatchLine key={match.id} match={match} name={name} />)}
      </ul>
      {list.more && (
        <p class="after-table">
          <button type="button" class="button" onClick={list.more}>{words.more}</button>
        </p>
      )}
    </section>
  );
}

function GameTable({ statistics: { game, by_seats: rows } }: { statistics: GameStatistics }) {
  const words = useAroundWords();
  const { games } = useStore(lobby);
  const { share } = useFormats();
  return (
    <table class="data">
      <caption>{titleOf(games, game)}</caption>
      <thead>
        <tr>
          <th scope="col">{words.seats}</th>
          <th scope="col" class="number">{words.matches}</th>
          <th scope="col" class="number">{words.wins}</th>
          <th scope="col" class="number">{words.average}</th>
          <th scope="col" class="number">{words.best}</th>
          <th scope="col" class="number">{words.abandoned}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.seats}>
            <th scope="row">{row.seats}</th>
            <td class="number">{row.matches}</td>
            <td class="number">{row.wins} <small>{share(row.wins, row.matches)}</small></td>
            <td class="number">{row.average ?? '–'}</td>
            <td class="number">{row.best ?? '–'}</td>
            <td class="number">{row.abandoned}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Block({ name }: { name: string }) {
  const words = useAroundWords();
  const { data, reload } = useAnswer(() => loadIsBlocked(name), [name]);
  return data === null ? null : (
    <>
      <BlockButton name={name} isBlocked={data} done={reload} />
      {data && <p class="note">{words.isBlocked} {words.aboutBlock}</p>}
    </>
  );
}

// A bot that the service plays has no account, so no matches and ratings of its own.
function HouseBot({ name }: { name: string }) {
  const words = useAroundWords();
  const { games } = useStore(lobby);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const play = async ({ id, seats }: Game) => {
    const bots = Array(Math.max(1, seats.min - 1)).fill(`bot:${name}`);
    const made = await createMatch({ game: id, seats: ['me', ...bots] });
    return 'match' in made ? go(`/match/${made.match}`) : setRefused(made.problem);
  };
  return (
    <Page title={name}>
      <p>{words.houseBot(name)}</p>
      <Problem problem={refused} />
      <div class="around">
        {games?.filter(({ seats }) => seats.max > 1).map((game) => (
          <button key={game.id} type="button" class="button" onClick={() => void play(game)}>
            {words.playIt(game.title)}</button>
        ))}
      </div>
    </Page>
  );
}

// Whether a name is of a bot of the service must be known first.
export default function PlayerPage({ name }: { name: string }) {
  const { loading } = useWords();
  const { bots, problem } = useStore(lobby);
  useEffect(() => void loadLobby(), []);
  return bots?.includes(name) ? <HouseBot name={name} /> : bots || problem ?
    <Person name={name} /> : <Page title={name}><p>{loading}</p></Page>;
}

function Person({ name }: { name: string }) {
  const words = useAroundWords();
  const { loading } = useWords();
  const { date } = useFormats();
  const { account } = useStore(session);
  const profile = useAnswer(() => loadProfile(name), [name]);
  const standings = useAnswer(() => loadStandings(name), [name]);
  const statistics = useAnswer(() => loadStatistics(name), [name]);
  if (!profile.data) {
    return (
      <Page title={name}>
        <Problem problem={profile.problem} />
        {!profile.problem && <p>{loading}</p>}
      </Page>
    );
  }
  const { kind, created_at: created } = profile.data;
  const plotted = standings.data?.data.filter(({ seats }) => seats > 1) ?? [];
  return (
    <Page title={fullName(profile.data)}>
      <p>{words.since(words.kinds[kind], date(created))}</p>
      <Problem problem={standings.problem ?? statistics.problem} />
      {(!account || (account.name !== name && !account.guest)) && (
        <div class="around">
          <a class="button" href={`#/challenges/${encodeURIComponent(name)}`}>
            {words.challenge}</a>
          {account && <Block name={profile.data.name} />}
        </div>
      )}
      {standings.data && <Ratings standings={standings.data} />}
      {plotted.length > 0 && <History name={name} boards={plotted} />}
      <Recent name={name} />
      {statistics.data && (
        <section>
          <h2>{words.statistics}</h2>
          {statistics.data.data.length === 0 && <p>{words.noStatistics}</p>}
          {statistics.data.data.map((one) => <GameTable key={one.game} statistics={one} />)}
        </section>
      )}
    </Page>
  );
}
