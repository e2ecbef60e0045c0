import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type SetupSteps, setupStepsQuery } from '../../../backend/setup-steps.ts';
import { local } from '../../../storage.ts';

/** Local storage has it on a device that need not ask any more: the steps are done, or put away. */
const OVER = 'kwit.first-steps-over';

const isDone = ({ steps }: SetupSteps): boolean => Object.values(steps).every((done) => done);

/** Whether this device knows that the steps are over. */
const isOverHere = (): boolean => local.get(OVER) !== null;

/** Remembers on this device that the steps are over, or are not. */
export function rememberOver(over: boolean): void {
  if (over) local.set(OVER, 'true');
  else local.remove(OVER);
}

/**
 * Whether Home shows the first steps; undefined until that is known. When the last of them is done they stay until the
 * user leaves. Home does without them when the service does not answer.
 */
export function useFirstSteps(): boolean | undefined {
  const [isOver] = useState(isOverHere);
  const [hasShown, setHasShown] = useState(false);
  const { data, isPending } = useQuery({ ...setupStepsQuery, enabled: !isOver });
  useEffect(() => {
    if (data) rememberOver(data.is_put_away || isDone(data));
  }, [data]);
  if (isOver) return false;
  if (isPending) return undefined;
  if (!data || data.is_put_away) return false;
  if (!isDone(data) && !hasShown) setHasShown(true);
  return hasShown || !isDone(data);
}
