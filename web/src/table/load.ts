// Loads the part of a game, with its style sheets, once.  Browsers do not repeat the
// request of a file when its connection breaks, so that is done here.
import type { GameClient } from './game.ts';

// Set by the build: the games that have a folder, and whether with a style sheet.
declare const GAMES: Readonly<Record<string, boolean>>;

const PAUSES_MS = [200, 1000, 3000]; // before it is tried again

const loaded = new Map<string, Promise<GameClient | null>>();

function loadStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${href} was not loaded`));
    };
    document.head.append(link);
  });
}

// A browser may remember that an address failed: each attempt has one of its own.
async function attempt(name: string, tries: number): Promise<GameClient> {
  const path = (end: string) =>
    new URL(`game-${name}.${end}${tries > 0 ? `?attempt=${tries}` : ''}`, import.meta.url).href;
  const [module] = await Promise.all([
    import(path('js')) as Promise<{ default: GameClient }>,
    GAMES[name] ? loadStyle(path('css')) : undefined,
  ]);
  return module.default;
}

async function load(name: string): Promise<GameClient | null> {
  if (!Object.hasOwn(GAMES, name)) {
    return null;
  }
  for (const [tries, pause] of PAUSES_MS.entries()) {
    try {
      return await attempt(name, tries);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return attempt(name, PAUSES_MS.length);
}

// The picture of a game; null if it has none.
export const coverOf = (name: string): string | null => !Object.hasOwn(GAMES, name) ? null :
  new URL(`cover-${name}.svg`, import.meta.url).href;

// The part of a game; null if it has none.  A failure may be tried again.
export function loadGame(name: string): Promise<GameClient | null> {
  const known = loaded.get(name);
  if (known) {
    return known;
  }
  const started = load(name);
  loaded.set(name, started);
  started.catch(() => loaded.delete(name));
  return started;
}
