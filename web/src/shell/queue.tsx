// The queue for rated matches: join, wait, leave.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Game } from '../api/types.ts';
import { useAroundWords } from '../i18n/around/words.ts';
import { useWords } from '../i18n/words.ts';
import { loadLobby, lobby } from '../store/lobby.ts';
import { CLOCKS, QueueStore, type ClockName, type Queue } from '../store/meet.ts';
import { session } from '../store/session.ts';
import { useStore } from '../store/store.ts';
import { NeedsAccount } from './needs-account.tsx';
import { OptionFields, type Options } from './options.tsx';
import { Page, Problem } from './page.tsx';
import { go } from './router.ts';

// Minutes and seconds since a time.
function useWaited(since: number): string {
  const [now, tick] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function Waiting({ queue, store }: { queue: Queue; store: QueueStore }) {
  const words = useAroundWords();
  const waited = useWaited(queue.since);
  const { ticket } = queue;
  if (!ticket) {
    return null;
  }
  return (
    <section>
      <h2>{words.looking}</h2>
      <p class="waited" role="timer" aria-label={words.waited}>{waited}</p>
      <p role="status">{words.others(ticket.waiting)} {ticket.window === null ? words.anyRating :
        words.window(ticket.window)}</p>
      <p class="note">{words.stayHere}</p>
      <p class="after-table"><button type="button" class="button"
        onClick={() => void store.leave()}>{words.leaveQueue}</button></p>
    </section>
  );
}

function JoinForm({ game, store }: { game: Game; store: QueueStore }) {
  const words = useAroundWords();
  const counts = Array.from({ length: game.seats.max }, (_, n) => n + 1)
      .filter((n) => n >= Math.max(2, game.seats.min));
  const [seats, setSeats] = useState<readonly number[]>(counts.slice(0, 1));
  const [clock, setClock] = useState<Exclude<ClockName, 'none'>>('day');
  const [bots, setBots] = useState(false);
  const [options, setOptions] = useState<Options>({});
  const join = (event: Event) => {
    event.preventDefault();
    void store.join({ seats: [...seats], clock: CLOCKS[clock], bots, options });
  };
  return (
    <form class="form" onSubmit={join}>
      <fieldset class="form">
        <legend>{words.seats}</legend>
        {counts.map((n) => (
          <label key={n} class="field check">
            <input type="checkbox" checked={seats.includes(n)}
              onChange={({ currentTarget: { checked } }) => setSeats(checked ?
                [...seats, n].sort() : seats.filter((other) => other !== n))} />
            <span>{words.seatsOf(n)}</span>
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span>{words.clock}</span>
        <select value={clock} onChange={(event) =>
          setClock(event.currentTarget.value as Exclude<ClockName, 'none'>)}>
          {(['quick', 'day', 'week'] as const).map((name) =>
            <option key={name} value={name}>{words.clocks[name]}</option>)}
        </select>
      </label>
      <label class="field check">
        <input type="checkbox" checked={bots}
          onChange={(event) => setBots(event.currentTarget.checked)} />
        <span>{words.withBots}<small>{words.withBotsHint}</small></span>
      </label>
      <OptionFields game={game} options={options} set={setOptions} />
      <p class="note">{words.sameOptions}</p>
      <button class="button main" disabled={seats.length === 0}>{words.joinQueue}</button>
    </form>
  );
}

function QueueOf({ game }: { game: Game }) {
  const words = useAroundWords();
  const { loading } = useWords();
  const store = useMemo(() => new QueueStore(game.id), [game.id]);
  const queue = useStore(store);
  // Only a match that is found while somebody looks on opens by itself.
  const [hasWaited, setWaited] = useState(false);
  const { ticket, isKnown, problem } = queue;
  useEffect(() => {
    void store.find();
    return () => store.close();
  }, [store]);
  useEffect(() => {
    if (ticket?.status === 'waiting') {
      setWaited(true);
    } else if (ticket?.status === 'matched' && ticket.match && hasWaited) {
      go(`/match/${ticket.match}`);
    }
  }, [ticket]);
  return (
    <>
      <Problem problem={problem} />
      {!isKnown && <p>{loading}</p>}
      {ticket?.status === 'waiting' && <Waiting queue={queue} store={store} />}
      {ticket?.status === 'lapsed' && <p class="note">{words.lapsed}</p>}
      {ticket?.status === 'matched' && ticket.match && (
        <p><a href={`#/match/${ticket.match}`}>{words.lastMatch}</a></p>
      )}
      {isKnown && ticket?.status !== 'waiting' && <JoinForm game={game} store={store} />}
    </>
  );
}

export default function QueuePage({ id }: { id: string }) {
  const words = useAroundWords();
  const { loading } = useWords();
  const { games, problem } = useStore(lobby);
  const { account } = useStore(session);
  useEffect(() => void loadLobby(), []);
  const choices = games?.filter(({ seats }) => seats.max > 1) ?? [];
  const game = choices.find((one) => one.id === id) ?? choices[0];
  return (
    <Page title={words.queue}>
      <p>{words.aboutQueue}</p>
      <Problem problem={problem} />
      {!account || account.guest ? <NeedsAccount /> : !game ? <p>{loading}</p> : (
        <>
          <label class="field">
            <span>{words.game}</span>
            <select value={game.id}
              onChange={(event) => go(`/queue/${event.currentTarget.value}`)}>
              {choices.map((one) => <option key={one.id} value={one.id}>{one.title}</option>)}
            </select>
          </label>
          <QueueOf key={game.id} game={game} />
        </>
      )}
    </Page>
  );
}
