// Pictures of the page in named states, to be looked at; nothing is checked.  The
// service is new: make pictures starts one.
//
//   node tests/web/shots.mjs URL [DIR] [PATTERN]
//
// They go to DIR, build/web-shots if left out.  Those whose names begin with `signs-`
// are drawn four more times, with Chromium's vision deficiencies.
import fs from 'node:fs';
import { chooseMove, signUp } from './act.mjs';
import { awaitQuiet, problems, run } from './browser.mjs';

const [, , , out = 'build/web-shots', pattern = '.'] = process.argv;
const DEFICIENCIES = ['achromatopsia', 'deuteranopia', 'protanopia', 'tritanopia'];
const GAMES = { uwc: 'underwater-cities', sea: 'seastead', otys: 'otys' };
const SEATS = { uwc: ['bot:greedy', 'bot:greedy'], sea: ['bot:greedy'], otys: ['bot:greedy', 'bot:greedy'] };

const random = (seed) => () => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed / 2147483648;
};

// Requests of the page's account.
const api = async (page, url, method, path, data) => {
  const answer = await page.request.fetch(`${url}/v1${path}`,
      { method, headers: { Origin: url }, ...data && { data } });
  return answer.ok() && answer.status() !== 204 ? answer.json() : null;
};

// Begin a match and play a number of random moves.
async function begin(page, url, game, decisions, options = {}) {
  const next = random(7 + decisions);
  const { id } = await api(page, url, 'POST', '/matches',
      { game: GAMES[game], seats: ['me', ...SEATS[game]], options });
  for (let made = 0; made < decisions;) {
    const legal = await api(page, url, 'GET', `/matches/${id}/legal-moves`);
    if (legal.moves.length === 0) {
      const { status } = await api(page, url, 'GET', `/matches/${id}`);
      if (status !== 'running') {
        break;
      }
      await api(page, url, 'GET', `/matches/${id}/events?wait=5&after=${legal.seq}`);
      continue;
    }
    const { move } = legal.moves[Math.floor(next() * legal.moves.length)];
    await api(page, url, 'POST', `/matches/${id}/moves`, { move, seq: legal.seq });
    made++;
  }
  return id;
}

// States: name, [size, theme, language], how to get there.
const at = (address) => async ({ page, url, ids }) => {
  await page.goto(`${url}/#/${typeof address === 'function' ? address(ids) : address}`);
  await page.locator('main').waitFor();
  if (page.url().includes('#/match/')) {
    await page.locator('.bar').waitFor();
  }
};
const tab = (state, name) => async (kit) => {
  await at(state)(kit);
  await kit.page.locator('.bar').waitFor();
  await kit.page.locator(`[data-tab="${name}"]`).first().click();
};
const then = (first, act) => async (kit) => {
  await first(kit);
  await kit.page.locator('.bar').waitFor();
  await act(kit.page);
};
const chosen = (address) => then(at(address), async (page) => {
  await page.locator('.bar.mine').waitFor();
  await chooseMove(page);
  await page.mouse.move(1, 1);
});
const match = (name) => (ids) => `match/${ids[name]}`;
const PHONE = ['phone', 'dark', 'en'], SMALL = ['small', 'light', 'de'], TABLET = ['tablet', 'dark', 'en'],
  LAPTOP = ['laptop', 'light', 'de'], DESKTOP = ['desktop', 'dark', 'en'], PAPER = ['desktop', 'light', 'en'];

const around = [
  ['readme', ['laptop', 'dark', 'en'], at(match('late'))],
  ['lobby-new', PHONE, at(''), 'a stranger'], ['lobby-phone', PHONE, at('')], ['lobby-small', SMALL, at('')], ['lobby-tablet', TABLET, at('')],
  ['lobby-desktop', DESKTOP, at('')], ['lobby-light', PAPER, at('')],
  ['account', PHONE, at('account')], ['settings', SMALL, at('settings')],
  ['set-up', PHONE, at('new/underwater-cities')], ['set-up-desktop', LAPTOP, at('new/otys')],
  ['leaderboards', PHONE, at('leaderboards')], ['leaderboards-desktop', LAPTOP, at('leaderboards')],
  ['player', PHONE, at((ids) => `player/${ids.name}`)], ['queue', SMALL, at('queue')],
  ['challenges', PHONE, at('challenges')], ['watch', TABLET, at('watch')], ['sandbox', PHONE, at('sandbox')],
  ['vacation', SMALL, at('vacation')], ['blocks', PHONE, at('blocks')], ['missing', PHONE, at('nothing')],
  ['help', PHONE, at('help/underwater-cities')], ['help-desktop', LAPTOP, at('help/seastead')],
  ['about', PHONE, at((ids) => `about/${ids.uwc}`)], ['open', PHONE, at(match('open'))],
  ['ended', PHONE, async (kit) => {
    await at('')(kit);
    await kit.page.locator('[data-play]').first().waitFor();
    await kit.page.context().route('**/v1/**', (route) => route.fulfill({ status: 401,
      contentType: 'application/problem+json', body: '{"title": "Unauthorized", "status": 401}' }));
    await kit.page.goto(`${kit.url}/#/vacation`);
  }],
  ['offline', PHONE, async (kit) => {
    await at(match('uwc'))(kit);
    await kit.page.locator('.link.live').waitFor(); // no response is on its way
    await kit.page.context().setOffline(true);
    await kit.page.locator('.banner-line').waitFor();
  }],
];

const replays = ['uwc', 'sea', 'otys'].flatMap((game) => [
  [`${game}-replay`, game === 'sea' ? DESKTOP : PHONE, at((ids) => `replay/${ids[game]}/12`)],
]);

const tables = Object.entries({ uwc: ['board', 'cards'], sea: ['displays'], otys: ['colony'] })
    .flatMap(([game, tabs]) => [
      [`${game}-start`, PHONE, at(match(`${game}Start`))],
      [`${game}-small`, SMALL, at(match(game))],
      [`signs-${game}`, PHONE, at(match(game))],
      [`${game}-chosen`, PHONE, chosen(match(game))],
      [`${game}-tablet`, TABLET, at(match(game))],
      [`${game}-tablet-light`, ['tablet', 'light', 'de'], chosen(match(game))],
      [`${game}-laptop`, LAPTOP, at(match(game))],
      [`signs-${game}-desktop`, DESKTOP, at(match(game))],
      [`${game}-desktop-light`, PAPER, chosen(match(game))],
      [`${game}-over`, PHONE, at(match(`${game}Over`))],
      ...tabs.map((name) => [`${game}-${name}`, PHONE, tab(match(game), name)]),
      [`${game}-players`, SMALL, tab(match(game), 'players')],
      [`${game}-log`, PHONE, tab(match(game), 'log')],
      [`${game}-rival`, PHONE, then(at(match(game)), (page) => page.locator('[data-seat="1"]').click())],
    ]);

async function picture(page, name) {
  await page.evaluate(() => document.fonts.ready);
  await awaitQuiet(page);
  await page.screenshot({ path: `${out}/${name}.png` });
  if (name.startsWith('signs-')) {
    const cdp = await page.context().newCDPSession(page);
    for (const type of DEFICIENCIES) {
      await cdp.send('Emulation.setEmulatedVisionDeficiency', { type });
      await page.screenshot({ path: `${out}/${name}-${type}.png` });
    }
    await cdp.send('Emulation.setEmulatedVisionDeficiency', { type: 'none' });
  }
}

await run(async ({ open, url }) => {
  fs.mkdirSync(out, { recursive: true });
  const states = [...around, ...tables, ...replays].filter(([name]) => new RegExp(pattern).test(name));
  const home = await open({});
  const name = 'marina'; // the database is new
  await signUp(home, url, name);
  const ids = { name };
  for (const [game, middle] of [['uwc', 44], ['sea', 24], ['otys', 40]]) {
    if (states.some(([state]) => state.includes(game)) || game === 'uwc') {
      ids[game] = await begin(home, url, game, middle);
      ids[`${game}Start`] = await begin(home, url, game, 0);
      ids[`${game}Over`] = await begin(home, url, game, 6);
      await api(home, url, 'POST', `/matches/${ids[`${game}Over`]}/resignation`, {});
    }
  }
  if (states.some(([state]) => state === 'readme')) {
    ids.late = await begin(home, url, 'uwc', 75);
  }
  ({ id: ids.open } = await api(home, url, 'POST', '/matches', { game: 'otys', seats: ['me', 'open'], private: true }));
  const cookies = await home.context().cookies();
  for (const [state, [size, theme, language], reach, isStranger] of states) {
    const page = await open({ size, theme, language });
    if (!isStranger) {
      await page.context().addCookies(cookies);
    }
    await page.goto('about:blank');
    try {
      await reach({ page, url, ids });
      await picture(page, state);
    } catch (error) {
      console.error(`${state}: ${error.message.split('\n')[0]}`);
    }
    await page.context().close();
  }
  console.log(`${states.length} states are in ${out}`);
  problems.length = 0;
});
