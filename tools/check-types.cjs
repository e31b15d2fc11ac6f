// Check that each schema of openapi.yaml says what its values are: a client that
// is generated from it then has types.
//
//   node tools/check-types.cjs [openapi.yaml]
//
// An object must name its members, or the schema of members of any name; an
// array, its items; and a union of objects that have a common member with a
// constant value in each, a discriminator.  A member may have no default, because
// some generators then require it in requests: descriptions tell defaults.
//
// It needs the packages of tools/contract (tools/npm-install.sh contract).
const fs = require('fs');
const path = require('path');

const yaml = require(path.resolve('build/contract/node_modules/js-yaml'));
const file = process.argv[2] || 'openapi.yaml';
const contract = yaml.load(fs.readFileSync(file, 'utf8'));
const COMPOSITIONS = ['allOf', 'anyOf', 'oneOf'];
const mistakes = [];

function find(schema) {
  let at = schema;
  while (at && at.$ref) {
    at = at.$ref.slice(2).split('/').reduce((node, key) => node?.[key], contract);
  }
  return at || {};
}

function hasType(schema, type) {
  return [schema.type].flat().includes(type);
}

// The bytes of an image have a media type only; a part of a union may only say
// which members are required.
function isEmpty(schema) {
  return !schema.$ref && !schema.type && !schema.enum &&
      schema.const === undefined && !schema.contentMediaType &&
      !schema.required &&
      !COMPOSITIONS.some((key) => schema[key]);
}

function isBareObject(schema) {
  const others = schema.additionalProperties;
  return others === true || (hasType(schema, 'object') &&
      !schema.properties && !(others instanceof Object) &&
      !COMPOSITIONS.some((key) => schema[key]));
}

// The members that have a constant of their own in each schema of a union.
function findTags(schemas) {
  const objects = schemas.map(find);
  const names = Object.keys(objects[0].properties || {});
  return names.filter((name) => {
    const values = objects.map((o) => o.properties?.[name]?.const);
    return !values.includes(undefined) &&
        new Set(values).size === values.length;
  });
}

// OpenAPI allows only texts as discriminators.
function lacksDiscriminator(schema) {
  const parts = schema.oneOf;
  if (!parts || parts.length < 2 || schema.discriminator) {
    return false;
  }
  return findTags(parts).some((tag) =>
      typeof find(parts[0]).properties[tag].const === 'string');
}

function check(schema, place) {
  const complain = (what) => mistakes.push(`${place}: ${what}`);
  if (isEmpty(schema)) {
    complain('a schema without a type');
  }
  if (isBareObject(schema)) {
    complain('an object whose members are not described');
  }
  if (hasType(schema, 'array') && !schema.items) {
    complain('an array whose items are not described');
  }
  if (lacksDiscriminator(schema)) {
    complain('a union without a discriminator');
  }
  for (const [name, member] of Object.entries(schema.properties || {})) {
    if (find(member).default !== undefined) {
      complain(`the member ${name} has a default`);
    }
    check(member, `${place}/${name}`);
  }
  for (const key of COMPOSITIONS) {
    (schema[key] || []).forEach((part, i) => check(part, `${place}/${key}/${i}`));
  }
  if (schema.items) {
    check(schema.items, `${place}/items`);
  }
  if (schema.additionalProperties instanceof Object) {
    check(schema.additionalProperties, `${place}/*`);
  }
}

// Every schema of the document, wherever it is; examples are data.
function walk(node, place) {
  if (!(node instanceof Object)) {
    return;
  }
  for (const [key, value] of Object.entries(node)) {
    if (key === 'schema') {
      check(value, place);
    } else if (key !== 'example' && key !== 'examples') {
      walk(value, `${place}/${key}`);
    }
  }
}

const { schemas = {}, ...others } = contract.components || {};
// OpenAPI itself defines what a document has.
const ELSEWHERE = new Set(['Contract']);
for (const [name, schema] of Object.entries(schemas)) {
  if (!ELSEWHERE.has(name)) {
    check(schema, name);
  }
}
walk(contract.paths, 'paths');
walk(others, 'components');
mistakes.forEach((mistake) => console.error(`${file}: ${mistake}`));
process.exit(mistakes.length > 0 ? 1 : 0);
