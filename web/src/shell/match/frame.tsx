// The frame of a match.  A phone shows one view at a time, with tabs; a tablet one
// beside the board; a desktop all in three columns.  What one must know is always visible.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Event, Link } from '../../api/types.ts';
import { useWords } from '../../i18n/words.ts';
import type { GameClient, Table } from '../../table/game.ts';
import { Chooser } from '../../table/chooser.tsx';
import { Icon } from '../../table/icon.tsx';
import { Log } from './log.tsx';
import { useHasMore } from './overflow.ts';
import { ScoreSheet } from './score.tsx';
import { Seats } from './seats.tsx';
import { Since } from './since.tsx';
import { Top } from './top.tsx';
import { useColumns, useIsTall } from './wide.ts';

interface View {
  id: string;
  title: string;
  icon: string;
  column: 'left' | 'middle' | 'right';
  content: ComponentChildren;
}

export interface FrameProps {
  table: Table;
  game: GameClient | null;
  events: readonly Event[];
  link: Link;
  back?: string; // the address that the page leads back to
  ahead: number; // ms that the service's clock is ahead of this device's
  bar: ComponentChildren; // where one decides, or moves through a replay
}

function useViews({ table, game, events }: FrameProps): View[] {
  const words = useWords();
  const isOn = table.view !== null;
  const own = (isOn ? game?.panes ?? [] : []).map((pane): View => ({
    id: pane.id, title: pane.title[table.language], icon: pane.icon,
    column: pane.column, content: pane.draw(table),
  })).filter(({ content }) => content !== null);
  const chooser: View = {
    id: 'choices', title: words.choices, icon: 'list', column: 'middle',
    content: <Chooser table={table} words={words} />,
  };
  return [
    ...(own.length > 0 ? own : [chooser]),
    { id: 'players', title: words.players, icon: 'players', column: 'right',
      content: <ScoreSheet table={table} game={game} /> },
    { id: 'log', title: words.log, icon: 'log', column: 'right',
      content: <Log table={table} game={game} events={events} /> },
  ];
}

// The view that a phone shows: that of the decision, until a tab is tapped.
function useShown(views: readonly View[], { table, game }: FrameProps) {
  const prompt = table.choice ? table.state.prompt : null;
  const about = prompt && game?.focus?.(prompt);
  const first = views[0]?.id ?? '';
  const [shown, show] = useState(about ?? first);
  useEffect(() => {
    if (about && views.some((view) => view.id === about)) {
      show(about);
    }
  }, [about, table.choice ? table.state.seq : null]);
  return [views.some((view) => view.id === shown) ? shown : first, show] as const;
}

// It fades out at its lower edge while there is more below.
function Pane({ view }: { view: View }) {
  const { place, hasMore, look } = useHasMore<HTMLElement>();
  return (
    <section ref={place} class={`pane pane-${view.id}${hasMore ? ' has-more' : ''}`}
      aria-label={view.title} tabIndex={0} onScroll={look}>
      <h2 class="only-read">{view.title}</h2>
      {view.content}
    </section>
  );
}

// Below the board, of the same size for the whole match.  If there is more, it opens
// upwards, over the board.
function Tray({ table, game }: { table: Table; game: GameClient | null }) {
  const words = useWords();
  const { place, hasMore, look } = useHasMore<HTMLDivElement>();
  const [isOpen, open] = useState(false);
  useEffect(() => open(false), [table.state.seq]);
  return !table.view || !game?.tray ? null : (
    <div class={isOpen ? 'tray is-open' : 'tray'}>
      <div ref={place} class="tray-content" onScroll={look}>{game.tray(table)}</div>
      {(hasMore || isOpen) && (
        <button type="button" class="tray-more" aria-expanded={isOpen}
          aria-label={isOpen ? words.less : words.more} onClick={() => open(!isOpen)}>
          <Icon name="back" size={20} /></button>
      )}
    </div>
  );
}

function Tabs({ views, shown, show }:
    { views: readonly View[]; shown: string; show(id: string): void }) {
  const words = useWords();
  return (
    <nav class="tabs" aria-label={words.table}>
      {views.map((view) => (
        <button key={view.id} type="button" class="tab" data-tab={view.id}
          aria-pressed={view.id === shown} onClick={() => show(view.id)}>
          <Icon name={view.icon} size={22} /><span>{view.title}</span>
        </button>
      ))}
    </nav>
  );
}

function Narrow(props: FrameProps) {
  const { table, game } = props;
  const views = useViews(props);
  const [shown, show] = useShown(views, props);
  const view = views.find(({ id }) => id === shown);
  return (
    <div class="match narrow" data-game={table.match.game} data-seq={table.state.seq}>
      <Top {...props} />
      <main class="table" tabIndex={-1}>
        <Seats table={table} game={game} />
        {table.view && game?.purse && <div class="purse-place">{game.purse(table)}</div>}
        {view && <Pane key={view.id} view={view} />}
        <Tray table={table} game={game} />
        {props.bar}
      </main>
      <Tabs views={views} shown={shown} show={show} />
    </div>
  );
}

// The views of the middle column always, with the log if there is room below, and
// beside them one of the others.
function Medium(props: FrameProps) {
  const { table, game } = props;
  const views = useViews(props);
  const isTall = useIsTall();
  const isBeside = ({ id, column }: View) => column !== 'middle' && !(isTall && id === 'log');
  const beside = views.filter(isBeside);
  const [shown, show] = useShown(beside, props);
  const view = beside.find(({ id }) => id === shown);
  return (
    <div class="match narrow medium" data-game={table.match.game} data-seq={table.state.seq}>
      <Top {...props} />
      <main class="table" tabIndex={-1}>
        <Seats table={table} game={game} />
        {table.view && game?.purse && <div class="purse-place">{game.purse(table)}</div>}
        <Since table={table} game={game} events={props.events} />
        <div class="beside">
          <div class="views">
            {views.filter((one) => !isBeside(one))
                .map((one) => <Pane key={one.id} view={one} />)}
          </div>
          <div class="column">
            <Tabs views={beside} shown={shown} show={show} />
            {view && <Pane key={view.id} view={view} />}
          </div>
        </div>
        <Tray table={table} game={game} />
        {props.bar}
      </main>
    </div>
  );
}

function Wide(props: FrameProps) {
  const { table, game } = props;
  const views = useViews(props);
  const column = (name: View['column']) => views.filter((view) => view.column === name)
      .map((view) => <Pane key={view.id} view={view} />);
  const left = column('left');
  return (
    <div class="match wide" data-game={table.match.game} data-seq={table.state.seq}>
      <Top {...props} />
      <main class={left.length > 0 ? 'table' : 'table no-left'} tabIndex={-1}>
        {left.length > 0 && <div class="column left">{left}</div>}
        <div class="column middle">
          {table.view && game?.purse && <div class="purse-place">{game.purse(table)}</div>}
          <Since table={table} game={game} events={props.events} />
          <div class="views">{column('middle')}</div>
          <Tray table={table} game={game} />
          {props.bar}
        </div>
        <div class="column right">
          <Seats table={table} game={game} />
          {column('right')}
        </div>
      </main>
    </div>
  );
}

export function Frame(props: FrameProps) {
  switch (useColumns()) {
    case 3: return <Wide {...props} />;
    case 2: return <Medium {...props} />;
    case 1: return <Narrow {...props} />;
  }
}
