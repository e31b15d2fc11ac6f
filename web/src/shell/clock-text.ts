// The terms of a clock in words.
import type { ClockTerms } from '../api/types.ts';
import type { AroundWords } from '../i18n/around/en.ts';

export const clockText = (clock: ClockTerms | null, words: AroundWords): string =>
  !clock ? words.clocks.none : clock.bank_seconds === null ?
    words.perTurn(clock.turn_seconds ?? 0) :
    words.bank(clock.bank_seconds, clock.increment_seconds ?? 0);
