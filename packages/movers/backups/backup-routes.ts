import { Type } from 'typebox';
import { Backups } from '#contract/backups.ts';
import { operation, type Routes } from '#platform/serving';
import { listBackups } from './keep-backups.ts';
import type { BackupMaker } from './make-backup.ts';

const listing = operation({
  operationId: 'listBackups',
  summary: 'List the last backups, and tell whether one is due',
  tag: 'Moving',
  access: 'developer',
  scope: 'read',
  answers: { 200: Backups },
});

const making = operation({
  operationId: 'makeBackup',
  summary: 'Make a backup now, in the folder of the service',
  tag: 'Moving',
  access: 'developer',
  scope: 'admin',
  answers: { 202: Type.Null({ description: 'It is being made; the list tells how it goes.' }) },
  refuses: ['no_backup_folder', 'service_unavailable'],
});

export const backupRoutes =
  (maker: BackupMaker) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/backups', listing, (request) => request.read((work) => listBackups(work, maker.canMake)));
    routes.post('/api/backups', making, async (request) => {
      await request.confirmRights();
      maker.begin(request.person.id);
      return null;
    });
  };
