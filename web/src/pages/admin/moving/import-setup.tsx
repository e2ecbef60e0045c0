import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  checkQuery,
  type ImportOptions,
  importsQuery,
  removeImport,
  runImport,
  type UploadedTable,
} from '../../../backend/moving.ts';
import { Button } from '../../../design/button.tsx';
import { LoadFailed, Skeleton } from '../../../design/feedback.tsx';
import { toast } from '../../../design/toast.tsx';
import { toastRefusal } from '../../../design/toast-refusal.ts';
import { bytes } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';
import { ColumnMatching } from './column-matching.tsx';
import { ReadingChoice } from './reading-choice.tsx';
import { RowPreview } from './row-preview.tsx';
import { WordChoice } from './word-choice.tsx';

/** A table that waits: how it is read, and what would become of it. Each change has the service check it anew. */
export function ImportSetup({ table, isFree }: { table: UploadedTable; isFree: boolean }) {
  const client = useQueryClient();
  const [options, setOptions] = useState<ImportOptions>(table.options);
  const checked = useQuery({ ...checkQuery(table.id, options), placeholderData: keepPreviousData });
  const settled = {
    onError: (error: unknown) => toastRefusal(error, table.name),
    onSettled: () => client.invalidateQueries({ queryKey: importsQuery.queryKey }),
  };
  const running = useMutation({ mutationFn: () => runImport(table.id), ...settled });
  const removing = useMutation({
    mutationFn: () => removeImport(table.id),
    ...settled,
    onSuccess: () => toast({ text: t('moving.removed', { name: table.name }) }),
  });
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
        <Button small look="quiet" className="ml-auto" busy={removing.isPending} onClick={() => removing.mutate()}>
          {t('moving.remove')}
        </Button>
      </div>
      <ReadingChoice options={options} preview={preview} onChange={setOptions} />
      {checked.error && !preview && <LoadFailed error={checked.error} onRetry={() => checked.refetch()} />}
      {checked.isPending && <Skeleton lines={3} />}
      {preview && (
        <>
          {preview.product === 'table' && <ColumnMatching preview={preview} options={options} onChange={setOptions} />}
          <WordChoice preview={preview} options={options} onChange={setOptions} />
          <RowPreview preview={preview} />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              look="primary"
              busy={running.isPending}
              disabled={!isFree || !isCurrent || count === 0}
              onClick={() => running.mutate()}
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
