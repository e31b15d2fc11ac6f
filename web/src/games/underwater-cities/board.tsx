// A player board as a picture with buttons: islands with domes, tunnels between
// them, metropolises around them.  Legal choices glow and can be reached by the
// keyboard; a tap on anything else asks why it is not one.
import type { ComponentChildren } from 'preact';
import { SeatToken } from '../../table/board-parts.tsx';
import { Effects, isIcon, textOf, type Token } from '../../table/effects.tsx';
import { Icon } from '../../table/icon.tsx';
import type { Standing } from '../../table/choices.ts';
import { InPlay, type UwcTable } from './cards.tsx';
import { tunnelSite } from './facets.ts';
import {
  DEPTHS, EDGE, HEIGHT, PAD, WIDTH, layoutBoard, shore, type Box, type Isle, type Layout, type Point, type Way,
} from './geometry.ts';
import { priceTokens, tileTokens } from './tokens.ts';
import { wordsOf } from './words.ts';
import type { Board, Move, Piece } from './types.ts';

type Words = ReturnType<typeof wordsOf>;
type City = Board['cities'][number];
type Tunnel = Board['tunnels'][number];
type Metropolis = Board['metropolises'][number];
type Building = City['buildings'][number];

// What the choice says about the sites: of nobody's decision, all are quiet.
interface Marks {
  words: Words;
  standing(site: string): Standing;
  ghost: Piece | null; // what would be built on the chosen site
  isUpgrade: boolean; // the chosen site would be upgraded
  select(site: string): void;
  whyNot(site: string): void;
  surcharge(site: string): string; // as a text
}

function marksOf(table: UwcTable, seat: number): Marks {
  const { choice } = table;
  const isMine = choice !== null && seat === table.mine;
  const parts = choice?.moves[0]?.parts as Move | undefined;
  const words = wordsOf(table.language);
  const piece = parts?.verb === 'build' && choice?.open('piece') ?
    pieceOf(choice.selection['piece'], parts.piece) : null;
  return {
    words,
    standing: (site) => isMine ? choice.standing('site', site) : 'none',
    ghost: piece,
    isUpgrade: parts?.verb === 'upgrade',
    select: (site) => table.select('site', site),
    whyNot(site) {
      if (isMine && choice.moves.length > 0) {
        table.whyNot(moveAt(parts, piece, site));
      }
    },
    surcharge: (site) => surchargeText(table, seat, site),
  };
}

const pieceOf = (selected: string | undefined, fallback: Piece): Piece =>
  (selected as Piece | undefined) ?? fallback;

// The move that somebody who taps a site wants, to ask why it is not legal.
function moveAt(parts: Move | undefined, piece: Piece | null, site: string): string {
  const place = site.replace('tunnel ', '');
  switch (parts?.verb) {
    case 'upgrade': return `upgrade ${site}`;
    case 'trial': return `trial ${site}`;
    case 'convert': return `convert ${site}`;
    default: return `build ${fitting(piece, site)} ${place}`;
  }
}

// A piece for a kind of site.
function fitting(piece: Piece | null, site: string): Piece {
  if (site.startsWith('tunnel')) {
    return 'tunnel';
  }
  if (site.length === 1) {
    return piece === 'symbiotic' ? piece : 'city';
  }
  return piece === null || piece === 'tunnel' || piece === 'city' || piece === 'symbiotic' ?
    'farm' : piece;
}

function surchargeText(table: UwcTable, seat: number, site: string): string {
  const number = table.view.seats[seat]?.board.number;
  const board = table.components.boards.find((info) => info.board === number);
  const words = wordsOf(table.language);
  const found = site.startsWith('tunnel ') ?
    board?.tunnels.find((info) => tunnelSite(info.site) === site) :
    board?.cities.find((info) => info.site === site) ??
    board?.cities.flatMap((city) => city.buildings).find((info) => info.site === site);
  return found && 'surcharge' in found && found.surcharge ?
    `${words.costsMore} ${textOf(priceTokens(words, found.surcharge))}` : '';
}

// A site that can be tapped.
function Hotspot({ marks, site, label, children }: {
  marks: Marks; site: string; label: string; children: ComponentChildren;
}) {
  const standing = marks.standing(site);
  const isLegal = standing !== 'none';
  const act = () => isLegal ? marks.select(site) : marks.whyNot(site);
  const state = standing === 'chosen' ? `, ${marks.words.chosen}` :
    standing === 'open' ? `, ${marks.words.canChoose}` : '';
  if (!isLegal) {
    return <g role="img" aria-label={label} class="site" data-site={site} onClick={act}>{children}</g>;
  }
  return (
    <g role="button" tabindex={0} aria-label={label + state} aria-pressed={standing === 'chosen'}
      class={`site is-${standing}`} data-site={site} onClick={act} onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          act();
        }
      }}>
      {children}
    </g>
  );
}

// The size of texts, and how far around a site a tap counts: a phone shows the board at
// three quarters of its size.
const TEXT = 16.5;
const TOUCH = 24;

const Use = ({ icon, x, y, r, class: name = '' }: Point & { icon: string; r: number; class?: string }) => (
  <svg x={x - r} y={y - r} width={2 * r} height={2 * r} class={name}><use href={`#i-${icon}`} /></svg>
);

const Upgraded = ({ x, y, r }: Point & { r: number }) => (
  <g>
    <circle cx={x} cy={y} r={r} class="badge-up" />
    <Use icon="upgrade" x={x} y={y} r={r * .76} class="on-gold" />
  </g>
);

const Cut = ({ x, y, r }: Point & { r: number }) => (
  <g class="badge-cut">
    <circle cx={x} cy={y} r={r} />
    <Use icon="cut" x={x} y={y} r={r * .72} />
  </g>
);

const signs: Record<string, string> = {
  'rich-city': '6', triple: '×3', pair: '2=', 'rich-metropolis': '+2', points: '+6',
  double: '×2',
};
const starred = ['rich-city', 'rich-metropolis', 'points'];

// What building on a site brings, as long as it is empty.
function Promised({ bonus, special, x, y, r }: Point & {
  bonus?: string | undefined; special?: string | undefined; r: number;
}) {
  if (bonus) {
    return <Use icon={bonus === 'federation-and-card' ? 'federation' : bonus} x={x} y={y} r={r * .68} />;
  }
  if (!special) {
    return null;
  }
  const star = starred.includes(special);
  return (
    <g aria-hidden="true">
      <text x={star ? x - r * .44 : x} y={y + TEXT * .34} font-size={TEXT} text-anchor="middle"
        class="special">{signs[special] ?? '!'}</text>
      {star && <Use icon="points" x={x + r * .76} y={y} r={r * .44} />}
    </g>
  );
}

function promiseText(w: Words, site: { bonus?: string; special?: string }): string {
  const bonus = site.bonus ? `, ${w.bonus} ${w.bonuses[site.bonus as keyof Words['bonuses']]}` : '';
  const special = site.special ? `, ${w.specials[site.special as keyof Words['specials']]}` : '';
  return bonus + special;
}

function Dome({ isle, city }: { isle: Isle; city: City }) {
  const { cx, cy, dome: r } = isle;
  const base = cy + r * .66;
  const isSymbiotic = city.city === 'symbiotic';
  const towers = [[-.56, .24, .5], [-.26, .24, 1], [.06, .22, .74], [.34, .22, .44]] as const;
  return (
    <g class={isSymbiotic ? 'dome symbiotic' : 'dome'}>
      <ellipse cx={cx} cy={base + r * .16} rx={r * 1.3} ry={r * .34} class="dome-shade" />
      <path d={`M${cx - r} ${base}A${r} ${r * 1.2} 0 0 1 ${cx + r} ${base}Z`} class="dome-glass" />
      {isSymbiotic ?
        <path class="dome-leaf" d={`M${cx} ${base}V${base - r * .8}M${cx} ${base - r * .25}c${-r * .4} 0${-r * .58}${-r * .2}${-r * .6}${-r * .5}${r * .4} 0 ${r * .58} ${r * .2} ${r * .6} ${r * .5}M${cx} ${base - r * .5}c${r * .4} 0 ${r * .52}${-r * .22} ${r * .54}${-r * .5}${-r * .36} 0${-r * .52} ${r * .2}${-r * .54} ${r * .5}`} /> :
        towers.map(([x, w, h]) => (
          <rect key={x} x={cx + x * r} y={base - h * r} width={w * r} height={h * r} rx="1.2" class="tower" />
        ))}
      <path class="dome-light" d={`M${cx - r * .74} ${base - r * .34}A${r * .88} ${r} 0 0 1 ${cx - r * .12} ${base - r * 1.02}`} />
      <rect x={cx - r * 1.12} y={base - 1} width={r * 2.24} height={r * .2} rx={r * .1} class="dome-base" />
      {!city.connected && <Cut x={cx} y={cy - r * 1.08} r={r * .36} />}
    </g>
  );
}

function Pad({ marks, building, at, isBare }: {
  marks: Marks; building: Building; at: Point; isBare: boolean;
}) {
  const r = PAD;
  const { words: w } = marks;
  const { x, y } = at;
  const isExpansion = building.site.endsWith('x');
  const standing = marks.standing(building.site);
  const isChosen = standing === 'chosen';
  const built = building.building ?? (isChosen ? marks.ghost : null);
  const isUpgraded = building.upgraded || (isChosen && marks.isUpgrade);
  const label = `${w.site(building.site)}${isExpansion ? ` (${w.expansionSite})` : ''}: ` +
    (building.building ? (building.upgraded ? `${w.pieces[building.building]}, ${w.upgraded}` :
      w.pieces[building.building]) : w.empty + promiseText(w, building)) +
    spaced(building.building ? '' : marks.surcharge(building.site));
  return (
    <Hotspot marks={marks} site={building.site} label={label}>
      <circle cx={x} cy={y} r={TOUCH} class="touch" />
      {built ? null : isExpansion ?
        <rect x={x - r * .78} y={y - r * .78} width={r * 1.56} height={r * 1.56} rx="3" class="pad expansion"
          transform={`rotate(45 ${x} ${y})`} /> :
        <circle cx={x} cy={y} r={r * .92} class={isBare ? 'pad bare' : 'pad'} />}
      {(standing === 'open' || isChosen) && <circle cx={x} cy={y} r={r + 2.5} class="halo" />}
      {built ? (
        <g class={building.building ? '' : 'ghost'}>
          <Use icon={built} x={x} y={y} r={r} />
          {isUpgraded && <rect x={x - r + 1} y={y - r + 1} width={2 * r - 2} height={2 * r - 2} rx={r * .58} class="gold-rim" />}
          {isUpgraded && <Upgraded x={x + r * .82} y={y - r * .82} r={r * .55} />}
        </g>
      ) : building.bonus || building.special ?
        <Promised {...building} x={x} y={y} r={r} /> :
        standing === 'open' ? <path d={`M${x - r * .36} ${y}h${r * .72}M${x} ${y - r * .36}v${r * .72}`} class="plus" /> : null}
    </Hotspot>
  );
}

const spaced = (text: string): string => text ? `, ${text}` : '';

function Island({ marks, city, isle }: { marks: Marks; city: City; isle: Isle }) {
  const { words: w } = marks;
  const isBare = !city.city;
  const standing = marks.standing(city.site);
  const isChosen = standing === 'chosen';
  const label = `${w.citySite(city.site)}: ` + (city.city ?
    `${w.pieces[city.city]}, ${city.connected ? w.connected : w.notConnected}` :
    w.empty + promiseText(w, city) + spaced(marks.surcharge(city.site)));
  const seed = Number(city.site);
  const ghost = isChosen && isBare && (marks.ghost === 'city' || marks.ghost === 'symbiotic') ?
    marks.ghost : null;
  return (
    <g role="group" aria-label={label} class={isBare ? 'isle bare' : 'isle'}>
      <path d={shore(isle, seed, 0)} class="land" />
      {[...isle.pads].map(([site, at]) => (
        <path key={site} d={`M${isle.cx} ${isle.cy + 4}L${at.x} ${at.y}`} class={isBare ? 'pipe bare' : 'pipe'} />
      ))}
      <Hotspot marks={marks} site={city.site} label={label}>
        <circle cx={isle.cx} cy={isle.cy} r={isle.dome * 1.06} class="touch" />
        {(standing === 'open' || isChosen) &&
          <circle cx={isle.cx} cy={isle.cy} r={isle.dome * 1.12} class="halo" />}
        {!isBare ? <Dome isle={isle} city={city} /> : ghost ?
          <g class="ghost"><Dome isle={isle} city={{ ...city, city: ghost, connected: true }} /></g> : (
            <g>
              <circle cx={isle.cx} cy={isle.cy} r={isle.dome * .82} class="plot" />
              {city.bonus || city.special ?
                <Promised {...city} x={isle.cx} y={isle.cy} r={PAD * 1.15} /> :
                <text x={isle.cx} y={isle.cy + TEXT * .34} font-size={TEXT} text-anchor="middle" class="number">{city.site}</text>}
            </g>
          )}
      </Hotspot>
      {city.buildings.map((building) => {
        const at = isle.pads.get(building.site);
        return at && <Pad key={building.site} marks={marks} building={building} at={at} isBare={isBare} />;
      })}
    </g>
  );
}

// A tunnel, or the way where one could be; it is drawn below the islands.
function Tube({ marks, tunnel, way }: { marks: Marks; tunnel: Tunnel; way: Way }) {
  const standing = marks.standing(tunnelSite(tunnel.site));
  const isGhost = !tunnel.built && standing === 'chosen' && marks.ghost === 'tunnel';
  if (!tunnel.built && !isGhost) {
    return <path d={way.d} class={standing === 'open' ? 'route open' : 'route'} />;
  }
  return (
    <g class={isGhost ? 'tube ghost' : tunnel.productive ? 'tube' : 'tube idle'}>
      <path d={way.d} class="tube-rim" stroke-width={PAD * 1.2} />
      <path d={way.d} class="tube-wall" stroke-width={PAD * .95} />
      <path d={way.d} class="tube-ribs" stroke-width={PAD * .62} />
    </g>
  );
}

// The site of a tunnel: its mark, above the islands.
function TunnelView({ marks, tunnel, way }: { marks: Marks; tunnel: Tunnel; way: Way }) {
  const { words: w } = marks;
  const site = tunnelSite(tunnel.site);
  const standing = marks.standing(site);
  const isChosen = standing === 'chosen';
  const isBuilt = tunnel.built || (isChosen && marks.ghost === 'tunnel');
  const isUpgraded = tunnel.upgraded || (isChosen && marks.isUpgrade);
  const { x, y } = way.at;
  const r = PAD * .92;
  const label = `${w.tunnelSite(tunnel.site)}: ` + (tunnel.built ?
    `${w.pieces.tunnel}${tunnel.upgraded ? `, ${w.upgraded}` : ''}${tunnel.productive ? '' : `, ${w.unproductive}`}` :
    w.empty + promiseText(w, tunnel) + spaced(marks.surcharge(site)));
  const hasMark = !isBuilt && (tunnel.bonus || tunnel.special || standing === 'open');
  return (
    <Hotspot marks={marks} site={site} label={label}>
      <circle cx={x} cy={y} r={TOUCH} class="touch" />
      {(standing === 'open' || isChosen) && <circle cx={x} cy={y} r={r + 3} class="halo" />}
      {hasMark && <circle cx={x} cy={y} r={r} class="node" />}
      {hasMark && (tunnel.bonus || tunnel.special ? <Promised {...tunnel} x={x} y={y} r={r} /> :
        <path d={`M${x - r * .4} ${y}h${r * .8}M${x} ${y - r * .4}v${r * .8}`} class="plus" />)}
      {isBuilt && isUpgraded && <Upgraded x={x} y={y} r={r * .82} />}
      {tunnel.built && !tunnel.productive && !isUpgraded && <Cut x={x} y={y} r={r * .7} />}
    </Hotspot>
  );
}

// The widths of a letter have room for the larger text of a small board (10-board.css).
const DIGIT = TEXT * .66;
const LETTER = TEXT * .62;

const widthOf = (token: Token, size: number): number => isIcon(token) ?
  size + 4 + (token.n === undefined ? 0 : String(token.n).length * DIGIT) :
  token.word.length * LETTER + 5;

// Tokens in as few rows as have room for them.
function rowsOf(tokens: readonly Token[], size: number, most: number): Token[][] {
  const rows: Token[][] = [[]];
  let taken = 0;
  for (const token of tokens) {
    const width = widthOf(token, size);
    if (taken > 0 && taken + width > most) {
      rows.push([]);
      taken = 0;
    }
    rows.at(-1)?.push(token);
    taken += width;
  }
  return rows;
}

function TokenView({ token, size, x, y }: Point & { token: Token; size: number }) {
  if (!isIcon(token)) {
    return <text x={x + 1} y={y + TEXT * .35} font-size={TEXT} class="soft">{token.word}</text>;
  }
  const n = token.n === undefined ? '' : String(token.n);
  return (
    <g>
      {n && <text x={x} y={y + TEXT * .36} font-size={TEXT}>{n}</text>}
      <Use icon={token.icon} x={x + n.length * DIGIT + size / 2 + 1} y={y} r={size / 2} />
    </g>
  );
}

// Tokens in a picture, from left to right; those of every tile have room in two rows.
function TokenRows({ tokens, x, y, size, most }: Point & {
  tokens: readonly Token[]; size: number; most: number;
}) {
  const rows = rowsOf(tokens, size, most);
  return (
    <g transform={`translate(${x} ${y})`} aria-hidden="true">
      {rows.map((row, r) => {
        let at = 0;
        return row.map((token, i) => {
          const from = at;
          at += widthOf(token, size);
          return <TokenView key={i} token={token} size={size} x={from} y={(r - (rows.length - 1) / 2) * (TEXT + 3)} />;
        });
      })}
    </g>
  );
}

function MetropolisView({ table, metropolis, box }: {
  table: UwcTable; metropolis: Metropolis; box: Box;
}) {
  const w = wordsOf(table.language);
  const { colour, connected } = metropolis;
  const tokens = metropolis.tile === null ? [] :
    tileTokens(table.components, table.language, colour, metropolis.tile);
  const status = connected ? w.connected : colour === 'brown' ? w.needsBoth : w.needsTunnel;
  const label = `${w.metropolis}, ${w.corners[metropolis.place]}, ${status}: ${textOf(tokens)}`;
  const y = box.y + box.h / 2;
  const end = { x: box.x + box.w - 5, y: box.y + 5 };
  return (
    <g role="img" aria-label={label} data-corner={metropolis.place}
      class={`metropolis ${colour}${connected ? ' connected' : ''}`}
      onClick={() => table.sheet(w.metropolis, <p>{label}</p>)}>
      <title>{label}</title>
      <rect x={box.x} y={box.y} width={box.w} height={box.h} rx={colour === 'brown' ? 3 : 13} class="plate" />
      <rect x={box.x + 7} y={y - 13} width="26" height="26" rx="8" class="sign" />
      <Use icon="metropolis" x={box.x + 20} y={y} r={9} class="on-sign" />
      <TokenRows tokens={tokens} x={box.x + 38} y={y} size={16} most={box.w - 44} />
      {connected ?
        <g class="badge-on"><circle cx={end.x} cy={end.y} r="9" /><Use icon="check" {...end} r={6.5} /></g> :
        <Cut {...end} r={8.5} />}
    </g>
  );
}

const Gradients = () => (
  <defs>
    <radialGradient id="uwc-land" cx=".5" cy=".25" r=".85">
      <stop offset="0" style={{ stopColor: 'var(--isle-top)' }} />
      <stop offset="1" style={{ stopColor: 'var(--isle-low)' }} />
    </radialGradient>
    <radialGradient id="uwc-bare" cx=".5" cy=".25" r=".85">
      <stop offset="0" style={{ stopColor: 'var(--bare-top)' }} />
      <stop offset="1" style={{ stopColor: 'var(--bare-low)' }} />
    </radialGradient>
    <linearGradient id="uwc-glass" x1="0" y1="0" x2=".4" y2="1">
      <stop offset="0" stop-color="#ffffff" stop-opacity=".96" />
      <stop offset=".5" stop-color="#d9eef6" stop-opacity=".84" />
      <stop offset="1" stop-color="#9dc6d8" stop-opacity=".88" />
    </linearGradient>
    <linearGradient id="uwc-violet" x1="0" y1="0" x2=".4" y2="1">
      <stop offset="0" stop-color="#e8d8ff" />
      <stop offset=".5" stop-color="#b48dff" />
      <stop offset="1" stop-color="#774cce" />
    </linearGradient>
  </defs>
);

// The lines of equal depth around the islands.  On each level all shores are drawn
// before all shelves, so that the lines of neighbours join instead of crossing.
const Depths = ({ layout }: { layout: Layout }) => (
  <g class="depths" aria-hidden="true">
    {DEPTHS.map((more, level) => {
      const shores = [...layout.isles].map(([site, isle]) => shore(isle, Number(site) + level, more));
      return (
        <g key={more} class={`depth-${level}`}>
          <path d={shores.join('')} class="depth-line" />
          <path d={shores.join('')} class="shelf" />
        </g>
      );
    })}
  </g>
);

function BoardPicture({ table, seat }: { table: UwcTable; seat: number }) {
  const board = table.view.seats[seat]?.board;
  const info = table.components.boards.find((one) => one.board === board?.number);
  if (!board || !info) {
    return null;
  }
  const layout = layoutBoard(info);
  const marks = marksOf(table, seat);
  const name = table.seats[seat]?.name ?? String(seat);
  return (
    <svg class="uwc-board" viewBox={`${-EDGE} ${-EDGE} ${WIDTH + 3 * EDGE} ${HEIGHT + 2 * EDGE}`} role="group"
      aria-label={marks.words.boardOf(name)}>
      <Gradients />
      <Depths layout={layout} />
      {board.tunnels.map((tunnel) => {
        const way = layout.ways.get(tunnel.site);
        return way && <Tube key={tunnel.site} marks={marks} tunnel={tunnel} way={way} />;
      })}
      {board.cities.map((city) => {
        const isle = layout.isles.get(city.site);
        return isle && <Island key={city.site} marks={marks} city={city} isle={isle} />;
      })}
      {board.metropolises.map((metropolis) => {
        const box = layout.corners.get(metropolis.place);
        return box && <MetropolisView key={metropolis.place} table={table} metropolis={metropolis} box={box} />;
      })}
      {board.tunnels.map((tunnel) => {
        const way = layout.ways.get(tunnel.site);
        return way && <TunnelView key={tunnel.site} marks={marks} tunnel={tunnel} way={way} />;
      })}
    </svg>
  );
}

// The name of the board's owner, if it is not the viewer, and the tiles beside it.
function BoardHead({ table, seat }: { table: UwcTable; seat: number }) {
  const w = wordsOf(table.language);
  const info = table.seats[seat];
  const one = table.view.seats[seat];
  const beside = [...one?.board.tiles_beside ?? [], ...(one?.board.tiles_to_lay ?? []).map((tile) => tile.tile)];
  return (
    <>
      {info && seat !== table.mine && (
        <div class="uwc-whose">
          <SeatToken seat={info} /> <b>{info.name}</b>
          <button type="button" onClick={() => table.sheet(`${info.name}: ${w.inPlay}`, <InPlay table={table} seat={seat} />)}>
            <Icon name="cards" size={18} /> {w.inPlay} {one?.claims.length}</button>
          {table.mine !== null && <button type="button" onClick={() => table.show('mine')}>{w.back}</button>}
        </div>
      )}
      {beside.length > 0 && (
        <p class="uwc-beside-board"><Icon name="metropolis" size={16} /><span class="only-read">{w.tile}: </span>
          {beside.map((tile) => <Effects key={tile} tokens={tileTokens(table.components, table.language, 'blue', tile)} size={16} />)}
        </p>
      )}
    </>
  );
}

export function BoardPane({ table }: { table: UwcTable }) {
  return (
    <div class="uwc-board-pane">
      <BoardHead table={table} seat={table.shown} />
      <div class="uwc-board-box">
        <BoardPicture table={table} seat={table.shown} />
      </div>
    </div>
  );
}
