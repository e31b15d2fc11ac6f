// Thousands of requests made from openapi.yaml, valid and mutated ones, to a
// running service:
//
//   node tests/requests/run.cjs URL SEED COUNT [DIR]
//
// None may end in a 5xx, hang, or have an undocumented response; valid ones
// must not be refused as malformed, invalid ones must not be accepted; and what
// bystanders see must not change.  A request that fails is stored in DIR.
const fs = require('fs');
const path = require('path');

const chance = require('./chance.cjs');
const contract = require('./contract.cjs');
const { forUrl, mutate } = require('./mutate.cjs');
const wire = require('./send.cjs');
const world = require('./world.cjs');

const [url, seed, count, dir] = process.argv.slice(2);
const operations = contract.operations().flatMap((operation) =>
    Array(weight(operation)).fill(operation));
const counts = {};
let failures = 0;

// Requests that end accounts and sessions, or fail to start them (too many
// failures lock an address), are rare; those that act in matches are frequent.
function weight(operation) {
  const { method, template } = operation;
  const signs = method !== 'get' && /me$|sessions|current$/.test(template);
  const acts = method === 'post' && template.includes('{match}');
  return signs ? 1 : acts ? 6 : 3;
}

// ---- a valid request ----

const known = {
  game: () => chance.one(['underwater-cities', 'template']),
  name: () => chance.one(world.people).name,
  problem: () => chance.one(['not-found', 'unfair']),
  player: () => chance.one(world.people).name,
  ids: (state) => state.match.id,
  seat: () => chance.below(3),
  seats: () => chance.one([2, 3]),
  file: () => chance.one(['swagger-ui.css', 'page.js', 'none.js']),
  token: () => 'tok_aaaaaaaaaaaaaaaaaaaaaaaaaa',
  wait: () => chance.one([0, 0, 0, 0, 0, 0, 0, 1]),
  after: () => chance.below(20),
  at_seq: () => chance.below(20),
  cursor: () => undefined,
  'If-Match': (state) => chance.one(['*', `"${state.seq}"`,
    `"${state.seq}.0"`, `"${Math.max(0, state.seq - 1)}"`]),
  'If-None-Match': (state) => `"${state.seq}.0"`,
  // as long as the operations that create a token demand
  'Idempotency-Key': () => chance.letters(16 + chance.below(8)),
  'Last-Event-ID': () => String(chance.below(20)),
};

// Values of members that random choice alone would never hit.
const members = {
  move: (state) => state.move,
  moves: (state) => [state.move],
  alternatives: (state) => [state.move],
  seq: (state) => state.seq,
  to_seq: (state) => Math.max(0, state.seq - 1 - chance.below(2)),
  game: () => chance.one(['underwater-cities', 'template']),
  seats: (state, operation) => operation.template === '/v1/matches' ?
      chance.one([['me', 'open'], ['me', 'bot:random'], ['me'],
        ['open', 'me', 'open']]) : chance.one([[2], [2, 3], [4]]),
  games: () => [{ game: known.game(), seats: [2] }],
  clock: () => chance.one([null, { turn_seconds: 86400 },
    { bank_seconds: 300, increment_seconds: 5, policy: 'automatic' }]),
  clocks: () => chance.one([['none'], ['turn', 'bank']]),
  rated: (state, operation) => operation.template === '/v1/me/bot' ?
      chance.one([['rated'], ['casual', 'rated']]) : chance.percent(50),
  options: () => ({}),
  record: (state) => state.record,
  password: (state) => state.who.password,
  current_password: (state) => state.who.password,
  keep_tokens: () => [],
  name: (state) => state.isNewName ? `n-${process.pid}-${chance.letters(10)}` :
      state.who.name,
};

// The account, the match, and the facts about it that a valid request needs.
async function look(operation) {
  const match = chance.one(world.matches);
  const who = chance.percent(75) ? chance.one(match.players) :
      chance.one(world.people);
  const isNewName = operation.template.endsWith('accounts');
  return { match, who, isNewName, ...await lookAtMatch(operation, match, who),
    record: await lookAtRecord(operation, match) };
}

async function lookAtRecord(operation, match) {
  const none = 'fathom-record 1\n';
  if (!operation.template.includes('verify')) {
    return none;
  }
  const record = await wire.send({ method: 'GET', headers: {},
    path: `/v1/matches/${match.id}/record` });
  return record.status === 200 ? record.body : none;
}

async function lookAtMatch(operation, match, who) {
  const ask = () => wire.send({ method: 'GET',
    path: `/v1/matches/${match.id}/legal-moves`,
    headers: { Authorization: `Bearer ${who.token}` } });
  let list = await ask();
  if (list.status === 401) {
    await world.repair();
    list = await ask();
  }
  const seen = list.status === 200 ? JSON.parse(list.body) : {};
  const moves = seen.moves || [];
  return { seq: seen.seq || 2,
    move: moves.length > 0 ? chance.one(moves).move : 'pass' };
}

// A body has one move or several.  openapi.yaml says so only in words, because
// client generators do not support a schema that does.
const several = {
  '/v1/matches/{match}/moves': 'moves',
  '/v1/matches/{match}/moves/preview': 'alternatives',
};

function chooseMoveMember(operation, body) {
  const other = several[operation.template];
  if (other) {
    delete body.move;
    delete body[other];
    body[chance.percent(70) ? 'move' : other] = 'to be filled in';
  }
}

// All people of this world have accounts with passwords.  Only a guest changes
// or deletes its account without one.
function needsPassword(operation) {
  return operation.template === '/v1/me' &&
      ['patch', 'delete'].includes(operation.method);
}

function givePassword(operation, state, body) {
  if (!needsPassword(operation)) {
    return;
  }
  if (operation.method === 'delete') {
    body.password = state.who.password;
  } else if (body.password !== undefined) {
    delete body.name;
    body.current_password = state.who.password;
  }
}

function parameter(operation, what, state) {
  if (what.name === 'match') {
    return state.match.id;
  }
  if (operation.template === '/v1/me/events' && what.name === 'matches') {
    return undefined; // for streams only
  }
  if (operation.template === '/v1/me/events' && what.name !== 'wait' &&
      what.name !== 'limit') {
    return world.cursor();
  }
  return known[what.name] && !what.schema.enum ? known[what.name](state) :
    chance.of(what.schema);
}

function build(operation, state) {
  const request = { method: operation.method.toUpperCase(),
    path: operation.template, headers: {} };
  const query = [];
  if (chance.percent(90)) {
    request.headers.Authorization = `Bearer ${state.who.token}`;
  }
  for (const what of operation.parameters) {
    const isWanted = what.in === 'path' || what.name === 'If-Match' ||
        (what.in === 'query' && what.required) || chance.percent(25);
    const value = isWanted ? parameter(operation, what, state) :
        undefined;
    if (value === undefined) {
      continue;
    }
    if (what.in === 'path') {
      request.path = request.path.replace(`{${what.name}}`,
          forUrl(String(value)));
    } else if (what.in === 'query') {
      query.push(`${what.name}=${forUrl(String(value))}`);
    } else {
      request.headers[what.name] = String(value);
    }
  }
  const ids = query.findIndex((one) => one.startsWith('ids='));
  if (ids >= 0) {
    query.splice(0, query.length, query[ids]); // they stand alone
  }
  request.path += query.length > 0 ? `?${query.join('&')}` : '';
  if (operation.schema && (operation.needsBody || needsPassword(operation) ||
      chance.percent(50))) {
    request.json = chance.of(operation.schema);
    chooseMoveMember(operation, request.json);
    for (const name of Object.keys(request.json || {})) {
      if (members[name]) {
        request.json[name] = members[name](state, operation);
      }
    }
    givePassword(operation, state, request.json);
    delete request.json.position;
    if (request.json.seq !== undefined) {
      delete request.headers['If-Match']; // both must name the same state
    }
  }
  return request;
}

// ---- checks ----

// Does the body violate the schema?  False where that cannot be decided.
function breaksSchema(operation, request) {
  if (!operation.fits || request.raw !== undefined) {
    return false;
  }
  return request.json !== undefined &&
      !operation.fits(JSON.parse(JSON.stringify(request.json)));
}

function complaint(operation, request, done, reply) {
  const isSame = !done.includes('path') && !done.includes('method');
  if (reply.status === 0) {
    return `no reply: ${reply.body}`;
  }
  if (reply.status >= 500) {
    return 'the service is at fault';
  }
  if (done.length === 0 && [400, 404, 405, 406, 415].includes(reply.status) &&
      !mayBeUnknown(operation, reply) && !isAhead(reply)) {
    return 'a good request is refused as malformed';
  }
  if (isSame && done.every((how) => how === 'member') &&
      breaksSchema(operation, request) && reply.status < 300) {
    return 'a body that breaks the schema is taken';
  }
  return isSame || reply.status === 405 ?
      contract.complaint(operation, request.method, reply) : '';
}

// 404 is the response to a seq that does not exist yet, an unknown file, token,
// challenge or season, a player who is on no leaderboard or in no queue.
function mayBeUnknown(operation, reply) {
  return reply.status === 404 &&
      /\{(token|file|seat|name|challenge)\}|state|position|record|claims|seats|queue|leaderboards/.test(
          operation.template);
}

// A cursor that a match has not reached yet is refused.
function isAhead(reply) {
  return reply.status === 400 && String(reply.body).includes('invalid-cursor');
}

function keep(request, why) {
  failures++;
  console.error(`${why}\n${wire.raw(request).toString().slice(0, 1500)}\n`);
  if (dir) {
    fs.mkdirSync(dir, { recursive: true });
    fs.writeFileSync(path.join(dir, `${seed}-${failures}.http`),
        wire.raw(request));
  }
}

async function askOnce() {
  const operation = chance.one(operations);
  const state = await look(operation);
  const request = build(operation, state);
  const done = chance.percent(60) ? mutate(request) : [];
  const reply = await wire.send(request);
  const why = complaint(operation, request, done, reply);

  world.learn(reply);
  const row = `${operation.method} ${operation.template}`;
  counts[row] = counts[row] || {};
  counts[row][reply.status] = (counts[row][reply.status] || 0) + 1;
  if (why) {
    keep(request, `${row} (${done.join(', ') || 'good'}): ${reply.status} ` +
        `${why}: ${reply.body.slice(0, 400)}`);
  }
}

async function main() {
  wire.to(url);
  chance.begin(Number(seed));
  await world.begin();
  const before = await world.bystandersSee();
  for (let i = 0; i < Number(count) && failures < 20; i++) {
    if (i % 100 === 99) {
      await world.repair();
      await world.moreMatches();
    }
    await askOnce();
  }
  if (await world.bystandersSee() !== before) {
    failures++;
    console.error('What the bystanders see has changed.');
  }
  for (const row of Object.keys(counts).sort()) {
    console.error(`${row} ${JSON.stringify(counts[row])}`);
  }
  console.error(`${count} requests, seed ${seed}: ${failures} failures`);
  wire.end();
  process.exit(failures > 0 ? 1 : 0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
