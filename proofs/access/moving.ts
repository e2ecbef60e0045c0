import { aTable, checkedTable } from './fixtures.ts';
import { developers, developersOwn, type Row } from './row.ts';

/** Routes that take everything out, keep copies of it, and bring tables in. */
export const MOVING: Readonly<Record<string, Row>> = {
  'GET /api/export': developers(200),
  'GET /api/backups': developers(200),
  'POST /api/backups': developers('409 no_backup_folder'),
  'GET /api/imports': developers(200),
  'POST /api/imports': developers(201, { body: aTable }),
  'POST /api/imports/:id/check': developersOwn(200, '403 forbidden', { body: {} }),
  'POST /api/imports/:id/run': developersOwn('409 import_not_ready', '403 forbidden'),
  'GET /api/imports/:id/rejected': developersOwn(200, '403 forbidden', { fixture: checkedTable }),
  'DELETE /api/imports/:id': developers(204),
};
