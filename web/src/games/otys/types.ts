// The contract's types of Otys, by short names.
import type { components } from 'fathom-client';
import type { Table } from '../../table/game.ts';

type Schemas = components['schemas'];

export type View = Schemas['OtysView'];
export type Components = Schemas['OtysComponents'];
export type Move = Schemas['OtysMove'];
export type Prompt = Schemas['OtysPrompt'];
export type Step = Schemas['OtysStep'];
export type Place = Schemas['OtysPlace'];
export type Player = View['players'][number];
export type Diver = Schemas['OtysDiver'];
export type Key = Schemas['OtysKey'];
export type Colour = Schemas['OtysColour'];
export type Effect = Schemas['OtysEffect'];
export type Side = Pick<Schemas['OtysSide'], 'effects' | 'one_of' | 'text'> & Partial<Pick<Schemas['OtysSide'], 'variants'>>;
export type Technician = Schemas['OtysTechnician'];
export type OtysTable = Table<View, Components>;

export const colours: readonly Colour[] = ['metal', 'plant', 'fuel', 'tech'];
export const SURFACE = 3; // divers of a column above the levels
