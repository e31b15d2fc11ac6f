// A player board as rows: the surface, and below it the five levels, each with the
// sponsor, the key, the diver, the resources and the tokens of the colony.
import { SeatToken } from '../../table/board-parts.tsx';
import { Icon } from '../../table/icon.tsx';
import { Effects } from './effects.tsx';
import { Cubes, Part, diverText, sponsorSide, sponsorText, tokenText } from './things.tsx';
import { wordsOf } from './words.ts';
import { SURFACE, colours, type Diver, type Key, type OtysTable, type Player } from './types.ts';

interface Shown { table: OtysTable; player: Player; seat: number }

// Keys and divers of others are only looked at.
const facetOf = (table: OtysTable, seat: number, key: string): string =>
  seat === table.mine ? key : 'none';

// Whether the viewer is asked this, and the seat is the viewer's.
const asks = (table: OtysTable, seat: number, kind: string): boolean =>
  seat === table.mine && table.state.prompt?.kind === kind;

// A level is chosen for an X, once that is; until then a tap on it explains it.
const levelFacet = (table: OtysTable, seat: number): string =>
  table.state.prompt?.kind === 'turn' &&
    !['x', 'neutral'].includes(table.choice?.selection['key'] ?? '') ?
    'none' : facetOf(table, seat, 'level');

function DiverPart({ table, player, seat, diver, slot }: Shown & { diver: Diver; slot: number }) {
  const w = wordsOf(table.language);
  const isUpgraded = player.upgraded.includes(diver);
  return (
    <Part table={table} facet={facetOf(table, seat, 'diver')} value={diver} info={diverText(table, seat, diver)}
      label={w.divers[diver] + (isUpgraded ? `, ${w.upgraded}` : '')} at={`slot ${slot}`}
      move={asks(table, seat, 'propeller') ? `propel ${diver}` : null} class={`otys-diver of-${diver}${isUpgraded ? ' is-up' : ''}`}>
      <Icon name="diver" size={18} /><span>{w.divers[diver]}</span>
      {isUpgraded && <Icon name="upgrade" size={13} />}
    </Part>
  );
}

function KeyPart({ table, player, seat, name, info }: Shown & { name: Key; info: string }) {
  const w = wordsOf(table.language);
  const isHere = name === 'neutral' ? player.neutral_keys > 0 : player.keys.some((key) => key === name);
  const text = name === 'neutral' ? `X${player.neutral_keys > 1 ? ` ${player.neutral_keys}` : ''}` : name.toUpperCase();
  return isHere ? (
    <Part table={table} facet={facetOf(table, seat, 'key')} value={name} label={w.key(name)} info={info} at={`key ${name}`}
      move={asks(table, seat, 'turn') && info !== w.useKey ? `key ${name}` : null}
      class={name === 'neutral' ? 'otys-key is-neutral' : 'otys-key'}>{text}</Part>
  ) : <span class="otys-key is-gone" data-at={`key ${name}`} aria-hidden="true">{name === 'neutral' ? '' : text}</span>;
}

function Surface({ table, player, seat }: Shown) {
  const w = wordsOf(table.language);
  return (
    <section class="otys-surface" aria-label={w.surface}>
      <KeyPart table={table} player={player} seat={seat} name="x" info={w.useKey} />
      <span class="otys-divers">
        {player.column.slice(0, SURFACE).map((diver, i) =>
          <DiverPart key={diver} table={table} player={player} seat={seat} diver={diver} slot={i + 1} />)}
      </span>
      {player.neutral_keys > 0 && <KeyPart table={table} player={player} seat={seat} name="neutral" info={w.useKey} />}
    </section>
  );
}

function Level({ table, player, seat, level }: Shown & { level: number }) {
  const w = wordsOf(table.language);
  const state = player.levels[level - 1];
  const diver = player.column[SURFACE + level - 1];
  const sponsor = table.view.sponsors[level - 1];
  const side = sponsorSide(table, level);
  const spaces = table.components.levels[level - 1]?.spaces ?? 0;
  if (!state || !diver || !sponsor) {
    return null;
  }
  const free = spaces - colours.reduce((sum, colour) => sum + state[colour], 0);
  const isNow = table.view.level === level && table.view.turn === seat;
  return (
    <section class={isNow ? 'otys-level is-now' : 'otys-level'} aria-label={w.level(level)} data-at={`level ${level}`}>
      <KeyPart table={table} player={player} seat={seat} name={String(level) as Key} info={`${diverText(table, seat, diver)} ${w.sponsor(sponsor.number)}: ${sponsorText(table, level)}`} />
      <Part table={table} facet={levelFacet(table, seat)} value={String(level)} label={w.level(level)} class="otys-depth" at={`sponsor ${level}`}
        info={`${w.sponsor(sponsor.number)}: ${sponsorText(table, level)}`}>
        <small>{w.sponsor(sponsor.number)}{sponsor.side === 'advanced' ? '*' : ''}</small>{side && <Effects table={table} side={side} />}
      </Part>
      <DiverPart key={diver} table={table} player={player} seat={seat} diver={diver} slot={SURFACE + level} />
      <span class="otys-cubes">
        <Cubes table={table} amounts={state} />
        {Array.from({ length: free }, (_, i) => <i key={i} aria-hidden="true" />)}
        <span class="only-read">{w.free(free)}</span>
      </span>
      {state.reward !== null && (
        <button type="button" class="otys-reward" aria-label={w.token(state.reward)}
          onClick={() => table.sheet(w.token(state.reward ?? 0), <p>{tokenText(table, state.reward ?? 0, 'back')}</p>)}>
          <Icon name={backIcon(table, state.reward)} size={16} /></button>
      )}
    </section>
  );
}

const backIcon = (table: OtysTable, n: number): string =>
  table.components.tokens.find(({ number }) => number === n)?.back.kind === 'point' ? 'points' : 'credit';

export function BoardPane({ table }: { table: OtysTable }) {
  const seat = table.view.players[table.shown] ? table.shown : 0;
  const player = table.view.players[seat];
  const owner = table.seats[seat];
  const w = wordsOf(table.language);
  return player ? (
    <div class={`otys-board seat-${seat}`} role="group" aria-label={w.board(owner?.name ?? '')}>
      {owner && !owner.isMine && <h3 class="otys-owner"><SeatToken seat={owner} /> {owner.name}</h3>}
      <Surface table={table} player={player} seat={seat} />
      {table.components.levels.map(({ number }) =>
        <Level key={number} table={table} player={player} seat={seat} level={number} />)}
    </div>
  ) : null;
}
