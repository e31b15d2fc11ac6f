// The settings of this browser.
import { useWords } from '../i18n/words.ts';
import { session } from '../store/session.ts';
import { settings, type Language, type Theme } from '../store/settings.ts';
import { useStore } from '../store/store.ts';
import { Page } from './page.tsx';

export function SettingsPage() {
  const words = useWords();
  const { language, theme, playsForced } = useStore(settings);
  const { account } = useStore(session);
  return (
    <Page title={words.settings}>
      <form class="form" onSubmit={(event) => event.preventDefault()}>
        <label class="field">
          <span>{words.language}</span>
          <select value={language} onChange={(event) =>
            settings.set({ language: event.currentTarget.value as Language })}>
            <option value="en" lang="en">English</option>
            <option value="de" lang="de">Deutsch</option>
          </select>
        </label>
        <label class="field">
          <span>{words.theme}</span>
          <select value={theme} onChange={(event) =>
            settings.set({ theme: event.currentTarget.value as Theme })}>
            {Object.entries(words.themes).map(([key, text]) =>
              <option key={key} value={key}>{text}</option>)}
          </select>
        </label>
        <label class="field check">
          <input type="checkbox" checked={playsForced} onChange={(event) =>
            settings.set({ playsForced: event.currentTarget.checked })} />
          <span>{words.playsForced}</span>
        </label>
      </form>
      {account && (
        <nav class="around" aria-label={words.account}>
          <a class="button" href="#/vacation">{words.vacation}</a>
          <a class="button" href="#/tokens">{words.tokens}</a>
          {!account.guest && <a class="button" href="#/blocks">{words.blocks}</a>}
        </nav>
      )}
      <p class="note">
        <a href={new URL('preact-license.txt', import.meta.url).href}>{words.licence}</a>
      </p>
    </Page>
  );
}
