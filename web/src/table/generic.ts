// The facets of a move of a game without a part of its own: its verb and what the
// members of its parts say, as far as moves differ in them.
import type { LegalMove } from '../api/types.ts';
import type { Facet } from './choices.ts';

const LIST_MOST = 12; // moves that are shown at once

type Parts = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

const wordsOf = (word: string): string => word.replaceAll(/[-_]/g, ' ');

// The members in which the moves of a verb differ, the coarsest first.
function membersOf(moves: readonly LegalMove[]): string[] {
  const values = new Map<string, Set<unknown>>();
  for (const move of moves) {
    for (const [key, value] of Object.entries(move.parts as Parts)) {
      if (isPlain(value)) {
        values.set(key, (values.get(key) ?? new Set()).add(value));
      }
    }
  }
  const isCommon = (key: string) => moves.every(({ parts }) => key in parts);
  return [...values].filter(([key, seen]) => seen.size > 1 && isCommon(key))
      .sort(([, a], [, b]) => a.size - b.size).map(([key]) => key);
}

// Facets of the moves of one list.  Few moves of a verb are shown as they are.
export function genericFacets(moves: readonly LegalMove[]):
    (move: LegalMove) => readonly Facet[] {
  const byVerb = groupByVerb(moves);
  const members = new Map([...byVerb].map(([verb, list]) =>
    [verb, list.length > LIST_MOST ? membersOf(list) : []]));
  const isFew = moves.length <= LIST_MOST;
  return (move) => {
    const { verb } = move.parts;
    const parts = move.parts as Parts;
    if (isFew || byVerb.get(verb)?.length === 1) {
      return [{ key: 'move', value: move.move, text: move.text }];
    }
    return [
      { key: 'verb', value: verb, text: wordsOf(verb) },
      ...(members.get(verb) ?? []).map((key) =>
        ({ key, value: String(parts[key]), text: `${wordsOf(key)} ${parts[key]}` })),
      { key: 'move', value: move.move, text: move.text },
    ];
  };
}

function groupByVerb(moves: readonly LegalMove[]): Map<string, LegalMove[]> {
  const groups = new Map<string, LegalMove[]>();
  for (const move of moves) {
    groups.set(move.parts.verb, [...groups.get(move.parts.verb) ?? [], move]);
  }
  return groups;
}
