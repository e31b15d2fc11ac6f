// Checks the responses that tests received against openapi.yaml: status, type,
// headers and body, and the body of every request that was accepted.  A member of
// a response that is not documented is an error, too (strict.cjs).
//
//   node tests/api/check-replies.cjs FOLDER [whole]
//
// FOLDER has files of JSON lines (tests/support/replies.c).  After a complete run
// everything documented must have occurred: each operation, status and type.
// The tools are pinned in tools/contract/package-lock.json.
const fs = require('fs');
const path = require('path');
const { execFileSync } = require('child_process');
const readline = require('readline');

const modules = path.resolve('build/contract/node_modules');
const need = (name) => require(path.join(modules, name));
const Ajv = need('ajv/dist/2020').default;
const yaml = need('js-yaml');

const { close, closeContract } = require('./strict.cjs');

// The tests also play the model game of contributors.
const contract = yaml.load(execFileSync('tools/make-openapi.py', ['--model'],
    { encoding: 'utf8', maxBuffer: 1 << 26 }));

// The status of each problem.
const statuses = new Map([...fs.readFileSync('api/errors.def', 'utf8').matchAll(
    /^PROBLEM\(\w+, "([a-z-]+)", (\d+),/gm)].map(([, slug, status]) =>
  [slug, status]));

function makeValidator(document, options) {
  const ajv = new Ajv({ strict: false, ...options });
  ajv.addFormat('date-time',
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  ajv.addSchema({ $id: 'contract', ...document });
  return ajv;
}

// Responses are validated against the closed contract, requests as published.
const strict = makeValidator(closeContract(contract), { discriminator: true });
const open = makeValidator(contract, { allErrors: true });

// A node of the contract, by the parts of its path; references are followed.
function find(parts) {
  let at = contract;
  for (const part of parts) {
    at = at && at[part];
  }
  if (at && at.$ref) {
    return find(at.$ref.slice(2).split('/'));
  }
  return at && { parts, node: at };
}

// The faults, in one line: where, what, and the name or value.
function explain(errors) {
  return errors.map((e) => `${e.instancePath || '/'} ${e.message} ` +
      JSON.stringify(e.params)).join('; ').slice(0, 400);
}

const compiled = new Map();
function validate(parts, value, ajv = strict) {
  const key = 'contract#/' + parts.map((p) => encodeURIComponent(
      p.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/');
  const name = `${ajv === strict} ${key}`;
  if (!compiled.has(name)) {
    const schema = { $ref: key };
    compiled.set(name, ajv.compile(ajv === strict ? close(schema) : schema));
  }
  const check = compiled.get(name);
  return check(value) ? null : explain(check.errors);
}

// Each error of an operation is shown once, with the first test that met it.
let bad = 0;
const shown = new Set();
function complain(line, why) {
  const kind = `${line.method} ${line.template} ${line.status} ` +
      why.replace(/\d+/g, '');
  bad++;
  if (!shown.has(kind) && shown.size < 60) {
    shown.add(kind);
    console.error(`${line.test}: ${line.method} ${line.path} ` +
        `${line.status}: ${why}`);
  }
}

// Names in lower case; of a repeated name the last value.
function readHeaders(text) {
  const headers = new Map();
  for (const row of text.split('\r\n').slice(1)) {
    const colon = row.indexOf(':');
    if (colon > 0) {
      headers.set(row.slice(0, colon).toLowerCase(),
          row.slice(colon + 1).trim());
    }
  }
  return headers;
}

function checkHeaders(line, response, headers) {
  for (const name of Object.keys(response.node.headers || {})) {
    const header = find([...response.parts, 'headers', name]);
    const value = headers.get(name.toLowerCase());
    if (value === undefined) {
      if (header.node.required) {
        complain(line, `the header ${name} is missing`);
      }
      continue;
    }
    const isNumber = header.node.schema.type === 'integer';
    const wrong = validate([...header.parts, 'schema'],
        isNumber && /^\d+$/.test(value) ? Number(value) : value);
    if (wrong) {
      complain(line, `${name}: ${value}: ${wrong}`);
    }
  }
}

// `slugs` are the problems of the operation.
function checkBody(line, response, type, slugs) {
  if (!response.node.content) {
    if (type !== '' || line.body !== undefined) {
      complain(line, `a body of ${type} where none is documented`);
    }
    return;
  }
  if (!response.node.content[type]) {
    complain(line, `the type ${type || 'none'} is not documented`);
    return;
  }
  if (type === 'application/problem+json' && line.body &&
      !slugs.includes(line.body.type.replace('/problems/', ''))) {
    complain(line, `${line.body.type} is not in x-problems`);
  }
  if (type.endsWith('json') && line.method !== 'HEAD') {
    const wrong =
        validate([...response.parts, 'content', type, 'schema'], line.body);
    if (wrong) {
      complain(line, wrong);
    }
  }
}

// A request that was accepted must be documented.
function checkRequest(line, operation) {
  const body = find([...operation.parts, 'requestBody']);
  if (line.has_sent && !body) {
    complain(line, 'took a body where none is documented');
  } else if (body && (line.has_sent || body.node.required)) {
    const wrong = validate(
        [...body.parts, 'content', 'application/json', 'schema'], line.sent,
        open);
    if (wrong) {
      complain(line, `took a body that is not as documented: ${wrong}`);
    }
  }
  const known = new Set(['ticket']);
  const shared = contract.paths[line.template].parameters || [];
  for (const p of [...(operation.node.parameters || []), ...shared]) {
    known.add(p.$ref ? find(p.$ref.slice(2).split('/')).node.name : p.name);
  }
  const query = new URLSearchParams(line.path.split('?')[1] || '');
  for (const name of query.keys()) {
    if (!known.has(name)) {
      complain(line, `took the parameter ${name}, which is not documented`);
    }
  }
}

// An event of a stream.
function checkEvent(line) {
  const wrong = validate(['components', 'schemas', line.schema], line.event);
  if (wrong) {
    complain({ ...line, method: 'a stream', path: line.schema, status: '' },
        wrong);
  }
}

// The statuses of the problems of an operation.
function listStatuses(operation) {
  return [...new Set(operation['x-problems'].map((slug) =>
    statuses.get(slug)))].filter((status) => status.startsWith('4'));
}

// The headers that refusals with a status have.
const needed = { 401: 'www-authenticate', 429: 'retry-after' };

const seen = new Set();
function check(line) {
  if (line.schema) {
    checkEvent(line);
    return;
  }
  const method = line.method === 'HEAD' ? 'get' : line.method.toLowerCase();
  const operation = find(['paths', line.template, method]);
  const at = operation && [...operation.parts, 'responses'];
  // Failures of the service itself need not be listed.
  const isRefused = line.status >= 400 && line.status < 500;
  const response = operation &&
      (find([...at, isRefused ? '4XX' : String(line.status)]) ||
      (line.status === 503 && find([...at, 'default'])));
  if (!response || (isRefused && !listStatuses(operation.node).includes(
      String(line.status)))) {
    complain(line, 'not documented');
    return;
  }
  const headers = readHeaders(line.headers);
  const type = (headers.get('content-type') || '').split(';')[0];
  seen.add(`${method} ${line.template} ${line.status} ${type}`);
  checkHeaders(line, response, headers);
  if (needed[line.status] && !headers.has(needed[line.status])) {
    complain(line, `the header ${needed[line.status]} is missing`);
  }
  checkBody(line, response, type, operation.node['x-problems']);
  if (line.status >= 200 && line.status < 300) {
    checkRequest(line, operation);
  }
}

function missing() {
  const never = [];
  for (const [template, item] of Object.entries(contract.paths)) {
    for (const method of ['get', 'put', 'post', 'patch', 'delete']) {
      const responses = Object.keys(item[method]?.responses || {});
      for (const status of responses.flatMap((key) =>
        key === '4XX' ? listStatuses(item[method]) : [key])) {
        const at = ['paths', template, method, 'responses',
          status.startsWith('4') ? '4XX' : status];
        for (const type of Object.keys(find(at).node.content || { '': 0 })) {
          const kind = `${method} ${template} ${status} ${type}`;
          if (status !== 'default' && !seen.has(kind)) {
            never.push(kind);
          }
        }
      }
    }
  }
  return never;
}

async function main() {
  const [folder, isWhole] = process.argv.slice(2);
  let count = 0;
  for (const name of fs.readdirSync(folder)) {
    const rows = readline.createInterface(
        { input: fs.createReadStream(path.join(folder, name)) });
    for await (const row of rows) {
      check(JSON.parse(row));
      count++;
    }
  }
  const never = isWhole ? missing() : [];
  console.log(`${count} replies, ${seen.size} kinds of them; ` +
      `${bad} are not as openapi.yaml says`);
  if (never.length > 0) {
    console.log(`documented and never seen: ${never.length}`);
    never.forEach((what) => console.log(`  ${what}`));
  }
  process.exit(bad > 0 || never.length > 0 ? 1 : 0);
}
main();
