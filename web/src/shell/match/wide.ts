// Whether there is room for three columns.
import { useEffect, useState } from 'preact/hooks';

const query = matchMedia('(min-width: 1150px)');

export function useIsWide(): boolean {
  const [isWide, set] = useState(query.matches);
  useEffect(() => {
    const changed = () => set(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, []);
  return isWide;
}
