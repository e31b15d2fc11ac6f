// Whether more of what a place shows is below its lower edge.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export function useHasMore<T extends HTMLElement>() {
  const place = useRef<T>(null);
  const [hasMore, setMore] = useState(false);
  const look = useCallback(() => {
    const { current: at } = place;
    setMore(at !== null && at.scrollTop + at.clientHeight < at.scrollHeight - 4);
  }, []);
  useEffect(look); // what it shows may have changed
  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (place.current) {
      observer.observe(place.current);
    }
    return () => observer.disconnect();
  }, []);
  return { place, hasMore, look };
}
