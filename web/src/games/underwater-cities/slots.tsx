// The main board: the action slots in three colours, the Federation track, the
// government contracts and the piles.
import { Effects, textOf, type Token } from '../../table/effects.tsx';
import { Icon } from '../../table/icon.tsx';
import { ColourSign, SeatToken } from '../../table/board-parts.tsx';
import { CardButton, cardOf, openCard, type UwcTable } from './cards.tsx';
import { amount, countTokens, effectsTokens } from './tokens.ts';
import { wordsOf } from './words.ts';
import type { SlotInfo, View } from './types.ts';

type Slot = View['slots'][number];

const colours = ['green', 'red', 'yellow'] as const;

export const seatName = (table: UwcTable, seat: number): string =>
  table.seats[seat]?.name ?? String(seat + 1);

function Marker({ table, seat, size }: { table: UwcTable; seat: number; size: number }) {
  const info = table.seats[seat];
  return info ? <SeatToken seat={info} size={size} /> : null;
}

const infoOf = (table: UwcTable, slot: string): SlotInfo | undefined =>
  table.components.sides.find((side) => table.view.seats.length >= side.min_seats &&
    table.view.seats.length <= side.max_seats)?.slots.find((info) => info.slot === slot);

export function slotTokens(table: UwcTable, slot: string): Token[] {
  const w = wordsOf(table.language);
  const effects = infoOf(table, slot)?.effects ?? [];
  return effectsTokens(w, effects);
}

// Whether a slot can be chosen, and is.
interface Standing {
  isChosen: boolean;
  isOpen: boolean;
  isOther: boolean; // legal, but not with the chosen card
  isMatch: boolean; // with the chosen card
}

function standingOf(table: UwcTable, slot: Slot): Standing {
  const { choice, view } = table;
  const standing = choice?.standing('slot', slot.slot) ?? 'none';
  const card = Number(choice?.selection['card'] ?? 0);
  const colour = card ? cardOf(table, card)?.colour : undefined;
  const current = view.current_turn.slot === slot.slot && view.active !== null;
  return {
    isChosen: standing === 'chosen' || (standing === 'none' && current),
    isOpen: standing === 'open', isOther: standing === 'other',
    isMatch: standing !== 'none' && colour === slot.colour,
  };
}

function slotLabel(table: UwcTable, slot: Slot, standing: Standing): string {
  const w = wordsOf(table.language);
  const takers = slot.tiles.map((seat) => seat === table.mine ? w.yours : w.takenBy(seatName(table, seat)));
  const state = slot.neutral ? w.neutral : takers.length > 0 ? takers.join(', ') : w.freeToTake;
  return `${w.colours[slot.colour]} ${slot.slot.replace(/\D/g, '')}: ${textOf(slotTokens(table, slot.slot))}. ` +
    `${state}${standing.isMatch ? `, ${w.matchesLong}` : ''}`;
}

function SlotView({ table, slot }: { table: UwcTable; slot: Slot }) {
  const w = wordsOf(table.language);
  const standing = standingOf(table, slot);
  const isLegal = standing.isOpen || standing.isOther || table.choice?.standing('slot', slot.slot) === 'chosen';
  const isPlacing = table.choice?.moves[0]?.parts.verb === 'place';
  const isTaken = slot.slot !== 'always' && (slot.tiles.length > 0 || slot.neutral);
  const tokens = slotTokens(table, slot.slot);
  const next = table.view.solo?.next_tiles.includes(slot.slot);
  const names = ['uwc-slot', standing.isChosen && 'is-chosen', isLegal && standing.isMatch && 'is-match',
    isLegal ? 'is-open' : 'is-closed', isTaken && 'is-taken'].filter(Boolean).join(' ');
  const act = () => {
    if (isLegal) {
      table.select('slot', slot.slot);
    } else if (isPlacing) {
      table.whyNot(`place ${slot.slot} ${anyCard(table)}`);
    } else {
      openSlot(table, slot);
    }
  };
  return (
    <button type="button" class={names} data-slot={slot.slot} aria-pressed={isPlacing ? standing.isChosen : undefined}
      aria-disabled={isPlacing && !isLegal ? true : undefined}
      onClick={act}>
      <span class="only-read">{slotLabel(table, slot, standing)}</span>
      <Effects tokens={tokens} size={tokens.length > 4 ? 17 : 21} silent className={tokens.length > 4 ? 'is-tight' : ''} />
      <span class="uwc-slot-name" aria-hidden="true">{w.slots[slot.kind]}</span>
      <span class="uwc-slot-tiles" aria-hidden="true">
        {slot.tiles.map((seat, i) => <Marker key={`${seat} ${i}`} table={table} seat={seat} size={24} />)}
        {slot.neutral && <span class="uwc-neutral" title={w.neutral} />}
        {next && !slot.neutral && <span class="uwc-neutral is-next" />}
      </span>
      {isLegal && standing.isMatch && <span class="uwc-match" aria-hidden="true">{w.matches}</span>}
    </button>
  );
}

// A card of the hand, for a move that is asked about.
function anyCard(table: UwcTable): string {
  const chosen = table.choice?.selection['card'];
  const hand = table.mine === null ? undefined : table.view.seats[table.mine]?.hand.cards;
  return chosen ?? String(hand?.[0] ?? '');
}

function openSlot(table: UwcTable, slot: Slot): void {
  const w = wordsOf(table.language);
  table.sheet(`${w.colours[slot.colour]} ${slot.slot.replace(/\D/g, '')}`, (
    <div class="uwc-large">
      <p class="uwc-large-line"><Effects tokens={slotTokens(table, slot.slot)} size={26} /></p>
      <p lang="en">{slot.text}</p>
    </div>
  ));
}

function Column({ table, colour }: { table: UwcTable; colour: typeof colours[number] }) {
  const w = wordsOf(table.language);
  const hand = table.mine === null ? [] : table.view.seats[table.mine]?.hand.cards ?? [];
  const mine = hand.filter((card) => cardOf(table, card)?.colour === colour).length;
  return (
    <section class={`uwc-column tint-${colour}`}>
      <h3><ColourSign colour={colour} /> {w.colours[colour]}
        {mine > 0 && <span class="uwc-column-cards"><Icon name="card" size={15} /><span aria-hidden="true">{mine}</span><span class="only-read">{w.yourCards(mine)}</span></span>}
      </h3>
      {table.view.slots.filter((slot) => slot.colour === colour)
          .map((slot) => <SlotView key={slot.slot} table={table} slot={slot} />)}
    </section>
  );
}

export function SlotsPane({ table }: { table: UwcTable }) {
  const always = table.view.slots.find((slot) => slot.slot === 'always');
  return (
    <div class="uwc-slots">
      <div class="uwc-columns">{colours.map((colour) => <Column key={colour} table={table} colour={colour} />)}</div>
      {always && <div class="uwc-always"><SlotView table={table} slot={always} /></div>}
      <Track table={table} />
      <Contracts table={table} />
      <Piles table={table} />
    </div>
  );
}

// The Federation track: the order of the next round, from the left.
function Track({ table }: { table: UwcTable }) {
  const w = wordsOf(table.language);
  if (table.view.seats.length === 1 && table.view.federation.every((marker) => marker.space === null)) {
    return null;
  }
  const spaces = [null, 4, 3, 2, 1] as const;
  const gains: Record<number, Token> = {
    3: amount(w, 'credit', 1), 2: amount(w, 'steelplast', 1), 1: amount(w, 'points', 1),
  };
  return (
    <section class="uwc-track-box">
      <h3>{w.track} <small>{w.trackHint}</small></h3>
      <ol class="uwc-track">
        {spaces.map((space) => (
          <li key={String(space)}>
            <span class="uwc-track-gain">{space !== null && gains[space] ? <Effects tokens={[gains[space]]} size={14} /> : space ?? '—'}</span>
            <span class="uwc-track-markers">
              {table.view.federation.filter((marker) => marker.space === space)
                  .map((marker) => <Marker key={marker.seat} table={table} seat={marker.seat} size={18} />)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Contracts({ table }: { table: UwcTable }) {
  const w = wordsOf(table.language);
  const { contracts } = table.view;
  const counts = table.view.seats[table.mine ?? table.shown]?.counts;
  return contracts.length === 0 ? null : (
    <section class="uwc-contracts">
      <h3>{w.contracts}</h3>
      {contracts.map((contract) => {
        const reward = table.components.contracts.find((info) => info.contract === contract.contract)?.reward ?? [];
        const canClaim = table.choice?.standing('contract', String(contract.contract)) ?? 'none';
        const body = (
          <>
            <span class="uwc-contract-name">
              {contract.claimed_by !== null ? <Marker table={table} seat={contract.claimed_by} size={18} /> : <Icon name="contract" size={18} />}
              <b>{contract.name}</b>
            </span>
            <span class="uwc-contract-needs">
              {contract.criteria.map((need) => {
                const have = counts?.[need.what] ?? 0;
                return <Effects key={need.what} className={have >= need.needed ? 'is-met' : ''} size={16}
                  tokens={countTokens(w, need.what, `${have}/${need.needed}`)} />;
              })}
              <span class="fx-word" aria-hidden="true">→</span>
              <Effects tokens={effectsTokens(w, reward)} size={16} />
            </span>
          </>
        );
        return canClaim !== 'none' ?
          <button key={contract.contract} type="button" class="uwc-contract is-open" aria-pressed={canClaim === 'chosen'}
            onClick={() => table.select('contract', String(contract.contract))}>{body}</button> :
          <div key={contract.contract} class={contract.claimed_by !== null ? 'uwc-contract is-claimed' : 'uwc-contract'}>{body}</div>;
      })}
    </section>
  );
}

// How many cards are left, and the special cards on display.
function Piles({ table }: { table: UwcTable }) {
  const w = wordsOf(table.language);
  const { piles } = table.view;
  const shown = piles.display.flatMap((card) => card === null ? [] : [card]);
  return (
    <section class="uwc-piles">
      <h3>{w.piles}</h3>
      <p>
        <span><Icon name="card" size={16} /> {piles.deck} <small>{w.deck}</small></span>
        <span>{piles.discards} <small>{w.discards}</small></span>
        <span><Icon name="metropolis" size={15} /> {piles.metropolises}</span>
        <button type="button" class="uwc-link" onClick={() => table.sheet(w.display, (
          <ul class="uwc-hand is-set">
            {[...piles.top_special ? [piles.top_special] : [], ...shown].map((card) => (
              <li key={card}><CardButton table={table} card={card} state="quiet" isOff onTap={() => openCard(table, card)} /></li>
            ))}
          </ul>
        ))}><Icon name="special" size={16} /> {shown.length} + {piles.specials} <small>{w.display}</small></button>
      </p>
    </section>
  );
}
