// What the first page shows: the games, my matches and the open ones.
import { client, openStream } from '../api/client.ts';
import type { Account, Game, Match, NewMatch, Refusal } from '../api/types.ts';
import { beSomebody, session } from './session.ts';
import { Store } from './store.ts';

export interface Lobby {
  games: readonly Game[] | null; // null, and the lists below: not known yet
  bots: readonly string[] | null;
  of: string | null; // the account whose matches are `mine`; null: of nobody
  mine: readonly Match[] | null;
  open: readonly Match[] | null;
  problem: Refusal | null;
}

export const lobby = new Store<Lobby>(
    { games: null, bots: null, of: null, mine: null, open: null, problem: null });

// The seat of a player in a match.
export const seatOfPlayer = (match: Match, name: string): number | null =>
  match.seats.find(({ player }) => player !== null && player.name === name)?.seat ?? null;

// The viewer's seat.  Nobody has none, also where a seat is nobody's.
export const seatOf = (match: Match, account: Account | null): number | null =>
  account && seatOfPlayer(match, account.name);

export const waitsFor = (match: Match, account: Account | null): boolean => {
  const seat = seatOf(match, account);
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
function inOrder(matches: readonly Match[], account: Account): Match[] {
  const place = (match: Match) => waitsFor(match, account) ? 0 :
    ['running', 'open', 'finished', 'aborted'].indexOf(match.status) + 1;
  return [...matches].sort((a, b) => place(a) - place(b));
}

async function loadMatches(): Promise<void> {
  const { account } = session.now;
  const [mine, open] = await Promise.all([
    account && client.get('/v1/matches', { query: { player: account.name, limit: 30 } }),
    client.get('/v1/matches', { query: { status: ['open'], limit: 20 } }),
  ]);
  if (session.now.account?.id !== account?.id) {
    return; // the lists are of somebody else by now
  }
  lobby.set({
    of: account && account.id,
    ...!account ? { mine: [] } : mine?.ok && { mine: inOrder(mine.data.data, account) },
    ...open.ok && { open: open.data.data.filter((match) => seatOf(match, account) === null) },
    ...mine && !mine.ok ? { problem: mine.problem } : !open.ok && { problem: open.problem },
  });
}

export const loadLobby = () => Promise.all(
    [lobby.now.games ? null : loadGames(), loadMatches()]);

// Keep the lists up to date as long as the page shows them.
export function followLobby(): () => void {
  const { account } = session.now;
  if (lobby.now.of !== null && lobby.now.of !== account?.id) {
    lobby.set({ of: null, mine: null });
  }
  void loadLobby();
  if (!account) {
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
  const { account } = session.now;
  if (mine && account) {
    const others = mine.filter(({ id }) => id !== match.id);
    lobby.set({ of: account.id, mine: inOrder([match, ...others], account) });
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
