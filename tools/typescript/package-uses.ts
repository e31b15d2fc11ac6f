// What a program does with the package fathom-client must compile, and mistakes must
// not.  tools/check-typescript.sh compiles this with the package as it is built.
import { Client, openStream } from 'fathom-client';
import type { LegalMove, State } from 'fathom-client';

const client = new Client({ url: 'http://127.0.0.1:8080', token: 'fth_' });
const path = { match: 'm_k6gy4p5pls7yju7z7bncb2rgqq' };

export async function play(move: LegalMove, seq: number): Promise<State | undefined> {
  const answer = await client.post('/v1/matches/{match}/moves', {
    path, body: { move: move.move, seq }, headers: { Prefer: 'return=representation' },
  });
  // @ts-expect-error a refused request has no data
  answer.data.seq;
  if (answer.ok) {
    // @ts-expect-error misspelt
    answer.data.sqe;
    return answer.data.state;
  }
  // @ts-expect-error no problem has this type
  return answer.problem.type === '/problems/stale' ? undefined : undefined;
}

// The game of a document narrows all that it holds.
export async function keysToUse(): Promise<string[]> {
  const legal = await client.get('/v1/matches/{match}/legal-moves', { path });
  if (!legal.ok || legal.data.game !== 'otys') {
    return [];
  }
  return legal.data.moves.flatMap(({ parts }) => {
    // @ts-expect-error this is a verb of another game
    const isOther = parts.verb === 'place';
    return parts.verb === 'key' && !isOther ? [parts.key] : [];
  });
}

// Operations without parameters need no options.
export async function begin(): Promise<string | undefined> {
  const guest = await client.post('/v1/guests');
  const me = await client.get('/v1/me');
  await client.get('/v1/matches', { query: { limit: 5 } });
  const gone: undefined = undefined;
  return guest.ok && me.ok ? me.data.name : gone;
}

export async function mistakes() {
  // @ts-expect-error no path is spelt so
  await client.get('/v1/match/{match}', { path });
  // @ts-expect-error the path has a parameter
  await client.get('/v1/matches/{match}');
  // @ts-expect-error this operation has no POST
  await client.post('/v1/matches/{match}/state', { path });
  // @ts-expect-error the body is missing
  await client.post('/v1/matches/{match}/moves', { path });
  // @ts-expect-error misspelt
  await client.post('/v1/matches/{match}/moves', { path, body: { move: 'end', sqe: 1 } });
  // @ts-expect-error it is a number
  await client.get('/v1/matches', { query: { limit: 'few' } });
  // @ts-expect-error no view has this name
  await client.get('/v1/matches/{match}/state', { path, query: { view: 'compcat' } });
}

// The view of a state is compact if the request says so.
export async function board(): Promise<unknown> {
  const full = await client.get('/v1/matches/{match}/state', { path });
  const compact = await client.get('/v1/matches/{match}/state', {
    path, query: { view: 'compact', min_seq: 17 },
  });
  if (!full.ok || !compact.ok || full.data.view?.game !== 'underwater-cities') {
    return undefined;
  }
  // @ts-expect-error a compact state is not a state
  const state: State = compact.data;
  return [full.data.view.options, state];
}

export function listen() {
  openStream(client, '/v1/matches/{match}/events', {
    path, after: 17, onEvent: (event) => {
      // @ts-expect-error a bye has no steps
      event.data.steps;
      if (event.type !== 'bye') {
        return event.data.steps.map((step) => step.text);
      }
      return event.data.reason;
    },
  });
  return openStream(client, '/v1/me/events', {
    query: { matches: 'all' }, onEvent: (event) => {
      // @ts-expect-error only a match has it
      event.data.to_act;
      return event.type === 'match' ? event.data.to_act :
        event.type === 'match-events' ? event.data.events[0]?.steps : event.type;
    },
    onLink: (link) => {
      // @ts-expect-error no link has this name
      return link === 'online';
    },
  });
}
