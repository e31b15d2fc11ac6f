// Keys: digits for cards, pieces and options as they lie, letters for the slots in
// their three columns.
import { useEffect } from 'preact/hooks';

const columns = ['qwert', 'asdfg', 'yxcvb'];
const colours = ['green', 'red', 'yellow'];

const nth = (selector: string, n: number): HTMLElement | null =>
  document.querySelectorAll<HTMLElement>(selector)[n] ?? null;

function meant(key: string): HTMLElement | null {
  if (/^[1-9]$/.test(key)) {
    return nth('.uwc-hand .uwc-card-main, .uwc-things .uwc-thing', Number(key) - 1);
  }
  const column = columns.findIndex((letters) => letters.includes(key));
  return column < 0 ? null :
    nth(`.tint-${colours[column]} .uwc-slot`, (columns[column] ?? '').indexOf(key));
}

export function useKeys(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const at = event.target instanceof Element ? event.target : null;
      if (event.ctrlKey || event.metaKey || event.altKey ||
          document.querySelector('dialog[open]') || at?.closest('input, select, textarea')) {
        return;
      }
      const element = event.key.length === 1 ? meant(event.key.toLowerCase()) : null;
      if (element) {
        event.preventDefault();
        element.click();
      }
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}
