// What moves on the table: divers slide along their column and sponsors down their
// levels, keys go to their divers, and goods fly between their places.
import { useMotion, type Flight, type Motion } from '../../table/motion.ts';
import { SURFACE, type OtysTable, type Place, type Step } from './types.ts';

const find = (selector: string): Element | null => document.querySelector(selector);
const at = (name: string): Element | null => find(`[data-at="${name}"]`);
const seatElement = (seat: number | undefined): Element | null => find(`[data-seat="${seat}"]`);

// The colony is a tab of its own on a phone.
const colony = (name: string): Element | null => at(name) ?? find('[data-tab="colony"]');

const purse = (table: OtysTable, seat: number, icon: string): Element | null =>
  (seat === table.mine ? find(`[data-purse="${icon}"]`) : null) ?? seatElement(seat);

// The element of a place, or the seat whose board is not shown.
function elementAt(table: OtysTable, place: Place | undefined): Element | null {
  if (!place) {
    return null;
  }
  const own = (seat: number, name: string) =>
    seat === table.shown ? at(name) : seatElement(seat);
  switch (place.place) {
    case 'level': case 'reward': return own(place.seat, `level ${place.number}`);
    case 'use': return own(place.seat, `slot ${SURFACE + place.number}`);
    case 'slot': return own(place.seat, `slot ${place.number}`);
    case 'store': return colony(`store ${place.number}`);
    case 'display': return colony('tokens');
    case 'public': return colony('contracts');
    case 'hand': case 'drawn': case 'taken': case 'board': case 'track':
      return seatElement(place.seat);
    default: return null;
  }
}

const flight = (icon: string, from: Element | null, to: Element | null): Partial<Motion> =>
  ({ flights: [{ icon, from, to } satisfies Flight] });

// Gains come from the level where the turn is, and payments go there.
function amountMotion(table: OtysTable, icon: string, seat: number, isPaid: boolean) {
  const { level } = table.view;
  const cause = (level && seat === table.shown ? at(`level ${level}`) : null) ?? find('.otys-board');
  const own = purse(table, seat, icon);
  return isPaid ? flight(icon, own, cause) : flight(icon, cause, own);
}

const levels = [1, 2, 3, 4, 5];

// Every sponsor has come from the level above it, the first from the last.
const rotation = (): Partial<Motion> => ({
  slides: levels.map((level) => ({ what: at(`sponsor ${level}`),
    from: at(`sponsor ${level === 1 ? levels.length : level - 1}`) })),
});

function motionOf(table: OtysTable, step: Step): Partial<Motion> | null {
  switch (step.type) {
    case 'diver':
      return step.seat === table.shown ?
        { slides: [{ what: elementAt(table, step.to), from: elementAt(table, step.from) }] } : null;
    case 'rotate':
      return rotation();
    case 'key':
      return step.to?.place === 'use' ?
        flight('key', step.seat === table.shown ? at(`key ${step.key}`) : seatElement(step.seat),
            elementAt(table, step.to)) : { settles: [at(`key ${step.key}`)] };
    case 'return':
      return step.seat === table.shown ?
        { settles: [...document.querySelectorAll('.otys-board .otys-key')] } : null;
    case 'credits': case 'battery':
      return amountMotion(table, step.type === 'credits' ? 'credit' : 'battery', step.seat,
          (step.paid ?? 0) > 0);
    case 'points':
      return flight('points', find('.otys-board'), seatElement(step.seat));
    case 'resource':
      return { flights: [{ icon: 'any', picture: find(`.otys-cube.of-${step.resource}`),
        from: elementAt(table, step.from) ?? find('.otys-board'),
        to: elementAt(table, step.to) ?? seatElement(step.seat) }] };
    case 'contract':
      return flight('contract', elementAt(table, step.from),
          elementAt(table, step.to) ?? seatElement(step.seat));
    case 'token':
      return flight('points', elementAt(table, step.from), elementAt(table, step.to));
    case 'upgrade':
      return step.seat === table.shown ? { settles: [find(`.otys-board .of-${step.diver}`)] } : null;
    default:
      return null;
  }
}

export function Moves({ table }: { table: OtysTable }) {
  useMotion(table.steps as readonly Step[], (step) => motionOf(table, step));
  return null;
}
