// The types of the contract, by name.  They are generated from openapi.yaml when
// the page is built (tools/build-web.sh).
import type { components } from 'contract';

type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type Clock = Schemas['Clock'];
export type Components = Schemas['Components'];
export type Effect = Schemas['Effect'];
export type Event = Schemas['Event'];
export type LegalMove = Schemas['LegalMove'];
export type LegalMoves = Schemas['LegalMoves'];
export type Match = Schemas['Match'];
export type Preview = Schemas['Preview'];
export type Problem = Schemas['Problem'];
export type Prompt = Schemas['Prompt'];
export type State = Schemas['State'];
export type Step = Schemas['Step'];
export type Undo = Schemas['Undo'];
export type View = Schemas['View'];
