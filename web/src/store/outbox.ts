// Requests of a match that have no response yet.  They survive the page and are sent
// again, each with its first key, when their account opens any page: the service
// recognises the key, so that it does not matter how often, or from how many tabs.
import { client } from '../api/client.ts';
import type { Answer, Effect, Refusal } from '../api/types.ts';
import { session } from './session.ts';
import { Store } from './store.ts';

export interface Pending {
  account: string; // the id of the account that sent it; nobody else does
  match: string;
  key: string;
  seq: number; // the event that it followed: it is refused if others came between
  move?: string;
  undoTo?: number;
  claim?: number; // the seat whose time is up
}

export interface Outbox {
  waiting: readonly Pending[]; // of the account that is signed in
  refused: { match: string; problem: Refusal } | null; // of one that was sent later
}

export const outbox = new Store<Outbox>({ waiting: [], refused: null });

const KEY = 'fathom-outbox';
const sending = new Set<string>(); // keys, in this tab

function read(): Pending[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored as Pending[] : [];
  } catch {
    return []; // not permitted, or not ours
  }
}

function write(all: readonly Pending[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // It stays as long as the page.
  }
  show();
}

// What others of this browser sent is not shown, and not sent.
const ofAccount = (): Pending[] =>
  read().filter(({ account }) => account === session.now.account?.id);

const show = (): void => outbox.set({ waiting: ofAccount() });

// A later one for the same match takes the place of what waits for it.
const keep = (one: Pending): void => write([...read().filter(({ account, match }) =>
  account !== one.account || match !== one.match), one]);

const drop = (one: Pending): void => write(read().filter(({ key }) => key !== one.key));

function post({ match, key, seq, move, undoTo, claim }: Pending): Promise<Answer<Effect>> {
  const request = { path: { match }, key, headers: { Prefer: 'return=representation' as const } };
  if (claim !== undefined) {
    return client.post('/v1/matches/{match}/claims',
        { path: { match }, key, body: { seat: claim } });
  }
  return move === undefined ?
    client.post('/v1/matches/{match}/undo',
        { ...request, body: { to_seq: undoTo ?? 0, seq } }) :
    client.post('/v1/matches/{match}/moves', { ...request, body: { move, seq } });
}

// Send it, and keep it until there is a response.
export async function send(one: Pending): Promise<Answer<Effect>> {
  keep(one);
  sending.add(one.key);
  const answer = await post(one);
  sending.delete(one.key);
  if (answer.ok || answer.status !== 0) {
    drop(one);
  }
  return answer;
}

// The request that waits for a match, unless this tab is sending it.
export const waitingFor = (match: string): Pending | undefined =>
  ofAccount().find((one) => one.match === match && !sending.has(one.key));

// Send what waits.
export async function sendWaiting(): Promise<void> {
  show();
  for (const one of ofAccount().filter(({ key }) => !sending.has(key))) {
    const answer = await send(one);
    if (!answer.ok && answer.status !== 0) {
      outbox.set({ refused: { match: one.match, problem: answer.problem } });
    }
  }
}

export const forgetRefused = (): void => outbox.set({ refused: null });

addEventListener('online', () => void sendWaiting());
addEventListener('storage', (event) => event.key === KEY && show());
