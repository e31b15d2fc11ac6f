// Motion: icons that fly from where something came from to where it went, things that
// slide to their place, and things that settle.  The table is drawn first; moving
// things are above it, take no taps, and stop at the first one.  A move takes at most
// 1.2 seconds; without motion, when the page is hidden, or when steps come faster than
// they can be shown, nothing moves.
import { useEffect } from 'preact/hooks';

const LONGEST_MS = 1200;
const FLIGHT_MS = 420;
const SLIDE_MS = 480;
const SETTLE_MS = 360;
const MOST = 40;

export interface Flight {
  icon: string; // of src/icons
  picture?: Element | null; // a copy of it flies instead
  from: Element | null;
  to: Element | null;
}

// A thing that is in its place already, and the thing in whose place it was.
export interface Slide {
  what: Element | null;
  from: Element | null;
}

export interface Motion {
  flights: readonly Flight[];
  slides: readonly Slide[];
  settles: readonly (Element | null)[];
}

const SVG = 'http://www.w3.org/2000/svg';
let running: Animation[] = [];

export const mayMove = (): boolean => !document.hidden &&
  !matchMedia('(prefers-reduced-motion: reduce)').matches;

export function stopMotion(): void {
  for (const animation of running) {
    animation.finish();
  }
  running = [];
}

const centre = (element: Element) => {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

function iconOf(name: string): Element {
  const svg = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#i-${name}`);
  svg.append(use);
  return svg;
}

function pictureAbove(picture: Node): HTMLElement {
  const flyer = document.createElement('div');
  flyer.className = 'flyer';
  flyer.setAttribute('aria-hidden', 'true');
  flyer.append(picture);
  document.body.append(flyer);
  return flyer;
}

function fly(flight: Flight, delay: number): void {
  if (!flight.from || !flight.to) {
    return;
  }
  const a = centre(flight.from), b = centre(flight.to);
  const flyer = pictureAbove(flight.picture?.cloneNode(true) ?? iconOf(flight.icon));
  const at = (p: { x: number; y: number }, scale: number) =>
    `translate(${p.x - 13}px, ${p.y - 13}px) scale(${scale})`;
  const middle = { x: (a.x + b.x) / 2, y: Math.min(a.y, b.y) - 24 + Math.abs(a.y - b.y) / 3 };
  const animation = flyer.animate([
    { transform: at(a, .5), opacity: 0 },
    { transform: at(a, 1.1), opacity: 1, offset: .18 },
    { transform: at(middle, 1.15), opacity: 1, offset: .55 },
    { transform: at(b, .7), opacity: .2 },
  ], { duration: FLIGHT_MS, delay, easing: 'cubic-bezier(.4, 0, .3, 1)', fill: 'backwards' });
  running.push(animation);
  animation.onfinish = () => flyer.remove();
  animation.oncancel = () => flyer.remove();
}

function slide({ what, from }: Slide): void {
  if (!what || !from || what === from) {
    return;
  }
  const a = centre(from), b = centre(what);
  running.push(what.animate([
    { transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: 'none' },
  ], { duration: SLIDE_MS, easing: 'cubic-bezier(.4, 0, .2, 1)', fill: 'backwards' }));
}

function settle(element: Element, delay: number): void {
  running.push(element.animate([
    { transform: 'scale(.3)', opacity: 0 },
    { transform: 'scale(1.14)', opacity: 1, offset: .6 },
    { transform: 'none', opacity: 1 },
  ], { duration: SETTLE_MS, delay, easing: 'ease-out', fill: 'backwards' }));
}

export function move({ flights, slides, settles }: Motion): void {
  stopMotion();
  const ready = flights.filter(({ from, to }) => from && to);
  if (!mayMove() || ready.length > MOST) {
    return;
  }
  const gap = Math.min(90, (LONGEST_MS - FLIGHT_MS) / Math.max(1, ready.length));
  slides.forEach(slide);
  settles.forEach((element) => element && settle(element, 0));
  ready.forEach((flight, i) => fly(flight, i * gap));
  addEventListener('pointerdown', stopMotion, { once: true, capture: true });
}

// Moves what the newest steps say, once; a game says how each step moves.
export function useMotion<S extends { undone?: boolean }>(steps: readonly S[],
    motionOf: (step: S) => Partial<Motion> | null): void {
  useEffect(() => {
    const motions = steps.filter(({ undone }) => !undone).map(motionOf);
    if (motions.some(Boolean)) {
      move({
        flights: motions.flatMap((motion) => motion?.flights ?? []),
        slides: motions.flatMap((motion) => motion?.slides ?? []),
        settles: motions.flatMap((motion) => motion?.settles ?? []),
      });
    }
  }, [steps]);
}
