// What the decision bar says of a key: the diver and the sponsor of its level.
import type { Saying } from '../../table/game.ts';
import { diverText, sponsorText } from './things.tsx';
import { wordsOf } from './words.ts';
import { SURFACE, type Move, type OtysTable } from './types.ts';

export function say(table: OtysTable): Saying | null {
  const { choice, mine } = table;
  const parts = choice?.move ? choice.moves[0]?.parts as Move | undefined : undefined;
  if (!choice?.move || parts?.verb !== 'key' || mine === null) {
    return null;
  }
  const w = wordsOf(table.language);
  const level = parts.level ?? Number(parts.key);
  const diver = table.view.players[mine]?.column[SURFACE + level - 1];
  const isNumbered = parts.level === undefined;
  return { title: choice.move.text, detail: diver ?
    `${w.divers[diver]}: ${diverText(table, mine, diver)}${isNumbered ? ` ${w.sponsor(table.view.sponsors[level - 1]?.number ?? 0)}: ${sponsorText(table, level)}` : ''} ` : '' };
}
