// What pages load that are only read: an answer, or page after page of a list.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer, Refusal } from '../api/types.ts';

export interface Loaded<T> {
  data: T | null; // null until it is there
  problem: Refusal | null;
  reload(): void;
}

// Loads when the page opens and whenever what it depends on changes; an answer that
// is no longer wanted is dropped.
export function useAnswer<T>(load: () => Promise<Answer<T>>, depends: readonly unknown[]):
    Loaded<T> {
  const [{ data, problem }, set] =
    useState<{ data: T | null; problem: Refusal | null }>({ data: null, problem: null });
  const newest = useRef(0);
  const reload = () => {
    const mine = ++newest.current;
    void load().then((answer) => {
      if (mine === newest.current) {
        set(answer.ok ? { data: answer.data, problem: null } :
          { data: null, problem: answer.problem });
      }
    });
  };
  useEffect(() => {
    set({ data: null, problem: null });
    reload();
    return () => void ++newest.current;
  }, depends);
  return { data, problem, reload };
}

interface ListPage<T> {
  data: T[];
  next_cursor: string | null;
}

export interface LoadedList<T> extends Loaded<ListPage<T>> {
  items: readonly T[];
  more: (() => void) | null; // null: that was all
}

// A list: the first page, and more when somebody asks for them.
export function useList<T>(load: (cursor?: string) => Promise<Answer<ListPage<T>>>,
    depends: readonly unknown[]): LoadedList<T> {
  const first = useAnswer(() => load(), depends);
  const [later, setLater] = useState<{ of: ListPage<T> | null; pages: ListPage<T>[] }>(
      { of: null, pages: [] });
  const pages = !first.data ? [] :
    [first.data, ...later.of === first.data ? later.pages : []];
  const cursor = pages.at(-1)?.next_cursor ?? null;
  const loadMore = async () => {
    const answer = await load(cursor ?? undefined);
    if (answer.ok) {
      setLater({ of: first.data, pages: [...pages.slice(1), answer.data] });
    }
  };
  return { ...first, items: pages.flatMap(({ data }) => data),
    more: cursor === null ? null : () => void loadMore() };
}
