// What documents of all games hold: the union of the types of each game. A document
// says its `game`, which narrows all that it holds.
import type { Event, LegalMoves } from './openapi.js';

export type LegalMove = LegalMoves['moves'][number];
export type MoveParts = LegalMove['parts'];
export type Prompt = NonNullable<LegalMoves['prompt']>;
export type Step = Event['steps'][number];
