// The words of Underwater Cities that the page itself says, in English and
// German.  Texts of moves and steps come from the service.
import type { CardInfo, Components, Countable, Corner, Piece } from './types.ts';

export type Language = 'en' | 'de';

type Gain = 'credit' | 'kelp' | 'steelplast' | 'science' | 'biomatter' |
  'points' | 'card' | 'federation';
type SlotKind = Components['sides'][number]['slots'][number]['kind'];
type Bonus = NonNullable<Components['boards'][number]['cities'][number]['bonus']>;
type SpecialSite =
  NonNullable<Components['boards'][number]['cities'][number]['special']>;

const en = {
  gains: {
    credit: ['credit', 'credits'], kelp: ['kelp', 'kelp'],
    steelplast: ['steelplast', 'steelplast'], science: ['science', 'science'],
    biomatter: ['biomatter', 'biomatter'], points: ['point', 'points'],
    card: ['card', 'cards'], federation: ['Federation step', 'Federation steps'],
  } satisfies Record<Gain, [string, string]>,
  pieces: {
    farm: 'farm', plant: 'desalination plant', laboratory: 'laboratory',
    tunnel: 'tunnel', city: 'city', symbiotic: 'symbiotic city',
  } satisfies Record<Piece, string>,
  short: {
    farm: 'Farm', plant: 'Plant', laboratory: 'Laboratory', tunnel: 'Tunnel',
    city: 'City', symbiotic: 'Symbiotic',
  } satisfies Record<Piece, string>,
  slots: {
    'two-plants': '2 plants', federation: '2 steps', city: 'City',
    cards: '2 cards + …', 'tunnel-or-federation': 'Tunnel or step',
    'action-and-steelplast': 'Action + steel',
    'steelplast-and-kelp': 'Materials', special: 'Special card',
    'tunnel-and-action': 'Tunnel + action',
    'farms-or-laboratories': 'Farms or labs', 'two-laboratories': '2 laboratories',
    'tunnel-and-city': 'Tunnel + city', 'two-farms': '2 farms',
    'action-and-upgraded-structure': 'Action + build',
    'city-and-building': 'City + build', 'science-or-upgrades': 'Science / upgrade',
    'two-tunnels': '2 tunnels', 'action-and-resources': 'Action + goods',
    'action-and-special': 'Action + special', resources: 'Goods',
    always: 'Always open',
  } satisfies Record<SlotKind, string>,
  colours: { green: 'Green', red: 'Red', yellow: 'Yellow', colourless: 'No colour' },
  types: {
    instant: 'Instant', permanent: 'Permanent', action: 'Action',
    production: 'Production', 'end-scoring': 'End scoring',
  } satisfies Record<CardInfo['type'], string>,
  counts: {
    farms: 'farms', plants: 'plants', laboratories: 'laboratories',
    buildings: 'buildings', tunnels: 'tunnels',
    'upgraded-farms': 'upgraded farms', 'upgraded-plants': 'upgraded plants',
    'upgraded-laboratories': 'upgraded laboratories',
    'upgraded-tunnels': 'upgraded tunnels', upgraded: 'upgraded structures',
    cities: 'cities', 'symbiotic-cities': 'symbiotic cities',
    'nonsymbiotic-cities': 'nonsymbiotic cities',
    'full-cities': 'cities with all three buildings',
    metropolises: 'metropolises', 'upgraded-sets': 'upgraded sets',
    'action-cards': 'action cards', 'production-cards': 'production cards',
    'permanent-cards': 'permanent cards', 'end-cards': 'end-scoring cards',
    'special-cards': 'special cards paid', 'federation-steps': 'spaces climbed',
  } satisfies Record<Countable, string>,
  corners: {
    'upper-left': 'upper left', 'upper-right': 'upper right',
    'lower-left': 'lower left',
  } satisfies Record<Corner, string>,
  bonuses: {
    credit: '1 credit', kelp: '1 kelp', steelplast: '1 steelplast',
    science: '1 science', biomatter: '1 biomatter',
    'federation-and-card': '1 Federation step and 1 card', points: '1 point',
  } satisfies Record<Bonus, string>,
  specials: {
    'rich-city': 'a symbiotic city here produces 6 points',
    triple: 'produces three times', pair: 'with its twin produces 2 credits more',
    'rich-metropolis': 'the metropolis produces 2 points more',
    points: '6 points at once', double: 'produces twice',
  } satisfies Record<SpecialSite, string>,

  or: 'or', per: 'per', free: 'free', most: (n: number) => `max ${n}`,
  onlyOn: 'on an expansion site', second: '2nd', oncePerTurn: 'once a turn',
  inTurn: 'in a turn', noMatch: 'no match', limit: 'hand limit',
  to: 'for', instead: 'instead of 1',
  arrow: 'then', upgrade: 'upgrade', structure: 'structure', building: 'building',
  anyCity: 'city', useAction: 'use an action card', ready: 'ready an action card',
  anySlot: 'use any coloured slot', freeSlot: 'use a free slot',
  takenSlot: 'use an occupied slot', special: 'special card',
  tile: 'metropolis tile', any: 'any goods, each another', less: 'less',
  trial: 'production of one', connect: 'connect a metropolis', space: 'space',
  slotUsed: 'when you use', slotGives: 'when a slot gives', whenBuilt: 'when you build',
  production: 'each Production',
  end: 'at the end',

  round: (n: number) => `Round ${n} of 10`, era: (n: number) => `era ${n}`,
  producesAfter: (n: number) => `Production after round ${n}`,
  have: 'What you have, and what the next Production brings',
  nextProduction: 'next Production', feeding: (n: number) => `${n} cities to feed`,
  short_: (n: number) => `${n} cannot be fed with kelp`,
  turnsLeft: (n: number) => n === 1 ? '1 turn left' : `${n} turns left`,
  cardsInHand: (n: number) => n === 1 ? '1 card in hand' : `${n} cards in hand`,
  board: 'Board', cards: 'Cards', track: 'Federation track',
  trackHint: 'next round’s order', contracts: 'Government contracts',
  piles: 'Piles', deck: 'deck', discards: 'discards', display: 'Special cards',
  hand: 'Your hand', inPlay: 'In play', used: 'used',
  takenBy: (name: string) => `taken by ${name}`, yours: 'your tile',
  neutral: 'neutral tile', freeToTake: 'free', matches: '+ card', matchesLong: 'matches your card',
  yourCards: (n: number) => `${n} of your cards`,
  citySite: (n: string) => `City site ${n}`, tunnelSite: (n: string) => `Tunnel site ${n}`,
  site: (n: string) => `Building site ${n}`, expansionSite: 'expansion site',
  empty: 'empty', canChoose: 'can be chosen', chosen: 'chosen', upgraded: 'upgraded',
  connected: 'connected', notConnected: 'not connected', unproductive: 'produces nothing yet',
  bonus: 'bonus', costsMore: 'surcharge', metropolis: 'Metropolis', needsTunnel: 'needs its tunnel',
  needsBoth: 'needs both tunnels',
  boardOf: (name: string) => `Board of ${name}`, back: 'Back to mine',
  match: 'Match: slot and card both work.', mismatch: 'No match: only the slot works.',
  alwaysSlot: 'No card matches this slot.',
  nowCard: 'Now a card', nowSlot: 'Now a slot', both: 'Choose a slot and a card',
  glow: 'Glowing slots match its colour.', lift: 'Lifted cards match its colour.',
  turnOf: (n: number, of: number, round: number) => `Turn ${n} of ${of} in round ${round}.`,
  place: 'Place', build: 'Build', confirm: 'Choose', doUpgrade: 'Upgrade', use: 'Use',
  endTurn: 'End turn', skip: 'Skip the rest', skipIt: 'Skip', take: 'Take', keep: 'Keep', discard: 'Discard',
  claim: 'Claim', convert: 'Convert', advance: 'Advance',
  fed: 'feeding', choosePart: 'Choose what to do', slot: 'Slot', howToPay: 'Choose how to pay', slotOrCard: 'Slot or card first?', siteNow: 'Now a glowing site', pieceNow: 'Choose what to build',
  doOne: 'do at least one', optional: 'you may skip it', slotFirst: 'Slot first',
  cardFirst: 'Card first', beforeEnd: 'Still possible',
  after: 'after that',
  pays: 'costs', gives: 'gives',
  atCity: (n: string, s: string) => `at city ${n}, site ${s}`, onSite: (n: string) => `on site ${n}`,
  atSite: (n: string) => `on city site ${n}`, top: 'Top of the pile', three: 'Draw three, keep one',
  turnUp: 'Turn up the next one', drawTiles: 'Draw two tiles, keep one', begin: 'Do it',
  option: (n: number) => `Option ${n}`, steps: (n: number) => n === 1 ? '1 step' : `${n} steps`,
  drop: 'gives up', withCloning: 'with the cloning tile (1 credit)', discardOf: (n: number, of: number) =>
    `Discard ${of}: ${n} chosen`, answerNo: 'Leave it unused',
  credits: (n: number) => n === 1 ? '1 credit' : `${n} credits`,
  upperRight: 'upper right', lowerLeft: 'lower left',
  none: 'none',
};

type Words = typeof en;

const de: Words = {
  gains: {
    credit: ['Credit', 'Credits'], kelp: ['Kelp', 'Kelp'],
    steelplast: ['Stahlplast', 'Stahlplast'], science: ['Wissenschaft', 'Wissenschaft'],
    biomatter: ['Biomasse', 'Biomasse'], points: ['Punkt', 'Punkte'],
    card: ['Karte', 'Karten'], federation: ['Föderationsschritt', 'Föderationsschritte'],
  },
  pieces: {
    farm: 'Farm', plant: 'Entsalzungsanlage', laboratory: 'Labor', tunnel: 'Tunnel',
    city: 'Stadt', symbiotic: 'symbiotische Stadt',
  },
  short: {
    farm: 'Farm', plant: 'Anlage', laboratory: 'Labor', tunnel: 'Tunnel',
    city: 'Stadt', symbiotic: 'Symbiotisch',
  },
  slots: {
    'two-plants': '2 Anlagen', federation: '2 Schritte', city: 'Stadt',
    cards: '2 Karten + …', 'tunnel-or-federation': 'Tunnel / Schritt',
    'action-and-steelplast': 'Aktion + Stahl',
    'steelplast-and-kelp': 'Material', special: 'Sonderkarte',
    'tunnel-and-action': 'Tunnel + Aktion',
    'farms-or-laboratories': 'Farmen / Labore', 'two-laboratories': '2 Labore',
    'tunnel-and-city': 'Tunnel + Stadt', 'two-farms': '2 Farmen',
    'action-and-upgraded-structure': 'Aktion + Bau',
    'city-and-building': 'Stadt + Bau', 'science-or-upgrades': 'Wissen / Verb.',
    'two-tunnels': '2 Tunnel', 'action-and-resources': 'Aktion + Güter',
    'action-and-special': 'Aktion + Sonder', resources: 'Güter',
    always: 'Immer offen',
  },
  colours: { green: 'Grün', red: 'Rot', yellow: 'Gelb', colourless: 'Farblos' },
  types: {
    instant: 'Sofort', permanent: 'Dauerhaft', action: 'Aktion',
    production: 'Produktion', 'end-scoring': 'Endwertung',
  },
  counts: {
    farms: 'Farmen', plants: 'Anlagen', laboratories: 'Labore',
    buildings: 'Gebäude', tunnels: 'Tunnel', 'upgraded-farms': 'verbesserte Farmen',
    'upgraded-plants': 'verbesserte Anlagen',
    'upgraded-laboratories': 'verbesserte Labore',
    'upgraded-tunnels': 'verbesserte Tunnel', upgraded: 'verbesserte Bauwerke',
    cities: 'Städte', 'symbiotic-cities': 'symbiotische Städte',
    'nonsymbiotic-cities': 'nichtsymbiotische Städte',
    'full-cities': 'Städte mit allen drei Gebäuden', metropolises: 'Metropolen',
    'upgraded-sets': 'verbesserte Sätze', 'action-cards': 'Aktionskarten',
    'production-cards': 'Produktionskarten', 'permanent-cards': 'dauerhafte Karten',
    'end-cards': 'Endwertungskarten', 'special-cards': 'bezahlte Sonderkarten',
    'federation-steps': 'erklommene Felder',
  },
  corners: {
    'upper-left': 'oben links', 'upper-right': 'oben rechts', 'lower-left': 'unten links',
  },
  bonuses: {
    credit: '1 Credit', kelp: '1 Kelp', steelplast: '1 Stahlplast',
    science: '1 Wissenschaft', biomatter: '1 Biomasse',
    'federation-and-card': '1 Föderationsschritt und 1 Karte', points: '1 Punkt',
  },
  specials: {
    'rich-city': 'eine symbiotische Stadt bringt hier 6 Punkte',
    triple: 'produziert dreifach', pair: 'bringt mit seinem Gegenstück 2 Credits mehr',
    'rich-metropolis': 'die Metropole bringt 2 Punkte mehr',
    points: 'sofort 6 Punkte', double: 'produziert doppelt',
  },

  or: 'oder', per: 'je', free: 'gratis', most: (n) => `max. ${n}`,
  onlyOn: 'auf einem Erweiterungsfeld', second: '2.', oncePerTurn: 'einmal je Zug',
  inTurn: 'im Zug', noMatch: 'passt nicht', limit: 'Handlimit',
  to: 'für', instead: 'statt 1',
  arrow: 'dann', upgrade: 'verbessern', structure: 'Bauwerk', building: 'Gebäude',
  anyCity: 'Stadt', useAction: 'eine Aktionskarte nutzen', ready: 'eine Aktionskarte bereit machen',
  anySlot: 'ein beliebiges farbiges Feld nutzen', freeSlot: 'ein freies Feld nutzen',
  takenSlot: 'ein besetztes Feld nutzen', special: 'Sonderkarte',
  tile: 'Metropolenplättchen', any: 'beliebige Güter, verschieden', less: 'weniger',
  trial: 'Produktion von einem', connect: 'eine Metropole verbinden', space: 'Feld',
  slotUsed: 'wenn du nutzt', slotGives: 'wenn ein Feld gibt', whenBuilt: 'wenn du baust',
  production: 'jede Produktion',
  end: 'am Ende',

  round: (n) => `Runde ${n} von 10`, era: (n) => `Ära ${n}`,
  producesAfter: (n) => `Produktion nach Runde ${n}`,
  have: 'Was du hast und was die nächste Produktion bringt',
  nextProduction: 'nächste Produktion', feeding: (n) => `${n} Städte zu ernähren`,
  short_: (n) => `${n} ohne Kelp`,
  turnsLeft: (n) => n === 1 ? 'noch 1 Zug' : `noch ${n} Züge`,
  cardsInHand: (n) => n === 1 ? '1 Handkarte' : `${n} Handkarten`,
  board: 'Tableau', cards: 'Karten', track: 'Föderationsleiste',
  trackHint: 'Reihenfolge der nächsten Runde', contracts: 'Regierungsaufträge',
  piles: 'Stapel', deck: 'Stapel', discards: 'Ablage', display: 'Sonderkarten',
  hand: 'Deine Hand', inPlay: 'Im Spiel', used: 'benutzt',
  takenBy: (name) => `besetzt von ${name}`, yours: 'dein Plättchen',
  neutral: 'neutrales Plättchen', freeToTake: 'frei', matches: '+ Karte', matchesLong: 'passt zu deiner Karte',
  yourCards: (n) => `${n} deiner Karten`,
  citySite: (n) => `Stadtfeld ${n}`, tunnelSite: (n) => `Tunnelfeld ${n}`,
  site: (n) => `Bauplatz ${n}`, expansionSite: 'Erweiterungsfeld',
  empty: 'leer', canChoose: 'wählbar', chosen: 'gewählt', upgraded: 'verbessert',
  connected: 'verbunden', notConnected: 'nicht verbunden', unproductive: 'produziert noch nichts',
  bonus: 'Bonus', costsMore: 'Aufpreis', metropolis: 'Metropole', needsTunnel: 'braucht ihren Tunnel',
  needsBoth: 'braucht beide Tunnel',
  boardOf: (name) => `Tableau von ${name}`, back: 'Zurück zu meinem',
  match: 'Passt: Feld und Karte wirken.', mismatch: 'Passt nicht: nur das Feld wirkt.',
  alwaysSlot: 'Zu diesem Feld passt keine Karte.',
  nowCard: 'Nun eine Karte', nowSlot: 'Nun ein Feld', both: 'Wähle ein Feld und eine Karte',
  glow: 'Leuchtende Felder passen zu ihrer Farbe.', lift: 'Gehobene Karten passen zur Farbe.',
  turnOf: (n, of, round) => `Zug ${n} von ${of} in Runde ${round}.`,
  place: 'Legen', build: 'Bauen', confirm: 'Wählen', doUpgrade: 'Verbessern', use: 'Nutzen',
  endTurn: 'Zug beenden', skip: 'Rest auslassen', skipIt: 'Auslassen', take: 'Nehmen', keep: 'Behalten', discard: 'Abwerfen',
  claim: 'Einlösen', convert: 'Umwandeln', advance: 'Vorrücken',
  fed: 'Ernährung', choosePart: 'Wähle, was du tust', slot: 'Feld', howToPay: 'Wähle, womit du zahlst', slotOrCard: 'Feld oder Karte zuerst?', siteNow: 'Nun ein leuchtendes Feld', pieceNow: 'Wähle, was du baust',
  doOne: 'mindestens eines', optional: 'kann entfallen', slotFirst: 'Feld zuerst',
  cardFirst: 'Karte zuerst', beforeEnd: 'Noch möglich',
  after: 'danach',
  pays: 'kostet', gives: 'bringt',
  atCity: (n, s) => `bei Stadt ${n}, Platz ${s}`, onSite: (n) => `auf Feld ${n}`,
  atSite: (n) => `auf Stadtfeld ${n}`, top: 'Oberste des Stapels', three: 'Drei ziehen, eine behalten',
  turnUp: 'Die nächste aufdecken', drawTiles: 'Zwei ziehen, eines behalten', begin: 'Ausführen',
  option: (n) => `Möglichkeit ${n}`, steps: (n) => n === 1 ? '1 Schritt' : `${n} Schritte`,
  drop: 'gibt auf', withCloning: 'mit dem Klonplättchen (1 Credit)', discardOf: (n, of) =>
    `Wirf ${of} ab: ${n} gewählt`, answerNo: 'Nicht nutzen',
  credits: (n) => n === 1 ? '1 Credit' : `${n} Credits`,
  upperRight: 'oben rechts', lowerLeft: 'unten links',
  none: 'keine',
};

const words: Record<Language, Words> = { en, de };

export const wordsOf = (language: Language): Words => words[language];

export const amountText = (w: Words, what: Gain, n: number): string =>
  `${n} ${w.gains[what][n === 1 ? 0 : 1]}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
