// Plays a match of two seats while two pages in a real browser listen to its
// events through the proxy; fails when a page misses an event or receives one
// twice, whatever becomes of its streams meanwhile.
//
//   node tests/operations/browser-streams.cjs PROXY NODE ELSEWHERE
//
// PROXY is the address of the service for the pages, NODE that for the players,
// and ELSEWHERE that of a page of another origin, which this script serves.  Each
// page listens with an EventSource and with clients/typescript: the service's own
// page with its cookie, the other one with a ticket and with a token.
//
// Requests the caller's help by lines, such as "cut the cable"; the caller sends a
// line when that is done.  See tests/support/browser.cjs for the exit status.
const fs = require('fs');
const http = require('http');
const readline = require('readline');
const browser = require('../support/browser.cjs');

const [proxy, node, elsewhere] = process.argv.slice(2);
const { problems } = browser;
const password = 'a sentence that nobody guesses';
const library = 'build/clients/typescript';
const moves = 120;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const answers = readline.createInterface({ input: process.stdin })
    [Symbol.asyncIterator]();
async function request(help) {
  process.stdout.write(`${help}\n`);
  await answers.next();
}

// ---- the page of another origin, and the library for both pages ----

http.createServer(({ url }, response) => {
  const name = url.slice(1);
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Content-Type',
      name ? 'text/javascript' : 'text/html; charset=utf-8');
  if (!/^(\w+\.js)?$/.test(name)) {
    response.statusCode = 404;
  }
  response.end(name && response.statusCode === 200
      ? fs.readFileSync(`${library}/${name}`) : '<!doctype html>');
}).listen(Number(new URL(elsewhere).port), '127.0.0.1').unref();

// ---- the players ----

async function player(name) {
  const { Client } = await import(`../../${library}/index.js`);
  const client = new Client({ url: node });
  const body = { name, password };
  await client.post('/v1/accounts', { body });
  const session = await client.post('/v1/sessions', { body });
  client.token = session.data.token;
  return client;
}

async function playOne(match, clients, turn) {
  const path = { match };
  for (const client of clients) {
    const { data } = await client.get('/v1/matches/{match}/legal-moves', { path });
    if (data.moves.length > 0) {
      const { move } = data.moves[turn % data.moves.length];
      const played = await client.post('/v1/matches/{match}/moves',
          { path, body: { move, seq: data.seq } });
      return played.data.seq;
    }
  }
  throw new Error('nobody is to act');
}

// ---- what the pages do ----

// An event may come after a `bye` of the service, which it must not send here.
const listenToSource = (url) => `
  window.bySource = [];
  window.opened = 0;
  window.source = new EventSource('${url}');
  source.onopen = () => opened++;
  for (const type of ['start', 'join', 'move', 'undo', 'finish', 'bye']) {
    source.addEventListener(type,
        ({ data }) => bySource.push(JSON.parse(data).seq ?? type));
  }
  true`;

const listenWithLibrary = ({ settings, path, options }) => `
  import('${elsewhere}/index.js').then(({ Client, openStream }) => {
    window.byLibrary = [];
    window.links = [];
    const client = new Client(${JSON.stringify(settings)});
    openStream(client, '${path}', {
      ...${JSON.stringify(options)}, silenceMs: 2000, closeWhileHidden: true,
      onEvent({ type, data }) {
        const events = type === 'match-events' ? data.events : [data];
        if (type === 'bye' || data.type !== 'match') {
          byLibrary.push(...events.map(({ seq }) => seq ?? type));
        }
      },
      onLink: (link) => links.push(link),
    });
    return true;
  })`;

const hide = (isHidden) => `
  Object.defineProperty(document, 'visibilityState',
      { value: '${isHidden ? 'hidden' : 'visible'}', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'))`;

// What becomes of the pages, by the number of the move before which it happens.
const troubles = (pages) => {
  const all = (tell) => async () => { for (const page of pages) await tell(page); };
  const state = (name) =>
    all((page) => page.tell('Page.setWebLifecycleState', { state: name }));
  return new Map([
    [10, () => request('cut the cable')],
    [30, () => request('join the cable')],
    [45, state('frozen')],
    [55, state('active')],
    [65, () => request('kill the proxy')],
    [75, () => request('start the proxy')],
    [90, all((page) => page.ask(hide(true)))],
    [100, all((page) => page.ask(hide(false)))],
  ]);
};

// ---- what they saw ----

async function expectAll(page, name, last) {
  const expected = Array.from({ length: last }, (_, i) => i + 1).join();
  const until = Date.now() + 120000;
  for (const list of ['bySource', 'byLibrary']) {
    let seen = [];
    while (Date.now() < until && !seen.includes(last)) {
      await sleep(100);
      seen = await page.ask(list);
    }
    if (seen.join() !== expected) {
      problems.push(`${name}, ${list}: of ${last} events it saw ${seen}`);
    }
  }
  const [opened, links] = await page.ask('[opened, links]');
  if (await page.ask('source.readyState === EventSource.CLOSED')) {
    problems.push(`${name}: its EventSource has given up`);
  }
  console.error(`${name}: ${last} events, ${opened} streams, ${links}`);
  if (opened < 3) {
    problems.push(`${name}: its EventSource was opened ${opened} times only`);
  }
  for (const link of ['live', 'offline', 'catching-up']) {
    if (!links.includes(link)) {
      problems.push(`${name}: the link was never ${link}`);
    }
  }
}

browser.listeners.set('Network.responseReceived', ({ response }) => {
  if (response.status !== 200 && response.url.includes('/events')) {
    console.error(`${response.status} for ${response.url}`);
  }
});
browser.start({ seconds: 900, flags: ['--ignore-certificate-errors'] });
browser.run(async (own) => {
  const [ada, bob] = [await player('ada'), await player('bob')];
  const { data: start } = await ada.get('/v1/me/events');
  const { data: { id } } = await ada.post('/v1/matches',
      { body: { game: 'underwater-cities', seats: ['me', 'open'] } });
  const path = { match: id };

  await own.tell('Page.setBypassCSP', { enabled: true });
  await own.open(`${proxy}/docs`);
  const signedIn = await own.ask(`fetch('/v1/sessions', {
    method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'ada', password: '${password}',
                           cookie: true }) }).then((r) => r.status)`);
  if (signedIn !== 201) {
    problems.push(`signing in from the page answers ${signedIn}`);
  }
  await own.ask(listenToSource(`/v1/matches/${id}/events`));
  await own.ask(listenWithLibrary({
    settings: {}, path: '/v1/me/events',
    options: { query: { matches: 'all' }, after: start.next_after },
  }));

  await bob.post('/v1/matches/{match}/seats', { path });
  const other = await browser.newPage();
  await other.open(elsewhere);
  const { data: { ticket } } = await bob.post('/v1/stream-tickets');
  await other.ask(
      listenToSource(`${proxy}/v1/matches/${id}/events?ticket=${ticket}`));
  await other.ask(listenWithLibrary({
    settings: { url: proxy, token: bob.token }, path: '/v1/matches/{match}/events',
    options: { path },
  }));

  const happens = troubles([own, other]);
  let last = 0;
  for (let i = 0; i < moves; i++) {
    await happens.get(i)?.();
    last = await playOne(id, [ada, bob], i);
    await sleep(250);
  }
  await expectAll(own, 'the page of the service', last);
  await expectAll(other, 'the page of another origin', last);
});
