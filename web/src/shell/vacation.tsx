// A vacation: the time of slow matches stops.
import { useState } from 'preact/hooks';
import type { Refusal } from '../api/types.ts';
import { useAroundWords, useFormats } from '../i18n/around/words.ts';
import { useWords } from '../i18n/words.ts';
import { useAnswer } from '../store/answer.ts';
import { comeBack, goOnVacation, loadVacation } from '../store/match-acts.ts';
import { session } from '../store/session.ts';
import { useStore } from '../store/store.ts';
import { NeedsAccount } from './needs-account.tsx';
import { Page, Problem } from './page.tsx';

function Vacation() {
  const words = useAroundWords();
  const { loading } = useWords();
  const { time } = useFormats();
  const { data, problem, reload } = useAnswer(loadVacation, []);
  const [days, setDays] = useState(7);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const act = async (sent: Promise<Refusal | null>) => {
    setRefused(await sent);
    reload();
  };
  const until = data?.until ?? null;
  const start = (event: Event) => {
    event.preventDefault();
    void act(goOnVacation(days));
  };
  return (
    <form class="form" onSubmit={start}>
      <Problem problem={refused ?? problem} />
      {!data && !problem && <p>{loading}</p>}
      {data && (
        <>
          <p role="status">{until ? words.awayUntil(time(until)) : words.notAway}
            {' '}{words.daysLeft(data.days_left)}</p>
          {until && (
            <p><button type="button" class="button main"
              onClick={() => void act(comeBack())}>{words.comeBack}</button></p>
          )}
          {data.days_left > 0 && (
            <>
              <label class="field">
                <span>{words.days}{until && <small>{words.daysHint}</small>}</span>
                <input type="number" min={1} max={30} value={days}
                  onInput={(event) => setDays(Number(event.currentTarget.value))} />
              </label>
              <button class={until ? 'button' : 'button main'}>
                {until ? words.longer : words.goAway}</button>
            </>
          )}
        </>
      )}
    </form>
  );
}

export default function VacationPage() {
  const words = useAroundWords();
  const { account } = useStore(session);
  return (
    <Page title={words.vacation}>
      <p>{words.aboutVacation}</p>
      {account ? <Vacation /> : <NeedsAccount />}
    </Page>
  );
}
