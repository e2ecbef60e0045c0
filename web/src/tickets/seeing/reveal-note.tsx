import type { Reveal } from '../../backend/access.ts';
import { t } from '../../texts/texts.ts';

/** Says before a change how many people gain sight of something by it, and how many lose it. */
export function RevealNote({ gain, lose }: Reveal) {
  const parts = [
    ...(gain > 0 ? [t('access.gain', { count: gain })] : []),
    ...(lose > 0 ? [t('access.lose', { count: lose })] : []),
  ];
  return (
    <p role="alert" className="rounded-lg bg-warning-soft px-3 py-2 text-sm font-medium text-warning">
      {parts.join(', ')}.
    </p>
  );
}
