// Where the sites of a player board are drawn: nine islands in three rows,
// tunnels between them, and the metropolises around them.  The wide layout has
// the metropolises beside the islands, the tall one above and below.
import type { BoardInfo, Corner } from './types.ts';

export interface Point { x: number; y: number }
export interface Box extends Point { w: number; h: number }
export interface Isle extends Box {
  // The centre of the dome and its radius.
  cx: number; cy: number; dome: number;
  // The building sites, by their names.
  pads: Map<string, Point>;
}
export interface Way {
  // The path of the tunnel, and the place of its mark.
  d: string; at: Point;
}
export interface Layout {
  w: number; h: number; pad: number;
  isles: Map<string, Isle>;
  ways: Map<string, Way>;
  corners: Record<Corner, Box>;
}

// Places of the ordinary sites of a city with two, three or four of them, and
// of the expansion site, in a unit square.
const ordinary: Record<number, readonly [number, number][]> = {
  2: [[.15, .34], [.85, .34]],
  3: [[.15, .25], [.85, .25], [.17, .78]],
  4: [[.15, .2], [.85, .2], [.13, .64], [.87, .64]],
};
const expansion: Record<number, [number, number]> = {
  2: [.5, .87], 3: [.83, .78], 4: [.5, .88],
};

interface Frame {
  w: number; h: number; left: number; top: number;
  isle: [number, number]; gap: [number, number]; pad: number;
  corners: Record<Corner, Box>;
}

const wide: Frame = {
  w: 728, h: 520, left: 142, top: 14, isle: [128, 132], gap: [34, 38], pad: 14,
  corners: {
    'upper-left': { x: 4, y: 14, w: 112, h: 84 },
    'upper-right': { x: 612, y: 38, w: 112, h: 84 },
    'lower-left': { x: 4, y: 396, w: 112, h: 84 },
  },
};

const tall: Frame = {
  w: 390, h: 436, left: 30, top: 66, isle: [102, 96], gap: [24, 24], pad: 12,
  corners: {
    'upper-left': { x: 4, y: 4, w: 126, h: 44 },
    'upper-right': { x: 254, y: 4, w: 132, h: 44 },
    'lower-left': { x: 14, y: 410, w: 132, h: 44 },
  },
};

export function layoutBoard(board: BoardInfo, isWide: boolean): Layout {
  const frame = isWide ? wide : tall;
  const isles = new Map(board.cities.map(
    city => [city.site, isleOf(frame, city)] as const));
  const ways = new Map(board.tunnels.map(
    tunnel => [tunnel.site, wayOf(frame, isles, tunnel, isWide)] as const));

  return {
    w: frame.w, h: isWide ? frame.h : 458, pad: frame.pad, isles, ways,
    corners: frame.corners,
  };
}

function isleOf(frame: Frame, city: BoardInfo['cities'][number]): Isle {
  const n = Number(city.site) - 1;
  const [w, h] = frame.isle;
  const x = frame.left + (n % 3) * (w + frame.gap[0]);
  const y = frame.top + Math.floor(n / 3) * (h + frame.gap[1]);
  const names = city.buildings.map(b => b.site).filter(s => !s.endsWith('x'));
  const size = Math.max(2, Math.min(4, names.length));
  const pads = new Map<string, Point>();

  names.forEach((name, i) => {
    const [px, py] = ordinary[size]?.[i] ?? [.5, .5];
    pads.set(name, { x: x + px * w, y: y + py * h });
  });
  const [ex, ey] = expansion[size] ?? [.5, .88];
  pads.set(`${city.site}x`, { x: x + ex * w, y: y + ey * h });
  return { x, y, w, h, cx: x + w / 2, cy: y + h * .44, dome: frame.pad * 1.95, pads };
}

function wayOf(frame: Frame, isles: Map<string, Isle>,
  tunnel: BoardInfo['tunnels'][number], isWide: boolean): Way {
  const from = isles.get(tunnel.from);
  const to = isles.get(tunnel.to);

  if (!from)
    throw new Error(`no city site ${tunnel.from}`);
  if (to)
    return between(from, to);
  const corner = frame.corners[tunnel.to as Corner];

  if (tunnel.to === 'upper-left')
    return tunnel.from === '2' ? overTheFirst(from, corner)
      : besideTheFirst(from, corner, isWide);
  return isWide ? aside(from, corner) : upOrDown(from, corner);
}

const line = (a: Point, b: Point): string => `M${a.x} ${a.y}L${b.x} ${b.y}`;
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

function between(a: Isle, b: Isle): Way {
  const ac = { x: a.x + a.w / 2, y: a.y + a.h / 2 };
  const bc = { x: b.x + b.w / 2, y: b.y + b.h / 2 };
  const dx = Math.sign(bc.x - ac.x), dy = Math.sign(bc.y - ac.y);
  const inset = dx && dy ? 11 : 2;
  const p = { x: ac.x + dx * (a.w / 2 - inset), y: ac.y + dy * (a.h / 2 - inset) };
  const q = { x: bc.x - dx * (b.w / 2 - inset), y: bc.y - dy * (b.h / 2 - inset) };

  return { d: line(p, q), at: middle(p, q) };
}

// From the upper middle city to the corner: over the first island.
function overTheFirst(from: Isle, corner: Box): Way {
  const end = corner.x + corner.w - 2;
  const x = from.x + from.w * .24;
  const y = Math.min(corner.y + corner.h / 2, from.y - 12);
  const level = Math.max(6, y);

  return {
    d: `M${x} ${from.y + 4}V${level + 12}Q${x} ${level} ${x - 12} ${level}H${end}`,
    at: { x: Math.max(end + 15, (end + x) / 2), y: level },
  };
}

// From the left middle city to the corner: beside the first island.
function besideTheFirst(from: Isle, corner: Box, isWide: boolean): Way {
  const x = isWide ? corner.x + corner.w / 2 : 14;
  const y = from.y + from.h / 2;
  const bottom = corner.y + corner.h - 2;

  return {
    d: `M${from.x + 3} ${y}H${x + 12}Q${x} ${y} ${x} ${y - 12}V${bottom}`,
    at: { x, y: (y + bottom) / 2 },
  };
}

function aside(from: Isle, corner: Box): Way {
  const isRight = corner.x > from.x;
  const y = Math.max(from.y + 16, Math.min(from.y + from.h - 16, corner.y + corner.h / 2));
  const a = { x: isRight ? from.x + from.w - 3 : from.x + 3, y };
  const b = { x: isRight ? corner.x + 2 : corner.x + corner.w - 2, y };

  return { d: line(a, b), at: middle(a, b) };
}

function upOrDown(from: Isle, corner: Box): Way {
  const isUp = corner.y < from.y;
  const x = from.x + from.w / 2;
  const a = { x, y: isUp ? from.y + 3 : from.y + from.h - 3 };
  const b = { x, y: isUp ? corner.y + corner.h - 2 : corner.y + 2 };

  return { d: line(a, b), at: middle(a, b) };
}

// The shore of an island, grown by `more` on each side: a rounded square that
// wavers, always in the same way for the same seed.
export function shore(box: Box, seed: number, more: number): string {
  const corners = 18;
  const points: Point[] = [];
  let noise = (seed * 53 + 17) % 89;

  for (let i = 0; i < corners; i++) {
    const angle = (i / corners) * 2 * Math.PI;
    const c = Math.cos(angle), s = Math.sin(angle);
    const reach = 1 / Math.pow(c ** 4 + s ** 4, .25);

    noise = (noise * 29 + 11) % 89;
    const waver = 1 - (noise / 89) * .05;
    points.push({
      x: box.x + box.w / 2 + c * reach * (box.w / 2 + more) * waver,
      y: box.y + box.h / 2 + s * reach * (box.h / 2 + more) * waver,
    });
  }
  return smooth(points);
}

function smooth(points: Point[]): string {
  const at = (i: number): Point => points[i % points.length] as Point;
  const say = (p: Point): string => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
  let d = `M${say(middle(at(points.length - 1), at(0)))}`;

  for (let i = 0; i < points.length; i++)
    d += `Q${say(at(i))} ${say(middle(at(i), at(i + 1)))}`;
  return `${d}Z`;
}
