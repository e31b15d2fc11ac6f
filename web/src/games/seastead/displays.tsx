// The displays beside the flotillas: the dive card, dock tiles and specialists.
import type { ComponentChildren } from 'preact';
import { ownerOf } from './board.tsx';
import { DockFace, DockSheet, HalfFace, SpecialistFace } from './cards.tsx';
import { wordsOf } from './words.ts';
import type { SeasteadTable } from './types.ts';

function Section({ title, note, children }: { title: string; note?: string; children: ComponentChildren }) {
  return <section><h3>{title} {note && <small>{note}</small>}</h3><div class="sea-row">{children}</div></section>;
}

function DiveCard({ table }: { table: SeasteadTable }) {
  const { dive } = table.view;
  const card = table.components.dive_cards.find(({ number }) => number === dive.discards.at(-1));
  return card ? (
    <span class="sea-halves">
      {[1, 0].map((seat) => {
        const half = card.halves[(dive.facing + seat) % 2];
        return half && <HalfFace key={seat} table={table} half={half} who={ownerOf(table, seat).name} />;
      })}
    </span>
  ) : null;
}

export function Displays({ table }: { table: SeasteadTable }) {
  const w = wordsOf(table.language);
  const { dive, docks, specialists, players } = table.view;
  return (
    <div class="sea-displays">
      <Section title={w.diveCard} note={w.pile(dive.pile)}><DiveCard table={table} /></Section>
      <Section title={w.docks} note={w.pile(docks.pile)}>
        {docks.display.map((n, i) => n !== null && <button key={i} type="button" class="sea-face" onClick={() => table.sheet(w.dock(n), <DockSheet table={table} n={n} />)}><DockFace table={table} n={n} /></button>)}
      </Section>
      <Section title={w.specialists} note={w.pile(specialists.pile)}>
        {specialists.display.map((n, i) => n !== null && <span key={i} class="sea-face"><SpecialistFace table={table} n={n} /></span>)}
      </Section>
      {players.map((player, seat) => player.specialists.length > 0 && (
        <Section key={seat} title={w.specialistsOf(ownerOf(table, seat).name)}>
          {player.specialists.map((n) => (
            <span key={n} class="sea-face"><SpecialistFace table={table} n={n} isDown={!player.face_up.includes(n)} /></span>
          ))}
        </Section>
      ))}
    </div>
  );
}
