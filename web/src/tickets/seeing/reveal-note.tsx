import { useState } from 'react';
import { type Reveal, revealOf } from '../../backend/access.ts';
import { useAttempt } from '../../design/form.tsx';
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

/**
 * Makes a change that may let people gain sight: the first attempt asks, the second one, after the person has read who it
 * is, confirms.
 *
 * @param change called with whether the person has confirmed.
 */
export function useRevealing(change: (confirm: boolean) => Promise<void>) {
  const [reveal, setReveal] = useState<Reveal>();
  const sending = useAttempt(async () => {
    try {
      await change(reveal !== undefined);
      setReveal(undefined);
    } catch (error) {
      setReveal(revealOf(error));
      if (!revealOf(error)) throw error;
    }
  });
  /** Asks anew: what is sent has changed. */
  const forget = () => {
    setReveal(undefined);
    sending.forget();
  };
  return { ...sending, forget, reveal };
}
