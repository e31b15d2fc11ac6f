// Every page as a stranger, a guest and somebody with an account see it, and an
// invitation that each of them accepts.
//
//   node tests/web/viewers.mjs URL
import { shows } from './act.mjs';
import { axePath, awaitQuiet, expect, problems, run } from './browser.mjs';

const NAME = `ada_${Date.now().toString(36)}`;
const PASSWORD = 'a long pass phrase';
const GAME = 'seastead';

async function post(page, path, data) {
  const { origin } = new URL(page.url());
  const answer = await page.request.post(`${origin}/v1${path}`, { headers: { Origin: origin }, data });
  if (!answer.ok()) {
    throw new Error(`${path}: ${await answer.text()}`);
  }
  return answer.status() === 204 ? null : answer.json();
}

const viewers = {
  stranger: async () => {},
  guest: async (page) => void await post(page, '/guests', { cookie: true }),
  async account(page, name = `eve_${Date.now().toString(36)}`) {
    await post(page, '/accounts', { name, password: PASSWORD });
    await post(page, '/sessions', { name, password: PASSWORD, cookie: true });
  },
};

// A browser in which one of them is at the first page.
async function openAs({ open }, viewer, name) {
  const page = await open({ bypassCSP: true });
  await viewers[viewer](page, name);
  await page.reload();
  await page.locator('[data-play]').first().waitFor();
  return page;
}

// What the pages show: everybody the same, or each what is theirs.
const needsAccount = { stranger: 'This needs an account', guest: 'This needs an account' };
const pagesOf = ({ open, running, over }) => [
  ['', 'Play now'],
  ['leaderboards', /Nobody is listed yet|Ranked play|listed from/],
  ['watch', 'Just finished'],
  ['sandbox', 'Begin'],
  ['settings', 'Appearance'],
  [`help/${GAME}`, 'How to play Seastead'],
  [`new/${GAME}`, 'Create the match'],
  [`player/${NAME}`, 'Recent matches'],
  ['player/greedy', /plays here for the service/],
  ['player/no-such-player', /./, 'refused'],
  ['queue', { ...needsAccount, account: 'Look for a match' }],
  ['challenges', { ...needsAccount, account: 'Send the challenge' }],
  ['blocks', { ...needsAccount, account: 'You have blocked nobody.' }],
  ['vacation', { stranger: 'This needs an account', guest: 'You are not on vacation.', account: 'You are not on vacation.' }],
  ['tokens', { stranger: 'This needs an account', guest: 'Make the token', account: 'Make the token' }],
  ['account', { stranger: 'Create an account', guest: 'Choose a name and a password', account: 'Sign out' }],
  [`about/${running}`, 'About this match'],
  [`match/${open}`, 'Take the seat'],
  [`match/${running}`, `${NAME}`],
  [`match/${over}`, 'Replay'],
  [`replay/${over}/1`, '1 /'],
  ['match/m_aaaaaaaaaaaaaaaaaaaaaaaaaa', /./, 'refused'],
  ['nothing', 'There is no such page.'],
];

async function axeOf(page) {
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`);
}

async function visit(page, viewer, [address, says, isRefused]) {
  const where = `#/${address} as ${viewer}`;
  const isSame = typeof says === 'string' || says instanceof RegExp;
  const text = isSame ? says : says[viewer];
  await page.evaluate((hash) => { location.hash = hash; }, `/${address}`);
  await shows(page.locator('main', { hasText: text }), `${where} does not show "${text}"`);
  if (isRefused) {
    await shows(page.locator('.problem'), `${where} shows no problem`);
  }
  await awaitQuiet(page);
  const problem = await page.locator('.problem').allTextContents();
  expect(isRefused ? problem.length === 1 : problem.length === 0, `${where} has the problems [${problem}]`);
  expect(await page.locator('h1').count() === 1, `${where} has ${await page.locator('h1').count()} headings of the first level`);
  // What everybody sees the same is judged once.
  if (viewer === 'account' || !isSame) {
    const found = await axeOf(page);
    expect(found.length === 0, `${where}: axe ${found}`);
  }
}

// A viewer follows a link, and has a seat after one tap.
async function accepts(page, viewer, host, clock) {
  const { id } = await post(host, '/matches', { game: GAME, seats: ['me', 'open'], clock });
  await page.evaluate(() => { location.hash = '/'; });
  await shows(page.locator(`a.match-row[href="#/match/${id}"]`), `the first page of a ${viewer} lists no open match`);
  await page.evaluate((hash) => { location.hash = hash; }, `/match/${id}`);
  for (const text of [`${NAME} invites you to Seastead`, '1 day for each decision', '2 players', 'not rated', /about \d+ minutes/]) {
    await shows(page.locator('main', { hasText: text }), `an invitation does not tell a ${viewer} "${text}"`);
  }
  expect(await page.locator('main img').count() === 1, `an invitation has no picture for a ${viewer}`);
  expect(await page.locator('main .button.main').count() === 1, `an invitation has not one bright button for a ${viewer}`);
  await page.locator('[data-join]').click();
  await shows(page.locator('.bar[data-status="running"]'), `a ${viewer} who takes the seat does not play`);
  expect(await page.locator('.seat', { hasText: 'You' }).count() === 1, `a ${viewer} who took the seat has none`);
}

// A token is shown once, works, and ends when it is revoked; what is stored can be saved.
async function tokens(page, url) {
  await page.evaluate(() => { location.hash = '/tokens'; });
  const form = page.locator('form');
  await form.locator('input').first().fill('my bot');
  await form.locator('[type="password"]').fill(PASSWORD);
  await form.locator('button').click();
  const token = await page.locator('[data-token]').inputValue();
  const asks = () => fetch(`${url}/v1/me`, { headers: { Authorization: `Bearer ${token}` } })
      .then(({ status }) => status);
  expect(await asks() === 200, 'a token that was made does not work');
  await page.reload();
  await shows(page.locator('.match-row', { hasText: 'my bot' }), 'a token that was made is not listed');
  expect(!(await page.content()).includes(token), 'a token is shown twice');
  await page.getByRole('button', { name: 'Revoke: my bot' }).click();
  await page.locator('.match-row', { hasText: 'my bot' }).waitFor({ state: 'detached' });
  expect(await asks() === 401, 'a token that was revoked works');
  const saved = page.waitForEvent('download');
  await page.locator('[data-export]').click();
  expect(/^fathom-eve_.*json$/.test((await saved).suggestedFilename()), 'what is stored cannot be saved');
}

async function visitAll(browser) {
  const host = await openAs(browser, 'account', NAME);
  const ids = {};
  ({ id: ids.open } = await post(host, '/matches', { game: GAME, seats: ['me', 'open'] }));
  ({ id: ids.running } = await post(host, '/matches', { game: GAME, seats: ['me', 'bot:greedy'] }));
  ({ id: ids.over } = await post(host, '/matches', { game: GAME, seats: ['me', 'bot:greedy'] }));
  await post(host, `/matches/${ids.over}/resignation`, {});
  for (const viewer of Object.keys(viewers)) {
    const page = await openAs(browser, viewer);
    await page.addScriptTag({ path: axePath });
    for (const row of pagesOf(ids)) {
      await visit(page, viewer, row);
    }
    await accepts(page, viewer, host, { turn_seconds: 86400 });
    if (viewer === 'account') {
      await tokens(page, browser.url);
    }
    await page.context().close();
  }
  await host.evaluate((hash) => { location.hash = hash; }, `/match/${ids.open}`);
  await shows(host.locator('main', { hasText: 'waits for' }), 'who invites does not see for whom the match waits');
  expect((await host.locator('.share').inputValue()).endsWith(ids.open), 'who invites finds no link');
}

// The console notes the pages that are meant to be refused.
await run((browser) => visitAll(browser).finally(() => {
  const others = problems.filter((text) => !/^console: .*status of 404/.test(text));
  problems.splice(0, Infinity, ...others);
}));
