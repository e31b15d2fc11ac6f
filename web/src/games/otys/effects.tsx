// What sponsors and reward tokens do, as icons.  Their texts are read beside them.
import type { ComponentChildren } from 'preact';
import { Icon } from '../../table/icon.tsx';
import { Cube } from './things.tsx';
import type { Effect, OtysTable, Side } from './types.ts';

const SIZE = 14;

const Count = ({ n, icon }: { n: number; icon: string }) =>
  <span class="otys-count">{n}<Icon name={icon} size={SIZE} /></span>;

const Price = ({ credits }: { credits: number | undefined }) =>
  credits ? <><Count n={credits} icon="credit" />→</> : null;

function Does({ table, effect }: { table: OtysTable; effect: Effect }): ComponentChildren {
  switch (effect.do) {
    case 'take':
      return effect.colours.map((colour, i) => <>{i > 0 && '/'}<Cube table={table} colour={colour} /></>);
    case 'credits':
      return <Count n={effect.n} icon="credit" />;
    case 'batteries':
      return <Count n={effect.n} icon="battery" />;
    case 'points':
      return <Count n={effect.n} icon="points" />;
    case 'draw':
      return <><Count n={effect.n} icon="contract" />→1</>;
    case 'recall':
      return <><Icon name="undo" size={SIZE} /><Icon name="key" size={SIZE} /></>;
    case 'free':
      return <><Icon name="diver" size={SIZE} /><Count n={0} icon="credit" /></>;
    case 'double':
      return <><Icon name="diver" size={SIZE} />×2</>;
    case 'use-token':
      return <Icon name="trophy" size={SIZE} />;
    case 'resurface':
      return <><Icon name="diver" size={SIZE} />↑</>;
    case 'upgrade':
      return <><Price credits={effect.credits} /><Icon name="upgrade" size={SIZE} />
        {effect.which === 'surfaced' && '↑'}{effect.points && <Count n={effect.points} icon="points" />}</>;
    case 'exchange':
      return <><Count n={effect.batteries ?? 0} icon="battery" />→<Icon name="swap" size={SIZE} /></>;
    default: // of divers alone, whose names say it
      return null;
  }
}

export const Effects = ({ table, side }: { table: OtysTable; side: Side }) => (
  <span class="otys-effects">
    {side.effects.map((effect, i) => (
      <span key={i}>{i > 0 && side.one_of && '/ '}<Does table={table} effect={effect} /></span>
    ))}
  </span>
);
