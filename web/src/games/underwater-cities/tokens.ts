// What cards, slots, tiles and contracts do, as icons and words: from the effects
// of the components, so that no text is searched for words.
import type { Token } from '../../table/effects.tsx';
import { amountText, wordsOf, type Language } from './words.ts';
import type {
  Amounts, CardInfo, Components, Countable, Effect, Moment, Piece, Price,
} from './types.ts';

type Words = ReturnType<typeof wordsOf>;
type Gain = keyof Words['gains'];

const word = (text: string, label?: string): Token =>
  label === undefined ? { word: text } : { word: text, label };

export function amount(w: Words, what: Gain, n: number): Token {
  return { icon: what, n, label: amountText(w, what, n) };
}

const isGain = (w: Words, key: string): key is Gain => key in w.gains;

// Resources, points and cards, by name.
export function amounts(w: Words, list: Amounts | Price): Token[] {
  return Object.entries(list).flatMap(([key, n]) =>
    isGain(w, key) && n ? [amount(w, key, n)] : []);
}

export function priceTokens(w: Words, price: Price): Token[] {
  const list = amounts(w, price);
  return list.length > 0 ? list : [word(w.free)];
}

const separate = (lists: readonly Token[][], by: Token): Token[] =>
  lists.flatMap((list, i) => i === 0 ? list : [by, ...list]);

const either = (w: Words, lists: readonly Token[][]): Token[] =>
  separate(lists, word(w.or));

const buildings: readonly Piece[] = ['farm', 'plant', 'laboratory'];
const has = (pieces: readonly Piece[], wanted: readonly Piece[]): boolean =>
  pieces.length === wanted.length && wanted.every((piece) => pieces.includes(piece));

export function pieceTokens(w: Words, pieces: readonly Piece[]): Token[] {
  if (has(pieces, [...buildings, 'tunnel'])) {
    return [{ icon: 'structure', label: w.structure }];
  }
  if (has(pieces, buildings)) {
    return [{ icon: 'building', label: w.building }];
  }
  if (has(pieces, ['city', 'symbiotic'])) {
    return [{ icon: 'cities', label: w.anyCity }];
  }
  return separate(pieces.map((piece) =>
    [{ icon: piece, label: w.pieces[piece] }]), word('/', w.or));
}

const upgradeToken = (w: Words): Token => ({ icon: 'upgrade', label: w.upgrade });

const countIcons: Record<Countable, readonly string[]> = {
  farms: ['farm'], plants: ['plant'], laboratories: ['laboratory'],
  buildings: ['building'], tunnels: ['tunnel'],
  'upgraded-farms': ['farm', 'upgrade'], 'upgraded-plants': ['plant', 'upgrade'],
  'upgraded-laboratories': ['laboratory', 'upgrade'],
  'upgraded-tunnels': ['tunnel', 'upgrade'], upgraded: ['upgrade'],
  cities: ['cities'], 'symbiotic-cities': ['symbiotic'],
  'nonsymbiotic-cities': ['city'],
  'full-cities': ['cities', 'farm', 'plant', 'laboratory'],
  metropolises: ['metropolis'],
  'upgraded-sets': ['upgrade', 'structure'],
  'action-cards': ['type-action'], 'production-cards': ['type-production'],
  'permanent-cards': ['type-permanent'], 'end-cards': ['type-end-scoring'],
  'special-cards': ['special'], 'federation-steps': ['federation'],
};

// The icons of the things that are counted: the first one says all of it.
export function countTokens(w: Words, what: Countable, n?: number | string): Token[] {
  return countIcons[what].map((icon, i) => i === 0 ?
    { icon, label: `${n ?? ''} ${w.counts[what]}`.trim(), ...(n === undefined ? {} : { n }) } :
    { icon, label: '' });
}

const perCount = (w: Words, what: Countable, every: number, most?: number): Token[] => [
  word(w.per), ...countTokens(w, what, every === 1 ? undefined : every),
  ...most ? [word(`(${w.most(most)})`)] : [],
];

const reach = {
  available: 'slot', 'available-coloured': 'slot', occupied: 'slot-taken',
  'any-coloured': 'slot',
} as const;
const reachWords = {
  available: 'freeSlot', 'available-coloured': 'freeSlot', occupied: 'takenSlot',
  'any-coloured': 'anySlot',
} as const;

// Several effects are separated by nothing if they are gains or the same, else by
// a plus; up to three upgrades are one number.
export function effectsTokens(w: Words, effects: readonly Effect[]): Token[] {
  const [first] = effects;
  if (first && effects.length > 1 && areSame(effects)) {
    return first.do === 'upgrade' ?
      [{ icon: 'upgrade', n: `1–${effects.length}`, label: `1–${effects.length} × ${w.upgrade}` }] :
      effects.flatMap((effect) => effectTokens(w, effect));
  }
  return effects.flatMap((effect, i) => {
    const before = effects[i - 1];
    const plain = !before || (before.do === 'gain' && effect.do === 'gain');
    return [...plain ? [] : [word('+', '')], ...effectTokens(w, effect)];
  });
}

const areSame = (effects: readonly Effect[]): boolean => {
  const [first, ...rest] = effects.map((effect) => JSON.stringify(effect));
  return rest.every((text) => text === first);
};

export function effectTokens(w: Words, effect: Effect): Token[] {
  switch (effect.do) {
    case 'gain':
      return [amount(w, effect.what, effect.n)];
    case 'advance':
      return [amount(w, 'federation', effect.n)];
    case 'build':
      return [...pieceTokens(w, effect.pieces),
        ...effect.on_expansion_site ? [{ icon: 'expansion', label: w.onlyOn }] : [],
        ...effect.price ? [word(':', ''), ...priceTokens(w, effect.price)] : []];
    case 'build-upgraded':
      return [...pieceTokens(w, effect.pieces), upgradeToken(w)];
    case 'upgrade':
      return [upgradeToken(w), ...effect.pieces.length === 4 ? [] : pieceTokens(w, effect.pieces),
        ...effect.price ? [word(':', ''), ...priceTokens(w, effect.price)] : [],
        ...effect.one_of ? [word(':', ''), ...either(w, effect.one_of.map((what) =>
          [amount(w, what, 1)]))] : []];
    case 'convert':
      return [{ icon: 'city', label: w.pieces.city }, word('→', w.arrow),
        { icon: 'symbiotic', label: w.pieces.symbiotic }];
    case 'use-action':
      return [{ icon: 'use', label: w.useAction }];
    case 'ready':
      return [{ icon: 'ready', label: w.ready }];
    case 'perform':
      return [{ icon: reach[effect.slots], label: w[reachWords[effect.slots]] }];
    case 'take-special':
      return [{ icon: 'special', label: w.special }];
    case 'take-tile':
      return [{ icon: 'metropolis', label: w.tile }];
    case 'trial-run':
      return [{ icon: 'wave', label: w.trial }, ...pieceTokens(w, effect.pieces), upgradeToken(w)];
    case 'pick':
      return [{ icon: 'any', n: effect.n, label: `${effect.n} ${w.any}` }];
    case 'exchange':
      return [amount(w, effect.what, effect.n), { icon: 'swap', label: '↔' },
        amount(w, effect.other, effect.n)];
    case 'pay':
      return [...priceTokens(w, effect.price), word('→', w.arrow), ...effectsTokens(w, effect.effects)];
    case 'if':
      return [...effect.count ? countTokens(w, effect.count, `≥${effect.at_least ?? 1}`) :
        [{ icon: 'federation', label: `${w.track}, ${w.space} ${effect.space ?? ''}` },
          word(`${effect.space ?? ''}`, '')], word(':', ''), ...effectsTokens(w, effect.effects)];
    case 'each':
      return [...effectsTokens(w, effect.effects),
        ...perCount(w, effect.count, effect.every, effect.most)];
    case 'choose':
      return either(w, effect.effects.map((option) => effectTokens(w, option)));
    case 'option':
      return effectsTokens(w, effect.effects);
    case 'swap':
      return [{ icon: effect.instead_of, label: `${w.instead} ${
        effect.instead_of === 'biomatter' ? w.gains.biomatter[0] : w.pieces[effect.instead_of]}` }, word('→', ''),
        ...either(w, effect.effects.map((option) => effectTokens(w, option)))];
    case 'hand-limit':
      return [{ icon: 'cards', n: `+${effect.n}`, label: `${w.limit} +${effect.n}` }];
    case 'discount':
      return [...pieceTokens(w, effect.pieces),
        { icon: effect.what, n: `−${effect.n}`, tone: 'good',
          label: `${amountText(w, effect.what, effect.n)} ${w.less}` }];
    case 'final-each':
      return [amount(w, 'points', effect.points),
        ...perCount(w, effect.count, effect.every, effect.most)];
    case 'final-trade':
      return [...priceTokens(w, effect.price), word('→', w.to), amount(w, 'points', effect.points),
        ...effect.most ? [word(`(${w.most(effect.most)}×)`)] : []];
  }
}

type Event = Extract<Moment, { when: 'event' }>;

// A trigger.
function eventTokens(w: Words, moment: Event, slotOf: SlotTokens): Token[] {
  const pieces = moment.pieces ? pieceTokens(w, moment.pieces) : [];
  switch (moment.event) {
    case 'reach-space':
      return [{ icon: 'federation', label: `${w.track}, ${w.space} ${moment.space ?? ''}` },
        word(`${moment.space ?? ''}`, '')];
    case 'second-building':
      return [word(w.second), ...pieces];
    case 'second-upgraded':
      return [word(w.second), ...pieces, upgradeToken(w)];
    case 'second-tunnel':
      return [word(w.second), ...pieceTokens(w, ['tunnel']), word(w.inTurn)];
    case 'built':
      return [word('+', w.whenBuilt), ...pieces];
    case 'upgraded-one':
      return [upgradeToken(w), ...pieces];
    case 'connected':
      return [{ icon: 'metropolis', label: w.connect }];
    case 'mismatched':
      return [word(w.noMatch)];
    case 'used-slot':
      return [{ icon: 'slot', label: w.slotUsed },
        ...moment.slot_kind ? slotOf(moment.slot_kind) : []];
    case 'slot-gave':
      return [{ icon: 'slot', label: w.slotGives },
        ...moment.what ? [{ icon: moment.what, label: w.gains[moment.what][0] }] : []];
  }
  return [];
}

type SlotTokens = (kind: SlotKind) => Token[];
type SlotKind = NonNullable<Event['slot_kind']>;

export interface Line {
  when: Token | null; // a sign of the moment, if it is not obvious from the type
  tokens: Token[];
}

// A card: a line for each moment.
export function cardLines(components: Components, language: Language, card: CardInfo): Line[] {
  const w = wordsOf(language);
  const slotOf: SlotTokens = (kind) => slotEffects(components, w, kind);
  return card.effects.map((moment) => lineOf(w, moment, slotOf));
}

function lineOf(w: Words, moment: Moment, slotOf: SlotTokens): Line {
  const effects = effectsTokens(w, moment.effects);
  switch (moment.when) {
    case 'played': case 'action': case 'always':
      return { when: null, tokens: effects };
    case 'once-per-turn':
      return { when: { word: '1×', label: w.oncePerTurn }, tokens: effects };
    case 'production':
      return { when: { icon: 'wave', label: w.production }, tokens: effects };
    case 'end':
      return { when: { icon: 'type-end-scoring', label: w.end }, tokens: effects };
    case 'event':
      return { when: null, tokens: [...eventTokens(w, moment, slotOf), word('→', w.arrow), ...effects] };
  }
}

function slotEffects(components: Components, w: Words, kind: SlotKind): Token[] {
  const slot = components.sides.flatMap((side) => side.slots).find((info) => info.kind === kind);
  return slot ? effectsTokens(w, slot.effects) : [];
}

// A metropolis tile, with its sign of Production.
export function tileTokens(components: Components, language: Language,
    colour: 'blue' | 'brown', number: number): Token[] {
  const w = wordsOf(language);
  const tile = components.metropolises.find((info) =>
    info.colour === colour && info.tile === number);
  if (!tile) {
    return [];
  }
  if (tile.colour === 'brown') {
    return brown(w, number);
  }
  const gains = tile.connected.flatMap((effect) => effectTokens(w, effect));
  return [...gains, ...tile.production.length > 0 ?
    [{ icon: 'wave', label: w.production } as Token, ...effectsTokens(w, tile.production)] : []];
}

const steps = (w: Words, n: string): Token => ({ icon: 'points', n, label: `${n} ${w.gains.points[1]}` });

// The brown tiles have no effects in the components yet.
function brown(w: Words, number: number): Token[] {
  switch (number) {
    case 1: return [amount(w, 'points', 2), ...perCount(w, 'special-cards', 1)];
    case 2: return [steps(w, '4–12'), word('/', w.per), ...countTokens(w, 'cities', '5–7')];
    case 3: return [steps(w, '5–9'), word('/', w.per), ...countTokens(w, 'tunnels', '8–10')];
    case 4: return [amount(w, 'points', 3), ...perCount(w, 'metropolises', 1)];
    case 5: return [amount(w, 'points', 4), ...perCount(w, 'upgraded-sets', 1)];
  }
  return [];
}
