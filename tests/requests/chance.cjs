// Random numbers that follow from a seed, and values that fit a schema.
const { follow } = require('./contract.cjs');

let state = 1;

function begin(seed) {
  state = seed >>> 0 || 1;
}

// A whole number from 0 to n - 1.
function below(n) {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) % n;
}

const one = (list) => list[below(list.length)];
const percent = (n) => below(100) < n;

function letters(length) {
  let text = '';
  for (let i = 0; i < length; i++) {
    text += one('abcdefghijklmnopqrstuvwxyz0123456789');
  }
  return text;
}

// The members of a schema, each with the function that makes its value.
function object(schema) {
  const value = {};
  for (const [name, member] of Object.entries(schema.properties || {})) {
    const isNeeded = (schema.required || []).includes(name);
    if (isNeeded || percent(30)) {
      value[name] = of(member);
    }
  }
  for (const [name, others] of Object.entries(schema.dependentRequired || {})) {
    for (const other of name in value ? others : []) {
      value[other] = other in value ? value[other] : of(schema.properties[other]);
    }
  }
  return value;
}

function array(schema) {
  const most = Math.min(schema.maxItems || 4, 4);
  const least = schema.minItems || 0;
  const value = [];
  for (let i = least + below(most - least + 1); i > 0; i--) {
    const item = of(schema.items || {});
    if (!schema.uniqueItems || !value.includes(item)) {
      value.push(item);
    }
  }
  return value;
}

function number(schema) {
  const min = schema.minimum === undefined ? 0 : schema.minimum;
  const max = Math.min(schema.maximum === undefined ? min + 50 :
      schema.maximum, 2147483647);
  return one([min, max, min + below(max - min + 1)]);
}

// The characters of a class such as a-z2-7.
function charactersOf(set) {
  return set.replace(/(.)-(.)/g, (_, from, to) => {
    let all = '';
    for (let c = from.charCodeAt(0); c <= to.charCodeAt(0); c++) {
      all += String.fromCharCode(c);
    }
    return all;
  });
}

// Patterns of the form ^prefix[class]{length}$ are followed; others allow
// letters and digits.
function string(schema) {
  if (schema.format === 'date-time') {
    return new Date(below(4e9) * 1000).toISOString();
  }
  const fixed = /^\^(\w*)\[([^\]]+)\]\{(\d+)\}\$$/.exec(schema.pattern || '');
  if (fixed) {
    const allowed = charactersOf(fixed[2]);
    return fixed[1] + Array.from({ length: Number(fixed[3]) }, () => one(allowed)).join('');
  }
  const least = schema.minLength || 0;
  const most = Math.min(schema.maxLength || 20, 40);
  return letters(Math.max(1, least + below(most - least + 1)));
}

// A value that fits the schema (of those that openapi.yaml uses for bodies
// and parameters).
function of(schema) {
  schema = follow(schema);
  const type = [].concat(schema.type || [])[0];
  if (schema.const !== undefined) {
    return schema.const;
  }
  if (schema.enum) {
    return one(schema.enum);
  }
  if (schema.oneOf || schema.anyOf) {
    return of(one(schema.oneOf || schema.anyOf));
  }
  switch (type) {
    case 'object': return object(schema);
    case 'array': return array(schema);
    case 'integer': case 'number': return number(schema);
    case 'boolean': return percent(50);
    case 'null': return null;
    default: return string(schema);
  }
}

module.exports = { begin, below, letters, of, one, percent };
