import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FIELD_ASKS, FIELD_KINDS, hasOptions } from '../../../../../contract/field-words.ts';
import { CATEGORIES } from '../../../../../contract/words.ts';
import { addField, changeField, type FieldDraft, type TicketField } from '../../../backend/fields.ts';
import { everyProjectQuery } from '../../../backend/projects.ts';
import { Button, IconButton } from '../../../design/button.tsx';
import { Switch } from '../../../design/field.tsx';
import { useAttempt } from '../../../design/form.tsx';
import { FormDialog, InputField, SelectField } from '../../../design/form-dialog.tsx';
import { choicesOf } from '../../../design/select.tsx';
import { foldText } from '../../../texts/fold.ts';
import { t } from '../../../texts/texts.ts';
import { AskedInputs } from '../../../tickets/filling/asked-inputs.tsx';
import type { Filled } from '../../../tickets/filling/filling.ts';

const BLANK: TicketField = {
  ...{ id: '', key: '', category: null, project_id: null, kind: 'text', name: { pl: '', en: '' }, help: null },
  ...{ options: [], ask: 'report', needed: false, reporter_sees: true, unit: null, position: 0, archived_at: null },
};

/** A key of a name: `Asset number` is `asset_number`. */
const keyOf = (name: string): string =>
  foldText(name)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 40);

/** The body of a request that makes or changes a field. */
function draftOf({ id: _, position: __, archived_at: ___, ...field }: TicketField): FieldDraft {
  const key = field.key || keyOf(field.name.en || field.name.pl);
  const options = field.options.map((option) => ({
    ...option,
    key: option.key || keyOf(option.name.en || option.name.pl),
  }));
  return { ...field, key, options: hasOptions(field.kind ?? BLANK.kind) ? options : [] };
}

export function FieldForm({ field, onClose }: { field: TicketField | undefined; onClose: () => void }) {
  const [draft, setDraft] = useState(field ?? BLANK);
  const set = (change: Partial<TicketField>) => setDraft({ ...draft, ...change });
  const projects = useQuery(everyProjectQuery).data ?? [];
  const saving = useAttempt(async () => {
    const { key: _, kind: __, ...changes } = draftOf(draft);
    if (field) await changeField(field.id, changes);
    else await addField(draftOf(draft));
    onClose();
  });
  const all = { value: '', label: t('fields.all') };
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={field ? field.key : t('fields.new')}
      disabled={draft.name.pl.trim() === '' || draft.name.en.trim() === ''}
      attempt={saving}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <BothLanguages
          name="name"
          label={t('fields.name')}
          longest={80}
          value={draft.name}
          onChange={(name) => set({ name })}
        />
        {!field && (
          <SelectField
            label={t('fields.kind')}
            value={draft.kind}
            choices={FIELD_KINDS.map((value) => ({ value, label: t(`fields.kinds.${value}`) }))}
            onChoose={(kind) => set({ kind, unit: null })}
          />
        )}
        <SelectField
          label={t('fields.ask')}
          value={draft.ask}
          choices={FIELD_ASKS.map((value) => ({ value, label: t(`fields.asks.${value}`) }))}
          onChoose={(ask) =>
            set({
              ask,
              ...(ask === 'report' ? { reporter_sees: true } : {}),
              ...(ask === 'work' ? { needed: false } : {}),
            })
          }
        />
        <SelectField
          label={t('field.category')}
          value={draft.category ?? ''}
          choices={[all, ...CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) }))]}
          onChoose={(text) => set({ category: CATEGORIES.find((category) => category === text) ?? null })}
        />
        <SelectField
          label={t('field.project')}
          value={draft.project_id ?? ''}
          choices={[all, ...choicesOf(projects)]}
          onChoose={(id) => set({ project_id: id === '' ? null : id })}
        />
        {draft.kind === 'number' && (
          <InputField
            name="unit"
            label={t('fields.unit')}
            optional={t('field.optional')}
            longest={20}
            value={draft.unit ?? ''}
            onChange={(text) => set({ unit: text === '' ? null : text })}
          />
        )}
        <BothLanguages
          name="help"
          label={t('fields.help')}
          optional={t('field.optional')}
          longest={300}
          value={draft.help ?? { pl: '', en: '' }}
          onChange={(help) => set({ help: help.pl === '' && help.en === '' ? null : help })}
        />
      </div>
      {hasOptions(draft.kind) && <OptionRows options={draft.options} onChange={(options) => set({ options })} />}
      {draft.ask !== 'work' && (
        <Switch label={t('fields.needed')} checked={draft.needed} onChange={(needed) => set({ needed })} />
      )}
      {draft.ask !== 'report' && (
        <Switch
          label={t('fields.reporterSees')}
          checked={draft.reporter_sees}
          onChange={(reporter_sees) => set({ reporter_sees })}
        />
      )}
      <Preview field={draft} />
    </FormDialog>
  );
}

/** The field as who is asked for it will see it. */
function Preview({ field }: { field: TicketField }) {
  const [values, setValues] = useState<Record<string, Filled>>({});
  return (
    <section aria-label={t('fields.preview')} className="rounded-xl border border-dashed border-line-strong/60 p-4">
      <h3 className="mb-3 text-sm text-muted">{t('fields.preview')}</h3>
      <AskedInputs key={field.kind} fields={[field]} values={values} onChange={setValues} insist={false} />
    </section>
  );
}

interface BothLanguagesProps {
  name: string;
  label: string;
  optional?: string;
  longest: number;
  value: TicketField['name'];
  onChange: (value: TicketField['name']) => void;
}

const BothLanguages = ({ name, label, optional, longest, value, onChange }: BothLanguagesProps) => (
  <>
    {(['pl', 'en'] as const).map((language) => (
      <InputField
        key={language}
        name={name}
        label={t('fields.inLanguage', { label, language: t(`language.${language}`) })}
        optional={optional}
        required={optional === undefined}
        longest={longest}
        value={value[language]}
        onChange={(text) => onChange({ ...value, [language]: text })}
      />
    ))}
  </>
);

interface OptionRowsProps {
  options: TicketField['options'];
  onChange: (options: TicketField['options']) => void;
}

function OptionRows({ options, onChange }: OptionRowsProps) {
  const change = (at: number, option: Partial<TicketField['options'][number]>) =>
    onChange(options.map((entry, place) => (place === at ? { ...entry, ...option } : entry)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t('fields.options')}</legend>
      {options.map((option, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new option has no key yet, and none moves
        <div key={at} className="flex items-end gap-2">
          <div className="grid flex-1 grid-cols-2 gap-2">
            <BothLanguages
              name={`options[${at}]`}
              label={t('fields.option', { number: at + 1 })}
              longest={80}
              value={option.name}
              onChange={(name) => change(at, { name })}
            />
          </div>
          {option.key === '' ? (
            <IconButton
              icon="trash"
              label={t('fields.optionRemove', { number: at + 1 })}
              onClick={() => onChange(options.filter((_, place) => place !== at))}
            />
          ) : (
            <IconButton
              icon={option.archived ? 'undo' : 'trash'}
              label={t(option.archived ? 'fields.optionRestore' : 'fields.optionArchive', { number: at + 1 })}
              onClick={() => change(at, { archived: !option.archived })}
            />
          )}
        </div>
      ))}
      <Button
        small
        icon="plus"
        className="self-start"
        onClick={() => onChange([...options, { key: '', name: { pl: '', en: '' }, archived: false }])}
      >
        {t('fields.optionNew')}
      </Button>
    </fieldset>
  );
}
