// The reason why requests have no response.  They are repeated by themselves; the page
// says so when that takes a while.
import { client } from '../api/client.ts';
import type { Refusal } from '../api/types.ts';
import { Store } from './store.ts';

export interface Trouble {
  // offline: no response; busy: the service restarts or is overloaded; limited: this
  // page sent too many requests.
  kind: 'offline' | 'busy' | 'limited' | null;
  until: number; // by this device's clock, when the request is repeated
}

const NONE: Trouble = { kind: null, until: 0 };
const PATIENCE_MS = 800; // shorter trouble is not worth a word

export const trouble = new Store<Trouble>(NONE);

const kinds: Readonly<Record<number, Trouble['kind']>> =
  { 0: 'offline', 429: 'limited', 502: 'busy', 503: 'busy', 504: 'busy' };

let next: Trouble = NONE; // shown when its timer ends
let timer: ReturnType<typeof setTimeout> | undefined;

// A request failed, and is repeated after a time.
export function report({ status }: Pick<Refusal, 'status'>, waitMs: number): void {
  next = { kind: kinds[status] ?? null, until: Date.now() + waitMs };
  if (trouble.now.kind !== null || waitMs > PATIENCE_MS) {
    clearTimeout(timer);
    timer = undefined;
    trouble.set(next);
  } else {
    timer ??= setTimeout(() => trouble.set(next), PATIENCE_MS);
  }
}

// Any other response ends it, but not before the request is repeated: the response
// to another request does not send the move that waits.
export function answered(status: number): void {
  const { kind, until } = trouble.now;
  if (status in kinds || (kind !== 'offline' && Date.now() < until)) {
    return;
  }
  clearTimeout(timer);
  timer = undefined;
  if (kind !== null) {
    trouble.set(NONE);
  }
}

client.onRetry = report;

// The device says so before a request fails.
addEventListener('offline', () => trouble.set({ kind: 'offline', until: 0 }));
addEventListener('online', () => answered(200));
