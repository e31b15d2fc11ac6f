// The texts of the pages around the matches, loaded with the first of these pages.
import { settings } from '../../store/settings.ts';
import { useStore } from '../../store/store.ts';
import { de } from './de.ts';
import { en, type AroundWords } from './en.ts';

const languages: Record<string, AroundWords> = { en, de };

export const useAroundWords = (): AroundWords =>
  languages[useStore(settings).language] ?? en;

// How the language writes dates and numbers.
export function useFormats() {
  const { language } = useStore(settings);
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  return {
    date: (at: string) => dates.format(new Date(at)),
    time: (at: string) => times.format(new Date(at)),
    share: (part: number, whole: number) =>
      whole > 0 ? percent.format(part / whole) : '–',
    signed: (n: number) => n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0',
  };
}
