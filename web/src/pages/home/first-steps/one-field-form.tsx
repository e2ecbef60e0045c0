import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Refusal } from '../../../backend/client.ts';
import { Button } from '../../../design/button.tsx';
import { refusalText } from '../../../design/feedback.tsx';
import { Field, Input } from '../../../design/field.tsx';

interface OneFieldFormProps {
  label: string;
  /** What stands in the field at first. */
  suggested: string;
  action: string;
  save: (value: string) => Promise<void>;
}

/** A step that asks for one thing. */
export function OneFieldForm({ label, suggested, action, save }: OneFieldFormProps) {
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

/** Of what the service could not read it says why; of anything else the page has its own words. */
function problemOf(error: unknown): string {
  const detail = error instanceof Refusal ? error.details[0] : undefined;
  return detail?.message ?? refusalText(error);
}
