// Loads the part of a game, with its style sheets, once.
import type { GameClient } from './game.ts';

// Set by the build: the games that have a folder, and whether with a style sheet.
declare const GAMES: Readonly<Record<string, boolean>>;

const loaded = new Map<string, Promise<GameClient | null>>();

function loadStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${href} was not loaded`));
    document.head.append(link);
  });
}

async function load(name: string): Promise<GameClient | null> {
  if (!Object.hasOwn(GAMES, name)) {
    return null;
  }
  const path = (end: string) => new URL(`game-${name}.${end}`, import.meta.url).href;
  const [module] = await Promise.all([
    import(path('js')) as Promise<{ default: GameClient }>,
    GAMES[name] ? loadStyle(path('css')) : undefined,
  ]);
  return module.default;
}

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
