// The phrases of a game in the language that is set, loaded when they are first needed.
import { useEffect, useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { settings } from './settings.ts';
import { useStore } from './store.ts';

export type Phrases = Readonly<Record<string, string>>;

const loaded = new Map<string, Promise<Phrases>>();

async function load(game: string): Promise<Phrases> {
  const answer = await client.get('/v1/games/{game}/phrases', { path: { game } });
  return answer.ok ? answer.data.phrases : {};
}

// null until they are there; without one that could not be loaded.
export function usePhrases(game: string): Phrases | null {
  const { language } = useStore(settings);
  const key = `${game} ${language}`;
  const [{ of, phrases }, set] = useState<{ of: string; phrases: Phrases | null }>(
      { of: key, phrases: null });
  useEffect(() => {
    let isWanted = true;
    const answer = loaded.get(key) ?? load(game);
    loaded.set(key, answer);
    void answer.then((all) => {
      if (isWanted) {
        set({ of: key, phrases: all });
      }
    });
    return () => void (isWanted = false);
  }, [key]);
  return of === key ? phrases : null;
}

// What players read of an option and of its value.
export const optionTitle = (phrases: Phrases | null, name: string): string =>
  phrases?.[`option.${name}`] ?? name.replaceAll('_', ' ');

export const optionValue = (phrases: Phrases | null, name: string, value: unknown): string =>
  phrases?.[`option.${name}.${String(value)}`] ?? String(value);
