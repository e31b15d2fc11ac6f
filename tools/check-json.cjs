// Check that a document as `tools/make-openapi.py --all` writes it as JSON is what a
// whole reader of YAML reads in the other file.
//
//   node tools/check-json.cjs FILE.yaml FILE.json
const fs = require('fs');
const path = require('path');
const { isDeepStrictEqual } = require('util');
const yaml = require(path.resolve('build/contract/node_modules/js-yaml'));

const [contract, json] = process.argv.slice(2)
    .map((name) => fs.readFileSync(name, 'utf8'));

// The place of the first difference; null: none.
function difference(a, b, at) {
  if (isDeepStrictEqual(a, b)) {
    return null;
  }
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) {
    return `${at}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`;
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const found = difference(a[key], b[key], `${at}/${key}`);
    if (found) {
      return found;
    }
  }
  return `${at}: the order of the members`;
}

// Times stay texts.
const read = yaml.load(contract, { schema: yaml.CORE_SCHEMA });
const found = difference(read, JSON.parse(json), '');
if (found) {
  console.error(`tools/openapi/values.py reads another value: ${found}`);
  process.exit(1);
}
