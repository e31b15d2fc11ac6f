// The contract as the tests validate responses: what it does not name fails.
//
// A client must ignore members that it does not know, so the published schemas
// are open.  Here each schema of a value is closed.  A part of a composition
// (allOf, oneOf, anyOf, if) stays open, for the whole is closed.

const LISTS = ['allOf', 'anyOf', 'oneOf'];

// A copy of a schema that is a part of a value's schema.
function closeParts(schema) {
  const copy = { ...schema };
  for (const key of LISTS) {
    if (schema[key]) {
      copy[key] = schema[key].map(closeParts);
    }
  }
  if (schema.properties) {
    copy.properties = Object.fromEntries(Object.entries(schema.properties)
        .map(([name, value]) => [name, close(value)]));
  }
  if (schema.items) {
    copy.items = close(schema.items);
  }
  if (schema.additionalProperties instanceof Object) {
    copy.additionalProperties = close(schema.additionalProperties);
  }
  if (schema.discriminator) {
    // Ajv reads the values of the tag from the schemas, ignores a mapping, and
    // accepts what is not an object.
    copy.discriminator = { propertyName: schema.discriminator.propertyName };
    copy.type = 'object';
  }
  return copy;
}

// A copy of the schema of a value.  Ajv evaluates a discriminator after the
// unevaluatedProperties beside it, so that they must not be beside each other.
function close(schema) {
  const copy = closeParts(schema);
  return copy.discriminator ?
      { allOf: [copy], unevaluatedProperties: false } :
      { ...copy, unevaluatedProperties: false };
}

// A copy of a contract whose components are parts and whose bodies are values.
function closeContract(contract) {
  const copy = structuredClone(contract);
  const schemas = copy.components.schemas;
  for (const name of Object.keys(schemas)) {
    schemas[name] = closeParts(schemas[name]);
  }
  const closeContent = (response) => {
    for (const body of Object.values(response.content || {})) {
      body.schema = close(body.schema);
    }
  };
  for (const item of Object.values(copy.paths)) {
    for (const operation of Object.values(item)) {
      Object.values(operation.responses || {}).forEach(closeContent);
    }
  }
  Object.values(copy.components.responses || {}).forEach(closeContent);
  return copy;
}

module.exports = { close, closeContract };
