import { useMutation, useQueryClient } from '@tanstack/react-query';
import { downloadRejected, importsQuery, removeImport, type UploadedTable } from '../../../backend/moving.ts';
import { Button } from '../../../design/button.tsx';
import { toastRefusal } from '../../../design/toast-refusal.ts';
import { useMe } from '../../../session/me.ts';
import { moment } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';
import { OutcomeReport } from './outcome-report.tsx';

/** What became of a table, and the rows that it could not take. */
export function ImportResult({ table }: { table: UploadedTable }) {
  const isOwn = useMe().id === table.uploaded_by;
  const client = useQueryClient();
  const refused = (error: unknown) => toastRefusal(error, table.name);
  const taking = useMutation({ mutationFn: () => downloadRejected(table), onError: refused });
  const removing = useMutation({
    mutationFn: () => removeImport(table.id),
    onError: refused,
    onSettled: () => client.invalidateQueries({ queryKey: importsQuery.queryKey }),
  });
  const { imported, merged, left_out } = table.tickets;
  const said = [
    t('moving.came', { count: imported }),
    ...(merged > 0 ? [t('moving.was', { count: merged })] : []),
    ...(left_out > 0 ? [t('moving.lost', { count: left_out })] : []),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <span className="font-medium">{table.name}</span>: {said.join(', ')}
        <span className="block text-xs text-muted">
          {table.ended_at && moment(table.ended_at)} {t('moving.uploadedBy', { name: table.uploaded_by_name })}
        </span>
        {left_out > 0 && isOwn && <span className="block text-muted">{t('moving.rejectedHint')}</span>}
      </span>
      {table.report.tables.length > 0 && (
        <details className="order-last basis-full">
          <summary className="w-fit cursor-pointer text-muted">{t('moving.report')}</summary>
          <div className="mt-2">
            <OutcomeReport report={table.report} />
          </div>
        </details>
      )}
      {left_out > 0 && isOwn && (
        <Button small icon="download" busy={taking.isPending} onClick={() => taking.mutate()}>
          {t('moving.takeRejected')}
        </Button>
      )}
      <Button small look="quiet" busy={removing.isPending} onClick={() => removing.mutate()}>
        {t('moving.remove')}
      </Button>
    </li>
  );
}
