// The hand of Underwater Cities comes back for a decision about it, also if somebody
// was looking at the cards in play.
//
//   node tests/web/discard.mjs URL
import { expect, playBot, run } from './browser.mjs';

const random = (list) => list[Math.floor(Math.random() * list.length)];

// What the page's own session gets from the service.
async function ask(page, path, data) {
  const { origin } = new URL(page.url());
  const answer = await page.request.fetch(`${origin}${path}`, { data, method: data ? 'POST' : 'GET',
    headers: { Prefer: 'return=representation', 'Sec-Fetch-Site': 'same-origin' } });
  if (answer.status() === 429) {
    await page.waitForTimeout(1000);
    return ask(page, path, data);
  }
  return answer.ok() || answer.status() === 412 ? answer.json() :
    Promise.reject(new Error(`${path}: ${await answer.text()}`));
}

// Play at random until the decision is one like this, and the page shows it.  False:
// the match ended before.
async function playUntil(page, path, isLikeThis) {
  for (;;) {
    const { status, seq, legal_moves: legal } = await ask(page, `${path}/state`);
    if (status !== 'running') {
      return false;
    }
    if (legal?.moves.length && isLikeThis(legal)) {
      await page.locator(`.match[data-seq="${seq}"] .bar.mine`).waitFor();
      return true;
    }
    await (legal?.moves.length ? ask(page, `${path}/moves`, { move: random(legal.moves).move, seq }) :
      page.waitForTimeout(50));
  }
}

await run(async ({ open }) => {
  const page = await open({ size: 'laptop' });
  for (let matches = 0; matches < 10; matches++) {
    const path = `/v1/matches/${await playBot(page, 'underwater-cities')}`;
    await playUntil(page, path, ({ prompt }) => prompt?.kind === 'place');
    await page.locator('[data-view="in-play"]').click();
    if (await playUntil(page, path, ({ choice }) => choice?.verb === 'discard')) {
      await page.locator('.uwc-hand.is-set button').first().waitFor({ timeout: 5000 })
          .catch(() => expect(false, `no hand to discard from at ${page.url()}`));
      return;
    }
    await page.goto(`${new URL(page.url()).origin}/#/`);
  }
  expect(false, 'no match asked to discard');
});
