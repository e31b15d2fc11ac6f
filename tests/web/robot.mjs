// Plays matches against a bot by tapping what is visible, as somebody would who taps
// at random: by touch, with a mouse, or by keyboard alone.
//
//   node tests/web/robot.mjs URL GAME [--size phone] [--by touch|mouse|keyboard]
//        [--decisions N]  leave the match after N decisions; without, play it to its end
//        [--pictures N]   compare N times the page with a fresh one, and N undos
//        [--cut]          through a proxy that cuts one connection in five
//        [--slow]         with a quarter of the processor
//
// Every decision is made on the page.  The record of a finished match verifies, and
// has the moves that were confirmed on the page and no others.
import { parseArgs } from 'node:util';
import { closeSheets, playNothingOn } from './act.mjs';
import { expect, playBot, problems, run } from './browser.mjs';
import { handOf } from './hand.mjs';
import { Meter } from './meter.mjs';
import { Before, FreshPage } from './pictures.mjs';
import { startProxy } from './proxy.mjs';

const { values: options, positionals: [url, game] } = parseArgs({
  allowPositionals: true,
  options: {
    size: { type: 'string', default: 'phone' }, by: { type: 'string', default: 'touch' },
    decisions: { type: 'string' }, pictures: { type: 'string', default: '0' },
    cut: { type: 'boolean', default: false }, slow: { type: 'boolean', default: false },
  },
});
const limit = Number(options.decisions ?? Infinity);
const name = `${game}, ${options.size}, ${options.by}`;
const TAPS_MOST = 40; // in one decision, before the list of texts is opened
const LISTED_MOST = 100; // choices by chance in that list, of which some undo others
const WAIT = { timeout: 120_000, polling: 50 };
const SPREAD = 30; // decisions over which the pictures are spread

// Controls of the table that are not its frame and not pressed already.
const CONTROLS = ['main.table .pane button', 'main.table .tray button', 'main.table .go[data-pass]',
  'main.table .pane [role="button"]', 'main.table .chips button']
    .map((control) => `${control}:not([aria-pressed="true"])`).join(', ');
const CHOICES = ['dialog .choice', '.pane-choices .choice']
    .map((choice) => `${choice}:not([aria-pressed="true"])`).join(', ');

const readBar = (page) => page.evaluate(() => {
  const button = document.querySelector('.go');
  return {
    isMine: document.querySelector('.bar.mine') !== null,
    move: button?.getAttribute('aria-disabled') === 'false' ? button.dataset.go : null,
    isOver: document.querySelector('.bar')?.dataset.status === 'finished',
    seq: document.querySelector('.match')?.dataset.seq,
    hasSheet: document.querySelector('dialog') !== null,
  };
});

// Wait until a decision is asked for, or the match is over.
const awaitBar = (page) => page.waitForFunction(() =>
  document.querySelector('.bar.mine .go:not([data-go][aria-disabled="true"])') ||
  document.querySelector('.bar[data-status="finished"]'), null, WAIT);

const awaitNews = (page, seq) => page.waitForFunction((old) =>
  document.querySelector('.bar')?.dataset.status === 'finished' ||
  document.querySelector('.match')?.dataset.seq !== old, seq, WAIT);

// In the page: notes the moves that are confirmed, before the page sends them.
function noteMoves() {
  window.confirmed = [];
  addEventListener('click', ({ target }) => {
    const button = target.closest?.('.go[data-go][aria-disabled="false"]');
    window.confirmed.push(...button ? [button.dataset.go] : []);
  }, { capture: true });
}

const confirmedMoves = (page) => page.evaluate(() => window.confirmed);

// Wait until one more was confirmed: what was pressed may have moved away.
const isConfirmed = (page, count) => page.waitForFunction((before) =>
  window.confirmed.length > before, count, { timeout: 10_000, polling: 20 }).then(() => true, () => false);

class Robot {
  decisions = 0;
  taps = 0;
  listed = 0; // decisions that were made in the list of texts
  pictures = { fresh: 0, undone: 0 };

  constructor(page, hand, meter, fresh) {
    Object.assign(this, { page, hand, meter, fresh });
  }

  async play() {
    let tapsHere = 0;
    while (this.decisions < limit) {
      await awaitBar(this.page);
      const bar = await readBar(this.page);
      if (bar.isOver) {
        break;
      }
      if (bar.hasSheet) {
        await closeSheets(this.page);
        tapsHere++;
      } else if (bar.move) {
        tapsHere = await this.confirm(bar) ? 0 : tapsHere + 1;
      } else if (bar.isMine) {
        await this.look(tapsHere, bar.seq);
        await this.tapSomething(tapsHere++);
      }
      if (tapsHere > TAPS_MOST + LISTED_MOST) {
        await this.page.screenshot({ path: 'build/web-test/stuck.png' });
        throw new Error(`stuck at ${this.page.url()}, seq ${bar.seq}`);
      }
    }
  }

  async confirm({ move, seq }) {
    this.meter.willDecide();
    const button = await this.hand.find(`.go[data-go="${move}"]`);
    const { length } = await confirmedMoves(this.page);
    if (!button || !await this.hand.press(button) || !await isConfirmed(this.page, length)) {
      return false;
    }
    await awaitNews(this.page, seq);
    this.decisions++;
    this.taps++;
    await awaitBar(this.page);
    this.meter.decided();
    return !await this.undo(seq);
  }

  async tapSomething(tapsHere) {
    this.taps++;
    if (tapsHere > TAPS_MOST) {
      this.listed += tapsHere === TAPS_MOST + 1 ? 1 : 0;
      return this.useList();
    }
    const control = await this.hand.find(CONTROLS);
    if (!control) {
      return await this.hand.pressOne('.tab') || this.useList();
    }
    // what was cut off arrives later, and changes the page at any time
    const isSite = !options.cut && await control.evaluate((element) => 'site' in element.dataset);
    if (isSite) {
      await this.meter.willSelect();
    }
    if (!await this.hand.press(control)) {
      const isOutOfReach = await control.evaluate((element) => element.isConnected && element.tabIndex < 0);
      expect(!isOutOfReach, `${name}: a control cannot be reached by keyboard: ${control}`);
    }
    if (isSite) {
      await this.meter.selected();
    }
  }

  // One step in the list of texts.
  async useList() {
    await this.hand.pressOne('[data-list]');
    await this.hand.pressOne(CHOICES);
    await closeSheets(this.page);
  }

  // Now and then, before anything is selected: is a fresh page like this one?  And
  // will it be like this again after the next move was undone?
  async look(tapsHere, seq) {
    const wanted = Number(options.pictures);
    const share = wanted / Math.min(limit, SPREAD);
    if (tapsHere > 0 || wanted <= this.pictures.fresh || Math.random() > share) {
      return;
    }
    const isLike = await this.fresh.isLike(this.page, `${game}-${this.decisions}`);
    this.pictures.fresh += isLike === undefined ? 0 : 1;
    this.before = new Before();
    await this.before.take(this.page);
    this.before.seq = seq;
  }

  // Undo the move that was confirmed last, at the event `from`, if its undo is to be
  // looked at.
  async undo(from) {
    const { before } = this;
    this.before = undefined;
    const button = before?.seq === from && await this.hand.find('.bar.mine [data-undo="undo"]');
    if (!button) {
      return false;
    }
    const { seq } = await readBar(this.page);
    if (!await this.hand.press(button)) {
      return false;
    }
    await awaitNews(this.page, seq);
    await awaitBar(this.page);
    await this.page.evaluate(() => window.confirmed.pop());
    const isLike = await before.isLike(this.page, `${game}-${this.decisions}`);
    this.pictures.undone += isLike === undefined ? 0 : 1;
    return true;
  }
}

// The moves of a record, without those that were taken back.
function movesOf(record, seat) {
  const moves = [];
  for (const line of record.split('\n').filter((text) => text.startsWith(`${seat} `))) {
    const undone = /^\d undo (\d+)$/.exec(line);
    if (undone) {
      moves.splice(-Number(undone[1]));
    } else {
      moves.push(line.slice(2));
    }
  }
  return moves;
}

async function checkRecord(page, match, moves) {
  const answer = await page.request.get(`${url}/v1/matches/${match}/record`);
  const record = await answer.text();
  expect(answer.ok(), `no record: ${record}`);
  const verified = await page.request.post(`${url}/v1/records/verify`, { data: { record } });
  expect(verified.ok() && (await verified.json()).valid,
      `the record does not verify: ${await verified.text()}`);
  const recorded = movesOf(record, 0);
  expect(recorded.join('\n') === moves.join('\n'),
      `${name}: ${moves.length} moves were confirmed, ${recorded.length} are in the record`);
}

await run(async ({ open }) => {
  const proxy = options.cut ? await startProxy(url) : null;
  const address = proxy?.url ?? url;
  let meter;
  const page = await open({ size: options.size, touch: options.by === 'touch', at: address,
    isCut: options.cut, prepare: async (blank) => {
      meter = await Meter.start(blank);
      await blank.addInitScript(noteMoves);
    } });
  const hand = handOf(page, options.by);
  if (options.slow) {
    await meter.slowDown();
  }
  await page.locator('[data-play]').first().waitFor();
  await playNothingOn(page, async (box) => hand.press(await box.elementHandle()));
  if (proxy) {
    proxy.isCutting = true;
  }
  const startedAt = Date.now();
  const match = await playBot(page, game, hand);
  const fresh = new FreshPage(await page.context().newPage());
  await page.bringToFront();
  const robot = new Robot(page, hand, meter, fresh);
  await robot.play();
  const seconds = (Date.now() - startedAt) / 1000;
  meter.check(name);
  await meter.print(name);
  if (limit === Infinity && problems.length === 0) {
    await checkRecord(page, match, await confirmedMoves(page));
  }
  proxy?.end();
  console.log(`${name}: ${robot.decisions} decisions, ${robot.listed} of them from the list ` +
    `of texts, ${robot.taps} taps, ${seconds.toFixed(0)} s; ${robot.pictures.fresh} fresh pages ` +
    `and ${robot.pictures.undone} undos compared` +
    (proxy ? `; ${proxy.requests} requests, cut: ${JSON.stringify(proxy.cuts)}` : ''));
});
