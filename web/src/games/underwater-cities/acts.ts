// The possible actions, one entry for each part that is open: from the legal
// moves alone.  The tray shows the entries as segments.
import type { Choice } from '../../table/choices.ts';
import type { Token } from '../../table/effects.tsx';
import type { UwcTable } from './cards.tsx';
import { actOf } from './facets.ts';
import { amount, amounts, effectTokens, pieceTokens, priceTokens } from './tokens.ts';
import { wordsOf } from './words.ts';
import type { Cause, Effect, Move, Piece } from './types.ts';

export interface Act {
  value: string; // of the facet "act"
  verb: Move['verb'];
  moves: readonly Move[];
  isChosen: boolean;
  tokens: readonly Token[];
}

// Once-per-turn cards and contracts can be used whenever one has to decide, and
// skipping or ending is always apart.
const besides: readonly Move['verb'][] = ['invoke', 'claim', 'pass', 'end'];
export const isMain = ({ verb }: Pick<Act, 'verb'>): boolean => !besides.includes(verb);

export function actsOf(table: UwcTable, choice: Choice): Act[] {
  const groups = new Map<string, Move[]>();
  for (const move of table.legal?.moves ?? []) {
    const parts = move.parts as Move;
    const value = actOf(parts);
    groups.set(value, [...groups.get(value) ?? [], parts]);
  }
  const shown = new Set(choice.moves.map((move) => actOf(move.parts as Move)));
  return [...groups].flatMap(([value, moves]) => {
    const [first] = moves;
    return first ? [{
      value, verb: first.verb, moves, tokens: tokensOf(table, first, moves),
      isChosen: choice.selection['act'] === value || (shown.size === 1 && shown.has(value)),
    }] : [];
  });
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

function tokensOf(table: UwcTable, first: Move, moves: readonly Move[]): Token[] {
  const w = wordsOf(table.language);
  switch (first.verb) {
    case 'build': {
      const pieces = unique(moves.flatMap((move) => move.verb === 'build' ? [move.piece] : []));
      return [...pieceTokens(w, orderedPieces(pieces)), ...first.upgrades ?
        [{ icon: 'upgrade', label: w.upgrade }, ...priceTokens(w, first.upgrades)] : []];
    }
    case 'upgrade':
      return [{ icon: 'upgrade', label: w.upgrade }];
    case 'convert':
      return [{ icon: 'city', label: w.pieces.city }, { word: '→', label: w.arrow },
        { icon: 'symbiotic', label: w.pieces.symbiotic }];
    case 'advance':
      return [amount(w, 'federation', Math.max(...moves.map((move) =>
        move.verb === 'advance' ? move.steps : 1)))];
    case 'use':
      return [{ icon: 'use', label: w.useAction }];
    case 'ready':
      return [{ icon: 'ready', label: w.ready }];
    case 'perform':
      return [{ icon: 'slot', label: w.anySlot }];
    case 'special': case 'special three': case 'turn-up':
      return [{ icon: 'special', label: w.special }];
    case 'tiles':
      return [{ icon: 'metropolis', label: w.drawTiles }];
    case 'trial':
      return [{ icon: 'wave', label: w.trial }, { icon: 'upgrade', label: w.upgrade }];
    case 'pick':
      return [{ icon: 'any', n: first.resources.length, label: w.any }];
    case 'exchange':
      return moves.flatMap((move, i) => move.verb === 'exchange' ?
        [...i > 0 ? [{ icon: 'swap', label: '↔' }] : [], ...amounts(w, move.pays)] : []);
    case 'choose':
      return [{ icon: 'any', label: w.option(1) }];
    case 'do': case 'slot': case 'card':
      return [...amounts(w, first.pays), { word: '→', label: w.gives }, ...amounts(w, first.gives)];
    case 'place': case 'keep': case 'invoke': case 'discard': case 'answer':
    case 'pass': case 'end': case 'claim': case 'arrange':
      return [];
  }
}

const order: readonly Piece[] = ['farm', 'plant', 'laboratory', 'tunnel', 'city', 'symbiotic'];
export const orderedPieces = (pieces: readonly Piece[]): Piece[] =>
  order.filter((piece) => pieces.includes(piece));

// The options of the effect that is in progress, if its source says which: a
// source with several choices of one size does not.
export function optionTokens(table: UwcTable, cause: Cause | undefined, moves: readonly Move[],
    option: number): Token[] | null {
  const w = wordsOf(table.language);
  const count = new Set(moves.flatMap((move) =>
    move.verb === 'choose' || move.verb === 'answer' ? [move.option] : []).filter((n) => n > 0)).size;
  const found = sourceEffects(table, cause).flatMap(choicesIn).filter((list) =>
    list.length >= count && option <= list.length);
  const [only] = found;
  const effect = found.length === 1 ? only?.[option - 1] : undefined;
  return effect ? effectTokens(w, effect) : null;
}

// The options of every choice in an effect.
function choicesIn(effect: Effect): (readonly Effect[])[] {
  if (!('effects' in effect)) {
    return [];
  }
  const inner = effect.effects.flatMap(choicesIn);
  return effect.do === 'choose' || effect.do === 'swap' ? [effect.effects, ...inner] : inner;
}

function sourceEffects(table: UwcTable, cause: Cause | undefined): readonly Effect[] {
  const { components, view } = table;
  if (!cause) {
    return [];
  }
  if ('card' in cause) {
    return components.cards.find((info) => info.card === cause.card)?.effects
        .flatMap((moment) => moment.effects) ?? [];
  }
  switch (cause.cause) {
    case 'slot':
      return components.sides.find((side) => view.seats.length >= side.min_seats &&
        view.seats.length <= side.max_seats)?.slots.find((info) => info.slot === cause.slot)?.effects ?? [];
    case 'contract':
      return components.contracts.find((info) => info.contract === cause.contract)?.reward ?? [];
    default:
      return [];
  }
}
