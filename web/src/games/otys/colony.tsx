// What all players share: contracts, the store and the reward tokens of each level.
import { Icon } from '../../table/icon.tsx';
import { Effects } from './effects.tsx';
import { Contract, Cube, Part, tokenSide, tokenText } from './things.tsx';
import { wordsOf } from './words.ts';
import { colours, type OtysTable } from './types.ts';

function Contracts({ table, title, numbers, at }: {
  table: OtysTable; title: string; numbers: readonly (number | null)[]; at?: string;
}) {
  const w = wordsOf(table.language);
  const known = numbers.filter((n) => n !== null);
  return (
    <section>
      <h3>{title}</h3>
      <div class="otys-row" data-at={at}>
        {known.map((n) => (
          <Part key={n} table={table} facet="contract" value={String(n)} label={w.contract(n)} class="otys-card"
            move={table.view.level === null ? null : `complete ${n} ${table.view.level}`}
            info={table.components.cards.find(({ number }) => number === n)?.text ?? ''}><Contract table={table} n={n} /></Part>
        ))}
        {known.length === 0 && <span>{w.none}</span>}
      </div>
    </section>
  );
}

function Store({ table }: { table: OtysTable }) {
  const w = wordsOf(table.language);
  return (
    <section>
      <h3>{w.store}</h3>
      <div class="otys-store">
        {table.components.store.map(({ row, credits, points }) => (
          <div key={row} class="otys-shelf" data-at={`store ${row}`} role="group" aria-label={w.row(row)}>
            <span>{credits}<Icon name="credit" size={15} />{points > 0 && <> / {points}<Icon name="points" size={15} /></>}</span>
            {colours.map((colour) => table.view.store[colour][row - 1] ? (
              <Part key={colour} table={table} facet="goods" value={`${colour} ${row}`} label={`${w.colours[colour]}, ${w.row(row)}`}
                info={w.credits(credits)} class="otys-good"><Cube table={table} colour={colour} /></Part>
            ) : <i key={colour} aria-hidden="true" />)}
          </div>
        ))}
      </div>
    </section>
  );
}

// What a token does when it is taken and, later, for each contract of its level.
function Token({ table, n }: { table: OtysTable; n: number }) {
  const front = tokenSide(table, n, 'front');
  const back = tokenSide(table, n, 'back');
  return (
    <>
      {front && <Effects table={table} side={front} />}
      {back && <small><Icon name="contract" size={13} />: <Effects table={table} side={back} /></small>}
    </>
  );
}

function Tokens({ table }: { table: OtysTable }) {
  const w = wordsOf(table.language);
  return (
    <section data-at="tokens">
      <h3>{w.colony}</h3>
      {table.view.tokens.map((pair, i) => (
        <div key={i} class="otys-tokens" role="group" aria-label={w.level(i + 1)}>
          <b>{i + 1}</b>
          {pair.map((n) => n !== null && (
            <Part key={n} table={table} facet="token" value={String(n)} label={w.token(n)}
              info={`${tokenText(table, n, 'front')} ${tokenText(table, n, 'back')}`} class="otys-token">
              <Token table={table} n={n} /></Part>
          ))}
        </div>
      ))}
    </section>
  );
}

export function Colony({ table }: { table: OtysTable }) {
  const w = wordsOf(table.language);
  const hand = table.view.players[table.mine ?? -1]?.hand;
  return (
    <div class="otys-colony">
      <Contracts table={table} title={w.open} numbers={table.view.contracts.public} at="contracts" />
      {hand && <Contracts table={table} title={w.mine} numbers={hand} />}
      <Store table={table} />
      <Tokens table={table} />
    </div>
  );
}
