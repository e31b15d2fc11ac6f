// The name of a player, which leads to the player's page.
import type { Player } from '../api/types.ts';
import { lobby } from '../store/lobby.ts';
import { useStore } from '../store/store.ts';
import { Icon } from '../table/icon.tsx';
import { useWords } from '../i18n/words.ts';

export function PlayerLink({ player: { name, kind } }: { player: Player }) {
  const words = useWords();
  const { bots } = useStore(lobby);
  // The service's own bots have no accounts, so no page.
  if (kind === 'bot' && bots.includes(name)) {
    return <span><Icon name="robot" size={16} /> {name}</span>;
  }
  return (
    <a class="line-link" href={`#/player/${encodeURIComponent(name)}`}>
      {kind === 'bot' && <Icon name="robot" size={16} />}{name}
      {kind === 'bot' && <span class="only-read"> ({words.bot})</span>}
    </a>
  );
}
