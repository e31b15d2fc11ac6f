// Leaderboards and players.
import { client } from '../api/client.ts';
import type { Match, Pool } from '../api/types.ts';

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
  client.get('/v1/matches', { query: { status, limit: 20, ...some({ cursor }) } });

export const loadPlayerMatches = (name: string, cursor?: string) =>
  client.get('/v1/players/{name}/matches', { path: { name },
    query: { limit: 10, ...some({ cursor }) } });
