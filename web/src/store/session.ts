// The account that uses the page.  The session itself is a cookie that scripts cannot read.
import { client } from '../api/client.ts';
import type { Account, Refusal } from '../api/types.ts';
import { Store } from './store.ts';
import { answered } from './trouble.ts';

export interface Session {
  isKnown: boolean; // false until the service has said who it is
  account: Account | null; // null: nobody is signed in
  hasEnded: boolean; // by itself or on another page, and nobody has signed in since
}

export const session =
  new Store<Session>({ isKnown: false, account: null, hasEnded: false });

const become = (account: Account | null) =>
  session.set({ isKnown: true, account, hasEnded: false });

// A refusal, or null after a success.
type Outcome = Promise<Refusal | null>;

export async function loadAccount(): Outcome {
  const answer = await client.get('/v1/me');
  if (answer.ok) {
    become(answer.data);
  } else if (answer.status === 401) {
    become(null);
  } else {
    return answer.problem;
  }
  return null;
}

// A player who is not signed in becomes a guest.
export async function beSomebody(): Outcome {
  if (session.now.account) {
    return null;
  }
  const answer = await client.post('/v1/guests', { body: { cookie: true } });
  if (!answer.ok) {
    return answer.problem;
  }
  become(answer.data.account);
  return null;
}

export async function signIn(name: string, password: string): Outcome {
  const answer = await client.post('/v1/sessions',
      { body: { name, password, cookie: true } });
  if (!answer.ok) {
    return answer.problem;
  }
  become(answer.data.account);
  return null;
}

// A guest keeps its matches and its session.
export async function signUp(name: string, password: string): Outcome {
  const body = { name, password };
  if (!session.now.account?.guest) {
    const made = await client.post('/v1/accounts', { body });
    return made.ok ? signIn(name, password) : made.problem;
  }
  const kept = await client.patch('/v1/me', { body });
  return kept.ok ? loadAccount() : kept.problem;
}

// Null: none.
export async function setDisplayName(name: string | null): Outcome {
  const answer = await client.patch('/v1/me', { body: { display_name: name } });
  return answer.ok ? loadAccount() : answer.problem;
}

export async function signOut(): Outcome {
  const answer = await client.delete('/v1/sessions/current');
  if (answer.ok || answer.status === 401) {
    become(null);
    return null;
  }
  return answer.problem;
}

// Somebody has read that the session has ended.
export const forgetEnd = () => session.set({ hasEnded: false });

client.onResponse = (status) => {
  answered(status);
  if (status === 401 && session.now.account) {
    session.set({ account: null, hasEnded: true });
  }
};
