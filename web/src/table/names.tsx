// How players are named: by the name that they chose to be shown, which may be written
// from right to left, and by the name of their account, which nobody else has.
import type { Player } from '../api/types.ts';

type Name = Pick<Player, 'name' | 'display_name'>;

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

// Within a text: the direction of the name does not turn what is around it.
export const shownName = ({ name, display_name: display }: Name): string =>
  display === null ? name : `${FIRST_STRONG_ISOLATE}${display}${POP_ISOLATE}`;

export const fullName = (player: Name): string =>
  player.display_name === null ? player.name : `${shownName(player)} (${player.name})`;

export const Named = ({ player: { name, display_name: display } }: { player: Name }) =>
  display === null ? <>{name}</> : <><bdi>{display}</bdi> <small>{name}</small></>;
