import { useState } from 'react';
import { type Reveal, revealOf } from '../../backend/access.ts';
import { refusalText } from '../../design/feedback.tsx';

/**
 * Makes a change that may let people gain sight: the first attempt asks, the second one, after the person has read who it
 * is, confirms.
 *
 * @param change called with whether the person has confirmed.
 */
export function useRevealing(change: (confirm: boolean) => Promise<void>) {
  const [reveal, setReveal] = useState<Reveal>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await change(reveal !== undefined);
      setReveal(undefined);
    } catch (error) {
      setReveal(revealOf(error));
      if (!revealOf(error)) setProblem(refusalText(error));
    } finally {
      setBusy(false);
    }
  };
  /** Asks anew: what is sent has changed. */
  const forget = () => {
    setReveal(undefined);
    setProblem(undefined);
  };
  return { send, forget, reveal, problem, busy };
}
