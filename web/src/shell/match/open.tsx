// A match that waits for players: join it, or send its link to somebody.
import { useState } from 'preact/hooks';
import type { Refusal } from '../../api/types.ts';
import { useWords } from '../../i18n/words.ts';
import { joinMatch } from '../../store/lobby.ts';
import type { Table } from '../../table/game.ts';
import { Icon } from '../../table/icon.tsx';
import { Problem } from '../page.tsx';

function JoinButton({ match }: { match: string }) {
  const words = useWords();
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const join = async () => {
    setBusy(true);
    const made = await joinMatch(match);
    setRefused('problem' in made ? made.problem : null);
    setBusy(false);
  };
  return (
    <>
      <Problem problem={refused} />
      <button type="button" class="go" data-join="" disabled={isBusy}
        onClick={() => void join()}><Icon name="plus" />{words.join}</button>
    </>
  );
}

// The link stands there too, for browsers that do not let pages copy.
function ShareLink() {
  const words = useWords();
  const [isCopied, setCopied] = useState(false);
  const link = location.href;
  const copy = () => navigator.clipboard?.writeText(link).then(() => setCopied(true), () => {});
  return (
    <>
      <input class="share" readOnly value={link} aria-label={words.linkOfMatch}
        onFocus={(event) => event.currentTarget.select()} />
      <button type="button" class="go" onClick={() => void copy()}>
        <Icon name="link" />{isCopied ? words.copied : words.copyLink}</button>
    </>
  );
}

export const OpenMatch = ({ table }: { table: Table }) =>
  table.state.status !== 'open' ? null : (
    <div class="time-up">
      {table.mine === null ? <JoinButton match={table.match.id} /> : <ShareLink />}
    </div>
  );
