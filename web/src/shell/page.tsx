// What pages have in common: the bar at the top, buttons, refusals, dialogs.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Words } from '../i18n/en.ts';
import { useWords } from '../i18n/words.ts';
import { session } from '../store/session.ts';
import { useStore } from '../store/store.ts';
import type { Refusal } from '../api/types.ts';
import { Icon } from '../table/icon.tsx';
import { goBack } from './router.ts';

export function TopBar({ isFirst = false }: { isFirst?: boolean }) {
  const words = useWords();
  const { account } = useStore(session);
  return (
    <header class="top">
      {isFirst ? <span class="brand">Fathom</span> : (
        <a class="tool" href="#/" aria-label={words.back} onClick={(event) => {
          if (goBack()) {
            event.preventDefault();
          }
        }}><Icon name="back" /></a>
      )}
      <nav class="tools">
        <a class="tool named" href="#/account">
          <Icon name="user" /><span>{account?.name ?? words.signIn}</span>
        </a>
        <a class="tool" href="#/settings" aria-label={words.settings}><Icon name="settings" /></a>
      </nav>
    </header>
  );
}

export const Page = ({ title, children, isFirst = false }:
    { title: string; children: ComponentChildren; isFirst?: boolean }) => (
  <div class="scroll">
    <TopBar isFirst={isFirst} />
    <main class="page" tabIndex={-1}>
      <h1>{title}</h1>
      {children}
    </main>
  </div>
);

// A refusal in words: those of the service, except where a person needs others.
export function refusalText({ type, status, reason, limit, detail, title }: Refusal, words: Words): string {
  const named: Readonly<Record<string, string>> = {
    '/problems/name-taken': words.nameTaken, '/problems/name-reserved': words.nameReserved,
  };
  const own: Readonly<Record<number, string>> = {
    0: words.noAnswer, 412: words.movedOn, 429: words.stillLimited, 503: words.stillBusy,
  };
  if (limit === 'strangers') {
    return words.strangersWait;
  }
  return reason ?? named[type ?? ''] ?? own[status] ?? (detail || title);
}

export function Problem({ problem }: { problem: Refusal | null }) {
  const words = useWords();
  return (
    <div role="alert">
      {problem && (
        <div class="problem">
          {problem.errors?.length ?
            problem.errors.map(({ pointer, code, detail }) => <p key={pointer}>
              {pointer === '/display_name' ? words.displayErrors[code] ?? detail : detail}</p>) :
            <p>{refusalText(problem, words)}</p>}
        </div>
      )}
    </div>
  );
}

// A sheet over the page; Escape and a tap beside it close it.
export function Sheet({ title, children, onClose }:
    { title: string; children: ComponentChildren; onClose(): void }) {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => before instanceof HTMLElement && before.focus();
  }, []);
  return (
    <dialog ref={dialog} class="sheet" aria-label={title} onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
      <header class="sheet-top">
        <h2>{title}</h2>
        <button type="button" class="tool" aria-label={words.close}
          onClick={() => dialog.current?.close()}><Icon name="close" /></button>
      </header>
      <div class="sheet-body" tabIndex={0}>{children}</div>
    </dialog>
  );
}
