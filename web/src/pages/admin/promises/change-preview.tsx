import { useQuery } from '@tanstack/react-query';
import { previewQuery, type TargetTrial } from '../../../backend/promises.ts';
import { useAttempt } from '../../../design/form.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Pending } from '../../../design/pending.tsx';
import { Cell, Table, TableRow } from '../../../design/table.tsx';
import { moment } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';

const COUNTS = ['due_earlier', 'due_later', 'newly_missed', 'without_target'] as const;
const when = (due: string | null): string => (due === null ? t('promises.noDue') : moment(due));

interface ChangePreviewProps {
  trial: TargetTrial;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks whether a change is to be saved, and says what it would change for who waits now. */
export function ChangePreview({ trial, onConfirm, onClose }: ChangePreviewProps) {
  const preview = useQuery(previewQuery(trial));
  const saving = useAttempt(onConfirm);
  const { data } = preview;
  return (
    <FormDialog wide title={t('promises.changes')} onClose={onClose} disabled={!data} attempt={saving}>
      {!data && <Pending query={preview} lines={3} />}
      {data && (
        <>
          <p>{t('promises.running', { count: data.running })}</p>
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {COUNTS.map((name) => (
              <div key={name} className="rounded-lg border border-line p-3">
                <dt className="text-sm text-muted">{t(`promises.counts.${name}`)}</dt>
                <dd className="text-xl font-semibold tabular-nums">{data[name]}</dd>
              </div>
            ))}
          </dl>
          {data.examples.length > 0 && (
            <Table
              caption={t('promises.examples')}
              heads={[t('promises.ticket'), t('promises.now'), t('promises.then')]}
            >
              {data.examples.map(({ number, due_at, would_be }) => (
                <TableRow key={number}>
                  <Cell>{`#${number}`}</Cell>
                  <Cell>{when(due_at)}</Cell>
                  <Cell>{when(would_be)}</Cell>
                </TableRow>
              ))}
            </Table>
          )}
        </>
      )}
    </FormDialog>
  );
}
