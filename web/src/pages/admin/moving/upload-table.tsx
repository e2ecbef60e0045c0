import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  downloadRejected,
  importsQuery,
  removeImport,
  runImport,
  type UploadedTable,
  uploadTable,
} from '../../../backend/moving.ts';
import { Button } from '../../../design/button.tsx';
import { FilePicker } from '../../../design/file-picker.tsx';
import { useAct } from '../../../design/form.tsx';
import { Section } from '../../../design/page.tsx';
import { Pending } from '../../../design/pending.tsx';
import { toastRefusal } from '../../../design/toast.tsx';
import { useMe } from '../../../session/me.ts';
import { moment, number } from '../../../texts/dates.ts';
import { t } from '../../../texts/texts.ts';
import { undoRequest } from '../../../tickets/changing/dialog-requests.ts';
import { ImportSetup } from './import-setup.tsx';
import { OutcomeReport, ProblemList } from './row-preview.tsx';

/** Brings a table in: a file, its columns, what would become of it, and how far it is. */
export function UploadTable() {
  const me = useMe();
  const query = useQuery(importsQuery);
  if (!query.data) return <Pending query={query} />;
  const { imports } = query.data;
  const waiting = imports.find(({ state, uploaded_by }) => state === 'uploaded' && uploaded_by === me.id);
  const begun = imports.filter(({ state }) => state !== 'uploaded' && state !== 'done');
  const done = imports.filter(({ state }) => state === 'done');
  return (
    <Section title={t('moving.import')} aside={<ChooseTable isFirst={waiting === undefined} />}>
      <p className="p-4 text-sm text-muted md:px-5">{t('moving.importLead')}</p>
      {begun.map((table) => (
        <ImportProgress key={table.id} table={table} />
      ))}
      {waiting && <ImportSetup key={waiting.id} table={waiting} isFree={!begun.some(isRunning)} />}
      {done.length > 0 && (
        <section aria-label={t('moving.results')} className="border-t border-line p-4 md:px-5">
          <h3 className="text-sm font-semibold">{t('moving.results')}</h3>
          <ul className="mt-2 flex flex-col gap-3">
            {done.map((entry) => (
              <ImportResult key={entry.id} table={entry} />
            ))}
          </ul>
        </section>
      )}
    </Section>
  );
}

const isRunning = ({ state }: UploadedTable): boolean => state === 'running';

function ChooseTable({ isFirst }: { isFirst: boolean }) {
  const client = useQueryClient();
  const [sent, setSent] = useState<number>();
  const send = async (file: File) => {
    setSent(0);
    try {
      await uploadTable(file, setSent);
      await client.invalidateQueries({ queryKey: importsQuery.queryKey });
    } catch (error) {
      toastRefusal(error, file.name);
    } finally {
      setSent(undefined);
    }
  };
  return (
    <>
      {sent !== undefined && (
        <progress value={sent} aria-label={t('moving.uploading')} className="h-1.5 w-24 accent-accent" />
      )}
      <FilePicker accept=".csv,.tsv,.txt,.json,text/csv,application/json" onChoose={([file]) => file && send(file)}>
        {(open) => (
          <Button
            small
            look={isFirst ? 'primary' : 'plain'}
            busy={sent !== undefined}
            onClick={open}
            data-reach="import"
          >
            {t(isFirst ? 'moving.choose' : 'moving.another')}
          </Button>
        )}
      </FilePicker>
    </>
  );
}

const TITLES = { running: 'moving.running', interrupted: 'moving.interrupted', refused: 'moving.refused' } as const;

/** An import that has begun and is not done: how far it is, and what can be done about it. */
function ImportProgress({ table }: { table: UploadedTable }) {
  const me = useMe();
  const going = useAct(() => runImport(table.id), importsQuery.queryKey, table.name);
  const removing = useAct(() => removeImport(table.id), importsQuery.queryKey, table.name);
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
            <Button look="primary" busy={going.busy} onClick={going.act}>
              {t('moving.goOn')}
            </Button>
          )}
          <Button look="quiet" busy={removing.busy} onClick={removing.act}>
            {t('moving.remove')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The outcome of a table, and the rows that it could not take. */
function ImportResult({ table }: { table: UploadedTable }) {
  const isOwn = useMe().id === table.uploaded_by;
  const taking = useAct(() => downloadRejected(table), undefined, table.name);
  const removing = useAct(() => removeImport(table.id), importsQuery.queryKey, table.name);
  const { act_id: actId } = table;
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
        <Button small icon="download" busy={taking.busy} onClick={taking.act}>
          {t('moving.takeRejected')}
        </Button>
      )}
      {imported > 0 && actId !== null && (
        <Button small look="quiet" icon="undo" onClick={() => undoRequest.ask(actId)}>
          {t('moving.takeBack')}
        </Button>
      )}
      <Button small look="quiet" busy={removing.busy} onClick={removing.act}>
        {t('moving.remove')}
      </Button>
    </li>
  );
}
