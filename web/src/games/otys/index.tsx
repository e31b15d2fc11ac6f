// Otys.
import { game } from '../../table/game.ts';
import { Icon } from '../../table/icon.tsx';
import { Purse } from '../../table/purse.tsx';
import { BoardPane } from './board.tsx';
import { Colony } from './colony.tsx';
import { facetsOf } from './facets.ts';
import { Moves } from './motion.tsx';
import { say } from './say.tsx';
import { Tray } from './tray.tsx';
import { wordsOf } from './words.ts';
import { stepPicture } from './step.tsx';
import type { Components, OtysTable, Step, View } from './types.ts';

const usedKeys = (player: View['players'][number]): number =>
  player.used_keys.length + player.used_neutral_keys;

function Round({ table }: { table: OtysTable }) {
  const w = wordsOf(table.language);
  const { round, last_round: last } = table.view;
  return <b>{w.round(round)}{last !== null && `, ${last === round ? w.last : w.lastIs(last)}`}</b>;
}

// What the seat has whose board is shown.
function OtysPurse({ table }: { table: OtysTable }) {
  const w = wordsOf(table.language);
  const seat = table.shown;
  const player = table.view.players[seat];
  const after = (table.preview?.view as View | null | undefined)?.players[seat];
  if (!player) {
    return null;
  }
  const gate = table.components.hacker.values[player.hacker] ?? 0;
  const reach = table.components.mechanic.values[player.mechanic] ?? 0;
  return <Purse label={seat === table.mine ? w.have : table.seats[seat]?.name ?? ''} cells={[
    { icon: 'credit', label: w.credits(player.credits), value: player.credits, after: after?.credits },
    { icon: 'battery', label: w.batteries(player.batteries), value: player.batteries, after: after?.batteries,
      note: w.propeller(reach) },
    { icon: 'key', label: w.keys(usedKeys(player), gate), value: usedKeys(player),
      after: after && usedKeys(after), note: `/ ${gate}` },
  ]} />;
}

function Rival({ table, seat }: { table: OtysTable; seat: number }) {
  const w = wordsOf(table.language);
  const player = table.view.players[seat];
  return player ? (
    <span class="otys-rival">
      {([['credit', player.credits, w.credits], ['battery', player.batteries, w.batteries],
        ['contract', player.contracts, w.hand]] as const).map(([icon, n, text]) => (
        <span key={icon}><Icon name={icon} size={15} /><span aria-hidden="true">{n}</span><span class="only-read">{text(n)} </span></span>
      ))}
    </span>
  ) : null;
}

const source = (en: string, de: string) => ({ en, de });

export default game<View, Components>({
  minutes: (seats) => 15 + 15 * seats,
  facets: facetsOf,
  panes: [
    { id: 'divers', title: { en: 'Divers', de: 'Taucher' }, icon: 'board', column: 'middle',
      draw: (table) => <BoardPane table={table} /> },
    { id: 'colony', title: { en: 'Colony', de: 'Kolonie' }, icon: 'cards', column: 'left',
      draw: (table) => <Colony table={table} /> },
  ],
  focus: () => 'divers',
  chips: ['amounts'],
  ends: [],
  pass: { en: 'No, go on', de: 'Nein, weiter' },
  round: (table) => <Round table={table} />,
  purse: (table) => <><OtysPurse table={table} /><Moves table={table} /></>,
  tray: (table) => <Tray table={table} />,
  rival: (table, seat) => <Rival table={table} seat={seat} />,
  say,
  help: () => import('./help.ts'),
  step: (step, table) => stepPicture(table, step as Step),
  sources: {
    contracts: source('Contracts', 'Aufträge'),
    bonuses: source('Bonuses', 'Boni'),
    tokens: source('Reward tokens', 'Belohnungs\u00ADplättchen'),
    sponsors: source('Sponsors', 'Sponsoren'),
    store: source('Store', 'Laden'),
  },
});
