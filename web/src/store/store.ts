// A value that parts of the page watch.
import { useEffect, useState } from 'preact/hooks';

export class Store<T extends object> {
  #watchers = new Set<() => void>();

  constructor(public now: T) {}

  set(change: Partial<T>): void {
    this.now = { ...this.now, ...change };
    for (const watcher of [...this.#watchers]) {
      watcher();
    }
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

// The value, and a new drawing whenever it changes.
export function useStore<T extends object>(store: Store<T>): T {
  const [, draw] = useState(0);
  const seen = store.now;
  useEffect(() => {
    if (store.now !== seen) {
      draw((n) => n + 1);
    }
    return store.watch(() => draw((n) => n + 1));
  }, [store]);
  return seen;
}
