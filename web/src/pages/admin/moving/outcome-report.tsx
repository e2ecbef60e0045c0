import type { ImportOutcome, ImportRemark } from '../../../../../contract/imports.ts';
import { Cell, Table, TableRow } from '../../../design/table.tsx';
import { number } from '../../../texts/dates.ts';
import { maybeText, t } from '../../../texts/texts.ts';

/** What becomes of everything in a file, kind by kind, and why something does not come or not as it was. */
export function OutcomeReport({ report: { tables, remarks } }: { report: ImportOutcome }) {
  if (tables.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <h4 className="text-sm font-semibold">{t('moving.report')}</h4>
      <Table
        caption={t('moving.report')}
        numeric={[1, 2, 3, 4]}
        heads={(['reportTable', 'read', 'imported', 'merged', 'reportLeft'] as const).map((head) =>
          t(`moving.${head}`),
        )}
      >
        {tables.map(({ table, read, imported, merged, left_out }) => (
          <TableRow key={table}>
            <Cell>{maybeText(`moving.table.${table}`) ?? table}</Cell>
            {[read, imported, merged, left_out].map((figure, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: four figures in a fixed order
              <Cell key={index} numeric>
                {figure}
              </Cell>
            ))}
          </TableRow>
        ))}
      </Table>
      {(['left_out', 'repaired', 'changed'] as const).map((kind) => (
        <Remarks key={kind} kind={kind} remarks={remarks.filter((remark) => remark.kind === kind)} />
      ))}
    </div>
  );
}

function Remarks({ kind, remarks }: { kind: ImportRemark['kind']; remarks: ImportRemark[] }) {
  if (remarks.length === 0) return null;
  return (
    <div>
      <h5 className="mb-1 text-sm font-medium">{t(`moving.remark.${kind}`)}</h5>
      <ul className="flex flex-col gap-1 text-sm wrap-anywhere">
        {remarks.map(({ table, reason, count, rows }) => (
          <li key={`${table} ${reason}`}>
            <span className="tabular-nums">{number(count, 0)}</span> × {maybeText(`moving.table.${table}`) ?? table}:{' '}
            <span lang="en">{reason}</span>
            {rows.length > 0 && (
              <details className="text-muted">
                <summary className="w-fit cursor-pointer">{t('moving.reportRows')}</summary>
                <ul className="my-1 flex flex-col gap-0.5 pl-4">
                  {rows.map(({ name, value }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one name
                    <li key={index}>
                      {name}
                      {value !== null && `: ${value}`}
                    </li>
                  ))}
                  {count > rows.length && <li>{t('moving.more', { count: count - rows.length })}</li>}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
