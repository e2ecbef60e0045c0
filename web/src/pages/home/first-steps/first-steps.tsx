import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react';
import { createProject, projectsQuery } from '../../../backend/projects.ts';
import { changeSettings } from '../../../backend/settings.ts';
import { putStepsAway, type SetupStep, type SetupSteps, setupStepsQuery } from '../../../backend/setup-steps.ts';
import { Button } from '../../../design/button.tsx';
import { ChoiceChips } from '../../../design/chips.tsx';
import { classes } from '../../../design/class-names.ts';
import { refusalText, Skeleton } from '../../../design/feedback.tsx';
import { Field, Input } from '../../../design/field.tsx';
import { Icon } from '../../../design/icon.tsx';
import { onDemand, PartPlace } from '../../../design/on-demand.tsx';
import { Section } from '../../../design/page.tsx';
import { toast, toastRefusal } from '../../../design/toast.tsx';
import { useFirstSign } from '../../../design/use-first-sign.ts';
import { LANGUAGE_NAMES, type Language, loadTexts, preferredLanguage, t } from '../../../texts/texts.ts';

/** First steps of a team. Where it is at work already, a bar of one line until somebody opens it. */
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
      {isUnfolded && <StepList steps={steps} comesWhole={!isBar} />}
      {areDone && (
        <p role="status" className="border-t border-line px-4 py-3 font-medium text-success md:px-5">
          {t('firstSteps.allDone')}
        </p>
      )}
    </Section>
  );
}

const laterSteps = () => [import('./administered-steps.tsx'), loadTexts('admin')] as const;

/** Never the first step, and two thirds of their code. */
const MailStep = onDemand(async () => (await Promise.all(laterSteps()))[0].MailStep);
const DomainsStep = onDemand(async () => (await Promise.all(laterSteps()))[0].DomainsStep);
const ColleaguesStep = onDemand(async () => (await import('./colleagues-step.tsx')).ColleaguesStep, 'admin');

const STEPS: readonly { name: SetupStep; form: ComponentType }[] = [
  { name: 'address', form: AddressStep },
  { name: 'mail', form: MailStep },
  { name: 'domains', form: DomainsStep },
  { name: 'project', form: ProjectStep },
  { name: 'colleagues', form: ColleaguesStep },
  { name: 'backup', form: BackupStep },
];

const preload = () => Promise.all([MailStep.preload(), DomainsStep.preload(), ColleaguesStep.preload()]);

interface StepListProps {
  steps: SetupSteps['steps'];
  /** Whether the page waits for the form of the first open step: what came later would push down what is below it. */
  comesWhole: boolean;
}

/** The steps, each in its place. The first step that is not done is open, or the one that was opened last. */
function StepList({ steps, comesWhole }: StepListProps) {
  useFirstSign(preload);
  const [opened, setOpened] = useState<SetupStep | 'none'>();
  const open = opened ?? STEPS.find(({ name }) => !steps[name])?.name;
  // It stays so: the form would begin anew if it changed.
  const [awaited] = useState(comesWhole ? open : undefined);
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
              {name === awaited ? (
                <Form />
              ) : (
                <PartPlace fallback={<Skeleton lines={3} />}>
                  <Form />
                </PartPlace>
              )}
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

// The steps that need nothing of administration.
/** The language is asked first of all. The service takes no address from a request, so the browser offers the one that it knows. */
function AddressStep() {
  const [default_language, setLanguage] = useState<Language>(preferredLanguage);
  return (
    <>
      <div className="px-4 pt-4 md:px-5">
        <ChoiceChips
          legend={t('firstSteps.language')}
          value={default_language}
          onChoose={setLanguage}
          choices={(['pl', 'en'] as const).map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
      </div>
      <OneFieldForm
        label={t('firstSteps.addressField')}
        suggested={location.origin}
        action={t('action.save')}
        save={async (app_url) => {
          await changeSettings({ default_language, app_url });
        }}
      />
    </>
  );
}

function ProjectStep() {
  const client = useQueryClient();
  return (
    <OneFieldForm
      label={t('firstSteps.projectField')}
      suggested=""
      action={t('firstSteps.projectAdd')}
      save={async (name) => {
        await createProject({ name });
        toast({ text: t('firstSteps.projectAdded', { name }) });
        await client.invalidateQueries({ queryKey: projectsQuery.queryKey });
      }}
    />
  );
}

/** A backup is made where Kwit runs, never to a place that a request names: the step shows the command. */
function BackupStep() {
  return (
    <pre className="m-4 max-w-2xl overflow-x-auto rounded-lg bg-sunken p-3 text-sm md:mx-5">
      <code>npm run kwit -- backup /var/backups/kwit</code>
    </pre>
  );
}

interface OneFieldFormProps {
  label: string;
  /** The first value of the field. */
  suggested: string;
  action: string;
  save: (value: string) => Promise<void>;
}

/** A step that asks for one thing. */
function OneFieldForm({ label, suggested, action, save }: OneFieldFormProps) {
  const client = useQueryClient();
  const [value, setValue] = useState(suggested);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await save(value.trim());
      await client.invalidateQueries({ queryKey: ['setup'] });
    } catch (error) {
      setProblem(refusalText(error));
    }
    setBusy(false);
  };
  return (
    <form onSubmit={submit} className="flex max-w-2xl flex-wrap items-start gap-2 p-4 md:px-5">
      <Field label={label} error={problem} className="min-w-60 flex-1">
        {(field) => <Input {...field} required value={value} onChange={(event) => setValue(event.target.value)} />}
      </Field>
      {/* Beside the field, not beside its label. */}
      <Button type="submit" look="primary" busy={busy} disabled={value.trim() === ''} className="mt-6.5 h-10">
        {action}
      </Button>
    </form>
  );
}
