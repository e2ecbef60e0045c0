import type { ColumnTypes } from '../database/dialect.ts';

/** Adds the types of avatars and icons, which the names of stored files do not tell. */
export const pictures = {
  name: '0006-pictures',
  statements: (t: ColumnTypes) => [
    `alter table users add column avatar_type ${t.text}`,
    `alter table projects add column icon_type ${t.text}`,
  ],
};
