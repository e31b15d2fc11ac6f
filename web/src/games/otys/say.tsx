// What the decision bar says: of a key, the diver and the sponsor of its level; at the
// end of a turn, what can be done, which may be a contract.
import type { Saying } from '../../table/game.ts';
import { diverText, sideText, sponsorText } from './things.tsx';
import { wordsOf, type Words } from './words.ts';
import { SURFACE, type Move, type OtysTable, type View } from './types.ts';

const legalParts = (table: OtysTable): Move[] =>
  (table.legal?.moves ?? []).map(({ parts }) => parts as Move);

// The question, where the prompt of the service says less.
function question(table: OtysTable, w: Words): string | null {
  const { selection } = table.choice ?? {};
  const verbs = new Set(legalParts(table).map(({ verb }) => verb));
  if (verbs.has('key')) {
    return selection?.['key'] === undefined ? null : w.chooseLevel;
  }
  return verbs.has('complete') && table.state.prompt?.kind === 'oxygen' ? w.stayOrGo : null;
}

// The sponsor is the one after the move: an X moves all of them.
function ofKey(table: OtysTable, w: Words, parts: Move & { verb: 'key' }, seat: number): string {
  const level = parts.level ?? Number(parts.key);
  const diver = table.view.players[seat]?.column[SURFACE + level - 1];
  const view = parts.level === undefined ? table.view : table.preview?.view as View | undefined;
  const sponsor = view?.sponsors[level - 1];
  return (diver ? `${w.divers[diver]}: ${diverText(table, seat, diver)} ` : '') + (sponsor && view ?
    `${w.sponsor(sponsor.number)}: ${sponsorText({ ...table, view }, level)} ` : '');
}

// What the move leads to, where its own text does not say it.
function detailOf(table: OtysTable, w: Words, parts: Move, seat: number): string {
  const player = table.view.players[seat];
  const { divers, mechanic, hacker } = table.components;
  switch (parts.verb) {
    case 'key':
      return ofKey(table, w, parts, seat);
    case 'propel':
      return `${diverText(table, seat, parts.diver)} `;
    case 'upgrade':
      return `${sideText(table, divers.find(({ word }) => word === parts.diver)?.upgraded)} `;
    case 'improve':
      return `${parts.technician === 'mechanic' ?
        w.propels(mechanic.values[(player?.mechanic ?? 0) + 1] ?? 0) :
        w.recalls(hacker.values[(player?.hacker ?? 0) + 1] ?? 0)} `;
    default:
      return '';
  }
}

export function say(table: OtysTable): Saying | null {
  const { choice, mine } = table;
  const w = wordsOf(table.language);
  if (!choice || mine === null) {
    return null;
  }
  if (!choice.move) {
    const title = question(table, w);
    return title === null ? null : { title };
  }
  const parts = choice.moves[0]?.parts as Move | undefined;
  const detail = parts && detailOf(table, w, parts, mine);
  return detail ? { title: choice.move.text, detail } : null;
}
