// Others' matches: those that run can be watched, those that are over replayed.
import { useEffect } from 'preact/hooks';
import type { Match } from '../api/types.ts';
import { useAroundWords, useFormats } from '../i18n/around/words.ts';
import { useWords } from '../i18n/words.ts';
import { useList } from '../store/answer.ts';
import { loadLobby, lobby } from '../store/lobby.ts';
import { loadMatchesBy } from '../store/ladder.ts';
import { useStore } from '../store/store.ts';
import { shownName } from '../table/names.tsx';
import { Page, Problem } from './page.tsx';

const AGAIN_MS = 15_000;

function Row({ match }: { match: Match }) {
  const words = useAroundWords();
  const { nobody } = useWords();
  const { games } = useStore(lobby);
  const { time } = useFormats();
  const isOver = match.status === 'finished';
  const names = match.seats.map(({ player }, seat) => {
    const score = match.result?.scores[seat];
    return `${player ? shownName(player) : nobody}${score === undefined ? '' : ` ${score}`}`;
  });
  return (
    <li>
      <a class="match-row" href={`#/${isOver ? 'replay' : 'match'}/${match.id}`}>
        <span class="match-what">
          <b>{games?.find(({ id }) => id === match.game)?.title ?? match.game}</b>
          <span>{names.join(', ')}</span>
          <span>{time(match.finished_at ?? match.started_at ?? match.created_at)}</span>
        </span>
        <span class="match-state">{isOver ? words.replay : words.watch}</span>
      </a>
    </li>
  );
}

function List({ title, status, none }:
    { title: string; status: 'running' | 'finished'; none: string }) {
  const words = useAroundWords();
  const list = useList((cursor) => loadMatchesBy(status, cursor), [status]);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || list.reload(), AGAIN_MS);
    return () => clearInterval(timer);
  });
  return (
    <section>
      <h2>{title}</h2>
      <Problem problem={list.problem} />
      {list.data && list.items.length === 0 && !list.more && <p>{none}</p>}
      <ul class="list">{list.items.map((match) => <Row key={match.id} match={match} />)}</ul>
      {list.more && (
        <p class="after-table">
          <button type="button" class="button" onClick={list.more}>{words.more}</button>
        </p>
      )}
    </section>
  );
}

export default function WatchPage() {
  const words = useAroundWords();
  useEffect(() => void loadLobby(), []);
  return (
    <Page title={words.watchTitle}>
      <List title={words.runningNow} status="running" none={words.noneRuns} />
      <List title={words.overLately} status="finished" none={words.noneOver} />
    </Page>
  );
}
