// What scripts do on a page besides what they test.
import { expect } from './browser.mjs';

export const seqOf = async (page) =>
  Number(await page.locator('.match').getAttribute('data-seq'));

// Close the sheets that are shown; one may lie above another.  A sheet is drawn before
// it opens.
export async function closeSheets(page) {
  for (let tries = 0; tries < 5; tries++) {
    const found = await page.waitForFunction(() => {
      const count = document.querySelectorAll('dialog').length;
      return count === 0 || document.querySelector('dialog[open]') ? { count } : null;
    });
    const { count } = await found.jsonValue();
    if (count === 0) {
      return;
    }
    await page.keyboard.press('Escape');
    await page.waitForFunction((before) => document.querySelectorAll('dialog').length < before, count,
        { timeout: 5000 }).catch(() => {});
  }
  throw new Error(`a sheet stays open at ${page.url()}`);
}

// Every decision is the script's: the page plays none on.
export async function playNothingOn(page, press = (box) => box.click()) {
  const at = new URL(page.url());
  const checked = page.locator('input[type="checkbox"]:checked');
  await page.goto(new URL('#/settings', at).href);
  await checked.waitFor();
  await press(checked);
  await checked.waitFor({ state: 'detached' });
  await page.goto(new URL('#/', at).href);
}

// Choose a legal move, the first ones of the list of texts, and wait until the page says
// what it does.
export async function chooseMove(page) {
  await page.bringToFront(); // a page behind another one is drawn once a second
  for (let tries = 0; tries < 12; tries++) {
    if (await page.locator('.go[data-go]').count() > 0) {
      return page.locator('.go[data-go][aria-disabled="false"]').waitFor();
    }
    if (await page.locator('dialog[open]').count() === 0) {
      await page.locator('[data-list]').click();
    }
    await page.locator('dialog .choice:not([aria-pressed="true"])').first().click();
    await closeSheets(page);
  }
  throw new Error(`no move is chosen at ${page.url()}`);
}

// Send it and wait until the page shows what it led to.
export async function sendMove(page) {
  await page.bringToFront();
  const seq = await seqOf(page);
  await page.locator('.go').click();
  await page.waitForFunction((old) =>
    Number(document.querySelector('.match')?.dataset.seq) > old, seq);
}

const PASSWORD = 'a long pass phrase';

// Fill the form of the account's page that creates an account, or signs in.
export async function signIn(page, name, isNew = false) {
  const password = page.locator(`[autocomplete="${isNew ? 'new' : 'current'}-password"]`);
  const form = page.locator('form', { has: password });
  await form.locator('input').first().fill(name);
  await password.fill(PASSWORD);
  await form.locator('button').click();
}

export async function signUp(page, url, name) {
  await page.goto(`${url}/#/account`);
  await signIn(page, name, true);
  await page.locator('[data-play]').first().waitFor();
}

export const shows = (locator, claim) => locator.first().waitFor({ timeout: 30_000 })
    .catch(() => expect(false, claim));
