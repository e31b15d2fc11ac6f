// A length of time in the largest unit that it is a whole number of.
type Unit = 'day' | 'hour' | 'minute' | 'second';
export type UnitNames = Readonly<Record<Unit, readonly [one: string, many: string]>>;

const UNITS: readonly (readonly [Unit, number])[] =
  [['day', 86_400], ['hour', 3600], ['minute', 60], ['second', 1]];

export const spanIn = (names: UnitNames) => (seconds: number): string => {
  const [unit, length] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ??
    ['second', 1] as const;
  const n = seconds / length;
  return `${n} ${names[unit][n === 1 ? 0 : 1]}`;
};
