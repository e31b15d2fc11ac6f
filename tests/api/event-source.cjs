// Plays a match of two seats while an EventSource in a real browser listens to
// its events; fails when the page misses one or receives one twice, whatever
// becomes of the connection meanwhile.
//
//   node tests/api/event-source.cjs http://127.0.0.1:8080 MOVES
//
// The page is the service's own and has a session cookie.  While the moves are
// played its streams end, its network is lost, and it sleeps.  When the script
// prints "restart", the caller kills the service and starts it again.  See
// tests/support/browser.cjs for the exit status.
const browser = require('../support/browser.cjs');

const [origin, moves] = process.argv.slice(2);
const { problems } = browser;
const password = 'a sentence that nobody guesses';
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// ---- a client that repeats what got no response ----

async function request(method, path, token, body, key) {
  for (;;) {
    try {
      const response = await fetch(origin + path, {
        method,
        headers: {
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(body && { 'Content-Type': 'application/json' }),
          ...(key && { 'Idempotency-Key': key }),
        },
        body: body && JSON.stringify(body),
      });
      const text = await response.text();
      if (response.status < 300) {
        return text && JSON.parse(text);
      }
      if (response.status < 500) {
        throw new Error(`${method} ${path}: ${response.status} ${text}`);
      }
    } catch (error) {
      if (!(error instanceof TypeError)) { // that of a lost connection
        throw error;
      }
    }
    await sleep(100);
  }
}

async function signUp(name) {
  await request('POST', '/v1/accounts', null, { name, password });
  const session = await request('POST', '/v1/sessions', null,
      { name, password });
  return session.token;
}

let key = 0;
async function playOne(match, tokens) {
  for (const token of tokens) {
    const { seq, moves: legal } = await request('GET',
        `/v1/matches/${match}/legal-moves`, token);
    if (legal.length > 0) {
      const { seq: now } = await request('POST', `/v1/matches/${match}/moves`,
          token, { move: legal[key % legal.length].move, seq }, `k${++key}`);
      return now;
    }
  }
  throw new Error('nobody is to act');
}

// ---- the page ----

const listen = (match) => `
  window.seen = [];
  window.opened = 0;
  window.source = new EventSource('/v1/matches/${match}/events');
  source.onopen = () => opened++;
  for (const type of ['start', 'join', 'move', 'undo', 'finish']) {
    source.addEventListener(type,
        ({ data }) => seen.push(JSON.parse(data).seq));
  }
  true`;

const offline = (isOffline) => ({
  offline: isOffline, latency: 0, downloadThroughput: -1, uploadThroughput: -1,
});

// What becomes of the page, by the number of the move before which it happens.
const troubles = (page) => new Map([
  [10, () => page.tell('Network.emulateNetworkConditions', offline(true))],
  [20, () => page.tell('Network.emulateNetworkConditions', offline(false))],
  [30, () => page.tell('Page.setWebLifecycleState', { state: 'frozen' })],
  [40, () => page.tell('Page.setWebLifecycleState', { state: 'active' })],
  [50, () => console.log('restart')],
  [55, () => console.log('restart')],
]);

browser.start({ seconds: 1200 });
browser.run(async (page) => {
  const tokens = [await signUp('ada'), await signUp('bob')];
  const { id: match } = await request('POST', '/v1/matches', tokens[0],
      { game: 'underwater-cities', seats: ['me', 'open'] });
  await request('POST', `/v1/matches/${match}/seats`, tokens[1]);

  await page.open(`${origin}/docs`);
  const signedIn = await page.ask(`fetch('/v1/sessions', {
    method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'ada', password: '${password}', cookie: true }),
  }).then((response) => response.status)`);
  if (signedIn !== 201) {
    problems.push(`signing in from the page answers ${signedIn}`);
  }
  await page.ask(listen(match));
  const happens = troubles(page);
  let last = 0;
  for (let i = 0; i < Number(moves); i++) {
    await happens.get(i)?.();
    last = await playOne(match, tokens);
    await sleep(100);
  }
  // The page has the last event, and its stream has ended more than once.
  const until = Date.now() + 120000;
  let seen = [];
  let opened = 0;
  while (Date.now() < until && (!seen.includes(last) || opened < 3)) {
    await sleep(100);
    ({ seen, opened } = await page.ask('({ seen, opened })'));
  }
  const expected = Array.from({ length: last }, (_, i) => i + 1);
  if (JSON.stringify(seen) !== JSON.stringify(expected)) {
    problems.push(`of ${last} events the page saw ${seen}`);
  }
  if (opened < 3) {
    problems.push(`the stream was opened ${opened} times only`);
  }
  console.log(`${last} events, ${opened} streams`);
});
