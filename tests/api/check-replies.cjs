// Holds recorded replies against the schemas of openapi.yaml.
//
//   node tests/api/check-replies.cjs FILE
//
// FILE has one JSON object a line: method, template, status, type, body.  The
// tools are those of the linters (make openapi installs them in build/).
const fs = require('fs');
const path = require('path');

const modules = path.resolve('build/openapi/node_modules');
const need = (name) => require(path.join(modules, name));
const Ajv = need('ajv/dist/2020').default;
const yaml = need('js-yaml');

const contract = yaml.load(fs.readFileSync('openapi.yaml', 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addFormat('date-time',
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
ajv.addSchema({ $id: 'contract', ...contract });

const pointer = (parts) => 'contract#/' + parts.map((p) =>
    encodeURIComponent(p.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/');

// The parts of the pointer to a response, references followed.
function findResponse(template, method, status) {
  const parts = ['paths', template, method, 'responses', status];
  let at = contract;
  for (const part of parts) {
    at = at && at[part];
  }
  if (at && at.$ref) {
    const name = at.$ref.split('/').pop();
    return [['components', 'responses', name],
        contract.components.responses[name]];
  }
  return [parts, at];
}

let bad = 0;
function complain(line, why) {
  bad++;
  if (bad <= 20) {
    console.error(`${line.method} ${line.template} ${line.status}: ${why}`);
  }
}

const compiled = new Map();
function validator(parts) {
  const key = pointer(parts);
  if (!compiled.has(key)) {
    compiled.set(key, ajv.compile({ $ref: key }));
  }
  return compiled.get(key);
}

let count = 0;
const text = fs.existsSync(process.argv[2])
    ? fs.readFileSync(process.argv[2], 'utf8') : '';
for (const row of text.split('\n')) {
  if (row === '') {
    continue;
  }
  const line = JSON.parse(row);
  const method = line.method === 'HEAD' ? 'get' : line.method.toLowerCase();
  const [parts, response] =
      findResponse(line.template, method, String(line.status));
  count++;
  if (!response) {
    complain(line, 'not documented');
    continue;
  }
  const type = line.type.split(';')[0];
  if (!response.content) {
    if (type !== '') {
      complain(line, `a body of ${type} where none is documented`);
    }
    continue;
  }
  if (!response.content[type]) {
    complain(line, `the type ${type || 'none'} is not documented`);
    continue;
  }
  if (type.endsWith('json') && line.method !== 'HEAD') {
    const validate = validator([...parts, 'content', type, 'schema']);
    if (!validate(line.body)) {
      complain(line, ajv.errorsText(validate.errors).slice(0, 400));
    }
  }
}
if (bad > 0) {
  console.error(`${bad} of ${count} replies are not as openapi.yaml says`);
  process.exit(1);
}
