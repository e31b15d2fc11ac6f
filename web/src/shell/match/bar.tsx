// The decision bar: what is asked or would be done, what it costs and gives, and the
// one place where it is confirmed.  Undo is at the left, the move at the right.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useWords } from '../../i18n/words.ts';
import type { Preview } from '../../api/types.ts';
import type { Words } from '../../i18n/en.ts';
import { previewOf, type MatchStore, type Table as Known } from '../../store/match.ts';
import { SET } from '../../table/choices.ts';
import { Chooser } from '../../table/chooser.tsx';
import type { GameClient, Saying, Table } from '../../table/game.ts';
import { Icon } from '../../table/icon.tsx';
import { refusalText, Sheet } from '../page.tsx';
import { TimeUp } from './clock.tsx';
import { Over, Points, resultText } from './over.tsx';
import { ReadAll } from './read-all.tsx';
import { Since } from './since.tsx';
import { useColumns } from './wide.ts';

interface BarProps {
  table: Table;
  game: GameClient | null;
  store: MatchStore;
  known: Known;
}

// What the bar says when it is not the viewer who decides.
function idleText(table: Table, words: Words): string {
  const { state, seats } = table;
  if (state.status !== 'running') {
    return resultText(table, words);
  }
  return words.notYours(state.to_act.map((seat) => seats[seat]?.name).join(', '));
}

// The determined move, once what it does is on screen: only then it can be confirmed.
function confirmableMove({ table: { choice }, known }: BarProps): string | null {
  const move = choice?.move?.move ?? null;
  return previewOf(known, move) === null || known.isSending ? null : move;
}

// Whether a preview ends where something is turned up: Beginning says so at its end, so
// that a phone shows more of what the move does.
const isToldInPart = (preview: Preview): boolean => preview.ends_match === null;

// What the preview says that matters before one confirms.
function Outcome({ table, known }: BarProps) {
  const words = useWords();
  const { mine, choice } = table;
  const preview = previewOf(known, choice?.move?.move ?? null);
  if (!preview) {
    return null;
  }
  if (preview === 'unknown') {
    return <span class="outcome warn">{words.noPreview} </span>;
  }
  const endsTurn = mine !== null && !preview.ends_match && preview.to_act?.includes(mine) === false;
  const gain = mine === null ? 0 : preview.score_change?.[mine] ?? 0;
  return (
    <span class="outcome" data-of={preview.move}>
      {gain !== 0 && <span class={gain > 0 ? 'gain' : 'loss'}>{words.gains(gain)} </span>}
      {preview.ends_match && <span class="warn">{words.endsMatch} </span>}
      {preview.reveals ? <span class="warn">{isToldInPart(preview) ? words.notBack : words.reveals} </span> :
        !preview.undoable && <span class="warn">{endsTurn ? words.endsTurn : words.noUndo} </span>}
    </span>
  );
}

// Of a move that turns something up: what it does before.  The board cannot show it,
// for the preview has no view.
function Beginning({ table, known }: BarProps) {
  const words = useWords();
  const preview = previewOf(known, table.choice?.move?.move ?? null);
  return preview === null || preview === 'unknown' || !isToldInPart(preview) ? null : (
    <span class="beginning"> {preview.steps.map(({ text }) => text).join(' ')} {words.restHidden}</span>
  );
}

function says({ table, game }: BarProps, words: Words): Saying {
  const { choice, state } = table;
  if (!choice) {
    return { title: idleText(table, words), detail: <Points table={table} /> };
  }
  const own = game?.say?.(table);
  if (own) {
    return own;
  }
  const detail = choice.set && choice.selection[SET] !== undefined && !choice.move ?
    words.chooseSome(choice.set.chosen.length, choice.set.count) : undefined;
  return {
    title: choice.move?.text ?? state.prompt?.text ?? words.choose,
    ...detail !== undefined && { detail },
  };
}

// Why something was refused; after other moves, what became of the choice.
function saidText({ table, known: { said } }: BarProps, words: Words): string {
  const { choice } = table;
  return !said ? '' : said.status !== 412 || !choice ? refusalText(said, words) :
    choice.move ? words.stillLegal : words.noMoreLegal;
}

function Chips({ table, game }: BarProps) {
  const { choice } = table;
  const keys = game?.chips ?? [];
  const groups = choice?.move ? keys.map((key) => [key, [...choice.open(key).values()]] as const)
      .filter(([, options]) => options.length > 1 &&
        Object.keys(choice.selection).length > 0) : [];
  return (
    <>
      {groups.map(([key, options]) => (
        <span key={key} class="chips" role="group">
          {options.map((option) => (
            <button key={option.value} type="button" class="chip" data-key={key}
              data-value={option.value} aria-label={option.text}
              aria-pressed={choice?.standing(key, option.value) === 'chosen'}
              onClick={() => table.select(key, option.value)}>
              {game?.chip?.(option, table) ?? option.text}</button>
          ))}
        </span>
      ))}
    </>
  );
}

function Undo({ table, store, known }: BarProps) {
  const words = useWords();
  const { undo } = table.state;
  const button = (label: string, icon: string, toSeq: number | null) => (
    <button type="button" class="undo" aria-label={label} title={label} data-undo={icon}
      aria-disabled={toSeq === null || known.isSending}
      onClick={() => toSeq !== null && void store.undo(toSeq)}>
      <Icon name={icon} size={22} />
    </button>
  );
  const isDeep = undo.allowed && undo.to_seq !== undo.step_seq;
  return (
    <span class="undos">
      {button(words.undoStep, 'undo', undo.step_seq)}
      {isDeep && button(words.undoTurn, 'first', undo.to_seq)}
    </span>
  );
}

// Enter confirms, Escape clears the selection, Backspace undoes: unless a control
// has the key, or a sheet is open.  (Focus leaves a sheet when what had it is
// drawn no longer.)
function useKeys(confirm: () => void, clear: () => void, undo: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || document.querySelector('dialog[open]') ||
          at?.closest('input, select, textarea') ||
          (event.key === 'Enter' && at?.closest('button, a, [role="button"]'))) {
        return;
      }
      const act = { Enter: confirm, Escape: clear, Backspace: undo }[event.key];
      if (act) {
        event.preventDefault();
        act();
      }
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  });
}

function ListButton(props: BarProps) {
  const { table, store } = props;
  const words = useWords();
  const [isOpen, open] = useState(false);
  const move = table.choice?.move ?? null;
  const sent = confirmableMove(props);
  const confirm = () => {
    if (sent !== null) {
      open(false);
      void store.play(sent);
    }
  };
  return (
    <>
      <button type="button" class="undo" aria-label={words.asTexts} title={words.asTexts}
        data-list="" onClick={() => open(true)}><Icon name="list" size={22} /></button>
      {isOpen && (
        <Sheet title={words.choices} onClose={() => open(false)}>
          <Chooser table={table} words={words} />
          {move && (
            <>
              <p><Outcome {...props} /><Beginning {...props} /></p>
              <button type="button" class="button main" data-confirm={move.move}
                disabled={sent === null} onClick={confirm}>{words.go}</button>
            </>
          )}
        </Sheet>
      )}
    </>
  );
}

// After a choice by keyboard the focus moves here, once the move is determined.
function useFocus(move: string | null) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const at = document.activeElement;
    if (move !== null && at?.matches(':focus-visible') && at.closest('.pane, .tray')) {
      button.current?.focus({ preventScroll: true });
    }
  }, [move]);
  return button;
}

// It confirms the move; while nothing is selected, it selects the one that declines.
function GoButton({ go, ...props }: BarProps & { go: ComponentChildren }) {
  const { table, game, store, known } = props;
  const words = useWords();
  const { choice, language } = table;
  const move = choice?.move ?? null;
  const button = useFocus(move?.move ?? null);
  const verb = table.legal?.moves.find((listed) => listed.move === move?.move)?.parts.verb;
  const isEnd = verb !== undefined && (game?.ends ?? ['end']).includes(verb);
  const pass = game?.pass && choice && !move && choice.standing('act', 'pass') === 'open' &&
    Object.keys(choice.selection).length === 0 ? game.pass[language] : null;
  const word = known.isSending ? words.sending : pass ?? go ?? (isEnd ? words.end : words.go);
  const sent = confirmableMove(props);
  const press = () => pass ? table.select('act', 'pass') : sent !== null && void store.play(sent);
  return (
    <button ref={button} type="button" class={isEnd ? 'go ends' : pass ? 'go passes' : 'go'}
      data-go={move?.move} data-pass={pass === null ? undefined : ''}
      aria-disabled={sent === null && (!pass || known.isSending)} onClick={() => void press()}>
      <Icon name={isEnd || pass ? 'next' : 'check'} /><span>{word}</span>
    </button>
  );
}

// The text of the bar has a fixed place.  What does not fit is read in a sheet; what the
// move does comes first, and a refusal takes the place of the title.
function Text({ saying, ...props }: BarProps & { saying: Saying }) {
  const { table, game, known } = props;
  const words = useWords();
  const isNarrow = useColumns() === 1;
  const asks = table.choice === null ||
    (table.choice.move === null && Object.keys(table.choice.selection).length === 0);
  const said = saidText(props, words);
  return (
    <ReadAll class="saying" title={words.decision} label={words.readAll}>
      {said ? <p class="said">{said}</p> : <p class="saying-title">{saying.title}</p>}
      {isNarrow && asks && !said && saying.detail === undefined ?
        <Since table={table} game={game} events={known.events} /> :
        <p class="saying-detail"><Outcome {...props} />{!said && saying.detail}{!said && <Beginning {...props} />}</p>}
    </ReadAll>
  );
}

export function Bar(props: BarProps) {
  const { table, store, known, game } = props;
  const words = useWords();
  const saying = says(props, words);
  const { choice } = table;
  const isPlaying = table.mine !== null && table.state.status === 'running';
  const sent = confirmableMove(props);
  const hasSelection = choice !== null && Object.keys(choice.selection).length > 0;
  useKeys(
      () => sent !== null && void store.play(sent),
      () => store.select({}),
      () => table.state.undo.step_seq !== null && void store.undo(table.state.undo.step_seq));
  return (
    <section class={`bar${choice ? ' mine' : ''}${choice?.move ? ' has-move' : ''}`} aria-label={words.decision}
      data-status={table.state.status}>
      <Text {...props} saying={saying} />
      <div class="above">
        <Chips {...props} />
        <TimeUp table={table} ahead={known.clockAhead} events={known.events} claim={(seat) => void store.claim(seat)} />
      </div>
      <div class="controls">
        {isPlaying && <Undo {...props} />}
        {hasSelection && (
          <button type="button" class="undo" aria-label={words.clear} title={words.clear}
            onClick={() => store.select({})}><Icon name="close" size={20} /></button>
        )}
        {choice && game?.panes && <ListButton {...props} />}
        {table.state.status === 'finished' && <Over table={table} />}
        {(choice || isPlaying) && <GoButton {...props} go={saying.go} />}
      </div>
    </section>
  );
}
