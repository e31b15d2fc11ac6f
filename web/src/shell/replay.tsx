// Replay a match: a scrubber, steps, and playing with a speed.  The address may name
// a position: "#/replay/MATCH/SEQ".
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Step } from '../api/types.ts';
import { useAroundWords } from '../i18n/around/words.ts';
import { useWords } from '../i18n/words.ts';
import { seatOf } from '../store/lobby.ts';
import { ReplayStore, type Replay } from '../store/replay.ts';
import { session } from '../store/session.ts';
import { settings } from '../store/settings.ts';
import { useStore } from '../store/store.ts';
import { SeatToken } from '../table/board-parts.tsx';
import type { GameClient, SeatInfo, Table } from '../table/game.ts';
import { Icon } from '../table/icon.tsx';
import { Frame } from './match/frame.tsx';
import { seatsOf, useGame } from './match/match.tsx';
import { useIsWide } from './match/wide.ts';
import { Page, Problem, Sheet } from './page.tsx';

const NO_STEPS: readonly Step[] = [];
const SPEEDS = [0.5, 1, 2, 4] as const; // events a second

// Arrows step, Home and End jump, the space bar plays: unless a control has the key.
function useKeys(store: ReplayStore, at: number, last: number, toggle: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const on = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey ||
          document.querySelector('dialog[open]') || on?.closest('input, select, textarea')) {
        return;
      }
      const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
      if (target !== undefined) {
        event.preventDefault();
        void store.show(target);
      } else if (event.key === ' ' && !on?.closest('button, a, summary')) {
        event.preventDefault();
        toggle();
      }
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}

// Goes on once the position is there, not before.
function usePlaying({ state, at, last }: Replay, store: ReplayStore, speed: number) {
  const [isPlaying, play] = useState(false);
  const isThere = state?.seq === at;
  useEffect(() => {
    if (!isPlaying || !isThere) {
      return undefined;
    }
    if (at >= last) {
      play(false);
      return undefined;
    }
    const timer = setTimeout(() => void store.show(at + 1), 1000 / speed);
    return () => clearTimeout(timer);
  }, [isPlaying, isThere, at, speed]);
  const toggle = () => {
    if (!isPlaying && at >= last) {
      void store.show(0);
    }
    play(!isPlaying);
  };
  return { isPlaying, toggle };
}

function ReplayBar({ known, store, seats }:
    { known: Replay; store: ReplayStore; seats: readonly SeatInfo[] }) {
  const words = useAroundWords();
  const [speed, setSpeed] = useState<number>(1);
  const { at, last, events } = known;
  const { isPlaying, toggle } = usePlaying(known, store, speed);
  useKeys(store, at, last, toggle);
  const event = events.find(({ seq }) => seq === at);
  const actor = event?.type === 'move' && event.seat !== null ? seats[event.seat] : undefined;
  const step = (label: string, icon: string, seq: number) => (
    <button type="button" class="undo" aria-label={label} title={label} data-step={icon}
      aria-disabled={seq < 0 || seq > last || seq === at}
      onClick={() => void store.show(seq)}><Icon name={icon} size={22} /></button>
  );
  return (
    <section class="bar replay-bar" aria-label={words.replay}>
      <div class="replay-said">
        <p role={isPlaying ? undefined : 'status'}><b>{at} / {last}</b>
          {actor && <> <SeatToken seat={actor} size={20} /> {actor.name}:</>} {event?.text}</p>
        {known.match?.status === 'finished' && (
          <a class="button" href={`#/sandbox/${known.match.id}/${at}`}
            title={words.playOn}>{words.tryOut}</a>
        )}
      </div>
      <input type="range" min={0} max={last} value={at} aria-label={words.position}
        onInput={(change) => void store.show(Number(change.currentTarget.value))} />
      <div class="replay-tools">
        {step(words.toFirst, 'first', 0)}
        {step(words.stepBack, 'back', at - 1)}
        <button type="button" class="go" onClick={toggle}
          aria-label={isPlaying ? words.pause : words.play}>
          <Icon name={isPlaying ? 'pause' : 'play'} size={22} />
        </button>
        {step(words.stepOn, 'next', at + 1)}
        {step(words.toLast, 'last', last)}
        <select class="chip" aria-label={words.speed} value={speed}
          onChange={(change) => setSpeed(Number(change.currentTarget.value))}>
          {SPEEDS.map((one) => <option key={one} value={one}>{one} ×</option>)}
        </select>
      </div>
    </section>
  );
}

interface Shown {
  title: string;
  content: ComponentChildren;
}

function ReplayTable({ known, store, game }:
    { known: Replay; store: ReplayStore; game: GameClient | null }) {
  const { nobody } = useWords();
  const { language } = useStore(settings);
  const { account } = useStore(session);
  const isWide = useIsWide();
  const [shown, setShown] = useState<number | null>(null);
  const [sheet, setSheet] = useState<Shown | null>(null);
  const { match, state, components, events, at } = known;
  useEffect(() => {
    if (document.activeElement === document.body) {
      document.querySelector<HTMLElement>('main')?.focus();
    }
  }, []);
  if (!match || !state || !components) {
    return null;
  }
  const mine = state.viewer ?? seatOf(match, account);
  const actor = events.find(({ seq }) => seq === at)?.seat ?? null;
  const table = {
    match, state, view: state.view, components, language, isWide, mine,
    seats: seatsOf(match, known, mine, nobody), shown: shown ?? actor ?? mine ?? 0,
    legal: null, choice: null, preview: null, steps: NO_STEPS,
    select: () => {}, selectItem: () => {}, whyNot: () => {},
    show: (seat) => setShown(seat === 'mine' ? mine : seat),
    sheet: (title, content) => setSheet(content === null ? null : { title, content }),
  } as Table;
  return (
    <>
      <Frame table={table} game={game} link="ended" ahead={0} back={`#/match/${match.id}`}
        events={events.filter(({ seq }) => seq <= at)}
        bar={<ReplayBar known={known} store={store} seats={table.seats} />} />
      {sheet && <Sheet title={sheet.title} onClose={() => setSheet(null)}>{sheet.content}</Sheet>}
    </>
  );
}

export default function ReplayPage({ id, at }: { id: string; at: number | null }) {
  const words = useAroundWords();
  const { loading } = useWords();
  const { language } = useStore(settings);
  const { account } = useStore(session);
  const store = useMemo(() => new ReplayStore(id), [id, account?.id, language]);
  const known = useStore(store);
  const game = useGame(known.match?.game);
  useEffect(() => {
    void store.open(at);
    return () => store.close();
  }, [store]);
  useEffect(() => {
    if (at !== null && known.match) {
      void store.show(at);
    }
  }, [at]);
  if (!known.state || game === undefined) {
    return (
      <Page title={words.replay}>
        <Problem problem={known.problem} />
        {!known.problem && <p>{loading}</p>}
      </Page>
    );
  }
  return <ReplayTable known={known} store={store} game={game} />;
}
