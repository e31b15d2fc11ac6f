// The choices that are not on the board, such as contracts that can be completed
// now.  The decision bar offers to decline.
import type { ComponentChildren } from 'preact';
import type { Facet } from '../../table/choices.ts';
import { Icon } from '../../table/icon.tsx';
import { facetsOf } from './facets.ts';
import { Effects } from './effects.tsx';
import { Contract, Cube, tokenSide } from './things.tsx';
import type { Colour, OtysTable } from './types.ts';

// Facets that are chosen on the board, or in the decision bar.
const elsewhere = ['key', 'level', 'diver', 'amounts'];

function thingsOf(table: OtysTable): Facet[] {
  const things = new Map<string, Facet>();
  for (const move of table.legal?.moves.filter(({ parts }) => parts.verb !== 'pass') ?? []) {
    const facets = facetsOf(move, table);
    const own = facets.filter(({ key }) => key !== 'act' && !elsewhere.includes(key));
    const listed = own.length > 0 ? own : facets.length === 1 ? facets : [];
    for (const facet of listed) {
      things.set(`${facet.key} ${facet.value}`, facet);
    }
  }
  // contracts first: that they can be completed is easily missed
  const isContract = ({ key }: Facet) => key === 'contract';
  const all = [...things.values()];
  return [...all.filter(isContract), ...all.filter((thing) => !isContract(thing))];
}

export function Tray({ table }: { table: OtysTable }): ComponentChildren {
  const { choice } = table;
  if (!choice) {
    return null;
  }
  return (
    <div class="otys-things">
      {thingsOf(table).map((thing) => {
        const standing = choice.standing(thing.key, thing.value);
        return (
          <button key={`${thing.key} ${thing.value}`} type="button" class={`otys-thing is-${standing}`}
            data-key={thing.key} data-value={thing.value} aria-pressed={standing === 'chosen'}
            onClick={() => table.select(thing.key, thing.value)}>
            <Face table={table} thing={thing} />
          </button>
        );
      })}
    </div>
  );
}

function Face({ table, thing: { key, value, text } }: { table: OtysTable; thing: Facet }) {
  switch (key) {
    case 'contract':
      return <><Icon name="contract" size={18} /><Contract table={table} n={Number(value)} /></>;
    case 'take': case 'give': case 'for':
      return <><Cube table={table} colour={value as Colour} /><span>{text}</span></>;
    case 'token':
      return <TokenFace table={table} n={Number(value)} text={text} />;
    case 'recall':
      return <><span class="otys-key">{value.toUpperCase()}</span><span>{text}</span></>;
    case 'act':
      return <>{value === 'oxygen' && <Icon name="battery" size={18} />}
        {value === 'gain' && <Icon name="points" size={18} />}<span>{text}</span></>;
    default:
      return <span>{text}</span>;
  }
}

// A reward token: its level, and what it does now.
function TokenFace({ table, n, text }: { table: OtysTable; n: number; text: string }) {
  const side = tokenSide(table, n, 'front');
  const level = table.view.tokens.findIndex((pair) => pair.includes(n)) + 1;
  return (
    <>
      {level > 0 && <b class="otys-at" aria-hidden="true">{level}</b>}
      {side && <Effects table={table} side={side} />}
      <span class="only-read">{text}</span>
    </>
  );
}
