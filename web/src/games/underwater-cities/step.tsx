// The picture of a step in the log: who, what and why.
import type { ComponentChildren } from 'preact';
import { SeatToken } from '../../table/board-parts.tsx';
import { Effects, type Token } from '../../table/effects.tsx';
import type { UwcTable } from './cards.tsx';
import { siteText, titleOf, tunnelSite } from './facets.ts';
import { amount } from './tokens.ts';
import { wordsOf } from './words.ts';
import type { Cause, Step } from './types.ts';

type Words = ReturnType<typeof wordsOf>;
type Place = NonNullable<Extract<Step, { type: 'build' }>['to']>;

// Steps that say nothing to people.
const silent: readonly Step['type'][] = ['progress', 'begin', 'effect', 'end', 'card', 'turn',
  'cards-due', 'choosing', 'ask'];

// A picture; null leaves the step to its text, and an empty one hides it.
export function stepPicture(table: UwcTable, step: Step): ComponentChildren {
  const w = wordsOf(table.language);
  if (silent.includes(step.type)) {
    return '';
  }
  switch (step.type) {
    case 'gain': case 'pay': case 'lose': {
      // a step that was undone has the other sign
      const isMore = (step.type === 'gain') !== (step.undone ?? false);
      return row(table, step.seat, [signed(w, step.what, isMore ? step.n : -step.n)], causeText(table, w, step.because));
    }
    case 'build': case 'upgrade':
      return row(table, step.seat, [{ icon: step.piece, label: w.pieces[step.piece] },
        ...step.type === 'upgrade' ? [{ icon: 'upgrade', label: w.upgrade }] : []], placeText(w, step.to ?? step.from));
    default:
      return null;
  }
}

function signed(w: Words, what: 'credit' | 'kelp' | 'steelplast' | 'science' | 'biomatter' | 'points' | 'card',
    n: number): Token {
  return { ...amount(w, what, n), icon: what, n: n < 0 ? `−${-n}` : `+${n}`, tone: n < 0 ? 'bad' : 'good' };
}

function row(table: UwcTable, seat: number, tokens: readonly Token[], why: string) {
  const info = table.seats[seat];
  return (
    <span class="uwc-step">
      {info && <SeatToken seat={info} size={15} />} <Effects tokens={tokens} size={15} /> <span>{why}</span>
    </span>
  );
}

function placeText(w: Words, place: Place | undefined): string {
  switch (place?.place) {
    case 'site': case 'city': return siteText(w, place.site);
    case 'tunnel': return siteText(w, tunnelSite(place.site));
    default: return '';
  }
}

function causeText(table: UwcTable, w: Words, cause: Cause | undefined): string {
  if (!cause) {
    return '';
  }
  if ('card' in cause) {
    return titleOf(table.components, cause.card);
  }
  switch (cause.cause) {
    case 'slot': {
      const slot = table.view.slots.find((one) => one.slot === cause.slot);
      return slot ? `${w.colours[slot.colour]} ${slot.slot.replace(/\D/g, '')}` : cause.slot;
    }
    case 'bonus': return `${w.bonus}: ${placeText(w, cause.at)}`;
    case 'build': case 'upgrading': return w.pieces[cause.piece];
    case 'space': return w.track;
    case 'production': return w.types.production;
    case 'contract': return table.components.contracts.find((info) => info.contract === cause.contract)?.name ?? '';
    case 'tile': return w.tile;
    case 'feeding': return w.fed;
    default: return '';
  }
}
