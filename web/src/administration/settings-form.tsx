import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useState } from 'react';
import { changedList } from '../backend/list-changes.ts';
import { changeSettings, type Settings, type SettingsChange, settingsQuery } from '../backend/settings.ts';
import { Button } from '../design/button.tsx';
import { ChoiceChips } from '../design/chips.tsx';
import { Switch } from '../design/field.tsx';
import { Form, Problem, useAttempt } from '../design/form.tsx';
import { InputField } from '../design/form-dialog.tsx';
import { Pending } from '../design/pending.tsx';
import { problemWith } from '../design/refused-field.ts';
import { toast } from '../design/toast.tsx';
import { maybeText, t } from '../texts/texts.ts';

interface FormState {
  settings: Settings;
  /** The value of a setting in the form. */
  value: <K extends keyof Settings>(name: K) => Settings[K];
  set: <K extends keyof Settings>(name: K, value: Settings[K]) => void;
  problemOf: (name: string) => string | undefined;
}

/** Two people may change these at once. */
const LISTS = ['allowed_domains', 'developer_emails'] as const;

const FormContext = createContext<FormState | undefined>(undefined);

/** The form that a field stands in. */
export function useSettingsForm(): FormState {
  const form = use(FormContext);
  if (!form) throw new Error('A field for a setting stands in a SettingsForm.');
  return form;
}

interface SettingsFormProps {
  children: ReactNode;
  /** Called when the service has stored the changes. */
  onSaved?: () => void;
  /** Called with whether there are changes that the service has not stored. */
  onDirty?: (isDirty: boolean) => void;
}

/** A form for some of the settings. It sends only those that the user changed. */
export function SettingsForm({ children, onSaved, onDirty }: SettingsFormProps) {
  const query = useQuery(settingsQuery);
  const client = useQueryClient();
  const [changed, setChanged] = useState<Partial<Settings>>({});
  /** As they were when the user began to change them. */
  const [begun, setBegun] = useState<Settings>();
  const forget = () => {
    setChanged({});
    setBegun(undefined);
    onDirty?.(false);
  };
  const { attempt, busy, error, problem } = useAttempt(async () => {
    const names = LISTS.filter((name) => changed[name] !== undefined);
    const now = names.length > 0 ? await client.fetchQuery({ ...settingsQuery, staleTime: 0 }) : undefined;
    const lists = names.map((name) => [name, changedList(now?.[name] ?? [], begun?.[name] ?? [], changed[name] ?? [])]);
    const change = { ...changed, ...Object.fromEntries(lists) } as SettingsChange;
    client.setQueryData(settingsQuery.queryKey, await changeSettings(change));
    client.invalidateQueries({ queryKey: ['settings'] });
    forget();
    toast({ text: t('admin.saved') });
    onSaved?.();
  });
  if (!query.data) return <Pending query={query} />;
  const settings = query.data;
  const shown: Settings = { ...settings, ...changed };
  const dirty = Object.keys(changed).length > 0;
  const form: FormState = {
    settings,
    value: (name) => shown[name],
    set: (name, value) => {
      setBegun((old) => old ?? settings);
      setChanged((old) => ({ ...old, [name]: value }));
      onDirty?.(true);
    },
    problemOf: (name) => problemWith(error, name),
  };
  return (
    <Form onSubmit={attempt} className="flex flex-col gap-5 p-4 md:p-5">
      <FormContext value={form}>{children}</FormContext>
      <Problem text={problem} />
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

const textOf = (key: string) => maybeText(`administered.${key}`) ?? maybeText(`setting.${key}`);

/** The label of a setting: its own name for one that this app does not know. */
export const settingName = (name: string): string => textOf(name) ?? name;

/** The settings whose values are of a type. */
type NameOf<T> = { [K in keyof Settings]: Settings[K] extends T ? K : never }[keyof Settings];

interface SettingProps<K extends keyof Settings> {
  name: K;
  /** Another label or hint than the one that the texts have by the setting's name. */
  label?: string;
  hint?: string;
}

interface TextSettingProps extends SettingProps<NameOf<string>> {
  placeholder?: string;
  secret?: boolean;
}

export function TextSetting({ name, label, hint, placeholder, secret }: TextSettingProps) {
  const form = useSettingsForm();
  return (
    <InputField
      label={label ?? settingName(name)}
      hint={hint ?? textOf(`${name}_hint`)}
      error={form.problemOf(name)}
      type={secret ? 'password' : 'text'}
      autoComplete={secret ? 'new-password' : 'off'}
      spellCheck="false"
      placeholder={placeholder}
      value={form.value(name)}
      // The field holds a mask, not the secret: typing replaces all of it.
      onFocus={(event) => secret && event.target.select()}
      onChange={(text) => form.set(name, text)}
    />
  );
}

interface NumberSettingProps extends SettingProps<NameOf<number | null>> {
  min?: number;
  max: number;
  /** Whether an empty field means something, which its hint says; otherwise the field needs a number. */
  optional?: boolean;
}

/** A whole number, from 1 unless said otherwise. */
export function NumberSetting({ name, label, hint, min = 1, max, optional = false }: NumberSettingProps) {
  const form = useSettingsForm();
  return (
    <InputField
      label={label ?? settingName(name)}
      hint={hint ?? textOf(`${name}_hint`)}
      error={form.problemOf(name)}
      type="number"
      className="max-w-32"
      min={min}
      max={max}
      required={!optional}
      value={form.value(name) || (min === 0 ? 0 : '')}
      onChange={(text) => form.set(name, optional && text === '' ? null : Number(text))}
    />
  );
}

/** A list of words that the user separates by commas, spaces or semicolons. */
export function ListSetting({ name }: { name: 'allowed_domains' | 'developer_emails' }) {
  const form = useSettingsForm();
  const stored = form.value(name);
  const [text, setText] = useState(stored.join(', '));
  const [from, setFrom] = useState(stored);
  const wordsIn = (list: string) => list.split(/[\s,;]+/).filter(Boolean);
  if (from !== stored && wordsIn(text).join() !== stored.join()) {
    setFrom(stored);
    setText(stored.join(', '));
  }
  return (
    <InputField
      label={settingName(name)}
      hint={textOf(`${name}_hint`)}
      error={form.problemOf(name)}
      spellCheck="false"
      value={text}
      onChange={(text) => {
        setText(text);
        setFrom(wordsIn(text));
        form.set(name, wordsIn(text));
      }}
    />
  );
}

interface ChoiceSettingProps<K extends keyof Settings> extends SettingProps<K> {
  words: readonly (Settings[K] & string)[];
  nameOf: (word: Settings[K] & string) => string;
}

/** One of a few words. */
export function ChoiceSetting<K extends NameOf<string>>({ name, label, words, nameOf }: ChoiceSettingProps<K>) {
  const form = useSettingsForm();
  return (
    <ChoiceChips
      legend={label ?? settingName(name)}
      value={form.value(name)}
      onChoose={(word: Settings[K] & string) => form.set(name, word)}
      choices={words.map((value) => ({ value, label: nameOf(value) }))}
    />
  );
}

export function SwitchSetting({ name, label, hint }: SettingProps<NameOf<boolean>>) {
  const form = useSettingsForm();
  return (
    <Switch
      label={label ?? settingName(name)}
      hint={hint ?? textOf(`${name}_hint`)}
      checked={form.value(name)}
      onChange={(value) => form.set(name, value)}
    />
  );
}
