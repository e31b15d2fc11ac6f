// The four flotillas as a picture with buttons.  A tap on a location that may be
// chosen chooses it, on any other shows what it is.
import type { ComponentChildren } from 'preact';
import { SeatToken } from '../../table/board-parts.tsx';
import { Icon } from '../../table/icon.tsx';
import { DockSheet, Ribbon } from './cards.tsx';
import { placeKey } from './facets.ts';
import { effectSigns, isWord } from './tokens.ts';
import { wordsOf } from './words.ts';
import { pieces, resources, type Location, type Move, type Piece, type SeasteadTable, type Standing } from './types.ts';

// Places are in thousandths; here the table is 400 wide, for a phone, and the
// flotillas are as near to each other as their dock tiles permit.
const WIDTH = 400;
const HEIGHT = 364;
const R = 27; // of a location: at 60 from the centre, they nearly touch
const scaled = (n: number): number => n * WIDTH / 1000;
const centreOf = ({ x, y }: Point): Point =>
  ({ x: scaled(x), y: HEIGHT / 2 + (scaled(y) - WIDTH / 2) * .9 });

interface Point { x: number; y: number }
interface Spot { info: Location; standing: Standing; flotilla: number }

export function spotsOf({ view, components }: Pick<SeasteadTable, 'view' | 'components'>): Spot[] {
  return components.flotillas.flatMap((flotilla) => {
    const state = view.flotillas[flotilla.number - 1];
    return state ? flotilla[state.side].map((info, i) =>
      ({ info, standing: state.locations[i] ?? {}, flotilla: flotilla.number })) : [];
  });
}

export const effectText = (table: SeasteadTable, location: string): string => {
  const spot = spotsOf(table).find(({ info }) => info.id === location);
  return table.components.effects.find(({ number }) => number === spot?.info.effect)?.text ?? '';
};

// The owner of a thing: a seat, or the Boss of a solo match.
export function ownerOf(table: SeasteadTable, owner: number): { name: string; letter: string } {
  return table.seats[owner] ?? { name: wordsOf(table.language).boss, letter: 'B' };
}

function labelOf(table: SeasteadTable, { info, standing }: Spot): string {
  const w = wordsOf(table.language);
  const things = [
    standing.building && w.of(w.pieces[standing.building.piece], ownerOf(table, standing.building.seat).name),
    standing.ship !== undefined && w.of(w.ship, ownerOf(table, standing.ship).name),
    standing.dock !== undefined && w.dock(standing.dock),
    standing.token && w.token(w.resources[standing.token]),
    w.costs(info.cost), info.discount && w.cheaper(w.pieces[info.discount]), w.points(info.points),
  ];
  return `${w.location(info.id)}: ${things.filter(Boolean).join(', ')}. ${effectText(table, info.id)}`;
}

function openLocation(table: SeasteadTable, spot: Spot): void {
  const w = wordsOf(table.language);
  const dock = table.components.docks.find(({ number }) => number === spot.standing.dock);
  table.sheet(w.location(spot.info.id), (
    <div class="sea-sheet">
      <p>{labelOf(table, spot)}</p>
      {dock && <DockSheet table={table} n={dock.number} />}
    </div>
  ));
}

const Use = ({ icon, x, y, r, class: name = '' }: {
  icon: string; x: number; y: number; r: number; class?: string;
}) => <svg x={x - r} y={y - r} width={2 * r} height={2 * r} class={name}><use href={`#i-${icon}`} /></svg>;

// What the effect does, in one line of icons below the cost.
function Signs({ effect, x, y }: { effect: number; x: number; y: number }) {
  const signs = effectSigns[effect] ?? [];
  const width = (sign: string) => isWord(sign) ? sign.length * 8 : 13;
  const total = signs.reduce((sum, sign) => sum + width(sign), 0);
  let at = x - total / 2;
  return (
    <g aria-hidden="true" class="sea-signs">
      {signs.map((sign, i) => {
        const from = at;
        at += width(sign);
        return isWord(sign) ?
          <text key={i} x={from + width(sign) / 2} y={y + 4} text-anchor="middle" font-size="14.5">{sign}</text> :
          <Use key={i} icon={sign} x={from + 6.5} y={y} r={6.2} />;
      })}
    </g>
  );
}

function PriceTag({ piece, x, y }: { piece: Piece; x: number; y: number }) {
  return (
    <g class="sea-tag" aria-hidden="true">
      <path d={`M${x - 11} ${y}l5-8h15v16h-15z`} />
      <Use icon={piece} x={x + 2} y={y} r={6} />
    </g>
  );
}

// A thing of a player: coloured, with the letter of its owner.
function Owned({ table, icon, seat, x, y, r, isGhost = false, at }: {
  table: SeasteadTable; icon: string; seat: number; x: number; y: number; r: number; isGhost?: boolean;
  at?: string; // its location, for motion
}) {
  return (
    <g class={`sea-owned seat-${seat}${isGhost ? ' is-ghost' : ''}`} aria-hidden="true"
      data-built={icon === 'ship' ? undefined : at} data-ship={icon === 'ship' ? at : undefined}>
      <Use icon={icon} x={x} y={y} r={r} />
      <circle cx={x + r * .78} cy={y + r * .78} r={8.4} class="sea-letter" />
      <text x={x + r * .78} y={y + r * .78 + 5.2} text-anchor="middle" font-size="14.5">{ownerOf(table, seat).letter}</text>
    </g>
  );
}

// The piece that the choice would put on a location.
function ghostOf(table: SeasteadTable, id: string): Piece | 'ship' | null {
  const { choice } = table;
  const parts = choice?.moves[0]?.parts as Move | undefined;
  if (!parts || choice?.selection[placeKey(choice, id)] !== id) {
    return null;
  }
  return parts.verb === 'build' ? (choice.selection['piece'] ? parts.piece : null) :
    parts.verb === 'ship' ? 'ship' : null;
}

// What the chosen dock tile counts at a location.
function areaAt({ choice }: SeasteadTable, id: string) {
  const parts = choice?.move ? choice.moves[0]?.parts as Move | undefined : undefined;
  return parts?.verb === 'dock' ? parts.areas?.find(({ location }) => location === id) : undefined;
}

// Whether a dock tile is being chosen for the port there.
function isTilePort({ choice }: SeasteadTable, id: string): boolean {
  const parts = choice?.moves.map((move) => move.parts as Move).find(({ verb }) => verb === 'dock');
  return parts?.verb === 'dock' && parts.location === id;
}

// The move that would choose a location, where one has to be chosen.
function moveTo({ choice, legal, state }: SeasteadTable, id: string): string | null {
  const verbs = new Set(legal?.moves.map(({ parts }) => (parts as Move).verb));
  return !choice ? null : verbs.has('ship') ? `ship ${id}` :
    state.prompt?.kind === 'turn' ? `build ${choice.selection['piece'] ?? pieces[0]} ${id}` : null;
}

function Place({ table, spot, from, centre }: {
  table: SeasteadTable; spot: Spot; from: Point; centre: Point;
}) {
  const { info, standing: state } = spot;
  const w = wordsOf(table.language);
  const { choice } = table;
  const key = choice ? placeKey(choice, info.id) : 'at';
  const standing = choice?.standing(key, info.id) ?? 'none';
  const [x, y] = [centre.x + scaled(info.x - from.x), centre.y + scaled(info.y - from.y)];
  const [out, away] = [R + 7, Math.hypot(x - centre.x, y - centre.y)];
  const nameAt = { x: x - (x - centre.x) * .5, y: y - (y - centre.y) * .5 + 3 };
  const dockAt = { x: x + (x - centre.x) / away * out, y: y + (y - centre.y) / away * out };
  const tagAt = y > centre.y + R ? { x: x + 22, y: y + 16 } : { x: x + 18, y: y - 19 };
  const ghost = ghostOf(table, info.id);
  const dock = table.components.docks.find(({ number }) => number === state.dock);
  const area = areaAt(table, info.id);
  const counted = area ? `, ${w.countsHere(w.pieces[area.piece], area.points)}` : '';
  const label = labelOf(table, spot) + counted + (standing === 'chosen' ? `, ${w.chosen}` :
    standing === 'none' ? '' : `, ${w.canChoose}`);
  const act = () => {
    if (standing !== 'none') {
      return table.select(key, info.id);
    }
    openLocation(table, spot);
    const move = moveTo(table, info.id);
    if (move !== null) {
      table.whyNot(move);
    }
  };
  return (
    <g>
      <g role="button" tabindex={0} aria-label={label} aria-pressed={standing === 'chosen'}
        aria-disabled={choice !== null && standing === 'none'} class={`sea-place is-${standing}${state.building ? ' is-built' : ''}${area ? ' is-counted' : isTilePort(table, info.id) ? ' is-port' : ''}`} data-location={info.id}
        onClick={act} onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            act();
          }
        }}>
        <title>{label}</title>
        <circle cx={x} cy={y} r={R} class="sea-spot" />
      </g>
      <g class="sea-picture" aria-hidden="true">
        <text x={nameAt.x} y={nameAt.y + 1} text-anchor="middle" font-size="14.5" class="sea-name">{info.id.slice(-1)}</text>
        {state.building ? <Owned table={table} icon={state.building.piece} seat={state.building.seat} x={x} y={y - 4} r={16} at={info.id} /> :
          ghost && ghost !== 'ship' ? <Owned table={table} icon={ghost} seat={table.mine ?? 0} x={x} y={y - 4} r={16} isGhost /> : (
            <g>
              <text x={x} y={y - 8} text-anchor="middle" font-size="18" class="sea-cost">{info.cost}</text>
              <Signs effect={info.effect} x={x} y={y + 1.5} />
            </g>
          )}
        <text x={x - 3} y={y + 20} text-anchor="middle" font-size="14.5" class="sea-worth">{info.points}</text>
        <Use icon="points" x={x + 7} y={y + 16} r={5.4} />
        {!state.building && info.discount && <PriceTag piece={info.discount} {...tagAt} />}
        {(state.ship !== undefined || ghost === 'ship') &&
          <Owned table={table} icon="ship" seat={state.ship ?? table.mine ?? 0} x={x - 20} y={y - 16} r={9} isGhost={state.ship === undefined} at={info.id} />}
        {state.token && <Use icon={state.token} x={x - 19} y={y + 16} r={8} class="sea-token" />}
        {area && (
          <g class="sea-count">
            <rect x={x - 17} y={y - R - 12} width="34" height="18" rx="9" />
            <Use icon={area.piece} x={x - 7} y={y - R - 3} r={6.5} />
            <text x={x + 8} y={y - R + 2} text-anchor="middle" font-size="14.5">{area.points}</text>
          </g>
        )}
        {dock && (
          <g class={`sea-plate seat-${state.building?.seat ?? 0}`} data-plate={info.id}>
            <rect x={dockAt.x - 10} y={dockAt.y - 9} width="20" height="18" rx="4" />
            <Use icon={dock.resource} x={dockAt.x} y={dockAt.y} r={7} />
          </g>
        )}
      </g>
    </g>
  );
}

function hexagon(x: number, y: number, r: number): string {
  return [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = i * Math.PI / 3;
    return `${(x + r * Math.cos(angle)).toFixed(1)},${(y + r * Math.sin(angle)).toFixed(1)}`;
  }).join(' ');
}

function Flotilla({ table, number }: { table: SeasteadTable; number: number }) {
  const w = wordsOf(table.language);
  const info = table.components.flotillas.find((one) => one.number === number);
  const state = table.view.flotillas[number - 1];
  if (!info || !state) {
    return null;
  }
  const centre = centreOf(info);
  const label = `${w.flotilla(number)}: ${w.demands(w.resources[state.demand])}${state.locked ? `, ${w.locked}` : ''}`;
  return (
    <g role="group" aria-label={label}>
      <polygon points={hexagon(centre.x, centre.y, 92)} class="sea-hexagon" />
      <g role="img" aria-label={label} data-flotilla={number}>
        <title>{label}</title>
        <circle cx={centre.x} cy={centre.y} r={18} class="sea-demand" />
        <Use icon={state.demand} x={centre.x} y={centre.y - 5} r={10} />
        <text x={centre.x} y={centre.y + 15} text-anchor="middle" font-size="14.5" class="sea-number">{number}</text>
        {state.locked && <Use icon="lock" x={centre.x + 15} y={centre.y + 14} r={7} class="sea-lock" />}
      </g>
      {spotsOf(table).filter((spot) => spot.flotilla === number).map((spot) =>
        <Place key={spot.info.id} table={table} spot={spot} from={info} centre={centre} />)}
    </g>
  );
}

// The buildings that a player has left: the next one of each row is lit.
function Left({ table, seat }: { table: SeasteadTable; seat: number }) {
  const w = wordsOf(table.language);
  const player = table.view.players[seat];
  const owner = table.seats[seat];
  return player && owner ? (
    <ul class={`sea-left seat-${seat}`} aria-label={w.board(owner.name)}>
      {!owner.isMine && <li class="sea-owner"><SeatToken seat={owner} /></li>}
      {pieces.map((piece) => (
        <li key={piece}>
          <span class="only-read">{w.pieces[piece]}: {w.left(player.buildings[piece])}</span>
          {[0, 1, 2, 3].map((i) => (
            <span key={i} class={i < 4 - player.buildings[piece] ? 'is-gone' : i === 4 - player.buildings[piece] ? 'is-next' : ''}>
              <Icon name={piece} size={20} /></span>
          ))}
        </li>
      ))}
      <li class="sea-ships"><span class="only-read">{w.ship}: {w.left(player.ships)}</span>
        <Icon name="ship" size={18} /><b aria-hidden="true">{player.ships}</b></li>
    </ul>
  ) : null;
}

// How near the four ends of the match are.
function Ends({ table }: { table: SeasteadTable }) {
  const w = wordsOf(table.language);
  const { view } = table;
  const built = view.flotillas.map(({ locations }) => locations.filter(({ building }) => building).length);
  const left = view.players.map(({ buildings }) => pieces.reduce((sum, piece) => sum + buildings[piece], 0));
  const cells = [
    [w.fullest, `${Math.max(...built)}/6`], [w.fewest, `${Math.min(...left)}`],
    [w.cards, `${view.dive.pile}`], [w.tokens, `${view.supply.cleanup}`],
  ] as const;
  return (
    <dl class="sea-ends" aria-label={w.ends}>
      {cells.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
    </dl>
  );
}

export function BoardPane({ table }: { table: SeasteadTable }): ComponentChildren {
  return (
    <div class="sea-board-pane">
      <div class="sea-ribbon-place"><Ribbon table={table} /></div>
      <svg class="sea-board" viewBox={`-5 0 ${WIDTH + 10} ${HEIGHT}`} role="group" aria-label={wordsOf(table.language).flotillas}>
        {table.components.flotillas.map(({ number }) => <Flotilla key={number} table={table} number={number} />)}
      </svg>
      <Left table={table} seat={table.view.players[table.shown] ? table.shown : 0} />
      <Ends table={table} />
    </div>
  );
}

// In the strip of players: what one has, and has after the chosen move.
export function Rival({ table, seat }: { table: SeasteadTable; seat: number }) {
  const w = wordsOf(table.language);
  const player = table.view.players[seat];
  const after = (table.preview?.view as SeasteadTable['view'] | null | undefined)?.players[seat];
  if (!player) {
    return null;
  }
  const cells = [...resources.map((what) =>
    [what, w.resources[what], player.storage[what], after?.storage[what]] as const),
  ['cleanup', w.cleanup, player.cleanup, after?.cleanup] as const];
  return (
    <span class="sea-purse">
      {cells.map(([icon, name, now, then = now]) => (
        <span key={icon} data-purse={icon} class={then === now ? '' : then > now ? 'gain' : 'loss'}>
          <Icon name={icon} size={16} /><span aria-hidden="true">{then}</span>
          <span class="only-read">{then} {name} </span></span>
      ))}
    </span>
  );
}
