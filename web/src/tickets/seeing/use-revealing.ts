import { useState } from 'react';
import { type Reveal, revealOf } from '../../backend/access.ts';
import { useAttempt } from '../../design/form.tsx';

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
  return { send: sending.attempt, forget, reveal, problem: sending.problem, busy: sending.busy };
}
