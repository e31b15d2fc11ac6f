// Opens the page /docs of a running service in a real browser, waits until the
// contract is drawn, unfolds an operation and tries it out; fails when the page
// shows an error, sends a request to another host, or lacks an operation.
//
//   node tests/api/docs-page.cjs http://127.0.0.1:8080 [PICTURE.png]
//
// FATHOM_BROWSER names the browser, if it is not one of those below.  Exits with
// 77 if no browser is found.
//
// Speaks the browser's own protocol over a pipe, so that it needs no library.
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn, spawnSync } = require('child_process');

// Ubuntu's chromium-browser may be a script that only requests a snap.
const browsers = process.env.FATHOM_BROWSER
    ? [process.env.FATHOM_BROWSER]
    : ['chromium', 'chromium-browser', 'google-chrome'];
const program = browsers.find(
    (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);
if (!program) {
  console.error(`no browser: none of ${browsers.join(', ')} runs`);
  process.exit(77);
}

const [origin, picture] = process.argv.slice(2);
const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'fathom-browser-'));
const browser = spawn(program, [
  '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
  '--no-first-run', '--disable-background-networking', '--disable-sync',
  '--disable-component-update', '--remote-debugging-pipe',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  `--user-data-dir=${profile}`, '--window-size=1200,1600', 'about:blank',
], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });

// The browser's helpers end a moment after it and still write meanwhile.
const forgetProfile = () => fs.rmSync(profile,
    { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });

const problems = [];
const finish = (code) => {
  problems.forEach((problem) => console.error(problem));
  browser.once('exit', () => {
    try {
      forgetProfile();
    } catch (error) {
      console.error(`left behind: ${error.message}`);
    }
    process.exit(code);
  });
  send('Browser.close').catch(() => {});
  setTimeout(() => browser.kill('SIGKILL'), 10000);
};
const fail = (why) => {
  problems.push(why);
  finish(1);
};
browser.once('error', (error) => {
  console.error(`no browser: ${error.message}`);
  process.exit(1);
});
setTimeout(() => fail('the page was not drawn within 120 seconds'), 120000);

// ---- the protocol: messages of JSON, each ends with a NUL ----

let number = 0;
const answers = new Map();
const listeners = new Map();

function send(method, params = {}, sessionId = undefined) {
  const id = ++number;
  browser.stdio[3].write(
      JSON.stringify({ id, method, params, sessionId }) + '\0');
  return new Promise((resolve, reject) => answers.set(id, (answer) =>
      answer.error ? reject(new Error(`${method}: ${answer.error.message}`))
          : resolve(answer.result)));
}

let rest = '';
browser.stdio[4].setEncoding('utf8').on('data', (chunk) => {
  const messages = (rest + chunk).split('\0');
  rest = messages.pop();
  for (const message of messages.map((text) => JSON.parse(text))) {
    if (message.id) {
      answers.get(message.id)(message);
      answers.delete(message.id);
    } else if (listeners.has(message.method)) {
      listeners.get(message.method)(message.params);
    }
  }
});

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

async function visit() {
  const { targetInfos } = await send('Target.getTargets');
  const page = targetInfos.find((target) => target.type === 'page');
  const { sessionId } = await send('Target.attachToTarget',
      { targetId: page.targetId, flatten: true });
  const tell = (method, params) => send(method, params, sessionId);
  const ask = async (expression) => (await tell('Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true })).result.value;
  const loaded = new Promise((resolve) =>
    listeners.set('Page.loadEventFired', resolve));

  for (const domain of ['Page', 'Network', 'Runtime', 'Log']) {
    await tell(`${domain}.enable`);
  }
  await tell('Page.navigate', { url: `${origin}/docs` });
  await loaded;
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
  finish(problems.length > 0 ? 1 : 0);
}
visit().catch((error) => fail(error.message));
