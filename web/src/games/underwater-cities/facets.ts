// The properties of a move as one chooses them: what to do first, then the things
// on the table that it names, and last the payment.
import type { Facet } from '../../table/choices.ts';
import type { LegalMove } from '../../api/types.ts';
import { amounts } from './tokens.ts';
import { textOf } from '../../table/effects.tsx';
import { wordsOf, type Language } from './words.ts';
import type { Components, Move, Price } from './types.ts';

type Words = ReturnType<typeof wordsOf>;

// The value of the facet "act": the verb, with the number of its part.
export const actOf = (parts: Move): string => {
  const verb = parts.verb.startsWith('special') || parts.verb === 'turn-up' ?
    'special' : parts.verb;
  return 'part' in parts && parts.part !== undefined ? `${verb}:${parts.part}` : `${verb}:0`;
};

// How a site is named: a building or city site by its name, a tunnel as in the
// notation of structures.
export const tunnelSite = (site: string): string => `tunnel ${site}`;

const payKey = (price: Price): string =>
  Object.entries(price).filter(([, n]) => n).map(([what, n]) => `${what} ${n}`).join(' ') || 'free';

function pay(w: Words, price: Price): Facet {
  return { key: 'pay', value: payKey(price), text: textOf(amounts(w, price)) || w.free };
}

export function siteText(w: Words, site: string): string {
  if (site.startsWith('tunnel ')) {
    return w.tunnelSite(site.slice(7));
  }
  return site.length === 1 ? w.citySite(site) : w.site(site);
}

const siteFacet = (w: Words, site: string): Facet =>
  ({ key: 'site', value: site, text: siteText(w, site) });

export const titleOf = (components: Components, card: number | null | undefined): string =>
  components.cards.find((info) => info.card === card)?.name ?? '';

const cardFacet = (components: Components, key: string, card: number): Facet =>
  ({ key, value: String(card), text: titleOf(components, card) });

export function facetsOf(move: LegalMove, components: Components,
    language: Language): Facet[] {
  const w = wordsOf(language);
  const parts = move.parts as Move;
  const act: Facet = { key: 'act', value: actOf(parts), text: actText(w, move, parts) };
  return [act, ...others(w, components, parts)];
}

function others(w: Words, components: Components, parts: Move): Facet[] {
  switch (parts.verb) {
    case 'place':
      return [
        { key: 'slot', value: parts.slot, text: `${parts.slot}: ${w.slots[parts.action]}` },
        ...parts.card ? [cardFacet(components, 'card', parts.card)] : [],
        ...parts.clone ? [{ key: 'clone', value: 'yes', text: w.withCloning }] : [],
      ];
    case 'card':
      return parts.drop ? [{ ...cardFacet(components, 'drop', parts.drop),
        text: `${w.drop} ${titleOf(components, parts.drop)}` }] : [];
    case 'build':
      return [
        { key: 'piece', value: parts.piece, text: w.short[parts.piece] },
        siteFacet(w, parts.piece === 'tunnel' ? tunnelSite(parts.site) : parts.site),
        pay(w, parts.pays),
      ];
    case 'upgrade':
      return [siteFacet(w, parts.structure), pay(w, parts.pays)];
    case 'trial':
      return [siteFacet(w, parts.structure)];
    case 'convert':
      return [siteFacet(w, parts.site)];
    case 'use': case 'ready': case 'invoke':
      return [cardFacet(components, 'card', parts.card)];
    case 'special':
      return [parts.from === 'top' ? { key: 'card', value: 'top', text: w.top } :
        cardFacet(components, 'card', parts.card ?? 0)];
    case 'special three':
      return [{ key: 'card', value: 'three', text: w.three }];
    case 'turn-up':
      return [{ key: 'card', value: 'turn-up', text: w.turnUp }];
    case 'keep':
      return parts.card ? [cardFacet(components, 'card', parts.card)] :
        [{ key: 'tile', value: String(parts.tile), text: parts.effect ?? `${w.tile} ${parts.tile}` }];
    case 'advance':
      return [{ key: 'steps', value: String(parts.steps), text: w.steps(parts.steps) }];
    case 'pick':
      return [{ key: 'goods', value: parts.resources.join(' '),
        text: parts.resources.map((what) => w.gains[what][0]).join(', ') }];
    case 'exchange':
      return [{ key: 'give', value: parts.give, text: `${w.gains[parts.give][0]} →` }];
    case 'perform':
      return [{ key: 'slot', value: parts.slot, text: `${parts.slot}: ${w.slots[parts.action]}` }];
    case 'choose':
      return [{ key: 'option', value: String(parts.option), text: parts.effect ?? w.option(parts.option) }];
    case 'answer':
      return [{ key: 'option', value: String(parts.option), text: parts.effect ?? w.answerNo }];
    case 'claim':
      return [{ key: 'contract', value: String(parts.contract), text: components.contracts.find((info) =>
        info.contract === parts.contract)?.name ?? '' }];
    case 'arrange':
      return [{ key: 'tile', value: String(parts.upper_right),
        text: `${w.upperRight}: ${parts.upper_right}, ${w.lowerLeft}: ${parts.lower_left}` }];
    case 'slot': case 'tiles': case 'do': case 'discard': case 'pass': case 'end':
      return [];
  }
}

function actText(w: Words, move: LegalMove, parts: Move): string {
  switch (parts.verb) {
    case 'place': return w.place;
    case 'slot': return w.slotFirst;
    case 'build': return w.build;
    case 'upgrade': return w.doUpgrade;
    case 'convert': return w.convert;
    case 'advance': return w.advance;
    case 'use': return w.useAction;
    case 'ready': return w.ready;
    case 'special': case 'special three': case 'turn-up': return w.special;
    case 'tiles': return w.drawTiles;
    case 'keep': return w.keep;
    case 'pass': return w.skip;
    case 'end': return w.endTurn;
    case 'claim': return w.claim;
    case 'discard': return w.discard;
    case 'card': case 'trial': case 'pick': case 'exchange': case 'perform':
    case 'do': case 'choose': case 'invoke': case 'answer': case 'arrange':
      return move.text;
  }
}
