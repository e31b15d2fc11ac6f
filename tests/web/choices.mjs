// The tree of choices leads to the legal moves and to nothing else: at every
// position of random matches of each game, its leaves are compared with them.  And
// the comparison finds what is wrong: every mutant of the tree fails it.
//
//   node tests/web/choices.mjs URL [POSITIONS] [GAME]
//
// POSITIONS are those of each game, number of seats and value of an option; if the run
// is not deep, of each game with all seats.
import fs from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [url, count = '60', onlyGame] = process.argv.slice(2);
const isDeep = process.env.FATHOM_DEPTH === 'deep' || 'FATHOM_WEB' in process.env;
const keptShare = isDeep ? .5 / Number(count) : 1;
const root = path.resolve(path.dirname(new URL(import.meta.url).pathname), '../..');
const esbuild = createRequire(`${root}/build/web/package.json`)('esbuild');

// Mistakes in table/choices.ts: what is replaced, and by what.
const mutants = {
  'a way is lost': ['return [...options.values()];', 'return [...options.values()].slice(1);'],
  'a way is there twice': ['return [...options.values()];',
    'return [...options.values(), ...[...options.values()].slice(-1)];'],
  'a move is lost': ['return [...own, ...below];', 'return [...own, ...below].slice(1);'],
  'a move is there twice': ['return [...own, ...below];', 'return [...own, ...own, ...below];'],
  'a move is not legal': ['return [...own, ...below];', "return [...own, ...below, 'pass 99'];"],
  'moves with the same facets are one': ['return rows.map((row) => uses.get(nameOf(row.facets)) === 1 ? row :',
    'return rows.map((row) => uses.get(nameOf(row.facets)) ? row :'],
  'what is selected is forgotten': ['key === SET || valueOf(row, key) === value',
    'key === SET || valueOf(row, key) === value || value.length > 3'],
};

// Replaces text of table/choices.ts while it is bundled.
const mutating = ([from, to]) => ({
  name: 'mutating',
  setup: (build) => build.onLoad({ filter: /table\/choices\.ts$/ }, ({ path: file }) => {
    const source = fs.readFileSync(file, 'utf8');
    if (!source.includes(from)) {
      throw new Error(`choices.ts no longer has "${from}"`);
    }
    return { contents: source.replace(from, to), loader: 'ts' };
  }),
});

// The page's own modules, bundled for Node.
async function load(games, mutant) {
  const out = `${root}/build/web-test/choices-${process.pid}.mjs`;
  const source = `${root}/web/src`;
  fs.mkdirSync(`${root}/build/web-test`, { recursive: true });
  const lines = games.map((game) =>
    `import ${game.replaceAll('-', '_')} from './games/${game}/index.tsx';`);
  await esbuild.build({
    stdin: { resolveDir: source, loader: 'ts', contents: `${lines.join('\n')}
      export * from './table/choices.ts';
      export { genericFacets } from './table/generic.ts';
      export const games = {${games.map((game) => `'${game}': ${game.replaceAll('-', '_')}`)}};` },
    outfile: out, bundle: true, format: 'esm', jsx: 'automatic', jsxImportSource: 'preact',
    tsconfig: `${root}/web/tsconfig.json`, logLevel: 'error',
    alias: { 'fathom-client': `${root}/build/clients/typescript/index.js` },
    plugins: mutant ? [mutating(mutant)] : [],
  });
  try {
    return await import(`${pathToFileURL(out)}?${Math.random()}`);
  } finally {
    fs.rmSync(out);
  }
}

async function ask(token, method, target, body) {
  for (;;) {
    const response = await fetch(url + target, {
      method, headers: { ...token && { Authorization: `Bearer ${token}` },
        ...body && { 'Content-Type': 'application/json' }, Prefer: 'return=representation',
        ...method === 'POST' && { 'Idempotency-Key': randomUUID() } },
      ...body && { body: JSON.stringify(body) },
    });
    if (response.status === 429) {
      await new Promise((resolve) =>
        setTimeout(resolve, 1000 * Number(response.headers.get('Retry-After') ?? 1)));
      continue;
    }
    const answer = await response.json();
    if (!response.ok) {
      throw Object.assign(new Error(`${method} ${target}: ${response.status} ${answer.detail}`),
          { status: response.status });
    }
    return answer;
  }
}

const problems = [];

// Every set of a choice is reached by tapping its things.
function checkSets(page, legal, facets, where) {
  const { verb } = legal.choice;
  for (const { move } of legal.moves.filter((listed) => listed.move.startsWith(`${verb} `))) {
    const words = move.split(' ').slice(1);
    let selection = page.NOTHING;
    for (const word of words) {
      selection = page.tapItem(page.choose(legal, facets, selection).set, word);
    }
    const chosen = page.choose(legal, facets, selection).move?.move;
    if (chosen !== move) {
      problems.push(`${where}: tapping ${words} chooses ${chosen}, not ${move}`);
    }
  }
}

function checkTree(page, legal, facets, where) {
  const verb = legal.choice?.verb;
  const listed = legal.moves.map(({ move }) => move)
      .filter((move) => !verb || move.split(' ')[0] !== verb).sort();
  const reached = page.leaves(legal, facets).sort();
  if (JSON.stringify(listed) !== JSON.stringify(reached)) {
    const lost = listed.filter((move) => !reached.includes(move));
    const extra = reached.filter((move, i) => !listed.includes(move) || reached[i - 1] === move);
    problems.push(`${where}: not reached: ${lost}; reached twice or not legal: ${extra}`);
  }
  if (legal.choice) {
    checkSets(page, legal, facets, where);
  }
}


// ---- positions ----

const random = (list) => list[Math.floor(Math.random() * list.length)];

// The facets of a move, worked out once.
function remembering(facets) {
  const known = new Map();
  return (move) => {
    const found = known.get(move.move) ?? facets(move);
    known.set(move.move, found);
    return found;
  };
}

// What a game may leave out: here, everything but the verb.
const verbOf = ({ parts: { verb } }) => [{ key: 'verb', value: verb, text: verb }];

function checkPosition(page, { game, components, view, legal, where }) {
  const client = page.games[game];
  const own = client && ((move) => client.facets(move, { view, components, language: 'en' }));
  if (own) {
    checkTree(page, legal, remembering(own), where);
  }
  checkTree(page, legal, remembering(page.genericFacets(legal.moves)), `${where}, as texts`);
  checkTree(page, legal, verbOf, `${where}, with one facet`);
}

// A match of several guests, each of which plays at random.
async function playOne(players, { game, seats, options }, seen) {
  const { id } = await ask(players[0], 'POST', '/v1/matches',
      { game, options, seats: ['me', ...Array(seats - 1).fill('open')] });
  for (const player of players.slice(1, seats)) {
    await ask(player, 'POST', `/v1/matches/${id}/seats`, {});
  }
  const seatOf = new Map();
  for (const player of players.slice(0, seats)) {
    seatOf.set((await ask(player, 'GET', `/v1/matches/${id}/state`)).viewer, player);
  }
  let state = await ask(players[0], 'GET', `/v1/matches/${id}/state`);
  while (state.status === 'running') {
    const player = seatOf.get(state.to_act[0]);
    const known = state.viewer === state.to_act[0] && state.legal_moves ? state :
      await ask(player, 'GET', `/v1/matches/${id}/state`);
    const legal = known.legal_moves;
    if (!seen({ view: known.view, legal, where: `${game}, match ${id}, seq ${legal.seq}` })) {
      await ask(player, 'POST', `/v1/matches/${id}/resignation`, {}).catch(() => {});
      return;
    }
    const effect = await ask(player, 'POST', `/v1/matches/${id}/moves`,
        { move: random(legal.moves).move, seq: legal.seq });
    state = { ...effect.state, legal_moves: effect.legal_moves };
  }
}

// Every option at its default, and each of its other values alone.
function settingsOf({ options: { properties } }) {
  const valuesOf = ({ type, enum: words, minimum, maximum }) =>
    type === 'boolean' ? [true, false] : words ?? [minimum, maximum];
  return [{}, ...Object.entries(properties).flatMap(([name, schema]) => valuesOf(schema)
      .filter((value) => value !== schema.default).map((value) => ({ [name]: value })))];
}

async function visitGame(page, players, info, kept) {
  const { id: game, seats: { min, max } } = info;
  const components = await ask(null, 'GET', `/v1/games/${game}/components`);
  for (let seats = isDeep ? Math.max(min, 1) : max; seats <= max; seats++) {
    for (const options of isDeep ? settingsOf(info) : [{}]) {
      let positions = 0;
      const seen = (position) => {
        const whole = { game, components, ...position };
        checkPosition(page, whole);
        kept.push(...Math.random() < keptShare ? [whole] : []);
        return ++positions < Number(count) && problems.length === 0;
      };
      try {
        while (positions < Number(count) && problems.length === 0) {
          await playOne(players, { game, seats, options }, seen);
        }
        console.log(`${game}, ${seats} seats, ${JSON.stringify(options)}: ${positions} positions`);
      } catch (error) {
        if (error.status !== 422 || positions > 0) {
          throw error;
        }
        console.log(`${game}, ${seats} seats, ${JSON.stringify(options)}: not offered`);
      }
    }
  }
}

const names = ['own', 'second', 'third', 'fourth'];
const players = await Promise.all(names.map(async () =>
  (await ask(null, 'POST', '/v1/guests', { cookie: false })).token));
const { data: games } = await ask(null, 'GET', '/v1/games');
const folders = fs.readdirSync(`${root}/web/src/games`);
const drawn = games.map(({ id }) => id).filter((id) => folders.includes(id));
const page = await load(drawn);
const kept = []; // positions for the mutants
for (const info of games.filter(({ id }) => !onlyGame || id === onlyGame)) {
  await visitGame(page, players, info, kept);
}
const real = problems.splice(0);
for (const [name, mutant] of Object.entries(mutants)) {
  const wrong = await load(drawn, mutant);
  kept.forEach((position) => checkPosition(wrong, position));
  const found = problems.splice(0).length;
  console.log(`mutant, ${name}: found ${found} times in ${kept.length} positions`);
  if (found === 0) {
    real.push(`the mutant is not found: ${name}`);
  }
}
real.slice(0, 10).forEach((problem) => console.error(problem));
process.exitCode = real.length > 0 ? 1 : 0;
