// The choices that are not locations: below the board, with their pictures.
import type { ComponentChildren } from 'preact';
import type { Facet } from '../../table/choices.ts';
import { Effects } from '../../table/effects.tsx';
import { Icon } from '../../table/icon.tsx';
import { ownerOf } from './board.tsx';
import { DecreeFace, DockFace, HalfFace, SpecialistFace } from './cards.tsx';
import { facetsOf, lockedBy } from './facets.ts';
import { amountTokens } from './tokens.ts';
import { wordsOf } from './words.ts';
import type { Move, Piece, Resource, SeasteadTable } from './types.ts';

// Facets that are chosen elsewhere: on the board, or in the decision bar.
const elsewhere = ['at', 'to', 'with'];

interface Thing extends Facet {
  parts: Move; // of one of its moves
}

// The things of all legal moves; a move without one is a thing itself.  The decision
// bar offers to decline.
function thingsOf(table: SeasteadTable): Thing[] {
  const things = new Map<string, Thing>();
  for (const move of table.legal?.moves.filter(({ parts }) => parts.verb !== 'pass') ?? []) {
    const facets = facetsOf(move, table);
    const own = facets.filter(({ key }) => key !== 'act' && !elsewhere.includes(key));
    const listed = own.length > 0 ? own : facets.length === 1 ? facets : [];
    for (const facet of listed) {
      const name = `${facet.key} ${facet.value}`;
      things.set(name, things.get(name) ?? { ...facet, parts: move.parts as Move });
    }
  }
  return [...things.values()];
}

export function Tray({ table }: { table: SeasteadTable }): ComponentChildren {
  const w = wordsOf(table.language);
  const { choice, view } = table;
  if (!choice) {
    return null;
  }
  const things = thingsOf(table);
  const isReaction = table.mine !== null && view.turn !== table.mine;
  return (
    <div class={`sea-things ${things.length > 8 ? 'are-many' : ''}`}>
      {isReaction && <p class="sea-banner">{w.reaction(ownerOf(table, view.turn).name)}</p>}
      {things.map((thing) => {
        const standing = choice.standing(thing.key, thing.value);
        return (
          <button key={`${thing.key} ${thing.value}`} type="button" class={`sea-thing is-${standing} of-${thing.key}`}
            data-key={thing.key} data-value={thing.value} aria-pressed={standing === 'chosen'}
            onClick={() => table.select(thing.key, thing.value)}>
            <ThingFace table={table} thing={thing} />
          </button>
        );
      })}
    </div>
  );
}

function ThingFace({ table, thing: { key, value, text, parts } }: { table: SeasteadTable; thing: Thing }) {
  const w = wordsOf(table.language);
  switch (key) {
    case 'act':
      return value === 'dive' ? <><Icon name="dive" size={20} /><span><b>{text}</b> <small>{w.diveNote}</small></span></> :
        <span>{text}</span>;
    case 'piece':
      return <PieceFace table={table} piece={value as Piece} isBoss={parts.verb === 'raise'} />;
    case 'half':
      return <Halves table={table} half={Number(value)} />;
    case 'amounts':
      return 'amounts' in parts ? <Effects tokens={amountTokens(w, parts.amounts)} size={20} /> : null;
    case 'count':
      return <Effects tokens={[{ icon: 'cleanup', n: value, label: `${value} ${w.cleanup}` }]} size={20} />;
    case 'resource':
      return <><Icon name={value} size={20} /><span>{w.resources[value as Resource]}</span></>;
    case 'dock':
      return <DockFace table={table} n={Number(value)} />;
    case 'specialist':
      return <SpecialistFace table={table} n={Number(value)} />;
    case 'decree':
      return <DecreeFace table={table} n={Number(value)} />;
    case 'swap':
      return <Swap table={table} parts={parts} text={text} />;
    default:
      return <span>{text}</span>;
  }
}

function PieceFace({ table, piece, isBoss }: { table: SeasteadTable; piece: Piece; isBoss: boolean }) {
  const w = wordsOf(table.language);
  const left = table.view.players[table.mine ?? 0]?.buildings[piece] ?? 0;
  return <><Icon name={piece} size={22} /><span><b>{w.pieces[piece]}</b>{!isBoss && <small> {w.left(left)}</small>}</span></>;
}

// Both halves of the card that was turned over, as they would lie.
function Halves({ table, half }: { table: SeasteadTable; half: number }) {
  const w = wordsOf(table.language);
  const card = table.components.dive_cards.find(({ number }) => number === table.view.dive.discards.at(-1));
  const [mine, other] = [card?.halves[half - 1], card?.halves[2 - half]];
  return mine && other ? (
    <span class="sea-halves">
      <HalfFace table={table} half={other} who={ownerOf(table, 1 - (table.mine ?? 0)).name} />
      <HalfFace table={table} half={mine} who={w.you} />
    </span>
  ) : null;
}

function Swap({ table, parts, text }: { table: SeasteadTable; parts: Move; text: string }) {
  if (parts.verb !== 'swap') {
    return null;
  }
  const demand = (n: number) => table.view.flotillas[n - 1]?.demand ?? 'kelp';
  return (
    <>
      <Icon name={demand(parts.flotilla)} size={20} /><Icon name="swap" size={16} /><Icon name={demand(parts.to)} size={20} />
      <Icon name="lock" size={15} /><Icon name={lockedBy(table.view, parts)} size={20} /><span class="only-read">{text}</span>
    </>
  );
}
