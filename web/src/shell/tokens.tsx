// The tokens of programs that act for the account: make one, which is shown once, and
// revoke them.  Below, a copy of all that is stored about the account.
import { useState } from 'preact/hooks';
import type { IssuedToken, NewToken, Refusal, Token } from '../api/types.ts';
import { useAroundWords, useFormats } from '../i18n/around/words.ts';
import { useWords } from '../i18n/words.ts';
import { useAnswer } from '../store/answer.ts';
import { session } from '../store/session.ts';
import { useStore } from '../store/store.ts';
import { createToken, loadExport, loadTokens, revokeToken } from '../store/tokens.ts';
import { NeedsAccount } from './needs-account.tsx';
import { Page, Problem } from './page.tsx';

const DAY = 86_400;
const SCOPES = ['match:read', 'bot:play', 'match:play', 'account:write'] as const;
type Scope = typeof SCOPES[number];

// A guest has no password, and its tokens end with its session, after 30 days.
const lifetimes = (isGuest: boolean): readonly number[] => isGuest ? [1, 7, 29] : [1, 7, 30, 90, 365];

function Issued({ token, close }: { token: IssuedToken; close(): void }) {
  const words = useAroundWords();
  const { copied } = useWords();
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard?.writeText(token.token).then(() => setCopied(true), () => {});
  return (
    <section class="offer waits" role="status">
      <h2>{token.label}</h2>
      <p>{words.shownOnce}</p>
      <input class="share" readOnly value={token.token} aria-label={words.token} data-token=""
        onFocus={(event) => event.currentTarget.select()} />
      <div class="row">
        <button type="button" class="button main" onClick={() => void copy()}>{isCopied ? copied : words.copyToken}</button>
        <button type="button" class="button" onClick={close}>{words.tokenKept}</button>
      </div>
    </section>
  );
}

function NewForm({ isGuest, made }: { isGuest: boolean; made(token: IssuedToken): void }) {
  const words = useAroundWords();
  const { password: passwordWord } = useWords();
  const [label, setLabel] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['match:read', 'bot:play']);
  const [days, setDays] = useState(isGuest ? 29 : 90);
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const create = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    const body: NewToken = { label, scopes: [...scopes], expires_in: days * DAY,
      ...!isGuest && { password } };
    const answer = await createToken(body);
    setBusy(false);
    setPassword('');
    setRefused(answer.ok ? null : answer.problem);
    if (answer.ok) {
      setLabel('');
      made(answer.data);
    }
  };
  return (
    <form class="form" onSubmit={create}>
      <label class="field">
        <span>{words.tokenLabel}<small>{words.tokenLabelHint}</small></span>
        <input value={label} required maxLength={64} autocomplete="off"
          onInput={(event) => setLabel(event.currentTarget.value)} />
      </label>
      <fieldset class="form">
        <legend>{words.tokenMay}</legend>
        {SCOPES.filter((scope) => !isGuest || scope !== 'account:write').map((scope) => (
          <label key={scope} class="field check">
            <input type="checkbox" checked={scopes.includes(scope)}
              onChange={({ currentTarget: { checked } }) => setScopes(checked ?
                [...scopes, scope] : scopes.filter((other) => other !== scope))} />
            <span>{words.scopes[scope]}<small>{scope}</small></span>
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span>{words.tokenDays}</span>
        <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
          {lifetimes(isGuest).map((n) => <option key={n} value={n}>{words.daysOf(n)}</option>)}
        </select>
      </label>
      {!isGuest && (
        <label class="field">
          <span>{passwordWord}</span>
          <input type="password" value={password} required autocomplete="current-password"
            onInput={(event) => setPassword(event.currentTarget.value)} />
        </label>
      )}
      <Problem problem={refused} />
      <button class="button main" disabled={isBusy || scopes.length === 0}>{words.makeToken}</button>
    </form>
  );
}

function Row({ token, revoke }: { token: Token; revoke(): void }) {
  const words = useAroundWords();
  const { time } = useFormats();
  const name = token.label ?? words.signedIn;
  return (
    <li class="match-row">
      <span class="match-what">
        <b>{name}</b>
        {token.kind === 'token' && <span class="wraps">{token.scopes.join(', ')}</span>}
        <span class="wraps">{token.last_used_at ? words.lastUsed(time(token.last_used_at)) : words.neverUsed}
          {' '}{words.endsAt(time(token.expires_at))}</span>
      </span>
      {token.current ? <span class="match-state">{words.thisBrowser}</span> :
        <button type="button" class="button" aria-label={`${words.revoke}: ${name}`}
          onClick={revoke}>{words.revoke}</button>}
    </li>
  );
}

function Tokens({ isGuest }: { isGuest: boolean }) {
  const words = useAroundWords();
  const { loading } = useWords();
  const { data, problem, reload } = useAnswer(loadTokens, []);
  const [issued, setIssued] = useState<IssuedToken | null>(null);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const made = (token: IssuedToken) => {
    setIssued(token);
    reload();
  };
  const revoke = async (token: Token) => {
    const answer = await revokeToken(token.id);
    setRefused(answer.ok ? null : answer.problem);
    setIssued(issued?.id === token.id ? null : issued);
    reload();
  };
  return (
    <>
      {issued ? <Issued token={issued} close={() => setIssued(null)} /> : (
        <section>
          <h2>{words.newToken}</h2>
          <NewForm isGuest={isGuest} made={made} />
        </section>
      )}
      <section>
        <h2>{words.tokensAndSessions}</h2>
        <Problem problem={refused ?? problem} />
        {!data && !problem && <p>{loading}</p>}
        <ul class="list">
          {data?.data.map((token) =>
            <Row key={token.id} token={token} revoke={() => void revoke(token)} />)}
        </ul>
      </section>
    </>
  );
}

// The document is made here into a file: a refusal is then shown as one.
function Export({ name }: { name: string }) {
  const words = useAroundWords();
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const answer = await loadExport();
    setBusy(false);
    setRefused(answer.ok ? null : answer.problem);
    if (answer.ok) {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(
          new Blob([JSON.stringify(answer.data, null, 1)], { type: 'application/json' }));
      link.download = `fathom-${name}.json`;
      link.click();
      URL.revokeObjectURL(link.href);
    }
  };
  return (
    <section>
      <h2>{words.myData}</h2>
      <p>{words.aboutExport}</p>
      <Problem problem={refused} />
      <p class="after-table"><button type="button" class="button" data-export="" disabled={isBusy}
        onClick={() => void save()}>{words.export}</button></p>
    </section>
  );
}

export default function TokensPage() {
  const words = useAroundWords();
  const { account } = useStore(session);
  return (
    <Page title={words.tokens}>
      <p>{words.aboutTokens} <a href="/docs">API</a></p>
      {account ? (
        <>
          <Tokens key={account.id} isGuest={account.guest} />
          <Export name={account.name} />
        </>
      ) : <NeedsAccount />}
    </Page>
  );
}
