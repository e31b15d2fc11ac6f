// A text in a place of fixed size.  If it does not fit, a tap shows all of it in a sheet.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Sheet } from '../page.tsx';

interface ReadAllProps {
  class: string;
  title: string; // of the sheet
  label: string; // of the control that opens it
  children: ComponentChildren;
}

const isCut = (element: HTMLElement): boolean =>
  element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;

export function ReadAll({ class: name, title, label, children }: ReadAllProps) {
  const text = useRef<HTMLDivElement>(null);
  const [hasMore, setMore] = useState(false);
  const [isOpen, open] = useState(false);
  useEffect(() => {
    const all = text.current;
    setMore(all !== null && [all, ...all.querySelectorAll('p')].some(isCut));
  });
  return (
    <div class={name}>
      <div ref={text} class="saying-text" role="status">{children}</div>
      {hasMore && <button type="button" class="read-all" aria-label={label}
        onClick={() => open(true)}>…</button>}
      {isOpen && <Sheet title={title} onClose={() => open(false)}>
        <div class="all-text">{children}</div></Sheet>}
    </div>
  );
}
