import { classes } from './class-names.ts';

/** The user's picture, or else their initials. */
export function Avatar({
  name,
  url,
  size = 24,
}: {
  name: string | null;
  url?: string | null;
  size?: 20 | 24 | 32 | 64;
}) {
  const initials = (name ?? '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');
  const sizes = {
    20: 'size-5 text-[0.625rem]',
    24: 'size-6 text-[0.625rem]',
    32: 'size-8 text-xs',
    64: 'size-16 text-xl',
  };
  return (
    <span
      aria-hidden="true"
      className={classes(
        'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent-strong',
        sizes[size],
      )}
    >
      {url ? <img src={url} alt="" className="size-full object-cover" /> : initials || '?'}
    </span>
  );
}
