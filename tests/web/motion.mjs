// Steps are shown by motion: something moves after a move, for 1.2 seconds at most;
// a tap ends it, and with reduced motion nothing moves.
//
//   node tests/web/motion.mjs URL
import { chooseMove, sendMove } from './act.mjs';
import { expect, playBot, run } from './browser.mjs';

const LONGEST_MS = 1200;
const DECISIONS = 14; // within which something is gained and shown

// Note each animation of a script when it begins: how long it takes in all.
const listen = () => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    window.moved.push({ ms: options.duration + (options.delay ?? 0),
      what: this.className?.baseVal ?? this.className, animation });
    return animation;
  };
};

const moved = (page) => page.evaluate(() => window.moved.map(({ ms, what }) => ({ ms, what })));
const running = (page) => page.evaluate(() =>
  window.moved.filter(({ animation }) => animation.playState === 'running').length);

// Play until something has moved, if it is to move at all.
async function play(page, decisions, enough = Infinity) {
  for (let made = 0; made < decisions && (await moved(page)).length < enough; made++) {
    await page.locator('.bar.mine, .bar[data-status="finished"]').first().waitFor();
    if (await page.locator('.bar.mine').count() === 0) {
      return;
    }
    await chooseMove(page);
    await sendMove(page);
  }
}

// Two pictures of a flight while it lasts are not the same.
async function isSeen(page) {
  const where = () => page.evaluate(() => {
    const box = document.querySelector('.flyer')?.getBoundingClientRect();
    return box && { x: Math.round(box.x), y: Math.round(box.y) };
  });
  const first = await page.waitForFunction(() => {
    const box = document.querySelector('.flyer')?.getBoundingClientRect();
    return box && { x: Math.round(box.x), y: Math.round(box.y) };
  }, undefined, { polling: 'raf', timeout: 60_000 }).then((handle) => handle.jsonValue(), () => null);
  await page.waitForTimeout(120);
  const second = await where();
  return first !== null && (!second || first.x !== second.x || first.y !== second.y);
}

async function movesFor(open, game) {
  const page = await open({ size: 'laptop' });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(listen);
  await page.reload();
  await page.locator('[data-play]').first().waitFor();
  await playBot(page, game);
  const seen = isSeen(page);
  await play(page, DECISIONS, 3);
  const all = await moved(page);
  expect(all.length > 0, `${game}: nothing moves in ${DECISIONS} decisions`);
  expect(all.every(({ ms }) => ms <= LONGEST_MS), `${game}: longer than ${LONGEST_MS} ms: ` +
    all.filter(({ ms }) => ms > LONGEST_MS).map(({ ms, what }) => `${what} ${ms}`));
  expect(await seen, `${game}: no icon was seen to fly`);
  const kinds = [...new Set(all.map(({ what }) => what.split(' ')[0]))];
  console.log(`${game}: ${all.length} motions of ${kinds}`);
  await page.mouse.click(2, 2);
  expect(await running(page) === 0, `${game}: a tap does not end what moves`);
  await page.context().close();
}

async function staysStill(open, game) {
  const page = await open({ size: 'laptop' });
  await page.addInitScript(listen);
  await page.reload();
  await page.locator('[data-play]').first().waitFor();
  await playBot(page, game);
  await play(page, 4);
  expect((await moved(page)).length === 0, `${game}: something moves with reduced motion`);
  await page.context().close();
}

await run(async ({ open }) => {
  for (const game of ['underwater-cities', 'seastead', 'otys']) {
    await movesFor(open, game);
  }
  await staysStill(open, 'otys');
});
