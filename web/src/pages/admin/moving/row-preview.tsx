import type { PreviewRow } from '../../../../../contract/imports.ts';
import type { ImportPreview } from '../../../backend/moving.ts';
import { Cell, Table, TableRow } from '../../../design/table.tsx';
import { moment, number } from '../../../texts/dates.ts';
import { maybeText, t } from '../../../texts/texts.ts';
import { OutcomeReport } from './outcome-report.tsx';
import { ProblemList } from './problem-list.tsx';
import { columnName } from './problem-sentence.ts';

/** What an import would do: its figures, the first tickets, rows that cannot come, and people whom nobody knows. */
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
          <p className="max-h-40 overflow-y-auto text-sm wrap-anywhere">
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
          ...['title', 'status', 'category', 'priority', 'project'].map(columnName),
          columnName('reporter_email'),
          columnName('assignee_email'),
          columnName('created_at'),
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
