// What somebody has set in this browser.  Nothing secret is kept here.
import { client } from '../api/client.ts';
import { Store } from './store.ts';

export type Language = 'en' | 'de';
export type Theme = 'system' | 'dark' | 'light';

export interface Settings {
  language: Language;
  theme: Theme;
  playsForced: boolean; // decisions with one legal move
}

const KEY = 'fathom-settings';

function read(): Settings {
  const defaults: Settings = {
    language: navigator.language.startsWith('de') ? 'de' : 'en',
    theme: 'system', playsForced: true,
  };
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return defaults; // not permitted, or not ours
  }
}

export const settings = new Store<Settings>(read());

const prefersLight = matchMedia('(prefers-color-scheme: light)');

function apply(): void {
  const { language, theme } = settings.now;
  const shown = theme !== 'system' ? theme : prefersLight.matches ? 'light' : 'dark';
  document.documentElement.dataset['theme'] = shown;
  document.documentElement.lang = language;
  client.language = language;
}

settings.watch(() => {
  apply();
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.now));
  } catch {
    // It stays as long as the page.
  }
});
prefersLight.addEventListener('change', apply);
apply();
