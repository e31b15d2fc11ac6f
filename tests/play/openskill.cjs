// What the package openskill makes of results, for tests/play/rating.c.
//
// A line in: a seat's mu, sigma and rank, for each seat.  A line out: mu and
// sigma after the match.  Plackett-Luce is the package's own default; tau, the
// growth of sigma before a match, is ours to add and none here.
'use strict';

const path = require('node:path');
const home = path.join(__dirname, '../../build/openskill/node_modules');
const { rate, rating } = require(path.join(home, 'openskill'));

const lines = require('node:fs').readFileSync(0, 'utf8').trim().split('\n');
const out = lines.map((line) => {
  const numbers = line.split(' ').map(Number);
  const teams = [];
  const rank = [];
  for (let i = 0; i < numbers.length; i += 3) {
    teams.push([rating({ mu: numbers[i], sigma: numbers[i + 1] })]);
    rank.push(numbers[i + 2]);
  }
  return rate(teams, { rank, tau: 0 })
    .map(([after]) => `${after.mu} ${after.sigma}`).join(' ');
});
process.stdout.write(`${out.join('\n')}\n`);
