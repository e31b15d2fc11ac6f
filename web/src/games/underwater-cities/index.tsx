// Underwater Cities.
import { Icon } from '../../table/icon.tsx';
import { Purse, type PurseCell } from '../../table/purse.tsx';
import { game } from '../../table/game.ts';
import { BoardPane } from './board.tsx';
import { InPlay, type UwcTable } from './cards.tsx';
import { facetsOf } from './facets.ts';
import { Moves } from './motion.tsx';
import { Round } from './round.tsx';
import { chipPicture, say } from './say.tsx';
import { SlotsPane } from './slots.tsx';
import { stepPicture } from './step.tsx';
import { Tray } from './tray.tsx';
import { amountText, wordsOf } from './words.ts';
import { resources, type Components, type Prompt, type Seat, type Step, type View } from './types.ts';

// The resources of the seat that is looked at, with the next Production and, at
// the kelp, the cities to feed: red when they cannot be fed with kelp.
function UwcPurse({ table }: { table: UwcTable }) {
  const w = wordsOf(table.language);
  const seat = table.view.seats[table.mine ?? table.shown];
  const after = (table.preview?.view as View | null | undefined)?.seats[seat?.seat ?? -1];
  if (!seat) {
    return null;
  }
  const cells = resources.map((what): PurseCell => ({
    icon: what, label: amountText(w, what, seat.resources[what]),
    value: seat.resources[what], after: after?.resources[what],
    note: what === 'kelp' ? <><Coming n={seat.production.kelp} label={w.nextProduction} /><Feeding seat={seat} table={table} /></> :
      <Coming n={seat.production[what]} label={w.nextProduction} />,
  }));
  cells.push({ icon: 'points', label: amountText(w, 'points', seat.points),
    value: seat.points, after: after?.points, note: <Coming n={seat.production.points} label={w.nextProduction} /> });
  return <><Purse label={w.have} cells={cells} /><Moves table={table} /></>;
}

const Coming = ({ n, label }: { n: number; label: string }) =>
  <span title={label}>+{n}</span>;

function Feeding({ seat, table }: { seat: Seat; table: UwcTable }) {
  const w = wordsOf(table.language);
  const { feeding, fed_after_gains: fed } = seat.production;
  const isShort = fed.biomatter > 0 || fed.points > 0 || fed.unfed > 0;
  const text = w.feeding(feeding) + (isShort ? `, ${w.short_(feeding - fed.kelp)}` : '');
  return (
    <span class={isShort ? 'bad' : ''} title={text}>
      <Icon name="feed" /><span aria-hidden="true">{feeding}</span><span class="only-read">{text}</span>
    </span>
  );
}

// Of another player: turns left, cards, resources and structures.
function Rival({ table, seat }: { table: UwcTable; seat: number }) {
  const w = wordsOf(table.language);
  const one = table.view.seats[seat];
  if (!one) {
    return null;
  }
  const left = table.view.next.turns.filter((turn) => turn === seat).length;
  return (
    <span class="uwc-rival">
      <span class="uwc-rival-short">
        <span class="uwc-pips" role="img" aria-label={w.turnsLeft(left)}>{[0, 1, 2].map((i) => <i key={i} class={i < left ? 'is-left' : ''} />)}</span>
        <span><Icon name="card" size={14} /><span aria-hidden="true">{one.hand.count}</span><span class="only-read">{w.cardsInHand(one.hand.count)}</span></span>
      </span>
      <span class="uwc-rival-long">
        {resources.map((what) => (
          <span key={what}><Icon name={what} size={15} />{one.resources[what]}<small>+{one.production[what]}</small></span>
        ))}
      </span>
      <span class="uwc-rival-long">
        {([['city', 'nonsymbiotic-cities'], ['symbiotic', 'symbiotic-cities'], ['tunnel', 'tunnels'], ['farm', 'farms'],
          ['plant', 'plants'], ['laboratory', 'laboratories'], ['upgrade', 'upgraded']] as const).map(([icon, what]) => (
          <span key={icon} title={w.counts[what]}><Icon name={icon} size={15} />{one.counts[what]}</span>
        ))}
      </span>
    </span>
  );
}

const source = (en: string, de: string) => ({ en, de });

export default game<View, Components>({
  minutes: (seats) => 40 * seats,
  facets: (move, table) => facetsOf(move, table.components, table.language),
  panes: [
    { id: 'slots', title: { en: 'Slots', de: 'Felder' }, icon: 'slots', column: 'left',
      draw: (table) => <SlotsPane table={table} /> },
    { id: 'board', title: { en: 'Board', de: 'Tableau' }, icon: 'board', column: 'middle',
      draw: (table) => <BoardPane table={table} /> },
    { id: 'cards', title: { en: 'Cards', de: 'Karten' }, icon: 'cards', column: 'left',
      draw: (table) => table.isWide ? null : <InPlay table={table} seat={table.shown} /> },
  ],
  focus(prompt) {
    const { kind } = prompt as Prompt;
    return kind === 'effect' || kind === 'end' || kind === 'card' || kind === 'start' ||
      kind === 'tiles' ? 'board' : 'slots';
  },
  chips: ['pay', 'clone'],
  chip: (facet, table) => chipPicture(table, facet),
  ends: ['end'],
  round: (table) => <Round table={table} />,
  purse: (table) => <UwcPurse table={table} />,
  tray: (table) => <Tray table={table} />,
  rival: (table, seat) => <Rival table={table} seat={seat} />,
  say,
  help: () => import('./help.ts'),
  step: (step, table) => stepPicture(table, step as Step),
  sources: {
    points: source('Points so far', 'Punkte bisher'),
    'brown-metropolis': source('Brown metropolis', 'Braune Metropole'),
    'end-scoring-cards': source('End-scoring cards', 'Endwertungs\u00ADkarten'),
    cities: source('Cities', 'Städte'),
    resources: source('Resources', 'Ressourcen'),
  },
});
