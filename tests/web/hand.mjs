// How somebody uses a page: by touch, with a mouse, or by keyboard alone.
//
//   const hand = handOf(page, 'touch');
//   const control = await hand.find('.tab');  // one that can be reached now, by chance
//   await hand.press(control);
//
// All input goes through the browser, at the place of the control or with the keys
// that lead to it, so that what is covered or cannot be focused is not pressed.

// A control that is visible and not disabled, by chance; null if no control is.
async function find(page, selector) {
  const found = await page.evaluateHandle(({ all, chance }) => {
    const isInReach = (element) => {
      const box = element.getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return box.width > 0 && top !== null && element.contains(top);
    };
    const controls = [...document.querySelectorAll(all)].filter((element) => !element.disabled &&
      element.getAttribute('aria-disabled') !== 'true' && isInReach(element));
    return controls[Math.floor(chance * controls.length)] ?? null;
  }, { all: selector, chance: Math.random() });
  return found.asElement();
}

const centreOf = async (control) => {
  const box = await control.boundingBox();
  return box && [box.x + box.width / 2, box.y + box.height / 2];
};

// How many steps of the Tab key lead to a control from where the focus is, in the
// order of the page or of the sheet that is open.  NaN: it is not in that order.
const stepsTo = (control) => control.evaluate((target) => {
  const root = document.querySelector('dialog[open]') ?? document;
  const order = [...root.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')]
      .filter((element) => element.tabIndex >= 0 && !element.disabled &&
        element.getClientRects().length > 0);
  const to = order.indexOf(target);
  return to < 0 ? NaN : to - order.indexOf(document.activeElement);
});

const hasFocus = (control) =>
  control.evaluate((element) => element === document.activeElement);

// Hold Tab or Shift+Tab until the control has the focus.
async function tabTo(page, control) {
  for (let tries = 0; tries < 6; tries++) {
    const steps = await stepsTo(control);
    if (steps === 0 && await hasFocus(control)) {
      return true;
    }
    if (Number.isNaN(steps)) {
      return false;
    }
    const key = steps < 0 ? 'Shift+Tab' : 'Tab';
    for (let n = Math.max(1, Math.abs(steps)); n > 0; n--) {
      await page.keyboard.press(key);
    }
  }
  return hasFocus(control);
}

const presses = {
  async touch(page, control) {
    const at = await centreOf(control);
    return at !== null && page.touchscreen.tap(...at).then(() => true);
  },
  async mouse(page, control) {
    const at = await centreOf(control);
    return at !== null && page.mouse.click(...at).then(() => true);
  },
  async keyboard(page, control) {
    const isThere = await tabTo(page, control);
    if (isThere) {
      const isBox = await control.evaluate((element) => element.type === 'checkbox');
      await page.keyboard.press(isBox ? 'Space' : 'Enter'); // Enter changes no checkbox
    }
    return isThere;
  },
};

export function handOf(page, by) {
  return {
    find: (selector) => find(page, selector),
    // Returns whether the control was still there to be pressed.
    press: (control) => presses[by](page, control),
    async pressOne(selector) {
      const control = await find(page, selector);
      return control !== null && presses[by](page, control);
    },
  };
}
