// Measures what a match costs a page in a real browser: requests, preflights and
// bytes for each own turn, and the time from a click to the next choices.
//
//   node tools/bench/client.cjs http://127.0.0.1:8080 ELSEWHERE
//
// ELSEWHERE is the address of a page of another origin, which this script serves.
// The page uses clients/typescript, a random player against built-in bots.
// Between it and the service each packet takes 75 ms; bytes and requests are
// counted there, headers included.  Prints a table, and fails if an aim is missed.
const fs = require('fs');
const http = require('http');
const net = require('net');
const browser = require('../support/browser.cjs');

const [service, elsewhere] = process.argv.slice(2);
const library = 'build/clients/typescript';
const ONE_WAY_MS = 75;
const ROUND_TRIP_MS = 2 * ONE_WAY_MS;
// Of an own turn at four seats, and of a whole match.
const AIMS = { requests: 6, kilobytes: 25, megabytes: 1.5, roundTrips: 1 };

// ---- a slow network that counts ----

const count = { bytes: 0, requests: 0, preflights: 0 };

// Forwards each piece later, in order.
function forward(from, to, onPiece) {
  from.on('data', (piece) => {
    count.bytes += piece.length;
    onPiece?.(piece);
    setTimeout(() => to.destroyed || to.write(piece), ONE_WAY_MS);
  });
  from.on('close', () => setTimeout(() => to.destroy(), ONE_WAY_MS));
  from.on('error', () => {});
}

function countRequest(piece) {
  const method = /^(GET|POST|PUT|DELETE|OPTIONS) /.exec(piece.toString('latin1'))?.[1];
  count.requests += method ? 1 : 0;
  count.preflights += method === 'OPTIONS' ? 1 : 0;
}

function beginNetwork() {
  const { hostname, port } = new URL(service);
  const server = net.createServer({ noDelay: true }, (client) => {
    const upstream = net.connect({ host: hostname, port, noDelay: true });
    client.pause();
    setTimeout(() => client.resume(), ROUND_TRIP_MS); // the handshake
    forward(client, upstream, countRequest);
    forward(upstream, client);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1',
      () => resolve(`http://127.0.0.1:${server.address().port}`)));
}

// ---- the page ----

http.createServer(({ url }, response) => {
  const name = /^\/(\w+\.js)$/.exec(url)?.[1];
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Content-Type', name ? 'text/javascript' : 'text/html');
  response.end(name ? fs.readFileSync(`${library}/${name}`) : '<!doctype html>');
}).listen(Number(new URL(elsewhere).port), '127.0.0.1').unref();

// Runs in the page.  Plays a match to its end; returns what only the page sees.
async function play({ module, settings, match, seed }) {
  const { Client, openStream } = await import(module);
  const client = new Client(settings);
  const path = { match };
  let wake = () => {};
  let newest = { seq: 0, to_act: [] };
  let shown = 0; // the steps that a table would show
  const waits = [];
  const must = (answer) => {
    if (!answer.ok) throw new Error(answer.problem.detail);
    return answer.data;
  };
  const random = (n) => {
    seed = (seed * 48271) % 2147483647;
    return seed % n;
  };

  let state = must(await client.get('/v1/matches/{match}/state',
      { path, query: { view: 'compact' } }));
  let legal = must(await client.get('/v1/matches/{match}/legal-moves', { path }));
  const stream = openStream(client, '/v1/matches/{match}/events', {
    path, after: state.seq,
    onEvent({ data }) {
      newest = data;
      shown += data.steps.length;
      wake();
    },
  });
  const result = { turns: 0, decisions: 0 };
  while (newest.type !== 'finish') {
    if (legal.moves.length === 0) {
      const isMine = newest.seq > state.seq && newest.to_act.includes(state.viewer);
      if (!isMine) {
        await new Promise((resolve) => { wake = resolve; });
        continue;
      }
      // Without min_seq: each URL needs a preflight of its own.
      state = must(await client.get('/v1/matches/{match}/state', {
        path, query: { view: 'compact' }, headers: { Prefer: 'return=representation' },
      }));
      legal = state.legal_moves;
      continue;
    }
    const move = legal.moves[random(legal.moves.length)];
    const clicked = performance.now();
    const effect = must(await client.post('/v1/matches/{match}/moves', {
      path, body: { move: move.move, seq: legal.seq },
      headers: { Prefer: 'return=representation; view=compact' },
    }));
    waits.push(performance.now() - clicked);
    result.turns += move.parts.verb === 'place' ? 1 : 0;
    result.decisions++;
    ({ compact_state: state, legal_moves: legal } = effect);
    if (effect.status !== 'running') break;
  }
  stream.close();
  return { ...result, waits, shown };
}

async function prepare(page, origin, isOwn, seats) {
  const password = 'a sentence that nobody guesses';
  const body = { name: `reader-${seats}-${isOwn ? 'own' : 'other'}`, password };
  const { Client } = await import(`../../${library}/index.js`);
  const client = new Client({ url: service });
  await client.post('/v1/accounts', { body });
  const session = await client.post('/v1/sessions', { body });
  client.token = session.data.token;
  const made = await client.post('/v1/matches', { body: {
    game: 'underwater-cities',
    seats: ['me', ...Array(seats - 1).fill('bot:random')],
    options: seats > 2 ? { boards: 'advanced', contracts: true } : {},
  } });
  if (!made.ok) {
    throw new Error(made.problem.detail);
  }
  await page.tell('Page.setBypassCSP', { enabled: true });
  await page.open(isOwn ? `${origin}/problems/stale-state` : elsewhere);
  if (isOwn) {
    await page.ask(`fetch('/v1/sessions', {
      method: 'POST', headers: { 'Content-Type': 'application/json' },
      body: '${JSON.stringify({ ...body, cookie: true })}' }).then((r) => r.status)`);
  }
  return {
    module: `${elsewhere}/index.js`, match: made.data.id, seed: 1 + seats,
    settings: isOwn ? {} : { url: origin, token: client.token },
  };
}

// ---- the table ----

const columns = ['seats', 'page', 'turns', 'decisions', 'requests', 'preflights', 'KB',
  'click ms', 'p90 ms', 'round trips', 'MB a match'];
const line = (cells) => console.log(cells.map((cell, i) =>
  String(cell).padStart(columns[i].length)).join('  '));

function judge(row) {
  if (row.seats === 4 && row.requests > AIMS.requests) {
    browser.problems.push(`more than ${AIMS.requests} requests a turn`);
  }
  if (row.seats === 4 && row.kilobytes > AIMS.kilobytes) {
    browser.problems.push(`more than ${AIMS.kilobytes} KB a turn`);
  }
  if (Math.round(row.roundTrips) > AIMS.roundTrips) {
    browser.problems.push('a click needs more than one round trip');
  }
  if (row.megabytes > AIMS.megabytes) {
    browser.problems.push(`more than ${AIMS.megabytes} MB a match`);
  }
}

async function measure(page, origin, isOwn, seats) {
  const options = await prepare(page, origin, isOwn, seats);
  Object.keys(count).forEach((name) => { count[name] = 0; });
  const { turns, decisions, waits } =
    await page.ask(`(${play})(${JSON.stringify(options)})`);
  waits.sort((a, b) => a - b);
  const at = (share) => waits[Math.floor(share * (waits.length - 1))];
  const row = {
    seats, requests: count.requests / turns, kilobytes: count.bytes / 1e3 / turns,
    roundTrips: at(0.5) / ROUND_TRIP_MS, megabytes: count.bytes / 1e6,
  };
  line([seats, isOwn ? 'own' : 'other', turns, (decisions / turns).toFixed(1),
    row.requests.toFixed(1), (count.preflights / turns).toFixed(1),
    row.kilobytes.toFixed(1), at(0.5).toFixed(0), at(0.9).toFixed(0),
    row.roundTrips.toFixed(1), row.megabytes.toFixed(2)]);
  judge(row);
}

browser.start({ seconds: 900 });
browser.run(async (page) => {
  const origin = await beginNetwork();
  console.log('For each own turn: decisions, requests, preflights and KB.');
  line(columns);
  for (const seats of [2, 4]) {
    for (const isOwn of [true, false]) {
      await measure(page, origin, isOwn, seats);
    }
  }
});
