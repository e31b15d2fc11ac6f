// What moves on the table: gains and payments between their cause and the purse or
// the player, action tiles to their slots, and pieces that are built.
import { useMotion, type Flight } from '../../table/motion.ts';
import type { UwcTable } from './cards.tsx';
import { tunnelSite } from './facets.ts';
import type { Cause, Step } from './types.ts';

type Place = NonNullable<Extract<Step, { type: 'build' }>['to']>;

const find = (selector: string): Element | null => document.querySelector(selector);

// The element of a place, if it is on the screen.
function elementAt(table: UwcTable, place: Place | undefined): Element | null {
  if (!place) {
    return null;
  }
  switch (place.place) {
    case 'slot':
      return find(`[data-slot="${place.slot}"]`);
    case 'site': case 'city':
      return place.board === table.shown ? find(`[data-site="${place.site}"]`) : seatElement(place.board);
    case 'tunnel':
      return place.board === table.shown ? find(`[data-site="${tunnelSite(place.site)}"]`) : seatElement(place.board);
    case 'metropolis':
      return place.board === table.shown ? find(`[data-corner="${place.site}"]`) : seatElement(place.board);
    case 'hand': case 'in-play':
      return place.seat === table.mine ? find('.uwc-tray') ?? seatElement(place.seat) : seatElement(place.seat);
    default:
      return null;
  }
}

const seatElement = (seat: number): Element | null => find(`[data-seat="${seat}"]`);

const purse = (table: UwcTable, seat: number, what: string): Element | null =>
  (seat === table.mine ? find(`[data-purse="${what}"]`) : null) ?? seatElement(seat);

// Where a gain comes from.
function causeElement(table: UwcTable, cause: Cause | undefined): Element | null {
  switch (cause?.cause) {
    case 'slot': return find(`[data-slot="${cause.slot}"]`);
    case 'bonus': return elementAt(table, cause.at);
    case 'space': return find('.uwc-track');
    case 'production': case 'swap': case 'feeding': return find('.uwc-board') ?? find('.uwc-gauge');
    default: return find('.uwc-board') ?? find('.uwc-slots');
  }
}

function flightOf(table: UwcTable, step: Step): Flight | null {
  switch (step.type) {
    case 'gain':
      return { icon: step.what, from: causeElement(table, step.because), to: purse(table, step.seat, step.what) };
    case 'pay':
      return { icon: step.what, from: purse(table, step.seat, step.what), to: causeElement(table, step.because) };
    case 'tile': {
      const to = elementAt(table, step.to);
      return to && { icon: 'slot', from: seatElement(step.seat), to };
    }
    case 'marker':
      return { icon: 'federation', from: seatElement(step.seat), to: find('.uwc-track') };
    default:
      return null;
  }
}

function settledAt(table: UwcTable, step: Step): Element | null {
  return step.type === 'build' || step.type === 'upgrade' || step.type === 'convert' || step.type === 'connect' ?
    elementAt(table, step.to) : null;
}

// Moves what the newest steps say, once.
export function Moves({ table }: { table: UwcTable }) {
  useMotion(table.steps as readonly Step[], (step) => {
    const flight = flightOf(table, step);
    const settled = settledAt(table, step);
    return { flights: flight ? [flight] : [],
      settles: settled?.closest('.uwc-board') ? [settled] : [] };
  });
  return null;
}
