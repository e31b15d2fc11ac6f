// Set up a match: its seats, its options by the game's JSON Schema, its clock.
import { useEffect, useState } from 'preact/hooks';
import type { Game, NewMatch, Refusal } from '../api/types.ts';
import { useWords } from '../i18n/words.ts';
import { createMatch, lobby, loadLobby } from '../store/lobby.ts';
import { useStore } from '../store/store.ts';
import { OptionFields, type Options } from './options.tsx';
import { Page, Problem } from './page.tsx';
import { go } from './router.ts';

const CLOCKS = { none: null, fast: 600, day: 86400, week: 604800 } as const;

function Seats({ game, bots, seats, set }: {
  game: Game; bots: readonly string[]; seats: readonly string[];
  set(seats: string[]): void;
}) {
  const words = useWords();
  const change = (at: number, value: string) =>
    set(seats.map((old, seat) => seat === at ? value : old));
  return (
    <>
      {seats.map((value, seat) => (
        <label key={seat} class="field">
          <span>{words.seat(seat + 1)}</span>
          <select value={value} onChange={(event) => change(seat, event.currentTarget.value)}>
            {seat === 0 ? <option value="me">{words.me}</option> : (
              <>
                <option value="open">{words.openSeat}</option>
                {bots.map((name) => <option key={name} value={`bot:${name}`}>
                  {words.botNamed(name)}</option>)}
                {seat >= game.seats.min && <option value="">{words.noSeat}</option>}
              </>
            )}
          </select>
        </label>
      ))}
    </>
  );
}

function Form({ game, bots }: { game: Game; bots: readonly string[] }) {
  const words = useWords();
  const [seats, setSeats] = useState<string[]>(() => Array.from({ length: game.seats.max },
      (_, seat) => seat === 0 ? 'me' : seat < Math.max(2, game.seats.min) ? 'open' : ''));
  const [options, setOptions] = useState<Options>({});
  const [clock, setClock] = useState<keyof typeof CLOCKS>('none');
  const [isPrivate, setPrivate] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const create = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    const seconds = CLOCKS[clock];
    const body: NewMatch = {
      game: game.id, seats: seats.filter((seat) => seat !== ''), options,
      clock: seconds === null ? null : { turn_seconds: seconds }, private: isPrivate,
    };
    const made = await createMatch(body);
    if ('match' in made) {
      return go(`/match/${made.match}`);
    }
    setRefused(made.problem);
    setBusy(false);
  };
  return (
    <form class="form" onSubmit={create}>
      <Seats game={game} bots={bots} seats={seats} set={setSeats} />
      <OptionFields game={game} options={options} set={setOptions} />
      <label class="field">
        <span>{words.clock}</span>
        <select value={clock}
          onChange={(event) => setClock(event.currentTarget.value as keyof typeof CLOCKS)}>
          {Object.entries(words.clocks).map(([key, text]) =>
            <option key={key} value={key}>{text}</option>)}
        </select>
      </label>
      <label class="field check">
        <input type="checkbox" checked={isPrivate}
          onChange={(event) => setPrivate(event.currentTarget.checked)} />
        <span>{words.isPrivate}</span>
      </label>
      <Problem problem={refused} />
      <button class="button main" disabled={isBusy}>{words.create}</button>
    </form>
  );
}

export function SetUpPage({ id }: { id: string }) {
  const words = useWords();
  const { games, bots } = useStore(lobby);
  useEffect(() => void loadLobby(), []);
  const game = games?.find((one) => one.id === id);
  if (!game) {
    return <Page title={games ? words.gone : words.loading}>{null}</Page>;
  }
  return <Page title={words.setUp(game.title)}><Form game={game} bots={bots ?? []} /></Page>;
}
