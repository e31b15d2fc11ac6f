// The address behind the #, and the pages it leads to.
import { useEffect, useState } from 'preact/hooks';

export const go = (address: string): void => {
  location.hash = address;
};

let visited = 0; // pages since this one was loaded
addEventListener('hashchange', () => visited++);

// Go back to the page that one came from; false: one came from elsewhere.
export function goBack(): boolean {
  if (visited > 0) {
    history.back();
  }
  return visited > 0;
}

// A part that was not encoded well is not decoded.
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

// The parts of the address: "#/match/m_1" is ["match", "m_1"].
export function useAddress(): string[] {
  const [hash, set] = useState(location.hash);
  useEffect(() => {
    const changed = () => set(location.hash);
    changed(); // the address may have changed since the page was drawn
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return hash.replace(/^#\/?/, '').split('/').map(decoded);
}
