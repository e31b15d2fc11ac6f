// Check that each JSON response of a successful request has an example, and that it
// fits its schema; the same of the documents of each game.
//
//   node tools/check-examples.cjs
//
// It needs the packages of tools/contract (tools/npm-install.sh contract).
const { execFileSync } = require('child_process');
const path = require('path');

const modules = path.resolve('build/contract/node_modules');
const Ajv = require(path.join(modules, 'ajv/dist/2020')).default;
const mistakes = [];

function print(...options) {
  return execFileSync('tools/make-openapi.py', ['--print', ...options],
      { encoding: 'utf8', maxBuffer: 1 << 26 });
}

function* successes(contract) {
  for (const [template, item] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      for (const [status, response] of
        Object.entries(operation.responses || {})) {
        const body = response.content?.['application/json'];
        if (status.startsWith('2') && body) {
          yield [['paths', template, method, 'responses', status, 'content',
            'application/json'], body];
        }
      }
    }
  }
}

function checkDocument(name, contract) {
  const ajv = new Ajv({ strict: false });
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  ajv.addSchema({ $id: 'contract', ...contract });
  for (const [parts, body] of successes(contract)) {
    const place = `${name}: ${parts[2].toUpperCase()} ${parts[1]}`;
    if (body.example === undefined) {
      mistakes.push(`${place}: no example`);
      continue;
    }
    const pointer = [...parts, 'schema'].map((part) => encodeURIComponent(
        part.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/');
    const check = ajv.compile({ $ref: `contract#/${pointer}` });
    if (!check(body.example)) {
      mistakes.push(`${place}: the example does not fit: ` +
          `${ajv.errorsText(check.errors).slice(0, 300)}`);
    }
  }
}

checkDocument('openapi.yaml', JSON.parse(print('--json')));
for (const game of print('--list').trim().split('\n')) {
  checkDocument(game, JSON.parse(print('--game', game, '--json')));
}
mistakes.forEach((mistake) => console.error(mistake));
process.exit(mistakes.length > 0 ? 1 : 0);
