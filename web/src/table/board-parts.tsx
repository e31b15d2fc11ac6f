// Small parts that tables show: the token of a seat, and the sign of a colour.
// Both have a shape, so that nothing hangs on colours.
import type { SeatInfo } from './game.ts';

export const SeatToken = ({ seat, size = 22 }: {
  seat: Pick<SeatInfo, 'seat' | 'letter' | 'name'>;
  size?: number;
}) => (
  <span class={`seat-token seat-${seat.seat}`} style={{ '--size': `${size}px` }} title={seat.name}>
    <span aria-hidden="true">{seat.letter}</span>
    <span class="only-read">{seat.name}</span>
  </span>
);

// A round, a diamond, a triangle or a square; the word is beside it.
export const ColourSign = ({ colour }: { colour: string }) => (
  <span class={`colour-sign colour-${colour}`} aria-hidden="true" />
);
