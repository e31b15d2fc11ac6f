// The tree of choices leads to the legal moves and to nothing else: at every
// position of random matches of each game, its leaves are compared with them.
//
//   node tests/web/choices.mjs URL [POSITIONS]
//
// POSITIONS are those of each game and number of seats.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [url, count = '60'] = process.argv.slice(2);
const root = path.resolve(path.dirname(new URL(import.meta.url).pathname), '../..');
const esbuild = createRequire(`${root}/build/web/package.json`)('esbuild');

// The page's own modules, bundled for Node.
async function load(games) {
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
  });
  try {
    return await import(pathToFileURL(out));
  } finally {
    fs.rmSync(out);
  }
}

let token;
async function ask(method, target, body, headers = {}) {
  for (;;) {
    const response = await fetch(url + target, {
      method, headers: { ...token && { Authorization: `Bearer ${token}` },
        ...body && { 'Content-Type': 'application/json' },
        ...method === 'POST' && { 'Idempotency-Key': Math.random().toString(36) }, ...headers },
      ...body && { body: JSON.stringify(body) },
    });
    if (response.status === 429) {
      await new Promise((resolve) =>
        setTimeout(resolve, 1000 * Number(response.headers.get('Retry-After') ?? 1)));
      continue;
    }
    const answer = await response.json();
    if (!response.ok) {
      throw new Error(`${method} ${target}: ${response.status} ${answer.detail}`);
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

async function playOne(page, game, components, seats, left) {
  const occupants = ['me', ...Array(seats - 1).fill('bot:random')];
  const { id } = await ask('POST', '/v1/matches', { game, seats: occupants });
  let seen = 0;
  let state = await ask('GET', `/v1/matches/${id}/state`);
  while (state.status === 'running' && seen < left) {
    const legal = await ask('GET', `/v1/matches/${id}/legal-moves`);
    if (legal.moves.length === 0) {
      await ask('GET', `/v1/matches/${id}/events?wait=5&after=${legal.seq}`);
    } else {
      state = await ask('GET', `/v1/matches/${id}/state`);
      if (state.seq === legal.seq) {
        const client = page.games[game];
        const facets = client ? (move) => client.facets(move,
            { view: state.view, components, language: 'en' }) : page.genericFacets(legal.moves);
        checkTree(page, legal, facets, `${game}, match ${id}, seq ${legal.seq}`);
        checkTree(page, legal, page.genericFacets(legal.moves), `${game} as texts, seq ${legal.seq}`);
        seen++;
        const { move } = legal.moves[Math.floor(Math.random() * legal.moves.length)];
        await ask('POST', `/v1/matches/${id}/moves`, { move, seq: legal.seq });
      }
    }
    state = await ask('GET', `/v1/matches/${id}/state`);
  }
  if (state.status === 'running') {
    await ask('POST', `/v1/matches/${id}/resignation`, { seq: state.seq }).catch(() => {});
  }
  return seen;
}

({ token } = await ask('POST', '/v1/guests', { cookie: false }));
const { data: games } = await ask('GET', '/v1/games');
const folders = fs.readdirSync(`${root}/web/src/games`);
const page = await load(games.map(({ id }) => id).filter((id) => folders.includes(id)));
for (const { id: game, seats: { min, max } } of games) {
  const components = await ask('GET', `/v1/games/${game}/components`);
  for (let seats = Math.max(min, 1); seats <= max; seats++) {
    let seen = 0;
    while (seen < Number(count) && problems.length === 0) {
      seen += await playOne(page, game, components, seats, Number(count) - seen);
    }
    console.log(`${game}, ${seats} seats: ${seen} positions`);
  }
}
problems.slice(0, 10).forEach((problem) => console.error(problem));
process.exitCode = problems.length > 0 ? 1 : 0;
