// Mutations of requests: each is small, and named in the report of a failure.
const chance = require('./chance.cjs');

const { below, one } = chance;

const words = ['', '0', '-1', '00', '1e9', '4294967296', '9223372036854775808',
  '0x10', 'null', 'true', '%00', '%', '%zz', '%c0%af', '%2e%2e%2f', '..', '%2F',
  '\'', '\' OR 1=1 --', '";DROP TABLE matches;--', '$1', '${7*7}', '{{7*7}}',
  '<script>', '%0d%0aX-Evil:%201', 'a'.repeat(300), '%f0%9f%8e%b2', '\u00e9',
  'm_aaaaaaaaaaaaaaaaaaaaaaaaaa', 'u_aaaaaaaaaaaaaaaaaaaaaaaaaa',
  'tok_aaaaaaaaaaaaaaaaaaaaaaaaaa', '*', '**', '%25n%25s', '+', '&', '='];

const values = [null, true, false, 0, -1, -0, 1, 3.5, 1e308, 4294967296,
  9007199254740993, -9007199254740993, '', 'x', '0', 'me', 'open', 'bot:',
  'bot:nobody', '\u0000', '\ud800', '\u202e', 'A'.repeat(5000), [], [[]], {},
  { a: 1 }, ['me', 'me'], '\' OR \'1\'=\'1', '\\', '%s%n', '1; SELECT 1'];

// Text for a URL: node sends it unchanged.
function forUrl(text) {
  return text.replace(/[^!-~]/g, (c) => encodeURIComponent(c));
}

function path(request) {
  const parts = request.path.split('?');
  const pieces = parts[0].split('/');
  const at = 1 + below(pieces.length - 1);
  pieces[at] = forUrl(one(words));
  request.path = [pieces.join('/'), ...parts.slice(1)].join('?');
}

function query(request) {
  const name = one(['seat', 'at_seq', 'after', 'limit', 'wait', 'cursor',
    'status', 'game', 'player', 'ticket', 'x', forUrl(one(words))]);
  const pair = `${name}=${forUrl(one(words))}`.replace(/^wait=(4|9).*/, 'wait=-');
  request.path += (request.path.includes('?') ? '&' : '?') + pair;
}

const headers = [
  ['Authorization', ['', 'Bearer', 'Bearer x', 'Basic YTpi', 'Bearer fth_',
    `Bearer fth_${'a'.repeat(52)}`, `Bearer ${'z'.repeat(2000)}`]],
  ['If-Match', ['', '*', '"0"', '"999999999"', '17', 'W/"1"', '"1.9"',
    '"1","2"', '"99999999999999999999"', ',', '"1" "2"', '"x"']],
  ['If-None-Match', ['*', '', '"', 'W/"1.0"', ',,,', '"a", "b"']],
  ['Idempotency-Key', ['', ' ', 'same', 'k'.repeat(128), 'k'.repeat(129),
    'a b', '\u00e9']],
  ['Accept', ['', '*/*', 'text/html', 'application/xml', 'a', ';q=1',
    'application/json;q=0', 'application/*;q=0.5, */*;q=0.1']],
  ['Content-Type', ['', 'text/plain', 'application/json; charset=latin1',
    'application/json;charset=utf-8', 'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x']],
  ['Content-Encoding', ['gzip', 'identity', 'x']],
  ['Last-Event-ID', ['', '-1', 'x', '4294967296', '5']],
  ['Range', ['bytes=0-0', 'bytes=-1', 'x']],
  ['X-Request-Id', ['', 'good-1', 'a b', 'x'.repeat(65)]],
  ['Traceparent', ['', '00-x', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`]],
  ['Origin', ['http://evil.example', 'null', '']],
  ['X-Forwarded-For', ['1.2.3.4', 'x', '::1']],
  ['X-Big', ['x'.repeat(8000), 'x'.repeat(20000)]],
];

function header(request) {
  const [name, choices] = one(headers);
  request.headers[name] = one(choices);
}

function method(request) {
  request.method = one(['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'DELETE',
    'PATCH', 'PROPFIND']);
}

// All places of a JSON value: [holder, key].
function places(holder, found) {
  for (const key of Object.keys(holder)) {
    found.push([holder, key]);
    if (holder[key] && typeof holder[key] === 'object') {
      places(holder[key], found);
    }
  }
  return found;
}

// Change the value; the result is still JSON.
function member(request) {
  const root = { body: request.json };
  const found = places(root, []);
  const [holder, key] = one(found);
  const how = below(4);
  if (how === 0 && !Array.isArray(holder) && holder !== root) {
    delete holder[key];
  } else if (how === 1 && holder[key] && typeof holder[key] === 'object') {
    holder[key][one(['x', '', '__proto__x', 'seat', 'move'])] = one(values);
  } else {
    holder[key] = JSON.parse(JSON.stringify(one(values)));
  }
  request.json = root.body;
}

const deep = (n) => '['.repeat(n) + ']'.repeat(n);

// Change the text; the result may not be JSON.
function text(request) {
  const good = JSON.stringify(request.json === undefined ? {} : request.json);
  request.raw = one([
    () => good.slice(0, below(good.length)),
    () => `${good} ${good}`,
    () => `\ufeff${good}`,
    () => good.replace(/"/g, '\''),
    () => good.replace('{', '{"a":1,"a":2,'),
    () => good.replace('{', `{"d":${deep(12 + below(10))},`),
    () => deep(5000),
    () => Buffer.from([...Buffer.from(good), 0xff, 0xfe]),
    () => Buffer.from(good.replace(/:"/, ':"\u0001')),
    () => good.replace(/:"/, ':"\\ud800'),
    () => good.replace(/:"/, ':"\\u0000'),
    () => good.replace(/}$/, `,"pad":"${'p'.repeat(70000)}"}`),
    () => good.replace(/\d+/, '1'.repeat(400)),
    () => good.replace(/\d+/, '1e999'),
    () => 'NaN',
    () => '',
  ])();
}

const all = { header, member, method, path, query, text };

// Mutate in one way or two; returns the names of the mutations.
function mutate(request) {
  const done = [];
  for (let i = 1 + below(2); i > 0; i--) {
    const usable = Object.keys(all).filter((name) =>
        name !== 'member' || (request.json !== undefined && !request.raw));
    const name = one(usable);
    all[name](request);
    done.push(name);
  }
  return done;
}

module.exports = { forUrl, mutate };
