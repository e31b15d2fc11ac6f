// The name of a player, which leads to the player's page.
import type { Player } from '../api/types.ts';
import { Icon } from '../table/icon.tsx';
import { Named } from '../table/names.tsx';
import { useWords } from '../i18n/words.ts';

export function PlayerLink({ player }: { player: Player }) {
  const { name, kind } = player;
  const words = useWords();
  return (
    <a class="line-link" href={`#/player/${encodeURIComponent(name)}`}>
      {kind === 'bot' && <Icon name="robot" size={16} />}<span><Named player={player} /></span>
      {kind === 'bot' && <span class="only-read"> ({words.bot})</span>}
    </a>
  );
}
