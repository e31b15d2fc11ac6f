// Opens the page /docs of a running service in a real browser, waits until the
// contract is drawn, unfolds an operation and tries it out; fails when the page
// shows an error, sends a request to another host, or lacks an operation.
//
//   node tests/api/docs-page.cjs http://127.0.0.1:8080 [PICTURE.png]
//
// See tests/support/browser.cjs for the browser and the exit status.
const fs = require('fs');
const browser = require('../support/browser.cjs');

const [origin, picture] = process.argv.slice(2);
const { listeners, problems } = browser;

// ---- errors of the page ----

let requests = 0;
listeners.set('Network.requestWillBeSent', ({ request }) => {
  requests++;
  const isOwn = request.url.startsWith(`${origin}/`) ||
      request.url.startsWith('data:');
  if (!isOwn) {
    problems.push(`the page asks for ${request.url}`);
  }
});
listeners.set('Network.responseReceived', ({ response }) => {
  if (response.status >= 400) {
    problems.push(`${response.url} answers ${response.status}`);
  }
});
listeners.set('Runtime.exceptionThrown', ({ exceptionDetails }) =>
  problems.push(`an exception: ${exceptionDetails.text} ` +
      `${exceptionDetails.exception?.description}`));
listeners.set('Runtime.consoleAPICalled', ({ type, args }) => {
  if (type === 'error' || type === 'assert') {
    problems.push(`the console: ${args.map((a) => a.value ?? a.description)
        .join(' ')}`);
  }
});
listeners.set('Log.entryAdded', ({ entry }) => {
  if (entry.level === 'error') {
    problems.push(`the log: ${entry.text} ${entry.url ?? ''}`);
  }
});

// ---- the visit ----

// Waits until the expression is true in the page.
const when = (condition) => `new Promise((done) => {
  const look = () => (${condition}) && (seen.disconnect(), done(true));
  const seen = new MutationObserver(look);
  seen.observe(document, { subtree: true, childList: true, attributes: true });
  look();
})`;

browser.start({ seconds: 900 });
browser.run(async ({ tell, ask, open }) => {
  await open(`${origin}/docs`);
  await ask(when('document.querySelectorAll(".opblock").length > 10'));

  const text = await (await fetch(`${origin}/openapi.yaml`)).text();
  const operations = text.match(/^ {6}operationId: /gm).length;
  const drawn = await ask('document.querySelectorAll(".opblock").length');
  if (drawn !== operations) {
    problems.push(`${drawn} operations are drawn of ${operations}`);
  }
  // Unfold one, try it out, and see the service's response.
  const config = '#operations-service-getConfig';
  const press = async (what) => {
    await ask(when(`document.querySelector("${what}")`));
    await ask(`document.querySelector("${what}").click()`);
  };
  await press(`${config} .opblock-summary-control`);
  await press(`${config} .try-out__btn`);
  await press(`${config} .execute`);
  const answer = `document.querySelector("${config} ` +
      '.live-responses-table tbody .response-col_status")';
  await ask(when(answer));
  const status = await ask(`${answer}.textContent.trim()`);
  if (!status.startsWith('200')) {
    problems.push(`trying out getConfig gave ${status}`);
  }
  if (picture) {
    const { data } = await tell('Page.captureScreenshot', { format: 'png' });
    fs.writeFileSync(picture, Buffer.from(data, 'base64'));
  }
  console.log(`${drawn} operations, ${requests} requests`);
});
