// A match as its page has it.  The service's answers are the only truth: nothing is
// played here before it was confirmed.  Only what is selected is ours.
import { client, newKey, openStream } from '../api/client.ts';
import type {
  Components, Effect, Event, LegalMoves, Link, Match, Preview, Refusal, State,
  Stream,
} from '../api/types.ts';
import { send, waitingFor, type Pending } from './outbox.ts';
import { session } from './session.ts';
import { settings } from './settings.ts';
import { Store } from './store.ts';
import { report } from './trouble.ts';

// Values by key, as table/choices.ts has them.
type Selection = Readonly<Record<string, string>>;

// What moves would do in the state of `seq`, as far as that was asked.  A move is
// 'unknown' if the service refused to say, or has said nothing for a while.
export interface Previews {
  seq: number;
  of: ReadonlyMap<string, Preview | 'unknown'>;
}

export interface Table {
  match: Match | null;
  state: State | null;
  legal: LegalMoves | null; // null: it is not this viewer who decides
  components: Components | null;
  events: readonly Event[]; // the newest last
  selection: Selection;
  previews: Previews;
  said: Refusal | null; // of what was tapped or sent
  clockAhead: number; // ms that the service's clock is ahead of this device's
  isSending: boolean;
  link: Link;
  problem: Refusal | null; // the page cannot be shown
}

const EMPTY: Table = {
  match: null, state: null, legal: null, components: null, events: [], selection: {},
  previews: { seq: 0, of: new Map() }, said: null, clockAhead: 0, isSending: false, link: 'catching-up', problem: null,
};

const LOG_LENGTH = 100; // events that are loaded at first
const PREVIEW_DELAY_MS = 60;
const PREVIEW_PATIENCE_MS = 4000; // then the move can be confirmed without

// What a move would do in the state that is shown; null as long as the answer is awaited.
export function previewOf({ state, previews }: Table, move: string | null):
    Preview | 'unknown' | null {
  return move !== null && state !== null && previews.seq === state.seq ?
    previews.of.get(move) ?? null : null;
}

export class MatchStore extends Store<Table> {
  #id: string;
  #stream: Stream | null = null;
  #isClosed = false;
  #refresh: ReturnType<typeof setTimeout> | undefined;
  #previewTimer: ReturnType<typeof setTimeout> | undefined;
  #previewAbort = new AbortController();
  #mayPlayOn = true; // false after an undo, until somebody plays

  constructor(id: string) {
    super(EMPTY);
    this.#id = id;
  }

  get #path() {
    return { match: this.#id };
  }

  // Load everything and follow the match.
  async open(): Promise<void> {
    const match = await client.get('/v1/matches/{match}', { path: this.#path });
    if (!match.ok) {
      return this.#fail(match.problem);
    }
    const game = match.data.game;
    const [components] = await Promise.all([
      client.get('/v1/games/{game}/components', { path: { game } }),
      this.#load(),
    ]);
    if (!components.ok) {
      return this.#fail(components.problem);
    }
    if (this.#isClosed) {
      return;
    }
    this.set({ match: match.data, components: components.data });
    await this.#loadLog();
    this.#follow();
    this.#resume();
  }

  close(): void {
    this.#isClosed = true;
    this.#stream?.close();
    clearTimeout(this.#refresh);
    clearTimeout(this.#previewTimer);
    this.#previewAbort.abort();
  }

  #fail(problem: Refusal): void {
    this.set({ problem });
  }

  // State and legal moves of one seq.
  async #load(minSeq?: number): Promise<void> {
    const request = { path: this.#path, query: minSeq ? { min_seq: minSeq } : {} };
    for (let tries = 0; tries < 5; tries++) {
      const [state, legal] = await Promise.all([
        client.get('/v1/matches/{match}/state', request),
        client.get('/v1/matches/{match}/legal-moves', request),
      ]);
      if (this.#isClosed) {
        return;
      }
      if (!state.ok || !legal.ok) {
        const problem = state.ok ? legal.ok ? null : legal.problem : state.problem;
        return problem ? this.#fail(problem) : undefined;
      }
      if (state.data.seq === legal.data.seq) {
        this.#setClock(state.headers);
        return this.#show(state.data, legal.data);
      }
    }
  }

  #setClock(headers: Headers): void {
    const now = Date.parse(headers.get('date') ?? '');
    if (!Number.isNaN(now)) {
      this.set({ clockAhead: now - Date.now() });
    }
  }

  #show(state: State, legal: LegalMoves): void {
    const shown = this.now.state;
    if (shown && shown.seq > state.seq) {
      return; // a late answer
    }
    const isNews = shown?.seq !== state.seq;
    this.set({
      state, legal: legal.moves.length > 0 ? legal : null, problem: null,
      ...legal.moves.length === 0 && { selection: {} },
    });
    if (isNews) {
      void this.#playForced();
    }
  }

  async #loadLog(): Promise<void> {
    const seq = this.now.state?.seq ?? 0;
    const answer = await client.get('/v1/matches/{match}/events',
        { path: this.#path, query: { after: Math.max(0, seq - LOG_LENGTH) } });
    if (answer.ok) {
      this.#addEvents(answer.data.events);
    }
  }

  #addEvents(events: readonly Event[]): void {
    const last = this.now.events.at(-1)?.seq ?? 0;
    const news = events.filter((event) => event.seq > last);
    if (news.length > 0) {
      this.set({ events: [...this.now.events, ...news] });
    }
  }

  #follow(): void {
    if (this.#isClosed) {
      return;
    }
    // The log may be newer than the state: its last events must come again.
    const after = Math.min(this.now.events.at(-1)?.seq ?? 0, this.now.state?.seq ?? 0);
    this.#stream = openStream(client, '/v1/matches/{match}/events', {
      path: this.#path, after, closeWhileHidden: true,
      onEvent: (event) => {
        if (event.type !== 'bye') {
          this.#receive(event.data);
        }
      },
      onLink: (link, why) => {
        if (link === 'offline') {
          report(why ?? { status: 0 }, 0);
        }
        this.set({ link });
      },
    });
  }

  #receive(event: Event): void {
    this.#addEvents([event]);
    if (event.seq <= (this.now.state?.seq ?? 0) || this.now.isSending) {
      return;
    }
    clearTimeout(this.#refresh);
    this.#refresh = setTimeout(() => void this.#catchUp(event), 30);
  }

  async #catchUp(event: Event): Promise<void> {
    await this.#load(event.seq);
    if (['join', 'leave', 'start', 'finish', 'abort', 'resign', 'vote'].includes(event.type)) {
      await this.#loadMatch();
    }
  }

  async #loadMatch(): Promise<void> {
    const match = await client.get('/v1/matches/{match}', { path: this.#path });
    if (match.ok) {
      this.set({ match: match.data });
    }
  }

  // ---- what is selected ----

  select(selection: Selection): void {
    this.set({ selection, said: null });
  }

  // Ask what a move would do, unless that is known.  The page draws it when the answer
  // comes.
  wantPreview(move: string | null): void {
    clearTimeout(this.#previewTimer);
    this.#previewAbort.abort();
    const known = previewOf(this.now, move);
    if (move !== null && (known === null || known === 'unknown')) {
      this.#previewTimer = setTimeout(() => void this.#askPreview(move), PREVIEW_DELAY_MS);
    }
  }

  async #askPreview(move: string): Promise<void> {
    const seq = this.now.state?.seq ?? 0;
    const { signal } = this.#previewAbort = new AbortController();
    const late = setTimeout(() => this.#keepPreview(seq, move, 'unknown'), PREVIEW_PATIENCE_MS);
    signal.addEventListener('abort', () => clearTimeout(late));
    const answer = await this.#preview(move, signal).catch(() => null);
    clearTimeout(late);
    if (answer) {
      this.#keepPreview(seq, move, answer.ok ? answer.data as Preview : 'unknown');
    }
  }

  #keepPreview(seq: number, move: string, preview: Preview | 'unknown'): void {
    const { state, previews } = this.now;
    if (state?.seq === seq) {
      const others = previews.seq === seq ? previews.of : [];
      this.set({ previews: { seq, of: new Map([...others, [move, preview]]) } });
    }
  }

  #preview(move: string, signal?: AbortSignal) {
    return client.post('/v1/matches/{match}/moves/preview',
        { path: this.#path, body: { move, forced: true }, signal });
  }

  // Why is this move not legal?
  async whyNot(move: string): Promise<void> {
    const answer = await this.#preview(move);
    if (!answer.ok) {
      this.set({ said: answer.problem });
    }
  }

  // ---- what is sent ----

  play(move: string): Promise<void> {
    this.#mayPlayOn = true;
    return this.#sendNew({ move });
  }

  undo(toSeq: number): Promise<void> {
    this.#mayPlayOn = false;
    return this.#sendNew({ undoTo: toSeq });
  }

  claim(seat: number): Promise<void> {
    return this.#sendNew({ claim: seat });
  }

  async #sendNew(what: Pick<Pending, 'move' | 'undoTo' | 'claim'>): Promise<void> {
    const account = session.now.account?.id;
    if (account !== undefined) {
      await this.#send({ account, match: this.#id, key: newKey(),
        seq: this.now.state?.seq ?? 0, ...what });
    }
  }

  async #send(pending: Pending): Promise<void> {
    if (this.now.isSending) {
      return;
    }
    this.set({ isSending: true, said: null });
    const answer = await send(pending);
    if (this.#isClosed) {
      return;
    }
    if (answer.ok) {
      await this.#took(answer.data);
    } else {
      await this.#refused(answer.problem);
    }
    this.set({ isSending: false });
    await this.#missed();
    void this.#playForced();
  }

  // Events that came while a move was being sent were only noted.
  async #missed(): Promise<void> {
    const last = this.now.events.at(-1)?.seq ?? 0;
    if (last > (this.now.state?.seq ?? 0)) {
      await this.#load(last);
      await this.#loadMatch();
    }
  }

  async #took(effect: Effect): Promise<void> {
    this.#addEvents(effect.events);
    this.set({ selection: {} });
    const { state, legal_moves: legal } = effect;
    if (state && legal && legal.seq === state.seq) {
      this.#show(state, legal);
    } else {
      await this.#load(effect.seq);
    }
    if (effect.status !== 'running') {
      await this.#loadMatch();
    }
  }

  // The selection stays: if its move is still legal, it can be sent again.
  async #refused(problem: Refusal): Promise<void> {
    this.set({ said: problem });
    if (problem.status !== 0) {
      await this.#load();
    }
  }

  // A move that was sent before the page was opened.
  #resume(): void {
    const pending = waitingFor(this.#id);
    if (pending) {
      void this.#send(pending);
    }
  }

  // Play a decision that has one legal move, unless it ends something or would
  // reveal something: then somebody decides when.
  async #playForced(): Promise<void> {
    const { legal, state, isSending } = this.now;
    const only = legal?.moves.length === 1 ? legal.moves[0] : undefined;
    if (!only || isSending || !this.#mayPlayOn || !settings.now.playsForced ||
        legal?.choice || only.parts.verb === 'end') {
      return;
    }
    const answer = await client.post('/v1/matches/{match}/moves/preview',
        { path: this.#path, body: { move: only.move, view: false } });
    const preview = answer.ok ? answer.data as Preview : null;
    if (preview && !preview.reveals && preview.undoable &&
        this.now.state?.seq === state?.seq && this.#mayPlayOn) {
      await this.play(only.move);
    }
  }
}
