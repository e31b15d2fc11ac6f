// The properties of a move as one chooses them: what to do, then the things on the
// table that it names.
import type { Facet } from '../../table/choices.ts';
import type { LegalMove } from '../../api/types.ts';
import { wordsOf, type Language, type Words } from './words.ts';
import { colours, type Colour, type Components, type Move, type View } from './types.ts';

interface Known {
  view: View;
  components: Components;
  language: Language;
}

export type Amounts = Partial<Record<Colour, number>>;

export const amountsText = (w: Words, amounts: Amounts): string => colours.flatMap((colour) =>
  amounts[colour] ? [`${amounts[colour]} ${w.colours[colour]}`] : []).join(', ');

export function facetsOf(move: LegalMove, known: Known): Facet[] {
  const w = wordsOf(known.language);
  const parts = move.parts as Move;
  const text = parts.verb === 'key' ? w.useKey : parts.verb === 'pass' ? w.pass : move.text;
  return [{ key: 'act', value: parts.verb, text }, ...others(w, known, move, parts)];
}

function others(w: Words, { components }: Known, move: LegalMove, parts: Move): Facet[] {
  const level = (n: number): Facet => ({ key: 'level', value: String(n), text: w.level(n) });
  switch (parts.verb) {
    case 'key':
      return [{ key: 'key', value: parts.key, text: w.key(parts.key) },
        ...parts.level ? [level(parts.level)] : []];
    case 'propel': case 'upgrade':
      return [{ key: 'diver', value: parts.diver, text: w.divers[parts.diver] }];
    case 'token': case 'explore':
      return [{ key: 'token', value: String(parts.token),
        text: components.tokens.find(({ number }) => number === parts.token)?.front.text ?? move.text }];
    case 'recall':
      return [{ key: 'recall', value: parts.key, text: w.recall(w.key(parts.key)) }];
    case 'swap':
      return [{ key: 'give', value: parts.resource, text: w.give(w.colours[parts.resource]) },
        level(parts.level), { key: 'for', value: parts.for, text: w.take(w.colours[parts.for]) }];
    case 'take':
      return [{ key: 'take', value: parts.resource, text: w.take(w.colours[parts.resource]) }];
    case 'sell':
      return [{ key: 'sale', value: `${parts.resource} ${parts.payment}`, text: move.text }];
    case 'buy':
      return [{ key: 'goods', value: `${parts.resource} ${parts.row}`, text: move.text }];
    case 'improve':
      return [{ key: 'technician', value: parts.technician, text: w.technicians[parts.technician] }];
    case 'copy':
      return [{ key: 'of', value: String(parts.seat), text: move.text }];
    case 'keep': case 'complete':
      return [{ key: 'contract', value: String(parts.contract),
        text: components.cards.find(({ number }) => number === parts.contract)?.text ?? move.text },
      ...parts.verb === 'complete' ? [level(parts.level)] : [],
      ...parts.verb === 'complete' && parts.amounts ?
        [{ key: 'amounts', value: JSON.stringify(parts.amounts), text: amountsText(w, parts.amounts) }] : []];
    case 'sponsor': case 'bonus': case 'draw': case 'oxygen': case 'gain': case 'pass':
      return [];
  }
}
