// The pages around the matches do what they say: people meet, watch, vote, replay,
// try positions, and see where they stand.
//
//   node tests/web/around.mjs URL
import { chooseMove, sendMove, seqOf, shows, signUp } from './act.mjs';
import { awaitQuiet, expect, isDeep, playBot, run } from './browser.mjs';

const GAME = 'seastead';
const [ADA, BOB] = ['ada', 'bob'].map((name) => `${name}_${Date.now().toString(36)}`);
const hash = (page) => new URL(page.url()).hash;
const visit = async (page, url, address) => {
  await page.goto(`${url}/#/${address}`);
  await page.locator('main').waitFor();
};
const button = (page, name) => page.getByRole('button', { name, exact: true });
const isAt = (page, pattern, claim) => page.waitForURL(pattern, { timeout: 40_000 })
    .catch(() => expect(false, `${claim}: at ${page.url()}`));

async function settingsStay(page, url) {
  await visit(page, url, 'settings');
  await page.locator('select').nth(0).selectOption('de');
  await page.locator('select').nth(1).selectOption('light');
  await page.reload();
  await shows(page.getByRole('heading', { name: 'Einstellungen' }), 'the language was not kept');
  expect(await page.locator('html').getAttribute('data-theme') === 'light', 'the theme was not kept');
  await page.locator('select').nth(0).selectOption('en');
  await page.locator('select').nth(1).selectOption('dark');
}

// Nothing of the first page moves when its parts arrive one after the other: a click
// meets what the player aimed at.
async function firstPageStays(page, url) {
  const paths = ['/v1/matches?player', '/v1/matches?status', '/v1/games', '/v1/config'];
  for (const late of paths) {
    const isLate = (target) => target.href.includes(late);
    await page.route(isLate, async (route) => {
      await new Promise((resolve) => { setTimeout(resolve, 400); });
      await route.continue();
    });
    await visit(page, url, '');
    await page.reload();
    await page.locator('[data-play]').first().waitFor();
    await page.locator('.match-row').first().waitFor();
    await awaitQuiet(page);
    const moved = await page.evaluate(() => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: 'layout-shift', buffered: true });
      return observer.takeRecords().reduce((sum, entry) => sum + entry.value, 0);
    });
    expect(moved < 0.01, `the first page moves by ${moved} while ${late} is late`);
    await page.unroute(isLate);
  }
}

// A match that was begun is listed once when its player returns, before any response.
async function newMatchIsListed(page, url) {
  const isLate = (target) => target.href.includes('/v1/matches?');
  await visit(page, url, '');
  const id = await playBot(page, GAME);
  await page.route(isLate, () => {}); // no response
  await visit(page, url, '');
  const row = page.locator(`.match-row[href="#/match/${id}"]`);
  await shows(row, 'a match that was begun is not listed');
  expect(await row.count() === 1, 'a match that was begun is listed twice');
  await page.unroute(isLate);
}

async function helpIsThere(page, url) {
  await visit(page, url, '');
  await page.getByRole('link', { name: /How to play Otys/ }).click();
  await shows(page.locator('.help section'), 'no page of help');
  await visit(page, url, '');
  await playBot(page, GAME);
  await page.locator('[data-help]').click();
  await shows(page.locator('dialog .help section'), 'no help beside the table');
  await page.keyboard.press('Escape');
}

async function challenge(ada, bob, url) {
  await visit(ada, url, `challenges/${BOB}`);
  await ada.locator('form select').first().selectOption(GAME);
  await ada.locator('fieldset select').first().selectOption('b');
  await visit(bob, url, 'challenges');
  await button(ada, 'Send the challenge').click();
  await shows(bob.locator('.offer.waits', { hasText: 'Sides of the flotillas: sides B' }), 'a challenge does not arrive with its options');
  await bob.getByRole('button', { name: `Accept: ${ADA}` }).click();
  await isAt(bob, /#\/match\//, 'a challenge that is accepted begins no match');
  const id = hash(bob).split('/')[2];
  await shows(ada.locator(`a[href="#/match/${id}"]`), 'who challenged does not see the match');
  return id;
}

async function voteAndWatch(ada, bob, spectator, url, id) {
  await visit(spectator, url, 'watch');
  await shows(spectator.locator(`a[href="#/match/${id}"]`), 'a running match cannot be watched');
  await spectator.locator(`a[href="#/match/${id}"]`).click();
  await spectator.locator('.bar').waitFor();
  await visit(ada, url, `match/${id}`);
  await visit(bob, url, `match/${id}`);
  const mover = await Promise.any([ada, bob].map((page) =>
    page.locator('.bar.mine').waitFor().then(() => page)));
  await chooseMove(mover);
  await sendMove(mover);
  const seq = await seqOf(mover);
  await spectator.waitForFunction((now) => Number(document.querySelector('.match').dataset.seq) >= now, seq)
      .catch(() => expect(false, 'who watches does not see a move'));
  expect(await spectator.locator('.go').count() === 0, 'who watches can move');
  for (const page of [ada, bob]) {
    await visit(page, url, `about/${id}`);
    await button(page, 'Vote to abort').click();
  }
  await shows(bob.getByText('Aborted'), 'two votes abort no match');
}

async function privateLink(ada, bob, spectator, url) {
  await visit(ada, url, `new/${GAME}`);
  await ada.getByLabel(/Only listed/).check();
  await button(ada, 'Create the match').click();
  await isAt(ada, /#\/match\//, 'no match was created');
  const link = await ada.locator('.share').inputValue();
  await visit(spectator, url, '');
  await spectator.locator('[data-play]').first().waitFor();
  expect(await spectator.locator('.match-row', { hasText: ADA }).getByText('Join').count() === 0,
      'a private match is listed');
  await bob.goto(link);
  await bob.locator('[data-join]').click();
  await shows(bob.locator('.bar[data-status="running"]'), 'a link does not let one join');
  await shows(ada.locator('.bar[data-status="running"]'), 'who waits does not see the other');
}

async function queue(ada, bob, url) {
  for (const page of [ada, bob]) {
    await visit(page, url, `queue/${GAME}`);
    await page.getByText('1 day for each decision').first().waitFor({ state: 'attached' });
    await button(page, 'Look for a match').click();
  }
  await isAt(ada, /#\/match\//, 'the queue finds no match');
  await isAt(bob, /#\/match\//, 'the queue finds no match for the second');
}

// A location that cannot be built on says why when it is tapped.
async function saysWhyNot(page) {
  await page.locator('.bar.mine').waitFor();
  await page.locator('.sea-place.is-none').first().click({ force: true });
  await page.locator('dialog[open]').waitFor(); // with what is there
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await shows(page.locator('.said'), 'a location that is not legal does not say why');
}

// A match that is over: against a bot, after two moves.
async function resigned(ada, url) {
  await visit(ada, url, '');
  const id = await playBot(ada, GAME);
  await saysWhyNot(ada);
  for (let made = 0; made < 2; made++) {
    await ada.locator('.bar.mine').waitFor();
    await chooseMove(ada);
    await sendMove(ada);
  }
  await visit(ada, url, `about/${id}`);
  await button(ada, 'Resign').click();
  await ada.getByRole('group', { name: /cannot come back/ }).getByRole('button', { name: 'Resign' }).click();
  await shows(ada.getByText('Finished'), 'who resigns does not end a match of two');
  return id;
}

// At the end of a match one can look back, and play the same bot again.
async function again(ada, url, id) {
  await visit(ada, url, `match/${id}`);
  await shows(ada.locator('[data-replay]'), 'a match that is over leads to no replay');
  await ada.locator('[data-again]').click();
  await ada.waitForFunction((old) => /#\/match\//.test(location.hash) && !location.hash.includes(old), id)
      .catch(() => expect(false, 'the same bot is not played again'));
}

async function standings(ada, url) {
  await visit(ada, url, `leaderboards/${GAME}/2/human`);
  await shows(ada.getByText(/Players are listed from|Nobody is listed/), 'no leaderboard');
  await visit(ada, url, `player/${ADA}`);
  await shows(ada.locator('.data'), 'no ratings on the page of a player');
  await shows(ada.locator('a[href^="#/match/"]'), 'no recent match on the page of a player');
}

async function blocks(ada, bob, url) {
  await visit(ada, url, `player/${BOB}`);
  await button(ada, `Block: ${BOB}`).click();
  await shows(button(ada, `Unblock: ${BOB}`), 'a player cannot be blocked');
  await visit(bob, url, `challenges/${ADA}`);
  await bob.locator('form select').first().selectOption(GAME);
  await button(bob, 'Send the challenge').click();
  await shows(bob.locator('.problem'), 'a blocked player can challenge');
  await visit(ada, url, 'blocks');
  await button(ada, `Unblock: ${BOB}`).click();
  await shows(ada.getByText('You have blocked nobody.'), 'the list does not follow');
}

async function replay(ada, url, id) {
  await visit(ada, url, `replay/${id}/0`);
  const slider = ada.getByRole('slider');
  await slider.waitFor();
  const last = Number(await slider.getAttribute('max'));
  await ada.locator('main').press('End');
  await ada.waitForFunction((seq) => document.querySelector('.match').dataset.seq === String(seq), last)
      .catch(() => expect(false, 'End does not lead to the last position'));
  await ada.locator('.log a.seq', { hasText: /^2$/ }).click();
  await ada.waitForFunction(() => document.querySelector('.match').dataset.seq === '2')
      .catch(() => expect(false, 'the log does not lead to its position'));
  await ada.locator('[data-step="next"]').click();
  await ada.waitForFunction(() => document.querySelector('.match').dataset.seq === '3')
      .catch(() => expect(false, 'a replay does not step'));
}

async function sandbox(ada, url, id) {
  await visit(ada, url, `sandbox/${id}/2`);
  await ada.waitForFunction(() => document.querySelector('textarea')?.value.length > 10);
  await button(ada, 'Begin').click();
  await isAt(ada, /#\/match\//, 'no sandbox begins from a position');
  await ada.locator('.bar').waitFor();
}

async function vacation(ada, url) {
  await visit(ada, url, 'vacation');
  await ada.locator('input[type=number]').fill('3');
  await button(ada, 'Go on vacation').click();
  await shows(ada.getByText('You are on vacation until'), 'a vacation does not begin');
  await button(ada, 'I am back').click();
  await shows(ada.getByText('You are not on vacation.'), 'a vacation does not end');
}

// A clock of a second, which only a request can set, and a claim.
async function claim(ada, bob, url) {
  const made = await ada.request.post(`${url}/v1/matches`, { headers: { Origin: url },
    data: { game: GAME, seats: ['me', 'open'], clock: { turn_seconds: 1, policy: 'claim' } } });
  const { id } = await made.json();
  await visit(bob, url, `match/${id}`);
  await bob.locator('[data-join]').click();
  await bob.locator('.bar[data-status="running"]').waitFor();
  await visit(ada, url, `match/${id}`);
  await ada.locator('.bar[data-status="running"]').waitFor();
  const isAda = await ada.locator('.bar.mine').count() > 0;
  const [late, other] = isAda ? [ada, bob] : [bob, ada];
  expect(await late.locator('.clock').count() === 1, 'no time is shown');
  await other.locator('[data-claim]').click();
  await shows(other.locator('.bar[data-status="finished"]'), 'a claim ends no match');
}

await run(async ({ open, url }) => {
  const ada = await open({ size: 'laptop' });
  const bob = await open({ size: 'phone' });
  const spectator = await open({ size: 'tablet' });
  [ada, bob, spectator].forEach((page) => page.context().setDefaultTimeout(40_000));
  await signUp(ada, url, ADA);
  await signUp(bob, url, BOB);
  const id = await challenge(ada, bob, url);
  await voteAndWatch(ada, bob, spectator, url, id);
  const played = await resigned(ada, url);
  await again(ada, url, played);
  await newMatchIsListed(ada, url);
  await firstPageStays(ada, url);
  await replay(ada, url, played);
  if (isDeep) {
    await settingsStay(spectator, url);
    await helpIsThere(spectator, url);
    await privateLink(ada, bob, spectator, url);
    await queue(ada, bob, url);
    await standings(ada, url);
    await blocks(ada, bob, url);
    await sandbox(ada, url, played);
    await vacation(ada, url);
    await claim(ada, bob, url);
  }
});
