// Sign in, create an account, or keep a guest's matches.
import { useState } from 'preact/hooks';
import type { Account, Refusal } from '../api/types.ts';
import { useWords } from '../i18n/words.ts';
import { session, setDisplayName, signIn, signOut, signUp } from '../store/session.ts';
import { useStore } from '../store/store.ts';
import { Page, Problem } from './page.tsx';
import { go } from './router.ts';

type Act = (name: string, password: string) => Promise<Refusal | null>;

function SignForm({ title, act, isNew, done }:
    { title: string; act: Act; isNew: boolean; done(): void }) {
  const words = useWords();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState<Refusal | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    const problem = await act(name, password);
    setRefused(problem);
    if (!problem) {
      done();
    }
  };
  return (
    <form class="form" onSubmit={submit}>
      <h2>{title}</h2>
      <label class="field">
        <span>{words.name}{isNew && <small>{words.nameHint}</small>}</span>
        <input value={name} autocomplete="username" required autocapitalize="none"
          onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <label class="field">
        <span>{words.password}{isNew && <small>{words.passwordHint}</small>}</span>
        <input type="password" value={password} required minLength={isNew ? 8 : 1}
          autocomplete={isNew ? 'new-password' : 'current-password'}
          onInput={(event) => setPassword(event.currentTarget.value)} />
      </label>
      <Problem problem={refused} />
      <button class="button main">{title}</button>
    </form>
  );
}

function DisplayNameForm({ account }: { account: Account }) {
  const words = useWords();
  const [name, setName] = useState(account.display_name ?? '');
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [isSaved, setSaved] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    const problem = await setDisplayName(name.trim() || null);
    setRefused(problem);
    setSaved(!problem);
  };
  return (
    <form class="form" onSubmit={submit}>
      <label class="field">
        <span>{words.displayName}<small>{words.displayHint}</small></span>
        <input name="display_name" value={name} dir="auto" autocomplete="nickname" onInput={(event) => {
          setName(event.currentTarget.value);
          setSaved(false);
        }} />
      </label>
      <Problem problem={refused} />
      <button class="button">{words.save}</button>
      <p role="status">{isSaved && words.saved}</p>
    </form>
  );
}

// Afterwards one is back at the address that the page was opened from.
export function SignPage({ back }: { back: readonly string[] }) {
  const words = useWords();
  const done = () => go(`/${back.map(encodeURIComponent).join('/')}`);
  const { account } = useStore(session);
  const isGuest = account?.guest ?? false;
  return (
    <Page title={words.account}>
      {account && <p>{isGuest ? words.guest(account.name) : words.signedInAs(account.name)}</p>}
      {account && (
        <p><a href={`#/player/${encodeURIComponent(account.name)}`}>{words.profile}</a></p>
      )}
      {account && <DisplayNameForm key={account.id} account={account} />}
      {isGuest && <p>{words.keepMatches}</p>}
      {(!account || isGuest) && <SignForm title={words.signUp} act={signUp} isNew done={done} />}
      {!account && <SignForm title={words.signIn} act={signIn} isNew={false} done={done} />}
      {account && (
        <p>
          <button type="button" class="button" onClick={() => void signOut()}>{words.signOut}</button>
          {isGuest && <small> {words.forgetGuest}</small>}
        </p>
      )}
    </Page>
  );
}
