import { TABLE_COLUMNS, type TableColumn } from '../../../../../contract/table-words.ts';
import type { ImportOptions, ImportPreview } from '../../../backend/moving.ts';
import { Select } from '../../../design/select.tsx';
import { Cell, Table, TableRow } from '../../../design/table.tsx';
import { t } from '../../../texts/texts.ts';
import { columnName } from './problem-sentence.ts';

const LEFT_OUT = 'left out';

interface ChoiceProps {
  preview: ImportPreview;
  options: ImportOptions;
  onChange: (options: ImportOptions) => void;
}

/** Which column of the table is which. */
export function ColumnMatching({ preview: { columns }, options, onChange }: ChoiceProps) {
  if (columns.length === 0) return null;
  const choose = (place: number, column: TableColumn | null) =>
    onChange({
      ...options,
      product: 'table',
      columns: columns.map((one, index) => (index === place ? column : one.column)),
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
                    ...TABLE_COLUMNS.map((value) => ({ value, label: columnName(value) })),
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
