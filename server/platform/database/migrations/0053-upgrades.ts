import type { ColumnTypes } from '../dialect.ts';

/** Which version this Kwit was brought to, and when. */
export const upgrades = {
  name: '0053-upgrades',
  statements: (t: ColumnTypes) => [
    `create table upgrades (id ${t.id} primary key, version ${t.text} not null, previous_version ${t.text},
      upgraded_at ${t.time} not null, migrations ${t.json} not null, copy ${t.text}) ${t.tableEnd}`,
  ],
};
