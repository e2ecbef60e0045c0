/** The steps that need nothing of administration. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { KwitError } from '../../../backend/client.ts';
import { createProject, projectsQuery } from '../../../backend/projects.ts';
import { changeSettings } from '../../../backend/settings.ts';
import { Button } from '../../../design/button.tsx';
import { ChoiceChips } from '../../../design/chips.tsx';
import { refusalText } from '../../../design/feedback.tsx';
import { Field, Input } from '../../../design/field.tsx';
import { toast } from '../../../design/toast.tsx';
import { type Language, preferredLanguage, t } from '../../../texts/texts.ts';

/** The language is asked first of all. The service takes no address from a request, so the browser offers the one that it knows. */
export function AddressStep() {
  const [default_language, setLanguage] = useState<Language>(preferredLanguage);
  return (
    <>
      <div className="px-4 pt-4 md:px-5">
        <ChoiceChips
          legend={t('firstSteps.language')}
          value={default_language}
          onChoose={setLanguage}
          choices={[
            { value: 'pl', label: 'Polski' },
            { value: 'en', label: 'English' },
          ]}
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

export function ProjectStep() {
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
export function BackupStep() {
  return (
    <pre className="m-4 max-w-2xl overflow-x-auto rounded-lg bg-sunken p-3 text-sm md:mx-5">
      <code>npm run kwit -- backup /var/backups/kwit</code>
    </pre>
  );
}

interface OneFieldFormProps {
  label: string;
  /** What stands in the field at first. */
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
      setProblem(problemOf(error));
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

/** It says why the service could not read something; for anything else the page has its own words. */
function problemOf(error: unknown): string {
  const detail = error instanceof KwitError ? error.details[0] : undefined;
  return detail?.message ?? refusalText(error);
}
