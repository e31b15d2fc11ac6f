// A sandbox: a match from a position that somebody pastes, or from one of a finished
// match: "#/sandbox/MATCH/SEQ".
import { useEffect, useState } from 'preact/hooks';
import type { Game, NewMatch, Refusal } from '../api/types.ts';
import { useAroundWords } from '../i18n/around/words.ts';
import { useWords } from '../i18n/words.ts';
import { createMatch, loadLobby, lobby } from '../store/lobby.ts';
import { loadPosition } from '../store/replay.ts';
import { useStore } from '../store/store.ts';
import { Page, Problem } from './page.tsx';
import { go } from './router.ts';

type Document = NonNullable<NewMatch['position']>;

// The document, or null if the text is none.
function read(text: string): Document | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ?
      value as Document : null;
  } catch {
    return null;
  }
}

// How many seats a document has: their number, or their list.
function seatsIn(document: Document | null): number | null {
  const seats = document && (document as Record<string, unknown>)['seats'];
  return typeof seats === 'number' ? seats : Array.isArray(seats) ? seats.length : null;
}

function Form({ games, bots, text, setText, from }: {
  games: readonly Game[]; bots: readonly string[]; text: string;
  setText(text: string): void; from: string;
}) {
  const words = useAroundWords();
  const { me, botNamed, seat: seatName } = useWords();
  const [chosen, setGame] = useState('');
  const [seats, setSeats] = useState<readonly string[]>(['me', 'me', 'me', 'me']);
  const [count, setCount] = useState<number | null>(null);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [isBroken, setBroken] = useState(false);
  const game = games.find(({ id }) => id === (chosen || from)) ?? games[0];
  if (!game) {
    return null;
  }
  const taken = count ?? seatsIn(read(text)) ?? Math.max(2, game.seats.min);
  const begin = async (event: Event) => {
    event.preventDefault();
    const position = read(text);
    setBroken(!position);
    setRefused(null);
    if (!position) {
      return;
    }
    const made = await createMatch({ game: game.id, seats: seats.slice(0, taken), position });
    if ('match' in made) {
      return go(`/match/${made.match}`);
    }
    setRefused(made.problem);
  };
  return (
    <form class="form" onSubmit={begin}>
      <label class="field">
        <span>{words.game}</span>
        <select value={game.id} onChange={(event) => setGame(event.currentTarget.value)}>
          {games.map(({ id, title }) => <option key={id} value={id}>{title}</option>)}
        </select>
      </label>
      <details class="document" open={from === ''}>
        <summary>{words.positionText}</summary>
        <label class="field">
          <span><small>{words.positionHint}</small></span>
          <textarea rows={10} value={text} required spellcheck={false} autocapitalize="none"
            aria-label={words.positionText}
            onInput={(event) => setText(event.currentTarget.value)} />
        </label>
      </details>
      <label class="field">
        <span>{words.seats}</span>
        <select value={taken} onChange={(event) => setCount(Number(event.currentTarget.value))}>
          {Array.from({ length: game.seats.max }, (_, n) => n + 1).map((n) =>
            <option key={n} value={n}>{words.seatsOf(n)}</option>)}
        </select>
      </label>
      {seats.slice(0, taken).map((value, seat) => (
        <label key={seat} class="field">
          <span>{seatName(seat + 1)}</span>
          <select value={value} onChange={({ currentTarget }) => setSeats(seats.map((old, at) =>
            at === seat ? currentTarget.value : old))}>
            <option value="me">{me}</option>
            {bots.map((name) => <option key={name} value={`bot:${name}`}>{botNamed(name)}</option>)}
          </select>
        </label>
      ))}
      {isBroken && <p class="problem" role="alert">{words.noDocument}</p>}
      <Problem problem={refused} />
      <button class="button main">{words.begin}</button>
    </form>
  );
}

export default function SandboxPage({ match, seq }: { match: string; seq: string }) {
  const words = useAroundWords();
  const { loading } = useWords();
  const { games, bots, problem } = useStore(lobby);
  const [text, setText] = useState('');
  const [from, setFrom] = useState('');
  const [refused, setRefused] = useState<Refusal | null>(null);
  useEffect(() => void loadLobby(), []);
  useEffect(() => {
    if (match !== '') {
      void loadPosition(match, Number(seq)).then((found) => {
        if ('problem' in found) {
          return setRefused(found.problem);
        }
        setFrom(found.game);
        setText(JSON.stringify(found.position, null, 1));
      });
    }
  }, [match, seq]);
  return (
    <Page title={words.sandbox}>
      <p>{words.aboutSandbox}</p>
      <Problem problem={refused ?? problem} />
      {games ? <Form games={games} bots={bots ?? []} text={text} setText={setText} from={from} /> :
        <p>{loading}</p>}
    </Page>
  );
}
