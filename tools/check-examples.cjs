// Check that each JSON body of a request and of a success has examples, and that they
// fit its schema.
//
//   node tools/check-examples.cjs FILE.yaml
//
// It needs the packages of tools/contract (tools/npm-install.sh contract).
const fs = require('fs');
const path = require('path');

const modules = path.resolve('build/contract/node_modules');
const Ajv = require(path.join(modules, 'ajv/dist/2020')).default;
const yaml = require(path.join(modules, 'js-yaml'));

const file = process.argv[2];
const contract = yaml.load(fs.readFileSync(file, 'utf8'),
    { schema: yaml.CORE_SCHEMA }); // times stay texts
const ajv = new Ajv({ strict: false });
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
ajv.addSchema({ $id: 'contract', ...contract });

// The places of the bodies of an operation.
function listBodies(operation) {
  return [['requestBody'], ...Object.keys(operation.responses)
      .filter((status) => status.startsWith('2'))
      .map((status) => ['responses', status])]
      .map((parts) => [...parts, 'content', 'application/json']);
}

function listExamples({ example, examples = {} }) {
  return [...(example === undefined ? [] : [example]),
    ...Object.values(examples).map(({ value }) => value)];
}

// The mistake in the examples of a body; null: none, or it has no body.
function findMistake(parts) {
  const body = parts.reduce((node, part) => node?.[part], contract);
  if (!body) {
    return null;
  }
  const examples = listExamples(body);
  const pointer = [...parts, 'schema'].map((part) => encodeURIComponent(
      part.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/');
  const fits = ajv.compile({ $ref: `contract#/${pointer}` });
  if (examples.length === 0) {
    return 'no example';
  }
  return examples.every((example) => fits(example)) ? null :
    `an example does not fit: ${ajv.errorsText(fits.errors).slice(0, 300)}`;
}

let count = 0;
for (const [template, item] of Object.entries(contract.paths)) {
  for (const [method, operation] of Object.entries(item)) {
    for (const parts of operation.responses ? listBodies(operation) : []) {
      const mistake = findMistake(['paths', template, method, ...parts]);
      if (mistake) {
        count++;
        console.error(`${path.basename(file)}: ${method.toUpperCase()} ` +
            `${template}, ${parts.slice(0, 2).join(' ')}: ${mistake}`);
      }
    }
  }
}
process.exit(count > 0 ? 1 : 0);
