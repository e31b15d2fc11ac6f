// Dock tiles, specialists, decrees and dive cards as small pictures with their texts.
import type { ComponentChildren } from 'preact';
import { Effects } from '../../table/effects.tsx';
import { Icon } from '../../table/icon.tsx';
import { amountTokens } from './tokens.ts';
import { wordsOf } from './words.ts';
import type { Components, Half, SeasteadTable } from './types.ts';

export const titleOfSpecialist = (components: Components, n: number): string =>
  components.cards.find((info) => info.number === n)?.title ?? '';

export const titleOfDecree = (components: Components, n: number): string =>
  components.decrees.find((info) => info.number === n)?.title ?? '';

// The four areas of a dock tile, as they lie: back above front.
const areas = ['back_left', 'back_right', 'front_left', 'front_right'] as const;

export function DockFace({ table, n }: { table: SeasteadTable; n: number }) {
  const w = wordsOf(table.language);
  const info = table.components.docks.find((dock) => dock.number === n);
  return info ? (
    <span class="sea-dock">
      <Icon name={info.resource} size={20} />
      <span class="sea-areas" aria-hidden="true">
        {areas.map((area) => {
          const one = info[area];
          return <span key={area} title={w.areas[area]}>{one && <>{one.points}<Icon name={one.piece} size={13} /></>}</span>;
        })}
      </span>
      <span class="only-read">{w.dock(n)}: {w.resources[info.resource]}. {info.text}</span>
    </span>
  ) : null;
}

// A dock tile with its text, and where its areas are.
export function DockSheet({ table, n }: { table: SeasteadTable; n: number }) {
  const w = wordsOf(table.language);
  return (
    <div class="sea-sheet">
      <p><DockFace table={table} n={n} /></p>
      <p>{table.components.docks.find((dock) => dock.number === n)?.text}</p>
      <p>{w.dockNote}</p>
    </div>
  );
}

export function SpecialistFace({ table, n, isDown = false }: {
  table: SeasteadTable; n: number; isDown?: boolean;
}) {
  const w = wordsOf(table.language);
  const info = table.components.cards.find((card) => card.number === n);
  return info ? (
    <span class={isDown ? 'sea-card is-down' : 'sea-card'}>
      <b><Icon name="specialist" size={16} />{info.title}
        <span class="sea-points">{info.points}<Icon name="points" size={13} /></span></b>
      {isDown && <em>{w.faceDown}</em>}
      <small>{info.text}</small>
    </span>
  ) : null;
}

export function DecreeFace({ table, n }: { table: SeasteadTable; n: number }) {
  const info = table.components.decrees.find((decree) => decree.number === n);
  return info ? (
    <span class="sea-card"><b><Icon name="decree" size={16} />{info.title}</b><small>{info.text}</small></span>
  ) : null;
}

// The decree in force, over the board.
export function Ribbon({ table }: { table: SeasteadTable }) {
  const decree = table.view.decrees.in_force;
  return decree === null ? null : <p class="sea-ribbon"><DecreeFace table={table} n={decree} /></p>;
}

// A half of a dive card, with the player who gets it.
export function HalfFace({ table, half, who }: {
  table: SeasteadTable; half: Half; who: ComponentChildren;
}) {
  const w = wordsOf(table.language);
  return (
    <span class="sea-half"><small>{who}</small> <Effects tokens={amountTokens(w, half, half.kind)} size={18} /></span>
  );
}
