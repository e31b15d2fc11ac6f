// Amounts and effects as icons.
import { textOf, type Token } from '../../table/effects.tsx';
import type { Words } from './words.ts';
import { resources, type Amounts, type Half, type Resource } from './types.ts';

export const resourceToken = (w: Words, what: Resource | 'any', n: number): Token =>
  ({ icon: what, n, label: `${n} ${what === 'any' ? w.any : w.resources[what]}` });

// What a half of a dive card gives, or resources that are taken.
export function amountTokens(w: Words, amounts: Amounts, kind: Half['kind'] = 'fixed'): Token[] {
  if (kind !== 'fixed') {
    return [{ icon: 'any', label: '' }, { word: w.kinds[kind] }];
  }
  return [...resources, 'any' as const].flatMap((what) =>
    amounts[what] ? [resourceToken(w, what, amounts[what])] : []);
}

export const amountsText = (w: Words, amounts: Amounts, kind: Half['kind'] = 'fixed'): string =>
  textOf(amountTokens(w, amounts, kind)) || '0';

// The signs of the effects of locations, by their numbers: icons of src/icons and
// short words.  Their texts come from the service.
export const effectSigns: Readonly<Record<number, readonly string[]>> = {
  1: ['1', 'cleanup'], 2: ['2', 'cleanup'],
  3: ['any', '→', 'cleanup'], 4: ['2×', 'any', '→', 'cleanup'],
  5: ['2×', 'any', 'swap'], 6: ['any', '→', '2', 'any'],
  7: ['1', 'any'], 8: ['2', 'any'], 9: ['3', 'any'],
  10: ['≤', '4'], 11: ['copy'], 12: ['½', 'card'], 13: ['1', 'card'],
  14: ['decree', '2', 'cleanup'], 15: ['decree', '3', 'any'], 16: ['specialist', '2', 'any'],
  17: ['port', ':', 'any'], 18: ['academy', ':', 'any'], 19: ['shipyard', ':', 'any'],
  20: ['port', ':', 'cleanup'], 21: ['academy', ':', 'cleanup'], 22: ['shipyard', ':', 'cleanup'],
};

export const isWord = (sign: string): boolean => !/^[a-z]{3,}$/.test(sign);
