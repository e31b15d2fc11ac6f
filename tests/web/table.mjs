// What the table promises while somebody taps at random, in every game:
//
//   node tests/web/table.mjs URL few|many
//
// The bar says of every determined move what its preview says, and only then it can be
// confirmed; board, tray and bar keep their places; a preview that does not come is
// said, and the move can be confirmed without.
import { closeSheets, playNothingOn } from './act.mjs';
import { awaitQuiet, expect, playBot, run } from './browser.mjs';
import { handOf } from './hand.mjs';

const CONFIRMATIONS = process.argv[3] === 'many' ? 5 : 3;
const GAMES = ['underwater-cities', 'seastead', 'otys'];
const WARNING = ['underwater-cities', 'seastead']; // games whose first moves have an outcome to say
const TAPS_MOST = 25; // before the first of the list of texts is taken
const WAIT = { timeout: 60_000, polling: 50 };
const CONTROLS = ['.table .pane button', '.table .tray button', '.table .pane [role="button"]',
  '.table .chips button', '.table .go[data-pass]'].map((one) => `${one}:not([aria-pressed="true"])`).join(', ');

// ---- places ----

// In the page: where the parts are that keep their places.  A phone shows one view in
// one place, whichever that is.
const readPlaces = (page) => page.evaluate(() => {
  const parts = ['.top', '.seats', '.purse-place', '.table > .since', '.middle > .since', '.tray', '.bar',
    '.tabs', '.narrow .table > .pane', '.medium .views', '.middle .views', 'svg.uwc-board', 'svg.sea-board', '.otys-board'];
  return Object.fromEntries(parts.flatMap((part) => {
    const element = document.querySelector(part);
    if (!element) {
      return [];
    }
    const { x, y, width, height } = element.getBoundingClientRect();
    const scrolled = element.closest('.pane')?.scrollTop ?? 0;
    return [[part, [x, y + (element.matches('.pane') ? 0 : scrolled), width, height].map(Math.round)]];
  }));
});

class Places {
  #first = {};

  constructor(where) {
    this.where = where;
  }

  async check(page, after) {
    for (const [part, box] of Object.entries(await readPlaces(page))) {
      const before = this.#first[part] ??= box;
      const stays = box.every((n, i) => Math.abs(n - before[i]) <= 1);
      expect(stays, `${this.where}: ${part} was at ${before} and is at ${box} after ${after}`);
      this.#first[part] = stays ? before : box; // said once
    }
  }
}

// ---- what the bar says ----

// In the page: what the bar says; null as long as what a determined move does is awaited.
function bar() {
  const button = document.querySelector('.go[data-go]');
  const outcome = document.querySelector('.saying .outcome');
  const [inner, outer] = [outcome, document.querySelector('.saying')].map((one) => one?.getBoundingClientRect());
  return button?.getAttribute('aria-disabled') === 'true' ? null : {
    move: button?.dataset.go ?? null,
    says: outcome?.textContent.trim() ?? null,
    begins: document.querySelector('.saying-text .beginning')?.textContent.trim() ?? '',
    isInSight: !inner || (inner.bottom <= outer.bottom + 1 && inner.top >= outer.top - 1),
  };
}

function outcomeOf({ score_change: change, ends_match: endsMatch, reveals, undoable, to_act: toAct }) {
  const gain = change?.[0] ?? 0;
  const last = reveals ? endsMatch === null ? 'Cannot be undone.' : 'Reveals something hidden: it cannot be undone.' : undoable ? '' :
    !endsMatch && toAct?.includes(0) === false ? 'Your turn ends: this cannot be undone.' : 'This cannot be undone.';
  return [gain !== 0 && `${gain > 0 ? '+' : '−'}${Math.abs(gain)} ${Math.abs(gain) === 1 ? 'point' : 'points'}`,
    endsMatch && 'This ends the match.', last].filter(Boolean).join(' ');
}

const beginningOf = ({ ends_match: endsMatch, steps }) => endsMatch !== null ? '' :
  [...steps.map(({ text }) => text), 'The rest depends on what is turned up.'].join(' ');

const pathOf = (page, url) => `${url}/v1/matches/${new URL(page.url()).hash.split('/')[2]}`;

async function previewOf(page, url, move) {
  const answer = await page.request.post(`${pathOf(page, url)}/moves/preview`,
      { headers: { Origin: url }, data: { move, forced: true, view: false } });
  return answer.json();
}

// After a tap: if a move is determined, the bar becomes ready and says what it does.
async function checkBar(page, url, where) {
  const ready = await page.waitForFunction(bar, null, WAIT);
  const { move, says, begins, isInSight } = await ready.jsonValue();
  if (move === null) {
    expect(says === null, `${where}: without a move the bar says "${says}"`);
    return false;
  }
  const preview = await previewOf(page, url, move);
  const outcome = outcomeOf(preview), beginning = beginningOf(preview);
  expect((says ?? '') === outcome, `${where}: of "${move}" the bar says "${says}", its preview "${outcome}"`);
  expect(begins === beginning, `${where}: of "${move}" the bar says "${begins}", its preview "${beginning}"`);
  expect(isInSight, `${where}: "${says}" is cut off`);
  return true;
}

// ---- taps ----

const awaitDecision = (page) => page.waitForFunction(() => document.querySelector('.bar.mine .go') ||
  document.querySelector('.bar[data-status="finished"]'), null, WAIT);

async function tapSomething(page, hand, taps) {
  if (taps > TAPS_MOST) {
    await page.locator('[data-list]').click();
    await page.locator('dialog[open]').waitFor();
    await hand.pressOne('dialog .choice:not([aria-pressed="true"])');
  } else {
    await hand.pressOne(CONTROLS) || await hand.pressOne('.tab');
  }
  await closeSheets(page);
}

async function confirm(page) {
  const seq = await page.locator('.match').getAttribute('data-seq');
  await page.locator('.go[data-go]').click();
  await page.waitForFunction((old) => document.querySelector('.match')?.dataset.seq !== old, seq, WAIT);
}

async function play(page, url, game, where) {
  await page.evaluate(() => { location.hash = '/'; });
  const hand = handOf(page, 'mouse');
  await playBot(page, game, hand);
  await awaitDecision(page);
  await awaitQuiet(page);
  const places = new Places(where);
  let tapsInAll = 0;
  for (let made = 0; made < CONFIRMATIONS && await page.locator('.bar[data-status="finished"]').count() === 0; made++) {
    await awaitDecision(page);
    for (let taps = 0; ; taps++) {
      await places.check(page, `${made} confirmations and ${taps} taps`);
      if (await checkBar(page, url, where) && (taps > TAPS_MOST || (tapsInAll > 0 && Math.random() < .6))) {
        break;
      }
      await tapSomething(page, hand, taps);
      tapsInAll++;
    }
    await confirm(page);
    await places.check(page, `the confirmation of ${made + 1}`);
  }
  console.log(`${where}: ${CONFIRMATIONS} confirmations, ${tapsInAll} taps`);
}

// A decision with one legal move is determined before anything is selected: the bar warns
// of what it does.
async function onlyMove(page, url, game) {
  await page.evaluate(() => { location.hash = '/'; });
  await playBot(page, game);
  await awaitDecision(page);
  const { moves } = await (await page.request.get(`${pathOf(page, url)}/legal-moves`)).json();
  let only;
  // Until the bot, which chooses at the same time, has chosen, a move can be undone.
  for (const until = Date.now() + 30_000; !only && Date.now() < until;) {
    for (let i = 0; !only && i < moves.length; i++) {
      only = outcomeOf(await previewOf(page, url, moves[i].move)) === '' ? undefined : moves[i];
    }
  }
  expect(only, `${game}: no first move has anything to warn of`);
  // A bot that decides at the same time may go on: the rest is that of the moment.
  await page.route('**/legal-moves*', async (route) => {
    const response = await route.fetch();
    const { choice: _, ...legal } = await response.json();
    await route.fulfill({ response, json: { ...legal, moves: [only ?? moves[0]] } });
  });
  await page.reload();
  await page.locator('.bar.mine .go[data-go]').waitFor();
  await checkBar(page, url, `${game}, one legal move`);
  await page.unroute('**/legal-moves*');
}

// A preview that the service refuses, and one that does not come.
async function withoutPreview(page, url, game, how) {
  await page.evaluate(() => { location.hash = '/'; });
  await playBot(page, game);
  await awaitDecision(page);
  await page.route('**/moves/preview', (route) => how === 'late' ? undefined :
    route.fulfill({ status: 500, contentType: 'application/problem+json',
      body: '{"type":"about:blank","title":"Broken","status":500,"detail":"broken"}' }));
  await page.locator('[data-list]').click();
  while (await page.locator('.go[data-go]').count() === 0) {
    await page.locator('dialog .choice:not([aria-pressed="true"])').first().click();
  }
  if (how === 'late') {
    expect(await page.evaluate(bar) === null, `${game}: a move can be confirmed before its preview is there`);
  }
  await closeSheets(page);
  await page.locator('.outcome', { hasText: 'cannot be shown right now' }).first().waitFor({ timeout: 15_000 })
      .catch(() => expect(false, `${game}: the page does not say that a preview is ${how}`));
  await confirm(page).catch(() => expect(false, `${game}: without a preview nothing can be confirmed`));
  await page.unroute('**/moves/preview');
}

await run(async ({ open, url }) => {
  for (const size of ['phone', 'desktop']) {
    const page = await open({ size });
    await page.locator('[data-play]').first().waitFor();
    await playNothingOn(page);
    for (const game of WARNING) {
      await onlyMove(page, url, game);
    }
    for (const game of GAMES) {
      await play(page, url, game, `${game}, ${size}`);
    }
    if (size === 'phone') {
      await withoutPreview(page, url, 'otys', 'refused');
      await withoutPreview(page, url, 'seastead', 'late');
    }
    await page.context().close();
  }
});
