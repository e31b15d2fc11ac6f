// The interface of a game's part of the page.  A game is a folder of src/games; its
// index.tsx exports a GameClient as default, and is loaded when somebody opens a
// match of it.  Its style sheets are loaded with it.
//
// Everything is optional but `facets`, and a game without a folder is played too:
// the table shows the texts of its moves.  No part of a game contains rules: what is
// legal comes from the service, what a move does from its preview.
import type { ComponentChildren } from 'preact';
import type {
  Components, LegalMove, LegalMoves, Match, Preview, Prompt, State, Step, View,
} from '../api/types.ts';
import type { Choice, Facet } from './choices.ts';

// A seat, as the table shows it.
export interface SeatInfo {
  seat: number;
  name: string; // of the player as it is shown, or what stands for nobody
  account: string | null; // the player's own name, if another one is shown
  letter: string; // on its token; with the shape, it tells seats apart
  kind: 'human' | 'bot' | 'nobody';
  isMine: boolean;
  isToAct: boolean;
  score: number;
}

// What everything that is drawn may use.
export interface Table<V = View, C = Components> {
  match: Match;
  state: State;
  view: V;
  components: C;
  seats: readonly SeatInfo[];
  mine: number | null; // the viewer's seat; null for a spectator
  shown: number; // whose board is looked at
  legal: LegalMoves | null; // null: it is not the viewer who decides
  choice: Choice | null; // null as well
  preview: Preview | null; // of choice.move, once it has arrived
  steps: readonly Step[]; // of the newest events, which were not seen before
  language: 'en' | 'de';
  isWide: boolean; // three columns
  // Select a value, or take it away; draws at once.
  select(key: string, value: string): void;
  // Select or take away a thing of choice.set.
  selectItem(word: string): void;
  // Ask the service why a move is not legal; the decision bar shows the answer.
  whyNot(move: string): void;
  // Look at a seat's board; 'mine' goes back.
  show(seat: number | 'mine'): void;
  // Show a sheet over the page, such as a card in large; null closes it.
  sheet(title: string, content: ComponentChildren): void;
}

type Draw<V, C> = (table: Table<V, C>) => ComponentChildren;

// A view of the table: on a phone one of them is shown, with a tab for each; on a
// desktop all, in the left or the middle column.
export interface Pane<V, C> {
  id: string;
  title: { en: string; de: string };
  icon: string; // of src/icons
  column: 'left' | 'middle';
  draw: Draw<V, C>;
}

// What the decision bar says.
export interface Saying {
  title: ComponentChildren; // what would be done, or is to be chosen
  detail?: ComponentChildren; // price, gain, what is left to choose
  go?: string; // the word on the button
}

// How the game is played, in short, by language.
export interface HelpPart {
  title: string;
  lines: readonly string[];
  signs?: readonly (readonly [icon: string, text: string])[];
}
export type Help = Readonly<Record<'en' | 'de', readonly HelpPart[]>>;

export interface GameClient<V = View, C = Components> {
  // How long people play it at one sitting, in minutes.
  minutes?(seats: number): number;
  // The properties of a move, in the order in which they are asked for if one
  // does not tap them elsewhere.  The first should be its verb.
  facets(move: LegalMove, table: Pick<Table<V, C>, 'view' | 'components' | 'language'>):
      readonly Facet[];
  panes?: readonly Pane<V, C>[];
  // The pane that a decision is about; a phone opens it.
  focus?(prompt: Prompt): string;
  // Facets that are shown as chips in the decision bar, such as the payment.
  chips?: readonly string[];
  // The picture of a chip; null leaves it to its text.
  chip?(facet: Facet, table: Table<V, C>): ComponentChildren;
  // Verbs that end something: they are never played on, and have a colour and a
  // place of their own.
  ends?: readonly string[];
  // The word for declining, where a decision may be declined with a move whose verb
  // is `pass`: the decision bar offers that while nothing is selected.
  pass?: { en: string; de: string };
  // Always visible: the round, what the viewer has, and below the pane the hand
  // or what is in progress.
  round?: Draw<V, C>;
  purse?: Draw<V, C>;
  tray?: Draw<V, C>;
  // In the strip of players: beside the name and score.
  rival?(table: Table<V, C>, seat: number): ComponentChildren;
  // The decision bar; null leaves it to the texts of the service.
  say?(table: Table<V, C>): Saying | null;
  // Names of the sources of points in state.breakdown.
  sources?: Readonly<Record<string, { en: string; de: string }>>;
  // Loaded when somebody asks for it.
  help?(): Promise<{ default: Help }>;
  // The picture of a step in the log; null leaves it to its text.
  step?(step: Step, table: Table<V, C>): ComponentChildren;
}

// A game's index.tsx: export default game({...}).  The table of every game is
// handed to it as one of its own, because the match says which game it is.
export const game = <V extends View, C extends Components>(
    client: GameClient<V, C>): GameClient => client as unknown as GameClient;
