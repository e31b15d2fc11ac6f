// Every page in both themes and languages and at several sizes: nothing scrolls
// sideways, controls are large enough, axe finds nothing, and pages are small.
//
//   node tests/web/pages.mjs URL [all]
import { axePath, expect, playBot, run, sizes } from './browser.mjs';

const TARGET_LEAST = 24;
const BAR_TARGET_LEAST = 44;
const LOBBY_MOST = 60_000; // bytes over the network
const MATCH_MOST = 110_000;
const GAME_MOST = 40_000; // the part of a game

const measure = (page) => page.evaluate(() => {
  const targets = [...document.querySelectorAll('button, select, input, [role="button"], .button, .tool, .match-row')];
  const small = (least, within) => targets
      .filter((target) => !within || target.closest(within))
      .map((target) => [target, target.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && (box.width < least - .5 || box.height < least - .5))
      .map(([target, box]) => `${target.outerHTML.slice(0, 90)} ${Math.round(box.width)}x${Math.round(box.height)}`);
  const root = document.documentElement;
  const scrolls = [root, document.querySelector('.scroll'), document.querySelector('main')]
      .some((element) => element && element.scrollWidth > element.clientWidth + 1);
  // The nearest element around a table that does not show what is beside it.
  const clipOf = (element) => {
    const around = element.parentElement;
    return !around || getComputedStyle(around).overflowX !== 'visible' ? around : clipOf(around);
  };
  const cut = [...document.querySelectorAll('table')].filter((table) => {
    const clip = clipOf(table);
    return clip && table.getBoundingClientRect().right > clip.getBoundingClientRect().right + 1;
  }).length;
  return { cut, small: small(24), smallInBar: small(44, '.bar'), scrolls,
    pageScrolls: root.scrollHeight > root.clientHeight + 1 };
});

async function check(page, where, rules) {
  const found = await measure(page);
  expect(!found.scrolls, `${where}: scrolls sideways`);
  expect(found.cut === 0, `${where}: ${found.cut} tables are cut off at the right`);
  expect(found.small.length === 0, `${where}: under ${TARGET_LEAST} px: ${found.small.slice(0, 3)}`);
  expect(found.smallInBar.length === 0,
      `${where}: under ${BAR_TARGET_LEAST} px in the bar: ${found.smallInBar.slice(0, 3)}`);
  expect(!found.pageScrolls, `${where}: the whole page scrolls`);
  if (rules) {
    const results = await page.evaluate(() => window.axe.run(document,
        { resultTypes: ['violations'] }));
    for (const { id, nodes } of results.violations) {
      expect(false, `${where}: axe ${id}: ${nodes.slice(0, 3).map(({ target, any }) =>
        `${target} ${any[0]?.message ?? ''}`).join('; ')}`);
    }
  }
}

// What the page has loaded: addresses, and bytes over the network.
const loadedBy = (page) => page.evaluate(() => [...performance.getEntriesByType('navigation'),
  ...performance.getEntriesByType('resource')]
    .map(({ name, encodedBodySize }) => [name, encodedBodySize]));

const weigh = (entries) => entries.reduce((sum, [, bytes]) => sum + bytes, 0);

const settle = (page) => page.waitForLoadState('networkidle').catch(() => {});

// The name of a player that every service has.
const firstBot = (page) => page.evaluate(async () =>
  (await (await fetch('/v1/bots')).json()).data[0].name);

// Begin a match of a game with all of its seats, as the guest of the page.
async function beginFull(page, url, game) {
  const { seats } = await (await page.request.get(`${url}/v1/games/${game}`)).json();
  const bots = Array(seats.max - 1).fill('bot:greedy');
  const made = await page.request.post(`${url}/v1/matches`,
      { headers: { Origin: url }, data: { game, seats: ['me', ...bots] } });
  return (await made.json()).id;
}

async function checkTabs(page, where, rules) {
  await page.waitForTimeout(700);
  await check(page, where(''), rules);
  for (const tab of await page.locator('.tab').all()) {
    await tab.click();
    await check(page, where(` ${await tab.getAttribute('data-tab')}`), rules);
  }
}

async function visit({ open, url }, games, size, theme, language) {
  // The page's policy refuses the script of axe; other visits keep to it.
  const page = await open({ size, theme, language, bypassCSP: true });
  const at = (name) => `${name}, ${size}, ${theme}, ${language}`;
  await page.locator('[data-play]').first().waitFor();
  await page.addScriptTag({ path: axePath });
  const rules = await page.evaluate(() => 'axe' in window);
  expect(rules, 'axe is not loaded');
  await check(page, at('lobby'), rules);
  const player = await firstBot(page);
  for (const name of ['account', 'settings', `new/${games[0]}`, 'leaderboards', 'queue',
    'challenges', 'watch', 'sandbox', 'vacation', `player/${player}`]) {
    await page.goto(`${url}/#/${name}`);
    await page.locator('form, main section').first().waitFor();
    await check(page, at(name), rules);
  }
  for (const game of games) {
    await page.goto(`${url}/#/`);
    await page.locator('[data-play]').first().waitFor();
    await playBot(page, game);
    await checkTabs(page, (tab) => at(`${game}${tab}`), rules);
    await page.goto(`${url}/#/match/${await beginFull(page, url, game)}`);
    await page.locator('.bar').waitFor();
    await checkTabs(page, (tab) => at(`${game} with all seats${tab}`), rules);
  }
  await page.context().close();
}

await run(async (browser) => {
  const first = await browser.open({});
  await first.locator('[data-play]').first().waitFor();
  await settle(first);
  const before = await loadedBy(first);
  const lobby = weigh(before);
  expect(lobby <= LOBBY_MOST, `the first page loads ${lobby} bytes`);
  const games = await first.$$eval('[data-play]', (all) => all.map(({ dataset }) => dataset.play));
  for (const game of games) {
    await first.goto(`${browser.url}/#/`);
    await first.locator('[data-play]').first().waitFor();
    const id = await playBot(first, game);
    const fresh = await first.context().newPage();
    await fresh.goto(`${browser.url}/#/match/${id}`);
    await fresh.locator('.bar').waitFor();
    await fresh.waitForTimeout(700);
    const entries = await loadedBy(fresh);
    const bytes = weigh(entries);
    const files = new Set(before.map(([name]) => name));
    const part = weigh(entries.filter(([name]) => /\.(js|css)$/.test(name) && !files.has(name)));
    expect(bytes <= MATCH_MOST, `a match of ${game} loads ${bytes} bytes`);
    expect(part <= GAME_MOST, `the part of ${game} has ${part} bytes`);
    console.log(`${game}: ${bytes} bytes, ${part} of its part; the first page: ${lobby}`);
    await fresh.close();
  }
  const all = Object.keys(sizes).flatMap((size) => ['dark', 'light'].flatMap((theme) =>
    ['en', 'de'].map((language) => [size, theme, language])));
  const some = [['small', 'light', 'de'], ['phone', 'dark', 'en'], ['tablet', 'dark', 'de'],
    ['laptop', 'light', 'en'], ['desktop', 'dark', 'de']];
  for (const [size, theme, language] of process.argv[3] === 'all' ? all : some) {
    await visit(browser, games, size, theme, language);
  }
});
