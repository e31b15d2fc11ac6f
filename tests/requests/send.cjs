// One request over HTTP, and its response, with a time limit.
const http = require('http');

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
const PATIENCE_MS = 30000;
let base = new URL('http://127.0.0.1:8080');

function to(url) {
  base = new URL(url);
}

function bodyOf(request) {
  if (request.raw !== undefined) {
    return Buffer.from(request.raw);
  }
  return request.json === undefined ? undefined :
      Buffer.from(JSON.stringify(request.json));
}

// A stream has no end: its first bytes are enough.
function take(response, resolve) {
  const pieces = [];
  const isStream = /event-stream/.test(response.headers['content-type'] || '');
  const done = () => resolve({ status: response.statusCode,
    headers: response.headers, body: Buffer.concat(pieces).toString() });
  response.on('data', (piece) => {
    pieces.push(piece);
    if (isStream) {
      response.destroy();
      done();
    }
  });
  response.on('end', done);
}

// status 0: no response; body is the reason.
function send(request) {
  const body = bodyOf(request);
  const headers = { ...request.headers };
  if (body && headers['Content-Type'] === undefined) {
    headers['Content-Type'] = 'application/json';
  }
  if (body) {
    headers['Content-Length'] = body.length;
  }
  return new Promise((resolve) => {
    const why = (error) => resolve({ status: 0, headers: {},
      body: String(error && error.message) });
    let wire;
    try {
      wire = http.request({ agent, host: base.hostname, port: base.port,
        method: request.method, path: request.path, headers,
        timeout: PATIENCE_MS }, (response) => take(response, resolve));
    } catch (error) {
      why(error);
      return;
    }
    wire.on('timeout', () => wire.destroy(new Error('no answer in time')));
    wire.on('error', why);
    wire.end(body);
  });
}

// The bytes of the request, to be stored.
function raw(request) {
  const body = bodyOf(request) || Buffer.alloc(0);
  const lines = [`${request.method} ${request.path} HTTP/1.1`,
    'Host: 127.0.0.1'];
  for (const [name, value] of Object.entries(request.headers)) {
    lines.push(`${name}: ${value}`);
  }
  if (body.length > 0) {
    lines.push('Content-Type: application/json',
        `Content-Length: ${body.length}`);
  }
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
}

function end() {
  agent.destroy();
}

module.exports = { end, raw, send, to };
