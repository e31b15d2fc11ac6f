// The page of a match: it wires the store, the game's part and the frame.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Event, Match, Refusal, Step } from '../../api/types.ts';
import { useWords } from '../../i18n/words.ts';
import { MatchStore, previewOf, type Table as Known } from '../../store/match.ts';
import { joinMatch, seatOf } from '../../store/lobby.ts';
import { session } from '../../store/session.ts';
import { settings } from '../../store/settings.ts';
import { useStore } from '../../store/store.ts';
import { choose, tap, tapItem, type Choice } from '../../table/choices.ts';
import type { GameClient, SeatInfo, Table } from '../../table/game.ts';
import { genericFacets } from '../../table/generic.ts';
import { loadGame } from '../../table/load.ts';
import { lazy } from '../lazy.tsx';
import { Page, Problem, Sheet } from '../page.tsx';
import { Bar } from './bar.tsx';
import { Frame } from './frame.tsx';
import { shownName } from '../../table/names.tsx';
import { useIsWide } from './wide.ts';

const Invitation = lazy(() => import('./invitation.tsx'));

const NO_STEPS: readonly Step[] = [];

// The part of the game, once it is loaded; undefined until then.
export function useGame(name: string | undefined): GameClient | null | undefined {
  const [game, set] = useState<GameClient | null | undefined>(undefined);
  useEffect(() => {
    if (name !== undefined) {
      loadGame(name).then(set, () => set(null));
    }
  }, [name]);
  return game;
}

// The names of the seats.  The same bot may have several: the second one is its "2".
export function namesOf({ seats }: Match, nobody: string): string[] {
  return seats.map(({ player }, at) => {
    const before = seats.slice(0, at).filter((other) =>
      player !== null && other.player !== null && other.player.name === player.name).length;
    return !player ? nobody : before > 0 ? `${player.name} ${before + 1}` : shownName(player);
  });
}

// The first letter of a name that no seat before it has.
function lettersOf(names: readonly string[]): string[] {
  const letters: string[] = [];
  for (const [seat, name] of names.entries()) {
    const own = [...name.toUpperCase()].find((letter) =>
      /\p{L}/u.test(letter) && !letters.includes(letter));
    letters.push(own ?? String(seat + 1));
  }
  return letters;
}

export function seatsOf(match: Match, known: Pick<Known, 'state'>, mine: number | null, nobody: string): SeatInfo[] {
  const names = namesOf(match, nobody);
  const letters = lettersOf(names);
  return match.seats.map(({ seat, player }) => ({
    seat, name: names[seat] ?? nobody, account: player?.display_name ? player.name : null, letter: letters[seat] ?? '', kind: player?.kind ?? 'nobody',
    isMine: seat === mine, isToAct: known.state?.to_act.includes(seat) ?? false,
    score: known.state?.score[seat] ?? 0,
  }));
}

// The steps of the events that came since the page was drawn last; none of those
// that were there when it was loaded.
function useNewSteps(events: readonly Event[]): readonly Step[] {
  const seen = useRef<number | null>(null);
  return useMemo(() => {
    const from = seen.current;
    seen.current = events.at(-1)?.seq ?? null;
    return from === null ? NO_STEPS :
      events.filter(({ seq }) => seq > from).flatMap<Step>(({ steps }) => steps);
  }, [events]);
}

function useChoice(known: Known, game: GameClient | null | undefined, language: 'en' | 'de'):
    Choice | null {
  const { legal, selection, state, components } = known;
  const facets = useMemo(() => {
    const view = state?.view;
    return !legal || !view || !components || game === undefined ? null :
      game ? (move: Parameters<GameClient['facets']>[0]) =>
        game.facets(move, { view, components, language }) : genericFacets(legal.moves);
  }, [legal, state, components, game, language]);
  return useMemo(() => legal && facets ? choose(legal, facets, selection, game?.chips) : null,
      [legal, facets, selection, game]);
}

interface Shown {
  title: string;
  content: ComponentChildren;
}

// Take a free seat.  A stranger becomes a guest meanwhile: what was refused outlasts that.
function useJoin(id: string) {
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const join = async () => {
    setBusy(true);
    const made = await joinMatch(id);
    setRefused('problem' in made ? made.problem : null);
    setBusy(false);
  };
  return { refused, isBusy, join: () => void join() };
}

export function MatchPage({ id }: { id: string }) {
  const words = useWords();
  const { language } = useStore(settings);
  const { account } = useStore(session);
  const store = useMemo(() => new MatchStore(id), [id, account?.id, language]);
  const known = useStore(store);
  const isWide = useIsWide();
  const [shown, setShown] = useState<number | null>(null);
  const [sheet, setSheet] = useState<Shown | null>(null);
  useEffect(() => {
    void store.open();
    return () => store.close();
  }, [store]);
  const { match, state, components } = known;
  const game = useGame(match?.game);
  const seat = useJoin(id);
  const steps = useNewSteps(known.events);
  const choice = useChoice(known, game, language);
  const move = choice?.move?.move ?? null;
  const preview = previewOf(known, move);
  useEffect(() => store.wantPreview(move), [store, move, state?.seq]);

  if (known.problem && !state) {
    return <Page title={words.match}><Problem problem={known.problem} /></Page>;
  }
  if (!match || !state || !components || game === undefined) {
    return <Page title={words.match}><p>{words.loading}</p></Page>;
  }
  if (state.status === 'open') {
    return <Invitation match={match} game={game} account={account} {...seat} />;
  }
  const mine = state.viewer ?? seatOf(match, account);
  const table = {
    match, state, view: state.view, components, language, isWide, mine,
    seats: seatsOf(match, known, mine, words.nobody), shown: shown ?? mine ?? 0,
    legal: known.legal, choice, preview: preview === 'unknown' ? null : preview, steps,
    select: (key, value) =>
      store.select(tap(choice?.selection ?? {}, key, value)),
    selectItem: (word) => choice?.set && store.select(tapItem(choice.set, word)),
    whyNot: (other) => void store.whyNot(other),
    show: (seat) => setShown(seat === 'mine' ? null : seat),
    sheet: (title, content) => setSheet(content === null ? null : { title, content }),
  } as Table;
  return (
    <>
      <Frame table={table} game={game} events={known.events} link={known.link} ahead={known.clockAhead}
        bar={<Bar table={table} game={game} store={store} known={known} />} />
      {sheet && <Sheet title={sheet.title} onClose={() => setSheet(null)}>{sheet.content}</Sheet>}
    </>
  );
}
