// The picture of a step in the log: who got or gave what.
import type { ComponentChildren } from 'preact';
import { SeatToken } from '../../table/board-parts.tsx';
import { Effects, type Token } from '../../table/effects.tsx';
import { wordsOf } from './words.ts';
import type { OtysTable, Step } from './types.ts';

// A picture; null leaves the step to its text, and an empty one hides it.
export function stepPicture(table: OtysTable, step: Step): ComponentChildren {
  const w = wordsOf(table.language);
  switch (step.type) {
    case 'progress':
      return '';
    case 'credits':
      return row(table, step.seat, amount('credit', step.paid, step.n, w.credits));
    case 'battery':
      return row(table, step.seat, amount('battery', step.paid, step.n, w.batteries));
    case 'points':
      return row(table, step.seat, amount('points', 0, step.n, w.points));
    default:
      return null;
  }
}

function amount(icon: string, paid = 0, gained = 1, say: (n: number) => string): Token {
  const [n, sign] = paid > 0 ? [paid, '−'] : [gained, '+'];
  return { icon, n: `${sign}${n}`, label: `${sign}${say(n)}`, tone: paid > 0 ? 'bad' : 'good' };
}

const row = (table: OtysTable, seat: number, token: Token) => {
  const info = table.seats[seat];
  return (
    <span class="otys-step">{info && <SeatToken seat={info} size={15} />} <Effects tokens={[token]} size={15} /></span>
  );
};
