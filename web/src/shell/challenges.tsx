// Challenges: those that wait for me, mine, and a new one.
import { useEffect, useState } from 'preact/hooks';
import type { Challenge, Game, NewChallenge, Refusal } from '../api/types.ts';
import { useAroundWords, useFormats } from '../i18n/around/words.ts';
import { useWords } from '../i18n/words.ts';
import { useAnswer } from '../store/answer.ts';
import { loadLobby, lobby } from '../store/lobby.ts';
import {
  answerChallenge, challenge, challenges, CLOCKS, followChallenges, loadBots, withdraw,
  type ClockName,
} from '../store/meet.ts';
import { optionTitle, optionValue, usePhrases } from '../store/phrases.ts';
import { session } from '../store/session.ts';
import { useStore } from '../store/store.ts';
import { NeedsAccount } from './needs-account.tsx';
import { clockText } from './clock-text.ts';
import { OptionFields, type Options } from './options.tsx';
import { Page, Problem } from './page.tsx';
import { PlayerLink } from './player-link.tsx';
import { shownName } from '../table/names.tsx';
import { go } from './router.ts';

type Act = (sent: Promise<Refusal | Challenge | null>) => Promise<boolean>;

// Send something, show its refusal, and open the match that it begins.
function useAct(): { act: Act; refused: Refusal | null; isBusy: boolean } {
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const act: Act = async (sent) => {
    setBusy(true);
    const result = await sent;
    setBusy(false);
    const problem = result && 'title' in result ? result : null;
    setRefused(problem);
    if (result && 'match' in result && result.match && 'players' in result) {
      go(`/match/${result.match}`);
    }
    return !problem;
  };
  return { act, refused, isBusy };
}

// The options that differ from the defaults of the game.
function useChangedOptions({ game, options }: Challenge, games: readonly Game[] | null): string {
  const words = useAroundWords();
  const phrases = usePhrases(game);
  const defaults = games?.find(({ id }) => id === game)?.options.properties;
  const valueOf = (name: string, value: unknown) =>
    typeof value === 'boolean' ? words.yesOrNo(value) : optionValue(phrases, name, value);
  return Object.entries(options).filter(([name, value]) => defaults?.[name]?.default !== value)
      .map(([name, value]) => ` · ${optionTitle(phrases, name)}: ${valueOf(name, value)}`).join('');
}

function ChallengeRow({ one, me, act, isBusy }:
    { one: Challenge; me: string; act: Act; isBusy: boolean }) {
  const words = useAroundWords();
  const { time } = useFormats();
  const { games } = useStore(lobby);
  const changed = useChangedOptions(one, games);
  const isMine = one.players[0]?.name === me;
  const owes = one.players.find(({ name }) => name === me)?.answer === 'none';
  const title = games?.find(({ id }) => id === one.game)?.title ?? one.game;
  const names = one.players.filter(({ name }) => name !== me).map(shownName).join(', ');
  return (
    <li class={owes && one.status === 'waiting' ? 'offer waits' : 'offer'}>
      <p><b>{title}</b> · {one.rated ? words.rated : words.casual}</p>
      <p class="note">{clockText(one.clock, words)}{changed}</p>
      <ul class="names">
        {one.players.map((player) => (
          <li key={player.name}><PlayerLink player={player} />: {words.answers[player.answer]}</li>
        ))}
      </ul>
      <p class="note">{words.challengeStatus[one.status]}
        {one.status === 'waiting' && ` ${words.waitsUntil(time(one.expires_at))}`}</p>
      <div class="row">
        {one.status === 'waiting' && owes && (
          <>
            <button type="button" class="button main" disabled={isBusy}
              aria-label={`${words.accept}: ${names}`}
              onClick={() => void act(answerChallenge(one.id, true))}>{words.accept}</button>
            <button type="button" class="button" disabled={isBusy}
              aria-label={`${words.decline}: ${names}`}
              onClick={() => void act(answerChallenge(one.id, false))}>{words.decline}</button>
          </>
        )}
        {one.status === 'waiting' && isMine && (
          <button type="button" class="button" disabled={isBusy}
            aria-label={`${words.withdraw}: ${names}`}
            onClick={() => void act(withdraw(one.id))}>{words.withdraw}</button>
        )}
        {one.match && <a class="button" href={`#/match/${one.match}`}>{words.toMatch}</a>}
      </div>
    </li>
  );
}

// Names, separated by commas or spaces.
const namesIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

function NewForm({ to, act, isBusy }: { to: string; act: Act; isBusy: boolean }) {
  const words = useAroundWords();
  const { games } = useStore(lobby);
  const [names, setNames] = useState(to);
  const [game, setGame] = useState('');
  const [clock, setClock] = useState<ClockName>('day');
  const [rated, setRated] = useState(false);
  const [isPrivate, setPrivate] = useState(false);
  const [options, setOptions] = useState<Options>({});
  const id = game || games?.[0]?.id || '';
  const chosen = games?.find((one) => one.id === id);
  const bots = useAnswer(() => loadBots(id), [id]);
  const send = async (event: Event) => {
    event.preventDefault();
    const body: NewChallenge = { players: namesIn(names), game: id, options,
      clock: CLOCKS[clock], rated, private: isPrivate, expires_in: clock === 'quick' ? 600 : 604_800 };
    if (await act(challenge(body))) {
      setNames('');
    }
  };
  return (
    <form class="form" onSubmit={send}>
      <label class="field">
        <span>{words.whom}<small>{words.whomHint}</small></span>
        <input value={names} required autocapitalize="none" autocomplete="off" list="bots"
          onInput={(event) => setNames(event.currentTarget.value)} />
        <datalist id="bots">
          {bots.data?.data.map(({ name }) => <option key={name} value={name} />)}
        </datalist>
      </label>
      <label class="field">
        <span>{words.game}</span>
        <select value={id} onChange={(event) => {
          setGame(event.currentTarget.value);
          setOptions({});
        }}>
          {games?.map((one) => <option key={one.id} value={one.id}>{one.title}</option>)}
        </select>
      </label>
      <label class="field">
        <span>{words.clock}</span>
        <select value={clock}
          onChange={(event) => setClock(event.currentTarget.value as ClockName)}>
          {(Object.keys(CLOCKS) as ClockName[]).filter((name) => name !== 'none' || !rated)
              .map((name) => <option key={name} value={name}>{words.clocks[name]}</option>)}
        </select>
      </label>
      <label class="field check">
        <input type="checkbox" checked={rated} onChange={({ currentTarget: { checked } }) => {
          setRated(checked);
          setClock(checked && clock === 'none' ? 'day' : clock);
        }} />
        <span>{words.isRated}</span>
      </label>
      <label class="field check">
        <input type="checkbox" checked={isPrivate}
          onChange={(event) => setPrivate(event.currentTarget.checked)} />
        <span>{words.isPrivate}</span>
      </label>
      {chosen && <OptionFields game={chosen} options={options} set={setOptions} />}
      <button class="button main" disabled={isBusy || id === ''}>{words.sendChallenge}</button>
      <p class="note">{words.byLink} {games?.map(({ id: one, title }) =>
        <a key={one} class="line-link apart" href={`#/new/${one}`}>{title}</a>)}</p>
    </form>
  );
}

function Mine({ me, to }: { me: string; to: string }) {
  const words = useAroundWords();
  const { loading } = useWords();
  const { all, problem } = useStore(challenges);
  const { act, refused, isBusy } = useAct();
  useEffect(followChallenges, [me]);
  return (
    <>
      <Problem problem={refused ?? problem} />
      <section>
        <h2>{words.waitingChallenges}</h2>
        {!all ? <p>{loading}</p> : all.length === 0 && <p>{words.noChallenges}</p>}
        <ul class="list">
          {all?.map((one) =>
            <ChallengeRow key={one.id} one={one} me={me} act={act} isBusy={isBusy} />)}
        </ul>
      </section>
      <section>
        <h2>{words.newChallenge}</h2>
        <NewForm to={to} act={act} isBusy={isBusy} />
      </section>
    </>
  );
}

export default function ChallengesPage({ to }: { to: string }) {
  const words = useAroundWords();
  const { account } = useStore(session);
  useEffect(() => void loadLobby(), []);
  return (
    <Page title={words.challenges}>
      {account && !account.guest ? <Mine key={to} me={account.name} to={to} /> : <NeedsAccount />}
    </Page>
  );
}
