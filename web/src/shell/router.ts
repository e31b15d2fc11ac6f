// The address behind the #, and the pages it leads to.
import { useEffect, useState } from 'preact/hooks';

export const go = (address: string): void => {
  location.hash = address;
};

const read = (): string[] => location.hash.replace(/^#\/?/, '').split('/')
    .map(decodeURIComponent);

// The parts of the address: "#/match/m_1" is ["match", "m_1"].
export function useAddress(): string[] {
  const [address, set] = useState(read);
  useEffect(() => {
    const changed = () => set(read());
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return address;
}
