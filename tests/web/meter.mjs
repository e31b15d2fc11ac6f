// What the decisions of a match cost: bytes and requests, changes of the document,
// and the time from a tap to its picture.
import { expect } from './browser.mjs';

export const DECISION_MOST = 8_000; // bytes of an answer over the network
export const SELECTION_MOST = 150; // nodes of the document

export const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0;

// In the page: counts the nodes that change, and how long events take until the
// next picture.
function observe() {
  const window_ = window;
  const changed = new Set();
  const withAll = (node) => {
    changed.add(node);
    node.childNodes.forEach(withAll);
  };
  new MutationObserver((records) => records.forEach((record) => {
    if (record.type !== 'childList') {
      changed.add(record.target);
    }
    record.addedNodes.forEach(withAll);
    record.removedNodes.forEach(withAll);
  })).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const delays = [];
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
    if (entry.interactionId) {
      delays.push(entry.duration);
    }
  })).observe({ type: 'event', durationThreshold: 16, buffered: true });
  window_.meter = { changed, delays, largest: 0 };
  new PerformanceObserver((list) => {
    window_.meter.largest = list.getEntries().at(-1).startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

export class Meter {
  #page;
  #network;
  #sent = new Map(); // requests by id: what for, and its bytes
  #answers = []; // bytes of the answers to moves
  #trips = []; // requests that a decision waited for
  #bytes = 0;
  #selections = [];

  static async start(page) {
    const meter = new Meter();
    meter.#page = page;
    await page.addInitScript(observe);
    meter.#network = await page.context().newCDPSession(page);
    await meter.#network.send('Network.enable');
    meter.#network.on('Network.requestWillBeSent', ({ requestId, request }) =>
      meter.#sent.set(requestId, { method: request.method, path: new URL(request.url).pathname }));
    meter.#network.on('Network.dataReceived', ({ encodedDataLength }) => {
      meter.#bytes += encodedDataLength;
    });
    meter.#network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const request = meter.#sent.get(requestId);
      if (request) {
        request.bytes = encodedDataLength;
      }
    });
    return meter;
  }

  // A quarter of the processor, as a phone has it.
  slowDown() {
    return this.#network.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }

  // Before a tap that selects a site of a board, and after the page was drawn.
  async willSelect() {
    await this.#page.evaluate(() => window.meter.changed.clear());
  }

  async selected() {
    this.#selections.push(await this.#page.evaluate(() => new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.meter.changed.size))))));
  }

  // Before a move is sent, and when the page asks for the next decision.
  willDecide() {
    this.#sent.clear();
  }

  decided() {
    const requests = [...this.#sent.values()];
    const moves = requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/moves'));
    this.#answers.push(...moves.flatMap(({ bytes }) => bytes ?? []));
    this.#trips.push(requests.filter(({ path }) => !path.endsWith('/preview')).length);
  }

  check(name) {
    const most = (values) => Math.max(0, ...values);
    expect(most(this.#answers) <= DECISION_MOST,
        `${name}: the answer to a move has ${most(this.#answers)} bytes`);
    expect(most(this.#selections) <= SELECTION_MOST,
        `${name}: selecting a site changes ${most(this.#selections)} nodes`);
  }

  async print(name) {
    const { delays, largest } = await this.#page.evaluate(() =>
      ({ delays: window.meter.delays, largest: window.meter.largest }));
    await this.#network.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#network.send('Runtime.getHeapUsage');
    const spread = (values) => `${quantile(values, .5)}, p95 ${quantile(values, .95)}, most ${quantile(values, 1)}`;
    console.log([`${name}:`,
      `answer to a move ${spread(this.#answers)} bytes;`,
      `requests a decision ${spread(this.#trips)};`,
      `bytes a decision ${Math.round(this.#bytes / Math.max(1, this.#trips.length))};`,
      `nodes changed by a site ${spread(this.#selections)};`,
      `largest picture of the first page ${Math.round(largest)} ms;`,
      `tap to picture ${spread(delays)} ms; heap ${(usedSize / 1e6).toFixed(1)} MB`].join(' '));
  }
}
