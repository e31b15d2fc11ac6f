// A stream of events that comes again until it is closed.
import {
  backOff, fillPath, isTransient, noResponse, readProblem, retryAfterMs,
} from './client.js';
import type { Client, Refusal } from './client.js';
import type {
  Event as MatchEvent, MatchEvents, Notice, StreamBye,
} from './openapi.js';
import type { Options } from './operations.js';

const SILENCE_MS = 45_000; // three comments of the service are missing
const RETRY_MS = 2_000; // until the stream says otherwise

/**
 * - `catching-up`: a stream is being opened; what is shown may be old
 * - `live`: the stream is open
 * - `offline`: the service cannot be reached; the client tries again
 * - `refused`: the service refuses the stream (signed out, for example)
 * - `ended`: there can be no further events, or `bye` says why the stream ended
 */
export type Link = 'catching-up' | 'live' | 'offline' | 'refused' | 'ended';

export type StreamPath = '/v1/matches/{match}/events' | '/v1/me/events';

type Bye = { type: 'bye'; data: StreamBye };
type ByType<T> = T extends { type: infer Type } ? { type: Type; data: T } : never;
type Content = {
  '/v1/matches/{match}/events': { type: MatchEvent['type']; data: MatchEvent } | Bye;
  '/v1/me/events':
    ByType<Notice> | { type: 'match-events'; data: MatchEvents } | Bye;
};

/** An event of a stream: `type` says what `data` is. */
export type StreamEvent<P extends StreamPath> = Content[P];

export interface StreamOptions<P extends StreamPath> {
  /** What came last: the `seq` of an event, or the cursor of notices. */
  after?: string | number;
  /** Called with each event, once, in order. */
  onEvent(event: StreamEvent<P>): void;
  /** Called when the link changes; `why` is there if the service refused. */
  onLink?(link: Link, why?: Refusal): void;
  /** In browsers: close the stream while the page is hidden. */
  closeWhileHidden?: boolean;
  /** After so long a silence the stream is opened again; 45 s. */
  silenceMs?: number;
}

/** Listen to a stream until `close` is called. */
export function openStream<P extends StreamPath>(
  client: Client, path: P,
  options: Pick<Options<'get', P>, keyof Options<'get', P> & ('path' | 'query')> &
    StreamOptions<P>,
): Stream {
  const listener: Listener = {
    ...options, target: fillPath(path, options as Parameters<typeof fillPath>[1]),
    onEvent: options.onEvent as Listener['onEvent'],
  };
  return new Stream(client, listener);
}

interface Listener extends Omit<StreamOptions<StreamPath>, 'onEvent'> {
  target: string;
  onEvent(event: { type: string; data: unknown }): void;
}

export class Stream {
  /** The id of the last event: where the stream continues. */
  last: string | undefined;
  link: Link = 'catching-up';

  #client: Client;
  #listener: Listener;
  #retryMs = RETRY_MS;
  #isClosed = false;
  #endStream = () => {};
  #endPause = () => {};

  constructor(client: Client, listener: Listener) {
    this.#client = client;
    this.#listener = listener;
    this.last = listener.after?.toString();
    globalThis.addEventListener?.('online', this.#hurry);
    page()?.addEventListener('visibilitychange', this.#hurry);
    void this.#run();
  }

  close(): void {
    this.#isClosed = true;
    globalThis.removeEventListener?.('online', this.#hurry);
    page()?.removeEventListener('visibilitychange', this.#hurry);
    this.#endStream();
    this.#endPause();
  }

  async #run() {
    for (let failures = 0; !this.#isClosed;) {
      if (this.#isHidden()) {
        await this.#pause();
        continue;
      }
      const waitMs = await this.#openOnce();
      if (this.#isClosed || waitMs === null) {
        break;
      }
      failures = this.link === 'offline' ? failures + 1 : 0;
      await this.#pause(waitMs + (failures && backOff(failures)));
    }
    this.close();
  }

  /** Open the stream and read it to its end.  Returns the pause after it; null: it
   * must not be opened again. */
  async #openOnce(): Promise<number | null> {
    const abort = new AbortController();
    this.#endStream = () => abort.abort();
    const silence = timerOf(this.#listener.silenceMs ?? SILENCE_MS, this.#endStream);
    try {
      const response = await this.#client.send(this.#listener.target, {
        headers: { Accept: 'text/event-stream', 'Last-Event-ID': this.last },
      }, abort.signal);
      if (response.status !== 200) {
        return await this.#refused(response);
      }
      this.#setLink('live');
      const isOver = await this.#read(response.body!, silence.restart);
      this.#setLink(isOver ? 'ended' : 'catching-up');
      return isOver ? null : this.#retryMs;
    } catch (error) {
      this.#setLink(this.#isHidden() ? 'catching-up' : 'offline', noResponse(error));
      return 0;
    } finally {
      silence.stop();
      abort.abort();
    }
  }

  async #refused(response: Response): Promise<number | null> {
    if (response.ok) { // 204: there are no further events
      this.#setLink('ended');
      return null;
    }
    const mayComeAgain = isTransient(response.status);
    this.#setLink(mayComeAgain ? 'offline' : 'refused', await readProblem(response));
    return mayComeAgain ? retryAfterMs(response) : null;
  }

  /** Deliver the events; returns whether the last one was a `bye`. */
  async #read(body: ReadableStream<Uint8Array>, onSign: () => void): Promise<boolean> {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    for (let text = ''; ;) {
      const { done, value } = await reader.read();
      if (done || this.#isClosed) {
        return false;
      }
      onSign();
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = blocks.pop()!; // not complete yet
      for (const block of blocks) {
        if (this.#isClosed || this.#deliver(fieldsOf(block))) {
          return true;
        }
      }
    }
  }

  #deliver({ id, event, data, retry }: Fields): boolean {
    this.#retryMs = retry ? Number(retry) : this.#retryMs;
    this.last = id ?? this.last;
    if (event && data) {
      this.#listener.onEvent({ type: event, data: JSON.parse(data) });
    }
    return event === 'bye';
  }

  #setLink(link: Link, why?: Refusal) {
    if (this.link !== link && !this.#isClosed) {
      this.link = link;
      this.#listener.onLink?.(link, why);
    }
  }

  #isHidden(): boolean {
    return !!this.#listener.closeWhileHidden && page()?.visibilityState === 'hidden';
  }

  /** The network or the page has changed: do not wait for the end of a pause. */
  #hurry = () => {
    if (this.#isHidden()) {
      this.#endStream();
    }
    this.#endPause();
  };

  /** Wait until `#endPause` is called, for this time at most. */
  #pause(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      this.#endPause = resolve;
      if (ms !== undefined) {
        setTimeout(resolve, ms);
      }
    });
  }
}

const page = () => globalThis.document as Document | undefined;

/** A timer that calls `run` unless it is restarted in time. */
function timerOf(ms: number, run: () => void) {
  let timer = setTimeout(run, ms);
  const stop = () => clearTimeout(timer);
  const restart = () => {
    stop();
    timer = setTimeout(run, ms);
  };
  return { stop, restart };
}

type Fields = { id?: string; event?: string; data?: string; retry?: string };

/** The fields of a block; comments have none. */
function fieldsOf(block: string): Fields {
  const lines = block.matchAll(/^(\w+): ?(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
}
