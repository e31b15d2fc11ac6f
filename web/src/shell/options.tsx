// The options of a game, from its JSON Schema.
import type { Game } from '../api/types.ts';
import { useWords } from '../i18n/words.ts';

export type Options = Record<string, string | number | boolean>;
type OptionSchema = Game['options']['properties'][string];

function Option({ name, schema, value, set }: {
  name: string; schema: OptionSchema; value: string | number | boolean;
  set(value: string | number | boolean): void;
}) {
  const title = name.replaceAll('_', ' ');
  const about = <small>{schema.description}</small>;
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
          {schema.enum.map((word) => <option key={word} value={word}>{word}</option>)}
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
  const all = Object.entries(game.options.properties);
  return all.length === 0 ? null : (
    <fieldset class="form">
      <legend>{words.options}</legend>
      {all.map(([name, schema]) => (
        <Option key={name} name={name} schema={schema}
          value={options[name] ?? schema.default as string | number | boolean}
          set={(value) => set({ ...options, [name]: value })} />
      ))}
    </fieldset>
  );
}
