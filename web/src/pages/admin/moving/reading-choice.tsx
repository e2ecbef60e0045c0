import { useState } from 'react';
import {
  ANSWER_CHOICES,
  COMMENT_READERS,
  FILE_PRODUCTS,
  PEOPLE_CHOICES,
  TABLE_ENCODINGS,
  TABLE_SEPARATORS,
} from '../../../../../contract/table-words.ts';
import type { ImportOptions, ImportPreview } from '../../../backend/moving.ts';
import { InputField, SelectField } from '../../../design/form-dialog.tsx';
import { t } from '../../../texts/texts.ts';

const SEPARATOR_NAMES = {
  ',': 'moving.separators.comma',
  ';': 'moving.separators.semicolon',
  '\t': 'moving.separators.tab',
} as const;

interface ReadingChoiceProps {
  options: ImportOptions;
  /** The result of the last check; none before it. */
  preview: ImportPreview | undefined;
  onChange: (options: ImportOptions) => void;
}

/** How the file is written, and what its times and people mean. */
export function ReadingChoice({ options, preview, onChange }: ReadingChoiceProps) {
  const change = (changes: ImportOptions) => onChange({ ...options, ...changes });
  // With other cells the columns that were chosen would be others.
  const changeCells = (changes: ImportOptions) => {
    const { columns: _, product: __, ...rest } = options;
    onChange({ ...rest, ...changes });
  };
  const { people = 'placeholder' } = options;
  const { product = 'table', separator = null } = preview ?? {};
  const isTable = (options.product ?? product) === 'table';
  const separatorName = separator === null ? '–' : t(SEPARATOR_NAMES[separator]);
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <legend className="mb-3 text-sm font-semibold">{t('moving.reading')}</legend>
      <SelectField
        label={t('moving.productLabel')}
        value={options.product ?? product}
        onChoose={(product) => changeCells({ product })}
        choices={FILE_PRODUCTS.map((value) => ({ value, label: t(`moving.product.${value}`) }))}
      />
      {isTable && (
        <>
          <SelectField
            label={t('moving.encoding')}
            value={options.encoding ?? 'utf-8'}
            onChoose={(encoding) => changeCells({ encoding })}
            choices={TABLE_ENCODINGS.map((value) => ({ value, label: value.toUpperCase() }))}
          />
          <SelectField
            label={t('moving.separator')}
            value={options.separator ?? 'found'}
            onChoose={(separator) => changeCells({ separator: separator === 'found' ? null : separator })}
            choices={[
              { value: 'found', label: t('moving.separators.found', { separator: separatorName }) },
              ...TABLE_SEPARATORS.map((value) => ({ value, label: t(SEPARATOR_NAMES[value]) })),
            ]}
          />
        </>
      )}
      <SelectField
        label={t('moving.people')}
        hint={t(`moving.peopleHint.${people}`)}
        value={people}
        onChoose={(people) => change({ people })}
        choices={PEOPLE_CHOICES.map((value) => ({ value, label: t(`moving.peopleChoice.${value}`) }))}
      />
      {!isTable && <ToldBySomebody options={options} product={options.product ?? product} onChange={change} />}
      {isTable && (
        <SelectField
          label={t('moving.dates')}
          hint={t('moving.datesHint')}
          value={options.dates ?? 'iso'}
          onChoose={(dates) => change({ dates: dates === 'iso' ? null : dates })}
          choices={[
            { value: 'iso', label: '2026-11-20' },
            { value: 'dmy', label: '20.11.2026' },
            { value: 'mdy', label: '11/20/2026' },
            { value: 'ymd', label: '2026/11/20' },
          ]}
        />
      )}
      <WrittenChoice
        label={t('moving.zone')}
        hint={t('moving.zoneHint')}
        value={options.zone ?? 'UTC'}
        problem={(zone) => (zone === '' || isZone(zone) ? undefined : t('moving.zoneUnknown', { zone }))}
        onChange={(zone) => change({ zone: zone === '' ? 'UTC' : zone })}
      />
      <WrittenChoice
        label={t('moving.source')}
        hint={t('moving.sourceHint')}
        value={options.source ?? ''}
        onChange={(source) => change({ source })}
      />
    </fieldset>
  );
}

interface ToldBySomebodyProps {
  options: ImportOptions;
  product: ImportPreview['product'];
  onChange: (changes: ImportOptions) => void;
}

/** Facts that files of other products lack: the readers of comments, and whether the last comment is the answer. */
function ToldBySomebody({ options, product, onChange }: ToldBySomebodyProps) {
  return (
    <>
      <SelectField
        label={t('moving.comments')}
        hint={t('moving.commentsHint')}
        value={options.comments ?? (product === 'jira' ? 'internal' : 'public')}
        onChoose={(comments) => onChange({ comments })}
        choices={COMMENT_READERS.map((value) => ({ value, label: t(`moving.commentReaders.${value}`) }))}
      />
      <SelectField
        label={t('moving.answers')}
        hint={t('moving.answersHint')}
        value={options.answers ?? 'none'}
        onChoose={(answers) => onChange({ answers })}
        choices={ANSWER_CHOICES.map((value) => ({ value, label: t(`moving.answerChoice.${value}`) }))}
      />
    </>
  );
}

interface WrittenChoiceProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
  /** The problem of a text, which then does not count. */
  problem?: (text: string) => string | undefined;
}

/** Whether the browser knows a time zone, as the service does. */
function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}

/** A text that counts once it is written. */
function WrittenChoice({ label, hint, value, onChange, problem }: WrittenChoiceProps) {
  const [text, setText] = useState(value);
  const [error, setError] = useState<string>();
  const take = () => {
    const fault = problem?.(text.trim());
    setError(fault);
    if (fault === undefined && text.trim() !== value) onChange(text.trim());
  };
  return (
    <InputField
      label={label}
      hint={hint}
      error={error}
      value={text}
      longest={60}
      onChange={setText}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}
