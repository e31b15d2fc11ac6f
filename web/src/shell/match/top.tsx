// The top of a match: the way back, the round, the clock, the connection.
import { useEffect, useState } from 'preact/hooks';
import type { Clock } from '../../api/types.ts';
import { useWords } from '../../i18n/words.ts';
import { Icon } from '../../table/icon.tsx';
import type { FrameProps } from './frame.tsx';

// "1:05" for minutes, "3 h" for long times.
function spell(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  return seconds >= 86400 ? `${Math.floor(seconds / 3600)} h` :
    seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)} h` :
      `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

function TimeLeft({ clock, seat }: { clock: NonNullable<Clock>; seat: number }) {
  const words = useWords();
  const deadline = clock.deadlines[seat];
  // The service's time may differ from this device's.
  const [ahead] = useState(clock.now ? Date.parse(clock.now) - Date.now() : 0);
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  if (!deadline) {
    return null;
  }
  const left = spell(Date.parse(deadline) - Date.now() - ahead);
  return (
    <span class="clock" role="timer" aria-label={words.timeLeft(left)}>
      <Icon name="clock" size={16} />{left}
    </span>
  );
}

export function Top({ table, game, link }: FrameProps) {
  const words = useWords();
  const { clock, to_act: toAct } = table.state;
  const acting = table.mine !== null && toAct.includes(table.mine) ? table.mine : toAct[0];
  return (
    <header class="top">
      <a class="tool" href="#/" aria-label={words.back}><Icon name="back" /></a>
      <h1 class="only-read">{words.match}</h1>
      <div class="round">{table.view && game?.round?.(table)}</div>
      {clock && acting !== undefined &&
        <TimeLeft key={table.state.seq} clock={clock} seat={acting} />}
      <span class={`link ${link}`} role="status">
        <span class="dot" /><span class="link-word">{words.link[link]}</span>
      </span>
      <a class="tool" href={`#/about/${table.match.id}`}
        aria-label={words.aboutMatch}><Icon name="info" /></a>
      <a class="tool" href="#/settings" aria-label={words.settings}><Icon name="settings" /></a>
    </header>
  );
}
