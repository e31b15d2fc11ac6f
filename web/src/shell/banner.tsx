// Above every page: trouble with the service, and a session that has ended.
import { useEffect, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { useWords } from '../i18n/words.ts';
import { forgetRefused, outbox, sendWaiting } from '../store/outbox.ts';
import { forgetEnd, session } from '../store/session.ts';
import { useStore } from '../store/store.ts';
import { trouble } from '../store/trouble.ts';
import { Icon } from '../table/icon.tsx';
import { refusalText } from './page.tsx';
import { useAddress } from './router.ts';

function secondsUntil(time: number): number {
  return Math.max(0, Math.ceil((time - Date.now()) / 1000));
}

function useCountdown(until: number): number {
  const [left, set] = useState(0);
  useEffect(() => {
    set(secondsUntil(until));
    const timer = setInterval(() => set(secondsUntil(until)), 500);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

const Line = ({ icon, children }: { icon: string; children: ComponentChildren }) => (
  <div class="banner-line"><Icon name={icon} /><p>{children}</p></div>
);

function TroubleLine() {
  const words = useWords();
  const { kind, until } = useStore(trouble);
  const left = useCountdown(until);
  switch (kind) {
    case 'offline': return <Line icon="cut">{words.offline}</Line>;
    case 'busy': return <Line icon="refresh">{words.busy}</Line>;
    case 'limited': return <Line icon="clock">{words.limited(left)}</Line>;
    case null: return null;
  }
}

function EndLine() {
  const words = useWords();
  const { hasEnded } = useStore(session);
  const parts = useAddress();
  if (!hasEnded || parts[0] === 'account') {
    return null;
  }
  const back = parts.map(encodeURIComponent).join('/');
  return (
    <div class="banner-line">
      <Icon name="lock" /><p>{words.sessionEnded}</p>
      <a class="button" href={`#/account/${back}`}>{words.signIn}</a>
      <button type="button" class="tool" aria-label={words.close}
        onClick={forgetEnd}><Icon name="close" /></button>
    </div>
  );
}

// The moves that wait to be sent, and one that was refused after it had waited.
function OutboxLines() {
  const words = useWords();
  const { account } = useStore(session);
  const { kind } = useStore(trouble);
  const { waiting, refused } = useStore(outbox);
  useEffect(() => void sendWaiting(), [account?.id]);
  return (
    <>
      {kind !== null && waiting.length > 0 &&
        <Line icon="send">{words.movesWait(waiting.length)}</Line>}
      {refused && (
        <div class="banner-line">
          <Icon name="warning" /><p>{words.notPlayed} {refusalText(refused.problem, words)}</p>
          <a class="button" href={`#/match/${refused.match}`}
            onClick={forgetRefused}>{words.toMatch}</a>
          <button type="button" class="tool" aria-label={words.close}
            onClick={forgetRefused}><Icon name="close" /></button>
        </div>
      )}
    </>
  );
}

export const Banner = () => (
  <div class="banner" role="status"><TroubleLine /><OutboxLines /><EndLine /></div>
);
