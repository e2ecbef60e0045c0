import type { Dialect } from '../database/dialect.ts';

/** On PostgreSQL, the answers with a stem stand in the index that finds them: their rows lie on a page each. */
export const stemsInTheirIndex = {
  name: '0044-stems-in-their-index',
  statements: (_: unknown, { name }: Dialect) =>
    name === 'sqlite'
      ? []
      : [
          'alter table answer_stems drop constraint answer_stems_pkey',
          'alter table answer_stems add primary key (stem, block) include (answers)',
        ],
};
