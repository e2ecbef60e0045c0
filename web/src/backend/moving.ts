import { queryOptions } from '@tanstack/react-query';
import type { ImportOptions, ImportPreview, UploadedTable } from '../../../contract/imports.ts';
import { now } from '../clock.ts';
import { formWith, get, KwitError, write } from './client.ts';
import { downloadAs, upload } from './files.ts';

export type { ImportOptions, ImportPreview, UploadedTable };

/** How often the page asks how far something is that runs. */
const WATCH_MS = 1000;

export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => get('/backups', {}, signal),
  refetchInterval: ({ state }) => (state.data?.backups.some((backup) => backup.is_running) ? WATCH_MS : false),
});

export const makeBackup = () => write('POST', '/backups');

/** @param files whether uploaded files come along. */
export const downloadEverything = (files: boolean) =>
  downloadAs(`/api/export${files ? '' : '?files=0'}`, `kwit-export-${new Date(now()).toISOString().slice(0, 10)}.tar`);

export const importsQuery = queryOptions({
  queryKey: ['imports', 'list'],
  queryFn: ({ signal }) => get('/imports', {}, signal),
  refetchInterval: ({ state }) => (state.data?.imports.some((run) => run.state === 'running') ? WATCH_MS : false),
});

export const checkQuery = (id: string, options: ImportOptions) =>
  queryOptions({
    queryKey: ['imports', 'check', id, options],
    queryFn: ({ signal }) => write('POST', `/imports/${id}/check`, { json: options, signal }),
    // The last check is the one that is imported, so earlier checks do not count.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    // The check of before may be running still.
    retry: (count, error) => count < 30 && error instanceof KwitError && error.code === 'service_unavailable',
    retryDelay: WATCH_MS,
  });

export const uploadTable = (file: File, onProgress: (fraction: number) => void): Promise<UploadedTable> =>
  upload({ path: '/imports', form: formWith('file', file), onProgress });

export const runImport = (id: string) => write('POST', `/imports/${id}/run`);
export const removeImport = (id: string) => write('DELETE', `/imports/${id}`);
export const downloadRejected = ({ id, name }: UploadedTable) =>
  downloadAs(`/api/imports/${id}/rejected`, `${name.replace(/\.\w+$/, '')}-rejected.csv`);
