// Requests with types, which are repeated until they get a response.
import type { Problem } from './openapi.js';
import type { Method, Send, SendGet } from './operations.js';

const RESPONSE_MS = 40_000; // a long poll gets a response after 25 s
const PAUSE_MOST_MS = 5_000; // between two attempts, or as Retry-After says

/** The problem document of a response that is not a success (RFC 9457). */
export type Refusal = Partial<Omit<Problem, 'type'>> & {
  /** The type of the problem; `about:blank` if only the status is known. */
  type: Problem['type'] | 'about:blank';
  title: string;
  /** The status of the response; 0 without a response. */
  status: number;
  detail: string;
};

/** What became of a request: check `ok`. */
export type Answer<T> =
  | { ok: true; status: number; headers: Headers; data: T }
  | { ok: false; status: number; problem: Refusal };

export interface Settings {
  /** The address of the service, such as `https://play.example.org`.  In a page
   * of the service itself it is not needed. */
  url?: string;
  /** A token.  Without one, a page of the service uses its session cookie. */
  token?: string | undefined;
  /** The language of texts, as in Accept-Language: `de`. */
  language?: string | undefined;
  /** For how long a request is repeated that gets no response; 2 minutes. */
  patienceMs?: number;
  /** Called before a request is repeated. */
  onRetry?(problem: Refusal, waitMs: number): void;
}

/** Anything of a request; which of it an operation has, its type says. */
interface Request {
  path?: Record<string, string | number>;
  query?: Record<string, unknown>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  key?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** One viewer of one service. */
export class Client {
  url: string;
  token: string | undefined;
  language: string | undefined;
  patienceMs: number;
  onRetry: Settings['onRetry'];

  constructor(settings: Settings = {}) {
    this.url = (settings.url ?? '').replace(/\/$/, '');
    this.token = settings.token;
    this.language = settings.language;
    this.patienceMs = settings.patienceMs ?? 120_000;
    this.onRetry = settings.onRetry;
  }

  get: SendGet = this.#method('get');
  post: Send<'post'> = this.#method('post');
  put: Send<'put'> = this.#method('put');
  patch: Send<'patch'> = this.#method('patch');
  delete: Send<'delete'> = this.#method('delete');

  #method(method: Method) {
    return <T>(path: string, options?: Request): Promise<Answer<T>> =>
      this.#request(method, path, options);
  }

  /**
   * Send a request until a response arrives.  It is repeated when the connection
   * breaks and when the service is busy or restarts: the service recognises a
   * repeated POST by its Idempotency-Key.
   */
  async #request<T>(
    method: Method, path: string, request: Request = {},
  ): Promise<Answer<T>> {
    const { body } = request;
    const headers: Record<string, string | undefined> = {
      Accept: 'application/json', ...request.headers,
    };
    if (body !== undefined) {
      headers['Content-Type'] = 'application/json';
    }
    if (method === 'post') {
      headers['Idempotency-Key'] = request.key ?? newKey();
    }
    const init = {
      method: method.toUpperCase(), headers,
      ...body !== undefined && { body: JSON.stringify(body) },
    };
    const target = fillPath(path, request);
    const giveUpAt = Date.now() + this.patienceMs;

    for (let attempt = 1; ; attempt++) {
      const { answer, afterMs } = await this.#attempt<T>(target, init, request.signal);
      const waitMs = afterMs + backOff(attempt);
      if (answer.ok || !isTransient(answer.status) || Date.now() + waitMs > giveUpAt) {
        return answer;
      }
      this.onRetry?.(answer.problem, waitMs);
      await sleep(waitMs, request.signal);
    }
  }

  async #attempt<T>(target: string, init: Init, signal?: AbortSignal):
      Promise<{ answer: Answer<T>; afterMs: number }> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), RESPONSE_MS);
    const abort = () => late.abort();
    signal?.addEventListener('abort', abort);
    try {
      signal?.throwIfAborted();
      const response = await this.send(target, init, late.signal);
      return {
        answer: await readAnswer<T>(response), afterMs: retryAfterMs(response),
      };
    } catch (error) {
      signal?.throwIfAborted();
      return { answer: { ok: false, status: 0, problem: noResponse(error) }, afterMs: 0 };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Send a request once, with the viewer's token or cookie and language. */
  send(target: string, init: Init, signal: AbortSignal): Promise<Response> {
    const headers = new Headers();
    for (const [name, value] of Object.entries(init.headers)) {
      if (value !== undefined) {
        headers.set(name, value);
      }
    }
    if (this.token) {
      headers.set('Authorization', `Bearer ${this.token}`);
    }
    if (this.language) {
      headers.set('Accept-Language', this.language);
    }
    return fetch(this.url + target, {
      ...init, headers, signal, credentials: this.token ? 'omit' : 'same-origin',
    });
  }
}

export interface Init {
  method?: string;
  headers: Record<string, string | undefined>;
  body?: string;
}

/** A key for a request: unique, but no secret. */
export function newKey(): string {
  const random = () => Math.random().toString(36).slice(2);
  return `${Date.now().toString(36)}-${random()}${random()}`;
}

/** The target of a request: its path and query. */
export function fillPath(path: string, { path: parts, query }: Request): string {
  const filled = path.replace(/\{(\w+)\}/g,
    (_, name: string) => encodeURIComponent(String(parts?.[name])));
  const pairs = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  return pairs.length > 0 ? `${filled}?${new URLSearchParams(pairs)}` : filled;
}

/** Read the whole response. */
async function readAnswer<T>(response: Response): Promise<Answer<T>> {
  const { ok, status, headers } = response;
  if (!ok) {
    return { ok, status, problem: await readProblem(response) };
  }
  const text = await response.text();
  const isJson = headers.get('Content-Type')?.includes('json');
  const data = isJson ? JSON.parse(text) : text || undefined;
  return { ok, status, headers, data: data as T };
}

/** The problem document; of a proxy, perhaps, that sends none. */
export async function readProblem(response: Response): Promise<Refusal> {
  const { status, statusText } = response;
  const blank = {
    type: 'about:blank', title: statusText || `Status ${status}`, status, detail: '',
  } as const;
  const document: unknown = await response.json().catch(() => null);
  return { ...blank, ...document as object | null };
}

export function noResponse(error: unknown): Refusal {
  const { message, cause } = error as { message?: string; cause?: unknown };
  return {
    type: 'about:blank', title: 'No response', status: 0, detail: String(cause ?? message),
  };
}

/** May the same request succeed later? */
export function isTransient(status: number): boolean {
  return [0, 429, 502, 503, 504].includes(status);
}

export function retryAfterMs(response: Response): number {
  return 1000 * Number(response.headers.get('Retry-After') ?? 0);
}

export function backOff(attempt: number): number {
  return Math.random() * Math.min(PAUSE_MOST_MS, 100 * 2 ** attempt);
}

/** Wait; the signal ends it with an error. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      signal?.aborted ? reject(signal.reason) : resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
