import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UnknownWord, WordMeaning } from '../../../../../contract/imports.ts';
import { TABLE_COLUMNS, type TableColumn, type TableWordList } from '../../../../../contract/table-words.ts';
import { CATEGORIES, PRIORITIES, STATUSES } from '../../../../../contract/words.ts';
import {
  checkQuery,
  type ImportOptions,
  type ImportPreview,
  importsQuery,
  removeImport,
  runImport,
  type UploadedTable,
} from '../../../backend/moving.ts';
import { Button } from '../../../design/button.tsx';
import { useAct } from '../../../design/form.tsx';
import { SelectField } from '../../../design/form-dialog.tsx';
import { Pending } from '../../../design/pending.tsx';
import { Select } from '../../../design/select.tsx';
import { Cell, Table, TableRow } from '../../../design/table.tsx';
import { toast } from '../../../design/toast.tsx';
import { bytes } from '../../../texts/dates.ts';
import { maybeText, t } from '../../../texts/texts.ts';
import { ReadingChoice } from './reading-choice.tsx';
import { importedColumnName, RowPreview } from './row-preview.tsx';

/** A table that waits: how it is read, and what would become of it. Each change has the service check it anew. */
export function ImportSetup({ table, isFree }: { table: UploadedTable; isFree: boolean }) {
  const [options, setOptions] = useState<ImportOptions>(table.options);
  const checked = useQuery({ ...checkQuery(table.id, options), placeholderData: keepPreviousData });
  const running = useAct(() => runImport(table.id), importsQuery.queryKey, table.name);
  const remove = async () => {
    await removeImport(table.id);
    toast({ text: t('moving.removed', { name: table.name }) });
  };
  const removing = useAct(remove, importsQuery.queryKey, table.name);
  const preview = checked.data;
  const isCurrent = checked.isSuccess && !checked.isPlaceholderData && !checked.isFetching;
  const count = (preview?.tickets.imported ?? 0) + (preview?.tickets.merged ?? 0);
  return (
    <section
      aria-label={table.name}
      aria-busy={!isCurrent}
      className="flex flex-col gap-6 border-t border-line p-4 md:px-5"
    >
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="min-w-0 font-semibold wrap-anywhere">{table.name}</h3>
        <span className="text-sm text-muted tabular-nums">{bytes(table.size)}</span>
        <Button small look="quiet" className="ml-auto" busy={removing.busy} onClick={removing.act}>
          {t('moving.remove')}
        </Button>
      </div>
      <ReadingChoice options={options} preview={preview} onChange={setOptions} />
      {!checked.data && <Pending query={checked} lines={3} />}
      {preview && (
        <>
          {preview.product === 'table' && <ColumnMatching preview={preview} options={options} onChange={setOptions} />}
          <WordChoice preview={preview} options={options} onChange={setOptions} />
          <RowPreview preview={preview} />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              look="primary"
              busy={running.busy}
              disabled={!isFree || !isCurrent || count === 0}
              onClick={running.act}
            >
              {t('moving.run', { count })}
            </Button>
            {!isCurrent && (
              <span role="status" className="text-sm text-muted">
                {t('moving.checking')}
              </span>
            )}
          </div>
        </>
      )}
    </section>
  );
}

const LEFT_OUT = 'left out';

interface ChoiceProps {
  preview: ImportPreview;
  options: ImportOptions;
  onChange: (options: ImportOptions) => void;
}

/** Which column of the table is which. */
function ColumnMatching({ preview: { columns }, options, onChange }: ChoiceProps) {
  if (columns.length === 0) return null;
  const choose = (place: number, column: TableColumn | null) =>
    onChange({
      ...options,
      product: 'table',
      columns: columns.map((entry, index) => (index === place ? column : entry.column)),
    });
  return (
    <div>
      <h4 className="text-sm font-semibold">{t('moving.columns')}</h4>
      <p className="mt-1 mb-2 text-sm text-muted">{t('moving.columnsLead')}</p>
      <Table caption={t('moving.columns')} heads={[t('moving.theirs'), t('moving.ours'), t('moving.sample')]}>
        {columns.map(({ name, column, sample }, place) => {
          const theirs = name.trim() === '' ? t('moving.noName', { place: place + 1 }) : name;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, and two may have one name
            <TableRow key={place}>
              <Cell>
                <span className="block max-w-48 truncate">{theirs}</span>
              </Cell>
              <Cell>
                <Select
                  label={theirs}
                  className="min-w-48"
                  value={column ?? LEFT_OUT}
                  onChoose={(value) => choose(place, value === LEFT_OUT ? null : value)}
                  choices={[
                    { value: LEFT_OUT, label: t('moving.leftOut') },
                    ...TABLE_COLUMNS.map((value) => ({ value, label: importedColumnName(value) })),
                  ]}
                />
              </Cell>
              <Cell>
                <span className="block max-w-80 truncate text-muted">{sample ?? '–'}</span>
              </Cell>
            </TableRow>
          );
        })}
      </Table>
    </div>
  );
}

const WORDS: Record<TableWordList, readonly string[]> = {
  status: STATUSES,
  category: CATEGORIES,
  priority: PRIORITIES,
};
const NOTHING = 'nothing';

/** The meaning of a word of which nobody says one. */
function meaningUnsaid(product: ImportPreview['product'], list: TableWordList): string {
  if (product === 'trello') return t('status.submitted');
  return product === 'jira' && list === 'priority' ? t('priority.normal') : t('moving.meansNothing');
}

/** The meanings of words in the table that Kwit does not have. */
function WordChoice({ preview, options, onChange }: ChoiceProps) {
  const meanings = options.meanings ?? [];
  const isSame = (a: UnknownWord | WordMeaning) => (b: WordMeaning) => a.list === b.list && a.word === b.word;
  const unknown = preview.unknown_words.filter((word) => !meanings.some(isSame(word)));
  if (unknown.length + meanings.length === 0) return null;
  const mean = (word: UnknownWord | WordMeaning, means: string) => {
    const others = meanings.filter((meaning) => !isSame(word)(meaning));
    const added = means === NOTHING ? [] : [{ list: word.list, word: word.word, means }];
    onChange({ ...options, meanings: [...others, ...added] });
  };
  return (
    <div>
      <h4 className="text-sm font-semibold">{t('moving.words')}</h4>
      <p className="mt-1 mb-3 text-sm text-muted">
        {t(preview.product === 'trello' ? 'moving.listsLead' : 'moving.wordsLead')}
      </p>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {[...meanings, ...unknown].map((word) => (
          <SelectField
            key={`${word.list} ${word.word}`}
            label={t('moving.wordMeans', { word: word.word })}
            hint={'rows' in word ? t('moving.rows', { count: word.rows }) : undefined}
            value={'means' in word ? word.means : NOTHING}
            onChoose={(means) => mean(word, means)}
            choices={[
              {
                value: NOTHING,
                label: meaningUnsaid(preview.product, word.list),
              },
              ...WORDS[word.list].map((value) => ({ value, label: maybeText(`${word.list}.${value}`) ?? value })),
            ]}
          />
        ))}
      </div>
    </div>
  );
}
