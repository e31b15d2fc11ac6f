// The gauge of the ten rounds in three eras, with a wave where Production is.
import { Icon } from '../../table/icon.tsx';
import type { UwcTable } from './cards.tsx';
import { wordsOf } from './words.ts';

const eras = [['I', 1, 4], ['II', 5, 7], ['III', 8, 10]] as const;

export function Round({ table }: { table: UwcTable }) {
  const w = wordsOf(table.language);
  const { round, era, next } = table.view;
  const label = `${w.round(round)}, ${w.era(era)}` +
    (next.production_after_round === null ? '' : `. ${w.producesAfter(next.production_after_round)}`);
  return (
    <div class="uwc-gauge" role="img" aria-label={label}>
      {eras.map(([name, from, to]) => (
        <span key={name} class={era === eras.findIndex(([one]) => one === name) + 1 ? 'uwc-era is-now' : 'uwc-era'}>
          <b>{name}</b>
          {Array.from({ length: to - from + 1 }, (_, i) => from + i).map((n) => (
            <i key={n} class={n === round ? 'is-now' : n < round ? 'is-over' : ''}>{n === round ? n : ''}</i>
          ))}
          <Icon name="wave" size={13} />
        </span>
      ))}
    </div>
  );
}
