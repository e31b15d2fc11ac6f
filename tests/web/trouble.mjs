// Trouble is shown in words and recovered from: a match that goes on elsewhere, too
// many requests, a busy service, a restart, a session that ends, a phone asleep.
//
//   node tests/web/trouble.mjs URL
//
// It prints `stop` and `start` when its caller must stop the service, and to
// start it again at the same address.
import { chooseMove, sendMove, seqOf, signIn, signUp } from './act.mjs';
import { expect, isDeep, playBot, problems, run } from './browser.mjs';

const GAME = 'otys';
const PATIENCE_MS = 60_000; // of a machine that does other things, too
const SAYS = {
  en: { stillLegal: /still possible/, noMoreLegal: /Choose again/, limited: /goes on by itself in \d+ s/,
    busy: /tries again by itself/, ended: /Your session has ended/, signIn: 'Sign in',
    offline: /No connection/ },
  de: { stillLegal: /noch möglich/, noMoreLegal: /Wähle neu/, limited: /macht in \d+ s von selbst weiter/,
    busy: /versucht es selbst wieder/, ended: /Anmeldung .* abgelaufen/, signIn: 'Anmelden',
    offline: /Keine Verbindung/ },
};

const banner = (page) => page.locator('.banner');
const said = (page) => page.locator('.said');

async function saysSo(locator, pattern, claim) {
  const text = await locator.filter({ hasText: pattern }).first().textContent({ timeout: 8000 })
      .catch(() => locator.first().textContent({ timeout: 500 }).catch(() => ''));
  expect(pattern.test(text ?? ''), `${claim}: the page says "${text}"`);
}

const isGone = (locator, claim) => locator.first().waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => expect(false, claim));

// A page that receives no events: what it shows grows old.
async function openDeaf(page, address) {
  const deaf = await page.context().newPage();
  await deaf.route('**/v1/matches/*/events**', (route) =>
    route.request().headers().accept?.includes('event-stream') ? route.abort() : route.continue());
  await deaf.goto(address);
  await deaf.locator('.bar.mine').waitFor();
  return deaf;
}

async function aMatchThatGoesOnElsewhere(page, words) {
  const deaf = await openDeaf(page, page.url());
  await chooseMove(deaf);
  const chosen = await deaf.locator('.go').getAttribute('data-go');
  await chooseMove(page);
  await sendMove(page);
  await page.locator('[data-undo="undo"][aria-disabled="false"]').click();
  await page.locator('.bar.mine').waitFor();
  await deaf.locator('.go').click();
  await saysSo(said(deaf), words.stillLegal, 'a choice that is still legal after 412');
  expect(await deaf.locator('.go').getAttribute('data-go') === chosen, 'the choice is gone after 412');
  await sendMove(deaf);
  await deaf.close();
}

async function aChoiceThatIsTaken(page, words) {
  await page.locator('.bar.mine').waitFor();
  const deaf = await openDeaf(page, page.url());
  await chooseMove(deaf);
  await chooseMove(page);
  await sendMove(page);
  await deaf.locator('.go').click();
  await deaf.waitForFunction((seq) => document.querySelector('.match').dataset.seq >= seq, await seqOf(page));
  expect(await said(deaf).count() === 1, 'the page that was late says nothing');
  await deaf.close();
}

// Answer requests of one kind with a refusal, a number of times.
async function refuse(page, pattern, status, headers, times) {
  await page.route(pattern, (route) => route.fulfill({ status, headers,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'about:blank', title: 'Refused', status, detail: 'refused' }) }), { times });
}

async function aRefusalThatPasses(page, status, pattern, claim) {
  await page.locator('.bar.mine').waitFor();
  await chooseMove(page);
  await refuse(page, '**/v1/matches/*/moves', status, { 'Retry-After': '2' }, 1);
  const seq = await seqOf(page);
  await page.locator('.go').click();
  await saysSo(banner(page), pattern, claim);
  await page.waitForFunction((old) => document.querySelector('.match').dataset.seq !== old, seq);
  await isGone(page.locator('.banner-line'), `${claim}: the banner stays`);
}

// The session ends at the service, and the browser does not know.
async function endSession(page, url) {
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${url}/v1/sessions/current`,
      { method: 'DELETE', headers: { Cookie: cookies, Origin: url, 'Sec-Fetch-Site': 'same-origin' } });
  expect(answer.ok, `the session was not ended: ${answer.status}`);
}

async function aSessionThatEnds(page, url, words, name) {
  await page.goto(`${url}/#/`);
  await page.context().clearCookies();
  await page.reload();
  await signUp(page, url, name);
  const match = await playBot(page, GAME);
  await page.locator('.bar.mine').waitFor();
  await chooseMove(page);
  await endSession(page, url);
  // The stream of the page may end first: then there is nothing to send.
  await page.locator('.go').click({ timeout: 2000 }).catch(() => {});
  await saysSo(banner(page), words.ended, 'a session that ended');
  await banner(page).getByRole('link', { name: words.signIn, exact: true }).click();
  await signIn(page, name);
  await page.locator('.bar.mine').waitFor();
  expect(page.url().endsWith(`#/match/${match}`), `after signing in one is at ${page.url()}`);
  expect(await page.locator('.banner-line').count() === 0, 'the banner stays after signing in');
  await chooseMove(page);
  await sendMove(page);
}

const setHidden = (page, isHidden) => page.evaluate((hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  Object.defineProperty(document, 'visibilityState',
      { value: hidden ? 'hidden' : 'visible', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}, isHidden);

// Hidden, then frozen as a phone freezes pages; meanwhile the match goes on.
async function aPhoneAsleep(page) {
  const awake = await page.context().newPage();
  await awake.goto(page.url());
  await awake.locator('.bar.mine').waitFor();
  await setHidden(page, true);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Page.setWebLifecycleState', { state: 'frozen' });
  await chooseMove(awake);
  await sendMove(awake);
  const seq = await seqOf(awake);
  await cdp.send('Page.setWebLifecycleState', { state: 'active' });
  expect(await seqOf(page) < seq, 'a hidden page has a stream');
  await setHidden(page, false);
  await page.waitForFunction((now) => Number(document.querySelector('.match').dataset.seq) >= now, seq)
      .catch(() => expect(false, 'a page that came back shows what is old'));
  await page.locator('.link.live').waitFor().catch(() => expect(false, 'no stream after sleep'));
  await awake.close();
}

// A device without a network says so at once, and goes on when it has one.
async function noNetwork(page, words) {
  await page.locator('.bar.mine').waitFor();
  await page.context().setOffline(true);
  await saysSo(banner(page), words.offline, 'a device without a network');
  await page.context().setOffline(false);
  await isGone(page.locator('.banner-line'), 'the banner stays when the network is back');
  await chooseMove(page);
  await sendMove(page);
}

// An event between the first reads of a page, of the state and then of the log.
async function aMoveWhileThePageLoads(page) {
  await page.locator('.bar.mine').waitFor();
  const other = await page.context().newPage();
  let moved = () => {};
  const hasMoved = new Promise((resolve) => { moved = resolve; });
  let asked = () => {};
  const isAsked = new Promise((resolve) => { asked = resolve; });
  await other.route('**/v1/matches/*/events**', async (route) => {
    if (!route.request().headers().accept?.includes('event-stream')) {
      asked();
      await hasMoved;
    }
    await route.continue();
  });
  await other.goto(page.url());
  await isAsked;
  await chooseMove(page);
  await sendMove(page);
  const seq = await seqOf(page);
  moved();
  await other.bringToFront();
  await other.waitForFunction((now) => Number(document.querySelector('.match')?.dataset.seq) >= now, seq,
      { timeout: 15_000 }).catch(() => expect(false, 'a move while the page loads is never shown'));
  await other.close();
}

// Two pages of one account show the same.
async function twoPages(page) {
  await page.locator('.bar.mine').waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator('.bar.mine').waitFor();
  await chooseMove(other);
  await sendMove(other);
  const seq = await seqOf(other);
  await page.waitForFunction((now) => Number(document.querySelector('.match').dataset.seq) >= now, seq)
      .catch(() => expect(false, 'the other page of the account does not follow'));
  await other.close();
}

// A move that is sent while the service is away is played when it is back.
async function aRestart(page, url, words) {
  await page.locator('.bar.mine').waitFor();
  await chooseMove(page);
  const seq = await seqOf(page);
  console.log('stop');
  while (await fetch(`${url}/v1/config`).then(() => true, () => false)) {
    await page.waitForTimeout(50);
  }
  await page.locator('.go').click();
  await saysSo(banner(page), words.busy, 'a service that is away');
  console.log('start');
  await page.waitForFunction((old) => document.querySelector('.match').dataset.seq !== old, seq);
  await page.locator('.link.live').waitFor().catch(() => expect(false, 'no stream after a restart'));
  await isGone(page.locator('.banner-line'), 'the banner stays after a restart');
}

// The connection breaks while the part of a game is loaded.
async function aPartThatIsLost(page, url) {
  for (const end of ['js', 'css']) {
    await page.goto(`${url}/#/`);
    await page.reload();
    await page.locator('[data-play]').first().waitFor();
    await page.route(`**/game-${GAME}.${end}`, (route) => route.abort());
    await playBot(page, GAME);
    await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/game-')));
    expect(await page.locator('.otys-diver').count() > 0, `no board after the loss of a file .${end}`);
    await page.unroute(`**/game-${GAME}.${end}`);
  }
}

async function visitAll(open, url) {
  // Everything in one language and size, and what shows other words in the other.
  for (const [language, size] of isDeep ? [['en', 'laptop'], ['de', 'phone']] : [['en', 'phone']]) {
    const isAll = isDeep && size === 'laptop';
    const words = SAYS[language];
    const page = await open({ language, size });
    page.context().setDefaultTimeout(PATIENCE_MS);
    await page.locator('[data-play]').first().waitFor();
    await playBot(page, GAME);
    await page.locator('.bar.mine').waitFor();
    await aMatchThatGoesOnElsewhere(page, words);
    await aRefusalThatPasses(page, 429, words.limited, 'too many requests');
    if (isDeep) {
      await noNetwork(page, words);
    }
    if (isAll) {
      await aChoiceThatIsTaken(page, words);
      await aRefusalThatPasses(page, 503, words.busy, 'a busy service');
      await twoPages(page);
      await aMoveWhileThePageLoads(page);
    }
    await aPhoneAsleep(page);
    await aRestart(page, url, words);
    if (isAll) {
      await aPartThatIsLost(page, url);
    }
    await aSessionThatEnds(page, url, words, `ada_${language}_${Date.now().toString(36)}`);
    await page.context().close();
  }
}

// The console notes every connection that is cut or refused: that is meant here.
await run(({ open, url }) => visitAll(open, url).finally(() => {
  const others = problems.filter((text) => !/^console: .*net::ERR_/.test(text));
  problems.splice(0, Infinity, ...others);
}));
