// An icon of src/icons.  It says nothing to screen readers: a text is beside
// it, or the control that it is on has a name.
export function Icon({ name, size = 20, className = '' }:
    { name: string; size?: number; className?: string }) {
  return (
    <svg class={`icon ${className}`} width={size} height={size} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}
