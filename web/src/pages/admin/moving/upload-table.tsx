import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { importsQuery, type UploadedTable, uploadTable } from '../../../backend/moving.ts';
import { Button } from '../../../design/button.tsx';
import { LoadFailed, Skeleton } from '../../../design/feedback.tsx';
import { FilePicker } from '../../../design/file-picker.tsx';
import { Section } from '../../../design/page.tsx';
import { toastRefusal } from '../../../design/toast-refusal.ts';
import { useMe } from '../../../session/me.ts';
import { t } from '../../../texts/texts.ts';
import { ImportProgress } from './import-progress.tsx';
import { ImportResult } from './import-result.tsx';
import { ImportSetup } from './import-setup.tsx';

/** Brings a table in: a file, its columns, what would become of it, and how far it is. */
export function UploadTable() {
  const me = useMe();
  const found = useQuery(importsQuery);
  if (found.error && !found.data) return <LoadFailed error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Skeleton />;
  const { imports } = found.data;
  const waiting = imports.find(({ state, uploaded_by }) => state === 'uploaded' && uploaded_by === me.id);
  const begun = imports.filter(({ state }) => state !== 'uploaded' && state !== 'done');
  const done = imports.filter(({ state }) => state === 'done');
  return (
    <Section title={t('moving.import')} aside={<ChooseTable isFirst={waiting === undefined} />}>
      <p className="p-4 text-sm text-muted md:px-5">{t('moving.importLead')}</p>
      {begun.map((one) => (
        <ImportProgress key={one.id} table={one} />
      ))}
      {waiting && <ImportSetup key={waiting.id} table={waiting} isFree={!begun.some(isRunning)} />}
      {done.length > 0 && (
        <section aria-label={t('moving.results')} className="border-t border-line p-4 md:px-5">
          <h3 className="text-sm font-semibold">{t('moving.results')}</h3>
          <ul className="mt-2 flex flex-col gap-3">
            {done.map((one) => (
              <ImportResult key={one.id} table={one} />
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
          <Button small look={isFirst ? 'primary' : 'plain'} busy={sent !== undefined} onClick={open}>
            {t(isFirst ? 'moving.choose' : 'moving.another')}
          </Button>
        )}
      </FilePicker>
    </>
  );
}
