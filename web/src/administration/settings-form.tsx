import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { KwitError } from '../backend/client.ts';
import { changeSettings, type Settings, type SettingsChange, settingsQuery } from '../backend/settings.ts';
import { Button } from '../design/button.tsx';
import { refusalText } from '../design/feedback.tsx';
import { Field, Input } from '../design/field.tsx';
import { Form } from '../design/form.tsx';
import { InputField } from '../design/form-dialog.tsx';
import { Pending } from '../design/pending.tsx';
import { toast } from '../design/toast.tsx';
import { t } from '../texts/texts.ts';

type Values = Partial<Settings>;

export interface FormState {
  settings: Settings;
  /** The value of a setting in the form. */
  value: <K extends keyof Settings>(name: K) => Settings[K];
  set: <K extends keyof Settings>(name: K, value: Settings[K]) => void;
  problemOf: (name: string) => string | undefined;
}

interface SettingsFormProps {
  children: (form: FormState) => ReactNode;
  /** Called when the service has stored the changes. */
  onSaved?: () => void;
  /** Called with whether there are changes that the service has not stored. */
  onDirty?: (isDirty: boolean) => void;
}

/** A form for some of the settings. It sends only those that the user changed. */
export function SettingsForm({ children, onSaved, onDirty }: SettingsFormProps) {
  const found = useQuery(settingsQuery);
  const client = useQueryClient();
  const [changed, setChanged] = useState<Values>({});
  const [problem, setProblem] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  if (!found.data) return <Pending query={found} />;
  const settings = found.data;
  const shown: Settings = { ...settings, ...changed };

  const forget = () => {
    setChanged({});
    onDirty?.(false);
  };
  const submit = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      client.setQueryData(settingsQuery.queryKey, await changeSettings(changed as SettingsChange));
      client.invalidateQueries({ queryKey: ['settings'] });
      forget();
      toast({ text: t('admin.saved') });
      onSaved?.();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const details = problem instanceof KwitError ? problem.details : [];
  const dirty = Object.keys(changed).length > 0;
  return (
    <Form onSubmit={submit} className="flex flex-col gap-5 p-4 md:p-5">
      {children({
        settings,
        value: (name) => shown[name],
        set: (name, value) => {
          setChanged((old) => ({ ...old, [name]: value }));
          onDirty?.(true);
        },
        problemOf: (name) => details.find((detail) => detail.path.startsWith(name))?.message,
      })}
      {problem !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {refusalText(problem)}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" look="primary" busy={busy} disabled={!dirty}>
          {t('action.save')}
        </Button>
        {dirty && (
          <Button look="quiet" onClick={forget}>
            {t('action.cancel')}
          </Button>
        )}
      </div>
    </Form>
  );
}

type TextSetting = { [K in keyof Settings]: Settings[K] extends string ? K : never }[keyof Settings];

interface TextFieldProps {
  form: FormState;
  name: TextSetting;
  label: string;
  hint?: string;
  placeholder?: string;
  secret?: boolean;
}

export function TextSettingField({ form, name, label, hint, placeholder, secret }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={form.problemOf(name)}>
      {(field) => (
        <Input
          {...field}
          type={secret ? 'password' : 'text'}
          autoComplete={secret ? 'new-password' : 'off'}
          spellCheck={false}
          placeholder={placeholder}
          value={form.value(name)}
          // The field holds a mask, not the secret: typing replaces all of it.
          onFocus={(event) => secret && event.target.select()}
          onChange={(event) => form.set(name, event.target.value)}
        />
      )}
    </Field>
  );
}

interface NumberFieldProps {
  form: FormState;
  name:
    | 'smtp_port'
    | 'mail_delay_minutes'
    | 'outbox_retention_days'
    | 'reopen_days'
    | 'storage_per_person_mb'
    | 'token_max_days';
  label: string;
  min?: number;
  max: number;
  hint?: string;
  /** What an empty field means; without it, the field needs a number. */
  emptyHint?: string;
}

/** A whole number, from 1 unless said otherwise, or nothing where that means something. */
export function NumberSettingField({ form, name, label, min = 1, max, hint, emptyHint }: NumberFieldProps) {
  return (
    <InputField
      label={label}
      hint={emptyHint ?? hint}
      error={form.problemOf(name)}
      type="number"
      className="max-w-32"
      min={min}
      max={max}
      required={emptyHint === undefined}
      value={form.value(name) || (min === 0 ? 0 : '')}
      onChange={(text) => form.set(name, emptyHint && text === '' ? null : Number(text))}
    />
  );
}

interface ListFieldProps {
  form: FormState;
  name: 'allowed_domains' | 'developer_emails';
  label: string;
  hint: string;
}

/** A list of words that the user separates by commas, spaces or semicolons. */
export function ListSettingField({ form, name, label, hint }: ListFieldProps) {
  const stored = form.value(name);
  const [text, setText] = useState(stored.join(', '));
  const [from, setFrom] = useState(stored);
  if (
    from !== stored &&
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .join() !== stored.join()
  ) {
    setFrom(stored);
    setText(stored.join(', '));
  }
  return (
    <InputField
      label={label}
      hint={hint}
      error={form.problemOf(name)}
      spellCheck={false}
      value={text}
      onChange={(text) => {
        setText(text);
        const words = text.split(/[\s,;]+/).filter(Boolean);
        setFrom(words);
        form.set(name, words);
      }}
    />
  );
}
