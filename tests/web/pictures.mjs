// Pictures of one match: of the page that was kept up to date by its stream and of
// the same page loaded now, of a position before a move and after its undo.  They
// are equal, pixel by pixel, but for slight differences: Chromium does not always
// paint the edges of small text alike (up to 35 shades of 255).
import fs from 'node:fs';
import { awaitQuiet, expect } from './browser.mjs';

const FOLDER = 'build/web-test';
const MOST_SHADES = 48;

const seqOf = (page) => page.evaluate(() => document.querySelector('.match')?.dataset.seq);

// Nothing that depends on how somebody came here: no focus, no pointer above a
// control, nothing scrolled.  All is painted again: where the browser paints a part
// again, its edges differ by a shade.
// Chromium draws a page behind another one once a second: it comes to the front.
async function calm(page) {
  await page.bringToFront();
  await page.mouse.move(0, 0);
  await page.evaluate(() => new Promise((resolve) => {
    const { style } = document.documentElement;
    document.activeElement?.blur();
    style.display = 'none';
    requestAnimationFrame(() => requestAnimationFrame(() => {
      style.display = '';
      document.querySelectorAll('*').forEach((element) => element.scrollTo?.(0, 0));
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    }));
  }));
}

// Wait until the page is live and shows this event.
const awaitSeq = (page, seq) => page.waitForFunction((wanted) =>
  document.querySelector(`.match[data-seq="${wanted}"] .link.live, .match[data-seq="${wanted}"] .link.ended`), seq);

// Which of several views are shown: of the tabs of a phone, and within them.
const shownViews = (page) => page.evaluate(() =>
  [...document.querySelectorAll('[data-tab][aria-pressed="true"], [data-view][aria-pressed="true"]')]
      .map(({ dataset }) => dataset.tab ? `[data-tab="${dataset.tab}"]` : `[data-view="${dataset.view}"]`));
const showViews = (page, views) => page.evaluate((selectors) => selectors.forEach((selector) =>
  document.querySelector(`${selector}:not([aria-pressed="true"])`)?.click()), views);

async function takePicture(page) {
  await calm(page);
  // Hiding the caret would need a style that the page's policy refuses.
  return page.screenshot({ caret: 'initial' });
}

// The greatest difference of two pictures of one size, of the 255 shades of a colour.
const shadesBetween = (page, one, other) => page.evaluate(async (pictures) => {
  const [[a, width], [b, otherWidth]] = await Promise.all(pictures.map(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const paper = new OffscreenCanvas(image.width, image.height).getContext('2d');
    paper.drawImage(image, 0, 0);
    return [paper.getImageData(0, 0, image.width, image.height).data, image.width];
  }));
  return a.length !== b.length || width !== otherWidth ? 255 :
    a.reduce((most, shade, i) => Math.max(most, Math.abs(shade - b[i])), 0);
}, [one, other].map((picture) => picture.toString('base64')));

async function compare(page, one, other, claim, name) {
  const isSame = one.equals(other) || await shadesBetween(page, one, other) <= MOST_SHADES;
  expect(isSame, claim);
  if (!isSame) {
    fs.mkdirSync(FOLDER, { recursive: true });
    fs.writeFileSync(`${FOLDER}/${name}-1.png`, one);
    fs.writeFileSync(`${FOLDER}/${name}-2.png`, other);
  }
  return isSame;
}

// Where the markup of two pages first differs.
function difference(one, other) {
  const at = [...one].findIndex((letter, i) => letter !== other[i]);
  return at < 0 ? '' : `"${one.slice(at - 60, at + 60)}" / "${other.slice(at - 60, at + 60)}"`;
}

const markupOf = (page) => page.evaluate(() => document.querySelector('.match')?.outerHTML ?? '');

// A second page of the same person, which is loaded again for each picture.
export class FreshPage {
  #page;

  constructor(page) {
    this.#page = page;
  }

  // Are the two the same?  Undefined: an event came meanwhile.
  async isLike(live, name) {
    try {
      return await this.#compare(live, name);
    } finally {
      await live.bringToFront();
    }
  }

  async #compare(live, name) {
    const seq = await seqOf(live);
    const views = await shownViews(live);
    await this.#page.goto('about:blank');
    await this.#page.goto(live.url());
    await this.#page.locator('.match .bar').waitFor();
    if (await seqOf(this.#page) !== seq || await seqOf(live) !== seq) {
      return undefined;
    }
    await awaitSeq(this.#page, seq);
    await awaitSeq(live, seq);
    await awaitQuiet(this.#page); // what is fetched after the match
    await showViews(this.#page, views);
    const pictures = [await takePicture(live), await takePicture(this.#page)];
    const markups = [await markupOf(live), await markupOf(this.#page)];
    if (await seqOf(live) !== seq || await seqOf(this.#page) !== seq) {
      return undefined;
    }
    return compare(this.#page, ...pictures, `live and fresh differ at ${live.url()}, seq ${seq}, ` +
      `${views}: ${difference(...markups)}`, `fresh-${name}`);
  }
}

// What a page shows before a move, to be compared after its undo.  The log and the
// number of the event are longer then: the log is hidden in both.
export class Before {
  async take(page) {
    this.views = await shownViews(page);
    this.text = await promptOf(page);
    this.picture = await this.#look(page);
  }

  async isLike(page, name) {
    if (await promptOf(page) !== this.text) {
      return undefined;
    }
    await showViews(page, this.views);
    return compare(page, this.picture, await this.#look(page),
        `an undo left something at ${page.url()}, seq ${await seqOf(page)}`, `undo-${name}`);
  }

  async #look(page) {
    const setLog = (visibility) => page.evaluate((value) =>
      document.querySelector('.pane-log')?.style.setProperty('visibility', value), visibility);
    await setLog('hidden');
    const picture = await takePicture(page);
    await setLog('');
    return picture;
  }
}

const promptOf = (page) => page.evaluate(() =>
  document.querySelector('.bar .saying-title')?.textContent ?? null);
