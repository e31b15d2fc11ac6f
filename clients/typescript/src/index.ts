/** A typed client of the Fathom game service, for browsers and Node. */
export { Client, newKey } from './client.js';
export type { Answer, Refusal, Settings } from './client.js';
export { openStream, Stream } from './stream.js';
export type { Link, StreamEvent, StreamOptions, StreamPath } from './stream.js';
export type { Body, Data, Options, PathOf, Query } from './operations.js';
export type { LegalMove, MoveParts, Prompt, Step } from './games.js';
export type * from './openapi.js';
