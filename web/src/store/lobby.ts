// What the first page shows: the games, my matches and the open ones.
import { client, openStream } from '../api/client.ts';
import type { Game, Match, NewMatch, Refusal } from '../api/types.ts';
import { beSomebody, session } from './session.ts';
import { Store } from './store.ts';

export interface Lobby {
  games: readonly Game[] | null;
  bots: readonly string[];
  mine: readonly Match[] | null;
  open: readonly Match[];
  problem: Refusal | null;
}

export const lobby = new Store<Lobby>(
    { games: null, bots: [], mine: null, open: [], problem: null });

export const seatOf = (match: Match, name: string | undefined): number | null =>
  match.seats.find(({ player }) => player?.name === name)?.seat ?? null;

export const waitsFor = (match: Match, name: string | undefined): boolean => {
  const seat = seatOf(match, name);
  return match.status === 'running' && seat !== null && match.to_act.includes(seat);
};

async function loadGames(): Promise<void> {
  const [games, config] = await Promise.all(
      [client.get('/v1/games'), client.get('/v1/config')]);
  if (games.ok && config.ok) {
    lobby.set({ games: games.data.data, bots: config.data.bots.map(({ name }) => name),
      problem: null });
  } else {
    lobby.set({ problem: games.ok ? config.ok ? null : config.problem : games.problem });
  }
}

// Those that wait for me come first, then the others, the finished ones last.
function inOrder(matches: readonly Match[], name: string): Match[] {
  const place = (match: Match) => waitsFor(match, name) ? 0 :
    ['running', 'open', 'finished', 'aborted'].indexOf(match.status) + 1;
  return [...matches].sort((a, b) => place(a) - place(b));
}

async function loadMatches(): Promise<void> {
  const name = session.now.account?.name;
  const [mine, open] = await Promise.all([
    name ? client.get('/v1/matches', { query: { player: name, limit: 30 } }) : null,
    client.get('/v1/matches', { query: { status: 'open', limit: 20 } }),
  ]);
  lobby.set({
    mine: mine?.ok && name ? inOrder(mine.data.data, name) : [],
    open: open.ok ? open.data.data.filter((match) =>
      seatOf(match, name) === null) : lobby.now.open,
  });
}

export const loadLobby = () => Promise.all(
    [lobby.now.games ? null : loadGames(), loadMatches()]);

// Keep the lists up to date as long as the page shows them.
export function followLobby(): () => void {
  void loadLobby();
  if (!session.now.account) {
    return () => {};
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void loadMatches(), 300);
  };
  const stream = openStream(client, '/v1/me/events',
      { closeWhileHidden: true, onEvent: soon });
  return () => {
    clearTimeout(timer);
    stream.close();
  };
}

type Made = { match: string } | { problem: Refusal };

// The match is in its list when the player returns to the page, and moves nothing then.
// A list that was not loaded yet stays so: it would show this match alone at first.
function begin(match: Match): Made {
  const { mine } = lobby.now;
  const name = session.now.account?.name;
  if (mine && name) {
    const others = mine.filter(({ id }) => id !== match.id);
    lobby.set({ mine: inOrder([match, ...others], name) });
  }
  return { match: match.id };
}

// Set up a match, as a guest if nobody is signed in.
export async function createMatch(body: NewMatch): Promise<Made> {
  const refused = await beSomebody();
  if (refused) {
    return { problem: refused };
  }
  const answer = await client.post('/v1/matches', { body });
  return answer.ok ? begin(answer.data) : { problem: answer.problem };
}

export async function joinMatch(match: string): Promise<Made> {
  const refused = await beSomebody();
  if (refused) {
    return { problem: refused };
  }
  const answer = await client.post('/v1/matches/{match}/seats',
      { path: { match }, body: {} });
  return answer.ok ? begin(answer.data) : { problem: answer.problem };
}
