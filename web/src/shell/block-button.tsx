// Blocks a player, or no longer.
import { useState } from 'preact/hooks';
import type { Refusal } from '../api/types.ts';
import { useAroundWords } from '../i18n/around/words.ts';
import { block, unblock } from '../store/ladder.ts';
import { Problem } from './page.tsx';

export function BlockButton({ name, isBlocked, done }:
    { name: string; isBlocked: boolean; done(): void }) {
  const words = useAroundWords();
  const [refused, setRefused] = useState<Refusal | null>(null);
  const label = isBlocked ? words.unblock : words.block;
  const act = async () => {
    const answer = await (isBlocked ? unblock(name) : block(name));
    setRefused(answer.ok ? null : answer.problem);
    done();
  };
  return (
    <>
      <button type="button" class="button" aria-label={`${label}: ${name}`}
        onClick={() => void act()}>{label}</button>
      <Problem problem={refused} />
    </>
  );
}
