import { type Static, Type } from 'typebox';
import { oneOf, record } from './scalars.ts';

/** GET /api/export: what the archive has besides the rows of people. */
export const ExportFilter = record({
  files: Type.Optional(oneOf(['0', '1'], { description: '`0` leaves uploaded files and pictures out.' })),
  events: Type.Optional(oneOf(['0', '1'], { description: '`1` adds the record of events.' })),
});
export type ExportFilter = Static<typeof ExportFilter>;
