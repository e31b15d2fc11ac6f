// A move that was sent survives the tab: it is sent when its account opens any page,
// once, and by nobody else.
//
//   node tests/web/outbox.mjs URL
import { chooseMove, shows } from './act.mjs';
import { expect, playBot, problems, run } from './browser.mjs';

const GAME = 'otys';
const stored = (page) => page.evaluate(() => localStorage.getItem('fathom-outbox') ?? '[]');

// The moves of a seat, as the service has them.
async function movesOf(page, url, match) {
  const answer = await page.request.get(`${url}/v1/matches/${match}/events`);
  return (await answer.json()).events.filter(({ type, seat }) => type === 'move' && seat === 0);
}

// Confirm a move without a network, and close the tab; no other one shows a page then.
async function confirmOffline(first, url, match) {
  const context = first.context();
  await first.goto('about:blank');
  const page = await context.newPage();
  await page.goto(`${url}/#/match/${match}`);
  await page.locator('.bar.mine').waitFor();
  await chooseMove(page);
  const move = await page.locator('.go').getAttribute('data-go');
  await context.setOffline(true);
  await page.locator('.go').click();
  await page.locator('.banner', { hasText: '1 move waits' }).waitFor({ timeout: 20_000 })
      .catch(() => expect(false, 'a page without a network does not say that a move waits'));
  await page.close();
  await context.setOffline(false);
  return move;
}

const isPlayed = async (page, url, match, count) => {
  for (const until = Date.now() + 30_000; Date.now() < until;) {
    if ((await movesOf(page, url, match)).length >= count) {
      return true;
    }
    await page.waitForTimeout(100);
  }
  return false;
};

async function survivesTheTab(page, url, match) {
  const context = page.context();
  const before = (await movesOf(page, url, match)).length;
  const move = await confirmOffline(page, url, match);
  expect((await movesOf(page, url, match)).length === before, 'the move was sent without a network');
  // Two tabs open at once, at pages that show no match.
  const tabs = await Promise.all([context.newPage(), context.newPage()]);
  await Promise.all(tabs.map((tab, i) => tab.goto(`${url}/#/${i === 0 ? '' : 'settings'}`)));
  expect(await isPlayed(page, url, match, before + 1), 'a move that waited is not sent by a page that opens');
  await tabs[0].waitForFunction(() => localStorage.getItem('fathom-outbox') === '[]', null, { timeout: 20_000 })
      .catch(() => expect(false, 'a move that was sent still waits'));
  const moves = await movesOf(page, url, match);
  expect(moves[before].move === move, `"${move}" waited, "${moves[before].move}" was played`);
  expect(await tabs[0].locator('.banner-line').count() + await tabs[1].locator('.banner-line').count() === 0,
      'a tab complains although the move was played');
  await Promise.all(tabs.map((tab) => tab.close()));
}

// Another account of the same browser sends nothing; the first one does when it is back.
async function isNobodyElses(page, url, match) {
  const context = page.context();
  const before = (await movesOf(page, url, match)).length;
  await confirmOffline(page, url, match);
  const cookies = await context.cookies();
  await context.clearCookies();
  const other = await context.newPage();
  let sent = 0;
  other.on('request', (request) => { sent += /\/moves$/.test(request.url()) ? 1 : 0; });
  await other.goto(url);
  await playBot(other, GAME);
  await other.locator('.link.live').waitFor();
  expect(sent === 0, 'another account sends a move that is not its own');
  expect(JSON.parse(await stored(other)).length === 1, 'another account takes away what waits');
  expect((await movesOf(page, url, match)).length === before, 'another account plays the move');
  await context.clearCookies();
  await context.addCookies(cookies);
  await other.goto(`${url}/#/settings`);
  await other.reload();
  expect(await isPlayed(page, url, match, before + 1), 'a move is not sent when its account is back');
  await other.close();
}

// The match went on elsewhere: the move that waited is refused, and the page says so.
async function isTooLate(page, url, match) {
  const before = (await movesOf(page, url, match)).length;
  const move = await confirmOffline(page, url, match);
  const state = await (await page.request.get(`${url}/v1/matches/${match}/legal-moves`)).json();
  const other = state.moves.find((one) => one.move !== move) ?? state.moves[0];
  await page.request.post(`${url}/v1/matches/${match}/moves`,
      { headers: { Origin: url }, data: { move: other.move, seq: state.seq } });
  await page.goto(`${url}/#/`);
  await page.reload();
  await shows(page.locator('.banner', { hasText: 'was not played' }), 'the page does not say that a move came too late');
  const moves = await movesOf(page, url, match);
  expect(moves[before].move === other.move, 'a move that came too late was played');
}

async function visitAll({ open, url }) {
  const page = await open({ size: 'phone' });
  const match = await playBot(page, GAME);
  await page.goto(`${url}/#/`);
  await survivesTheTab(page, url, match);
  await isNobodyElses(page, url, match);
  await isTooLate(page, url, match);
}

// The console notes every request without a network.
await run((browser) => visitAll(browser).finally(() => {
  const others = problems.filter((text) => !/^console: .*net::ERR_/.test(text));
  problems.splice(0, Infinity, ...others);
}));
