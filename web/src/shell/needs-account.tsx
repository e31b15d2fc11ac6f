// What guests and visitors see where an account is needed.
import { useAroundWords } from '../i18n/around/words.ts';
import { useWords } from '../i18n/words.ts';

export function NeedsAccount() {
  const words = useAroundWords();
  const { signIn } = useWords();
  return (
    <section>
      <p>{words.needsAccount}</p>
      <p class="after-table"><a class="button main" href="#/account">{signIn}</a></p>
    </section>
  );
}
