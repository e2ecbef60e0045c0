import { useMutation, useQueryClient } from '@tanstack/react-query';
import { importsQuery, removeImport, runImport, type UploadedTable } from '../../../backend/moving.ts';
import { Button } from '../../../design/button.tsx';
import { toastRefusal } from '../../../design/toast-refusal.ts';
import { useMe } from '../../../session/me.ts';
import { number } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';
import { ProblemList } from './problem-list.tsx';

const TITLES = { running: 'moving.running', interrupted: 'moving.interrupted', refused: 'moving.refused' } as const;

/** An import that has begun and is not done: how far it is, and what can be done about it. */
export function ImportProgress({ table }: { table: UploadedTable }) {
  const me = useMe();
  const client = useQueryClient();
  const settled = {
    onError: (error: unknown) => toastRefusal(error, table.name),
    onSettled: () => client.invalidateQueries({ queryKey: importsQuery.queryKey }),
  };
  const going = useMutation({ mutationFn: () => runImport(table.id), ...settled });
  const removing = useMutation({ mutationFn: () => removeImport(table.id), ...settled });
  const { name, state, rows, done_rows, problems } = table;
  if (state === 'uploaded' || state === 'done') return null;
  const far = { done: number(done_rows), all: number(rows ?? 0) };
  return (
    <section
      aria-label={t(TITLES[state], { name })}
      className="flex flex-col items-start gap-3 border-t border-line p-4 md:px-5"
    >
      <h3 className="font-semibold wrap-anywhere">{t(TITLES[state], { name })}</h3>
      {state !== 'refused' && (
        <div className="flex w-full flex-wrap items-center gap-3 text-sm">
          <progress
            value={done_rows}
            max={Math.max(rows ?? 0, 1)}
            aria-label={t('moving.progress', far)}
            className="h-2 min-w-40 flex-1 accent-accent"
          />
          <span className="tabular-nums">{t('moving.progress', far)}</span>
        </div>
      )}
      {state === 'running' && <p className="text-sm text-muted">{t('moving.runningLead')}</p>}
      {state === 'interrupted' && <p className="text-sm text-muted">{t('moving.interruptedLead', far)}</p>}
      <ProblemList problems={problems} />
      {state !== 'running' && (
        <div className="flex flex-wrap gap-2">
          {state === 'interrupted' && table.uploaded_by === me.id && (
            <Button look="primary" busy={going.isPending} onClick={() => going.mutate()}>
              {t('moving.goOn')}
            </Button>
          )}
          <Button look="quiet" busy={removing.isPending} onClick={() => removing.mutate()}>
            {t('moving.remove')}
          </Button>
        </div>
      )}
    </section>
  );
}
