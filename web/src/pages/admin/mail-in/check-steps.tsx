import { MAIL_IN_STEPS, type MailInStep } from '../../../../../contract/mail-in-words.ts';
import { type MailInSettings, type MailInStatus, startMailInCheck } from '../../../backend/mail-in.ts';
import { Ago } from '../../../design/ago.tsx';
import { Button } from '../../../design/button.tsx';
import { classes } from '../../../design/class-names.ts';
import { useAct } from '../../../design/form.tsx';
import { Icon } from '../../../design/icon.tsx';
import { t } from '../../../texts/texts.ts';

type Run = MailInStatus['checks'][number];

interface StepsProps {
  values: MailInSettings;
  runs: readonly Run[];
  set: (change: Partial<MailInSettings>) => void;
}

/** Whether a run tried the values that stand in the form. */
const isOf = (run: Run, values: MailInSettings): boolean =>
  (['mail_in_domain', 'mail_in_report', 'mail_in_reply', 'mail_in_subaddress', 'mail_in_authserv_id'] as const).every(
    (name) => run.draft[name] === values[name],
  );

/** The six steps, on the values in the form, before anything of them is saved. */
export function CheckSteps({ values, runs, set }: StepsProps) {
  return (
    <ol aria-label={t('mailIn.steps')} className="border-t border-line">
      {MAIL_IN_STEPS.map((step, index) => {
        const run = runs.find((candidate) => candidate.step === step);
        return (
          <Step
            key={step}
            {...{ step, values, set }}
            number={index + 1}
            run={run}
            isCurrent={run !== undefined && isOf(run, values)}
          />
        );
      })}
    </ol>
  );
}

const TONES: Record<Run['state'], string> = {
  green: 'bg-success-soft text-success',
  red: 'bg-danger-soft text-danger',
  running: 'bg-info-soft text-info',
};

interface StepProps {
  step: MailInStep;
  number: number;
  run: Run | undefined;
  /** Whether the run tried what stands in the form. */
  isCurrent: boolean;
  values: MailInSettings;
  set: (change: Partial<MailInSettings>) => void;
}

function Step({ step, number, run, isCurrent, values, set }: StepProps) {
  const starting = useAct(() => startMailInCheck(step, values), ['mail-in', 'status']);
  const state = isCurrent ? run?.state : undefined;
  return (
    <li className="flex gap-3 border-b border-line px-4 py-3 last:border-b-0 md:px-5">
      <span
        className={classes(
          'mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-semibold',
          state ? TONES[state] : 'bg-sunken text-muted',
        )}
      >
        {state === 'green' ? (
          <Icon name="check" size={14} />
        ) : state === 'red' ? (
          <Icon name="close" size={14} />
        ) : (
          number
        )}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="font-medium">{t(`mailIn.step.${step}.title`)}</h3>
          <span role="status" className="text-xs text-muted">
            {run && (
              <>
                {t(isCurrent ? `mailIn.run.${run.state}` : 'mailIn.run.other')}
                {' · '}
                <Ago at={run.begun_at} />
              </>
            )}
          </span>
          <Button
            small
            className="ml-auto"
            busy={starting.busy}
            disabled={values.mail_in_domain === null}
            data-reach="mail-steps"
            aria-label={`${t('mailIn.try')}: ${t(`mailIn.step.${step}.title`)}`}
            onClick={starting.act}
          >
            {t('mailIn.try')}
          </Button>
        </div>
        <p className="text-sm text-muted">{t(`mailIn.step.${step}.lead`)}</p>
        {run && run.detail.length > 0 && (
          <p className="mt-2 rounded-lg bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
            {run.detail.map(({ text }) => text).join('\n')}
          </p>
        )}
        {state === 'red' && (
          <p className="mt-2 flex flex-wrap items-center gap-3 text-sm text-danger">
            {t(`mailIn.step.${step}.next`)}
            {step === 'subaddress' && values.mail_in_subaddress && (
              <Button small onClick={() => set({ mail_in_subaddress: false })}>
                {t('mailIn.dropSubaddress')}
              </Button>
            )}
          </p>
        )}
      </div>
    </li>
  );
}
