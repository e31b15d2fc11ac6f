// The players that one has blocked.
import { useAroundWords } from '../i18n/around/words.ts';
import { useWords } from '../i18n/words.ts';
import { useList } from '../store/answer.ts';
import { loadBlocks } from '../store/ladder.ts';
import { session } from '../store/session.ts';
import { useStore } from '../store/store.ts';
import { BlockButton } from './block-button.tsx';
import { NeedsAccount } from './needs-account.tsx';
import { Page, Problem } from './page.tsx';
import { PlayerLink } from './player-link.tsx';

// A deleted account has a generated name, which nobody can choose.
const isGone = (name: string): boolean => name.startsWith('gone-');

function List() {
  const words = useAroundWords();
  const { loading } = useWords();
  const list = useList(loadBlocks, []);
  return (
    <section>
      <Problem problem={list.problem} />
      {!list.data && !list.problem && <p>{loading}</p>}
      {list.data && list.items.length === 0 && <p>{words.nobodyBlocked}</p>}
      <ul class="list">
        {list.items.map(({ name }) => (
          <li key={name} class="match-row">
            <span class="match-what">{isGone(name) ? words.goneAccount :
              <PlayerLink player={{ name, display_name: null, kind: 'human' }} />}</span>
            <BlockButton name={name} isBlocked done={list.reload} />
          </li>
        ))}
      </ul>
      {list.more && (
        <p class="after-table">
          <button type="button" class="button" onClick={list.more}>{words.more}</button>
        </p>
      )}
    </section>
  );
}

export default function BlocksPage() {
  const words = useAroundWords();
  const { account } = useStore(session);
  return (
    <Page title={words.blocked}>
      <p>{words.aboutBlock}</p>
      {account && !account.guest ? <List /> : <NeedsAccount />}
    </Page>
  );
}
