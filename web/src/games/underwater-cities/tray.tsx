// Below the board: the hand, or the decision in parts.  The effects in progress
// are a stack; the open parts are segments, and each has its own things to choose.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Effects, type Token } from '../../table/effects.tsx';
import { Icon } from '../../table/icon.tsx';
import { ColourSign } from '../../table/board-parts.tsx';
import type { Choice } from '../../table/choices.ts';
import { actsOf, isMain, optionTokens, orderedPieces, type Act } from './acts.ts';
import { CardButton, InPlay, cardOf, cardTokens, openCard, type UwcTable } from './cards.tsx';
import { titleOf } from './facets.ts';
import { useKeys } from './keys.ts';
import { slotTokens } from './slots.tsx';
import { amount, amounts, priceTokens, tileTokens } from './tokens.ts';
import { capital, wordsOf } from './words.ts';
import type { Cause, EffectState, Move, Piece, Price, Prompt } from './types.ts';

const handOf = (table: UwcTable): readonly number[] =>
  table.mine === null ? [] : table.view.seats[table.mine]?.hand.cards ?? [];

export function Tray({ table }: { table: UwcTable }) {
  const [showsPlay, setShowsPlay] = useState(false);
  useKeys();
  const { choice } = table;
  const prompt = table.legal?.prompt as Prompt | null | undefined;
  const isHand = !choice || choice.set !== null || prompt?.kind === 'place';
  if (choice && !isHand) {
    return <Decision table={table} choice={choice} prompt={prompt ?? null} />;
  }
  const w = wordsOf(table.language);
  return (
    <div class="uwc-tray">
      {!choice?.set && table.mine !== null && (
        <div class="uwc-tray-tabs">
          <button type="button" aria-pressed={!showsPlay} data-view="hand" onClick={() => setShowsPlay(false)}>
            {w.hand} <b>{handOf(table).length}</b></button>
          <button type="button" aria-pressed={showsPlay} data-view="in-play" onClick={() => setShowsPlay(true)}>
            {w.inPlay} <b>{table.view.seats[table.mine]?.claims.length ?? 0}</b></button>
        </div>
      )}
      {showsPlay && !choice?.set && table.mine !== null ? <InPlay table={table} seat={table.mine} /> :
        <Hand table={table} />}
    </div>
  );
}

// The hand: to place a card, to discard a set of cards, or only to look at.
function Hand({ table }: { table: UwcTable }) {
  const { choice } = table;
  const w = wordsOf(table.language);
  const set = choice?.set ?? null;
  const cards = set ? set.from.map((item) => Number(item.word)) : handOf(table);
  const slot = choice?.selection['slot'];
  const colour = slot?.replace(/\d/g, '');
  return (
    <ul class={set ? 'uwc-hand is-set' : 'uwc-hand'} aria-label={w.hand}>
      {cards.map((card) => {
        const standing = choice?.standing('card', String(card)) ?? 'none';
        const isInSet = set?.chosen.includes(String(card)) ?? false;
        const isLifted = colour !== undefined && cardOf(table, card)?.colour === colour && standing !== 'none';
        const state = isInSet || standing === 'chosen' ? 'chosen' : isLifted ? 'lifted' :
          set || standing !== 'none' ? 'open' : 'quiet';
        return (
          <li key={card}>
            <CardButton table={table} card={card} state={state} isOff={!set && standing === 'none'}
              onTap={() => set ? table.selectItem(String(card)) : table.select('card', String(card))}
              tag={isInSet && <span class="uwc-card-tag">{w.discard}</span>} />
          </li>
        );
      })}
    </ul>
  );
}

// An act that leaves nothing to be chosen: it is a segment even if it is the only one.
const isBare = ({ verb }: Act): boolean => verb === 'do' || verb === 'tiles';

// A decision of a turn that is not about the hand.
function Decision({ table, choice, prompt }: {
  table: UwcTable; choice: Choice; prompt: Prompt | null;
}) {
  const acts = actsOf(table, choice);
  const main = acts.filter(isMain);
  const beside = acts.filter((act) => act.verb === 'invoke' || act.verb === 'claim');
  const pass = acts.find((act) => act.verb === 'pass');
  const [only] = main;
  const current = acts.find((act) => act.isChosen) ?? (main.length === 1 ? only : undefined);
  const end = prompt?.kind === 'card' && main.length > 0 ? acts.find((act) => act.verb === 'end') : undefined;
  const isSimple = prompt?.kind === 'start' || prompt?.kind === 'production' || prompt?.kind === 'tiles';
  const hasSegments = !isSimple && (main.length > 1 || (only !== undefined && isBare(only)));
  return (
    <div class="uwc-decision">
      <Stack table={table} prompt={prompt} skip={hasSegments ? undefined : pass} canSkip={pass !== undefined} />
      {hasSegments && (
        <div class="uwc-acts" role="group">
          {main.map((act) => <Segment key={act.value} table={table} act={act} isOn={act === current} />)}
          {pass && <Skip table={table} act={pass} />}
        </div>
      )}
      {isSimple ? <Simple table={table} choice={choice} acts={main} prompt={prompt} /> :
        current && isMain(current) && <Things table={table} choice={choice} act={current} prompt={prompt} />}
      {(prompt?.kind === 'end' || prompt?.kind === 'card') && main.length > 0 &&
        <Resolving table={table} prompt={prompt} acts={main} end={end} />}
      <Besides table={table} acts={beside} prompt={prompt} />
    </div>
  );
}

// The effects in progress, the one that continues first at the bottom.
function Stack({ table, prompt, skip, canSkip }: {
  table: UwcTable; prompt: Prompt | null; skip: Act | undefined; canSkip: boolean;
}) {
  const levels = table.view.effects;
  const last = levels.length - 1;
  const w = wordsOf(table.language);
  if (levels.length === 0 || prompt?.kind === 'start') {
    return null;
  }
  return (
    <ol class="uwc-stack">
      {levels.map((level, i) => (
        <li key={i} class={i === last ? 'is-top' : ''}>
          <Source table={table} source={level} />
          {i === last && (skip ? <Skip table={table} act={skip} /> :
            <small>{canSkip ? w.optional : w.doOne}</small>)}
          {i < last && <small>{w.after}</small>}
        </li>
      ))}
    </ol>
  );
}

function Source({ table, source }: { table: UwcTable; source: EffectState }) {
  const w = wordsOf(table.language);
  if ('slot' in source) {
    const slot = table.view.slots.find((one) => one.slot === source.slot);
    const colour = slot?.colour ?? 'colourless';
    return <b><ColourSign colour={colour} /> {w.colours[colour]} {source.slot.replace(/\D/g, '')}
      {slot && ` · ${w.slots[slot.kind]}`}</b>;
  }
  if ('card' in source) {
    const { card } = source;
    return <button type="button" class="uwc-link" onClick={() => openCard(table, card)}>
      <ColourSign colour={cardOf(table, card)?.colour ?? 'colourless'} /> <b>{titleOf(table.components, card)}</b></button>;
  }
  if ('contract' in source) {
    const contract = table.components.contracts.find((info) => info.contract === source.contract);
    return <b><Icon name="contract" size={18} /> {contract?.name}</b>;
  }
  return <b>{source.source === 'upgrade' ? w.upgrade : source.source === 'specials' ? w.special : w.tile}</b>;
}

function Segment({ table, act, isOn }: { table: UwcTable; act: Act; isOn: boolean }) {
  const count = act.moves.length;
  return (
    <button type="button" class={isOn ? 'uwc-act is-on' : 'uwc-act'} aria-pressed={isOn}
      onClick={() => table.select('act', act.value)}>
      <Effects tokens={act.tokens} size={20} />
      <ActName table={table} act={act} />
      {count > 1 && (act.verb === 'use' || act.verb === 'ready') && <b>{count}</b>}
    </button>
  );
}

const Skip = ({ table, act }: { table: UwcTable; act: Act }) => (
  <button type="button" class="uwc-act is-pass" aria-pressed={act.isChosen}
    title={wordsOf(table.language).skip}
    onClick={() => table.select('act', act.value)}>{wordsOf(table.language).skipIt}</button>
);

// A word beside an icon that says little.
function ActName({ table, act }: { table: UwcTable; act: Act }) {
  const w = wordsOf(table.language);
  const names: Partial<Record<Act['verb'], string>> = {
    use: w.types.action, special: w.special, advance: w.advance, build: w.build,
    upgrade: w.doUpgrade, do: w.begin, ready: w.ready, trial: w.trial, perform: w.slot, choose: w.confirm,
  };
  const name = names[act.verb];
  return name ? <span class="uwc-act-name" aria-hidden="true">{capital(name)}</span> : null;
}

// The things of an act: pieces, cards, slots, goods, options.
function Things({ table, choice, act, prompt }: {
  table: UwcTable; choice: Choice; act: Act; prompt: Prompt | null;
}) {
  const w = wordsOf(table.language);
  const tap = (key: string, value: string) => table.select(key, value);
  const options = (key: string) => [...new Map(act.moves.flatMap((move) => {
    const value = valueIn(move, key);
    return value === undefined ? [] : [[value, move] as const];
  }))];
  switch (act.verb) {
    case 'build':
      return <Pieces table={table} choice={choice} act={act} />;
    case 'use': case 'ready': case 'keep': case 'special': case 'special three': case 'turn-up':
      return <Cards table={table} choice={choice} act={act} />;
    case 'advance':
      return <Buttons items={options('steps').map(([value]) => ({ key: 'steps', value,
        tokens: [amount(w, 'federation', Number(value))] }))} choice={choice} tap={tap} />;
    case 'pick':
      return <Buttons items={options('goods').map(([value]) => ({ key: 'goods', value,
        tokens: value.split(' ').map((what) => ({ icon: what, label: w.gains[what as 'kelp'][0] })) }))} choice={choice} tap={tap} />;
    case 'exchange':
      return <Buttons items={options('give').map(([value, move]) => ({ key: 'give', value,
        tokens: [...amounts(w, move.pays), { word: '→', label: w.arrow }, ...amounts(w, move.gives)] }))} choice={choice} tap={tap} />;
    case 'perform':
      return <Buttons items={options('slot').map(([value, move]) => ({ key: 'slot', value,
        tokens: [{ word: move.verb === 'perform' ? w.slots[move.action] : value, label: value }] }))} choice={choice} tap={tap} />;
    case 'card':
      return <Drops table={table} choice={choice} act={act} />;
    case 'choose':
      return <Options table={table} choice={choice} moves={act.moves} cause={prompt && 'source' in prompt ? prompt.source : undefined} />;
    default:
      return null;
  }
}

function valueIn(move: Move, key: string): string | undefined {
  switch (key) {
    case 'steps': return move.verb === 'advance' ? String(move.steps) : undefined;
    case 'goods': return move.verb === 'pick' ? move.resources.join(' ') : undefined;
    case 'give': return move.verb === 'exchange' ? move.give : undefined;
    case 'slot': return move.verb === 'perform' ? move.slot : undefined;
    default: return undefined;
  }
}

interface Item { key: string; value: string; tokens: readonly Token[]; note?: ComponentChildren }

const Buttons = ({ items, choice, tap }: {
  items: readonly Item[]; choice: Choice; tap(key: string, value: string): void;
}) => (
  <div class="uwc-things">
    {items.map(({ key, value, tokens, note }) => (
      <button key={`${key} ${value}`} type="button" class="uwc-thing"
        aria-pressed={choice.standing(key, value) === 'chosen'} onClick={() => tap(key, value)}>
        <Effects tokens={tokens} size={20} />{note}
      </button>
    ))}
  </div>
);

// What to build: each piece with its price and the number of its sites.
function Pieces({ table, choice, act }: { table: UwcTable; choice: Choice; act: Act }) {
  const w = wordsOf(table.language);
  const builds = act.moves.flatMap((move) => move.verb === 'build' ? [move] : []);
  const pieces = orderedPieces([...new Set(builds.map((move) => move.piece))]);
  return pieces.length === 1 ? null : (
    <div class="uwc-things is-pieces">
      {pieces.map((piece: Piece) => {
        const own = builds.filter((move) => move.piece === piece);
        const sites = new Set(own.map((move) => move.site)).size;
        return (
          <button key={piece} type="button" class="uwc-thing" aria-label={`${w.pieces[piece]}, ${sites}`}
            aria-pressed={choice.standing('piece', piece) === 'chosen'}
            onClick={() => table.select('piece', piece)}>
            <Icon name={piece} size={26} />
            <span class="uwc-piece"><span>{w.short[piece]}</span>
              <Effects tokens={priceTokens(w, cheapest(own.map((move) => move.pays)))} size={16} silent /></span>
            <span class="uwc-count" aria-hidden="true">{sites}</span>
          </button>
        );
      })}
    </div>
  );
}

// The price that most sites have; biomatter in place of others is asked last.
function cheapest(prices: readonly Price[]): Price {
  const sum = (price: Price) => Object.values(price).reduce((total, n) => total + (n ?? 0), 0);
  return [...prices].sort((a, b) => sum(a) - sum(b) || (a.biomatter ?? 0) - (b.biomatter ?? 0))[0] ?? {};
}

// Cards to choose: of those in play, of the display, or those drawn.
function Cards({ table, choice, act }: { table: UwcTable; choice: Choice; act: Act }) {
  const w = wordsOf(table.language);
  const others: Item[] = [];
  const cards: number[] = [];
  for (const move of act.moves) {
    if (move.verb === 'special three') {
      others.push({ key: 'card', value: 'three', tokens: [{ word: w.three }] });
    } else if (move.verb === 'turn-up') {
      others.push({ key: 'card', value: 'turn-up', tokens: [{ word: w.turnUp }] });
    } else if (move.verb === 'special' && move.from === 'top') {
      const top = table.view.piles.top_special;
      others.push({ key: 'card', value: 'top', tokens: [{ word: top ? `${w.top}: ${titleOf(table.components, top)}` : w.top }],
        note: top && <span class="uwc-note">{<Icon name="info" size={14} />}</span> });
    } else if (move.verb === 'keep' && move.tile) {
      others.push({ key: 'tile', value: String(move.tile), tokens: tileTokens(table.components, table.language, 'blue', move.tile) });
    } else if ('card' in move && move.card) {
      cards.push(move.card);
    }
  }
  return (
    <>
      {cards.length > 0 && (
        <ul class="uwc-hand">
          {[...new Set(cards)].map((card) => {
            const standing = choice.standing('card', String(card));
            return <li key={card}><CardButton table={table} card={card} state={standing === 'chosen' ? 'chosen' : 'open'}
              onTap={() => table.select('card', String(card))} /></li>;
          })}
        </ul>
      )}
      {others.length > 0 && <Buttons items={others} choice={choice} tap={(key, value) => table.select(key, value)} />}
    </>
  );
}

// With four action cards, one of them is given up for the new one.
function Drops({ table, choice, act }: { table: UwcTable; choice: Choice; act: Act }) {
  const cards = act.moves.flatMap((move) => move.verb === 'card' && move.drop ? [move.drop] : []);
  return cards.length === 0 ? null : (
    <>
      <p class="uwc-asked">{wordsOf(table.language).giveUp}</p>
      <ul class="uwc-hand">
        {cards.map((card) => {
          const standing = choice.standing('drop', String(card));
          return <li key={card}><CardButton table={table} card={card} state={standing === 'chosen' ? 'chosen' : 'open'}
            onTap={() => table.select('drop', String(card))} /></li>;
        })}
      </ul>
    </>
  );
}

// The options of a choice, each as icons.
function Options({ table, choice, moves, cause }: {
  table: UwcTable; choice: Choice; moves: readonly Move[]; cause: Cause | undefined;
}) {
  const w = wordsOf(table.language);
  const items = moves.flatMap((move) => {
    if (move.verb !== 'choose' && move.verb !== 'answer') {
      return [];
    }
    const tokens: readonly Token[] = move.option === 0 ? [{ word: w.answerNo }] :
      optionTokens(table, cause, moves, move.option) ?? [{ word: move.effect ?? w.option(move.option) }];
    return [{ key: 'option', value: String(move.option), tokens }];
  });
  return <Buttons items={items} choice={choice} tap={(key, value) => table.select(key, value)} />;
}

// Two or three large halves: slot or card first, Production, tiles at the start.
function Simple({ table, choice, acts, prompt }: {
  table: UwcTable; choice: Choice; acts: readonly Act[]; prompt: Prompt | null;
}) {
  const w = wordsOf(table.language);
  if (prompt?.kind === 'start') {
    const slot = table.view.slots.find((one) => one.slot === prompt.slot);
    return (
      <div class="uwc-things is-halves">
        {acts.map((act) => (
          <button key={act.value} type="button" class="uwc-thing" aria-pressed={act.isChosen}
            onClick={() => table.select('act', act.value)}>
            <span class="uwc-half"><b>{act.verb === 'slot' ? w.slotFirst : w.cardFirst}</b>
              <span>{act.verb === 'slot' ? slot && w.slots[slot.kind] : titleOf(table.components, prompt.card)}</span>
              <Effects size={18} tokens={act.verb === 'slot' ? slotTokens(table, prompt.slot) : cardTokens(table, prompt.card)} /></span>
          </button>
        ))}
      </div>
    );
  }
  if (prompt?.kind === 'tiles') {
    const items = (table.legal?.moves ?? []).flatMap(({ parts }) => {
      const move = parts as Move;
      return move.verb === 'arrange' ? [{ key: 'tile', value: String(move.upper_right), tokens: [
        { word: `${w.upperRight}:` }, ...tileTokens(table.components, table.language, 'blue', move.upper_right),
        { word: `${w.lowerLeft}:` }, ...tileTokens(table.components, table.language, 'blue', move.lower_left)] }] : [];
    });
    return <Buttons items={items} choice={choice} tap={(key, value) => table.select(key, value)} />;
  }
  const source = prompt?.kind === 'production' ? prompt.source : undefined;
  const moves = (table.legal?.moves ?? []).map((move) => move.parts as Move);
  return (
    <>
      {source && 'card' in source && <p class="uwc-asked"><Icon name="wave" size={18} /> <button type="button" class="uwc-link"
        onClick={() => openCard(table, source.card)}><b>{titleOf(table.components, source.card)}</b></button></p>}
      <Options table={table} choice={choice} moves={moves} cause={source} />
    </>
  );
}

// The card of the turn, which waits to be resolved.
function Resolving({ table, prompt, acts, end }: {
  table: UwcTable; prompt: Prompt; acts: readonly Act[]; end: Act | undefined;
}) {
  return 'card' in prompt ? (
    <ul class="uwc-hand">
      <li><CardButton table={table} card={prompt.card} state={acts.some((act) => act.isChosen) ? 'chosen' : 'open'}
        onTap={() => {
          const [first] = acts;
          if (first) {
            table.select('act', first.value);
          }
        }} /></li>
      {end && <li class="uwc-ends"><button type="button" class="uwc-act is-pass" aria-pressed={end.isChosen}
        onClick={() => table.select('act', end.value)}>{wordsOf(table.language).endTurn}</button></li>}
    </ul>
  ) : null;
}

// Further choices: cards that can be used once a turn, contracts, and, to
// remind, action cards that were not used.
function Besides({ table, acts, prompt }: {
  table: UwcTable; acts: readonly Act[]; prompt: Prompt | null;
}) {
  const w = wordsOf(table.language);
  const ready = prompt?.kind === 'end' || prompt?.kind === 'card' ? readyCards(table) : [];
  const items = acts.flatMap((act) => act.moves.map((move) => ({ act, move })));
  return items.length === 0 && ready.length === 0 ? null : (
    <div class="uwc-besides" role="group" aria-label={w.beforeEnd}>
      {items.length > 0 && <small>{w.beforeEnd}</small>}
      {items.map(({ act, move }) => {
        const [key, value] = move.verb === 'claim' ? ['contract', String(move.contract)] :
          ['card', String('card' in move ? move.card : '')];
        const name = move.verb === 'claim' ? table.components.contracts.find((info) =>
          info.contract === move.contract)?.name : titleOf(table.components, Number(value));
        return (
          <button key={`${act.value} ${value}`} type="button" class="uwc-beside"
            aria-pressed={act.isChosen && table.choice?.selection[key] === value}
            onClick={() => table.select(key, value)}>
            <Icon name={move.verb === 'claim' ? 'contract' : 'type-permanent'} size={16} /> {name}
          </button>
        );
      })}
      {ready.length > 0 && <small>{w.unused}</small>}
      {ready.map((card) => (
        <button key={card} type="button" class="uwc-beside is-idle" onClick={() => openCard(table, card)}>
          <Icon name="type-action" size={14} /> {titleOf(table.components, card)}
        </button>
      ))}
    </div>
  );
}

const readyCards = (table: UwcTable): number[] =>
  (table.mine === null ? [] : table.view.seats[table.mine]?.claims ?? [])
      .filter((claim) => claim.type === 'action' && !claim.used).map((claim) => claim.card);
