// What one may do about a match besides playing in it.
import { client } from '../api/client.ts';
import type { Answer, Refusal } from '../api/types.ts';

type Outcome = Promise<Refusal | null>;

const outcomeOf = async (sent: Promise<Answer<unknown>>): Outcome => {
  const answer = await sent;
  return answer.ok ? null : answer.problem;
};

export const loadMatch = (match: string) => client.get('/v1/matches/{match}', { path: { match } });

export const voteToAbort = (match: string, abort: boolean): Outcome =>
  outcomeOf(client.post('/v1/matches/{match}/votes', { path: { match }, body: { abort } }));

export const resign = (match: string): Outcome =>
  outcomeOf(client.post('/v1/matches/{match}/resignation', { path: { match }, body: {} }));

export const abortMatch = (match: string): Outcome =>
  outcomeOf(client.post('/v1/matches/{match}/abort', { path: { match } }));

// ---- vacations ----

export const loadVacation = () => client.get('/v1/me/vacation');

export const goOnVacation = (days: number): Outcome =>
  outcomeOf(client.put('/v1/me/vacation', { body: { days } }));

export const comeBack = (): Outcome => outcomeOf(client.delete('/v1/me/vacation'));
