// What moves on the table: resources between their places and their owners, buildings
// and ships to their locations, demand tokens and the lock between flotillas.
import { useMotion, type Motion } from '../../table/motion.ts';
import type { Place, SeasteadTable, Step } from './types.ts';

const find = (selector: string): Element | null => document.querySelector(selector);
const seatElement = (seat: number | undefined): Element | null => find(`[data-seat="${seat}"]`);

const storage = (seat: number | undefined, icon: string): Element | null =>
  find(`[data-seat="${seat}"] [data-purse="${icon}"]`) ?? seatElement(seat);

const displays = (): Element | null => find('.sea-displays') ?? find('[data-tab="displays"]');

function elementAt(place: Place | undefined, icon: string): Element | null {
  switch (place?.place) {
    case 'storage': return storage(place.seat, icon);
    case 'location': return find(`[data-location="${place.location}"]`);
    case 'flotilla': return find(`[data-flotilla="${place.flotilla}"]`);
    case 'board': case 'drawn': return seatElement(place.seat);
    case 'display': case 'pile': return displays();
    case 'force': return find('.sea-ribbon');
    default: return null;
  }
}

const moved = (icon: string, { from, to }: { from?: Place; to?: Place }): Partial<Motion> => ({
  flights: [{ icon, from: elementAt(from, icon) ?? find('.sea-board'),
    to: elementAt(to, icon) ?? find('.sea-board') }],
});

// A new building is shown when it arrives.
const landed = (icon: string, selector: string, places: { from?: Place; to?: Place }) => {
  const { to } = places;
  const landing = to?.place === 'location' ? find(`[data-${selector}="${to.location}"]`) : null;
  return { ...moved(icon, places), settles: [landing] };
};

function motionOf(step: Step): Partial<Motion> | null {
  switch (step.type) {
    case 'resource': return moved(step.resource, step);
    case 'cleanup': return { flights: [{ icon: 'cleanup', from: find('.sea-board'),
      to: storage(step.seat, 'cleanup') }] };
    case 'building': return landed(step.piece, 'built', step);
    case 'ship': return landed('ship', 'ship', step);
    case 'dock': return landed('port', 'plate', step);
    case 'specialist': return moved('specialist', step);
    case 'decree': return { settles: [find('.sea-ribbon')] };
    case 'dive': return { flights: [{ icon: 'dive', from: displays(), to: find('.sea-board') }] };
    case 'swap': return { flights: [...moved('swap', step).flights ?? [],
      ...moved('swap', { from: step.to, to: step.from }).flights ?? []] };
    case 'lock': return moved('lock', step);
    default: return null;
  }
}

export function Moves({ table }: { table: SeasteadTable }) {
  useMotion(table.steps as readonly Step[], motionOf);
  return null;
}
