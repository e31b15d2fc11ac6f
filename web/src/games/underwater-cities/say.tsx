// What the decision bar says: what would be done, its price and its gains, what the
// next Production gains by it, and what cannot be undone.
import type { Facet } from '../../table/choices.ts';
import type { Saying } from '../../table/game.ts';
import { Effects, textOf, type Token } from '../../table/effects.tsx';
import { Icon } from '../../table/icon.tsx';
import { isMain, optionTokens } from './acts.ts';
import { cardOf, type UwcTable } from './cards.tsx';
import { titleOf } from './facets.ts';
import { amounts } from './tokens.ts';
import { amountText, capital, wordsOf } from './words.ts';
import { resources, type Move, type Prompt, type View } from './types.ts';

export function say(table: UwcTable): Saying | null {
  const { choice } = table;
  if (!choice) {
    return null;
  }
  const move = choice.move ? table.legal?.moves.find(({ move: name }) => name === choice.move?.move) : undefined;
  const parts = move?.parts as Move | undefined;
  if (choice.set && !choice.move) {
    const w = wordsOf(table.language);
    return { title: w.discardOf(choice.set.chosen.length, choice.set.count),
      detail: table.view.phase === 'first-hands' ? w.firstHand : w.handLimit };
  }
  const [first] = choice.moves;
  const isPayment = !parts && first?.parts.verb === 'build' && choice.next.every((option) => option.key === 'pay');
  return parts ? ready(table, parts) :
    isPayment ? { title: titleOfMove(table, first.parts as Move), detail: wordsOf(table.language).howToPay } : asking(table);
}

function ready(table: UwcTable, parts: Move): Saying {
  const w = wordsOf(table.language);
  return { title: titleOfMove(table, parts), go: goOf(table, parts),
    detail: <Effect table={table} parts={parts} note={parts.verb === 'place' ? placeNote(table, parts) : w.pays} /> };
}

function placeNote(table: UwcTable, parts: Extract<Move, { verb: 'place' }>): string {
  const w = wordsOf(table.language);
  return parts.slot === 'always' ? w.alwaysSlot : parts.matches ? w.match : w.mismatch;
}

function titleOfMove(table: UwcTable, parts: Move): string {
  const w = wordsOf(table.language);
  switch (parts.verb) {
    case 'place':
      return w.slots[parts.action] + (parts.card ? ` + ${titleOf(table.components, parts.card)}` : '') +
        (parts.clone ? ` ${w.withCloning}` : '');
    case 'slot': return w.slotFirst;
    case 'card': return titleOf(table.components, parts.card);
    case 'build': return `${capital(w.pieces[parts.piece])} ${placeText(table, parts.site)}`;
    case 'upgrade': return `${capital(w.upgrade)}: ${w.pieces[parts.piece]} ${placeText(table, parts.site)}`;
    case 'trial': return `${capital(w.trial)}: ${w.pieces[parts.piece]} ${placeText(table, parts.site)}`;
    case 'convert': return `${capital(w.pieces.symbiotic)} ${w.atSite(parts.site)}`;
    case 'advance': return `${w.track}: ${w.steps(parts.steps)}`;
    case 'use': case 'ready': case 'invoke': return titleOf(table.components, parts.card);
    case 'special': return parts.card ? titleOf(table.components, parts.card) : w.top;
    case 'special three': return w.three;
    case 'turn-up': return w.turnUp;
    case 'tiles': return w.drawTiles;
    case 'keep': return parts.card ? titleOf(table.components, parts.card) : w.tile;
    case 'pick': return parts.resources.map((what) => w.gains[what][0]).join(', ');
    case 'discard': return parts.cards.map((card) => titleOf(table.components, card)).join(', ');
    case 'claim': return table.components.contracts.find((info) => info.contract === parts.contract)?.name ?? w.claim;
    case 'pass': return w.skip;
    case 'end': return w.endTurn;
    case 'answer': return parts.option === 0 ? w.answerNo : titleOf(table.components, parts.card);
    case 'perform': return w.slots[parts.action];
    case 'exchange': return amountPair(table, parts);
    case 'choose': return optionText(table, parts);
    case 'do': return w.begin;
    case 'arrange': return w.metropolis;
  }
}

// The option of a choice, as a text.
function optionText(table: UwcTable, parts: Extract<Move, { verb: 'choose' }>): string {
  const prompt = table.legal?.prompt as Prompt | null | undefined;
  const moves = (table.legal?.moves ?? []).map((move) => move.parts as Move);
  const tokens = optionTokens(table, prompt && 'source' in prompt ? prompt.source : undefined, moves, parts.option);
  return tokens ? capital(textOf(tokens)) : wordsOf(table.language).option(parts.option);
}

const amountPair = (table: UwcTable, parts: Move): string => {
  const w = wordsOf(table.language);
  const list = (of: object) => Object.entries(of).map(([what, n]) =>
    amountText(w, what as 'kelp', Number(n))).join(', ');
  return `${list(parts.pays)} → ${list(parts.gives)}`;
};

function placeText(table: UwcTable, site: string): string {
  const w = wordsOf(table.language);
  const [city, letter] = [site.slice(0, 1), site.slice(1)];
  if (/^\d[a-dx]$/.test(site)) {
    return letter === 'x' ? w.expansionAt(city) : w.atCity(city, letter);
  }
  return w.onSite(site);
}

function goOf(table: UwcTable, parts: Move): string {
  const w = wordsOf(table.language);
  const words: Partial<Record<Move['verb'], string>> = {
    place: w.place, build: w.build, upgrade: w.doUpgrade, use: w.use, invoke: w.use,
    end: w.endTurn, pass: w.skip, discard: w.discard, claim: w.claim, special: w.take,
    keep: w.keep, convert: w.convert, advance: w.advance,
  };
  return words[parts.verb] ?? w.confirm;
}

// Price, gains, and what Production gains or loses.
function Effect({ table, parts, note }: { table: UwcTable; parts: Move; note: string }) {
  const w = wordsOf(table.language);
  const pays = amounts(w, parts.pays);
  const gives = amounts(w, parts.gives);
  const later = productionChange(table);
  return (
    <span class="uwc-say">
      {parts.verb === 'place' && <span>{note}</span>}
      {pays.length > 0 && <span class="uwc-pays"><span aria-hidden="true">−</span><span class="only-read">{w.pays}</span><Effects tokens={pays} size={16} /></span>}
      {gives.length > 0 && <span class="uwc-gives"><span aria-hidden="true">+</span><span class="only-read">{w.gives}</span><Effects tokens={gives} size={16} /></span>}
      {later.length > 0 && <span class="uwc-later"><Icon name="wave" size={15} /><span class="only-read">{w.nextProduction}</span><Effects tokens={later} size={16} /></span>}
    </span>
  );
}

function productionChange(table: UwcTable): Token[] {
  const w = wordsOf(table.language);
  const after = (table.preview?.view as View | null | undefined)?.seats[table.mine ?? -1]?.production;
  const before = table.view.seats[table.mine ?? -1]?.production;
  if (!after || !before) {
    return [];
  }
  return [...resources, 'points' as const].flatMap((what) => {
    const change = after[what] - before[what];
    const n = change < 0 ? `−${-change}` : `+${change}`;
    return change === 0 ? [] : [{ icon: what, n, label: `${n} ${w.gains[what][1]}`,
      tone: change > 0 ? 'good' as const : 'bad' as const }];
  });
}

// A payment as icons: its value is like "credit 1 kelp 1".
export function chipPicture(table: UwcTable, facet: Facet) {
  if (facet.key !== 'pay' || facet.value === 'free') {
    return null;
  }
  const words = facet.value.split(' ');
  const price = Object.fromEntries(words.flatMap((what, i) => i % 2 === 0 ? [[what, Number(words[i + 1])]] : []));
  return <Effects tokens={amounts(wordsOf(table.language), price)} size={18} silent />;
}

// The choices that are still open.
function asking(table: UwcTable): Saying | null {
  const w = wordsOf(table.language);
  const { choice, view } = table;
  const prompt = table.legal?.prompt as Prompt | null | undefined;
  const seat = view.seats[table.mine ?? -1];
  if (prompt?.kind === 'place' && seat) {
    const left = view.next.turns.filter((turn) => turn === table.mine).length;
    const card = choice?.selection['card'];
    const slot = choice?.selection['slot'];
    const colour = card ? cardOf(table, Number(card))?.colour : undefined;
    return { title: card ? w.nowSlot : slot ? w.nowCard : w.both,
      detail: colour && colour !== 'colourless' ? w.glow : slot ? w.lift : w.turnOf(4 - left, 3, view.round) };
  }
  if (prompt?.kind === 'start') {
    return { title: w.slotOrCard };
  }
  const main = (choice?.moves ?? []).map((move) => move.parts as Move).filter(isMain);
  if (main.every((parts) => parts.verb === 'build' || parts.verb === 'upgrade')) {
    const kinds = new Set(main.map((parts) => parts.verb === 'build' ? parts.piece : parts.verb));
    return { title: kinds.size === 1 ? w.siteNow : w.pieceNow };
  }
  return prompt?.kind === 'effect' ? { title: w.choosePart } : null;
}
