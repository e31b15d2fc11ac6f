// What a seat has, in cells side by side: the amount, what it becomes by the
// chosen move, and what is to come.
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

export interface PurseCell {
  icon: string;
  label: string; // "3 kelp"
  value: number;
  after?: number | undefined; // by the chosen move
  note?: ComponentChildren; // below: what is to come
}

const signed = (n: number): string => n < 0 ? `−${-n}` : `+${n}`;

function Cell({ cell }: { cell: PurseCell }) {
  const after = cell.after ?? cell.value;
  const isChanged = after !== cell.value;
  return (
    <li class={isChanged ? 'purse-cell changes' : 'purse-cell'} data-purse={cell.icon}>
      <span class="purse-value">
        <Icon name={cell.icon} size={20} />
        <span aria-hidden="true">{after}</span>
        <span class="only-read">{cell.label}</span>
      </span>
      <span class="purse-note">
        {isChanged && <b class="purse-change">{signed(after - cell.value)}</b>}
        {cell.note}
      </span>
    </li>
  );
}

export const Purse = ({ label, cells }: { label: string; cells: readonly PurseCell[] }) => (
  <ul class="purse" aria-label={label}>
    {cells.map((cell) => <Cell key={cell.icon} cell={cell} />)}
  </ul>
);
