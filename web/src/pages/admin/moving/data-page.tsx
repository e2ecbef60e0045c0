import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Backups } from '../../../../../contract/backups.ts';
import { backupsQuery, downloadEverything, importsQuery, makeBackup } from '../../../backend/moving.ts';
import { Button } from '../../../design/button.tsx';
import { Skeleton } from '../../../design/feedback.tsx';
import { Switch } from '../../../design/field.tsx';
import { useAct } from '../../../design/form.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Section } from '../../../design/page.tsx';
import { Pending } from '../../../design/pending.tsx';
import { Cell, Table, TableRow } from '../../../design/table.tsx';
import { toast } from '../../../design/toast.tsx';
import { ago, bytes, moment, number } from '../../../texts/dates.ts';
import { maybeText, t } from '../../../texts/texts.ts';
import { UploadTable } from './upload-table.tsx';

/** Backups, exports and imports. The page is drawn once all of it is there, so that nothing jumps. */
export function DataPage() {
  const [backups, imports] = [useQuery(backupsQuery), useQuery(importsQuery)];
  if (backups.isPending || imports.isPending) return <Skeleton />;
  return (
    <>
      <LatestBackups />
      <ExportEverything />
      <UploadTable />
    </>
  );
}

/** Everything, as an archive to take along. */
function ExportEverything() {
  const [files, setFiles] = useState(true);
  const taking = useAct(() => downloadEverything(files));
  return (
    <Section title={t('moving.export')}>
      <div className="flex flex-col items-start gap-3 p-4 md:px-5">
        <p className="text-sm text-muted">{t('moving.exportLead')}</p>
        <Switch checked={files} onChange={setFiles} label={t('moving.exportFiles')} />
        <Button icon="download" busy={taking.busy} onClick={taking.act} data-reach="export">
          {t('moving.exportNow')}
        </Button>
      </div>
    </Section>
  );
}

type Backup = Backups['backups'][number];

/** The last backups, and one more now. */
function LatestBackups() {
  const query = useQuery(backupsQuery);
  const making = useAct(async () => {
    await makeBackup();
    toast({ text: t('moving.backupBegun') });
  }, backupsQuery.queryKey);
  if (!query.data) return <Pending query={query} />;
  const { can_make, backups } = query.data;
  return (
    <Section
      title={t('moving.backup')}
      aside={
        can_make && (
          <Button
            small
            busy={making.busy}
            disabled={backups.some((candidate) => candidate.is_running)}
            onClick={making.act}
            data-reach="backup"
          >
            {t('moving.backupNow')}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-2 p-4 text-sm md:px-5">
        <p className="text-muted">{t('moving.backupLead')}</p>
        <LastBackup list={query.data} />
      </div>
      {backups.length > 0 && (
        <Table
          caption={t('moving.backup')}
          numeric={[2, 3]}
          heads={[
            t('moving.backupWhen'),
            t('moving.backupHow'),
            t('moving.backupDatabase'),
            t('moving.backupFiles'),
            t('moving.backupWhere'),
            t('moving.backupWho'),
          ]}
        >
          {backups.map((backup) => (
            <BackupRow key={backup.id} backup={backup} />
          ))}
        </Table>
      )}
    </Section>
  );
}

function LastBackup({ list: { last_backup_at, is_late, can_make } }: { list: Backups }) {
  return (
    <>
      <p>
        {last_backup_at === null
          ? t('moving.backupNone')
          : t('moving.backupLast', { when: `${moment(last_backup_at)} (${ago(last_backup_at)})` })}
      </p>
      {is_late && (
        <p role="alert" className="flex items-center gap-2 text-danger">
          <Icon name="warning" />
          {t('moving.backupLate')}
        </p>
      )}
      {!can_make && <p className="text-muted">{t('moving.backupNoFolder')}</p>}
    </>
  );
}

/** How a backup ended, or that it has not. */
const stateOf = ({ outcome, is_running }: Backup): string => outcome ?? (is_running ? 'running' : 'killed');

/** A folder, or a bucket without how it is reached. */
const shortPlace = (place: string): string => (place.startsWith('s3:') ? place.replace(/\?.*/, '') : place);

function BackupRow({ backup }: { backup: Backup }) {
  const { began_at, database_bytes, files, file_bytes, place, made_by_name, made_by } = backup;
  const state = stateOf(backup);
  return (
    <TableRow>
      <Cell>
        <time dateTime={began_at} className="whitespace-nowrap">
          {moment(began_at)}
        </time>
      </Cell>
      <Cell>
        <span className={state === 'whole' || state === 'running' ? '' : 'text-danger'}>
          {maybeText(`moving.outcome.${state}`)}
        </span>
      </Cell>
      <Cell numeric>{database_bytes === null ? '–' : bytes(database_bytes)}</Cell>
      <Cell numeric>{files === null ? '–' : `${number(files)}, ${bytes(file_bytes ?? 0)}`}</Cell>
      <Cell>
        <code className="text-xs" title={place}>
          {shortPlace(place)}
        </code>
      </Cell>
      <Cell>{made_by === null ? t('moving.commandLine') : made_by_name}</Cell>
    </TableRow>
  );
}
