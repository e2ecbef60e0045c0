import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { putStepsAway, type SetupStep, setupStepsQuery } from '../../../backend/setup-steps.ts';
import { Button } from '../../../design/button.tsx';
import { classes } from '../../../design/class-names.ts';
import { Icon } from '../../../design/icon.tsx';
import { Section } from '../../../design/page.tsx';
import { toast } from '../../../design/toast.tsx';
import { toastRefusal } from '../../../design/toast-refusal.ts';
import { t } from '../../../texts/texts.ts';
import { AddressStep } from './address-step.tsx';
import { ColleaguesStep, DomainsStep, MailStep } from './administered-steps.tsx';
import { BackupStep } from './backup-step.tsx';
import { ProjectStep } from './project-step.tsx';

const STEPS: readonly { name: SetupStep; form: ComponentType }[] = [
  { name: 'address', form: AddressStep },
  { name: 'mail', form: MailStep },
  { name: 'domains', form: DomainsStep },
  { name: 'project', form: ProjectStep },
  { name: 'colleagues', form: ColleaguesStep },
  { name: 'backup', form: BackupStep },
];

/** What a team does first, each in its place. The first step that is not done is open, or the one that was opened last. */
export function FirstSteps() {
  const client = useQueryClient();
  const { steps } = useSuspenseQuery(setupStepsQuery).data;
  const [opened, setOpened] = useState<SetupStep | 'none'>();
  const undone = STEPS.filter(({ name }) => !steps[name]);
  const open = opened ?? undone[0]?.name;
  const areDone = undone.length === 0;
  const openStep = useKeptInSight(open);
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
            {t('firstSteps.progress', { done: STEPS.length - undone.length, total: STEPS.length })}
          </span>
          <Button small look="quiet" onClick={() => putAway(true)}>
            {t('firstSteps.putAway')}
          </Button>
        </>
      }
    >
      <ol>
        {STEPS.map(({ name, form: Form }) => (
          <li key={name} ref={open === name ? openStep : undefined} className="border-b border-line last:border-b-0">
            <StepHead
              name={name}
              isDone={steps[name]}
              isOpen={open === name}
              onToggle={() => setOpened(open === name ? 'none' : name)}
            />
            {open === name && (
              <div className="pb-2 md:pl-9">
                <p className="max-w-2xl px-4 text-sm text-muted md:px-5">{t(`firstSteps.${name}Lead`)}</p>
                <Form />
              </div>
            )}
          </li>
        ))}
      </ol>
      {areDone && (
        <p role="status" className="border-t border-line px-4 py-3 font-medium text-success md:px-5">
          {t('firstSteps.allDone')}
        </p>
      )}
    </Section>
  );
}

/** @returns a ref for the open step: when another opens by itself, the one before it has folded, and may have taken it out of sight. */
function useKeptInSight(open: string | undefined) {
  const step = useRef<HTMLLIElement>(null);
  const [first] = useState(open);
  useEffect(() => {
    if (open !== first) step.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [open, first]);
  return step;
}

interface StepHeadProps {
  name: SetupStep;
  isDone: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

function StepHead({ name, isDone, isOpen, onToggle }: StepHeadProps) {
  return (
    // The head of the page stays above what scrolls.
    <h3 className="scroll-mt-20">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-12 w-full items-center gap-3 px-4 text-left hover:bg-hover md:px-5"
      >
        <span
          className={classes(
            'flex size-6 shrink-0 items-center justify-center rounded-full border',
            isDone ? 'border-transparent bg-success-soft text-success' : 'border-line-strong',
          )}
        >
          {isDone && <Icon name="check" size={16} />}
        </span>
        <span className={classes('flex-1', isDone ? 'text-muted' : 'font-medium')}>{t(`firstSteps.${name}`)}</span>
        {isDone && <span className="text-sm text-muted">{t('firstSteps.stepDone')}</span>}
        <Icon name={isOpen ? 'up' : 'down'} size={16} className="text-faint" />
      </button>
    </h3>
  );
}
