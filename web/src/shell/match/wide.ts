// For how many columns there is room: three, two on a tablet, or one.
import { useEffect, useState } from 'preact/hooks';

const three = matchMedia('(min-width: 1150px) and (min-height: 501px)');
const two = matchMedia('(min-width: 760px) and (min-height: 600px)');

const tall = matchMedia('(min-height: 960px)');

function useQuery(query: MediaQueryList): boolean {
  const [matches, set] = useState(query.matches);
  useEffect(() => {
    const changed = () => set(query.matches);
    changed();
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, []);
  return matches;
}

export function useColumns(): 1 | 2 | 3 {
  const hasThree = useQuery(three);
  const hasTwo = useQuery(two);
  return hasThree ? 3 : hasTwo ? 2 : 1;
}

export const useIsWide = (): boolean => useQuery(three);

// Whether there is room below the board of a tablet.
export const useIsTall = (): boolean => useQuery(tall);
