// Requests and responses in the contract, as far as the generator of requests
// needs them.  The packages are those of tools/contract.
const { execFileSync } = require('child_process');
const path = require('path');

const modules = path.resolve('build/contract/node_modules');
const Ajv = require(path.join(modules, 'ajv/dist/2020')).default;
const yaml = require(path.join(modules, 'js-yaml'));

// The requests also play the model game of contributors.
const contract = yaml.load(execFileSync('tools/make-openapi.py', ['--model'],
    { encoding: 'utf8', maxBuffer: 1 << 26 }));
const ajv = new Ajv({ strict: false });
ajv.addFormat('date-time',
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
ajv.addSchema({ $id: 'contract', ...contract });

// The target of a reference, with the members beside it.
function follow(thing) {
  while (thing && thing.$ref) {
    let at = contract;
    for (const part of thing.$ref.slice(2).split('/')) {
      at = at[part];
    }
    const { $ref, ...beside } = thing;
    thing = { ...at, ...beside };
  }
  return thing;
}

const compiled = new Map();
function validator(parts) {
  const pointer = 'contract#/' + parts.map((part) => encodeURIComponent(
      part.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/');
  if (!compiled.has(pointer)) {
    compiled.set(pointer, ajv.compile({ $ref: pointer }));
  }
  return compiled.get(pointer);
}

// Every operation: method, template, parameters, the schema of its body.
function operations() {
  const list = [];
  for (const [template, item] of Object.entries(contract.paths)) {
    for (const [method, what] of Object.entries(item)) {
      if (method === 'parameters') {
        continue;
      }
      const body = what.requestBody;
      list.push({
        method, template,
        parameters: [...(what.parameters || []), ...(item.parameters || [])]
            .map(follow),
        needsBody: Boolean(body && body.required),
        schema: body && body.content['application/json'].schema,
        fits: body && validator(['paths', template, method, 'requestBody',
          'content', 'application/json', 'schema']),
        what,
      });
    }
  }
  return list;
}

// The description of a response: the parts of its pointer, and its value.
function described(operation, status) {
  const key = status >= 400 && status < 500 ? '4XX' : String(status);
  const parts = ['paths', operation.template, operation.method, 'responses',
    key];
  const at = operation.what.responses[key];
  if (at && at.$ref) {
    const name = at.$ref.split('/').pop();
    return [['components', 'responses', name], follow(at)];
  }
  return [parts, at];
}

// The reason why a response is not as documented; '' when it is.
function complaint(operation, method, reply) {
  const [parts, response] = described(operation, reply.status);
  const type = (reply.headers['content-type'] || '').split(';')[0];
  if (!reply.headers['x-request-id']) {
    return 'no X-Request-Id';
  }
  if (method === 'OPTIONS' || reply.status === 405) {
    return reply.headers.allow ? '' : 'no Allow';
  }
  if (!response) {
    return 'the status is not documented';
  }
  if (method === 'HEAD') {
    return reply.body.length > 0 ? 'HEAD with a body' : '';
  }
  if (!response.content) {
    return reply.body.length > 0 ? 'a body where none is documented' : '';
  }
  if (!response.content[type]) {
    return `the type ${type || 'none'} is not documented`;
  }
  if (type.endsWith('json')) {
    return wrongJson([...parts, 'content', type, 'schema'], reply,
        operation.what['x-problems']);
  }
  return '';
}

// `slugs` are the problems of the operation.
function wrongJson(parts, reply, slugs) {
  let body;
  try {
    body = JSON.parse(reply.body);
  } catch (error) {
    return 'the body is not JSON';
  }
  if (reply.status >= 400 && body.status !== reply.status) {
    return 'the problem has another status';
  }
  if (reply.status >= 400 &&
      !slugs.includes(body.type.replace('/problems/', ''))) {
    return `${body.type} is not in x-problems`;
  }
  const fits = validator(parts);
  return fits(body) ? '' : ajv.errorsText(fits.errors).slice(0, 300);
}

module.exports = { complaint, follow, operations };
