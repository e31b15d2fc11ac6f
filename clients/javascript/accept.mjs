#!/usr/bin/env node
// A bot that waits for challenges, accepts them all, and plays any legal move.

import { parseArgs } from "node:util";
import { Client } from "./fathom.mjs";

const { values: args } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:8080" },
    name: { type: "string" },
    password: { type: "string" },
  },
});
const client = new Client(args.url);

/** 409 and 412: something changed meanwhile; the next notice reports it. */
const ignoreLate = (problem) => {
  if (![409, 412].includes(problem.status)) throw problem;
  console.error(problem.message);
};

/** Accept the challenge.  A bot that chooses reads it first. */
async function answer(challenge) {
  const path = `/v1/challenges/${challenge}/answers`;
  const answered = await client.post(path, { accept: true }).catch(ignoreLate);
  if (answered) console.log(challenge, answered.match ?? "waiting");
}

/** Decide and play until my seat has no decision to make. */
async function takeTurn(match) {
  const path = `/v1/matches/${match}`;
  for (let legal; ; ) {
    legal ??= await client.get(`${path}/legal-moves`);
    const { seq, moves } = legal;
    if (moves.length === 0) return;
    const { move } = moves[Math.floor(Math.random() * moves.length)];
    const effect = await client.post(`${path}/moves`, { move }, seq).catch(ignoreLate);
    legal = effect?.legal_moves;
  }
}

await client.signIn(args.name, args.password);
const start = await client.get("/v1/me/events");
const news = client.events(start.next_after);
for (;;) {
  const notice = start.data.shift() ?? (await news.next()).value;
  const { type, status } = notice;
  if (type === "match" && notice.your_turn) await takeTurn(notice.match);
  if (type === "challenge" && status === "waiting" && notice.answer === "none")
    await answer(notice.challenge);
}
