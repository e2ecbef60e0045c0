import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { putStepsAway, setupStepsQuery } from '../../../backend/setup-steps.ts';
import { Button } from '../../../design/button.tsx';
import { Section } from '../../../design/page.tsx';
import { toast } from '../../../design/toast.tsx';
import { toastRefusal } from '../../../design/toast-refusal.ts';
import { t } from '../../../texts/texts.ts';
import { StepList } from './step-list.tsx';

/** What a team does first. Where it is at work already, a bar of one line until somebody opens it. */
export function FirstSteps({ isBar = false }: { isBar?: boolean }) {
  const client = useQueryClient();
  const [isUnfolded, setUnfolded] = useState(!isBar);
  const { steps } = useSuspenseQuery(setupStepsQuery).data;
  const done = Object.values(steps);
  const areDone = done.every(Boolean);
  useEffect(() => {
    // Once done they are over for everybody: they do not come back when a project is deleted.
    if (areDone) putStepsAway(true).catch(toastRefusal);
  }, [areDone]);
  const putAway = async (away: boolean) => {
    try {
      const all = await putStepsAway(away);
      client.setQueryData(setupStepsQuery.queryKey, all);
      if (away) toast({ text: t('firstSteps.putAwayDone'), undo: () => putAway(false) });
    } catch (error) {
      toastRefusal(error);
    }
  };
  return (
    <Section
      title={t('firstSteps.title')}
      aside={
        <>
          <span className="text-sm text-muted">
            {t('firstSteps.progress', { done: done.filter(Boolean).length, total: done.length })}
          </span>
          {isBar && (
            <Button small aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
              {t('firstSteps.go')}
            </Button>
          )}
          <Button small look="quiet" onClick={() => putAway(true)}>
            {t('firstSteps.putAway')}
          </Button>
        </>
      }
    >
      {isUnfolded && <StepList steps={steps} />}
      {areDone && (
        <p role="status" className="border-t border-line px-4 py-3 font-medium text-success md:px-5">
          {t('firstSteps.allDone')}
        </p>
      )}
    </Section>
  );
}
