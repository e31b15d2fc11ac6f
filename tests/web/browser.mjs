// The page in Chromium, for the scripts of this folder.
//
//   import { run } from './browser.mjs';
//   await run(async ({ open, url }) => { const page = await open({ size: 'phone' }); … });
//
// The first argument is the address of the service.  A script exits with 77 if no
// browser is found, and with 1 if it found a problem or took longer than
// FATHOM_WEB_SECONDS.  On every page these are problems: a request to another host, a
// violation of the page's policy, an error of a script, an error in the console.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { handOf } from './hand.mjs';

const require = createRequire(new URL('../../build/browser/package.json', import.meta.url));
const { chromium } = require('playwright-core');
export const axePath = require.resolve('axe-core/axe.min.js');

export const sizes = {
  small: { width: 360, height: 640 },
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  laptop: { width: 1280, height: 720 },
  desktop: { width: 1440, height: 900 },
};

// The first has no window, and needs a quarter less of a processor.
const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

function findBrowser() {
  const folders = (process.env.PATH ?? '').split(':');
  return process.env.FATHOM_BROWSER ?? programs.flatMap((name) =>
    folders.map((folder) => `${folder}/${name}`)).find((file) => fs.existsSync(file));
}

// A whole run, or a sample of it for people who wait for the result.
export const isDeep = process.env.FATHOM_DEPTH === 'deep' || 'FATHOM_WEB' in process.env;

export const problems = [];
export const expect = (isTrue, claim) => {
  if (!isTrue) {
    problems.push(claim);
  }
};

// Statuses that a page handles, and that the console calls errors.
const isHandled = (text) => /status of (401|409|412|422|429|500|503)/.test(text);

// What the console says of a connection that was cut.
const isOfNetwork = (text) => /net::ERR_/.test(text);

// Of each page: the requests in progress, but for streams, which have no end.
const inProgress = new WeakMap();

function count(page) {
  const requests = new Set();
  inProgress.set(page, requests);
  for (const end of ['requestfinished', 'requestfailed']) {
    page.on(end, (request) => requests.delete(request));
  }
  page.on('request', (request) => {
    if (request.headers().accept !== 'text/event-stream') {
      requests.add(request);
    }
  });
}

function watch(page, url, isCut) {
  page.on('request', (request) => {
    const target = request.url();
    expect(target.startsWith(url) || target.startsWith('data:'),
        `a request to another host: ${target}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.stack}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isHandled(message.text()) &&
        !(isCut && isOfNetwork(message.text()))) {
      problems.push(`console: ${message.text()}`);
    }
  });
}

const STEP_MS = 25;
const QUIET_MS = 150;
const LOUD_MOST_MS = 5000;

// Wait until a page has what it fetches after it was opened, and has drawn it: no
// request was in progress for a moment.
export async function awaitQuiet(page) {
  const requests = inProgress.get(page);
  const until = Date.now() + LOUD_MOST_MS;
  for (let quiet = 0; quiet < QUIET_MS && Date.now() < until;) {
    await page.waitForTimeout(STEP_MS);
    quiet = requests.size > 0 ? 0 : quiet + STEP_MS;
  }
}

// Calls of Playwright that run code in a page have no time limit of their own.
const mostSeconds = Number(process.env.FATHOM_WEB_SECONDS ?? Infinity);

function withinLimit(visit) {
  if (mostSeconds === Infinity) {
    return visit;
  }
  const late = new Error(`the script took longer than ${mostSeconds} s`);
  return Promise.race([visit, new Promise((_, reject) => {
    setTimeout(reject, mostSeconds * 1000, late);
  })]);
}

// What every page showed when something went wrong.
async function keepPictures(browser) {
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [i, page] of pages.entries()) {
    const path = `build/web-test/failed-${process.pid}-${i}.png`;
    await page.screenshot({ path, caret: 'initial', timeout: 10_000 })
        .then(() => console.error(path, page.url()), () => console.error(page.url()));
  }
}

export async function run(visit) {
  const url = process.argv[2];
  const executablePath = findBrowser();
  if (!executablePath) {
    console.error(`no browser: none of ${programs.join(', ')} is installed`);
    process.exit(77);
  }
  const browser = await chromium.launch({ executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
  // A page with cookies of its own.  `prepare` is called with it while it is blank.
  const open = async ({ size = 'phone', theme = 'dark', language = 'en', touch = false,
      at = url, address = '', bypassCSP = false, isCut = false, prepare } = {}) => {
    const context = await browser.newContext({ viewport: sizes[size], colorScheme: theme,
      locale: language, hasTouch: touch, bypassCSP, reducedMotion: 'reduce' });
    context.setDefaultTimeout(60_000);
    context.on('page', count);
    const page = await context.newPage();
    watch(page, at, isCut);
    await prepare?.(page);
    await page.goto(`${at}/${address}`);
    return page;
  };
  try {
    await withinLimit(visit({ open, url }));
  } catch (error) {
    problems.push(error.stack);
    await keepPictures(browser);
  }
  problems.slice(0, 20).forEach((problem) => console.error(problem));
  await Promise.race([browser.close(), new Promise((resolve) => setTimeout(resolve, 10_000))]);
  // A connection that a script left open would keep the process alive.
  process.exit(problems.length > 0 ? 1 : 0);
}

// Play a game against a bot from the first page, as a guest.
export async function playBot(page, game, hand = handOf(page, 'mouse')) {
  const button = page.locator(`[data-play="${game}"]`);
  await button.waitFor();
  await awaitQuiet(page); // what arrives late moves the button
  await button.scrollIntoViewIfNeeded();
  await hand.press(await button.elementHandle());
  await page.locator('.bar').waitFor();
  return new URL(page.url()).hash.split('/')[2];
}
