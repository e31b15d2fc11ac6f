// A small client for Fathom: requests with retries, and the events of one's matches.
// Node 18 or newer, or a browser, and nothing else.  Copy it next to your bot.

const ATTEMPTS = 25; // of one request: a minute or two
const PAUSE_MOST = 5000; // ms between two of them, or more if Retry-After says so
const SILENCE_MOST = 40000; // ms; a stream sends something every 15 seconds

const webcrypto = globalThis.crypto ?? (await import("node:crypto")).webcrypto;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** An error response; `kind` names the problem, `answer` has all its members. */
export class Problem extends Error {
  constructor(status, answer) {
    super(`${status} ${answer.title}: ${answer.detail}`);
    Object.assign(this, { status, answer });
    this.kind = (answer.type ?? "").replace("/problems/", "");
  }
}

/** One account of one service. */
export class Client {
  constructor(url, token) {
    Object.assign(this, { url, token });
  }

  /** Sign in, with a new account if the name is free. */
  async signIn(name, password) {
    const who = { name, password };
    await this.post("/v1/accounts", who).catch((problem) => {
      if (problem.kind !== "name-taken") throw problem;
    });
    this.token = (await this.post("/v1/sessions", who)).token;
  }

  get = (path) => this.#send("GET", path);

  /** Change something; `seq`: if my choices are as then.  Returns the next ones, too. */
  post(path, body, seq) {
    const key = webcrypto.randomUUID();
    const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
    if (seq !== undefined) headers.Prefer = "return=representation";
    return this.#send("POST", path, { headers, body: JSON.stringify({ ...body, seq }) });
  }

  /** Yield the events of my matches since `after`, forever, without a gap. */
  async *events(after) {
    for (;;) {
      const headers = { Accept: "text/event-stream" };
      const path = `/v1/me/events?after=${after}`;
      const stream = await this.#send("GET", path, { headers }, (reply) => reply.body);
      try {
        for await (const { id, data } of readEvents(stream)) {
          if (data) yield JSON.parse(data);
          after = id ?? after; // only some events have an id to continue from
        }
      } catch (error) {
        console.error(`The stream broke: ${error.cause ?? error}`);
      }
      await sleep(500 * Math.random()); // then continue after the last event
    }
  }

  /**
   * Send a request until a response arrives, and return what `read` makes of it.  It
   * is repeated when the connection breaks, and on 429 and 503: a GET changes nothing,
   * and the service recognises a repeated POST by its Idempotency-Key.
   */
  async #send(method, path, options = {}, read = (reply) => reply.json()) {
    const headers = { Accept: "application/json", ...options.headers };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    for (let attempt = 1; ; attempt++) {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), SILENCE_MOST);
      let [problem, wait] = [null, 0];
      try {
        const request = { ...options, method, headers, signal: late.signal };
        const reply = await fetch(this.url + path, request);
        if (reply.ok) return await read(reply);
        wait = 1000 * Number(reply.headers.get("Retry-After"));
        problem = new Problem(reply.status, await reply.json());
      } catch (error) {
        problem = new Problem(0, { title: "No response", detail: error.cause ?? error });
      } finally {
        clearTimeout(timer);
      }
      if (![0, 429, 503].includes(problem.status) || attempt === ATTEMPTS) throw problem;
      wait += Math.random() * Math.min(PAUSE_MOST, 50 * 2 ** attempt);
      console.error(`${problem.message} Again in ${(wait / 1000).toFixed(1)} s.`);
      await sleep(wait);
    }
  }
}

/** The events of a stream as {id, event, data}, until it ends or is silent for too long. */
async function* readEvents(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let text = ""; ; ) {
      const timer = setTimeout(() => reader.cancel(), SILENCE_MOST);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      const blocks = (text + value).split("\n\n");
      text = blocks.pop(); // not complete yet
      for (const block of blocks) {
        const lines = block.matchAll(/^(\w+): ?(.*)$/gm); // others are comments
        yield Object.fromEntries([...lines].map((line) => line.slice(1)));
      }
    }
  } finally {
    reader.cancel().catch(() => {}); // perhaps broken already
  }
}
