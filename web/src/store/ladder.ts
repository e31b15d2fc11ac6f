// Leaderboards and players.
import { client } from '../api/client.ts';
import type { Answer, Match, Pool } from '../api/types.ts';

export interface Board {
  game: string;
  seats: number;
  pool: Pool;
  season?: number | undefined; // the current one
}

const some = <T extends object>(members: T) => Object.fromEntries(Object.entries(members)
    .filter(([, value]) => value !== undefined)) as { [K in keyof T]?: NonNullable<T[K]> };

export const loadBoard = ({ game, seats, pool, season }: Board,
    place: { cursor?: string | undefined; around?: string | undefined }) =>
  client.get('/v1/leaderboards/{game}', { path: { game },
    query: { seats, pool, ...some({ season, ...place }) } });

export const loadSeasons = () => client.get('/v1/seasons', { query: { limit: 100 } });

export const loadProfile = (name: string) =>
  client.get('/v1/players/{name}', { path: { name } });

export const loadStandings = (name: string) =>
  client.get('/v1/players/{name}/ratings', { path: { name } });

export const loadRatingHistory = (name: string, { game, seats, pool }: Board) =>
  client.get('/v1/players/{name}/ratings/history',
      { path: { name }, query: { game, seats, pool, limit: 100 } });

export const loadStatistics = (name: string) =>
  client.get('/v1/players/{name}/statistics', { path: { name } });

export const loadMatchesBy = (status: Match['status'], cursor?: string) =>
  client.get('/v1/matches', { query: { status: [status], limit: 20, ...some({ cursor }) } });

export const loadPlayerMatches = (name: string, cursor?: string) =>
  client.get('/v1/players/{name}/matches', { path: { name },
    query: { limit: 10, ...some({ cursor }) } });

// ---- whom one has blocked ----

export const loadBlocks = (cursor?: string) =>
  client.get('/v1/me/blocks', { query: { limit: 100, ...some({ cursor }) } });

export const block = (name: string) => client.put('/v1/me/blocks/{name}', { path: { name } });

export const unblock = (name: string) =>
  client.delete('/v1/me/blocks/{name}', { path: { name } });

// Whether the list, which may have several pages, has this player.
export async function loadIsBlocked(name: string): Promise<Answer<boolean>> {
  for (let cursor: string | undefined; ;) {
    const page = await loadBlocks(cursor);
    if (!page.ok) {
      return page;
    }
    const isListed = page.data.data.some((one) => one.name === name);
    if (isListed || page.data.next_cursor === null) {
      return { ...page, data: isListed };
    }
    cursor = page.data.next_cursor;
  }
}
