// The options of a game, from its JSON Schema and its phrases.
import type { Game } from '../api/types.ts';
import { useWords } from '../i18n/words.ts';
import { optionTitle, optionValue, type Phrases, usePhrases } from '../store/phrases.ts';

export type Options = Record<string, string | number | boolean>;
type OptionSchema = Game['options']['properties'][string];

function Option({ name, phrases, schema, value, set }: {
  name: string; phrases: Phrases; schema: OptionSchema; value: string | number | boolean;
  set(value: string | number | boolean): void;
}) {
  const title = optionTitle(phrases, name);
  const about = <small>{phrases[`option.${name}.about`] ?? schema.description}</small>;
  if (schema.type === 'boolean') {
    return (
      <label class="field check">
        <input type="checkbox" checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)} />
        <span>{title}{about}</span>
      </label>
    );
  }
  return (
    <label class="field">
      <span>{title}{about}</span>
      {schema.type === 'string' && schema.enum ? (
        <select value={String(value)} onChange={(event) => set(event.currentTarget.value)}>
          {schema.enum.map((word) => <option key={word} value={word}>
            {optionValue(phrases, name, word)}</option>)}
        </select>
      ) : (
        <input type="number" min={schema.minimum} max={schema.maximum} value={Number(value)}
          onChange={(event) => set(Number(event.currentTarget.value))} />
      )}
    </label>
  );
}

// Options that are not set have their defaults.
export function OptionFields({ game, options, set }:
    { game: Game; options: Options; set(options: Options): void }) {
  const words = useWords();
  const phrases = usePhrases(game.id);
  const all = Object.entries(game.options.properties);
  return all.length === 0 || !phrases ? null : (
    <fieldset class="form">
      <legend>{words.options}</legend>
      {all.map(([name, schema]) => (
        <Option key={name} name={name} phrases={phrases} schema={schema}
          value={options[name] ?? schema.default as string | number | boolean}
          set={(value) => set({ ...options, [name]: value })} />
      ))}
    </fieldset>
  );
}
