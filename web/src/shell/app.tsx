// The frame of every page, and the table of pages: one file each.
import type { ComponentChild } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useWords } from '../i18n/words.ts';
import { findOut, session } from '../store/session.ts';
import { useStore } from '../store/store.ts';
import { lazy } from './lazy.tsx';
import { LobbyPage } from './lobby.tsx';
import { MatchPage } from './match/match.tsx';
import { useAddress } from './router.ts';
import { SettingsPage } from './settings.tsx';
import { SetUpPage } from './set-up.tsx';
import { SignPage } from './sign.tsx';

const AboutMatch = lazy(() => import('./about-match.tsx'));
const Challenges = lazy(() => import('./challenges.tsx'));
const Leaderboards = lazy(() => import('./leaderboards.tsx'));
const Player = lazy(() => import('./player.tsx'));
const Queue = lazy(() => import('./queue.tsx'));
const ReplayPage = lazy(() => import('./replay.tsx'));
const Sandbox = lazy(() => import('./sandbox.tsx'));
const Vacation = lazy(() => import('./vacation.tsx'));
const Watch = lazy(() => import('./watch.tsx'));

// "#/match/ID" is drawn by the row "match" with the parts that follow.
const pages: Readonly<Record<string, (parts: readonly string[]) => ComponentChild>> = {
  '': () => <LobbyPage />,
  match: ([id = '']) => <MatchPage key={id} id={id} />,
  new: ([game = '']) => <SetUpPage key={game} id={game} />,
  account: () => <SignPage />,
  settings: () => <SettingsPage />,
  leaderboards: (parts) => <Leaderboards parts={parts} />,
  player: ([name = '']) => <Player key={name} name={name} />,
  queue: ([game = '']) => <Queue id={game} />,
  about: ([id = '']) => <AboutMatch key={id} id={id} />,
  replay: ([id = '', at]) => <ReplayPage key={id} id={id} at={at ? Number(at) : null} />,
  sandbox: ([id = '', at = '0']) => <Sandbox match={id} seq={at} />,
  watch: () => <Watch />,
  vacation: () => <Vacation />,
  challenges: ([to = '']) => <Challenges to={to} />,
};

function Missing() {
  const words = useWords();
  return (
    <main class="page"><h1>{words.gone}</h1><p><a href="#/">{words.back}</a></p></main>
  );
}

export function App() {
  const [name = '', ...parts] = useAddress();
  const { isKnown } = useStore(session);
  const last = useRef(name);
  useEffect(() => void findOut(), []);
  useEffect(() => {
    if (last.current !== name) {
      last.current = name;
      document.querySelector<HTMLElement>('main')?.focus();
    }
  }, [name]);
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
  return !isKnown ? <Waiting /> : page ? page(parts) : <Missing />;
}

function Waiting() {
  const words = useWords();
  return <main class="page"><h1 class="brand">Fathom</h1><p>{words.loading}</p></main>;
}
