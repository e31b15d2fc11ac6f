// A page in a real browser, for the scripts of tests that drive one.
//
//   const browser = require('../support/browser.cjs');
//   browser.start({ seconds: 120 });
//   browser.run(async (page) => { … });
//
// FATHOM_BROWSER names the browser, if it is not one of those below.  The script
// exits with 77 if no browser is found, with 1 if it found a problem, else 0.
//
// Speaks the browser's own protocol over a pipe, so that it needs no library.
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn, spawnSync } = require('child_process');

// The first has no window, and needs a quarter less of a processor.  Ubuntu's
// chromium-browser may be a script that only requests a snap.
const programs = process.env.FATHOM_BROWSER
    ? [process.env.FATHOM_BROWSER]
    : ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

const problems = [];
const listeners = new Map();
const answers = new Map();
let child;
let profile;
let number = 0;

// The browser's helpers end a moment after it and still write meanwhile.
const forgetProfile = () => fs.rmSync(profile,
    { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });

// Closes the browser and ends the script.
function finish(code) {
  problems.forEach((problem) => console.error(problem));
  child.once('exit', () => {
    try {
      forgetProfile();
    } catch (error) {
      console.error(`left behind: ${error.message}`);
    }
    process.exit(code);
  });
  send('Browser.close').catch(() => {});
  setTimeout(() => child.kill('SIGKILL'), 10000);
}

function fail(why) {
  problems.push(why);
  finish(1);
}

// ---- the protocol: messages of JSON, each ends with a NUL ----

function send(method, params = {}, sessionId = undefined) {
  const id = ++number;
  child.stdio[3].write(
      JSON.stringify({ id, method, params, sessionId }) + '\0');
  return new Promise((resolve, reject) => answers.set(id, (answer) =>
      answer.error ? reject(new Error(`${method}: ${answer.error.message}`))
          : resolve(answer.result)));
}

let rest = '';
function receive(chunk) {
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
}

// Starts the browser; after this many seconds the script fails.  flags are further
// flags of the browser.
function start({ seconds, flags = [] }) {
  const program = programs.find(
      (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);
  if (!program) {
    console.error(`no browser: none of ${programs.join(', ')} runs`);
    process.exit(77);
  }
  profile = fs.mkdtempSync(path.join(os.tmpdir(), 'fathom-browser-'));
  child = spawn(program, [
    '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
    '--no-first-run', '--disable-background-networking', '--disable-sync',
    '--disable-component-update', '--remote-debugging-pipe',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    `--user-data-dir=${profile}`, '--window-size=1200,1600', ...flags,
    'about:blank',
  ], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  child.once('error', (error) => {
    console.error(`no browser: ${error.message}`);
    process.exit(1);
  });
  child.stdio[4].setEncoding('utf8').on('data', receive);
  setTimeout(() => fail(`this took longer than ${seconds} seconds`),
      seconds * 1000);
}

// ---- the page ----

// tell(method, params) sends a message to the page, ask(expression) returns the
// value of an expression in it, and open(url) loads a page.
async function attach(targetId) {
  const { sessionId } = await send('Target.attachToTarget',
      { targetId, flatten: true });
  const tell = (method, params) => send(method, params, sessionId);
  const ask = async (expression) => {
    const { result, exceptionDetails } = await tell('Runtime.evaluate',
        { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ||
          exceptionDetails.text);
    }
    return result.value;
  };
  const open = async (url) => {
    const loaded = new Promise((resolve) =>
      listeners.set('Page.loadEventFired', resolve));
    await tell('Page.navigate', { url });
    await loaded;
  };
  for (const domain of ['Page', 'Network', 'Runtime', 'Log']) {
    await tell(`${domain}.enable`);
  }
  return { tell, ask, open };
}

async function firstPage() {
  const { targetInfos } = await send('Target.getTargets');
  return attach(targetInfos.find(({ type }) => type === 'page').targetId);
}

// One more page, in a window of its own: a tab would hide the other page.
async function newPage() {
  const { targetId } = await send('Target.createTarget',
      { url: 'about:blank', newWindow: true });
  return attach(targetId);
}

// Runs a visit to the page, and ends the script with its result.
function run(visit) {
  firstPage().then(visit).then(() => finish(problems.length > 0 ? 1 : 0),
      (error) => fail(error.message));
}

module.exports = { start, run, newPage, listeners, problems };
