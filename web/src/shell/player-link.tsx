// The name of a player, which leads to the player's page.
import type { Player } from '../api/types.ts';
import { Icon } from '../table/icon.tsx';
import { useWords } from '../i18n/words.ts';

export function PlayerLink({ player: { name, kind } }: { player: Player }) {
  const words = useWords();
  return (
    <a class="line-link" href={`#/player/${encodeURIComponent(name)}`}>
      {kind === 'bot' && <Icon name="robot" size={16} />}{name}
      {kind === 'bot' && <span class="only-read"> ({words.bot})</span>}
    </a>
  );
}
