// The pages around the matches do what they say: people meet, watch, vote, replay,
// try positions, and see where they stand.
//
//   node tests/web/around.mjs URL
import { chooseMove, sendMove, seqOf, shows, signIn, signUp } from './act.mjs';
import { awaitQuiet, expect, isDeep, playBot, problems, run } from './browser.mjs';

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
  await page.locator('.match-row').first().waitFor(); // the list that it comes into
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

// Change the responses to a request of the page: some values take days to
// come about.
async function alter(page, path, change) {
  const isIt = (target) => target.pathname === path;
  await page.route(isIt, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: change(await response.json()) });
  });
  return () => page.unroute(isIt);
}

const RATED = { rank: 1, rating: 1911, uncertainty: 96, lower_bound: 1815, provisional: false,
  matches: 12, wins: 8, last_played_at: new Date().toISOString() };

async function standings(ada, url) {
  const season = { number: 1, began_at: RATED.last_played_at, ends_at: '2099-01-01T00:00:00.000Z', final: false,
    list_matches: 10, list_opponents: 5, list_queue_opponents: 3, list_order: 'lower-bound' };
  const boardIsReal = await alter(ada, `/v1/leaderboards/${GAME}`, (board) =>
    ({ ...board, season, total: 1, data: [{ ...RATED, player: { name: ADA, display_name: null, kind: 'human' } }] }));
  await visit(ada, url, `leaderboards/${GAME}/2/human`);
  await shows(ada.getByText('from 10 rated matches on, against 5 different opponents, 3 of them from the queue'),
      'a leaderboard does not say who is listed');
  await shows(ada.locator('.data', { hasText: 'at least 1815' }), 'a leaderboard does not show its order');
  await boardIsReal();
  const ratingsAreReal = await alter(ada, `/v1/players/${ADA}/ratings`, (ratings) =>
    ({ ...ratings, data: [{ ...RATED, game: GAME, seats: 2, pool: 'human', rank: null, counted: 9, opponents: 5,
      queue_opponents: 1, missing: { matches: 1, opponents: 0, queue_opponents: 2, uncertainty: 40 } }] }));
  await visit(ada, url, `player/${ADA}`);
  await shows(ada.getByText('Still needed: 1 more rated match, 2 more from the queue, 40 less uncertainty.'),
      'a player does not see what is missing for a place');
  await ratingsAreReal();
  await shows(ada.locator('a[href^="#/match/"]'), 'no recent match on the page of a player');
}

// The name that a player chose to be shown is beside the name of the account.
async function displayName(ada, bob, url) {
  const field = ada.locator('[name="display_name"]');
  const save = async (name) => {
    await visit(ada, url, 'account');
    await field.fill(name);
    await button(ada, 'Save').click();
  };
  await save('Zoë 12 Ангел');
  await shows(ada.locator('.problem', { hasText: 'of several scripts' }), 'a shown name of two scripts is not refused in words');
  // The console notes the refusal, which is meant here.
  problems.splice(problems.findIndex((text) => text.includes('status of 400')), 1);
  await save('Zoë Ångström');
  await shows(ada.getByText('Saved.'), 'no name to be shown is saved');
  await visit(bob, url, `player/${ADA}`);
  await shows(bob.getByRole('heading', { name: `Zoë Ångström⁩ (${ADA})` }), 'the page of a player has not its shown name');
}

async function takenName(stranger, url) {
  await visit(stranger, url, 'account');
  for (const [name, said] of [[ADA, 'This name is taken'], ['admin', 'This name is kept for the service']]) {
    await signIn(stranger, name, true);
    await shows(stranger.locator('.problem', { hasText: said }), `${name}: the name is not refused in words`);
  }
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
  const blocksAreReal = await alter(ada, '/v1/me/blocks', (list) =>
    ({ ...list, data: [{ name: 'gone-abcdefgh', created_at: RATED.last_played_at }] }));
  await ada.reload();
  await shows(ada.locator('.match-row', { hasText: 'a deleted account' }), 'a deleted account is listed by a generated name');
  await blocksAreReal();
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

// In a match without a clock, an opponent who has not moved for long can be claimed.
async function absent(ada, bob, url) {
  const { id } = await (await ada.request.post(`${url}/v1/matches`, { headers: { Origin: url },
    data: { game: GAME, seats: ['me', 'open'] } })).json();
  await visit(bob, url, `match/${id}`);
  await bob.locator('[data-join]').click();
  await bob.locator('.bar[data-status="running"]').waitFor();
  const { seats, to_act: [late] } = await (await ada.request.get(`${url}/v1/matches/${id}`)).json();
  const other = seats[late].player.name === ADA ? bob : ada;
  const matchIsReal = await alter(other, `/v1/matches/${id}`, (match) =>
    ({ ...match, rating_note: 'short', absent_from: match.seats.map(({ seat }) =>
      seat === late ? '2020-01-01T00:00:00.000Z' : null) }));
  await visit(other, url, `about/${id}`);
  await shows(other.getByText('counts as absent from'), 'a match does not say from when a player is absent');
  await shows(other.getByText('decided soon after its opening'), 'a match does not say why ratings did not change');
  await visit(other, url, `match/${id}`);
  const claimed = other.waitForRequest((request) => request.url().endsWith('/claims') &&
    request.postDataJSON().seat === late);
  await other.locator('.time-up', { hasText: 'has not moved' }).locator('[data-claim]').click();
  await claimed;
  await shows(other.locator('.said'), 'a claim that comes too early is not refused');
  await matchIsReal();
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
    await absent(ada, bob, url);
    await takenName(await open({}), url);
    await displayName(ada, bob, url);
  }
});
