// All legal moves as a list of texts, question by question: the whole table of a
// game without a part of its own, and for every game a way for keyboard and screen
// reader that needs no picture.
import { SET, type Option } from './choices.ts';
import type { Table } from './game.ts';
import { Icon } from './icon.tsx';

const textOf = (option: Option, words: ChooserWords): string =>
  option.count > 1 ? `${option.text} (${words.moves(option.count)})` : option.text;

export interface ChooserWords {
  choices: string;
  clear: string;
  moves(n: number): string;
  chooseSome(chosen: number, count: number): string;
}

function SetList({ table, words }: { table: Table; words: ChooserWords }) {
  const set = table.choice?.set;
  if (!set) {
    return null;
  }
  return (
    <fieldset class="chooser-set">
      <legend>{words.chooseSome(set.chosen.length, set.count)}</legend>
      {set.from.map(({ word, text }) => (
        <button key={word} type="button" class="choice" data-item={word}
          aria-pressed={set.chosen.includes(word)} onClick={() => table.selectItem(word)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}

export function Chooser({ table, words }: { table: Table; words: ChooserWords }) {
  const { choice } = table;
  if (!choice) {
    return null;
  }
  const selected = Object.entries(choice.selection).filter(([key]) => key !== SET);
  const chosen = choice.move && choice.next.length === 0 ? choice.move : null;
  return (
    <div class="chooser" role="group" aria-label={words.choices}>
      {selected.map(([key, value]) => (
        <button key={key} type="button" class="choice chosen" aria-pressed="true"
          data-key={key} data-value={value} onClick={() => table.select(key, value)}>
          <span>{choice.open(key).get(value)?.text ?? value}</span>
          <Icon name="close" size={16} />
        </button>
      ))}
      <SetList table={table} words={words} />
      {choice.next.map((option) => (
        <button key={`${option.key} ${option.value}`} type="button" class="choice"
          data-key={option.key} data-value={option.value}
          onClick={() => table.select(option.key, option.value)}>
          {textOf(option, words)}
        </button>
      ))}
      {chosen && <p class="chooser-move">{chosen.text}</p>}
    </div>
  );
}
