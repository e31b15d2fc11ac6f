// How people find each other: the queue and challenges.
import { client, openStream } from '../api/client.ts';
import type {
  Answer, Challenge, NewChallenge, NewClock, QueueTicket, QueueWish, Refusal,
} from '../api/types.ts';
import { Store } from './store.ts';

// The clocks that pages offer; rated matches need one.
export const CLOCKS = {
  none: null,
  quick: { bank_seconds: 1800, increment_seconds: 15 },
  day: { turn_seconds: 86400 },
  week: { turn_seconds: 604800 },
} as const satisfies Record<string, NewClock | null>;
export type ClockName = keyof typeof CLOCKS;

export const loadBots = (game: string) =>
  client.get('/v1/bots', { query: { game, limit: 100 } });

// ---- the queue ----

export interface Queue {
  isKnown: boolean; // whether the service has said if there is an entry
  ticket: QueueTicket | null;
  since: number; // by this device's clock, when the waiting began
  problem: Refusal | null;
}

// The entry of one game.
export class QueueStore extends Store<Queue> {
  #path: { game: string };
  #close: (() => void) | null = null;
  #isClosed = false;

  constructor(game: string) {
    super({ isKnown: false, ticket: null, since: 0, problem: null });
    this.#path = { game };
  }

  // An entry that waits is among the notices of the account.
  async find(): Promise<void> {
    const answer = await client.get('/v1/me/events');
    if (answer.ok && !answer.data.data.some((notice) =>
      notice.type === 'queue' && notice.game === this.#path.game)) {
      return this.set({ isKnown: true, ticket: null });
    }
    await this.load();
  }

  async load(): Promise<void> {
    this.#took(await client.get('/v1/queue/{game}', { path: this.#path }));
  }

  async join(wish: QueueWish): Promise<void> {
    this.#took(await client.put('/v1/queue/{game}', { path: this.#path, body: wish }));
  }

  async leave(): Promise<void> {
    const answer = await client.delete('/v1/queue/{game}', { path: this.#path });
    if (answer.ok) {
      this.#follow(false);
      this.set({ ticket: null, problem: null });
    } else {
      await this.load(); // a match was found before
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#follow(false);
  }

  #took(answer: Answer<QueueTicket>): void {
    if (this.#isClosed) {
      return;
    }
    if (!answer.ok) {
      return this.set({ isKnown: true, problem: answer.problem });
    }
    const { data: ticket, headers } = answer;
    const now = Date.parse(headers.get('date') ?? '') || Date.now();
    const waited = Math.max(0, now - Date.parse(ticket.joined_at));
    this.set({ isKnown: true, ticket, since: Date.now() - waited, problem: null });
    this.#follow(ticket.status === 'waiting');
  }

  // The stream says when a match is found, and is the sign of life that keeps the
  // entry.  It stays open while the page is hidden: who waits looks elsewhere.
  #follow(isWaiting: boolean): void {
    if (isWaiting && !this.#close) {
      const stream = openStream(client, '/v1/me/events', {
        onEvent: (event) => {
          if (event.type === 'queue') {
            void this.load();
          }
        },
      });
      const timer = setInterval(() => void this.load(), 20_000);
      this.#close = () => {
        stream.close();
        clearInterval(timer);
      };
    } else if (!isWaiting) {
      this.#close?.();
      this.#close = null;
    }
  }
}

// ---- challenges ----

export interface Challenges {
  all: readonly Challenge[] | null; // null until they are loaded
  problem: Refusal | null;
}

export const challenges = new Store<Challenges>({ all: null, problem: null });

async function loadChallenges(): Promise<void> {
  const answer = await client.get('/v1/challenges', { query: { limit: 50 } });
  if (answer.ok) {
    return challenges.set({ all: answer.data.data, problem: null });
  }
  challenges.set({ problem: answer.problem });
}

// Keep them up to date as long as the page shows them.
export function followChallenges(): () => void {
  void loadChallenges();
  const stream = openStream(client, '/v1/me/events', {
    closeWhileHidden: true,
    onEvent: (event) => {
      if (event.type === 'challenge') {
        void loadChallenges();
      }
    },
  });
  return () => stream.close();
}

// A refusal, or what became of the challenge.
type Outcome = Promise<Refusal | Challenge | null>;

async function outcomeOf(sent: Promise<Answer<Challenge | undefined>>): Outcome {
  const answer = await sent;
  await loadChallenges();
  return answer.ok ? answer.data ?? null : answer.problem;
}

export const challenge = (body: NewChallenge): Outcome =>
  outcomeOf(client.post('/v1/challenges', { body }));

export const answerChallenge = (id: string, accept: boolean): Outcome =>
  outcomeOf(client.post('/v1/challenges/{challenge}/answers',
      { path: { challenge: id }, body: { accept } }));

export const withdraw = (id: string): Outcome =>
  outcomeOf(client.delete('/v1/challenges/{challenge}', { path: { challenge: id } }));
