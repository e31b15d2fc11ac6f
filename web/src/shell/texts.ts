// Preact 11 writes a text that is '' or 0 again at every drawing, for it takes such a
// text for one that was not there before.  The browser then lays out parts of
// the page in which nothing changed.  Texts that are truthy take their places.
import { options, type VNode } from 'preact';

const NOTHING = Object('') as string; // an object is truthy, and equal to itself

const next = options.vnode;

options.vnode = (vnode: VNode) => {
  if (vnode.type === null) {
    const text = vnode as { props: unknown };
    text.props = text.props === '' ? NOTHING : text.props === 0 ? '0' : text.props;
  }
  next?.(vnode);
};
