// The top of a match: the way back, the round, the clock, the connection, help.
import { useState } from 'preact/hooks';
import { useWords } from '../../i18n/words.ts';
import { Icon } from '../../table/icon.tsx';
import { lazy } from '../lazy.tsx';
import { Sheet } from '../page.tsx';
import { TimeLeft } from './clock.tsx';
import type { FrameProps } from './frame.tsx';

const HelpText = lazy(() => import('../help.tsx'), true);

function HelpButton({ game }: { game: string }) {
  const words = useWords();
  const [isOpen, open] = useState(false);
  return (
    <>
      <button type="button" class="tool" aria-label={words.help} title={words.help}
        data-help="" onClick={() => open(true)}><Icon name="help" /></button>
      {isOpen && (
        <Sheet title={words.help} onClose={() => open(false)}><HelpText game={game} /></Sheet>
      )}
    </>
  );
}

export function Top({ table, game, link, ahead, back = '#/' }: FrameProps) {
  const words = useWords();
  return (
    <header class="top">
      <a class="tool" href={back} aria-label={words.back}><Icon name="back" /></a>
      <h1 class="only-read">{words.match}</h1>
      <div class="round">{table.view && game?.round?.(table)}</div>
      <TimeLeft table={table} ahead={ahead} />
      <span class={`link ${link}`} role="status">
        <span class="dot" /><span class="link-word">{words.link[link]}</span>
      </span>
      {game?.help && <HelpButton game={table.match.game} />}
      <a class="tool" href={`#/about/${table.match.id}`}
        aria-label={words.aboutMatch}><Icon name="info" /></a>
      <a class="tool far" href="#/settings" aria-label={words.settings}><Icon name="settings" /></a>
    </header>
  );
}
