// Cards: a face with its effects as icons, the hand, and what is in play.
import type { ComponentChildren } from 'preact';
import { Effects, type Token } from '../../table/effects.tsx';
import { Icon } from '../../table/icon.tsx';
import { ColourSign } from '../../table/board-parts.tsx';
import type { Table } from '../../table/game.ts';
import { cardLines, type Line } from './tokens.ts';
import { wordsOf } from './words.ts';
import type { CardInfo, Components, View } from './types.ts';

export type UwcTable = Table<View, Components>;

export const cardOf = (table: UwcTable, card: number): CardInfo | undefined =>
  table.components.cards.find((info) => info.card === card);

const lineTokens = (line: Line): Token[] => line.when ? [line.when, ...line.tokens] : line.tokens;

export function cardTokens(table: UwcTable, card: number): Token[] {
  const info = cardOf(table, card);
  return info ? cardLines(table.components, table.language, info).flatMap(lineTokens) : [];
}

// The card in large, with its text; the service has it in English only.
function Large({ table, info }: { table: UwcTable; info: CardInfo }) {
  const w = wordsOf(table.language);
  return (
    <div class={`uwc-large colour-of-${info.colour}`}>
      <p class="uwc-large-type">
        <Icon name={`type-${info.type}`} size={20} /> {w.types[info.type]}
        {' · '}<ColourSign colour={info.colour} /> {w.colours[info.colour]}
        {info.era ? ` · ${w.era(info.era)}` : ''}
        {info.special ? ` · ${w.special}, ${w.credits(info.credits)}` : ''}
      </p>
      {cardLines(table.components, table.language, info).map((line, i) => (
        <p key={i} class="uwc-large-line"><Effects tokens={lineTokens(line)} size={26} /></p>
      ))}
      <p lang="en">{info.text}</p>
    </div>
  );
}

export function openCard(table: UwcTable, card: number): void {
  const info = cardOf(table, card);
  if (info) {
    table.sheet(info.name, <Large table={table} info={info} />);
  }
}

export function CardFace({ table, info, children }: {
  table: UwcTable; info: CardInfo; children?: ComponentChildren;
}) {
  const w = wordsOf(table.language);
  return (
    <>
      <span class="uwc-card-name"><ColourSign colour={info.colour} /><span>{info.name}</span>
        <span class="only-read">, {w.colours[info.colour]}, {w.types[info.type]}: </span></span>
      <span class="uwc-card-type"><Icon name={`type-${info.type}`} size={13} />{w.types[info.type]}
        {info.credits > 0 && <span class="uwc-card-price"><b>{info.credits}</b><Icon name="credit" size={14} /></span>}</span>
      <span class="uwc-card-lines">
        {cardLines(table.components, table.language, info).map((line, i) => (
          <Effects key={i} tokens={lineTokens(line)} size={18} />
        ))}
      </span>
      {children}
    </>
  );
}

// A card that can be chosen; the corner opens it in large.
export function CardButton({ table, card, state, isOff = false, onTap, tag }: {
  table: UwcTable; card: number;
  state: 'chosen' | 'lifted' | 'open' | 'quiet';
  isOff?: boolean; // cannot be chosen: a tap opens it
  onTap(): void;
  tag?: ComponentChildren;
}) {
  const info = cardOf(table, card);
  if (!info) {
    return null;
  }
  return (
    <div class={`uwc-card colour-of-${info.colour} is-${state}`}>
      <button type="button" class="uwc-card-main" aria-pressed={isOff ? undefined : state === 'chosen'}
        onClick={isOff ? () => openCard(table, card) : onTap}>
        <CardFace table={table} info={info}>{tag}</CardFace>
      </button>
      <button type="button" class="uwc-card-more" aria-label={`${info.name}: ${wordsOf(table.language).cards}`}
        onClick={() => openCard(table, card)}><Icon name="info" size={16} /></button>
    </div>
  );
}

const typeOrder = ['action', 'permanent', 'production', 'end-scoring'] as const;

// The cards in front of a seat, by type; used ones are marked.
export function InPlay({ table, seat }: { table: UwcTable; seat: number }) {
  const w = wordsOf(table.language);
  const claims = table.view.seats[seat]?.claims ?? [];
  return (
    <div class="uwc-in-play">
      {typeOrder.map((type) => {
        const cards = claims.filter((claim) => claim.type === type);
        return cards.length > 0 && (
          <section key={type}>
            <h3><Icon name={`type-${type}`} size={14} /> {w.types[type]} <span>{type === 'action' ? `${cards.length}/4` : cards.length}</span></h3>
            <ul>
              {cards.map((claim) => <li key={claim.card}><Chip table={table} card={claim.card} isUsed={claim.used} /></li>)}
            </ul>
          </section>
        );
      })}
      {claims.length === 0 && <p class="uwc-quiet">{w.none}</p>}
    </div>
  );
}

function Chip({ table, card, isUsed }: { table: UwcTable; card: number; isUsed: boolean }) {
  const info = cardOf(table, card);
  if (!info) {
    return null;
  }
  const w = wordsOf(table.language);
  return (
    <button type="button" class={isUsed ? 'uwc-chip is-used' : 'uwc-chip'} onClick={() => openCard(table, card)}>
      <span class="uwc-chip-name"><ColourSign colour={info.colour} /> {info.name}
        {isUsed && <em> {w.used}</em>}</span>
      <span class="uwc-chip-lines">
        {cardLines(table.components, table.language, info).map((line, i) => (
          <Effects key={i} tokens={lineTokens(line)} size={15} />
        ))}
      </span>
    </button>
  );
}
