#!/usr/bin/env node
// A bot for every game of Fathom.  Write your own by changing `choose`.

import { parseArgs } from "node:util";
import { Client } from "./fathom.mjs";

const LOOKED_AT = 3; // moves that the bot previews

const { values: args } = parseArgs({
  options: {
    url: { type: "string", default: "http://127.0.0.1:8080" },
    name: { type: "string" },
    password: { type: "string" },
    create: { type: "string" }, // GAME:SEATS
    join: { type: "string" }, // MATCH
    matches: { type: "string", default: "1" }, // how many to open
  },
});
const client = new Client(args.url);

/** Of a few random moves, return the one that scores most points at once. */
async function choose(match, seat, moves) {
  let best = { worth: -Infinity };
  for (let i = 0; i < LOOKED_AT; i++) {
    const { move } = moves[Math.floor(Math.random() * moves.length)];
    if (moves.length === 1) return move;
    const worth = await client
      .post(`/v1/matches/${match}/moves/preview`, { move })
      .then((preview) => preview.score_change?.[seat] ?? 0) // null: hidden
      .catch(() => 0); // the match has changed: playing it will be refused, too
    if (worth > best.worth) best = { worth, move };
  }
  return best.move;
}

/** Decide and play until my seat has no decision to make. */
async function takeTurn(match) {
  const path = `/v1/matches/${match}`;
  let legal;
  while ((legal ??= await client.get(`${path}/legal-moves`)).moves.length > 0) {
    try {
      const move = await choose(match, legal.prompt.seat, legal.moves);
      legal = (await client.post(`${path}/moves`, { move }, legal.seq)).legal_moves;
    } catch (problem) {
      if (![409, 412].includes(problem.status)) throw problem;
      console.error(problem.message); // the match changed: read it and decide again
      legal = undefined;
    }
  }
}

try {
  await client.signIn(args.name, args.password);
  // Read the state of my matches, then notices from there on: none is missed.
  const start = await client.get("/v1/me/events");
  const mine = start.data.filter(({ type }) => type === "match");
  const playing = new Set(mine.map(({ match }) => match));
  if (args.create) {
    const [game, count] = args.create.split(":");
    const seats = ["me", ...Array(count - 1).fill("open")];
    for (let i = 0; i < args.matches; i++) {
      const { id } = await client.post("/v1/matches", { game, seats });
      console.log(id, "open");
      playing.add(id);
    }
  }
  if (args.join) {
    await client.post(`/v1/matches/${args.join}/seats`).then(
      (match) => playing.add(match.id),
      (problem) => console.error(problem.message), // started already, perhaps with this bot
    );
  }

  const news = client.events(start.next_after);
  while (playing.size > 0) {
    const { match, status, your_turn } = start.data.shift() ?? (await news.next()).value;
    if (your_turn) await takeTurn(match);
    else if (["finished", "aborted"].includes(status) && playing.delete(match)) {
      const { result } = await client.get(`/v1/matches/${match}`);
      console.log(match, ...(result ? result.scores : ["aborted"]));
    }
  }
  await news.return();
} catch (problem) {
  console.error(`bot.mjs: ${problem.message}`);
  process.exit(1); // with the stream still open
}
