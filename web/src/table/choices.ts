// The open choices: a pure function from the legal moves and what has been
// selected so far to the questions that are still open.
//
// A move has facets: its slot and its card, or the piece, the site and the
// payment.  They may be selected in any order.  Moves that agree in all facets
// differ by their notation, so that every legal move can be reached, and
// nothing else can.
import type { LegalMove, LegalMoves } from '../api/types.ts';

// One property of a move, as somebody chooses it.
export interface Facet {
  key: string; // what it is: "slot"
  value: string; // which: "green3"
  text: string; // for people
}

// The selected values by key, the last selected last.
export type Selection = Readonly<Record<string, string>>;

export const NOTHING: Selection = {};

// A move as it is sent, and as it is shown.
export type Chosen = Pick<LegalMove, 'move' | 'text'>;

// A way to go on.
export interface Option extends Facet {
  count: number; // of the moves that it leads to
}

// Several things to be chosen at once: the first words of their notations.
export interface SetChoice {
  verb: string;
  count: number;
  from: readonly { word: string; text: string }[];
  chosen: readonly string[]; // words
}

// The key under which a selection has the words of a set.
export const SET = 'set';

export type Standing = 'chosen' | 'open' | 'other' | 'none';

export interface Choice {
  selection: Selection;
  // The move that is determined; null as long as a question is open.
  move: Chosen | null;
  // The next step of the tree: every move that matches the selection is behind
  // exactly one of these, or is `move`.
  next: readonly Option[];
  set: SetChoice | null;
  // The moves that match the selection.
  moves: readonly LegalMove[];
  // The values of a key that go together with what else is selected.
  open(key: string): ReadonlyMap<string, Option>;
  // Whether a value is chosen (or the only one left), goes together with the
  // selection, is only legal without it, or not at all.
  standing(key: string, value: string): Standing;
}

type FacetsOf = (move: LegalMove) => readonly Facet[];

interface Row {
  move: LegalMove;
  facets: readonly Facet[];
}

const ownFacet = (move: LegalMove): Facet =>
  ({ key: 'move', value: move.move, text: move.text });

const nameOf = (facets: readonly Facet[]): string =>
  facets.map((facet) => `${facet.key}\n${facet.value}`).sort().join('\n\n');

// The moves with their facets; where these are not enough, the notation too.
function rowsOf(moves: readonly LegalMove[], facetsOf: FacetsOf): Row[] {
  const rows = moves.map((move) => ({ move, facets: facetsOf(move) }));
  const uses = new Map<string, number>();
  for (const row of rows) {
    const name = nameOf(row.facets);
    uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  return rows.map((row) => uses.get(nameOf(row.facets)) === 1 ? row :
    { move: row.move, facets: [...row.facets, ownFacet(row.move)] });
}

const valueOf = (row: Row, key: string): string | undefined =>
  row.facets.find((facet) => facet.key === key)?.value;

const matches = (row: Row, selection: Selection): boolean =>
  Object.entries(selection).every(([key, value]) =>
    key === SET || valueOf(row, key) === value);

const without = (selection: Selection, key: string): Selection =>
  Object.fromEntries(Object.entries(selection).filter(([name]) => name !== key));

const isShared = (rows: readonly Row[], facet: Facet): boolean =>
  rows.every((row) => valueOf(row, facet.key) === facet.value);

function optionsOf(rows: readonly Row[], pick: (row: Row) => Facet | undefined) {
  const options = new Map<string, Option>();
  for (const row of rows) {
    const facet = pick(row);
    if (facet) {
      const name = `${facet.key}\n${facet.value}`;
      const count = (options.get(name)?.count ?? 0) + 1;
      options.set(name, { ...facet, count });
    }
  }
  return [...options.values()];
}

// A set is chosen by its words, not from the list of moves, which may end with
// the first of them.
function setOf(legal: LegalMoves, selection: Selection): SetChoice | null {
  if (!legal.choice) {
    return null;
  }
  const { verb, count, from } = legal.choice;
  const words = (selection[SET] ?? '').split(' ');
  const chosen = from.map((item) => item.word)
      .filter((word) => words.includes(word)).slice(0, count);
  return { verb, count, from, chosen };
}

function chosenSet(legal: LegalMoves, set: SetChoice): Chosen | null {
  if (set.chosen.length !== set.count) {
    return null;
  }
  const move = [set.verb, ...set.chosen].join(' ');
  const texts = set.from.filter((item) => set.chosen.includes(item.word))
      .map((item) => item.text);
  return legal.moves.find((listed) => listed.move === move) ??
    { move, text: texts.join(', ') };
}

// The legal moves that are not sets.
const singles = (legal: LegalMoves): readonly LegalMove[] => {
  const verb = legal.choice?.verb;
  return verb ? legal.moves.filter(({ move }) => move.split(' ')[0] !== verb) :
    legal.moves;
};

// Drop what does not go together, the oldest first.
function settle(rows: readonly Row[], selection: Selection): Selection {
  let kept: Selection = NOTHING;
  for (const [key, value] of Object.entries(selection).reverse()) {
    const tried = { [key]: value, ...kept };
    if (key === SET || rows.some((row) => matches(row, tried))) {
      kept = tried;
    }
  }
  return kept;
}

// When only facets of `easy` are open, such as the payment, the first move of the
// list is taken, and the others can still be selected.
export function choose(legal: LegalMoves, facetsOf: FacetsOf, wished: Selection,
    easy: readonly string[] = []): Choice {
  const rows = rowsOf(singles(legal), facetsOf);
  const selection = settle(rows, wished);
  const left = rows.filter((row) => matches(row, selection));
  const set = setOf(legal, selection);
  const isOpen = (facet: Facet) =>
    selection[facet.key] === undefined && !isShared(left, facet);
  const isEasy = left.every((row) => row.facets.every((facet) =>
    !isOpen(facet) || easy.includes(facet.key)));
  const complete = left.find((row) => !row.facets.some(isOpen)) ??
    (isEasy ? left[0] : undefined);
  const open = (key: string) => {
    const others = without(selection, key);
    const compatible = rows.filter((row) => matches(row, others));
    return new Map(optionsOf(compatible, (row) =>
      row.facets.find((facet) => facet.key === key))
        .map((option) => [option.value, option]));
  };
  // Beside a set, a single move is played only when it was selected.
  const single = set && Object.keys(without(selection, SET)).length === 0 ?
    null : complete?.move ?? null;

  return {
    selection,
    move: single ?? (set && chosenSet(legal, set)),
    next: set && single === null && left.length > 0 ?
      optionsOf(left, (row) => row.facets.find((facet) =>
        selection[facet.key] === undefined)) :
      optionsOf(left.filter((row) => row !== complete),
          (row) => row.facets.find(isOpen)),
    set,
    moves: left.map((row) => row.move),
    open,
    standing(key, value) {
      const isTaken = complete && isEasy && easy.includes(key) &&
        valueOf(complete, key) === value;
      if (selection[key] === value || isTaken) {
        return 'chosen';
      }
      const isLegal = rows.some((row) => valueOf(row, key) === value);
      if (!isLegal) {
        return 'none';
      }
      return open(key).has(value) ? 'open' : 'other';
    },
  };
}

// The selection after a tap on a value: it is added, or taken away if it was
// selected.  What it does not go together with is dropped by `choose`.
export function tap(selection: Selection, key: string, value: string): Selection {
  const rest = without(selection, key);
  if (selection[key] === value) {
    return rest;
  }
  return { ...(key === SET ? rest : without(rest, SET)), [key]: value };
}

// The selection after a tap on a thing of a set.
export function tapItem(set: SetChoice, word: string): Selection {
  const words = set.chosen.includes(word) ?
    set.chosen.filter((other) => other !== word) :
    [...set.chosen.slice(set.chosen.length < set.count ? 0 : 1), word];
  return words.length > 0 ? { [SET]: words.join(' ') } : NOTHING;
}

// Every move behind a choice, by walking its tree.  Sets that are not listed are
// left out: there may be millions.
export function leaves(legal: LegalMoves, facetsOf: FacetsOf,
    selection: Selection = NOTHING): string[] {
  const choice = choose(legal, facetsOf, selection);
  const own = choice.move && choice.set?.chosen.length !== choice.set?.count ?
    [choice.move.move] : choice.move && !choice.set ? [choice.move.move] : [];
  const below = choice.next.flatMap((option) => leaves(legal, facetsOf,
      { ...choice.selection, [option.key]: option.value }));
  return [...own, ...below];
}
