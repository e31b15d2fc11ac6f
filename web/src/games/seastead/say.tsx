// What the decision bar says: the move with the effect of its location, or what is
// still to be chosen.
import type { Saying } from '../../table/game.ts';
import { effectText } from './board.tsx';
import { wordsOf } from './words.ts';
import type { Move, SeasteadTable } from './types.ts';

export function say(table: SeasteadTable): Saying | null {
  const { choice } = table;
  const parts = choice?.moves[0]?.parts as Move | undefined;
  if (!choice || !parts) {
    return null;
  }
  const w = wordsOf(table.language);
  if (choice.move) {
    const namesOfVerbs: Partial<Record<Move['verb'], string>> = { dive: w.dive, build: w.build };
    const go = namesOfVerbs[parts.verb];
    return { title: choice.move.text, ...go ? { go } : {}, ...detailOf(table, parts) };
  }
  const { at, piece } = choice.selection;
  if (parts.verb === 'build' && at) {
    return { title: w.what(at), detail: `${effectText(table, at)} ` };
  }
  if (parts.verb === 'build' && piece) {
    return { title: w.where(w.pieces[parts.piece]) };
  }
  return at && 'to' in parts ? { title: w.whereTo(at) } : null;
}

function detailOf(table: SeasteadTable, parts: Move): Partial<Saying> {
  const w = wordsOf(table.language);
  const { docks } = table.components;
  switch (parts.verb) {
    case 'build': case 'copy': return { detail: `${effectText(table, parts.location)} ` };
    case 'dock': return parts.areas ? {
      title: `${w.dock(parts.dock)}: ${parts.location}`,
      detail: `${w.counts(w.resources[parts.resource], parts.areas.map(({ location, piece, points }) =>
        `${location} ${w.pieces[piece]} ${points}`).join(', '))} `,
    } : { detail: `${docks.find(({ number }) => number === parts.dock)?.text ?? ''} ` };
    default: return {};
  }
}
