// Steps are shown by motion: something moves after a move, for 1.2 seconds at most;
// a tap ends it, and with reduced motion nothing moves.
//
//   node tests/web/motion.mjs URL
import { chooseMove, sendMove } from './act.mjs';
import { expect, isDeep, playBot, run } from './browser.mjs';

const LONGEST_MS = 1200;
const DECISIONS = 30; // within which something is gained and shown

// Note each animation of a script when it begins: how long it takes in all, and how far
// it moved things from one picture of the page to the next.
const listen = () => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    const motion = { ms: options.duration + (options.delay ?? 0), pixels: 0,
      what: this.className?.baseVal ?? this.className, animation };
    let before = null;
    const look = () => {
      if (!this.isConnected || animation.playState !== 'running') {
        return;
      }
      const { x, y } = this.getBoundingClientRect();
      motion.pixels += before ? Math.abs(x - before.x) + Math.abs(y - before.y) : 0;
      before = { x, y };
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    window.moved.push(motion);
    return animation;
  };
};

const moved = (page) => page.evaluate(() =>
  window.moved.map(({ ms, pixels, what }) => ({ ms, pixels, what })));
const running = (page) => page.evaluate(() =>
  window.moved.filter(({ animation }) => animation.playState === 'running').length);

const isFlight = ({ what, pixels }) => what === 'flyer' && pixels > 1;

// Play this number of decisions, or until enough was seen to move.
async function play(page, decisions, isEnough = () => false) {
  for (let made = 0; made < decisions && !isEnough(await moved(page)); made++) {
    await page.locator('.bar.mine, .bar[data-status="finished"]').first().waitFor();
    if (await page.locator('.bar.mine').count() === 0) {
      return;
    }
    await chooseMove(page);
    await sendMove(page);
  }
}

async function movesFor(open, game) {
  const page = await open({ size: 'laptop' });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(listen);
  await page.reload();
  await page.locator('[data-play]').first().waitFor();
  await playBot(page, game);
  await play(page, DECISIONS, (all) => all.length >= 3 && all.some(isFlight));
  const all = await moved(page);
  expect(all.length > 0, `${game}: nothing moves in ${DECISIONS} decisions`);
  expect(all.some(isFlight), `${game}: no icon flies in ${DECISIONS} decisions`);
  expect(all.every(({ ms }) => ms <= LONGEST_MS), `${game}: longer than ${LONGEST_MS} ms: ` +
    all.filter(({ ms }) => ms > LONGEST_MS).map(({ ms, what }) => `${what} ${ms}`));
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
  await play(page, isDeep ? 4 : 2);
  expect((await moved(page)).length === 0, `${game}: something moves with reduced motion`);
  await page.context().close();
}

await run(async ({ open }) => {
  for (const game of isDeep ? ['underwater-cities', 'seastead', 'otys'] : ['seastead']) {
    await movesFor(open, game);
  }
  await staysStill(open, 'otys');
});
