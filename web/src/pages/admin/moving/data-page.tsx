import { useQuery } from '@tanstack/react-query';
import { backupsQuery, importsQuery } from '../../../backend/moving.ts';
import { Skeleton } from '../../../design/feedback.tsx';
import { ExportEverything } from './export-everything.tsx';
import { LatestBackups } from './latest-backups.tsx';
import { UploadTable } from './upload-table.tsx';

/** What keeps copies of everything, takes it out, and brings tables in. It is drawn once all of it is there, so that nothing jumps. */
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
