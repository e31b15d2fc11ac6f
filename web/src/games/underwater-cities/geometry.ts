// How a player board is drawn: the places are those of the components, which are
// thousandths of the board; here they become islands, tunnels and plates.
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
  isles: Map<string, Isle>;
  ways: Map<string, Way>;
  corners: Map<Corner, Box>;
}

// The size of the picture: that for which the places are meant.
export const WIDTH = 390;
export const HEIGHT = 470;
// What the sea floor and the badges need around it.
export const EDGE = 5;
// The radius of a building site, and how far each level of the sea floor reaches.
export const PAD = 12;
export const DEPTHS: readonly number[] = [21, 15, 9, 4];

const ISLE = { w: 98, h: 98, above: 43 };
const PLATE = { blue: 150, brown: 124, h: 42, margin: 3 };
const BEND = 12;

const scaled = ({ x, y }: Point): Point => ({ x: x * WIDTH / 1000, y: y * HEIGHT / 1000 });

export function layoutBoard(board: BoardInfo): Layout {
  return {
    isles: new Map(board.cities.map((city) => [city.site, isleOf(city)])),
    ways: new Map(board.tunnels.map((tunnel) =>
      [tunnel.site, { d: bent(tunnel.way.map(scaled)), at: scaled(tunnel) }])),
    corners: new Map(board.metropolises.map((corner) => [corner.place, plateOf(corner)])),
  };
}

function isleOf(city: BoardInfo['cities'][number]): Isle {
  const { x: cx, y: cy } = scaled(city);
  return {
    x: cx - ISLE.w / 2, y: cy - ISLE.above, w: ISLE.w, h: ISLE.h, cx, cy, dome: PAD * 1.95,
    pads: new Map(city.buildings.map((building) => [building.site, scaled(building)])),
  };
}

// The plate of a metropolis around its place, inside the picture.
function plateOf(corner: BoardInfo['metropolises'][number]): Box {
  const { x, y } = scaled(corner);
  const w = corner.place === 'upper-left' ? PLATE.brown : PLATE.blue;
  const inside = (at: number, size: number, most: number) =>
    Math.max(PLATE.margin, Math.min(most - size - PLATE.margin, at - size / 2));
  return { x: inside(x, w, WIDTH), y: inside(y, PLATE.h, HEIGHT), w, h: PLATE.h };
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

// The point at a distance from a, towards b.
function towards(a: Point, b: Point, distance: number): Point {
  const part = distance / Math.hypot(b.x - a.x, b.y - a.y);
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}

// A line through points, with round bends.
function bent(points: readonly Point[]): string {
  const say = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return points.map((point, i) => {
    const before = points[i - 1], after = points[i + 1];
    return !before ? `M${say(point)}` : !after ? `L${say(point)}` :
      `L${say(towards(point, before, BEND))}Q${say(point)} ${say(towards(point, after, BEND))}`;
  }).join('');
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
