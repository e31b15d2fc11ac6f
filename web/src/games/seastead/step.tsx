// The picture of a step in the log: who got or gave what, and where.
import type { ComponentChildren } from 'preact';
import { Effects, type Token } from '../../table/effects.tsx';
import { ownerOf } from './board.tsx';
import { wordsOf } from './words.ts';
import type { SeasteadTable, Step } from './types.ts';

// A picture; null leaves the step to its text, and an empty one hides it.
export function stepPicture(table: SeasteadTable, step: Step): ComponentChildren {
  const w = wordsOf(table.language);
  switch (step.type) {
    case 'progress':
      return '';
    case 'resource':
      return row(table, step.seat, [signed(step.resource, w.resources[step.resource],
          step.from?.place === 'storage' ? -step.n : step.n)],
      step.to?.place === 'location' ? w.location(step.to.location) : '');
    case 'cleanup':
      return row(table, step.seat, [signed('cleanup', w.cleanup, step.n)], '');
    case 'building': case 'ship': {
      const icon = step.type === 'ship' ? 'ship' : step.piece;
      return step.to?.place === 'location' ? row(table, step.seat, [{ icon,
        label: step.type === 'ship' ? w.ship : w.pieces[step.piece] }], w.location(step.to.location)) : null;
    }
    default:
      return null;
  }
}

const signed = (icon: string, name: string, n: number): Token => {
  const text = n < 0 ? `−${-n}` : `+${n}`;
  return { icon, n: text, label: `${text} ${name}`, tone: n < 0 ? 'bad' : 'good' };
};

const row = (table: SeasteadTable, owner: number | undefined, tokens: readonly Token[], where: string) => (
  <span class="sea-step">{owner !== undefined && ownerOf(table, owner).name} <Effects tokens={tokens} size={15} /> {where}</span>
);
