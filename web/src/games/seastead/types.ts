// The contract's types of Seastead, by short names.
import type { components } from 'fathom-client';
import type { Table } from '../../table/game.ts';

type Schemas = components['schemas'];

export type View = Schemas['SeasteadView'];
export type Components = Schemas['SeasteadComponents'];
export type Move = Schemas['SeasteadMove'];
export type Step = Schemas['SeasteadStep'];
export type Place = Schemas['SeasteadPlace'];
export type Prompt = Schemas['SeasteadPrompt'];
export type Resource = Schemas['SeasteadResource'];
export type Piece = Schemas['SeasteadPiece'];
export type Amounts = Schemas['SeasteadHalfAmounts'];
export type Half = Components['dive_cards'][number]['halves'][number];
export type Dock = Components['docks'][number];
export type Location = Schemas['SeasteadLocationInfo'];
export type Standing = View['flotillas'][number]['locations'][number];
export type SeasteadTable = Table<View, Components>;

export const resources: readonly Resource[] = ['kelp', 'metal', 'fish', 'artifact'];
export const pieces: readonly Piece[] = ['port', 'academy', 'shipyard'];
