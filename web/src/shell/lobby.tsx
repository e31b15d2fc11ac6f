// The first page: play at once, my matches, open matches.
import { useEffect, useState } from 'preact/hooks';
import type { Account, Game, Match, Refusal } from '../api/types.ts';
import { useWords } from '../i18n/words.ts';
import {
  createMatch, followLobby, lobby, seatOf, waitsFor,
} from '../store/lobby.ts';
import { session } from '../store/session.ts';
import { useStore } from '../store/store.ts';
import { Icon } from '../table/icon.tsx';
import { coverOf } from '../table/load.ts';
import { Page, Problem } from './page.tsx';
import { shownName } from '../table/names.tsx';
import { go } from './router.ts';

const SHOWN = 4; // of my matches, at first

type Play = (made: Promise<{ match: string } | { problem: Refusal }>) => void;

// A game with one seat at least is played alone; with more, against a bot.
const quickSeats = (game: Game, bots: readonly string[]): string[] => {
  const bot = bots.includes('greedy') ? 'greedy' : bots[0];
  return ['me', ...Array(Math.max(1, game.seats.min - 1)).fill(`bot:${bot}`)];
};

function GameCard({ game, bots, play, isBusy }:
    { game: Game; bots: readonly string[]; play: Play; isBusy: boolean }) {
  const words = useWords();
  const cover = coverOf(game.id);
  return (
    <li class="game-card">
      {cover && <img class="cover" src={cover} alt="" width="360" height="132" />}
      <header class="game-head">
        <div><h3>{game.title}</h3><p>{words.seats(game.seats.min, game.seats.max)}</p></div>
        <a class="tool" href={`#/help/${game.id}`} title={words.help}
          aria-label={words.helpWith(game.title)}><Icon name="help" size={24} /></a>
      </header>
      <div class="row">
        <button type="button" class="button main" disabled={isBusy} data-play={game.id}
          aria-label={`${words.playBot}: ${game.title}`}
          onClick={() => play(createMatch({ game: game.id, seats: quickSeats(game, bots) }))}>
          <Icon name="robot" />{words.playBot}
        </button>
        <a class="button" href={`#/new/${game.id}`}
          aria-label={words.setUp(game.title)}>{words.withOptions}</a>
      </div>
    </li>
  );
}

function MatchRow({ match, titles, account }:
    { match: Match; titles: ReadonlyMap<string, string>; account: Account | null }) {
  const words = useWords();
  const isWaiting = waitsFor(match, account);
  const mine = seatOf(match, account);
  const others = match.seats.filter(({ seat }) => seat !== mine)
      .map(({ player }) => player ? shownName(player) : words.nobody);
  const state = isWaiting ? words.yourTurn : match.status === 'running' ? words.waiting :
    words.status[match.status];
  return (
    <li>
      <a class={isWaiting ? 'match-row waits' : 'match-row'} href={`#/match/${match.id}`}>
        <span class="match-what">
          <b>{titles.get(match.game) ?? match.game}</b>
          <span>{others.join(', ')}</span>
        </span>
        <span class="match-state">{isWaiting && <Icon name="next" size={16} />}{state}</span>
      </a>
    </li>
  );
}

// The first few of my matches, and the others below a line to be opened, so that the
// games stay in sight.
function MyMatches({ matches, titles, account }:
    { matches: readonly Match[]; titles: ReadonlyMap<string, string>; account: Account | null }) {
  const words = useWords();
  const rows = matches.map((match) =>
    <MatchRow key={match.id} match={match} titles={titles} account={account} />);
  return (
    <section>
      <h2>{words.myMatches}</h2>
      <ul class="list">{rows.slice(0, SHOWN)}</ul>
      {rows.length > SHOWN && (
        <details class="more">
          <summary>{words.moreMatches(rows.length - SHOWN)}</summary>
          <ul class="list">{rows.slice(SHOWN)}</ul>
        </details>
      )}
    </section>
  );
}

// Each leads to its invitation, which says to what one agrees.
function OpenMatches({ matches, titles }:
    { matches: readonly Match[]; titles: ReadonlyMap<string, string> }) {
  const words = useWords();
  return (
    <section>
      <h2>{words.openMatches}</h2>
      {matches.length === 0 && <p>{words.noOpen}</p>}
      <ul class="list">
        {matches.map((match) => (
          <li key={match.id}>
            <a class="match-row" href={`#/match/${match.id}`}>
              <span class="match-what">
                <b>{titles.get(match.game) ?? match.game}</b>
                <span>{match.seats.flatMap(({ player }) => player ? shownName(player) : []).join(', ')}</span>
              </span>
              <span class="match-state"><Icon name="next" size={16} />{words.join}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

// Everything is shown at once: a list that arrived later would move the buttons below it.
export function LobbyPage() {
  const words = useWords();
  const { account } = useStore(session);
  const { games, bots, mine, open, problem } = useStore(lobby);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(followLobby, [account?.id]);
  const isLoaded = problem !== null || (mine !== null && open !== null && games !== null);
  const titles = new Map(games?.map((game) => [game.id, game.title]));
  const play: Play = async (made) => {
    setBusy(true);
    const result = await made;
    if ('match' in result) {
      go(`/match/${result.match}`);
    } else {
      setRefused(result.problem);
      setBusy(false);
    }
  };
  return (
    <Page title={words.lead} isFirst>
      <Problem problem={refused ?? problem} />
      {!isLoaded && <p class="lobby-loading">{words.loading}</p>}
      {isLoaded && mine && mine.length > 0 &&
        <MyMatches matches={mine} titles={titles} account={account} />}
      {isLoaded && games && (
        <section>
          <h2>{words.playNow}</h2>
          <ul class="games">
            {games.map((game) =>
              <GameCard key={game.id} game={game} bots={bots ?? []} play={play} isBusy={isBusy} />)}
          </ul>
        </section>
      )}
      {isLoaded && open && <OpenMatches matches={open} titles={titles} />}
      {account?.guest && mine && mine.length > 0 && (
        <p class="note"><a href="#/account">{words.keepMatches}</a></p>
      )}
      <nav class="around" aria-label={words.around}>
        <a class="button" href="#/queue"><Icon name="players" />{words.queue}</a>
        <a class="button" href="#/challenges"><Icon name="flag" />{words.challenges}</a>
        <a class="button" href="#/leaderboards"><Icon name="trophy" />{words.leaderboards}</a>
        <a class="button" href="#/watch"><Icon name="eye" />{words.watch}</a>
        <a class="button" href="#/sandbox"><Icon name="plus" />{words.sandbox}</a>
      </nav>
      <footer><a href="/docs">{words.forPrograms}</a></footer>
    </Page>
  );
}
