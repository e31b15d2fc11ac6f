// The texts of the page in the language that is set.
import { settings } from '../store/settings.ts';
import { useStore } from '../store/store.ts';
import { de } from './de.ts';
import { en, type Words } from './en.ts';

const languages: Record<string, Words> = { en, de };

export const wordsIn = (language: string): Words => languages[language] ?? en;

export const useWords = (): Words => wordsIn(useStore(settings).language);
