// The contract's types of Underwater Cities, by short names.
import type { components } from 'fathom-client';

type Schemas = components['schemas'];

export type View = Schemas['UnderwaterCitiesView'];
export type Seat = Schemas['UnderwaterCitiesSeat'];
export type Board = Schemas['UnderwaterCitiesBoard'];
export type Move = Schemas['UnderwaterCitiesMove'];
export type Prompt = Schemas['UnderwaterCitiesPrompt'];
export type Step = Schemas['UnderwaterCitiesStep'];
export type Cause = Schemas['UnderwaterCitiesCause'];
export type Effect = Schemas['UnderwaterCitiesEffect'];
export type EffectState = Schemas['UnderwaterCitiesEffectState'];
export type Moment = Schemas['UnderwaterCitiesMoment'];
export type CardInfo = Schemas['UnderwaterCitiesCardInfo'];
export type SlotInfo = Schemas['UnderwaterCitiesSlotInfo'];
export type ContractInfo = Schemas['UnderwaterCitiesContractInfo'];
export type BoardInfo = Schemas['UnderwaterCitiesBoardInfo'];
export type Components = Schemas['UnderwaterCitiesComponents'];
export type Piece = Schemas['UnderwaterCitiesPiece'];
export type Resource = Schemas['UnderwaterCitiesResource'];
export type Amounts = Schemas['UnderwaterCitiesAmounts'];
export type Price = Schemas['UnderwaterCitiesPrice'];
export type Countable = Schemas['UnderwaterCitiesCountable'];
export type Corner = Schemas['UnderwaterCitiesMetropolisPlace'];

// A legal move whose parts are those of this game.
export interface Legal {
  move: string;
  parts: Move;
  text: string;
}

export const resources: readonly Resource[] =
  ['credit', 'kelp', 'steelplast', 'science', 'biomatter'];
