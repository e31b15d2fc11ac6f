// The properties of a move as one chooses them: what to do, then the things on the
// table that it names.
import type { Choice, Facet } from '../../table/choices.ts';
import type { LegalMove } from '../../api/types.ts';
import { titleOfDecree, titleOfSpecialist } from './cards.tsx';
import { amountsText } from './tokens.ts';
import { wordsOf, type Language, type Words } from './words.ts';
import { resources, type Amounts, type Components, type Move, type Resource, type View } from './types.ts';

interface Known {
  view: View;
  components: Components;
  language: Language;
}

export const amountsKey = (amounts: Amounts): string =>
  resources.flatMap((what) => amounts[what] ? [`${what} ${amounts[what]}`] : []).join(' ') || 'nothing';

export function facetsOf(move: LegalMove, known: Known): Facet[] {
  const w = wordsOf(known.language);
  const parts = move.parts as Move;
  return [{ key: 'act', value: parts.verb, text: actText(w, move, parts) }, ...others(w, known, parts)];
}

const place = (w: Words, key: 'at' | 'to', id: string): Facet =>
  ({ key, value: id, text: w.location(id) });

function others(w: Words, { view, components }: Known, parts: Move): Facet[] {
  const specialist = (key: string, n: number): Facet =>
    ({ key, value: String(n), text: titleOfSpecialist(components, n) });
  switch (parts.verb) {
    case 'build':
      return [
        { key: 'piece', value: parts.piece, text: w.pieces[parts.piece] },
        place(w, 'at', parts.location),
        parts.with ? specialist('with', parts.with) : { key: 'with', value: 'none', text: w.without },
      ];
    case 'face':
      return [{ key: 'half', value: String(parts.half), text: amountsText(w, parts.gives, parts.kind) }];
    case 'take': case 'keep':
      return [{ key: 'amounts', value: amountsKey(parts.amounts), text: amountsText(w, parts.amounts) }];
    case 'clean':
      return [{ key: 'count', value: String(parts.count), text: `${parts.count}` }];
    case 'pay':
      return [{ key: 'resource', value: parts.resource, text: w.resources[parts.resource] }];
    case 'dock': case 'collect': case 'box-dock':
      return [{ key: 'dock', value: String(parts.dock), text: w.dock(parts.dock) }];
    case 'hire': case 'retire': case 'ready': case 'use': case 'box-specialist':
      return [specialist('specialist', parts.specialist)];
    case 'ship': case 'copy':
      return [place(w, 'at', parts.location)];
    case 'enact':
      return [{ key: 'decree', value: String(parts.decree), text: titleOfDecree(components, parts.decree) }];
    case 'sail': case 'move': case 'exchange':
      return [place(w, 'at', parts.location), place(w, 'to', parts.to)];
    case 'swap': {
      const demand = (n: number) => w.resources[view.flotillas[n - 1]?.demand ?? 'kelp'];
      return [{ key: 'swap', value: `${parts.flotilla} ${parts.to} ${parts.lock}`,
        text: w.swap(demand(parts.flotilla), demand(parts.to), w.resources[lockedBy(view, parts)]) }];
    }
    case 'token':
      return [{ key: 'resource', value: parts.resource, text: w.resources[parts.resource] },
        place(w, 'at', parts.location)];
    case 'raise':
      return [{ key: 'piece', value: parts.piece, text: w.pieces[parts.piece] }];
    case 'dive': case 'gather': case 'pass':
      return [];
  }
}

// The name of a verb beside others.
function actText(w: Words, move: LegalMove, parts: Move): string {
  switch (parts.verb) {
    case 'dive': return w.dive;
    case 'build': return w.build;
    case 'gather': return w.gather;
    case 'pass': return w.pass;
    case 'use': return w.specialists;
    default: return move.text;
  }
}

// The key under which a location is chosen now: of moves from one location to
// another, the first one first, unless they can be chosen in any order.
export function placeKey(choice: Choice, id: string): 'at' | 'to' {
  const from = choice.selection['at'];
  const [sources, targets] = [choice.open('at'), choice.open('to')];
  if (from === id || !targets.has(id)) {
    return 'at';
  }
  const isAnyOrder = choice.moves[0]?.parts.verb === 'exchange';
  return from !== undefined || sources.size === 1 || (isAnyOrder && !sources.has(id)) ? 'to' : 'at';
}

// The resource whose demand token is locked by a swap.
export function lockedBy(view: View, { flotilla, to, lock }: Extract<Move, { verb: 'swap' }>): Resource {
  const before = lock === flotilla ? to : lock === to ? flotilla : lock;
  return view.flotillas[before - 1]?.demand ?? 'kelp';
}
