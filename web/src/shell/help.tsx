// How a game is played: a page, and a sheet beside the table.
import { useEffect, useState } from 'preact/hooks';
import { useWords } from '../i18n/words.ts';
import { lobby, loadLobby } from '../store/lobby.ts';
import { settings } from '../store/settings.ts';
import { useStore } from '../store/store.ts';
import type { Help } from '../table/game.ts';
import { Icon } from '../table/icon.tsx';
import { loadGame } from '../table/load.ts';
import { Page } from './page.tsx';

// The help of a game; null if it has none, undefined until it is there.
function useHelp(game: string): Help | null | undefined {
  const [help, set] = useState<Help | null | undefined>(undefined);
  useEffect(() => {
    const load = async () => (await (await loadGame(game))?.help?.())?.default ?? null;
    load().then(set, () => set(null));
  }, [game]);
  return help;
}

// A page has its title above the parts, a sheet has one of its own.
export default function HelpText({ game, isPage = false }: { game: string; isPage?: boolean }) {
  const Title = isPage ? 'h2' : 'h3';
  const words = useWords();
  const { language } = useStore(settings);
  const help = useHelp(game);
  if (!help) {
    return <p>{help === null ? words.noHelp : words.loading}</p>;
  }
  return (
    <div class="help">
      {help[language].map(({ title, lines, signs }) => (
        <section key={title}>
          <Title>{title}</Title>
          {lines.map((line) => <p key={line}>{line}</p>)}
          {signs && (
            <ul class="help-signs">
              {signs.map(([icon, text]) => <li key={icon}><Icon name={icon} size={22} />{text}</li>)}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}

export function HelpPage({ id }: { id: string }) {
  const words = useWords();
  const { games } = useStore(lobby);
  useEffect(() => void loadLobby(), []);
  return (
    <Page title={words.helpWith(games?.find((one) => one.id === id)?.title ?? id)}>
      <HelpText game={id} isPage />
    </Page>
  );
}
