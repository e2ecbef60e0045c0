import { aTable, checkedTable } from './fixtures.ts';
import { developers, type Row } from './row.ts';

/** Who takes everything out, keeps copies of it, and brings tables in. */
export const MOVING: Readonly<Record<string, Row>> = {
  'GET /api/export': developers(200),
  'GET /api/backups': developers(200),
  'POST /api/backups': developers('409 no_backup_folder'),
  'GET /api/imports': developers(200),
  'POST /api/imports': developers(201, { body: aTable }),
  'POST /api/imports/:id/check': developers(200, { body: {} }),
  'POST /api/imports/:id/run': developers('409 import_not_ready'),
  'GET /api/imports/:id/rejected': developers(200, { fixture: checkedTable }),
  'DELETE /api/imports/:id': developers(204),
};
