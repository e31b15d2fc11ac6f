// What surrounds a match: its terms, votes to abort it, resigning, its record.
import { useEffect, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Account, Match, Refusal } from '../api/types.ts';
import { useAroundWords, useFormats } from '../i18n/around/words.ts';
import { useWords } from '../i18n/words.ts';
import { useAnswer } from '../store/answer.ts';
import { loadLobby, lobby, seatOf } from '../store/lobby.ts';
import { abortMatch, loadMatch, resign, voteToAbort } from '../store/match-acts.ts';
import { optionTitle, optionValue, usePhrases } from '../store/phrases.ts';
import { session } from '../store/session.ts';
import { useStore } from '../store/store.ts';
import { shownName } from '../table/names.tsx';
import { clockText } from './clock-text.ts';
import { Page, Problem } from './page.tsx';
import { PlayerLink } from './player-link.tsx';

// A button that asks once more.
function Careful({ label, sure, act }: { label: string; sure: string; act(): void }) {
  const words = useAroundWords();
  const [isAsking, ask] = useState(false);
  return !isAsking ? (
    <button type="button" class="button" onClick={() => ask(true)}>{label}</button>
  ) : (
    <div class="row" role="group" aria-label={sure}>
      <p>{sure}</p>
      <button type="button" class="button" onClick={act}>{label}</button>
      <button type="button" class="button main" onClick={() => ask(false)}>{words.no}</button>
    </div>
  );
}

const Term = ({ name, children }: { name: string; children: ComponentChildren }) =>
  <><dt>{name}</dt><dd>{children}</dd></>;

function Terms({ match }: { match: Match }) {
  const words = useAroundWords();
  const { nobody, status } = useWords();
  const { time } = useFormats();
  const phrases = usePhrases(match.game);
  const { games } = useStore(lobby);
  const { clock } = match;
  return (
    <dl class="terms">
      <Term name={words.game}>{games?.find(({ id }) => id === match.game)?.title ?? match.game}</Term>
      <Term name={words.state}>{status[match.status]}</Term>
      <Term name={words.seats}>
        {match.seats.map(({ seat, player }) => <span key={seat} class="block">
          {player ? <PlayerLink player={player} /> : nobody}</span>)}
      </Term>
      <Term name={words.kind}>{match.rated ? words.rated : words.casual}
        {match.rating_note && <span class="block">{words.ratingNotes[match.rating_note]}</span>}
      </Term>
      <Term name={words.clock}>{clockText(clock, words)}
        {match.seats.map(({ seat, player }) => player && match.absent_from?.[seat] &&
          <span key={seat} class="block">{words.absentFrom(shownName(player), time(match.absent_from[seat]))}</span>)}
      </Term>
      {Object.entries(match.options).map(([name, value]) =>
        <Term key={name} name={optionTitle(phrases, name)}>
          {typeof value === 'boolean' ? words.yesOrNo(value) : optionValue(phrases, name, value)}
        </Term>)}
      <Term name={words.date}>{time(match.created_at)}</Term>
    </dl>
  );
}

function Acts({ match, me, done }:
    { match: Match; me: Account; done(problem: Refusal | null): void }) {
  const words = useAroundWords();
  const { resign: resignWord } = useWords();
  const seat = seatOf(match, me);
  if (seat === null || match.status === 'finished' || match.status === 'aborted') {
    return null;
  }
  const hasVoted = match.abort_votes.includes(seat);
  const votes = match.abort_votes.flatMap((voter) => {
    const player = match.seats[voter]?.player;
    return player ? shownName(player) : [];
  });
  const hasOthers = match.seats.some(({ seat: other, player }) =>
    other !== seat && player?.kind === 'human');
  const act = async (sent: Promise<Refusal | null>) => done(await sent);
  return (
    <section class="form">
      <h2>{words.endEarly}</h2>
      {match.status === 'running' && hasOthers && (
        <>
          <p>{words.aboutVotes} {votes.length > 0 && words.votedBy(votes.join(', '))}</p>
          <p><button type="button" class="button" onClick={() =>
            void act(voteToAbort(match.id, !hasVoted))}>
            {hasVoted ? words.unvote : words.vote}</button></p>
        </>
      )}
      {match.status === 'running' &&
        <Careful label={resignWord} sure={words.sureResign} act={() => void act(resign(match.id))} />}
      {!hasOthers && <Careful label={words.abort} sure={words.sureAbort} act={() => void act(abortMatch(match.id))} />}
    </section>
  );
}

export default function AboutMatchPage({ id }: { id: string }) {
  const words = useAroundWords();
  const { loading } = useWords();
  const { account } = useStore(session);
  const { data: match, problem, reload } = useAnswer(() => loadMatch(id), [id, account?.id]);
  const [refused, setRefused] = useState<Refusal | null>(null);
  useEffect(() => void loadLobby(), []);
  const done = (why: Refusal | null) => {
    setRefused(why);
    reload();
  };
  return (
    <Page title={words.aboutMatch}>
      <Problem problem={refused ?? problem} />
      {!match && !problem && <p>{loading}</p>}
      {match && (
        <>
          <div class="around">
            <a class="button main" href={`#/match/${id}`}>{words.toMatch}</a>
            {match.seq > 0 && <a class="button" href={`#/replay/${id}`}>{words.replay}</a>}
            {match.status === 'finished' &&
              <a class="button" href={`/v1/matches/${id}/record`} target="_blank" rel="noopener">{words.record}</a>}
          </div>
          <Terms match={match} />
          {account && <Acts match={match} me={account} done={done} />}
        </>
      )}
    </Page>
  );
}
