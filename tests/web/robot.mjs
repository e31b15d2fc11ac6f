// Plays whole matches by tapping what is visible, as somebody would who taps at
// random: on a phone by touch, on a desktop by mouse, or by keyboard alone.
//
//   node tests/web/robot.mjs URL GAME phone|laptop|keyboard [DECISIONS]
//
// The match ends by its rules, or is left after DECISIONS of the page.  Every decision
// was made on the page, and the record of a finished match verifies.
import { expect, playBot, problems, run } from './browser.mjs';

const [game, way, most = 'all'] = process.argv.slice(3);
const limit = most === 'all' ? Infinity : Number(most);
const TAPS_MOST = 40; // in one decision, before the list of texts is opened

// Controls of the table that are not its frame.
const CONTROLS = 'main.table .pane button, main.table .tray button, ' +
  'main.table .pane [role="button"], main.table .chips button';

const random = (list) => list[Math.floor(Math.random() * list.length)];

// The controls that can be tapped now.
const findControls = (page) => page.evaluate((selector) => {
  const isSeen = (element) => {
    const box = element.getBoundingClientRect();
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    const top = document.elementFromPoint(x, y);
    return box.width > 0 && top !== null && (element === top || element.contains(top));
  };
  return [...document.querySelectorAll(selector)].map((element, index) => ({ element, index }))
      .filter(({ element }) => !element.disabled &&
        element.getAttribute('aria-disabled') !== 'true' &&
        element.getAttribute('aria-pressed') !== 'true' && isSeen(element))
      .map(({ index }) => index);
}, CONTROLS);

// Returns whether it was tapped.  A slow tap is a long one, which shows a sheet: then
// nothing below can be tapped, and the sheet is closed before the next step.
const press = async (page, locator) => {
  const options = { timeout: 5000 };
  try {
    if (way === 'keyboard') {
      await locator.focus(options);
      await page.keyboard.press('Enter');
    } else {
      await (way === 'phone' ? locator.tap(options) : locator.click(options));
    }
    return true;
  } catch (error) {
    // An event may have taken away what was legal when it was looked at.
    const isGone = await locator.count() === 0 ||
      await locator.getAttribute('aria-disabled') === 'true';
    if (await page.locator('dialog[open]').count() === 0 && !isGone) {
      throw error;
    }
    await closeSheet(page);
    return false;
  }
};

const readBar = (page) => page.evaluate(() => {
  const button = document.querySelector('.go');
  return {
    isMine: document.querySelector('.bar.mine') !== null,
    move: button?.getAttribute('aria-disabled') === 'false' ? button.dataset.go : null,
    isOver: document.querySelector('.bar')?.dataset.status === 'finished',
    seq: document.querySelector('.match')?.dataset.seq,
  };
});

// One sheet may lie above another, and a tap may show another one meanwhile.
async function closeSheet(page) {
  const open = page.locator('dialog[open]').first();
  for (let tries = 0; await open.count() > 0; tries++) {
    if (tries === 5) {
      throw new Error(`a sheet stays open at ${page.url()}`);
    }
    await page.keyboard.press('Escape');
    await open.waitFor({ state: 'detached', timeout: 2000 }).catch(() => {});
  }
}

// One step in the list of texts.
async function useList(page) {
  if (await page.locator('[data-list]').count() > 0) {
    await press(page, page.locator('[data-list]'));
  }
  const choices = page.locator('dialog .choice:not([aria-pressed="true"]), .pane-choices .choice:not([aria-pressed="true"])');
  const all = await choices.all();
  if (all.length > 0) {
    await press(page, random(all));
  }
  await closeSheet(page);
}

async function tapSomething(page, taps) {
  await closeSheet(page);
  if (taps > TAPS_MOST) {
    return useList(page);
  }
  const found = await findControls(page);
  if (await page.locator('dialog[open]').count() > 0) {
    return closeSheet(page);
  }
  if (found.length === 0) {
    const tabs = await page.locator('.tab').all();
    return tabs.length > 0 ? press(page, random(tabs.slice(0, -1))) : useList(page);
  }
  await press(page, page.locator(CONTROLS).nth(random(found)));
}

await run(async ({ open, url }) => {
  const size = way === 'keyboard' ? 'laptop' : way;
  const page = await open({ size, touch: way === 'phone' });
  await page.locator('[data-play]').first().waitFor();
  const match = await playBot(page, game, way === 'phone');
  let decisions = 0;
  let taps = 0;
  let listed = 0;
  for (let idle = 0; decisions < limit;) {
    const bar = await readBar(page);
    if (bar.isOver) {
      break;
    }
    if (!bar.isMine) {
      if (++idle > 1200) {
        throw new Error(`nobody decides at ${page.url()}, seq ${bar.seq}`);
      }
      await page.waitForTimeout(50);
      continue;
    }
    idle = 0;
    if (bar.move) {
      await closeSheet(page);
      if (!await press(page, page.locator('.go'))) {
        continue;
      }
      await page.waitForFunction((seq) => document.querySelector('.bar')?.dataset.status === 'finished' ||
        document.querySelector('.match')?.dataset.seq !== seq, bar.seq);
      decisions++;
      taps = 0;
      continue;
    }
    taps++;
    listed += taps === TAPS_MOST + 1 ? 1 : 0;
    if (taps > TAPS_MOST + 30) {
      await page.screenshot({ path: 'build/web-test/stuck.png' });
      throw new Error(`stuck at ${page.url()}, seq ${bar.seq}`);
    }
    await tapSomething(page, taps);
  }
  if (limit === Infinity && problems.length === 0) {
    const answer = await page.request.get(`${url}/v1/matches/${match}/record`);
    const record = await answer.text();
    expect(answer.ok(), `no record: ${record}`);
    const verified = await page.request.post(`${url}/v1/records/verify`,
        { data: { record } });
    expect(verified.ok() && (await verified.json()).valid,
        `the record does not verify: ${await verified.text()}`);
  }
  console.log(`${game}, ${way}: ${decisions} decisions, ${listed} of them from the list of texts`);
});
