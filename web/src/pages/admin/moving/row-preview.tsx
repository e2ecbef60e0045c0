import type { ImportOutcome, ImportRemark, PreviewRow, TableProblem } from '../../../../../contract/imports.ts';
import type { ImportPreview } from '../../../backend/moving.ts';
import { Cell, Table, TableRow } from '../../../design/table.tsx';
import { moment, number } from '../../../texts/dates.ts';
import { maybeText, t } from '../../../texts/texts.ts';

/** The effect of an import: its figures, the first tickets, rows that cannot come, and unknown people. */
export function RowPreview({ preview }: { preview: ImportPreview }) {
  const { problems, rows, tickets, rejected, unknown_people, unknown_people_count } = preview;
  if (problems.length > 0)
    return (
      <div role="alert" className="flex flex-col gap-1 text-danger">
        <p className="font-medium">{t('moving.cannotRun')}</p>
        <ProblemList problems={problems} />
      </div>
    );
  return (
    <>
      <p className="font-medium">{figuresOf(preview)}</p>
      {rows.length > 0 && <FirstRows rows={rows} />}
      {rejected.length > 0 && (
        <div>
          <h4 className="mb-2 text-sm font-semibold text-danger">{t('moving.rejected')}</h4>
          <ProblemList problems={rejected} total={tickets.left_out} />
        </div>
      )}
      <OutcomeReport report={preview.report} />
      {unknown_people.length > 0 && (
        <div>
          <h4 className="mb-2 text-sm font-semibold">
            {t('moving.unknownPeople')}{' '}
            <span className="font-normal text-muted">{number(unknown_people_count, 0)}</span>
          </h4>
          <p className="max-h-48 overflow-y-auto text-sm wrap-anywhere">
            {unknown_people.join(', ')}
            {unknown_people_count > unknown_people.length &&
              ` ${t('moving.more', { count: unknown_people_count - unknown_people.length })}`}
          </p>
        </div>
      )}
    </>
  );
}

function figuresOf({ tickets: { imported, merged, left_out }, projects }: ImportPreview): string {
  return [
    t('moving.wouldCome', { count: imported }),
    ...(merged > 0 ? [t('moving.wouldMerge', { count: merged })] : []),
    ...(left_out > 0 ? [t('moving.wouldReject', { count: left_out })] : []),
    ...(projects > 0 ? [t('moving.projects', { count: projects })] : []),
  ].join(', ');
}

function FirstRows({ rows }: { rows: PreviewRow[] }) {
  return (
    <div>
      <h4 className="mb-2 text-sm font-semibold">{t('moving.preview')}</h4>
      <Table
        caption={t('moving.preview')}
        numeric={[0]}
        heads={[
          t('moving.line'),
          ...['title', 'status', 'category', 'priority', 'project'].map(importedColumnName),
          importedColumnName('reporter_email'),
          importedColumnName('assignee_email'),
          importedColumnName('created_at'),
        ]}
      >
        {rows.map((row) => (
          <TableRow key={row.line}>
            <Cell numeric>{String(row.line)}</Cell>
            <Cell>
              <span className="block max-w-80 min-w-40 truncate" title={row.title}>
                {row.title}
              </span>
            </Cell>
            {(['status', 'category', 'priority'] as const).map((list) => (
              <Cell key={list}>
                <span className="whitespace-nowrap">{maybeText(`${list}.${row[list]}`)}</span>
              </Cell>
            ))}
            <Cell>{row.project ?? '–'}</Cell>
            <Cell>{row.reporter ?? '–'}</Cell>
            <Cell>{row.assignee ?? '–'}</Cell>
            <Cell>
              <span className="whitespace-nowrap">{row.created_at ? moment(row.created_at) : '–'}</span>
            </Cell>
          </TableRow>
        ))}
      </Table>
    </div>
  );
}

/** The outcome of everything in a file, kind by kind, and why something does not come or not as it was. */
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
        {remarks.map(({ table, reason, problems, count, rows }) => (
          <li key={`${table} ${reason}`}>
            <span className="tabular-nums">{number(count, 0)}</span> × {maybeText(`moving.table.${table}`) ?? table}:{' '}
            {problems ? problems.map(problemSentence).join(' ') : <span lang="en">{reason}</span>}
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

/** Problems as sentences. @param total how many there are, when not all of them came. */
export function ProblemList({ problems, total = problems.length }: { problems: TableProblem[]; total?: number }) {
  const more = total - problems.length;
  return (
    <ul className="flex max-h-80 flex-col gap-1 overflow-y-auto text-sm wrap-anywhere">
      {problems.map((problem) => (
        <li key={`${problem.line} ${problem.code} ${problem.column}`}>{problemSentence(problem)}</li>
      ))}
      {more > 0 && <li className="text-muted">{t('moving.more', { count: more })}</li>}
    </ul>
  );
}

/** The label of a column of Kwit; its own name for one that this app does not have. */
export const importedColumnName = (column: string): string => maybeText(`moving.column.${column}`) ?? column;

/** A problem, with line and column, in the language of the page. */
export function problemSentence({ code, line, column, value, bound }: TableProblem): string {
  const what =
    maybeText(`moving.problem.${code}`, { value: value ?? '', bound: bound === null ? '' : number(bound) }) ?? code;
  const name = column && importedColumnName(column);
  if (line === null) return name ? `${name}: ${what}` : what;
  return t('moving.at', { line: name ? `${line}, ${name}` : line, what });
}
