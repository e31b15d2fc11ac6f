// Pages whose code is loaded when somebody opens them.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useWords } from '../i18n/words.ts';
import { Page } from './page.tsx';

type Loading<P> = Promise<{ default: ComponentType<P> }>;

// Waiting is drawn as a page, unless the part is to be drawn within one.
export function lazy<P extends object>(load: () => Loading<P>, isPart = false): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const words = useWords();
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(
        Loaded ? 'loaded' : 'loading');
    useEffect(() => {
      load().then(({ default: page }) => {
        Loaded = page;
        setState('loaded');
      }, () => setState('failed'));
    }, []);
    // The focus was on what the page replaced.
    useEffect(() => {
      if (state === 'loaded' && document.activeElement === document.body) {
        document.querySelector<HTMLElement>('main')?.focus();
      }
    }, [state]);
    if (Loaded && state === 'loaded') {
      return <Loaded {...props} />;
    }
    return state === 'loading' ? isPart ? <p>{words.loading}</p> : <Page title={words.loading}>{null}</Page> : (
      <Page title={words.newVersion}>
        <button type="button" class="button main"
          onClick={() => location.reload()}>{words.reload}</button>
      </Page>
    );
  };
}
