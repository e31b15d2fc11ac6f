// Writes service/play/accounts/common_passwords.def to standard output: hashes of the
// commonest passwords that are long enough to be chosen here.
//
//   node make.cjs PACKAGE COUNT SHORTEST
//
// PACKAGE is the folder of the npm package with the list, commonest first.
'use strict';
const fs = require('fs');
const path = require('path');

const [from, count, shortest] = process.argv.slice(2);
const about = JSON.parse(fs.readFileSync(path.join(from, 'package.json')));
const list = JSON.parse(fs.readFileSync(path.join(from, 'src/passwords.json')));

// As hash_of in service/play/accounts/common_passwords.c: FNV-1a of 64 bits.
function hash(text) {
  let value = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  }
  return value;
}

const chosen = new Set();
for (const password of list) {
  if ([...password].length >= Number(shortest)) chosen.add(password.toLowerCase());
  if (chosen.size === Number(count)) break;
}
const hashes = [...chosen].map(hash).sort((a, b) => (a < b ? -1 : 1));
if (new Set(hashes).size !== Number(count)) {
  throw new Error(`the list gives ${new Set(hashes).size} hashes, not ${count}`);
}
const words = hashes.map((value) => `0x${value.toString(16).padStart(16, '0')},`);
const lines = [];
while (words.length > 0) lines.push(words.splice(0, 4).join(' '));
process.stdout.write(`/* The ${count} commonest passwords of ${shortest} characters or more: FNV-1a hashes of
 * 64 bits of their lower-case text, ascending.  Generated: do not edit.
 *
 * Made by tools/make-common-passwords.sh from ${about.name}
 * ${about.version} (npm), which is under the ${about.license} License:
 * Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.
 * Copyright (c) 2021 @zxcvbn-ts */
/* clang-format off */
${lines.join('\n')}
`);
