// What guests and visitors see where an account is needed.
import { useAroundWords } from '../i18n/around/words.ts';
import { useWords } from '../i18n/words.ts';
import { useAddress } from './router.ts';

export function NeedsAccount() {
  const words = useAroundWords();
  const { signIn } = useWords();
  const back = useAddress().map(encodeURIComponent).join('/');
  return (
    <section>
      <p>{words.needsAccount}</p>
      <p class="after-table"><a class="button main" href={`#/account/${back}`}>{signIn}</a></p>
    </section>
  );
}
