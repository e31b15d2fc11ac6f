// Effects as icons: a row of tokens, each an icon with its number or a word.  A
// screen reader reads the tokens as one text.
import { Icon } from './icon.tsx';

export interface IconToken {
  icon: string; // of src/icons
  label: string; // what it says
  n?: number | string; // before the icon
  tone?: 'good' | 'bad';
}
export interface WordToken {
  word: string;
  label?: string; // what it says, if it is a sign
}
export type Token = IconToken | WordToken;

export const isIcon = (token: Token): token is IconToken => 'icon' in token;

const spoken = (token: Token): string =>
  isIcon(token) ? token.label : token.label ?? token.word;

export const textOf = (tokens: readonly Token[]): string =>
  tokens.map(spoken).filter((text) => text !== '').join(' ');

function TokenView({ token, size }: { token: Token; size: number }) {
  if (!isIcon(token)) {
    return <span class="fx-word">{token.word}</span>;
  }
  return (
    <span class={`fx-icon ${token.tone ?? ''}`}>
      {token.n !== undefined && <b>{token.n}</b>}
      <Icon name={token.icon} size={size} />
    </span>
  );
}

export function Effects({ tokens, size = 18, silent = false, className = '' }: {
  tokens: readonly Token[];
  size?: number;
  silent?: boolean; // the text is elsewhere
  className?: string;
}) {
  return (
    <span class={`fx ${className}`}>
      <span class="fx-row" aria-hidden="true">
        {tokens.map((token, i) => <TokenView key={i} token={token} size={size} />)}
      </span>
      {!silent && <span class="only-read">{textOf(tokens)}</span>}
    </span>
  );
}
