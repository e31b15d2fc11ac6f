// The frame of every page, and the table of pages: one file each.
import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Refusal } from '../api/types.ts';
import { useWords } from '../i18n/words.ts';
import { loadAccount, session } from '../store/session.ts';
import { useStore } from '../store/store.ts';
import { Banner } from './banner.tsx';
import { lazy } from './lazy.tsx';
import { LobbyPage } from './lobby.tsx';
import { MatchPage } from './match/match.tsx';
import { Page, Problem } from './page.tsx';
import { useAddress } from './router.ts';
import { SettingsPage } from './settings.tsx';
import { SetUpPage } from './set-up.tsx';
import { SignPage } from './sign.tsx';

const AboutMatch = lazy(() => import('./about-match.tsx'));
const Blocks = lazy(() => import('./blocks.tsx'));
const Challenges = lazy(() => import('./challenges.tsx'));
const Help = lazy(async () => ({ default: (await import('./help.tsx')).HelpPage }));
const Leaderboards = lazy(() => import('./leaderboards.tsx'));
const Player = lazy(() => import('./player.tsx'));
const Queue = lazy(() => import('./queue.tsx'));
const ReplayPage = lazy(() => import('./replay.tsx'));
const Sandbox = lazy(() => import('./sandbox.tsx'));
const Tokens = lazy(() => import('./tokens.tsx'));
const Vacation = lazy(() => import('./vacation.tsx'));
const Watch = lazy(() => import('./watch.tsx'));

// "#/match/ID" is drawn by the row "match" with the parts that follow.
const pages: Readonly<Record<string, (parts: readonly string[]) => ComponentChild>> = {
  '': () => <LobbyPage />,
  match: ([id = '']) => <MatchPage key={id} id={id} />,
  new: ([game = '']) => <SetUpPage key={game} id={game} />,
  account: (parts) => <SignPage back={parts} />,
  settings: () => <SettingsPage />,
  leaderboards: (parts) => <Leaderboards parts={parts} />,
  player: ([name = '']) => <Player key={name} name={name} />,
  queue: ([game = '']) => <Queue id={game} />,
  about: ([id = '']) => <AboutMatch key={id} id={id} />,
  replay: ([id = '', at]) => <ReplayPage key={id} id={id} at={at ? Number(at) : null} />,
  sandbox: ([id = '', at = '0']) => <Sandbox match={id} seq={at} />,
  watch: () => <Watch />,
  blocks: () => <Blocks />,
  help: ([id = '']) => <Help key={id} id={id} />,
  vacation: () => <Vacation />,
  tokens: () => <Tokens />,
  challenges: ([to = '']) => <Challenges to={to} />,
};

function Missing() {
  const words = useWords();
  return (
    <Page title={words.gone}><p><a href="#/">{words.back}</a></p></Page>
  );
}

export function App() {
  const [name = '', ...parts] = useAddress();
  const { isKnown } = useStore(session);
  const last = useRef(name);
  useEffect(() => {
    if (last.current !== name) {
      last.current = name;
      document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    }
  }, [name]);
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
  return (
    <>
      <Banner />
      {!isKnown ? <Waiting /> : page ? page(parts) : <Missing />}
    </>
  );
}

// Until the service has said who this is.
function Waiting() {
  const words = useWords();
  const [problem, setProblem] = useState<Refusal | null>(null);
  const ask = () => {
    setProblem(null);
    void loadAccount().then(setProblem);
  };
  useEffect(ask, []);
  return (
    <main class="page">
      <h1 class="brand">Fathom</h1>
      {!problem && <p>{words.loading}</p>}
      <Problem problem={problem} />
      {problem && <p><button type="button" class="button main" onClick={ask}>{words.retry}</button></p>}
    </main>
  );
}
