// Texts stay texts, the policy of the page refuses what it should, and the pages of
// other sites change nothing, though the browser has the cookie of a session.
//
//   node tests/web/security.mjs URL
import http from 'node:http';
import { expect, isDeep, awaitQuiet, playBot, problems, run } from './browser.mjs';

const MARKUP = '<img src="x" onerror="hacked = true"><script>hacked = true</script>';
const TEXTS = ['name', 'title', 'text', 'detail', 'description', 'reason', 'effect'];

// The same document, with markup in every text that people write or read.
function poison(value, key) {
  if (typeof value === 'string') {
    return TEXTS.includes(key) ? `${value}${MARKUP}` : value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => poison(item, key));
  }
  return value === null || typeof value !== 'object' ? value :
    Object.fromEntries(Object.entries(value).map(([name, item]) => [name, poison(item, name)]));
}

// The names of bots are sent back, and streams have no end.
async function poisonAnswer(route) {
  const request = route.request();
  if (/\/v1\/(bots|config)$/.test(request.url()) || request.headers().accept === 'text/event-stream') {
    return route.continue();
  }
  const response = await route.fetch();
  const text = await response.text();
  const isJson = response.headers()['content-type']?.includes('json');
  return route.fulfill({ response, body: isJson ? JSON.stringify(poison(JSON.parse(text))) : text });
}

async function expectText(page, where) {
  const found = await page.evaluate(() => ({
    elements: [...document.querySelectorAll('img:not(.cover), iframe, object, embed, script:not([src])')]
        .map((element) => element.outerHTML.slice(0, 120)),
    isHacked: 'hacked' in window,
    isShown: document.body.textContent.includes('onerror='),
  }));
  expect(found.elements.length === 0 && !found.isHacked,
      `page '${where}': a text became markup: ${found.elements}`);
  return found.isShown;
}

async function keepTexts({ open, url }, games) {
  const page = await open({ size: 'desktop', prepare: (blank) =>
    blank.route('**/v1/**', (route) => poisonAnswer(route).catch(() => {})) });
  const shown = [];
  const visit = async (address) => {
    await page.goto(`${url}/#/${address}`);
    await page.locator('form, main section, main h1').first().waitFor();
    await awaitQuiet(page);
    shown.push([address, await expectText(page, address)]);
  };
  for (const game of isDeep ? games : games.slice(0, 1)) {
    await page.goto(`${url}/#/`);
    const id = await playBot(page, game);
    await awaitQuiet(page);
    expect(await expectText(page, game), `${game}: the poisoned texts are not shown`);
    await visit(`about/${id}`);
  }
  for (const address of ['', 'account', `new/${games[0]}`, 'leaderboards', 'queue', 'challenges',
    'watch', 'sandbox']) {
    await visit(address);
  }
  expect(shown.filter(([, isShown]) => isShown).length > 4,
      `few pages show the poisoned texts: ${shown.filter(([, is]) => is).map(([name]) => name)}`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
}

// A script that got in could not go on: each attempt fails and is reported.
async function keepPolicy({ open }) {
  const page = await open({});
  const before = problems.length;
  const attempts = {
    'markup by a property': () => {
      document.body.innerHTML = '<b>text</b>';
    },
    'code from a text': () => {
      window.eval('1 + 1');
    },
    'an inline script': () => {
      const script = document.createElement('script');
      script.append('hacked = true');
      document.body.append(script);
      if (!('hacked' in window)) {
        throw new Error('it did not run');
      }
    },
  };
  for (const [name, attempt] of Object.entries(attempts)) {
    const isRefused = await page.evaluate(attempt).then(() => false, () => true);
    expect(isRefused, `the policy permits ${name}`);
  }
  for (const until = Date.now() + 10_000; problems.length < before + 2 && Date.now() < until;) {
    await page.waitForTimeout(20);
  }
  const reported = problems.splice(before).length;
  expect(reported >= 2, `violations of the policy are not noticed: ${reported}`);
  await page.context().close();
}

// ---- other sites ----

const startSite = () => new Promise((resolve) => {
  const server = http.createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Another site</title>');
  });
  server.listen(0, () => resolve(server));
});

// What another site can send without being asked first, and what needs permission.
const requests = [
  { method: 'POST', mode: 'no-cors', headers: { 'Content-Type': 'text/plain' }, body: '{}' },
  { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ a: '1' }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  { method: 'POST', mode: 'cors', headers: { 'Content-Type': 'application/json' }, body: '{}' },
];

async function refuseOthers({ open, url }, game) {
  const page = await open({});
  const match = await playBot(page, game);
  const resignation = `${url}/v1/matches/${match}/resignation`;
  const statusOf = async () => (await (await page.request.get(`${url}/v1/matches/${match}`)).json()).status;
  const site = await startSite();
  const { port } = site.address();
  for (const host of ['127.0.0.1', 'localhost']) { // of the same site, and of another
    const other = await page.context().newPage();
    const cookies = [];
    other.on('request', (request) => {
      if (request.url() === resignation) {
        cookies.push(request.allHeaders().then((headers) => headers.cookie ?? '', () => ''));
      }
    });
    await other.goto(`http://${host}:${port}/`);
    for (const request of requests) {
      await other.evaluate(([target, init]) => fetch(target, { credentials: 'include', ...init })
          .catch(() => {}), [resignation, request]);
    }
    await other.evaluate((target) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: target, enctype: 'text/plain' });
      document.body.append(form);
      form.submit();
    }, resignation);
    await other.waitForURL(resignation);
    const isSent = (await Promise.all(cookies)).some((cookie) => cookie.includes('fathom'));
    expect(isSent === (host === '127.0.0.1'), `${host}: the cookie was ${isSent ? '' : 'not '}sent`);
    expect(await statusOf() === 'running', `a page of ${host} changed a match`);
    await other.close();
  }
  site.close();
  // The same request of the page itself is obeyed.
  await page.evaluate((target) => fetch(target, { method: 'POST', body: '{}',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'own' } }), resignation);
  expect(await statusOf() !== 'running', 'a page of the service cannot resign');
  await page.context().close();
}

await run(async (browser) => {
  const first = await browser.open({});
  await first.locator('[data-play]').first().waitFor();
  const games = await first.$$eval('[data-play]', (all) => all.map(({ dataset }) => dataset.play));
  await first.context().close();
  await keepTexts(browser, games);
  await keepPolicy(browser);
  await refuseOthers(browser, games[0]);
});
