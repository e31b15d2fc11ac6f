// Every page in both themes and languages and at several sizes: nothing scrolls
// sideways, controls are large enough, axe finds nothing, and pages are small.
//
//   node tests/web/pages.mjs URL few|some|all
//
// few: each page in one of two sizes, and axe judges a match in one of its tabs; some:
// every page in all sizes, with one theme and language for each size; axe judges the
// narrowest and the widest, one in each theme and language, and a match against one bot
// is opened in these.
import { axePath, expect, awaitQuiet, playBot, run, sizes } from './browser.mjs';

const amount = process.argv[3];

const TARGET_LEAST = 44;
const TEXT_LEAST = 12;
const CONTRAST_LEAST = 3; // of the outlines of what can be pressed and of places
const LOBBY_MOST = 60_000; // bytes over the network
const MATCH_MOST = 110_000;
const GAME_MOST = 40_000; // the part of a game

// In the page: what can be pressed is large enough.  The label of a box is pressed too,
// and a link within a text is as large as its line.
function smallTargets(least) {
  const targets = [...document.querySelectorAll('button, select, input, [role="button"], .button, .tool, .match-row, .seq')]
      .map((target) => [target, (target.closest('label') ?? target).getBoundingClientRect()]);
  const isTooSmall = ({ width, height }) => width > 0 && (width < least - .5 || height < least - .5);
  return targets.filter(([target, box]) => isTooSmall(box) && !target.closest('svg'))
      .map(([target, box]) => `${target.outerHTML.slice(0, 90)} ${Math.round(box.width)}x${Math.round(box.height)}`);
}

// In the page: texts that are drawn smaller than this, also within pictures.
function smallTexts(least) {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const box = element.getBoundingClientRect();
    if (node.data.trim() === '' || box.width <= 1 || box.height <= 1 || element.closest('title, .only-read, script, style')) {
      continue;
    }
    const scale = element instanceof SVGGraphicsElement ? element.getScreenCTM().d : 1;
    const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
    if (size < least - .1) {
      found.add(`"${node.data.trim().slice(0, 20)}" of ${element.getAttribute('class') ?? element.parentElement.getAttribute('class')}: ${size.toFixed(1)} px`);
    }
  }
  return [...found];
}

// In the page: the contrast of outlines with the grounds on which they are drawn.
function weakOutlines(least) {
  const paper = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const paint = (...colours) => {
    paper.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      paper.fillStyle = colour;
      paper.fillRect(0, 0, 1, 1);
    }
    return [...paper.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const linear = (n) => n / 255 <= .04045 ? n / 255 / 12.92 : ((n / 255 + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b);
  const value = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const pairs = [
    ...['--isle-top', '--isle-low', '--bare-top', '--bare-low', '--shelf', '--deep', '--panel-2', '--floor', '--sea-1', '--sea-2']
        .map((ground) => ['--site', ground]),
    ...['--panel-2', '--panel-3', '--sheet', '--sea-1', '--sea-2', '--card'].map((ground) => ['--line-strong', ground]),
    ...['--panel-2', '--panel-3', '--sea-1', '--sea-2'].flatMap((ground) => [['--legal', ground], ['--accent', ground]]),
    ...[0, 1, 2, 3].map((seat) => [`--seat-${seat}`, '--panel-2']),
  ];
  return pairs.flatMap(([line, ground]) => {
    const [a, b] = [light(paint(value(ground), value(line))), light(paint(value(ground)))];
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    return ratio < least ? [`${line} on ${ground} has ${ratio.toFixed(2)} : 1`] : [];
  });
}

const measure = (page) => page.evaluate(() => {
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
  return { cut, scrolls, pageScrolls: root.scrollHeight > root.clientHeight + 1 };
});

async function check(page, where, rules) {
  const found = await measure(page);
  const [small, texts] = [await page.evaluate(smallTargets, TARGET_LEAST), await page.evaluate(smallTexts, TEXT_LEAST)];
  expect(!found.scrolls, `${where}: scrolls sideways`);
  expect(found.cut === 0, `${where}: ${found.cut} tables are cut off at the right`);
  expect(small.length === 0, `${where}: under ${TARGET_LEAST} px: ${small.slice(0, 3)}`);
  expect(texts.length === 0, `${where}: texts under ${TEXT_LEAST} px: ${texts.slice(0, 4)}`);
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

// Begin a match as the guest of the page; a busy service is asked again.
async function begin(page, url, data) {
  for (const until = Date.now() + 60_000; ;) {
    const made = await page.request.post(`${url}/v1/matches`, { headers: { Origin: url }, data });
    if (made.ok()) {
      return (await made.json()).id;
    }
    if (![429, 503].includes(made.status()) || Date.now() > until) {
      throw new Error(`no match begins: ${await made.text()}`);
    }
    await page.waitForTimeout(500);
  }
}

// Begin a match of a game with all of its seats.
async function beginFull(page, url, game) {
  const { seats } = await (await page.request.get(`${url}/v1/games/${game}`)).json();
  const bots = Array(seats.max - 1).fill('bot:greedy');
  return begin(page, url, { game, seats: ['me', ...bots] });
}

async function checkTabs(page, where, rules) {
  await awaitQuiet(page);
  await check(page, where(''), rules);
  const others = await page.$$eval('.tab:not([aria-pressed="true"])', (all) => all.map(({ dataset }) => dataset.tab));
  for (const name of others) {
    await page.locator(`[data-tab="${name}"]`).click();
    await check(page, where(` ${name}`), rules && amount !== 'few');
  }
}

const isWide = (page) => page.viewportSize().width > sizes.tablet.width;

// Matches against one bot and with all seats; of few, the narrow page shows all seats,
// after one match that makes it a guest.
async function visitMatches(page, url, games, at, rules) {
  for (const game of games) {
    if (amount === 'few' ? isWide(page) || game === games[0] : rules || game === games[0]) {
      await page.goto(`${url}/#/`);
      await page.locator('[data-play]').first().waitFor();
      await playBot(page, game);
      await checkTabs(page, (tab) => at(`${game}${tab}`), rules);
    }
    if (amount !== 'few' || !isWide(page)) {
      await page.goto(`${url}/#/match/${await beginFull(page, url, game)}`);
      await page.locator('.bar').waitFor();
      await checkTabs(page, (tab) => at(`${game} with all seats${tab}`), rules);
    }
  }
}

// The round is in sight beside a clock, and of several bots with one name each has its own.
async function checkTop(page, url, where) {
  const id = await begin(page, url, { game: 'underwater-cities',
    seats: ['me', 'bot:greedy', 'bot:greedy', 'bot:greedy'], clock: { turn_seconds: 86400 } });
  await page.goto(`${url}/#/match/${id}`);
  await page.locator('.clock').waitFor();
  const [round, top, clock] = await Promise.all(['.uwc-era i.is-now', '.round', '.clock'].map((part) =>
    page.locator(part).boundingBox()));
  expect(round.x >= top.x - 1 && round.x + round.width <= Math.min(top.x + top.width, clock.x) + 1,
      `${where}: the round is not in sight beside a clock`);
  const names = await page.$$eval('.seat-name', (all) => all.map(({ title }) => title));
  expect(new Set(names).size === names.length, `${where}: bots have the same name: ${names}`);
  const cut = await page.$$eval('.seat-name', (all) => all.filter((name) =>
    name.scrollWidth > name.clientWidth + 1).map(({ title }) => title));
  expect(cut.length === 0, `${where}: names are cut off: ${cut}`);
  const titles = await page.$$eval('.uwc-card-name span:not(.only-read):not(.colour-sign)', (all) => all.filter((title) =>
    title.scrollWidth > title.clientWidth + 1 || title.scrollHeight > title.parentElement.clientHeight + 1)
      .map(({ textContent }) => textContent));
  expect(titles.length === 0, `${where}: titles of cards are cut off: ${titles}`);
}

async function visit({ open, url }, games, size, theme, language) {
  // The page's policy refuses the script of axe; other visits keep to it.
  const page = await open({ size, theme, language, bypassCSP: true });
  const at = (name) => `${name}, ${size}, ${theme}, ${language}`;
  await page.locator('[data-play]').first().waitFor();
  await page.addScriptTag({ path: axePath });
  expect(await page.evaluate(() => 'axe' in window), 'axe is not loaded');
  const rules = amount !== 'some' || ['small', 'laptop'].includes(size);
  await check(page, at('lobby'), rules);
  const player = await firstBot(page);
  const names = ['leaderboards', 'account', `new/${games[0]}`, 'settings', 'queue', 'challenges',
    `player/${player}`, 'watch', 'sandbox', 'vacation'];
  // Of few, every other page, and the other half in the other size.
  for (const name of names.filter((_, i) => amount !== 'few' || isWide(page) === (i % 2 === 1))) {
    await page.goto(`${url}/#/${name}`);
    await page.locator('form, main section').first().waitFor();
    await check(page, at(name), rules);
  }
  const weak = await page.evaluate(weakOutlines, CONTRAST_LEAST);
  expect(weak.length === 0, `${at('outlines')}: ${weak}`);
  await visitMatches(page, url, games, at, rules);
  await checkTop(page, url, at('four seats'));
  await page.context().close();
}

// What a match of each game loads, in a page of its own.
async function weighMatches(first, url, games, before) {
  const files = new Set(before.map(([name]) => name));
  for (const game of games) {
    await first.goto(`${url}/#/`);
    await first.locator('[data-play]').first().waitFor();
    const id = await playBot(first, game);
    const fresh = await first.context().newPage();
    await fresh.goto(`${url}/#/match/${id}`);
    await fresh.locator('.bar').waitFor();
    await fresh.locator('.link.live').waitFor();
    await awaitQuiet(fresh);
    const entries = await loadedBy(fresh);
    const bytes = weigh(entries);
    const part = weigh(entries.filter(([name]) => /\.(js|css)$/.test(name) && !files.has(name)));
    expect(bytes <= MATCH_MOST, `a match of ${game} loads ${bytes} bytes`);
    expect(part <= GAME_MOST, `the part of ${game} has ${part} bytes`);
    console.log(`${game}: ${bytes} bytes, ${part} of its part; the first page: ${weigh(before)}`);
    await fresh.close();
  }
  await first.context().close();
}

const visits = {
  few: [['small', 'light', 'de'], ['laptop', 'dark', 'en']],
  some: [['small', 'light', 'de'], ['phone', 'dark', 'en'], ['tablet', 'light', 'de'],
    ['laptop', 'dark', 'en']],
  all: Object.keys(sizes).flatMap((size) => ['dark', 'light'].flatMap((theme) =>
    ['en', 'de'].map((language) => [size, theme, language]))),
};

await run(async (browser) => {
  const first = await browser.open({});
  await first.locator('[data-play]').first().waitFor();
  await settle(first);
  const before = await loadedBy(first);
  expect(weigh(before) <= LOBBY_MOST, `the first page loads ${weigh(before)} bytes`);
  const games = await first.$$eval('[data-play]', (all) => all.map(({ dataset }) => dataset.play));
  await weighMatches(first, browser.url, games, before);
  for (const one of visits[amount]) {
    await visit(browser, games, ...one);
  }
});
