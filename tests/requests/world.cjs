// The generator's knowledge of the service: accounts, their tokens, matches as
// far as it saw them; and bystanders, whom no request may affect.
const chance = require('./chance.cjs');
const { send } = require('./send.cjs');

const PEOPLE = 4;
const people = [];
const matches = [];
const bystanders = { people: [], match: '' };
let names = 0;

const password = (name) => `a sentence of ${name}`;

async function must(method, path, token, json, headers) {
  const reply = await send({ method, path, json, headers: {
    ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers } });
  if (reply.status >= 300) {
    throw new Error(`${method} ${path}: ${reply.status} ${reply.body}`);
  }
  return reply.body ? JSON.parse(reply.body) : null;
}

async function person(prefix) {
  const name = `${prefix}-${process.pid}-${names++}`;
  const who = { name, password: password(name), tokens: [] };
  await must('POST', '/v1/accounts', '', { name, password: who.password });
  await signIn(who);
  return who;
}

async function signIn(who) {
  const session = await must('POST', '/v1/sessions', '',
      { name: who.name, password: who.password });
  who.token = session.token;
}

async function match(owner, guests, game) {
  const made = await must('POST', '/v1/matches', owner.token,
      { game, seats: ['me', ...guests.map(() => 'open')] });
  for (const guest of guests) {
    await must('POST', `/v1/matches/${made.id}/seats`, guest.token);
  }
  return made.id;
}

// A player of the match plays a move, if any of them can.
async function play(id, players) {
  for (const who of players) {
    const list = await must('GET', `/v1/matches/${id}/legal-moves`, who.token);
    if (list.moves.length > 0) {
      await must('POST', `/v1/matches/${id}/moves`, who.token,
          { move: chance.one(list.moves).move },
          { 'If-Match': `"${list.seq}"` });
      return;
    }
  }
}

// Everything that anyone can see of the bystanders.
async function bystandersSee() {
  let seen = '';
  for (const who of [...bystanders.people, { token: '' }]) {
    for (const what of ['', '/state', '/legal-moves', '/events']) {
      const reply = await send({ method: 'GET',
        path: `/v1/matches/${bystanders.match}${what}`,
        headers: who.token ? { Authorization: `Bearer ${who.token}` } : {} });
      seen += `${reply.status} ${reply.headers.etag} ${reply.body}\n`;
    }
    if (who.token) {
      seen += JSON.stringify(await must('GET', '/v1/me', who.token));
    }
  }
  return seen;
}

async function begin() {
  for (let i = 0; i < PEOPLE; i++) {
    people.push(await person('client'));
  }
  for (const prefix of ['idle', 'other']) {
    bystanders.people.push(await person(prefix));
  }
  const [first, second] = bystanders.people;
  bystanders.match = await match(first, [second], 'underwater-cities');
  for (let i = 0; i < 8; i++) {
    await play(bystanders.match, bystanders.people);
  }
  await moreMatches();
}

// Matches for requests: running ones of both games, an open one, a finished
// one.
async function moreMatches() {
  const [a, b] = [chance.one(people), chance.one(people)];
  const pair = a === b ? [a, people[(people.indexOf(a) + 1) % PEOPLE]] : [a, b];
  const games = ['underwater-cities', 'template'];
  for (const game of games) {
    const id = await match(pair[0], [pair[1]], game);
    for (let i = chance.below(6); i > 0; i--) {
      await play(id, pair);
    }
    matches.push({ id, players: pair });
  }
  const open = await must('POST', '/v1/matches', pair[0].token,
      { game: chance.one(games), seats: ['me', 'open'] });
  matches.push({ id: open.id, players: pair });
  const over = await match(pair[0], [pair[1]], 'template');
  await must('POST', `/v1/matches/${over}/resignation`, pair[1].token);
  matches.push({ id: over, players: pair });
  while (matches.length > 24) {
    matches.splice(chance.below(matches.length), 1);
  }
}

// An account whose tokens were revoked signs in again, or is replaced.
async function repair() {
  for (const who of people) {
    const me = await send({ method: 'GET', path: '/v1/me',
      headers: { Authorization: `Bearer ${who.token}` } });
    if (me.status !== 200) {
      await signIn(who).catch(async () => {
        Object.assign(who, await person('client'));
      });
    }
  }
}

// The cursors of notices in responses.
const cursors = [];
const cursor = () => cursors.length > 0 ? chance.one(cursors) : undefined;

function learn(reply) {
  const found = /"next_after":"([^"]+)"/.exec(reply.body);
  if (found) {
    cursors.push(found[1]);
  }
}

module.exports = { begin, bystandersSee, cursor, learn, matches, repair,
  moreMatches, people };
