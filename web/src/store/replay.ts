// A match from its first event to its last, as the viewer may see it.
import { client } from '../api/client.ts';
import type { Components, Event, Match, Refusal, State } from '../api/types.ts';
import { Store } from './store.ts';

export interface Replay {
  match: Match | null;
  components: Components | null;
  events: readonly Event[];
  last: number; // the seq of the last event
  at: number; // the seq that is wanted
  state: State | null; // of that seq, or of the one before until it is there
  problem: Refusal | null;
}

const PAGE = 100; // events of one answer

export class ReplayStore extends Store<Replay> {
  #path: { match: string };
  #states = new Map<number, Promise<State | null>>();
  #isClosed = false;

  constructor(id: string) {
    super({ match: null, components: null, events: [], last: 0, at: 0, state: null,
      problem: null });
    this.#path = { match: id };
  }

  async open(at: number | null): Promise<void> {
    const match = await client.get('/v1/matches/{match}', { path: this.#path });
    if (!match.ok) {
      return this.set({ problem: match.problem });
    }
    const components = await client.get('/v1/games/{game}/components',
        { path: { game: match.data.game } });
    if (!components.ok) {
      return this.set({ problem: components.problem });
    }
    this.set({ match: match.data, components: components.data, last: match.data.seq });
    await this.show(at ?? 1);
    await this.#loadEvents();
  }

  close(): void {
    this.#isClosed = true;
  }

  // Show the position after an event.  A late answer is not shown.
  async show(seq: number): Promise<void> {
    const at = Math.min(this.now.last, Math.max(0, seq));
    this.set({ at });
    const state = await this.#load(at);
    if (state && this.now.at === at && !this.#isClosed) {
      this.set({ state, problem: null });
      if (at < this.now.last) {
        void this.#load(at + 1); // it is the likely next one
      }
    }
  }

  #load(seq: number): Promise<State | null> {
    const known = this.#states.get(seq);
    if (known) {
      return known;
    }
    const asked = client.get('/v1/matches/{match}/state',
        { path: this.#path, query: { at_seq: seq } }).then((answer) => {
      if (answer.ok) {
        return answer.data;
      }
      this.#states.delete(seq);
      this.set({ problem: answer.problem });
      return null;
    });
    this.#states.set(seq, asked);
    return asked;
  }

  async #loadEvents(): Promise<void> {
    while (!this.#isClosed) {
      const after = this.now.events.at(-1)?.seq ?? 0;
      const answer = await client.get('/v1/matches/{match}/events',
          { path: this.#path, query: { after, limit: PAGE } });
      if (!answer.ok || answer.data.events.length === 0) {
        return;
      }
      this.set({ events: [...this.now.events, ...answer.data.events] });
    }
  }
}

// The whole position of a finished match, to play on from it in a sandbox.
export async function loadPosition(match: string, seq: number):
    Promise<{ game: string; position: object } | { problem: Refusal }> {
  const [about, position] = await Promise.all([
    client.get('/v1/matches/{match}', { path: { match } }),
    client.get('/v1/matches/{match}/position', { path: { match }, query: { at_seq: seq } }),
  ]);
  return !about.ok ? { problem: about.problem } : !position.ok ? { problem: position.problem } :
    { game: about.data.game, position: position.data as object };
}
