import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import type { SetupStep, SetupSteps } from '../../../backend/setup-steps.ts';
import { classes } from '../../../design/class-names.ts';
import { Skeleton } from '../../../design/feedback.tsx';
import { Icon } from '../../../design/icon.tsx';
import { onDemand } from '../../../design/on-demand.tsx';
import { useFirstSign } from '../../../design/use-first-sign.ts';
import { loadTexts, t } from '../../../texts/texts.ts';
import { AddressStep, BackupStep, ProjectStep } from './plain-steps.tsx';

const laterSteps = () => [import('./administered-steps.tsx'), loadTexts('admin')] as const;

/** Never the first step, and two thirds of their code. */
const MailStep = onDemand(async () => (await Promise.all(laterSteps()))[0].MailStep);
const DomainsStep = onDemand(async () => (await Promise.all(laterSteps()))[0].DomainsStep);
const ColleaguesStep = onDemand(
  async () => (await Promise.all([import('./colleagues-step.tsx'), loadTexts('admin')]))[0].ColleaguesStep,
);

const STEPS: readonly { name: SetupStep; form: ComponentType }[] = [
  { name: 'address', form: AddressStep },
  { name: 'mail', form: MailStep },
  { name: 'domains', form: DomainsStep },
  { name: 'project', form: ProjectStep },
  { name: 'colleagues', form: ColleaguesStep },
  { name: 'backup', form: BackupStep },
];

const preload = () => Promise.all([MailStep.preload(), DomainsStep.preload(), ColleaguesStep.preload()]);

/** What a team does first, each in its place. The first step that is not done is open, or the one that was opened last. */
export function StepList({ steps }: Pick<SetupSteps, 'steps'>) {
  useFirstSign(preload);
  const [opened, setOpened] = useState<SetupStep | 'none'>();
  const open = opened ?? STEPS.find(({ name }) => !steps[name])?.name;
  const openStep = useKeptInSight(open);
  return (
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
              <Suspense fallback={<Skeleton lines={3} />}>
                <Form />
              </Suspense>
            </div>
          )}
        </li>
      ))}
    </ol>
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
