// The clock of a match: the time left, and a claim when that of an opponent is up.
import { useEffect, useState } from 'preact/hooks';
import { useWords } from '../../i18n/words.ts';
import type { Event } from '../../api/types.ts';
import type { Table } from '../../table/game.ts';
import { Icon } from '../../table/icon.tsx';

const DAY_MS = 86_400_000;

interface Timed {
  table: Table;
  ahead: number; // ms that the service's clock is ahead of this device's
}

// "1:05" for minutes, "3:20 h" for hours, "2 d 4 h" for days.
function spell(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  const two = (n: number) => String(n).padStart(2, '0');
  return hours >= 24 ? `${Math.floor(hours / 24)} d ${hours % 24} h` :
    hours > 0 ? `${hours}:${two(minutes % 60)} h` : `${minutes}:${two(seconds % 60)}`;
}

// The service's time, every second.
function useNow(ahead: number): number {
  const [now, set] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => set(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now + ahead;
}

const deadlineOf = ({ state }: Table, seat: number): number | null => {
  const deadline = state.clock?.deadlines[seat];
  return deadline ? Date.parse(deadline) : null;
};

// Without a clock, a seat that others have waited for counts as absent one day, until
// the next event.
function absentFrom({ match, state, mine }: Table, seat: number): number | null {
  const from = match.seq === state.seq && mine !== null && !state.to_act.includes(mine) ?
    match.absent_from?.[seat] : null;
  return from ? Date.parse(from) : null;
}

// Of the viewer, if it is the viewer who decides, or else of the seat that does.
export function TimeLeft({ table, ahead }: Timed) {
  const words = useWords();
  const now = useNow(ahead);
  const { mine, state: { to_act: toAct } } = table;
  const seat = mine !== null && toAct.includes(mine) ? mine : toAct[0];
  const deadline = seat === undefined ? null : deadlineOf(table, seat);
  if (deadline === null) {
    return null;
  }
  const left = spell(deadline - now);
  return (
    <span class={deadline - now < 60_000 ? 'clock is-short' : 'clock'} role="timer"
      aria-label={words.timeLeft(left)}><Icon name="clock" size={16} />{left}</span>
  );
}

// Not every clock removes a player who is late, and none does one who is absent: an
// opponent may do it.
export function TimeUp({ table, ahead, events, claim }:
    Timed & { events: readonly Event[]; claim(seat: number): void }) {
  const words = useWords();
  const now = useNow(ahead);
  const late = table.mine === null || table.state.status !== 'running' ? undefined :
    table.seats.find(({ seat, isMine }) => {
      const deadline = deadlineOf(table, seat) ?? absentFrom(table, seat);
      return !isMine && deadline !== null && deadline < now;
    });
  const last = events.at(-1);
  const days = last ? Math.floor((now - Date.parse(last.at)) / DAY_MS) : 0;
  return late ? (
    <div class="time-up">
      <p role="status">{table.state.clock ? words.timeUp(late.name) : words.absent(late.name, days)}</p>
      <button type="button" class="go" data-claim={late.seat}
        onClick={() => claim(late.seat)}>{words.claim}</button>
    </div>
  ) : null;
}
