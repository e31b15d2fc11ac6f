// Seastead.
import { game } from '../../table/game.ts';
import { BoardPane, Rival } from './board.tsx';
import { Displays } from './displays.tsx';
import { facetsOf } from './facets.ts';
import { Moves } from './motion.tsx';
import { say } from './say.tsx';
import { stepPicture } from './step.tsx';
import { Tray } from './tray.tsx';
import { wordsOf } from './words.ts';
import type { Components, SeasteadTable, Step, View } from './types.ts';

function Round({ table }: { table: SeasteadTable }) {
  const w = wordsOf(table.language);
  const { turns, ending } = table.view;
  return (
    <span class="sea-round">{w.turn(turns + 1)}{ending > 0 && <b> · {w.ending[ending]}</b>}</span>
  );
}

const source = (en: string, de: string) => ({ en, de });

export default game<View, Components>({
  minutes: () => 45,
  facets: facetsOf,
  panes: [
    { id: 'flotillas', title: { en: 'Flotillas', de: 'Flotillas' }, icon: 'board', column: 'middle',
      draw: (table) => <BoardPane table={table} /> },
    { id: 'displays', title: { en: 'Displays', de: 'Auslage' }, icon: 'cards', column: 'left',
      draw: (table) => <Displays table={table} /> },
  ],
  focus: () => 'flotillas',
  chips: ['with'],
  ends: [],
  pass: { en: 'No, go on', de: 'Nein, weiter' },
  round: (table) => <><Round table={table} /><Moves table={table} /></>,
  tray: (table) => <Tray table={table} />,
  rival: (table, seat) => <Rival table={table} seat={seat} />,
  say,
  help: () => import('./help.ts'),
  step: (step, table) => stepPicture(table, step as Step),
  sources: {
    dock_resources: source('Dock resources', 'Ressourcen der Dock-Plättchen'),
    dock_buildings: source('Dock buildings', 'Gebäude an Dock-Plättchen'),
    locations: source('Locations', 'Orte'),
    specialists: source('Specialists', 'Spezialisten'),
    cleanup: source('Cleanup tokens', 'Säuberungs\u00ADmarker'),
    points: source('Points', 'Punkte'),
  },
});
