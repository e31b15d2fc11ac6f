// Small pictures: resources, divers, contracts, and what can be tapped.
import type { ComponentChildren } from 'preact';
import { Icon } from '../../table/icon.tsx';
import { wordsOf } from './words.ts';
import { colours, type Colour, type Diver, type OtysTable, type Side } from './types.ts';
import type { Amounts } from './facets.ts';

export const Cube = ({ table, colour }: { table: OtysTable; colour: Colour }) => {
  const w = wordsOf(table.language);
  return <span class={`otys-cube of-${colour}`} title={w.colours[colour]}>
    <span aria-hidden="true">{w.letters[colour]}</span><span class="only-read">{w.colours[colour]}</span></span>;
};

export const Cubes = ({ table, amounts }: { table: OtysTable; amounts: Amounts }) => (
  <>{colours.flatMap((colour) => Array.from({ length: amounts[colour] ?? 0 }, (_, i) =>
    <Cube key={`${colour}${i}`} table={table} colour={colour} />))}</>
);

// Something on the table that may be a value of a facet: a tap chooses it, or shows
// what it is, and why it cannot be chosen.
export function Part({ table, facet, value, label, info, at, move, class: name, children }: {
  table: OtysTable; facet: string; value: string; label: string; info: string; class: string;
  at?: string; // its place, for motion
  move?: string | null | undefined; // the one that would choose it
  children: ComponentChildren;
}) {
  const standing = table.choice?.standing(facet, value) ?? 'none';
  const w = wordsOf(table.language);
  const explain = () => {
    table.sheet(label, <p>{info}</p>);
    if (move && table.choice) {
      table.whyNot(move);
    }
  };
  const state = standing === 'chosen' ? `, ${w.chosen}` : standing === 'none' ? '' : `, ${w.canChoose}`;
  return (
    <button type="button" class={`${name} is-${standing}`} aria-pressed={standing === 'chosen'}
      aria-disabled={table.choice !== null && standing === 'none'} data-key={facet} data-value={value} data-at={at} title={info}
      onClick={() => standing === 'none' ? explain() : table.select(facet, value)}>
      <span class="otys-seen" aria-hidden="true">{children}</span>
      <span class="only-read">{label}{state}. {info}</span>
    </button>
  );
}

// The text of a side in this match: its options may change it.
export const sideText = ({ view }: OtysTable, side: Side | undefined): string =>
  (side?.variants?.find(({ option, value }) => view[option] === value) ?? side)?.text ?? '';

export function diverText(table: OtysTable, seat: number, diver: Diver): string {
  const info = table.components.divers.find(({ word }) => word === diver);
  const isUpgraded = table.view.players[seat]?.upgraded.includes(diver);
  return sideText(table, isUpgraded ? info?.upgraded : info?.basic);
}

// The side that the sponsor of a level shows.
export function sponsorSide(table: OtysTable, level: number): Side | undefined {
  const sponsor = table.view.sponsors[level - 1];
  const info = table.components.sponsors.find(({ number }) => number === sponsor?.number);
  return sponsor?.side === 'advanced' ? info?.advanced : info?.basic;
}

export const sponsorText = (table: OtysTable, level: number): string =>
  sideText(table, sponsorSide(table, level));

export const tokenSide = (table: OtysTable, n: number, side: 'front' | 'back'): Side | undefined =>
  table.components.tokens.find(({ number }) => number === n)?.[side];

export const tokenText = (table: OtysTable, n: number, side: 'front' | 'back'): string =>
  sideText(table, tokenSide(table, n, side));

export function Contract({ table, n }: { table: OtysTable; n: number }) {
  const info = table.components.cards.find(({ number }) => number === n);
  return info ? (
    <span class="otys-contract">
      <span class="otys-needs" aria-hidden="true">
        {info.needs && <Cubes table={table} amounts={info.needs} />}
        {info.groups?.map((size, i) => <span key={i} class="otys-group">{Array.from({ length: size }, (_, at) => <i key={at} />)}</span>)}
      </span>
      <span class="otys-gives" aria-hidden="true">
        {info.points}<Icon name="points" size={15} />
        {(info.credits ?? 0) > 0 && <>{info.credits}<Icon name="credit" size={15} /></>}
        {(info.batteries ?? 0) > 0 && <>{info.batteries}<Icon name="battery" size={15} /></>}
      </span>
      <span class="only-read">{info.text}</span>
    </span>
  ) : null;
}
